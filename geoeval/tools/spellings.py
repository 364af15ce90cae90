"""Convert what people write for a word, time of day or point to the form that queries use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal

from geoeval.calculators.clock import DAY_MIN, clock_text, parse_clock
from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import UnitError, UsageError
from geoeval.query.parts import DAYS
from geoeval.world.model import TravelMode

_LATITUDES = ("lat", "latitude")
_LONGITUDES = ("lng", "lon", "long", "longitude")
_DECIMALS = 15
_NUMBER = re.compile(r"\s*[-+]?\d{1,3}(?:\.\d{1,15})?\s*", re.ASCII)
_MODES = {
    TravelMode.DRIVING: "drive car by_car taxi auto",
    TravelMode.WALKING: "walk on_foot by_foot foot pedestrian",
    TravelMode.BICYCLING: "bicycle bike cycle cycling biking by_bike by_bicycle",
    TravelMode.TRANSIT: "public_transport public_transit train bus metro subway",
}
_SIGNS = {
    "==": "= eq equal equals is", "=": "== eq equal equals is", ">=": "≥ => at_least gte",
    "<=": "≤ =< at_most lte", ">": "more_than gt", "<": "less_than lt",
}  # fmt: skip
_DAYS = {day: " ".join(day[:length] for length in (2, 3, 4, 5)) for day in DAYS}
_MEANINGS: dict[str, list[str]] = {}
for _word, _synonyms in (*_MODES.items(), *_SIGNS.items(), *_DAYS.items()):
    for _synonym in _synonyms.split():
        _MEANINGS.setdefault(_synonym, []).append(str(_word))


def word_of(words: Collection[str | int], text: str) -> str | int:
    """Return which of some words a text means, or the text if it means none."""
    known = {str(word): word for word in words}
    return next((known[word] for word in _possible_words(text) if word in known), text)


def _possible_words(text: str) -> Iterator[str]:
    """Yield the words that a text may mean, most likely first."""
    normalised = "_".join(text.strip().casefold().replace("-", " ").split())
    yield normalised
    for word in (normalised, normalised.rstrip(".")):
        yield word
        yield from _MEANINGS.get(word, ())
    try:
        yield Compass(text.strip()).word.lower()
    except UsageError:
        return


def clock_of(text: str) -> str | None:
    """Return a time of day as "HH:MM", or None if the text is not one."""
    try:
        minute = parse_clock(text)
    except UnitError:
        return None
    return clock_text(minute) if minute < DAY_MIN else None


def coordinates_of(value: object) -> str | None:
    """Return coordinates given as a pair or an object as "latitude,longitude"."""
    if isinstance(value, Mapping):
        value = [
            next((value[key] for key in keys if key in value), None)
            for keys in (_LATITUDES, _LONGITUDES)
        ]
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    numbers = [_format_coordinate(each) for each in value]
    return None if None in numbers else ",".join(filter(None, numbers))


def _format_coordinate(value: object) -> str | None:
    """Format a coordinate without an exponent."""
    if isinstance(value, str):
        return value if _NUMBER.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return f"{Decimal(str(round(value, _DECIMALS))):f}"
