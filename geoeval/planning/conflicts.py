"""Conflicts: the stops that cannot all be visited, and the requirements that exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import Order
from geoeval.planning.stop import ALWAYS, MAX_TICKS, Stop
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

    ``kind`` is "departure", "deadline", "budget", "days", "legs" (missing legs),
    "precedence" or "adjacency" (of ``stop`` before ``other``), "windows" or
    "appointment" of ``stop``.
    """

    kind: RequirementKind
    stop: int | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A minimal set of stops that cannot all be visited; leaving out any one makes it feasible.

    ``requirements`` is a minimal set of requirements that exclude each other for these stops; there
    may be other such sets. It is computed each time it is read.
    """

    stops: Order
    problem: TripProblem = field(repr=False)

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        """The requirements in conflict, by the deletion filter of Chinneck and Dravnieks (1991)."""
        return _reduce_requirements(self.stops, self.problem)


def find_conflicts(table: SubsetTable, instance: Instance) -> tuple[Conflict, ...]:
    """Return all minimal infeasible sets of mandatory stops.

    A set is feasible if some trip visits it, with or without other stops. Smaller sets come first;
    ties are in the order of their bit masks.
    """
    import numpy as np

    from geoeval.planning.table import set_members

    count, needed = instance.count, instance.mandatory
    feasible = np.zeros(1 << count, dtype=bool)
    feasible[table.sets] = table.finishes < table.never
    for stop in range(count):
        halves = feasible.reshape(-1, 2, 1 << stop)
        halves[:, 0] |= halves[:, 1]
    minimal = ~feasible
    for stop in range(count):
        minimal_pairs = minimal.reshape(-1, 2, 1 << stop)
        minimal_pairs[:, 1] &= feasible.reshape(-1, 2, 1 << stop)[:, 0]
    sets = np.flatnonzero(minimal)
    sets = sets[(sets & ~needed) == 0]
    ordered = sets[np.argsort(table.rank[sets])]
    return tuple(
        Conflict(stops=set_members(int(stops)), problem=instance.problem) for stops in ordered
    )


def _reduce_requirements(stops: Order, problem: TripProblem) -> tuple[Requirement, ...]:
    """Drop requirements one by one as long as the stops remain infeasible."""
    relaxed, essential = _keep_mandatory(stops, problem), []
    for requirement in list_requirements(stops, problem):
        without = drop_requirement(requirement, relaxed)
        if _is_feasible(stops, without):
            essential.append(requirement)
        else:
            relaxed = without
    kinds = {requirement.kind for requirement in essential}
    tables = (relaxed.travel, *relaxed.modes.values())
    if "budget" in kinds and (kinds & _CLOCK_KINDS or any(len(t.pieces) > 1 for t in tables)):
        # A budget counts from the departure, so the departure cannot be dropped alone.
        essential.append(Requirement(kind="departure"))
    return tuple(essential)


# Without these requirements, the duration of a trip does not depend on its departure.
_CLOCK_KINDS = frozenset({"windows", "appointment", "days", "deadline"})


def _keep_mandatory(stops: Order, problem: TripProblem) -> TripProblem:
    chosen = tuple(replace(stop, mandatory=i in stops) for i, stop in enumerate(problem.stops))
    return replace(problem, stops=chosen)


def _is_feasible(stops: Order, problem: TripProblem) -> bool:
    """Return whether the stops can all be visited, via optional stops if that helps."""
    from geoeval.planning.instance import find_shortcuts, instance_of
    from geoeval.planning.table import SubsetTable, forward_arcs

    if not find_shortcuts(problem, stops):
        problem = problem.restricted(stops)
    instance = instance_of(problem)
    table = SubsetTable(forward_arcs(instance))
    complete = table.sets & instance.mandatory == instance.mandatory
    return bool((table.finishes[complete] < table.never).any())


def list_requirements(stops: Order, problem: TripProblem) -> Iterator[Requirement]:
    """Yield the requirements that concern some stops, in the order of relaxation."""
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


# For each kind of requirement, a function that drops it from a problem.
_RELAXATIONS: dict[RequirementKind, Callable[[TripProblem, Requirement], TripProblem]] = {
    "adjacency": lambda trip, pair: replace(trip, directly=_drop_pair(trip.directly, pair)),
    "precedence": lambda trip, pair: replace(trip, before=_drop_pair(trip.before, pair)),
    "windows": lambda trip, requirement: _change_stop(
        trip, requirement.stop, lambda s: replace(s, windows=None)
    ),
    "appointment": lambda trip, requirement: _change_stop(
        trip, requirement.stop, lambda s: replace(s, starts_at=None)
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
    """Return the problem without one of its requirements."""
    return _RELAXATIONS[requirement.kind](problem, requirement)


def _drop_pair(
    pairs: tuple[tuple[int, int], ...], requirement: Requirement
) -> tuple[tuple[int, int], ...]:
    return tuple(pair for pair in pairs if pair != (requirement.stop, requirement.other))


def _change_stop(
    problem: TripProblem, stop: int | None, change: Callable[[Stop], Stop]
) -> TripProblem:
    stops = tuple(change(other) if i == stop else other for i, other in enumerate(problem.stops))
    return replace(problem, stops=stops)


def _fill_missing_legs(matrix: TravelMatrix) -> TravelMatrix:
    tables = [[[cell or 0 for cell in row] for row in rows] for _, rows in matrix.pieces]
    by_time = {
        since: table for (since, _), table in zip(matrix.pieces[1:], tables[1:], strict=True)
    }
    return TravelMatrix(tables[0], by_time=by_time, period=matrix.period)


def _earliest_departure(problem: TripProblem) -> int:
    """Return a departure so early that it does not constrain the trip."""
    from geoeval.planning.instance import instance_of

    opens = [first for stop in problem.stops for first, _ in stop.starts()]
    ticks = [tick for tick in opens if tick > ALWAYS[0][0]]
    horizon: int = instance_of(replace(problem, deadline=None, budget=None)).limit
    ticks += [begins for begins, _ in problem.days]
    return max(min([problem.depart, *ticks]) - (horizon - problem.depart), -MAX_TICKS)
