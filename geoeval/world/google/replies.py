"""Parse the replies of Google's Places (New) and Routes APIs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.polyline import decode_polyline
from geoeval.errors import HoursError, MapReplyError
from geoeval.world.place_facts import FACTS, MEASURES, FactName
from geoeval.world.records import LatLon, Place, Review, Route, Step, TravelMode
from geoeval.world.service import MapPlace, MapRoute, Travel, join_lines

if TYPE_CHECKING:
    from collections import Counter

Reply = Mapping[str, object]

SOURCE: Final = "google"

_ROAD = re.compile(r"\b(?:onto|to stay on|on)\s+(?P<road>.+?)(?=\s+toward\s|\s*$)")
_PRICES = ("Free", "Inexpensive", "Moderate", "Expensive", "Very Expensive")

# Boolean members of a place and of its "accessibilityOptions" → the map's words.
_FLAGS, _ACCESS_FLAGS = (
    {(name := re.sub("[ -]", "", words.title()))[0].lower() + name[1:]: words for words in group}
    for group in (
        (
            *("Takeout", "Delivery", "Dine-in", "Curbside Pickup", "Reservable", "Outdoor Seating"),
            *("Serves Breakfast", "Serves Brunch", "Serves Lunch", "Serves Dinner", "Serves Beer"),
            *("Serves Wine", "Serves Cocktails", "Serves Coffee", "Serves Dessert"),
            *(
                "Serves Vegetarian Food",
                "Live Music",
                "Restroom",
                "Allows Dogs",
                "Good For Children",
            ),
            *("Good For Groups", "Menu For Children"),
        ),
        [
            f"Wheelchair Accessible {part}"
            for part in ("Entrance", "Parking", "Restroom", "Seating")
        ],
    )
)
SEARCHED: Final = ("id", "displayName", "types", "location", *FACTS["address"].google)
"""The members that a search for a place requests."""
LISTED: Final = (*SEARCHED, *(each for fact in MEASURES.values() for each in fact.google))
"""The members that a search around a place requests."""
DESCRIBED: Final = (
    *dict.fromkeys((*LISTED, *(each for fact in FACTS.values() for each in fact.google))),
    *("businessStatus", "accessibilityOptions", "reviews", *_FLAGS),
)
"""All members that are read."""
_CLOSED = {
    "CLOSED_PERMANENTLY": "Permanently Closed",
    "CLOSED_TEMPORARILY": "Temporarily Closed",
}


def object_member(obj: Reply, name: str) -> Reply:
    """Return a member that is an object, or an empty object if it is not one."""
    value = obj.get(name)
    return value if isinstance(value, Mapping) else {}


def list_members(obj: Reply, name: str) -> list[Reply]:
    """Return the objects in a member that is a list."""
    value = obj.get(name)
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def text_of(obj: Reply, name: str) -> str | None:
    """Return a member that is a non-empty string, or None."""
    value = obj.get(name)
    return value.strip() or None if isinstance(value, str) else None


def _find_fact_text(obj: Reply, name: FactName) -> str | None:
    return next(filter(None, (text_of(obj, each) for each in FACTS[name].google)), None)


def price_word(level: object) -> str | None:
    """Return the map's word for a price level such as "PRICE_LEVEL_MODERATE", or None."""
    words = str(level).removeprefix("PRICE_LEVEL_").replace("_", " ").title()
    return words if words in _PRICES else None


def features_of(obj: Reply) -> tuple[str, ...]:
    """Return the features of a place, in the map's words."""
    features = [_FLAGS[name] for name in obj if name in _FLAGS and obj[name] is True]
    access = object_member(obj, "accessibilityOptions")
    features += [words for name, words in _ACCESS_FLAGS.items() if access.get(name) is True]
    closed = _CLOSED.get(text_of(obj, "businessStatus") or "")
    return (*features, closed) if closed else tuple(features)


def hours_of(obj: Reply, skipped: Counter[str]) -> WeeklyHours | None:
    """Return the opening hours; those that cannot be parsed are counted in ``skipped``."""
    regular, current = (object_member(obj, each) for each in FACTS["hours"].google)
    if not regular.get("periods") and not regular.get("weekdayDescriptions"):
        return None
    try:
        return WeeklyHours.from_google(regular, current or None)
    except HoursError:
        skipped["opening hours that cannot be read"] += 1
        return None


def check_error(reply: object) -> None:
    """Raise ``MapReplyError`` if a reply is an error."""
    each = reply[0] if isinstance(reply, list) and reply else reply
    error = object_member(each, "error") if isinstance(each, Mapping) else {}
    if error:
        status = text_of(error, "status") or str(error.get("code"))
        raise MapReplyError(f"{status}: {error.get('message') or 'no reason given'}", status)


