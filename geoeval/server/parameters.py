"""Read and check the parameters of a request."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Mapping, Sized
from math import isfinite, nan
from typing import TYPE_CHECKING, Final

from geoeval.calculators.sphere.points import check_point
from geoeval.errors import InvalidCoordinateError, UnknownPlaceError, quote
from geoeval.server.failure import RequestFailure
from geoeval.world.records import LatLon, TravelMode

if TYPE_CHECKING:
    from geoeval.world.service import End, MapPlace
    from geoeval.world.store.reading import MapFile

LONGEST: Final = 1000
"""The maximum length of a parameter."""

PAGE: Final = 20
MOST_PAGES: Final = 3
MOST_ROUTES: Final = 3
WIDEST_M: Final = 50_000.0
"""The largest search radius, in metres, as at Google."""


_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BIAS = re.compile(r"point:(?P<point>.+)|circle:[^@]*@(?P<circle>.+)|rectangle:(?P<box>[^|]+\|.+)")

_UNSUPPORTED: Final = (
    *("opennow", "minprice", "maxprice", "avoid", "arrival_time", "transit_mode"),
    *("transit_routing_preference", "traffic_model"),
)
"""Parameters that a stored map cannot apply; clients write "None" to omit a parameter."""


def checked_text(name: str, value: str) -> str:
    """Return a text stripped of spaces; reject long texts and control characters."""
    text = value.strip()
    if len(text) > LONGEST:
        raise RequestFailure(
            f"expected at most {LONGEST} characters for {name}, got {len(text)}", "MALFORMED"
        )
    if any(unicodedata.category(each) in {"Cc", "Cs"} for each in text):
        raise RequestFailure(
            f"expected {name} without control characters, got {quote(text)}", "MALFORMED"
        )
    return text


class Parameters:
    """The parameters of a legacy request, by name."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = {name: checked_text(name, value) for name, value in given.items()}
        for name in _UNSUPPORTED:
            if self._given.get(name, "None").casefold() not in {"", "none", "false"}:
                raise RequestFailure(
                    f"this map is fixed and cannot be queried with {name}", "INVALID_REQUEST"
                )

    def text(self, name: str) -> str:
        """Return a required parameter."""
        value = self._given.get(name, "")
        if not value:
            raise RequestFailure(f"expected the parameter {name}, got none", "INVALID_REQUEST")
        return value

    def maybe(self, name: str) -> str | None:
        """Return a parameter, None if it is absent or empty."""
        return self._given.get(name) or None

    def radius(self, name: str = "radius") -> float | None:
        """Return a radius in metres."""
        value = self.maybe(name)
        return None if value is None else checked_radius(name, parse_number(name, value))

    def point(self, name: str) -> LatLon | None:
        """Return a position written "latitude,longitude"."""
        value = self.maybe(name)
        if value is None:
            return None
        found = parse_point(name, value)
        if found is None:
            raise RequestFailure(
                f"expected {name} as latitude,longitude, got {quote(value)}", "MALFORMED"
            )
        return found

    def bias(self) -> LatLon | None:
        """Return the centre of the location bias, such as "circle:500@43.7,7.4"."""
        value = self.maybe("locationbias")
        if value is None or value == "ipbias":
            return None
        shape = _BIAS.fullmatch(value)
        spots = "" if shape is None else shape["point"] or shape["circle"] or shape["box"]
        corners = [parse_point("locationbias", each) for each in spots.split("|")]
        first, last = corners[0], corners[-1]
        if first is None or last is None or len(corners) > 2:
            raise RequestFailure(
                "expected locationbias as ipbias, point:lat,lng, circle:radius@lat,lng or "
                f"rectangle:south,west|north,east, got {quote(value)}",
                "MALFORMED",
            )
        (south, west), (north, east) = first, last
        return (south + north) / 2, (west + (east - west) % 360 / 2 + 180) % 360 - 180

    def units(self) -> str | None:
        """Return the unit system for lengths in words, None if it is absent."""
        value = self.maybe("units")
        if value not in {None, "metric", "imperial"}:
            raise RequestFailure(
                f"expected units metric or imperial, got {quote(value)}", "INVALID_REQUEST"
            )
        return value

    def mode(self) -> TravelMode:
        """Return the travel mode, by default driving."""
        value = self.maybe("mode") or "driving"
        if value not in set(TravelMode):
            raise RequestFailure(
                f"expected one of the modes {', '.join(TravelMode)}, got {quote(value)}",
                "INVALID_REQUEST",
            )
        return TravelMode(value)

    def flag(self, name: str) -> bool:
        """Return a boolean parameter."""
        value = (self.maybe(name) or "false").lower()
        if value not in {"true", "false"}:
            raise RequestFailure(
                f"expected true or false for {name}, got {quote(value)}", "INVALID_REQUEST"
            )
        return value == "true"


