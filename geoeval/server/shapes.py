"""Facts of a map in the form of Google's replies; unknown facts are omitted."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from geoeval.calculators.polyline import encode_polyline
from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import HoursError
from geoeval.world.place_facts import price_rank
from geoeval.world.records import LatLon, Place, Route, Step
from geoeval.world.service import MapPlace, MapRoute, Travel


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


# Name of a feature → field of the legacy service.
_LEGACY_FLAGS: Final = {
    "Wheelchair Accessible Entrance": "wheelchair_accessible_entrance",
    "Takeout": "takeout",
    "Delivery": "delivery",
    "Dine-in": "dine_in",
    "Curbside Pickup": "curbside_pickup",
    "Reservable": "reservable",
    "Serves Beer": "serves_beer",
    "Serves Breakfast": "serves_breakfast",
    "Serves Brunch": "serves_brunch",
    "Serves Dinner": "serves_dinner",
    "Serves Lunch": "serves_lunch",
    "Serves Vegetarian Food": "serves_vegetarian_food",
    "Serves Wine": "serves_wine",
}
_ACCESS: Final = "Wheelchair Accessible Entrance"
_NEW_FLAGS: Final = {
    **{words: _camel_case(name) for words, name in _LEGACY_FLAGS.items() if words != _ACCESS},
    "Outdoor Seating": "outdoorSeating",
    "Restroom": "restroom",
}
_PRICES: Final = ("FREE", "INEXPENSIVE", "MODERATE", "EXPENSIVE", "VERY_EXPENSIVE")
_EMPHASIS = re.compile(
    r"\b(?:north|south)?(?:east|west)\b|\b(?:north|south|left|right|straight|U-turn)\b"
    r"|\b\d+(?:st|nd|rd|th)\b"
)

Shape = dict[str, object]
Moved = Travel | Route | Step
"""Anything with a duration and a length."""


def legacy_place(found: MapPlace, language: str | None, *, whole: bool) -> Shape:
    """Return a place in the legacy form; ``whole`` as in Place Details."""
    place = found.place
    shape = _drop_empty(
        name=found.name_in(language),
        place_id=place.id,
        types=list(found.types),
        geometry={"location": legacy_point(place.location)} if place.location else None,
        formatted_address=place.address,
        vicinity=place.address,
        rating=place.rating,
        user_ratings_total=place.rating_count,
        price_level=price_rank(place.price_level) if place.price_level else None,
        opening_hours=_hours_shape(place, legacy=True) if whole else None,
    )
    if whole:
        reviews = [
            _drop_empty(author_name=each.author, rating=each.rating, text=each.text)
            for each in place.reviews
        ]
        phone = place.phone
        shape |= _drop_empty(
            formatted_phone_number=phone,
            international_phone_number=phone,
            website=place.website,
            reviews=reviews,
        )
        shape |= _feature_flags(place, _LEGACY_FLAGS)
    return shape


def new_place(found: MapPlace, language: str | None) -> Shape:
    """Return a place in the new form."""
    place = found.place
    rank = price_rank(place.price_level) if place.price_level else None
    shape = _drop_empty(
        name=f"places/{place.id}",
        id=place.id,
        displayName=_localised_name(found, language),
        types=list(found.types),
        primaryType=next(iter(found.types), None),
        location=new_point(place.location) if place.location else None,
        formattedAddress=place.address,
        rating=place.rating,
        userRatingCount=place.rating_count,
        priceLevel=None if rank is None else f"PRICE_LEVEL_{_PRICES[rank]}",
        regularOpeningHours=_hours_shape(place, legacy=False),
        nationalPhoneNumber=place.phone,
        internationalPhoneNumber=place.phone,
        websiteUri=place.website,
        reviews=[
            _drop_empty(
                authorAttribution={"displayName": each.author},
                rating=each.rating,
                text=_drop_empty(text=each.text or None),
            )
            for each in place.reviews
        ],
        accessibilityOptions=_feature_flags(place, {_ACCESS: "wheelchairAccessibleEntrance"}),
    )
    return shape | _feature_flags(place, _NEW_FLAGS)


def _localised_name(found: MapPlace, language: str | None) -> Shape:
    """Return the name of a place, with its language if a language was requested."""
    name = found.name_in(language)
    codes = [code for code, each in found.names if language and each == name]
    return _drop_empty(text=name, languageCode=next(iter(codes), None))


def _feature_flags(place: Place, fields: Mapping[str, str]) -> Shape:
    return {fields[each]: True for each in place.features if each in fields}


def distance_text(metres: float, units: str | None) -> str:
    """Return a length in words, in the requested units."""
    return format_distance(metres, "imperial" if units == "imperial" else "metric")


def duration_text(seconds: int) -> str:
    """Return a duration in words, in whole minutes, at least one."""
    return format_duration(60 * max(round(seconds / 60), 1))


def legacy_figures(travel: Moved, units: str | None) -> Shape:
    """Return the duration and length of travel in the legacy form."""
    seconds, metres = travel.duration_s, travel.distance_m
    return _drop_empty(
        duration=None if seconds is None else {"text": duration_text(seconds), "value": seconds},
        distance=None
        if metres is None
        else {"text": distance_text(metres, units), "value": round(metres)},
    )


def new_figures(travel: Moved) -> Shape:
    """Return the duration and length of travel in the new form."""
    duration = None if travel.duration_s is None else f"{travel.duration_s}s"
    metres = None if travel.distance_m is None else round(travel.distance_m)
    return _drop_empty(duration=duration, staticDuration=duration, distanceMeters=metres)


def disagreement_notes(travel: Travel) -> list[str]:
    """Describe the figures of other sources for the same travel."""
    return [
        f"{other.source or 'another source'} says "
        + ", ".join(
            text
            for text in (
                None if other.duration_s is None else duration_text(other.duration_s),
                None if other.distance_m is None else format_distance(other.distance_m),
            )
            if text
        )
        for other in travel.others
    ]


def step_html(step: Step) -> str:
    """Return the instruction of a step as HTML, with turns and roads in bold, and its notes."""
    roads = sorted(filter(None, map(_escape_html, step.roads)), key=len, reverse=True)
    names = "|".join(map(re.escape, roads))
    # Road 1 must not match in road 12; in scripts without spaces, a name may follow a letter.
    whole = rf"(?<![A-Za-z0-9])(?:{names})(?![A-Za-z0-9])|"
    pattern = (whole if names else "") + _EMPHASIS.pattern
    bold = re.sub(pattern, lambda found: f"<b>{found[0]}</b>", _escape_html(step.instruction))
    notes = (f'<div style="font-size:0.9em">{_escape_html(each)}</div>' for each in step.notes)
    return bold + "".join(notes)


def _escape_html(text: str) -> str:
    return html.escape(text, quote=False)


def legacy_steps(drawn: MapRoute, units: str | None, mode: str) -> list[Shape]:
    """Return the steps of a route in the legacy form."""
    return [
        _drop_empty(
            html_instructions=step_html(step),
            maneuver=_legacy_manoeuvre(code),
            travel_mode=mode.upper(),
            polyline={"points": encode_polyline(line)} if line else None,
        )
        | legacy_ends(line)
        | legacy_figures(step, units)
        for step, line, code in _iterate_steps(drawn)
    ]


def new_steps(drawn: MapRoute) -> list[Shape]:
    """Return the steps of a route in the new form."""
    return [
        _drop_empty(
            distanceMeters=None if step.distance_m is None else round(step.distance_m),
            staticDuration=None if step.duration_s is None else f"{step.duration_s}s",
            navigationInstruction=_drop_empty(
                maneuver=_new_manoeuvre(code),
                instructions="\n".join((step.instruction, *step.notes)),
            ),
        )
        | new_line(line)
        for step, line, code in _iterate_steps(drawn)
    ]


def _iterate_steps(drawn: MapRoute) -> Iterator[tuple[Step, Sequence[LatLon], str]]:
    steps = drawn.route.steps
    codes = (*drawn.codes, *[""] * len(steps))
    lines: list[Sequence[LatLon]] = [()] * len(steps)
    if drawn.step_starts:
        ends = [*drawn.step_starts[1:], len(drawn.points) - 1]
        pairs = zip(drawn.step_starts, ends, strict=True)
        lines = [drawn.points[first : max(last, first) + 1] for first, last in pairs]
    return zip(steps, lines, codes[: len(steps)], strict=True)


def legacy_ends(line: Sequence[LatLon]) -> Shape:
    """Return the ends of a line in the legacy form, or nothing for an empty line."""
    if not line:
        return {}
    return {"start_location": legacy_point(line[0]), "end_location": legacy_point(line[-1])}


def new_line(line: Sequence[LatLon]) -> Shape:
    """Return a line with its ends in the new form, or nothing for an empty line."""
    if not line:
        return {}
    return {
        "polyline": {"encodedPolyline": encode_polyline(line)},
        "startLocation": {"latLng": new_point(line[0])},
        "endLocation": {"latLng": new_point(line[-1])},
    }


def corners_of(points: Iterable[LatLon]) -> tuple[LatLon, LatLon]:
    """Return the south-west and north-east corners of the bounding box of points."""
    lats, lons = zip(*points, strict=True)
    return (min(lats), min(lons)), (max(lats), max(lons))


def legacy_point(spot: LatLon) -> Shape:
    """Return a position in the legacy form."""
    return {"lat": spot[0], "lng": spot[1]}


def new_point(spot: LatLon) -> Shape:
    """Return a position in the new form."""
    return {"latitude": spot[0], "longitude": spot[1]}


def _hours_shape(place: Place, *, legacy: bool) -> Shape | None:
    """Return the regular week; None if Google's form cannot express the hours."""
    if place.hours is None:
        return None
    try:
        return place.hours.to_google(legacy=legacy)
    except HoursError:
        return None


def _legacy_manoeuvre(code: str) -> str | None:
    return None if code in {"", "depart"} else "roundabout-right" if code == "roundabout" else code


def _new_manoeuvre(code: str) -> str | None:
    if code == "roundabout":
        return "ROUNDABOUT_RIGHT"
    return code.replace("-", "_").upper() or None


def _drop_empty(**members: object) -> Shape:
    return {name: value for name, value in members.items() if value not in (None, [], {})}