def read_place(obj: Reply, skipped: Counter[str]) -> MapPlace | None:
    """Return a place, or None, counted in ``skipped``, if it has no name or id."""
    place_id = text_of(obj, "id") or (text_of(obj, "name") or "").removeprefix("places/")
    shown = object_member(obj, "displayName")
    name = text_of(shown, "text")
    if not place_id or not name:
        skipped["places without a name or id"] += 1
        return None
    location = object_member(obj, "location")
    lat, lon = location.get("latitude", 0.0), location.get("longitude", 0.0)  # Google omits 0
    place = Place(
        name=name,
        id=place_id,
        address=_find_fact_text(obj, "address"),
        location=(lat, lon) if location else None,  # type: ignore[arg-type]  # Place validates it
        rating=obj.get("rating"),  # type: ignore[arg-type]  # the same
        rating_count=obj.get("userRatingCount"),  # type: ignore[arg-type]  # the same
        price_level=price_word(obj.get("priceLevel")),
        hours=hours_of(obj, skipped),
        phone=_find_fact_text(obj, "phone"),
        website=_find_fact_text(obj, "website"),
        features=features_of(obj),
        reviews=tuple(map(_read_review, list_members(obj, "reviews"))),
    )
    types = obj.get("types")
    language = text_of(shown, "languageCode")
    return MapPlace(
        place=place,
        types=tuple(map(str, types)) if isinstance(types, list) else (),
        names=((language, name),) if language else (),
        prominence=(place.rating or 0.0) * (place.rating_count or 0),
        source=SOURCE,
    )


def _read_review(obj: Reply) -> Review:
    return Review(
        author=text_of(object_member(obj, "authorAttribution"), "displayName") or "",
        rating=obj.get("rating"),  # type: ignore[arg-type]  # Review validates it
        text=text_of(object_member(obj, "text"), "text") or "",
    )


def read_places(reply: Reply, skipped: Counter[str]) -> list[MapPlace]:
    """Return the places of a search in the order of the reply."""
    return [found for each in list_members(reply, "places") if (found := read_place(each, skipped))]


def read_matrix(reply: object, rows: int, columns: int) -> list[list[Travel | None]]:
    """Return the travel of a route matrix, whose elements may come in any order."""
    travels: dict[tuple[object, object], Travel | None] = {}
    for each in reply if isinstance(reply, list) else ():
        position = each.get("originIndex", 0), each.get("destinationIndex", 0)
        if each.get("condition") == "ROUTE_EXISTS":
            travels[position] = Travel(
                duration_s=_read_seconds(each), distance_m=_read_metres(each), source=SOURCE
            )
        elif each.get("condition") == "ROUTE_NOT_FOUND":
            travels[position] = None
        else:  # a failed element does not mean that there is no route
            reason = object_member(each, "status").get("message") or "no reason given"
            raise MapReplyError(f"an element of the matrix failed: {reason}", "ELEMENT_FAILED")
    try:
        return [[travels[row, column] for column in range(columns)] for row in range(rows)]
    except KeyError as error:
        raise MapReplyError(
            f"expected a matrix of {rows} × {columns} elements, but element {error} is missing",
            "INCOMPLETE",
        ) from None


def read_routes(reply: Reply, origin: str, destination: str, mode: TravelMode) -> list[MapRoute]:
    """Return the routes between two places with these names."""
    return [_read_route(each, origin, destination, mode) for each in list_members(reply, "routes")]


def _read_route(obj: Reply, origin: str, destination: str, mode: TravelMode) -> MapRoute:
    steps = [step for leg in list_members(obj, "legs") for step in list_members(leg, "steps")]
    points, step_starts = join_lines(map(_read_line, steps))
    turns = [object_member(step, "navigationInstruction") for step in steps]
    return MapRoute(
        route=Route(
            origin=origin,
            destination=destination,
            mode=mode,
            name=text_of(obj, "description") or "",
            steps=tuple(_read_step(step, turn) for step, turn in zip(steps, turns, strict=True)),
            duration_s=_read_seconds(obj),
            distance_m=_read_metres(obj),
        ),
        source=SOURCE,
        points=points or tuple(_read_line(obj)),
        codes=tuple((text_of(turn, "maneuver") or "").lower().replace("_", "-") for turn in turns),
        step_starts=step_starts if points else (),
    )


def _read_line(obj: Reply) -> list[LatLon]:
    return decode_polyline(text_of(object_member(obj, "polyline"), "encodedPolyline") or "")


def _read_step(obj: Reply, turn: Reply) -> Step:
    """Return a step; its roads are parsed from the instruction, which does not mark them."""
    instruction, *notes = (text_of(turn, "instructions") or "").split("\n")
    return Step(
        instruction=instruction.strip(),
        roads=tuple(match["road"] for match in _ROAD.finditer(instruction)),
        notes=tuple(note.strip() for note in notes if note.strip()),
        duration_s=_read_seconds(obj),
        distance_m=_read_metres(obj),
    )


def _read_seconds(obj: Reply) -> int | None:
    text = text_of(obj, "duration") or text_of(obj, "staticDuration") or ""
    try:
        return round(float(text.removesuffix("s"))) if text.endswith("s") else None
    except ValueError:
        return None


def _read_metres(obj: Reply) -> float | None:
    """Return a length in metres, or None; Google omits lengths of 0."""
    value = obj.get("distanceMeters")
    return float(value) if isinstance(value, int | float) else None
