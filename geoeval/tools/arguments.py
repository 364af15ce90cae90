"""The types of arguments: places by name, id or coordinates; modes, days and times of day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from geoeval.calculators.clock import DAY_MIN, parse_clock
from geoeval.errors import InvalidCoordinateError, UnitError, quote
from geoeval.query.base import DAYS, Day
from geoeval.world.atlas import Unresolved
from geoeval.world.coordinates import read_coordinates
from geoeval.world.model import LatLon, Place, TravelMode, World
from geoeval.world.normal import KIND_WORDS, key_words
from geoeval.world.spelling import strong

FaultKind = Literal["unknown_place", "ambiguous_place", "bad_value"]
NO_COORDINATES: Final = "no_coordinates"
LONGEST_NAME: Final = 500
"""A text for a place is not longer, in characters."""

ModeName = Literal["driving", "walking", "bicycling", "transit"]
_A_PLACE = 'a place: name, id or "latitude,longitude"'
_LATITUDES = ("lat", "latitude")
_LONGITUDES = ("lng", "lon", "long", "longitude")
_DECIMALS = 15
_FIGURE = re.compile(r"[-+]?\d{1,3}(?:\.\d{1,15})?", re.ASCII)
_MODES = {
    TravelMode.DRIVING: "drive car by_car taxi auto",
    TravelMode.WALKING: "walk on_foot by_foot foot pedestrian",
    TravelMode.BICYCLING: "bicycle bike cycle cycling biking by_bike by_bicycle",
    TravelMode.TRANSIT: "public_transport public_transit train bus metro subway",
}
_MODE_OF = {word: mode for mode, words in _MODES.items() for word in (mode, *words.split())}
_SHORT_DAYS = {day[:length]: day for day in DAYS for length in (2, 3, 4, 5)}


def refused(
    expected: str,
    got: object,
    nearest: tuple[str, ...] = (),
    *,
    kind: FaultKind = "bad_value",
) -> PydanticCustomError:
    """Return the error of a value that an argument cannot take, for a validator to raise.

    Parameters
    ----------
    expected
        What would be taken.
    got
        What came.
    nearest
        Values that would be taken, the nearest first; five are shown.
    kind
        A stable word.

    Examples
    --------
    >>> refused("a day", "Mo").message()
    "expected a day, got 'Mo'"
    """
    context = {"expected": expected, "came": quote(got), "nearest": nearest[:_SHOWN]}
    return PydanticCustomError(kind, "expected {expected}, got {came}", context)


def place_text(value: object) -> str | None:
    """Return the text that stands for a place, also where it came as a pair or an object.

    Examples
    --------
    >>> place_text([60.1, 24.9]), place_text({"lat": "60.1", "lng": "24.9"}), place_text(7)
    ('60.1,24.9', '60.1,24.9', None)
    """
    if isinstance(value, str) and value.strip():
        return value if len(value) <= LONGEST_NAME else None  # names that were met are kept
    if isinstance(value, Mapping):
        parts = [
            next((value[key] for key in keys if key in value), None)
            for keys in (_LATITUDES, _LONGITUDES)
        ]
        if None not in parts:
            value = parts
    if isinstance(value, list | tuple) and len(value) == 2:
        if all(map(_is_number, value)):
            return ",".join(map(_plain, value))
        if all(isinstance(part, str) and _FIGURE.fullmatch(part.strip()) for part in value):
            return ",".join(value)
    return None


def mode_of(text: str) -> TravelMode | None:
    """Return the travel mode that a text means, by the map's words or everyday ones.

    Examples
    --------
    >>> mode_of("on foot"), mode_of("rocket")
    (<TravelMode.WALKING: 'walking'>, None)
    """
    return _MODE_OF.get(text.strip().casefold().replace(" ", "_"))


def day_of(text: str) -> Day | None:
    """Return the day of the week that a text names in English, in full or in short.

    Examples
    --------
    >>> day_of("Mon"), day_of("Thurs."), day_of("holiday")
    ('monday', 'thursday', None)
    """
    word = text.strip().casefold().rstrip(".")
    day = _SHORT_DAYS.get(word, word)
    return next((known for known in DAYS if known == day), None)


def clock_of(text: str) -> str | None:
    """Return the time of day that a text says as "HH:MM".

    Examples
    --------
    >>> clock_of("5 PM"), clock_of("noonish")
    ('17:00', None)
    """
    try:
        minute = parse_clock(text)
    except UnitError:
        return None
    return f"{minute // 60:02d}:{minute % 60:02d}" if minute < DAY_MIN else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(degrees: float) -> str:
    """Return a number without an exponent, which coordinates are not written with."""
    return f"{Decimal(str(round(degrees, _DECIMALS))):f}"


def _place(value: object, info: ValidationInfo) -> Place:
    """Return the place that an argument means in the world of the call."""
    if isinstance(value, Place):
        return value
    text = read_place_text(value)
    world = info.context if isinstance(info.context, World) else World()
    found = world.atlas.resolve(text)
    if not isinstance(found, Place):
        raise misnamed(found, world)
    if _is_within(text, found):
        near = (*world.atlas.nearest(text)[: _SHOWN - 1], found.name)
        expected = f"{_A_PLACE} that is known here, a name by its beginning"
        raise refused(expected, text, tuple(dict.fromkeys(near)), kind="unknown_place")
    return found


def _is_within(text: str, place: Place) -> bool:
    """Tell whether a text is a later part of a name: "Paris" is not Disneyland Paris.

    Most such names are of things in the town that is meant, and a result would not show it. A
    text that says of what kind the place is, such as "Military Museum", means no town.
    """
    words, named = key_words(text), key_words(place.name)
    if text == place.id or not KIND_WORDS.isdisjoint(words):
        return False
    return any(
        named[at : at + len(words)] == words and strong(named[:at])
        for at in range(1, len(named) - len(words) + 1)
    )


def misnamed(found: Unresolved, world: World) -> PydanticCustomError:
    """Return the error of a text that means no place, or several.

    Parameters
    ----------
    found
        What the text came to.
    world
        What is known: where no name is near, some of its places are shown.
    """
    try:
        read_coordinates(found.name)
    except InvalidCoordinateError as error:
        hint = str(error).partition("; ")[2]
        expected = f"latitude (±90), longitude (±180){hint and '; '}{hint}"
        return refused(expected, found.name)
    if found.tied:
        expected = f"{_A_PLACE}; this name means several"
        return refused(expected, found.name, found.candidates, kind="ambiguous_place")
    if not world.atlas.names:
        expected = 'coordinates "latitude,longitude": no place is known here by name'
        return refused(expected, found.name, kind="unknown_place")
    near = found.candidates or world.atlas.names
    return refused(f"{_A_PLACE} that is known here", found.name, near, kind="unknown_place")


def _point(value: object, info: ValidationInfo) -> LatLon:
    """Return the coordinates of the place that an argument means."""
    place = _place(value, info)
    if place.location is None:
        raise PydanticCustomError(
            NO_COORDINATES, "the coordinates of {name} are not known", {"name": place.name}
        )
    return place.location


def _mode(value: object) -> TravelMode:
    """Return the travel mode that an argument means."""
    mode = mode_of(value) if isinstance(value, str) else None
    if mode is None:
        expected = f"one of {', '.join(TravelMode)}"
        raise refused(expected, value)
    return mode


def read_place_text(value: object) -> str:
    """Return the text that an argument gives for a place."""
    text = place_text(value)
    if text is None:
        long = isinstance(value, str) and len(value) > LONGEST_NAME
        expected = f"{_A_PLACE}, of at most {LONGEST_NAME} characters" if long else _A_PLACE
        raise refused(expected, value)
    return text


def read_day(value: object) -> Day:
    """Return the day of the week that an argument means."""
    day = day_of(value) if isinstance(value, str) else None
    if day is None:
        expected = f"one of {', '.join(DAYS)}"
        raise refused(expected, value)
    return day


def _clock(value: object) -> str:
    """Return the time of day that an argument means as "HH:MM"."""
    clock = clock_of(value) if isinstance(value, str) else None
    if clock is None:
        expected = 'a time of day such as "17:00" or "5:00 PM"'
        raise refused(expected, value)
    return clock


_SHOWN = 5

PlaceArgument = Annotated[
    Place,
    PlainValidator(_place, json_schema_input_type=str),
    Field(description='Place: name, id or "latitude,longitude"'),
]
"""A place of the world, with all that is known of it."""

PointArgument = Annotated[
    LatLon,
    PlainValidator(_point, json_schema_input_type=str),
    Field(description='Place: name, id or "latitude,longitude"'),
]
"""The coordinates of a place, (latitude, longitude) in degrees."""

ModeArgument = Annotated[
    TravelMode,
    PlainValidator(_mode, json_schema_input_type=ModeName),
    Field(description="How one travels"),
]
"""How one travels, by the words of map services or everyday ones."""

DayArgument = Annotated[Day, BeforeValidator(read_day), Field(description="Day of the week")]
"""A day of the week, in English, also "Mon"."""

ClockArgument = Annotated[
    str,
    PlainValidator(_clock, json_schema_input_type=str),
    Field(description="Time of day, 24-hour HH:MM"),
]
"""A time of day as "HH:MM", also given as "5 PM"."""
