"""Prices on the stops of a tour, raised and lowered until the cheapest walk costs the most.

What the cheapest walks do wrong is noted on the way: where they come back to a stop, the stops
between are those that should have remembered it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Ticks
from geoeval.planning.tours.bound import NO_TOUR, CompletionTable
from geoeval.planning.tours.network import Nodes, TourNetwork

_PATIENCE = 4
_MOMENTUM = 0.6
_FADING = 0.97
_HOPE = 20


class Prices:
    """The best prices found for a network so far, and the stops that walks came back to.

    Notes
    -----
    The subgradient method of M. Held and R. M. Karp (1971), "The traveling-salesman problem and
    minimum spanning trees: part II", Mathematical Programming 1. Steps are rounded to whole
    numbers, so that every machine takes the same. What to remember is chosen as in R. Roberti
    and A. Mingozzi (2014), "Dynamic ng-path relaxation for the delivery man problem",
    Transportation Science 48 (3).
    """

    def __init__(self, network: TourNetwork) -> None:
        self.network = network
        self.prices: Ticks = np.zeros(network.count, dtype=np.int64)
        self.returns: NDArray[np.float64] = np.zeros((network.count, network.count))

    def near(self, size: int) -> Nodes:
        """Return for each stop those to remember: often come back to around it, else the nearest.

        Stops that can only come before it, or only after it, are the last to be chosen.
        """
        network, count = self.network, self.network.count
        tolls = network.apart if network.cost is None else network.cost
        ways = np.where(network.arcs, tolls, NEVER)[:count, :count]
        gaps = np.minimum(ways, ways.T)
        gaps[network.before | network.before.T] = NEVER
        np.fill_diagonal(gaps, NEVER)
        order = np.lexsort((gaps, -self.returns), axis=1)
        return order[:, : min(size, count - 1)]

    def raise_bound(self, table: CompletionTable, target: int | None, rounds: int) -> int:
        """Look for better prices, leave a table filled with the best; return the bound, scaled.

        ``target`` is the cost of a tour, scaled, which the steps aim at, or None if none is
        known; ``rounds`` how often to change the prices at most.
        """
        prices, bound = self.prices, table.fill(self.prices)
        best, factor, stale = bound, 1.0, 0
        direction: NDArray[np.float64] = np.zeros(len(prices))
        for _ in range(rounds):
            aim = best + max(best // _HOPE, 1) if target is None else target
            if best >= min(aim, NO_TOUR):
                break
            walk = table.walk()
            surplus = np.bincount(walk, minlength=len(prices)) - 1
            if not surplus.any():
                break
            self._note(walk)
            direction = _MOMENTUM * direction - surplus
            step = factor * max(aim - bound, 1) / float((surplus**2).sum())
            prices = prices + np.rint(step * direction).astype(np.int64)
            bound = table.fill(prices)
            stale += 1
            if bound > best:
                best, stale, self.prices = bound, 0, prices
            elif stale == _PATIENCE:
                factor, stale = factor / 2, 0
        if table.prices is not self.prices:
            table.fill(self.prices)
        return best

    def _note(self, walk: list[int]) -> None:
        """Note the stops that a walk comes back to, for each one between."""
        self.returns *= _FADING
        made: dict[int, int] = {}
        for place, stop in enumerate(walk):
            if stop in made:
                between = walk[made[stop] + 1 : place]
                self.returns[between, stop] += 1 / len(between)
            made[stop] = place
