"""Replies of the legacy services: Places, Distance Matrix and Directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from geoeval.calculators.polyline import decode_polyline
from geoeval.errors import MapReplyError, quote
from geoeval.world.google.facts import (
    Reply,
    features_of,
    hours_of,
    member,
    members,
    price_word,
    text_of,
)
from geoeval.world.journeys import read_step
from geoeval.world.records import LatLon, Place, Review, Route, Step, TravelMode
from geoeval.world.service import MapPlace, MapRoute, Travel

if TYPE_CHECKING:
    from collections import Counter

SOURCE = "google"


def check_status(reply: Reply) -> None:
    """Raise ``MapReplyError`` if a reply says that the request failed.

    Examples
    --------
    >>> check_status({"status": "ZERO_RESULTS"})
    >>> check_status({"status": "REQUEST_DENIED", "error_message": "The key is invalid."})
    Traceback (most recent call last):
    ...
    geoeval.errors.MapReplyError: REQUEST_DENIED: The key is invalid.
    """
    status = reply.get("status")
    if status in {"OK", "ZERO_RESULTS"}:
        return
    message = f"{status or 'no status'}: {reply.get('error_message') or 'no reason is given'}"
    raise MapReplyError(message, str(status or ""))


def read_place(found: Reply, skipped: Counter[str]) -> MapPlace | None:
    """Return a place of a search or of Place Details; None, counted, if it has no name or id."""
    place_id, name = text_of(found, "place_id"), text_of(found, "name")
    if not place_id or not name:
        skipped["place without a name or id"] += 1
        return None
    level = found.get("price_level")
    place = Place(
        name=name,
        id=place_id,
        address=text_of(found, "formatted_address") or text_of(found, "vicinity"),
        location=_point(member(member(found, "geometry"), "location")),
        rating=found.get("rating"),  # type: ignore[arg-type]  # places check their values
        rating_count=found.get("user_ratings_total"),  # type: ignore[arg-type]  # the same
        price_level=price_word(level),
        hours=hours_of(
            member(found, "opening_hours"), member(found, "current_opening_hours"), skipped
        ),
        phone=text_of(found, "international_phone_number")
        or text_of(found, "formatted_phone_number"),
        features=features_of(found),
        reviews=tuple(
            Review(
                author=text_of(each, "author_name") or "",
                rating=each.get("rating"),  # type: ignore[arg-type]  # reviews check their values
                text=text_of(each, "text") or "",
            )
            for each in members(found, "reviews")
        ),
    )
    count = place.rating_count or 0
    return MapPlace(
        place=place,
        types=tuple(str(each) for each in _texts(found.get("types"))),
        prominence=(place.rating or 0.0) * count,
        source=SOURCE,
    )


def read_places(reply: Reply, skipped: Counter[str]) -> list[MapPlace]:
    """Return the places of a search, in the order of the reply."""
    check_status(reply)
    rows = members(reply, "results") or members(reply, "candidates")
    return [found for each in rows if (found := read_place(each, skipped))]


def read_details(reply: Reply, skipped: Counter[str]) -> MapPlace | None:
    """Return the place of Place Details."""
    check_status(reply)
    return read_place(member(reply, "result"), skipped)


def read_matrix(reply: Reply) -> list[list[Travel | None]]:
    """Return the travel of a Distance Matrix; None where there is none.

    An origin or destination that the service did not find raises ``MapReplyError``.
    """
    check_status(reply)
    return [
        [_travel(element) for element in members(row, "elements")] for row in members(reply, "rows")
    ]


def read_routes(reply: Reply, origin: str, destination: str, mode: TravelMode) -> list[MapRoute]:
    """Return the routes of Directions between two places of these names."""
    check_status(reply)
    return [_route(each, origin, destination, mode) for each in members(reply, "routes")]


def _travel(element: Reply) -> Travel | None:
    status = element.get("status")
    if status == "ZERO_RESULTS":
        return None
    if status != "OK":
        message = f"an element of the matrix has the status {quote(status)}"
        raise MapReplyError(message, str(status))
    return Travel(
        duration_s=_value(element, "duration"),
        distance_m=_value(element, "distance"),
        source=SOURCE,
    )


def _route(found: Reply, origin: str, destination: str, mode: TravelMode) -> MapRoute:
    legs = members(found, "legs")
    steps = [step for leg in legs for step in members(leg, "steps")]
    lines = [decode_polyline(text_of(member(step, "polyline"), "points") or "") for step in steps]
    points: list[LatLon] = []
    begins = []
    for line in lines:
        begins.append(max(len(points) - 1, 0))
        points += line[1:] if points and line[:1] == points[-1:] else line
    whole = (
        []
        if all(lines)
        else decode_polyline(text_of(member(found, "overview_polyline"), "points") or "")
    )
    return MapRoute(
        route=Route(
            origin=origin,
            destination=destination,
            mode=mode,
            name=text_of(found, "summary") or "",
            steps=tuple(map(_step, steps)),
            duration_s=_sum(_value(leg, "duration") for leg in legs),
            distance_m=_sum(_value(leg, "distance") for leg in legs),
        ),
        source=SOURCE,
        points=tuple(whole or points),
        codes=tuple(text_of(step, "maneuver") or "" for step in steps),
        begins=() if whole else tuple(begins),
    )


def _step(found: Reply) -> Step:
    read = read_step(f"- {text_of(found, 'html_instructions') or ''}", 0)
    assert read is not None
    return replace(
        read,
        duration_s=_value(found, "duration"),
        distance_m=_value(found, "distance"),
        line=None,
    )


def _value(found: Reply, name: str) -> int | None:
    """Return the number of a figure that has a text beside it."""
    value = member(found, name).get("value")
    return round(value) if isinstance(value, int | float) else None


def _sum(values: Iterator[int | None]) -> int | None:
    """Return the sum of what is known of all parts."""
    found = list(values)
    known = [each for each in found if each is not None]
    return sum(known) if found and len(known) == len(found) else None


def _point(location: Mapping[str, object]) -> LatLon | None:
    lat, lon = location.get("lat"), location.get("lng")
    return (lat, lon) if isinstance(lat, int | float) and isinstance(lon, int | float) else None


def _texts(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()
