"""The most prize: which of many optional stops to make, and in which order, exactly.

A bound on walks that forget and forward label-setting take turns. The walk that collects the
most shows what the bound has to remember; the labels that the bound leaves give trips. The trip
found is the best once the two meet, which is often before the walk is free of cycles.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from geoeval.planning.instance import Instance
from geoeval.planning.orienteering.bound import (
    CompletionBound,
    Neighbours,
    PrizeScale,
    without_cycles,
)
from geoeval.planning.orienteering.labels import LabelSearch
from geoeval.planning.orienteering.network import Tour, prize_network
from geoeval.planning.problem import check_order
from geoeval.planning.stop import clipped

DEFAULT_LABELS = 5_000_000
# Labels of a layer in a narrow search, the factor to the next wider one, and the widest.
_NARROW, _WIDER, _WIDE = 64, 8, 1 << 15
_WALKS = 16  # walks of which the cycles are forbidden at a time
_REMEMBERED = 12  # stops that one remembers at most: the table has 2**12 states for it then
_LEGS = 512  # legs in a table that take about as long as a label
_TABLES = 0.75  # the share of the labels that goes to tables; the rest is for a last search


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTour:
    """The best trip found, and how good it is; the first three are None if none was found."""

    order: tuple[int, ...] | None
    value: int | None
    finish: int | None
    bound: int  # no trip has more prize than this; 0 if there is no trip
    proved: bool  # whether no trip has more prize; without an order, whether there is no trip
    earliest: bool  # whether no trip of that prize is over earlier
    labels: int  # how many were made


def richest_tour(
    instance: Instance, *, max_labels: int = DEFAULT_LABELS, start: Sequence[int] | None = None
) -> PrizeTour:
    """Find the trip with the greatest sum of prizes; of those, one that is over first.

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
    >>> from geoeval.planning import Stop, TravelMatrix, TripProblem
    >>> from geoeval.planning.instance import instance_of
    >>> prizes = {"fountain": 1, "museum": 5, "tower": 3}
    >>> stops = tuple(Stop(name=n, prize=p, mandatory=False) for n, p in prizes.items())
    >>> travel = TravelMatrix([[0, 4, 4], [4, 0, 9], [4, 9, 0]])
    >>> trip = TripProblem(stops=stops, travel=travel, origin=0, deadline=8)
    >>> found = richest_tour(instance_of(trip), max_labels=10_000)
    >>> found.order, found.value, found.finish, found.proved
    ((0, 1), 6, 4, True)
    """
    check_order(start or (), instance.problem)
    days, labels = len(instance.problem.days), 0
    orders = [start or (), ()]
    if days > 1:
        order, labels = _day_by_day(instance, max_labels // (2 * days))
        orders.append(order)
    ascent = _Ascent(instance, ((),) * instance.count, max_labels - labels)
    tours = [ascent.network.replay(order) for order in orders]
    best = max((tour for tour in tours if tour), key=_merit, default=None)
    best = ascent.run(0 if best is None else best.prize + 1) or best
    proved = earliest = ascent.proved
    labels, bound = labels + ascent.labels, ascent.ceiling
    while proved and best is not None:
        sooner = _over_before(instance, best.finish)
        ascent = _Ascent(sooner, ascent.neighbours, max_labels - labels)
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
    """A search for trips of some prize or more: bounds that remember more and more, and labels.

    ``ceiling`` is the most prize that a trip may have as far as is known, ``most`` how many labels
    may be made.
    """

    def __init__(self, instance: Instance, neighbours: Neighbours, most: int) -> None:
        self.network = prize_network(instance)
        self.neighbours = neighbours
        self.most, self.labels, self.searched = most, 0, 0
        self.ceiling = int(self.network.prize.sum())
        self.least = 0
        self.tour: Tour | None = None

    @property
    def proved(self) -> bool:
        """Whether no trip is left that has enough prize."""
        return self.ceiling < self.least

    def run(self, least: int, *, first: bool = False) -> Tour | None:
        """Return the best trip found of some prize or more, or the first one."""
        self.least, self.first = least, first
        if not self.network.count:
            self._take(self.network.replay(()))
        if not self.network.count or not self.network.possible:
            self.ceiling = self.least - 1
        bound = self._coarse()
        while bound is not None and not self._over:
            self.ceiling = min(self.ceiling, bound.ceiling)
            walks = bound.walks(self.least, _WALKS)
            for walk in walks:
                self._take(self.network.replay(tuple(dict.fromkeys(walk))))
            if 2 * self.searched <= self.labels:
                self._search(bound, _NARROW)
            tighter = self._tighter(bound, walks)
            if tighter is None:
                self._search_all(bound, max(map(len, walks), default=self.network.count))
            bound = tighter
        return self.tour

    @property
    def _over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.proved or (self.first and self.tour is not None)

    def _coarse(self) -> CompletionBound | None:
        """Return the first table, on the finest scale that it can have; None if there is none."""
        scale = PrizeScale.of(self.network)
        while not self._over:
            bound = self._table(scale, self.neighbours, self.most - self.labels)
            if bound.whole:
                return bound
            if not bound.too_tall:
                break
            scale = scale.coarser(self.network)
        return None

    def _tighter(
        self, bound: CompletionBound, walks: Sequence[Sequence[int]]
    ) -> CompletionBound | None:
        """Return the table without the cycles of some walks; None if there is no room for it."""
        room = int(_TABLES * self.most) - self.labels
        not_before = self.network.instance.not_before
        for chosen in (walks, walks[:1]):
            longer = self.neighbours
            for walk in chosen:
                longer = without_cycles(longer, walk, _REMEMBERED, not_before)
            growth = _states(longer) / _states(self.neighbours)
            if longer == self.neighbours or self._over:
                return None
            if bound.tried * growth <= room * _LEGS:
                tighter = self._table(bound.scale, longer, room)
                if tighter.whole:
                    self.neighbours = longer
                    return tighter
        return None

    def _table(self, scale: PrizeScale, neighbours: Neighbours, room: int) -> CompletionBound:
        """Fill a table with some labels at most."""
        bound = CompletionBound(self.network, scale, neighbours, max(room, 0) * _LEGS)
        self.labels += -(-bound.tried // _LEGS)
        return bound

    def _search_all(self, bound: CompletionBound, layers: int) -> None:
        """Search wider and wider among what the bound leaves, with the labels that are left."""
        width, fits = _NARROW, True
        while fits and width < _WIDE and not self._over:
            width *= _WIDER
            room = (self.most - self.labels) // (self.network.count * layers)
            fits = width < room
            self._search(bound, min(width, room))

    def _search(self, bound: CompletionBound, width: int) -> None:
        """Search by labels, of which a layer has some at most."""
        if self._over:
            return
        room = self.most - self.labels
        found = LabelSearch(bound, self.least).run(width, room)
        self.labels += found.tried
        self.searched += found.tried
        self._take(found.tour)
        self.ceiling = min(self.ceiling, max(self.least - 1, found.beyond))

    def _take(self, tour: Tour | None) -> None:
        """Keep a trip if it has enough prize."""
        if tour is not None and tour.prize >= self.least:
            self.tour, self.least = tour, tour.prize + 1


def _states(neighbours: Neighbours) -> int:
    """Return the number of stops and what each may remember."""
    return sum(1 << len(own) for own in neighbours)


def _day_by_day(instance: Instance, most: int) -> tuple[tuple[int, ...], int]:
    """Fill the days of a trip one by one, each with what is left; return that and the labels.

    Precedence is kept within a day only, and mandatory stops count no more than others: a first
    good trip. At most ``most`` labels are made for each day.
    """
    order: tuple[int, ...] = ()
    labels = 0
    for number in range(len(instance.problem.days)):
        day = _alone(instance, number, order)
        ascent = _Ascent(day, ((),) * instance.count, most)
        tour = ascent.run(0)
        labels += ascent.labels
        order += () if tour is None else tour.order
    return order, labels


def _alone(instance: Instance, number: int, made: Collection[int]) -> Instance:
    """Return one day of a trip, without the stops that are made on others."""
    begins, ends = instance.problem.days[number]
    depart, limit = max(begins, instance.depart), min(ends, instance.limit)
    stops = tuple(replace(stop, mandatory=False) for stop in instance.problem.stops)
    return replace(
        instance,
        problem=replace(instance.problem, stops=stops),
        depart=depart,
        limit=max(depart, limit),
        starts=tuple(
            () if stop in made else clipped(intervals, depart, limit)
            for stop, intervals in enumerate(instance.starts)
        ),
    )
