"""The feasible stops of a trip with optional stops, and the latest tick of each.

Every value is a relaxation: it may allow infeasible trips but never excludes feasible ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from geoeval.planning.instance import NEVER, Flags, Instance, Nodes, Ticks


class Tour(NamedTuple):
    """A complete trip."""

    prize: int
    finish: int
    order: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PrizeNetwork:
    """The m feasible stops, renumbered from 0; the origin has number m."""

    instance: Instance
    legs: BackwardLegs
    stops: Nodes  # (m,) their indices in the instance, ascending
    home: Ticks  # (m + 1,) the latest departure from each that still reaches the end
    # (m + 1, m) the latest departure from each (row) that still visits a stop (column), directly
    # or not, and reaches the end; the diagonal is unused.
    reach: Ticks
    arcs: Flags  # (m + 1, m) whether a stop can come directly after another

    @property
    def count(self) -> int:
        """The number of feasible stops."""
        return len(self.stops)

    @property
    def possible(self) -> bool:
        """Whether the end and each mandatory stop may be reachable."""
        due = self.due == int(self.mandatory.sum())
        return due and bool(self.home[-1] >= self.instance.depart)

    @cached_property
    def nodes(self) -> Nodes:
        """The indices of the stops and the origin in the instance."""
        return np.append(self.stops, self.instance.count)

    @cached_property
    def duration(self) -> Ticks:
        """The length of each stay in ticks, shape (m,)."""
        return self.instance.duration[self.stops]

    @cached_property
    def prize(self) -> Ticks:
        """The prize of each stop, shape (m,)."""
        return self.instance.prize[self.stops]

    @cached_property
    def mandatory(self) -> Flags:
        """Whether each stop is mandatory, shape (m,)."""
        return np.array([self.instance.mandatory >> int(i) & 1 for i in self.stops], dtype=bool)

    def latest_departures(self, arrivals: Ticks, origins: Nodes, targets: Nodes) -> Ticks:
        """Return the latest departures that arrive by given ticks, elementwise."""
        return self.legs.latest_departures(arrivals, self.nodes[origins], self.nodes[targets])

    def rides(self, origins: Nodes, targets: Nodes) -> Ticks | None:
        """Return the ticks of legs, or None if they depend on the departure."""
        legs = self.legs
        return legs.ride[0, self.nodes[origins], self.nodes[targets]] if legs.static else None

    def latest_arrivals(self, leaves: Ticks, stops: Nodes) -> Ticks:
        """Return the latest arrivals for stays that end by given ticks, elementwise."""
        return self.legs.latest_arrivals(leaves, self.nodes[stops])

    def stay_ends(self, ticks: Ticks, origins: Nodes, targets: Nodes) -> Ticks:
        """Return the ends of stays, given the departures from the previous stops, or NEVER."""
        starts = self._start_ticks(ticks, origins, self.nodes[targets], self.nodes[targets])
        stay_ends: Ticks = np.minimum(starts + self.duration[targets], NEVER)
        return stay_ends

    def finishes(self, ticks: Ticks, origins: Nodes) -> Ticks:
        """Return the finishes of trips, given the departures from their last stops, or NEVER."""
        ends = np.full_like(origins, self.instance.count)
        return self._start_ticks(ticks, origins, ends + 1, ends)

    def _start_ticks(self, ticks: Ticks, origins: Nodes, targets: Nodes, openings: Nodes) -> Ticks:
        arrivals = self.instance.arrivals(ticks, self.nodes[origins], targets)
        return self.instance.stay_starts(arrivals, self.instance.openings, openings)

    def closed_after(self, closed: Flags, origin: Nodes, stop: Nodes, tick: Ticks) -> Flags:
        """Return which stops are closed after a stop is added to each trip."""
        closed_stops: Flags = tick[:, None] > self.reach[stop]
        closed_stops |= closed | self.barred[stop] | self.missed[origin]
        return closed_stops

    def replay(self, order: Sequence[int]) -> Tour | None:
        """Return the tour that visits some stops in order; None if it is infeasible."""
        if not np.isin(order, self.stops).all():
            return None
        nodes = np.searchsorted(self.stops, np.array(order, dtype=np.intp))
        last, tick = np.array([self.count]), np.array([self.instance.depart])
        closed = np.zeros((1, self.count), dtype=bool)
        for stop in nodes.reshape(-1, 1):
            tick = self.stay_ends(tick, last, stop)
            if closed[0, stop[0]] or tick[0] >= NEVER:
                return None
            closed, last = self.closed_after(closed, last, stop, tick), stop
        finish = int(self.finishes(tick, last)[0])
        if finish >= NEVER or int(self.mandatory[nodes].sum()) < self.due:
            return None
        return Tour(int(self.prize[nodes].sum()), finish, tuple(order))

    @property
    def due(self) -> int:
        """The number of mandatory stops."""
        return self.instance.mandatory.bit_count()

    @cached_property
    def missed(self) -> Flags:
        """Whether a stop (column) may only directly follow that of a row, shape (m + 1, m)."""
        index = {int(stop): i for i, stop in enumerate(self.stops)}
        missed = np.zeros((self.count + 1, self.count), dtype=bool)
        for first, second in self.instance.after:
            if first in index and second in index:
                missed[index[first], index[second]] = True
        return missed

    @cached_property
    def barred(self) -> Flags:
        """Whether a stop (column) is excluded once another (row) is visited, shape (m, m)."""
        barred = self.instance.barred[np.ix_(self.stops, self.stops)]
        return np.asarray(barred | np.eye(self.count, dtype=np.bool_))


class BackwardLegs:
    """The latest departures for given arrivals, for all stops of an instance."""

    def __init__(self, instance: Instance) -> None:
        count = instance.count
        self.openings = instance.openings
        self.duration = instance.duration
        timed = instance.later if instance.problem.waiting else None
        self.static = timed is None
        self.ride = instance.ride if timed is not None else instance.quickest[None]
        self.later = timed if timed is not None else np.full_like(self.ride, NEVER)
        self.since = instance.since
        self.until = np.append(instance.since[1:] - 1, instance.limit)
        last_end = max((last for _, last in instance.starts[count]), default=-NEVER)
        nodes = np.arange(count + 1)
        last_ends, ends = np.full(count + 1, last_end), np.full(count + 1, count + 1)
        self.homeward = self.latest_departures(last_ends, nodes, ends)

    @property
    def pieces(self) -> int:
        """The number of tables of travel times."""
        return len(self.ride)

    def latest_departures(self, arrivals: Ticks, origins: Nodes, targets: Nodes) -> Ticks:
        """Return the latest departures, elementwise; negative if there is none."""
        if self.static:
            leaves: Ticks = np.maximum(arrivals - self.ride[0, origins, targets], -NEVER)
            return leaves
        leaves = np.full(np.broadcast_shapes(arrivals.shape, origins.shape), -NEVER)
        for k in range(self.pieces):
            direct = arrivals - self.ride[k, origins, targets]
            np.copyto(leaves, np.minimum(direct, self.until[k]), where=direct >= self.since[k])
            waits = self.later[k, origins, targets] <= arrivals
            np.copyto(leaves, self.until[k], where=waits)
        return leaves

    def latest_arrivals(self, leaves: Ticks, stops: Nodes) -> Ticks:
        """Return the latest arrivals, elementwise; -NEVER if there is none."""
        return self.openings.latest_starts(leaves - self.duration[stops], stops)


def prize_network(instance: Instance) -> PrizeNetwork:
    """Build the network of the feasible stops of a trip."""
    legs, count = BackwardLegs(instance), instance.count
    every = np.arange(count)
    sources = np.arange(count + 1)
    home = legs.homeward.copy()
    for _ in every:
        before = home.copy()
        arrivals = legs.latest_arrivals(home[:count], every)
        departures = legs.latest_departures(arrivals[None], sources[:, None], every[None])
        departures[every, every] = -NEVER
        home = np.maximum(home, departures.max(axis=1))
        if (before == home).all():
            break
    arrivals = legs.latest_arrivals(home[:count], every)
    direct = legs.latest_departures(arrivals[None], sources[:, None], every[None])
    direct[every, every] = -NEVER
    reach = _relax_through_stops(direct, legs)
    stops = np.flatnonzero(reach[count] >= instance.depart)
    nodes = np.append(stops, count)
    arcs = direct[np.ix_(nodes, stops)] >= _earliest_ends(instance)[nodes, None]
    arcs[:-1] &= ~instance.barred[np.ix_(stops, stops)]
    return PrizeNetwork(
        instance=instance,
        legs=legs,
        stops=stops,
        home=home[nodes],
        reach=reach[np.ix_(nodes, stops)],
        arcs=arcs,
    )


def _relax_through_stops(direct: Ticks, legs: BackwardLegs) -> Ticks:
    """Return the latest departures to each stop on routes that may pass other stops."""
    count = direct.shape[1]
    sources, reach = np.arange(count + 1), direct.copy()
    for _ in range(count):
        before = reach.copy()
        for via in range(count):
            useful = np.flatnonzero(reach[via] > -NEVER)
            arrivals = legs.latest_arrivals(reach[via, useful], np.full_like(useful, via))
            targets = np.full((1, 1), via)
            departures = legs.latest_departures(arrivals[None], sources[:, None], targets)
            departures[via] = -NEVER
            reach[:, useful] = np.maximum(reach[:, useful], departures)
        if (before == reach).all():
            break
    return reach


def _earliest_ends(instance: Instance) -> Ticks:
    count = instance.count
    opens = np.array([s[0][0] if s else NEVER for s in instance.starts[:count]], dtype=np.int64)
    ready = np.append(opens + instance.duration, instance.depart)
    ride = instance.quickest[: count + 1, :count]
    for _ in range(count):
        arrives = (ready[:, None] + ride).min(axis=0)
        later = np.append(np.maximum(arrives, opens) + instance.duration, instance.depart)
        if (later <= ready).all():
            break
        ready = np.maximum(ready, later)
    least: Ticks = np.minimum(ready, NEVER)
    return least
