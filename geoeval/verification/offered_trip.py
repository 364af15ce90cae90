"""An offered trip over several cities, followed day by day against what the question states."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.query.parts import StayPlan
from geoeval.understanding.plans.offered_stays import TripStep
from geoeval.verification.offered_day import BrokenPlan, at_line


def check_trip(query: StayPlan, steps: Sequence[TripStep]) -> None:
    """Follow a trip from day to day.

    Examples
    --------
    >>> from geoeval.query.parts import CityStay
    >>> asked = StayPlan(days=3, stays=(CityStay(city="Oslo", days=3),))
    >>> check_trip(asked, [TripStep(kind="stay", line=1, text="", days=(1, 3), city="Oslo",
    ...                             length=3)])
    >>> check_trip(asked, [])
    Traceback (most recent call last):
    ...
    geoeval.verification.offered_day.BrokenPlan: does not visit Oslo
    """
    stays: list[TripStep] = []
    flight: TripStep | None = None
    for step in steps:
        before = stays[-1] if stays else None
        with at_line(step.line, step.text):
            if step.kind == "heading":
                _check_heading(query, step)
            elif step.kind == "flight":
                _see(flight is None, "flies twice in a row")
                _check_flight(query, step, before)
                flight = step
            else:
                _check_stay(query, step, {stay.city for stay in stays})
                _check_arrival(query, step, before, flight)
                stays.append(step)
                flight = None
    _see(flight is None, "flies on after the last stay")
    visited = {stay.city for stay in stays}
    for asked in query.stays:
        _see(asked.city in visited, f"does not visit {asked.city}")
    last = stays[-1].days[1]
    _see(last == query.days, f"is over on day {last}, the trip has {query.days} days")


def _check_stay(query: StayPlan, stay: TripStep, visited: set[str]) -> None:
    """See that a stay is asked for, has its length, and covers what takes place in the city."""
    city = stay.city
    first, last = stay.days
    length = last - first + 1
    days = {asked.city: asked.days for asked in query.stays}
    _see(stay.arrival in {"", city}, f"arrives in {stay.arrival} and visits {city}")
    _see(city in days, f"visits {city}, which the question does not ask for")
    _see(city not in visited, f"visits {city} twice")
    _see(
        length == stay.length,
        f"visits {city} for {stay.length} days, but day {first} to day {last} are {length}",
    )
    _see(length == days[city], f"visits {city} for {length} days, {days[city]} are asked for")
    for event in query.events:
        covered = first <= event.first_day and event.last_day <= last
        _see(
            event.city != city or covered,
            f"is in {city} from day {first} to day {last}, which does not cover day "
            f"{event.first_day} to day {event.last_day}",
        )


def _check_heading(query: StayPlan, heading: TripStep) -> None:
    """See that what a plan says of itself is what is asked."""
    _see(
        heading.count == len(query.stays),
        f"is for {heading.count} cities, the question names {len(query.stays)}",
    )
    _see(
        heading.length == query.days,
        f"is for {heading.length} days, the trip has {query.days}",
    )


def _check_flight(query: StayPlan, flight: TripStep, before: TripStep | None) -> None:
    """See that a flight goes from where one is, on the last day there, and that there is one."""
    told = f"flies from {flight.origin} to {flight.city} on day {flight.days[0]}"
    if before is None:
        message = f"flies before the first stay, to {flight.city}"
        raise BrokenPlan(message)
    here, last = before.city, before.days[1]
    _see(
        flight.origin == here and flight.days[0] == last,
        f"{told}, but is in {here} until day {last}",
    )
    _see((here, flight.city) in query.flights, _no_flight(here, flight.city))


def _check_arrival(
    query: StayPlan, stay: TripStep, before: TripStep | None, flight: TripStep | None
) -> None:
    """See that a stay begins on the day on which the one before ends, and how one gets there."""
    city, first = stay.city, stay.days[0]
    if before is None:
        _see(first == 1, f"begins on day {first}, the trip begins on day 1")
        _see(not stay.origin, f"comes from {stay.origin} to {city}, where the trip begins")
        return
    origin, last = before.city, before.days[1]
    _see(
        stay.origin in {"", origin},
        f"comes from {stay.origin} to {city}, but is in {origin} before",
    )
    _see(first == last, f"is in {origin} until day {last}, but in {city} from day {first}")
    _see(
        flight is None or flight.city == city,
        f"flies to {flight.city if flight else city}, but is in {city} then",
    )
    _see((origin, city) in query.flights, _no_flight(origin, city))


def _no_flight(origin: str, city: str) -> str:
    """Return what is wrong where there is no flight."""
    return f"flies from {origin} to {city}, which no direct flight does"


def _see(holds: bool, otherwise: str) -> None:
    """See that something holds."""
    if not holds:
        raise BrokenPlan(otherwise)
