"""The solver for stay plans: an order of cities by direct flights that keeps every date.

A trip is counted in days. A stay of d days from day f lasts until day f + d - 1, on which one
flies on; so it takes d - 1 days of the trip, the flight none, and nothing is left to wait.
"""

from __future__ import annotations

from geoeval.planning import (
    InfeasibleTrip,
    Order,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
)
from geoeval.query.plan_kinds import CityStay, StayPlan
from geoeval.query.values import Infeasible, PlannedStay, Stays
from geoeval.query.working import Blocked, Working

_LABELS = 100_000


def stay_plan(query: StayPlan, work: Working) -> Stays | Infeasible:
    """Find an order of the cities that keeps everything."""
    _say_length(query, work)
    if (broken := _misfit(query)) is not None:
        return Infeasible(first_broken=broken)
    plan = _plan(query)
    if isinstance(plan, TripPlan):
        return _tell(query, plan.order, work)
    cities = len(query.stays)
    if not plan.proved:
        detail = f"no order of the {cities} cities was found, nor was it proved that there is none"
        raise Blocked(reason="not_proved", detail=detail)
    undated = _plan(query.model_copy(update={"events": ()}))
    if isinstance(undated, TripPlan):
        broken = "every order that direct flights allow misses a date"
    elif undated.proved:
        broken = f"no order of the {cities} cities has a direct flight for each step"
    else:
        broken = f"no order of the {cities} cities by direct flights keeps every date"
    return Infeasible(first_broken=broken)


def _say_length(query: StayPlan, work: Working) -> None:
    """Write down how the days of the stays make up those of the trip."""
    flights = len(query.stays) - 1
    spent = " + ".join(str(stay.days) for stay in query.stays)
    work.say(f"{spent} days less {flights} of flying, which count twice, make {_length(query)}")


def _length(query: StayPlan) -> int:
    """Return the days that the stays take, those of flying counted once."""
    return 1 + sum(stay.days - 1 for stay in query.stays)


def _misfit(query: StayPlan) -> str | None:
    """Return what no order can mend: the length of the trip, an event no stay has room for."""
    if _length(query) != query.days:
        return f"the stays make {_length(query)} days, the trip has {query.days}"
    days = {stay.city: stay.days for stay in query.stays}
    for event in query.events:
        first, last = event.first_day, event.last_day
        lasts = f"what takes place in {event.city} from day {first} to day {last}"
        if event.city not in days:
            return f"{lasts} is in no city of the trip"
        if last < first:
            return f"{lasts} is over before it begins"
        if first < 1 or last > query.days:
            return f"{lasts} is not within the {query.days} days of the trip"
        if last - first + 1 > days[event.city]:
            return f"{lasts} lasts longer than the stay of {days[event.city]} days"
    return None


def _plan(query: StayPlan) -> TripPlan | InfeasibleTrip:
    """Return the first order that holds, or why none does."""
    cities, flights = [stay.city for stay in query.stays], set(query.flights)
    problem = TripProblem(
        stops=tuple(
            Stop(name=stay.city, duration=stay.days - 1, windows=_windows(stay, query))
            for stay in query.stays
        ),
        travel=TravelMatrix([[0 if (a, b) in flights else None for b in cities] for a in cities]),
        depart=1,
        deadline=query.days,
        unit="day",
    )
    return plan_trip(problem, max_labels=_LABELS)


def _windows(stay: CityStay, query: StayPlan) -> tuple[Window, ...]:
    """Return the days within which a stay covers all that takes place there."""
    first, last = 1, query.days
    for event in query.events:
        if event.city == stay.city:
            first = max(first, event.last_day - stay.days + 1)
            last = min(last, event.first_day + stay.days - 1)
    return (Window(first, last),) if first <= last else ()


def _tell(query: StayPlan, order: Order, work: Working) -> Stays:
    """Write down how the trip goes, and return its stays."""
    day, stays = 1, []
    for before, index in zip((None, *order), order, strict=False):
        stay = query.stays[index]
        if before is not None:
            work.use(f"a direct flight from {query.stays[before].city} to {stay.city}")
        last = day + stay.days - 1
        dates = [event for event in query.events if event.city == stay.city]
        kept = "".join(f", there from day {e.first_day} to day {e.last_day}" for e in dates)
        work.say(f"day {day} to day {last}: {stay.city} for {stay.days} days{kept}")
        stays.append(PlannedStay(city=stay.city, first_day=day, last_day=last))
        day = last
    return Stays(stays=tuple(stays))
