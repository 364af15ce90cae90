"""Alternatives to the best plan: ties, runners-up and margins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from geoeval.errors import UsageError, quote
from geoeval.planning.answer import InfeasibleTrip, Objective, check_objective
from geoeval.planning.plan import check_table, plan_trip, table_for
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import Order
from geoeval.planning.stop import check_integer

if TYPE_CHECKING:
    from geoeval.planning.instance import Flags, Instance, Nodes
    from geoeval.planning.table import SubsetTable


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedOrders:
    """Feasible orders of all mandatory stops, best first.

    ``values`` holds the value of each order: the tick of its finish or departure, its ticks of
    travel, or its distance. ``complete`` is True if no other order is feasible.
    """

    orders: tuple[Order, ...]
    values: tuple[int, ...]
    complete: bool

    @property
    def tied(self) -> int:
        """The number of orders that tie for first place, including the first."""
        return self.values.count(self.values[0]) if self.values else 0

    @property
    def margin(self) -> int | None:
        """How much worse the second order is than the first; 0 for a tie."""
        return abs(self.values[1] - self.values[0]) if len(self.values) > 1 else None


def best_orders(
    problem: TripProblem, k: int = 24, objective: Objective = "earliest_finish"
) -> RankedOrders:
    """Rank the feasible orders of all mandatory stops, best first.

    Parameters
    ----------
    problem
        The trip, with up to 20 stops. Optional stops are visited only if a leg needs them.
    k
        The maximum number of orders to return.
    objective
        "earliest_finish" or "latest_departure"; for a trip without time limits also
        "least_travel" or "least_distance".

    Raises
    ------
    UsageError
        If the trip has too many stops or the objective does not rank orders.

    Notes
    -----
    The table of all sets of stops is filled once; each order takes one walk back through it.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> stops = (Stop(name="a", duration=10), Stop(name="b", duration=10))
    >>> trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 5], [7, 0]]))
    >>> ranked = best_orders(trip)
    >>> ranked.orders, ranked.values, ranked.margin
    (((0, 1), (1, 0)), (25, 27), 2)
    """
    from geoeval.planning.instance import NEVER
    from geoeval.planning.table import find_earliest, ranked_orders

    if objective not in {"earliest_finish", "latest_departure", "least_travel", "least_distance"}:
        raise UsageError(
            f"expected an objective that ranks orders, got {quote(objective)}; see best_choices"
        )
    table, needed = _build_table(problem, objective)
    value, visited = find_earliest(table, needed)
    if abs(value) >= NEVER:
        return RankedOrders(orders=(), values=(), complete=True)
    k = check_integer(k, "k", minimum=1)
    ranked = list(islice(ranked_orders(table, visited), k + 1))
    offset = problem.leaves if objective in {"least_travel", "least_distance"} else 0
    return RankedOrders(
        orders=tuple(order for _, order in ranked[:k]),
        values=tuple(ticks - offset for ticks, _ in ranked[:k]),
        complete=len(ranked) <= k,
    )


def best_choices(problem: TripProblem, objective: Objective = "most_visits") -> tuple[Order, ...]:
    """Return all feasible sets of stops with the highest value, smaller sets first.

    ``problem`` has up to 20 stops; ``objective`` is "most_visits" or "most_prize". The
    result is empty if the mandatory stops cannot all be visited.

    Raises
    ------
    UsageError
        If the trip has too many stops or the objective does not choose stops.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> stops = tuple(Stop(name=n, duration=10, mandatory=False) for n in "ab")
    >>> best_choices(TripProblem(stops=stops, travel=TravelMatrix([[0, 5], [7, 0]]), deadline=20))
    ((0,), (1,))
    """
    from geoeval.planning.table import prizes_of_sets, set_members

    if objective not in {"most_visits", "most_prize"}:
        raise UsageError(
            f"expected an objective that chooses stops, got {quote(objective)}; see best_orders"
        )
    table, needed = _build_table(problem, objective)
    prizes = [stop.prize if objective == "most_prize" else 1 for stop in problem.stops]
    worth = prizes_of_sets(table, prizes, needed)
    highest = worth.max()
    return tuple(set_members(int(s)) for s in table.sets[worth == highest]) if highest >= 0 else ()


def finish_by_count(problem: TripProblem) -> tuple[int | None, ...]:
    """Return the earliest finish with any k stops, for k from 0 to all; None if infeasible.

    Raises
    ------
    UsageError
        If the trip has too many stops.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> stops = (Stop(name="a", duration=10), Stop(name="b", duration=20))
    >>> finish_by_count(TripProblem(stops=stops, travel=TravelMatrix([[0, 5], [None, 0]])))
    (0, 10, 35)
    """
    import numpy as np

    table, _ = _build_table(problem, "most_visits")
    edges = np.flatnonzero(np.diff(np.bitwise_count(table.sets), prepend=-1))
    earliest = np.minimum.reduceat(table.finishes, edges)
    return tuple(None if tick >= table.never else int(tick) + table.zero for tick in earliest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A tick or a number of ticks, and an order of all mandatory stops that achieves it."""

    ticks: int
    order: Order


