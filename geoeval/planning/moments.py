"""The latest moment to leave a stop, and the most free time before an appointment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from geoeval.errors import UsageError, quote
from geoeval.planning.answer import InfeasibleTrip
from geoeval.planning.plan import check_table, plan_trip
from geoeval.planning.problem import TripProblem
from geoeval.planning.timeline import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A tick, or a number of ticks, and an order of all mandatory stops that allows it."""

    ticks: int
    order: Order


def latest_leave(problem: TripProblem, stop: int) -> Moment | InfeasibleTrip:
    """Find how late one can leave a stop and still keep everything.

    Parameters
    ----------
    problem
        The trip, of up to 20 stops, with a deadline. Its mandatory stops are made, some before
        this one, the others after it.
    stop
        The number of the stop.

    Returns
    -------
    Moment or InfeasibleTrip
        The last tick at which one can leave, and an order; or why there is no plan at all. One
        may wait at the place after the stay, past its closing too.

    Raises
    ------
    UsageError
        If there is no such stop, nothing limits the trip, or it does not fit the tables.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window
    >>> trip = TripProblem(
    ...     stops=(
    ...         Stop(name="cafe", duration=30),
    ...         Stop(name="museum", duration=60, windows=(Window(540, 720),)),
    ...     ),
    ...     travel=TravelMatrix([[0, 15], [15, 0]]), depart=500, deadline=900, unit="minute",
    ... )
    >>> latest_leave(trip, 0)
    Moment(ticks=900, order=(1, 0))
    """
    _check(problem, stop)
    if problem.deadline is None and not problem.days:
        message = "expected a deadline, to leave a stop at the latest: nothing limits the trip"
        raise UsageError(message)
    return _best(problem, stop, None)


def free_time(problem: TripProblem, stop: int) -> Moment | InfeasibleTrip:
    """Find how much time can be left before an appointment, the way to it deducted.

    Parameters
    ----------
    problem
        The trip, of up to 20 stops. Its mandatory stops are made, some before the appointment.
    stop
        The number of the stop, which has ``starts_at``.

    Returns
    -------
    Moment or InfeasibleTrip
        The most ticks between the arrival at the stop and its start, and an order; or why there
        is no plan at all.

    Raises
    ------
    UsageError
        If there is no such stop, it has no fixed start, or the trip does not fit the tables.

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
    _check(problem, stop)
    booked = problem.stops[stop].starts_at
    if booked is None:
        message = f"expected a stop with a fixed start: {quote(problem.stops[stop].name)}"
        raise UsageError(message)
    return _best(problem, stop, booked)


def _check(problem: TripProblem, stop: int) -> None:
    """Raise if there is no such stop, or the trip is not fit for the tables."""
    if not 0 <= stop < len(problem.stops):
        message = f"expected a stop from 0 to {len(problem.stops) - 1}: {quote(stop)}"
        raise UsageError(message)
    if len(problem.days) > 1 or problem.budget is not None:
        message = "expected a trip of one day without a budget, to find the best moment"
        raise UsageError(message)
    check_table(problem, "earliest_finish")


def _best(whole: TripProblem, wanted: int, booked: int | None) -> Moment | InfeasibleTrip:
    """Try every set of stops made before the one that is wanted; the others come after it.

    What counts is the time from the arrival to ``booked``, or the tick of leaving if that is None.
    """
    made = [i for i, held in enumerate(whole.stops) if held.mandatory or i == wanted]
    needed = [replace(held, mandatory=True) for held in whole.stops]
    problem = replace(whole, stops=tuple(needed)).restricted(made)
    stop = made.index(wanted)
    import numpy as np

    from geoeval.planning.instance import NEVER, instance_of
    from geoeval.planning.table.ranking import chain
    from geoeval.planning.table.subsets import arrivals_at
    from geoeval.planning.table.tables import Tables

    tables = Tables(instance_of(problem))
    ends, begins = tables.ends, tables.begins
    bit, every = 1 << stop, (1 << len(problem.stops)) - 1
    sets = np.array([s for s in range(every + 1) if not s & bit])
    rest = every ^ bit ^ sets
    arrives = arrivals_at(stop, tables.onward, ends)[ends.rank[sets]]
    leaves = -arrivals_at(stop, tables.homeward, begins)[begins.rank[rest]]
    over = ends.ends[stop, ends.rank[sets | bit]].astype(np.int64) + ends.zero
    possible = (arrives < NEVER) & (leaves > -NEVER) & (over <= leaves)
    possible &= ends.ends[stop, ends.rank[sets | bit]] < ends.never
    for other, mask in enumerate(tables.instance.not_before):
        possible &= (rest >> other & 1 == 0) | ((sets | bit) & mask == 0)
    for first, second in tables.instance.after:
        possible &= (sets >> first & 1 == 0) | (rest >> second & 1 == 0)
    values = np.where(possible, leaves if booked is None else booked - arrives, -NEVER)
    if not possible.any():
        found = plan_trip(problem)
        assert isinstance(found, InfeasibleTrip), "no set before and after, hence no order"
        return found
    chosen = int(np.argmax(values))
    before, after = int(sets[chosen]), int(rest[chosen])
    prefix = chain(ends, tables.onward, before | bit, stop)
    suffix = chain(begins, tables.homeward, after | bit, stop)
    order = (*prefix, *reversed(suffix[:-1]))
    return Moment(ticks=int(values[chosen]), order=tuple(made[i] for i in order))
