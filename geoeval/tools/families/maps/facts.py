"""A place as the tools show it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from geoeval.calculators.hours import WeeklyHours
from geoeval.tools.tool import Result
from geoeval.world.model import Place


class PlaceFacts(Result):
    """A place with what is known of it; what is absent is not known."""

    placeId: str  # noqa: N815 - the paper's name, as the other tools take it
    name: str
    address: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    rating: Annotated[float | None, Field(description="0 to 5")] = None
    rating_count: int | None = None
    price_level: str | None = None
    phone: str | None = None
    hours: Annotated[str | None, Field(description="Opening hours per weekday")] = None
    services: tuple[str, ...] | None = None
    distance_m: Annotated[float | None, Field(description="Straight line, in metres")] = None


def facts_of(place: Place, distance_m: float | None = None) -> PlaceFacts:
    """Return what is known of a place; reviews are left out.

    Examples
    --------
    >>> facts_of(Place(name="Old Mill", id="m1", rating=4.5)).rating
    4.5
    """
    latitude, longitude = place.location or (None, None)
    return PlaceFacts(
        placeId=place.id,
        name=place.name,
        address=place.address,
        latitude=latitude,
        longitude=longitude,
        rating=place.rating,
        rating_count=place.rating_count,
        price_level=place.price_level,
        phone=place.phone,
        hours=None if place.hours is None else _text(place.hours),
        services=place.features or None,
        distance_m=None if distance_m is None else round(distance_m, 1),
    )


def _text(hours: WeeklyHours) -> str | None:
    """Return the hours of the week and of seasons in words, None where none are known.

    Their spaces are plain ones: those that maps write cost a model more tokens.
    """
    return " ".join(", ".join(hours.without_dates().lines()).split()) or None
