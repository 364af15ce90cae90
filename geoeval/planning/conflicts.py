"""Conflicts: the stops that cannot all be visited, and the requirements that exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import Order
from geoeval.planning.stop import ALWAYS, MOST_TICKS, Stop
from geoeval.planning.travel import TravelMatrix

if TYPE_CHECKING:
    from geoeval.planning.instance import Instance
    from geoeval.planning.table import SubsetTable

RequirementKind = Literal[
    "departure",
    "deadline",
    "budget",
    "days",
    "legs",
    "precedence",
    "adjacency",
    "windows",
    "appointment",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """A requirement of a trip that could be dropped.

    ``kind`` is "departure", "deadline", "budget", "days", "legs" (a leg that is missing),
    "precedence" or "adjacency" (of ``stop`` before ``other``), "windows" or
    "appointment" of ``stop``.
    """

    kind: RequirementKind
    stop: int | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A smallest set of stops that cannot all be made: without any one of them the others can.

    ``requirements`` is a smallest set of requirements that exclude each other for these stops;
    there may be further such sets. It is computed on first use.
    """

    stops: Order
    problem: TripProblem = field(repr=False)

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        """The requirements in conflict, by the deletion filter of Chinneck and Dravnieks (1991)."""
        return _reduce_requirements(self.stops, self.problem)


def find_conflicts(table: SubsetTable, instance: Instance) -> tuple[Conflict, ...]:
    """Return all smallest infeasible sets of mandatory stops.

    A set is feasible if any trip makes it, with any other stops. The smaller sets come first;
    ties are in the order of their bit masks.
    """
    import numpy as np

    from geoeval.planning.table import set_members

    count, needed = instance.count, instance.mandatory
    held = np.zeros(1 << count, dtype=bool)
    held[table.sets] = table.finishes < table.never
    for stop in range(count):
        halves = held.reshape(-1, 2, 1 << stop)
        halves[:, 0] |= halves[:, 1]
    smallest = ~held
    for stop in range(count):
        shrunk, broken = smallest.reshape(-1, 2, 1 << stop), held.reshape(-1, 2, 1 << stop)
        shrunk[:, 1] &= broken[:, 0]
    found = np.flatnonzero(smallest)
    found = found[(found & ~needed) == 0]
    chosen = found[np.argsort(table.rank[found])]
    return tuple(
        Conflict(stops=set_members(int(stops)), problem=instance.problem) for stops in chosen
    )


def _reduce_requirements(stops: Order, problem: TripProblem) -> tuple[Requirement, ...]:
    """Drop one requirement after the other while the stops remain infeasible."""
    relaxed, kept = _keep_mandatory(stops, problem), []
    for requirement in list_requirements(stops, problem):
        less = drop_requirement(requirement, relaxed)
        if _is_feasible(stops, less):
            kept.append(requirement)
        else:
            relaxed = less
    kinds = {requirement.kind for requirement in kept}
    tables = (relaxed.travel, *relaxed.modes.values())
    if "budget" in kinds and (kinds & _BY_THE_CLOCK or any(len(t.pieces) > 1 for t in tables)):
        # A budget counts from the departure, so the departure cannot be given up alone.
        kept.append(Requirement(kind="departure"))
    return tuple(kept)


# Without any of these, a trip takes as long whenever it departs.
_BY_THE_CLOCK = frozenset({"windows", "appointment", "days", "deadline"})


def _keep_mandatory(stops: Order, problem: TripProblem) -> TripProblem:
    """Return the problem with only some stops mandatory; the others become optional."""
    chosen = tuple(replace(stop, mandatory=i in stops) for i, stop in enumerate(problem.stops))
    return replace(problem, stops=chosen)


def _is_feasible(stops: Order, problem: TripProblem) -> bool:
    """Return whether some stops can be made, with optional stops where they help."""
    from geoeval.planning.instance import find_shortcuts, instance_of
    from geoeval.planning.table import SubsetTable, forward_arcs

    if not find_shortcuts(problem, stops):
        problem = problem.restricted(stops)
    instance = instance_of(problem)
    table = SubsetTable(forward_arcs(instance))
    complete = table.sets & instance.mandatory == instance.mandatory
    return bool((table.finishes[complete] < table.never).any())


