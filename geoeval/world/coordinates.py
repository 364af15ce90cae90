"""Parse coordinates that replace a name ("48.8584, 2.2945") or follow an address."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.sphere.points import check_point
from geoeval.errors import InvalidCoordinateError, quote
from geoeval.world.records import LatLon, Place

_NUMBER = r"[-+\u2212]?\d{1,3}(?:\.\d{1,20})?"
_PAIR = re.compile(
    rf"\s*[(\[]?\s*({_NUMBER})\s*°?\s*([NS]?)\s*(?:,|;|\s)"
    rf"\s*({_NUMBER})\s*°?\s*([EW]?)\s*[)\]]?\s*",
    re.ASCII | re.IGNORECASE,
)
_NUMERAL = r"[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|nan|inf(?:inity)?)"
_TRAILING_PAIR = re.compile(
    rf"[(\[]\s*({_NUMERAL})\s*°?\s*,\s*({_NUMERAL})\s*°?\s*[)\]]$", re.IGNORECASE
)
_MAX_DIGITS = 15
_SEXAGESIMAL = (
    r"(\d{1,3})\s*°\s*([0-5]?\d(?:\.\d+)?)\s*['′’]\s*"
    r"(?:([0-5]?\d(?:\.\d+)?)\s*(?:[\"″”]|''|′′|’’)\s*)?"
)
_SEXAGESIMAL_PAIR = re.compile(
    rf"(?<!\d){_SEXAGESIMAL}([NS])\s*[,;]?\s*{_SEXAGESIMAL}([EW])", re.ASCII
)
"""Degrees, minutes and perhaps seconds: 53°24'43"N 2°52'48"W."""


def read_coordinates(text: str) -> LatLon | None:
    """Return the point that a text states as coordinates, or None."""
    found = _PAIR.fullmatch(_to_decimal_degrees(text))
    if found is None:
        return None
    latitude, south, longitude, west = found.groups()
    return check_point((_parse_degrees(latitude, south), _parse_degrees(longitude, west)))


def _parse_degrees(number: str, letter: str) -> float:
    degrees = float(number.replace("\u2212", "-"))
    return -abs(degrees) if letter.upper() in {"S", "W"} else degrees


def _to_decimal_degrees(text: str) -> str:
    """Return a text with points in degrees, minutes and seconds as pairs of decimal degrees."""
    return _SEXAGESIMAL_PAIR.sub(_decimal_pair, text)


def _decimal_pair(found: re.Match[str]) -> str:
    lat, lon = (
        (int(degrees) + float(minutes) / 60 + float(seconds or 0) / 3600)
        * (-1 if letter in {"S", "W"} else 1)
        for degrees, minutes, seconds, letter in (found.groups()[:4], found.groups()[4:])
    )
    return f"{lat:.7f}, {lon:.7f}"  # 1e-7 degrees are a centimetre


def place_at(text: str) -> Place | None:
    """Return a place at the coordinates that a text states, or None."""
    try:
        location = read_coordinates(text)
    except InvalidCoordinateError:
        return None
    return None if location is None else Place(name=text, id=text, location=location)


def with_named_location(place: Place) -> Place:
    """Return a place; if it has no location, use the coordinates that its name states."""
    point = None if place.location else place_at(place.name)
    return place if point is None else replace(place, location=point.location)


def split_coordinates(text: str) -> tuple[str, tuple[float, float] | None, str | None]:
    """Split trailing coordinates off a text; return the rest, the point, and an error or None."""
    if not text.endswith((")", "]")):
        return text, None, None
    start = max(text.rfind("("), text.rfind("["))
    tail = _to_decimal_degrees(ascii_digits(text[start:]))
    found = _TRAILING_PAIR.match(tail)
    if found is None or all(map(_is_integer, found.groups())):
        return text, None, None
    lat, lon = float(found[1]), float(found[2])
    rest = text[:start].rstrip()
    if abs(lat) <= 90 and abs(lon) <= 180:
        return rest, (lat, lon), None
    hint = "; are they swapped?" if abs(lon) <= 90 and abs(lat) <= 180 else ""
    got = quote((lat, lon)) if isfinite(lat) and isfinite(lon) else quote(tail)
    error = f"expected a latitude within ±90 and a longitude within ±180 degrees, got {got}{hint}"
    return rest, None, error


def _is_integer(number: str) -> bool:
    return number.isdigit() and len(number) <= _MAX_DIGITS
