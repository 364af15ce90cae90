"""A place as the tools show it, and its opening hours in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.hours import Day, Interval, WeeklyHours
from geoeval.calculators.hours.days import UNKNOWN_WEEK
from geoeval.query.parts import DAYS
from geoeval.tools.linking import label
from geoeval.tools.tool import Result
from geoeval.world.model import Place, World

_WEEKDAYS = tuple(day.capitalize() for day in DAYS)
_FACTS = {
    "address": "address", "coordinates": "location", "rating": "rating", "price": "price_level",
    "hours": "hours", "services": "features", "phone": "phone",
}  # fmt: skip


class PlaceFacts(Result):
    """A place with what is known of it; what is absent is not known."""

    placeId: str  # noqa: N815 - the paper's name, as the other tools take it
    name: Annotated[str, Field(description="With the address or id where others share the name")]
    address: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    rating: Annotated[float | None, Field(description="0 to 5")] = None
    rating_count: int | None = None
    price_level: str | None = None
    phone: str | None = None
    hours: Annotated[str | None, Field(description="Opening hours, 24-hour times")] = None
    services: tuple[str, ...] | None = None
    distance_m: Annotated[float | None, Field(description="Straight line, in metres")] = None


def facts_of(place: Place, world: World, distance_m: float | None = None) -> PlaceFacts:
    """Return what is known of a place; reviews are left out."""
    latitude, longitude = place.location or (None, None)
    return PlaceFacts(
        placeId=place.id,
        name=label(place, world),
        address=place.address,
        latitude=latitude,
        longitude=longitude,
        rating=place.rating,
        rating_count=place.rating_count,
        price_level=place.price_level,
        phone=place.phone,
        hours=None if place.hours is None else hours_text(place.hours),
        services=place.features or None,
        distance_m=None if distance_m is None else round(distance_m, 1),
    )


def known_facts(world: World) -> dict[str, int]:
    """Return of how many places of a world each fact is known.

    Examples
    --------
    >>> known_facts(World(places=(Place(name="Mill", rating=4.5), Place(name="Inn"))))["rating"]
    1
    """
    places = world.atlas.places
    return {
        fact: sum(getattr(place, field) not in (None, ()) for place in places)
        for fact, field in _FACTS.items()
    }


def hours_text(hours: WeeklyHours) -> str | None:
    """Return the hours of a week in short, with those of seasons; None where none are known.

    Examples
    --------
    >>> hours_text(WeeklyHours.parse("Monday: 9 AM – 5 PM, Tuesday: 9 AM – 5 PM, Sunday: Closed"))
    'Mon-Tue 09:00-17:00; Wed-Sat unknown; Sun closed'
    """
    seasons = tuple(" ".join(line.split()) for line in _seasons(hours))
    if hours.days == (None,) * len(DAYS):
        return "; ".join(seasons) or None
    stretches = groupby(enumerate(hours.days), key=lambda pair: pair[1])
    told = [f"{_span([day for day, _ in days])} {day_text(day)}" for day, days in stretches]
    return "; ".join((*told, *seasons))


def day_text(day: Day) -> str:
    """Return the hours of a day in 24-hour times.

    Examples
    --------
    >>> day_text(((540, 720), (1320, 1560))), day_text(()), day_text(((0, 1440),))
    ('09:00-12:00, 22:00-02:00', 'closed', 'open 24 hours')
    """
    if day == ((0, DAY_MIN),):
        return "open 24 hours"
    return "unknown" if day is None else ", ".join(map(_interval, day)) or "closed"


def _interval(interval: Interval) -> str:
    """Return one opening; one that lasts longer than a day says so."""
    start, end = interval
    later = (end - 1) // DAY_MIN
    closes = clock_text(end if end == DAY_MIN else end % DAY_MIN)
    return f"{clock_text(start)}-{closes}{f' ({later} days later)' if later > 1 else ''}"


def _span(days: Sequence[int]) -> str:
    """Return consecutive weekdays: "Mon-Fri"."""
    first, last = _WEEKDAYS[days[0]][:3], _WEEKDAYS[days[-1]][:3]
    if len(days) == len(DAYS):
        return "daily"
    return first if first == last else f"{first}-{last}"


def _seasons(hours: WeeklyHours) -> tuple[str, ...]:
    """Return the lines of hours that hold in some months only."""
    return replace(hours, days=UNKNOWN_WEEK, dates=(), valid=None, zone=None).lines()
