"""Prices on the stops of a tour, raised and lowered until the cheapest walk costs the most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import Ticks
from geoeval.planning.tour_bound import NO_TOUR, CompletionTable

_PATIENCE = 4
_MOMENTUM = 0.6
_HOPE = 20


def raise_bound(
    table: CompletionTable, prices: Ticks, target: int | None, rounds: int
) -> tuple[Ticks, int]:
    """Return prices for which a table gives a high bound, and the bound; leave it filled so.

    Parameters
    ----------
    table
        The table.
    prices
        Where to begin, scaled.
    target
        The cost of a tour, scaled, which the steps aim at; None if none is known.
    rounds
        How often to change the prices at most.

    Notes
    -----
    The subgradient method of M. Held and R. M. Karp (1971), "The traveling-salesman problem and
    minimum spanning trees: part II", Mathematical Programming 1. Steps are rounded to whole
    numbers, so that every machine takes the same.
    """
    count = len(prices)
    best, kept = table.fill(prices), prices
    bound, factor, stale = best, 1.0, 0
    direction: NDArray[np.float64] = np.zeros(count)
    for _ in range(rounds):
        made = np.bincount(table.walk(), minlength=count)
        aim = best + max(best // _HOPE, 1) if target is None else target
        if best >= min(aim, NO_TOUR) or (made == 1).all():
            break
        direction = _MOMENTUM * direction + (1 - made)
        length = float(((1 - made) ** 2).sum())
        step = factor * max(aim - bound, 1) / length
        prices = prices + np.rint(step * direction).astype(np.int64)
        bound = table.fill(prices)
        if bound > best:
            best, kept, stale = bound, prices, 0
        else:
            stale += 1
        if stale >= _PATIENCE:
            factor, stale = factor / 2, 0
    if table.prices is not kept:
        table.fill(kept)
    return kept, best