def latest_leave(problem: TripProblem, stop: int) -> Moment | InfeasibleTrip:
    """Find the latest tick at which the trip can leave a stop without a violation.

    ``problem`` has up to 20 stops and a deadline; the other mandatory stops come before or after
    this one. Waiting at the place after the stay is allowed, even past its closing time.

    Raises
    ------
    UsageError
        If there is no such stop, nothing limits the trip, or the table cannot plan it.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window
    >>> museum = Stop(name="museum", duration=60, windows=(Window(540, 720),))
    >>> trip = TripProblem(
    ...     stops=(Stop(name="cafe", duration=30), museum),
    ...     travel=TravelMatrix([[0, 15], [15, 0]]), depart=500, deadline=900, unit="minute",
    ... )
    >>> latest_leave(trip, 0)
    Moment(ticks=900, order=(1, 0))
    """
    _check_stop(problem, stop)
    if problem.deadline is None and not problem.days:
        raise UsageError(
            "expected a trip with a deadline; nothing limits how late a stop can be left"
        )
    return _find_best_moment(problem, stop, None)


def free_time(problem: TripProblem, stop: int) -> Moment | InfeasibleTrip:
    """Find the maximum number of ticks between the arrival at a stop and its fixed start.

    ``problem`` has up to 20 stops, and ``stop`` has ``starts_at``. The other mandatory stops come
    before or after it.

    Raises
    ------
    UsageError
        If there is no such stop, it has no fixed start, or the table cannot plan the trip.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> trip = TripProblem(
    ...     stops=(Stop(name="cafe", duration=30), Stop(name="opera", starts_at=1140)),
    ...     travel=TravelMatrix([[0, 20], [20, 0]]), origin=0, depart=900, deadline=1300,
    ...     unit="minute",
    ... )
    >>> free_time(trip, 1)
    Moment(ticks=220, order=(1, 0))
    """
    _check_stop(problem, stop)
    booked = problem.stops[stop].starts_at
    if booked is None:
        raise UsageError(
            f"expected a stop with a fixed start, got {quote(problem.stops[stop].name)}"
        )
    return _find_best_moment(problem, stop, booked)


def _check_stop(problem: TripProblem, stop: int) -> None:
    if not 0 <= stop < len(problem.stops):
        raise UsageError(
            f"expected the index of a stop, from 0 to {len(problem.stops) - 1}, got {quote(stop)}"
        )
    if len(problem.days) > 1 or problem.budget is not None:
        raise UsageError("expected a trip of one day without a budget to find the best moment")
    check_table(problem, "earliest_finish")


def _find_best_moment(
    trip: TripProblem, target: int, booked: int | None
) -> Moment | InfeasibleTrip:
    """Find the best moment at a stop over all splits of the other stops into before and after.

    The value is the departure tick, or the time from the arrival to ``booked`` if that is given.
    """
    visited = [i for i, candidate in enumerate(trip.stops) if candidate.mandatory or i == target]
    stops = [replace(candidate, mandatory=True) for candidate in trip.stops]
    problem = replace(trip, stops=tuple(stops)).restricted(visited)
    stop = visited.index(target)
    import numpy as np

    from geoeval.planning.instance import NEVER, instance_of
    from geoeval.planning.table import SubsetTable, backward_arcs, forward_arcs, order_ending_with

    instance = instance_of(problem)
    forward, backward = SubsetTable(forward_arcs(instance)), SubsetTable(backward_arcs(instance))
    bit, every = 1 << stop, (1 << len(problem.stops)) - 1
    sets = np.arange(every + 1)
    sets = sets[sets & bit == 0]
    rest = every ^ bit ^ sets
    arrives = forward.arrivals_at(stop)[forward.rank[sets]]
    leaves = -backward.arrivals_at(stop)[backward.rank[rest]]
    possible = _precedence_mask(instance, sets, rest, stop)
    possible &= (arrives < NEVER) & (leaves > -NEVER)
    end = forward.ends[stop, forward.rank[sets | bit]]
    possible &= (end < forward.never) & (end.astype(np.int64) + forward.zero <= leaves)
    values = np.where(possible, leaves if booked is None else booked - arrives, -NEVER)
    if not possible.any():
        infeasible = plan_trip(problem)
        assert isinstance(infeasible, InfeasibleTrip), "an order would have a feasible split"
        return infeasible
    best = int(np.argmax(values))
    before, after = int(sets[best]), int(rest[best])
    prefix = order_ending_with(forward, before | bit, stop)
    suffix = order_ending_with(backward, after | bit, stop)
    order = (*prefix, *reversed(suffix[:-1]))
    return Moment(ticks=int(values[best]), order=tuple(visited[i] for i in order))


def _precedence_mask(instance: Instance, sets: Nodes, rest: Nodes, stop: int) -> Flags:
    """Return whether precedence holds, for each split of the other stops around ``stop``."""
    visited = sets | 1 << stop
    holds = visited >= 0
    for other, mask in enumerate(instance.not_before):
        holds &= (rest >> other & 1 == 0) | (visited & mask == 0)
    for first, second in instance.after:
        holds &= (sets >> first & 1 == 0) | (rest >> second & 1 == 0)
    return holds


def _build_table(problem: TripProblem, objective: Objective) -> tuple[SubsetTable, int]:
    check_objective(problem, objective)
    instance, table = table_for(problem, objective)
    return table, instance.mandatory