def list_requirements(stops: Order, problem: TripProblem) -> Iterator[Requirement]:
    """Yield the requirements of a trip to some stops, in the order of relaxation."""
    for pair in problem.directly:
        if set(pair) <= set(stops):
            yield Requirement(kind="adjacency", stop=pair[0], other=pair[1])
    for pair in problem.before:
        if set(pair) <= set(stops):
            yield Requirement(kind="precedence", stop=pair[0], other=pair[1])
    for stop in stops:
        if problem.stops[stop].windows is not None:
            yield Requirement(kind="windows", stop=stop)
        if problem.stops[stop].starts_at is not None:
            yield Requirement(kind="appointment", stop=stop)
    common: tuple[tuple[RequirementKind, bool], ...] = (
        ("legs", True),
        ("days", bool(problem.days)),
        ("budget", problem.budget is not None),
        ("deadline", problem.deadline is not None),
        ("departure", problem.budget is None),
    )
    for kind, given in common:
        if given:
            yield Requirement(kind=kind)


# The relaxation of a problem for each kind of requirement.
_WITHOUT: dict[RequirementKind, Callable[[TripProblem, Requirement], TripProblem]] = {
    "adjacency": lambda trip, demand: replace(trip, directly=_drop_pair(trip.directly, demand)),
    "precedence": lambda trip, demand: replace(trip, before=_drop_pair(trip.before, demand)),
    "windows": lambda trip, demand: _change_stops(
        trip, demand.stop, lambda s: replace(s, windows=None)
    ),
    "appointment": lambda trip, demand: _change_stops(
        trip, demand.stop, lambda s: replace(s, starts_at=None)
    ),
    "legs": lambda trip, _: replace(
        trip,
        travel=_fill_missing_legs(trip.travel),
        modes={mode: _fill_missing_legs(matrix) for mode, matrix in trip.modes.items()},
    ),
    "days": lambda trip, _: replace(trip, days=()),
    "departure": lambda trip, _: replace(trip, depart=_earliest_departure(trip)),
    "budget": lambda trip, _: replace(trip, budget=None),
    "deadline": lambda trip, _: replace(trip, deadline=None),
}


def drop_requirement(requirement: Requirement, problem: TripProblem) -> TripProblem:
    """Return a problem without one of its requirements."""
    return _WITHOUT[requirement.kind](problem, requirement)


def _drop_pair(
    pairs: tuple[tuple[int, int], ...], requirement: Requirement
) -> tuple[tuple[int, int], ...]:
    return tuple(pair for pair in pairs if pair != (requirement.stop, requirement.other))


def _change_stops(
    problem: TripProblem, stop: int | None, change: Callable[[Stop], Stop]
) -> TripProblem:
    stops = tuple(change(held) if i == stop else held for i, held in enumerate(problem.stops))
    return replace(problem, stops=stops)


def _fill_missing_legs(matrix: TravelMatrix) -> TravelMatrix:
    tables = [[[cell or 0 for cell in row] for row in rows] for _, rows in matrix.pieces]
    by_time = {
        since: table for (since, _), table in zip(matrix.pieces[1:], tables[1:], strict=True)
    }
    return TravelMatrix(tables[0], by_time=by_time, period=matrix.period)


def _earliest_departure(problem: TripProblem) -> int:
    """Return a departure early enough that it constrains nothing."""
    from geoeval.planning.instance import instance_of

    opens = [first for stop in problem.stops for first, _ in stop.starts()]
    known = [tick for tick in opens if tick > ALWAYS[0][0]]
    horizon: int = instance_of(replace(problem, deadline=None, budget=None)).limit
    known += [begins for begins, _ in problem.days]
    return max(min([problem.depart, *known]) - (horizon - problem.depart), -MOST_TICKS)
