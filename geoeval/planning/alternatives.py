"""What else is as good as the best plan, and how much worse the next one is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from geoeval.errors import UsageError, quote
from geoeval.planning.answer import Objective, check_objective
from geoeval.planning.plan import check_table
from geoeval.planning.problem import TripProblem
from geoeval.planning.ticks import whole
from geoeval.planning.timeline import Order

if TYPE_CHECKING:
    from geoeval.planning.table.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedOrders:
    """Orders of all mandatory stops, the best first, with what the objective says of each.

    Parameters
    ----------
    orders
        At most as many as were asked for.
    values
        For each the tick of its finish or departure, its ticks of travel or its distance.
    complete
        Whether no other order holds.
    """

    orders: tuple[Order, ...]
    values: tuple[int, ...]
    complete: bool

    @property
    def tied(self) -> int:
        """How many of the orders are as good as the first."""
        return self.values.count(self.values[0]) if self.values else 0

    @property
    def margin(self) -> int | None:
        """How much worse the second order is than the first: 0 if they are equally good."""
        return abs(self.values[1] - self.values[0]) if len(self.values) > 1 else None


def best_orders(
    problem: TripProblem, k: int = 24, objective: Objective = "earliest_finish"
) -> RankedOrders:
    """Rank the orders of all mandatory stops that hold, the best first.

    Parameters
    ----------
    problem
        The trip, of up to 20 stops. Stops that are not mandatory are made only where they are
        needed to get through.
    k
        How many orders to return at most.
    objective
        "earliest_finish", "latest_departure", or "least_travel" or "least_distance" for a trip
        without limits of time.

    Returns
    -------
    RankedOrders
        The orders; none if no order holds.

    Raises
    ------
    UsageError
        If there are too many stops or the objective is another one.

    Notes
    -----
    Each order costs a walk back through the table of all sets; the table itself is filled once.

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

    if objective not in {"earliest_finish", "latest_departure", "least_travel", "least_distance"}:
        message = (
            f"expected an objective that ranks orders, got {quote(objective)}; see best_choices"
        )
        raise UsageError(message)
    tables = _tables(problem, objective)
    if objective == "latest_departure":
        value, visited = tables.leave_last()
        ranked = tables.ranked_by_departure(visited)
    else:
        value, visited = tables.finish_first()
        ranked = tables.ranked(visited)
    if value >= NEVER:
        return RankedOrders(orders=(), values=(), complete=True)
    k = whole(k, "the number of orders", least=1)
    found = list(islice(ranked, k + 1))
    fixed = problem.leaves if objective in {"least_travel", "least_distance"} else 0
    return RankedOrders(
        orders=tuple(order for _, order in found[:k]),
        values=tuple(ticks - fixed for ticks, _ in found[:k]),
        complete=len(found) <= k,
    )


def best_choices(problem: TripProblem, objective: Objective = "most_visits") -> tuple[Order, ...]:
    """Return all sets of stops that are worth the most and can be made.

    Parameters
    ----------
    problem
        The trip, of up to 20 stops.
    objective
        "most_visits" or "most_prize".

    Returns
    -------
    tuple of tuple of int
        The sets, each in ascending order, the smaller first; none if the mandatory stops cannot
        be made.

    Raises
    ------
    UsageError
        If there are too many stops or the objective is another one.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> stops = tuple(Stop(name=n, duration=10, mandatory=False) for n in "ab")
    >>> matrix = TravelMatrix([[0, 5], [7, 0]])
    >>> best_choices(TripProblem(stops=stops, travel=matrix, deadline=20))
    ((0,), (1,))
    """
    from geoeval.planning.table.subsets import members
    from geoeval.planning.table.tables import worths

    if objective not in {"most_visits", "most_prize"}:
        message = (
            f"expected an objective that counts stops, got {quote(objective)}; see best_orders"
        )
        raise UsageError(message)
    tables = _tables(problem, objective)
    prizes = [stop.prize if objective == "most_prize" else 1 for stop in problem.stops]
    worth = worths(tables.ends, prizes, tables.instance.mandatory)
    most = worth.max()
    return tuple(members(int(s)) for s in tables.ends.sets[worth == most]) if most >= 0 else ()


def finish_by_count(problem: TripProblem) -> tuple[int | None, ...]:
    """Return the earliest finish with any k stops, for k from 0 to all; None if no k go together.

    Raises
    ------
    UsageError
        If there are too many stops.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> stops = (Stop(name="a", duration=10), Stop(name="b", duration=20))
    >>> finish_by_count(TripProblem(stops=stops, travel=TravelMatrix([[0, 5], [None, 0]])))
    (0, 10, 35)
    """
    import numpy as np

    table = _tables(problem, "most_visits").ends
    edges = np.flatnonzero(np.diff(np.bitwise_count(table.sets), prepend=-1))
    least = np.minimum.reduceat(table.finishes, edges)
    return tuple(None if tick >= table.never else int(tick) + table.zero for tick in least)


def _tables(problem: TripProblem, objective: Objective) -> Tables:
    """Return the tables of a problem, if it is fit for them."""
    from geoeval.planning.by_table import asked
    from geoeval.planning.instance import instance_of
    from geoeval.planning.table.tables import Tables

    check_objective(problem, objective)
    check_table(problem, objective)
    late = objective == "latest_departure"
    return Tables(instance_of(asked(problem, objective), leave_last=late))
