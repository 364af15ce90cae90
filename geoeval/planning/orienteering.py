"""The most prize: which of many optional stops to make, and in which order, exactly.

A bound on walks that forget and forward label-setting take turns. The walk that collects the
most shows what the bound has to remember; the labels that the bound leaves give trips. The trip
found is the best once the two meet, which is often before the walk is free of cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.planning.instance import Instance
from geoeval.planning.orienteering_bound import (
    CompletionBound,
    Neighbourhoods,
    PrizeScale,
)
from geoeval.planning.orienteering_labels import LabelSearch
from geoeval.planning.orienteering_network import prize_network
from geoeval.planning.orienteering_rules import ClosingRules, Tour
from geoeval.planning.problem import check_order
from geoeval.planning.windows import clipped

DEFAULT_LABELS = 1 << 25
_NARROW = 64
_WIDE = 1 << 15
_REMEMBERED = 12
_TRIP = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTour:
    """The best trip found, and how good it is.

    Parameters
    ----------
    order
        The stops made, in order; None if no trip was found.
    value
        The sum of their prizes; None if no trip was found.
    finish
        The tick at which the end is reached; None if no trip was found.
    bound
        No trip has more prize than this; 0 if there is no trip.
    proved
        Whether no trip has more prize; without an order, whether there is no trip.
    earliest
        Whether no trip of that prize is over earlier.
    labels
        How many labels were made: a cell of the bound's tables counts as one, a trip of the
        forward search, which takes about as long as 32 of them, as 32.
    """

    order: tuple[int, ...] | None
    value: int | None
    finish: int | None
    bound: int
    proved: bool
    earliest: bool
    labels: int


def richest_tour(
    instance: Instance, *, max_labels: int = DEFAULT_LABELS, start: Sequence[int] | None = None
) -> PrizeTour:
    """Find the trip with the greatest sum of prizes; of those, one that is over first.

    Parameters
    ----------
    instance
        The trip.
    max_labels
        How many labels may be made. Beyond it the best trip found is returned with its bound.
    start
        An order to begin with; it is left aside if it breaks a constraint.

    Returns
    -------
    PrizeTour
        Of trips with the same prize and finish, the one that the search comes by first: the
        same one at every run.

    Raises
    ------
    UsageError
        If ``start`` names a stop twice, or one that is not there.

    Notes
    -----
    Label-setting with dominance and unreachable stops: G. Righini and M. Salani (2009),
    "Decremental state space relaxation strategies and initialization heuristics for solving the
    orienteering problem with time windows with dynamic programming", Computers & Operations
    Research 36 (4). Neighbourhoods: R. Baldacci, A. Mingozzi and R. Roberti (2011), "New route
    relaxation and pricing strategies for the vehicle routing problem", Operations Research 59
    (5). The tables hold the last departure for each prize in place of the most prize for each
    tick, so that nothing depends on how fine the ticks are.

    Examples
    --------
    >>> from geoeval.planning.instance import instance_of
    >>> from geoeval.planning.problem import Stop, TripProblem
    >>> from geoeval.planning.travel import TravelMatrix
    >>> trip = TripProblem(
    ...     stops=tuple(
    ...         Stop(name=name, prize=prize, mandatory=False)
    ...         for name, prize in {"fountain": 1, "museum": 5, "tower": 3}.items()
    ...     ),
    ...     travel=TravelMatrix([[0, 4, 4], [4, 0, 9], [4, 9, 0]]), origin=0, deadline=8,
    ... )
    >>> found = richest_tour(instance_of(trip), max_labels=10_000)
    >>> found.order, found.value, found.finish, found.proved
    ((0, 1), 6, 4, True)
    """
    check_order(start or (), instance.problem)
    rules = ClosingRules(prize_network(instance))
    tours = [rules.replay(order) for order in (start or (), ())]
    best = max((tour for tour in tours if tour), key=_merit, default=None)
    ascent = _Ascent(rules, Neighbourhoods.empty(instance.count), max_labels)
    best = ascent.run(0 if best is None else best.prize + 1) or best
    proved = earliest = ascent.proved
    labels, bound = ascent.labels, ascent.ceiling
    while proved and best is not None:
        sooner = ClosingRules(prize_network(_over_before(instance, best.finish)))
        ascent = _Ascent(sooner, ascent.neighbourhoods, max_labels - labels)
        tour = ascent.run(best.prize, first=True)
        labels += ascent.labels
        if tour is None:
            earliest = ascent.proved
            break
        best = tour
    return PrizeTour(
        order=None if best is None else best.order,
        value=None if best is None else best.prize,
        finish=None if best is None else best.finish,
        bound=max(bound, 0 if best is None else best.prize),
        proved=proved,
        earliest=earliest,
        labels=labels,
    )


def _merit(tour: Tour) -> tuple[int, int]:
    """Return what is greater for a better trip."""
    return tour.prize, -tour.finish


def _over_before(instance: Instance, finish: int) -> Instance:
    """Return the trip that has to be over before a tick."""
    ends = clipped(instance.starts[instance.count], instance.depart, finish - 1)
    return replace(instance, starts=(*instance.starts[:-1], ends))


class _Ascent:
    """Bound and labels in turn, until no trip is left that would have enough prize.

    ``ceiling`` is the most prize that a trip may have as far as is known, ``proved`` whether no
    trip beyond the one returned has enough.
    """

    def __init__(self, rules: ClosingRules, neighbourhoods: Neighbourhoods, most: int) -> None:
        self.rules, self.network = rules, rules.network
        self.neighbourhoods = neighbourhoods
        self.most, self.labels = most, 0
        self.ceiling = int(self.network.prize.sum())
        self.least = 0
        self.tour: Tour | None = None

    @property
    def proved(self) -> bool:
        """Whether no trip is left that has enough prize."""
        return self.ceiling < self.least

    def run(self, least: int, *, first: bool = False) -> Tour | None:
        """Return the best trip found of some prize or more, or the first one."""
        self.least = least
        if not self.network.count:
            self._take(self.rules.replay(()))
        if not self.network.count or not self.network.possible:
            self.ceiling = self.least - 1
        bound = self._bound(None)
        while bound is not None:
            self.ceiling = min(self.ceiling, bound.ceiling)
            walk = bound.walk()
            self._take(self.rules.replay(tuple(dict.fromkeys(walk))))
            if self.proved or (first and self.tour):
                return self.tour
            self._search(bound, _NARROW)
            if self.proved or (first and self.tour):
                return self.tour
            known = self.neighbourhoods
            self.neighbourhoods = known.without_cycles(walk, _REMEMBERED)
            tighter = None if known == self.neighbourhoods else self._bound(bound)
            if tighter is None:
                self._search(bound, _WIDE)
            bound = tighter
        return self.tour

    def _bound(self, before: CompletionBound | None) -> CompletionBound | None:
        """Return the table for what is remembered now; None if there is no room for it."""
        scale = PrizeScale.of(self.network) if before is None else before.scale
        while self.labels < self.most and not self.proved:
            bound = CompletionBound(
                self.network, scale, self.neighbourhoods, self.most - self.labels
            )
            self.labels += bound.table.size
            if bound.whole:
                return bound
            if before is not None or not bound.too_tall:
                break
            scale = scale.coarser(self.network)
        return None

    def _take(self, tour: Tour | None) -> None:
        """Keep a trip if it has enough prize."""
        if tour is not None and tour.prize >= self.least:
            self.tour, self.least = tour, tour.prize + 1

    def _search(self, bound: CompletionBound, width: int) -> None:
        """Search by labels among what the bound leaves."""
        room = (self.most - self.labels) // _TRIP
        if room < 1:
            return
        found = LabelSearch(bound, self.rules, self.least).run(width, room)
        self.labels += found.labels * _TRIP
        self._take(found.tour)
        self.ceiling = min(self.ceiling, max(self.least - 1, found.beyond))
