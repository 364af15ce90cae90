"""An offered trip over several cities, followed day by day against what the question states."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.query.kinds import StayPlan
from geoeval.understanding.plans.offered_stays import TripStep
from geoeval.verification.offered_day import BrokenPlan, at_line


def check_trip(query: StayPlan, steps: Sequence[TripStep]) -> None:
    """Follow a trip from day to day.

    Parameters
    ----------
    query
        What is asked, with every fact.
    steps
        The offered stays and flights; a flight that is not told of is taken on the day on which
        one stay ends and the next begins.

    Raises
    ------
    BrokenPlan
        At the first step that breaks what is asked, or what cannot be.

    Examples
    --------
    >>> from geoeval.query.kinds import CityStay
    >>> asked = StayPlan(days=3, stays=(CityStay(city="Oslo", days=3),))
    >>> check_trip(asked, [TripStep(kind="stay", line=1, text="", days=(1, 3), cities=("Oslo",),
    ...                             length=3)])
    >>> check_trip(asked, [])
    Traceback (most recent call last):
    ...
    geoeval.verification.offered_day.BrokenPlan: does not visit Oslo
    """
    stays: list[TripStep] = []
    flight: TripStep | None = None
    for step in steps:
        with at_line(step.line, step.text):
            if step.kind == "flight":
                _see(flight is None, "flies twice in a row")
                flight = step
                continue
            _check_stay(query, step, {stay.cities[-1] for stay in stays})
            _check_arrival(query, step, stays[-1] if stays else None, flight)
        flight = None
        stays.append(step)
    _see(flight is None, "flies on after the last stay")
    visited = {stay.cities[-1] for stay in stays}
    for asked in query.stays:
        _see(asked.city in visited, f"does not visit {asked.city}")
    last = stays[-1].days[1]
    _see(last == query.days, f"is over on day {last}, the trip has {query.days} days")


def _check_stay(query: StayPlan, stay: TripStep, visited: set[str]) -> None:
    """See that a stay is asked for, has its length, and covers what takes place in the city."""
    city = stay.cities[-1]
    first, last = stay.days
    length = last - first + 1
    days = {asked.city: asked.days for asked in query.stays}
    _see(stay.cities[0] == city, f"arrives in {stay.cities[0]} and visits {city}")
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


def _check_arrival(
    query: StayPlan, stay: TripStep, before: TripStep | None, flight: TripStep | None
) -> None:
    """See that a stay begins on the day on which the one before ends, and how one gets there."""
    city, first = stay.cities[-1], stay.days[0]
    if before is None:
        _see(first == 1, f"begins on day {first}, the trip begins on day 1")
        _see(flight is None, f"flies before the first stay, in {city}")
        return
    origin, last = before.cities[-1], before.days[1]
    _see(first == last, f"is in {origin} until day {last}, but in {city} from day {first}")
    _see(
        (origin, city) in query.flights,
        f"flies from {origin} to {city}, which no direct flight does",
    )
    if flight is not None:
        told = f"flies from {flight.cities[0]} to {flight.cities[1]} on day {flight.days[0]}"
        matches = flight.cities == (origin, city) and flight.days[0] == first
        _see(matches, f"{told}, but leaves {origin} for {city} on day {first}")


def _see(holds: bool, otherwise: str) -> None:
    """See that something holds."""
    if not holds:
        raise BrokenPlan(otherwise)
