"""A client for Google's Places (New) and Routes APIs: requests, retries and errors."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from geoeval.errors import MapReplyError, NotRecordedError, quote
from geoeval.world.google import replies
from geoeval.world.google.plan import Nearby
from geoeval.world.records import TravelMode
from geoeval.world.service import MapPlace, MapRoute, Travel

_MAX_ATTEMPTS: Final = 5
_FIRST_WAIT_S: Final = 1.0
_MAX_WAIT_S: Final = 60.0
_TIMEOUT_S: Final = 30.0
_MAX_BYTES: Final = 20_000_000
_RETRY_CODES: Final = frozenset({429, 500, 502, 503, 504})


class Transport:
    """Sends requests, retries with growing pauses, and keeps the API key out of errors."""

    def __init__(self, key: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self.key = key
        self.sleep = sleep
        self.sent = 0

    def ask(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: object = None,
    ) -> object:
        """Send a request and return the JSON reply."""
        wait = _FIRST_WAIT_S
        for attempt in range(1, _MAX_ATTEMPTS + 1):
            result, retry_after_s = self._request_once(url, headers or {}, body)
            if not isinstance(result, MapReplyError):
                return result
            if retry_after_s is None or attempt == _MAX_ATTEMPTS:
                raise result
            self.sleep(min(max(wait, retry_after_s), _MAX_WAIT_S))
            wait *= 2
        raise AssertionError

    def _request_once(
        self, url: str, headers: Mapping[str, str], body: object
    ) -> tuple[object, float | None]:
        """Return the reply, or an error with the minimum pause in seconds if a retry may help."""
        data = None if body is None else json.dumps(body).encode()
        all_headers = {"Content-Type": "application/json", **headers} if data else dict(headers)
        self.sent += 1
        try:
            with urlopen(Request(url, data, all_headers), timeout=_TIMEOUT_S) as reply:  # noqa: S310 - the user's own address
                return json.loads(content := reply.read(_MAX_BYTES)), None
        except HTTPError as error:
            retry_after_s = error.headers.get("Retry-After", "")
            wait = float(retry_after_s) if retry_after_s.isdigit() else 0.0
            return _parse_error_response(error), wait if error.code in _RETRY_CODES else None
        except (URLError, OSError, HTTPException) as error:
            reason = str(getattr(error, "reason", error)).replace(self.key, "…")
            return MapReplyError(f"no answer: {reason}", "NO_ANSWER"), 0.0
        except ValueError:
            start = quote(content[:40].decode(errors="replace"))
            return MapReplyError(f"expected JSON, got {start}", "NO_JSON"), None


def _parse_error_response(error: HTTPError) -> MapReplyError:
    try:
        replies.check_error(json.loads(error.read(_MAX_BYTES)))
    except MapReplyError as api_error:
        return api_error
    except ValueError:
        return MapReplyError(f"HTTP {error.code} {error.reason}", str(error.code))
    return MapReplyError(f"HTTP {error.code}", str(error.code))


_MODES: Final = {
    TravelMode.DRIVING: "DRIVE",
    TravelMode.WALKING: "WALK",
    TravelMode.BICYCLING: "BICYCLE",
    TravelMode.TRANSIT: "TRANSIT",
}
_MAX_NEARBY: Final = 20


class Client:
    """Queries Places (New) and Routes; ``skipped`` counts facts that cannot be parsed."""

    def __init__(self, transport: Transport, base_url: str | None = None) -> None:
        self.skipped: Counter[str] = Counter()
        self._transport = transport
        base = base_url and base_url.rstrip("/")
        self._places = base or "https://places.googleapis.com"
        self._routes = base or "https://routes.googleapis.com"

    def find(self, text: str) -> MapPlace | None:
        """Return the best match for a text, or None."""
        url = f"{self._places}/v1/places:searchText"
        reply = _require_object(
            self._request_fields(
                url, _build_field_mask("places", replies.SEARCHED), {"textQuery": text}
            )
        )
        return next(iter(replies.read_places(reply, self.skipped)), None)

    def details(self, place_id: str) -> MapPlace | None:
        """Return a place with all its facts."""
        url = f"{self._places}/v1/places/{place_id}"
        reply = _require_object(self._request_fields(url, ",".join(replies.DESCRIBED)))
        return replies.read_place(reply, self.skipped)

    def nearby(self, center: MapPlace, request: Nearby) -> tuple[list[MapPlace], bool]:
        """Return the places around a centre, and whether the list is complete."""
        if request.keyword:
            raise MapReplyError(
                "expected no keyword: nearby places are searched by type only",
                "INVALID_ARGUMENT",
            )
        lat, lon = _require_location(center)
        circle = {
            "center": {"latitude": lat, "longitude": lon},
            "radius": request.radius_m or 50_000.0,
        }
        body = {
            "locationRestriction": {"circle": circle},
            "rankPreference": "DISTANCE" if request.rank_by == "distance" else "POPULARITY",
            "maxResultCount": _MAX_NEARBY,
            **({"includedTypes": [request.type]} if request.type else {}),
        }
        mask = _build_field_mask("places", replies.LISTED)
        reply = _require_object(
            self._request_fields(f"{self._places}/v1/places:searchNearby", mask, body)
        )
        found = replies.read_places(reply, self.skipped)
        return found, len(found) < _MAX_NEARBY

    def matrix(
        self, origins: Sequence[str], destinations: Sequence[str], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel between places given by id."""
        body = {
            "origins": [{"waypoint": {"placeId": each}} for each in origins],
            "destinations": [{"waypoint": {"placeId": each}} for each in destinations],
            "travelMode": _MODES[mode],
        }
        mask = "originIndex,destinationIndex,status,condition,distanceMeters,duration"
        reply = self._request_fields(
            f"{self._routes}/distanceMatrix/v2:computeRouteMatrix", mask, body
        )
        return replies.read_matrix(reply, len(origins), len(destinations))

    def routes(
        self, origin: MapPlace, destination: MapPlace, mode: TravelMode, *, alternatives: bool
    ) -> list[MapRoute]:
        """Return the routes between two places."""
        body = {
            "origin": {"placeId": origin.place.id},
            "destination": {"placeId": destination.place.id},
            "travelMode": _MODES[mode],
            "computeAlternativeRoutes": alternatives,
        }
        mask = _build_field_mask(
            "routes", ("description", "duration", "distanceMeters", "legs.steps")
        )
        reply = _require_object(
            self._request_fields(f"{self._routes}/directions/v2:computeRoutes", mask, body)
        )
        return replies.read_routes(reply, origin.place.name, destination.place.name, mode)

    def _request_fields(self, url: str, mask: str, body: object = None) -> object:
        headers = {"X-Goog-Api-Key": self._transport.key, "X-Goog-FieldMask": mask}
        reply = self._transport.ask(url, headers=headers, body=body)
        replies.check_error(reply)
        return reply


def _build_field_mask(member: str, parts: Sequence[str]) -> str:
    return ",".join(f"{member}.{part}" for part in parts)


def _require_object(reply: object) -> Mapping[str, object]:
    if isinstance(reply, dict):
        return reply
    raise MapReplyError(f"expected an object, got {quote(reply)}", "NO_OBJECT")


def _require_location(center: MapPlace) -> tuple[float, float]:
    if center.place.location is None:
        raise NotRecordedError(f"the position of {quote(center.place.name)} is not recorded")
    return center.place.location