def parse_number(name: str, value: str) -> float:
    """Parse a finite number."""
    found = float(value) if _NUMBER.fullmatch(value.strip()) else nan
    if not isfinite(found):
        raise RequestFailure(f"expected a number for {name}, got {quote(value)}", "MALFORMED")
    return found


def check_elements(origins: Sized, destinations: Sized, most: int) -> None:
    """Raise if a matrix has more elements than a request may ask for."""
    if (count := len(origins) * len(destinations)) > most:
        raise RequestFailure(
            f"expected at most {most} elements, got {count}", "MAX_ELEMENTS_EXCEEDED"
        )


def checked_radius(name: str, metres: float) -> float:
    """Return a radius; raise if it is out of range."""
    if not 0 < metres <= WIDEST_M:
        raise RequestFailure(
            f"expected {name} above 0 and up to {WIDEST_M:g} metres, got {metres:g}",
            "INVALID_REQUEST",
        )
    return metres


def parse_point(name: str, value: str) -> LatLon | None:
    """Parse "latitude,longitude"; return None if the text is not a pair of numbers."""
    lat, _, lon = value.partition(",")
    try:
        float(lat), float(lon)
    except ValueError:
        return None
    return checked_point(name, (parse_number(name, lat), parse_number(name, lon)))


def checked_point(name: str, given: tuple[float, float]) -> LatLon:
    """Return a position; raise if it is out of range."""
    try:
        return check_point(given)
    except InvalidCoordinateError as error:
        raise RequestFailure(f"{name}: {error}", "MALFORMED") from None


def end_of(name: str, value: str, service: MapFile) -> tuple[End, MapPlace | None]:
    """Return the end of travel given as "place_id:ID", position or name, and its place."""
    if value.startswith("place_id:"):
        return by_id(value.removeprefix("place_id:"), service)
    found = parse_point(name, value)
    return (found, None) if found else by_name(value, service)


def by_id(place_id: str, service: MapFile) -> tuple[End, MapPlace]:
    """Return the place with an id."""
    try:
        place = service.details(place_id)
    except UnknownPlaceError as error:
        raise RequestFailure(str(error), "NOT_FOUND") from None
    return place.place.id, place


def by_name(text: str, service: MapFile) -> tuple[End, MapPlace]:
    """Return the place that matches a name best."""
    found = service.search(text, limit=1)
    if not found:
        raise RequestFailure(f"no place on the map is called {quote(text)}", "NOT_FOUND")
    return found[0].place.id, found[0]


_SECRET: Final = secrets.token_bytes(32)
_SIGNATURE = 16  # bytes, too many to guess


def page_token(service: str, query: Mapping[str, str], page: int) -> str:
    """Return a token for another page of results, valid until the server stops."""
    content = json.dumps([service, dict(query), page], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_sign_content(content) + content).decode()


def read_page_token(service: str, token: str) -> tuple[dict[str, str], int]:
    """Return the query and the page number in a token of a service."""
    try:
        whole = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        whole = b""
    signature, content = whole[:_SIGNATURE], whole[_SIGNATURE:]
    if not hmac.compare_digest(signature, _sign_content(content)):
        raise RequestFailure("expected a page token from this server", "INVALID_REQUEST")
    given_by, query, page = json.loads(content)
    if given_by != service:
        raise RequestFailure(
            f"expected a page token from this service, got one from {given_by}", "INVALID_REQUEST"
        )
    return query, page


def _sign_content(content: bytes) -> bytes:
    return hmac.digest(_SECRET, content, hashlib.sha256)[:_SIGNATURE]
