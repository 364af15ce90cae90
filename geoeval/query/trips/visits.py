"""Solver for the most stops that fit into the time there is."""

from __future__ import annotations

from dataclasses import replace

from geoeval.planning import TripPlan, finish_by_count, plan_trip
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_kinds import MaxVisits
from geoeval.query.trip_map import TripMap, end_of, limit_of
from geoeval.query.trip_plans import in_any_order, usual_day
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_words import days_in_words, moment, tell, why
from geoeval.query.values import Quantity


def _max_visits(query: MaxVisits, work: Working) -> Quantity:
    """Answer how many of the stops can be visited."""
    trips = in_any_order(query, work, end_of(query, work))
    limited = any(v.windows is not None for trip in trips for v in trip.problem.stops)
    if limit_of(query) is None and not limited:
        raise Blocked(
            reason="under_specified", detail="the question does not say how much time there is"
        )
    plans = [_as_many_as_fit(trip) for trip in trips]
    chosen = usual_day([(-plan.value, plan.schedule.finish) for plan in plans], trips, work)
    assert chosen is not None, "there is a plan on every day"
    best, trip = plans[chosen], trips[chosen]
    if len({plan.value for plan in plans}) > 1:
        work.assume("unstated_day")
        for plan, dated in zip(plans, trips, strict=True):
            work.say(f"{days_in_words(dated.days)}: {plan.value} at most")
    tell(best.schedule, trip, work)
    work.say(f"{best.value} of {len(query.stops)} visits fit{_why_no_more(best.value, trip)}")
    return Quantity(amount=best.value, unit="count")


def _as_many_as_fit(trip: TripMap) -> TripPlan:
    """Plan as many of the stops as fit."""
    stops = tuple(replace(stop, mandatory=False) for stop in trip.problem.stops)
    found = plan_trip(replace(trip.problem, stops=stops), "most_visits")
    if isinstance(found, TripPlan):
        return found
    raise Blocked(reason="missing_leg", detail=why(found.nearest.breaches[0], trip))


def _why_no_more(most: int, trip: TripMap) -> str:
    """Return in words why one more visit does not fit."""
    if most == len(trip.problem.stops):
        return ""
    quickest = finish_by_count(replace(trip.problem, deadline=None))[most + 1]
    if quickest is None or trip.problem.deadline is None:
        return f"; no {most + 1} go together"
    return (
        f"; any {most + 1} are over at {moment(quickest, trip)} at the earliest, "
        f"the limit is {moment(trip.problem.deadline, trip)}"
    )


SOLVERS: dict[type[Model], Solver] = dict(
    [
        trip_solver(
            MaxVisits, _max_visits, "opening_hours", "unstated_day", "return_leg", "missing_leg"
        ),
    ]
)
