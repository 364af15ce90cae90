"""The new services: Places (New) and Routes, with field masks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from geoeval.calculators.sphere.distance import haversine
from geoeval.server import shapes
from geoeval.server.failure import RequestFailure
from geoeval.server.fields import ELEMENT, PLACE, PLACES, ROUTES
from geoeval.server.masks import apply_mask, read_mask
from geoeval.server.parameters import (
    LONGEST,
    MOST_PAGES,
    MOST_ROUTES,
    PAGE,
    by_id,
    by_name,
    check_elements,
    checked_point,
    checked_radius,
    checked_text,
    page_token,
    read_page_token,
)
from geoeval.world.records import TravelMode
from geoeval.world.service import MapRoute, Travel

if TYPE_CHECKING:
    from geoeval.world.records import LatLon
    from geoeval.world.service import End, MapPlace
    from geoeval.world.store.reading import MapFile

_MODES = {
    "DRIVE": TravelMode.DRIVING,
    "WALK": TravelMode.WALKING,
    "BICYCLE": TravelMode.BICYCLING,
    "TRANSIT": TravelMode.TRANSIT,
}
_NO_LIMIT = 100_000  # more places than any searchable circle has
Text = Annotated[str, Field(max_length=LONGEST)]
Number = Annotated[float, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=1, le=PAGE)]


class _Body(BaseModel):
    """A part of a request; unknown members are rejected, not ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", allow_inf_nan=False)


class LatLng(_Body):
    """A position in degrees."""

    latitude: Number
    longitude: Number

    @property
    def point(self) -> LatLon:
        """The position."""
        return checked_point("latitude and longitude", (self.latitude, self.longitude))


class Circle(_Body):
    """A circle; ``radius`` is in metres."""

    center: LatLng
    radius: Number


class Area(_Body):
    """Where to look: a circle."""

    circle: Circle


class TextSearch(_Body):
    """A request for places that a text names."""

    text_query: Text
    included_type: Text | None = None
    page_size: Count = PAGE
    max_result_count: Count | None = None
    page_token: Text | None = None
    language_code: Text | None = None
    region_code: Text | None = None
    location_bias: Area | None = None
    location_restriction: Area | None = None


class NearbySearch(_Body):
    """A request for places in a circle."""

    location_restriction: Area
    included_types: Annotated[list[Text], Field(max_length=50)] = []
    max_result_count: Count = PAGE
    rank_preference: Literal["POPULARITY", "DISTANCE"] = "POPULARITY"
    language_code: Text | None = None
    region_code: Text | None = None


class Location(_Body):
    """A position within a waypoint."""

    lat_lng: LatLng


class Waypoint(_Body):
    """An end of travel: a place id, a position or an address."""

    place_id: Text | None = None
    location: Location | None = None
    address: Text | None = None


class RoutesRequest(_Body):
    """A request for routes."""

    origin: Waypoint
    destination: Waypoint
    travel_mode: Literal["DRIVE", "WALK", "BICYCLE", "TRANSIT"] = "DRIVE"
    compute_alternative_routes: bool = False
    language_code: Text | None = None
    units: Literal["METRIC", "IMPERIAL"] | None = None
    routing_preference: Text | None = None


class MatrixEnd(_Body):
    """An end of a matrix."""

    waypoint: Waypoint


class MatrixRequest(_Body):
    """A request for a matrix of travel."""

    origins: Annotated[list[MatrixEnd], Field(min_length=1)]
    destinations: Annotated[list[MatrixEnd], Field(min_length=1)]
    travel_mode: Literal["DRIVE", "WALK", "BICYCLE", "TRANSIT"] = "DRIVE"
    language_code: Text | None = None
    units: Literal["METRIC", "IMPERIAL"] | None = None
    routing_preference: Text | None = None


class NewServices:
    """The new services over a map."""

    def __init__(self, service: MapFile, most_elements: int) -> None:
        self.service = service
        self.most_elements = most_elements

    @property
    def router(self) -> APIRouter:
        """The endpoints."""
        router = APIRouter()
        router.add_api_route("/v1/places/{place_id}", self.details, methods=["GET"])
        for path, answer in (
            ("/v1/places:searchText", self.search_text),
            ("/v1/places:searchNearby", self.search_nearby),
            ("/directions/v2:computeRoutes", self.compute_routes),
            ("/distanceMatrix/v2:computeRouteMatrix", self.compute_matrix),
        ):
            router.add_api_route(path, answer, methods=["POST"])
        return router

    def search_text(self, request: Request, body: TextSearch) -> object:
        """Answer Text Search."""
        mask = read_mask(_field_mask(request), PLACES)
        asked = body.model_dump_json(exclude={"page_token"}).encode()
        query, page = {"asked": hashlib.sha256(asked).hexdigest()}, 0
        if body.page_token:
            before, page = read_page_token(request.url.path, body.page_token)
            if before != query:
                raise RequestFailure(
                    "expected the page token of the same request", "INVALID_REQUEST"
                )
        text = checked_text("textQuery", body.text_query)
        if not text:
            raise RequestFailure("expected a textQuery, got an empty one", "INVALID_REQUEST")
        near, radius = None, None
        if body.location_restriction:
            near, radius = _circle_of_area(body.location_restriction)
        elif body.location_bias:
            near, _ = _circle_of_area(body.location_bias)
        found = self.service.search(
            text,
            near=near,
            radius_m=radius,
            place_type=body.included_type,
            limit=PAGE * MOST_PAGES,
        )
        size = body.max_result_count or body.page_size
        reply = self._place_shapes(found[page * size : (page + 1) * size], body.language_code)
        if len(found) > (page + 1) * size:
            reply["nextPageToken"] = page_token(request.url.path, query, page + 1)
        return apply_mask(reply, mask)

    def search_nearby(self, request: Request, body: NearbySearch) -> object:
        """Answer Nearby Search."""
        mask = read_mask(_field_mask(request), PLACES)
        center, radius = _circle_of_area(body.location_restriction)
        by_distance = body.rank_preference == "DISTANCE"
        kinds: list[str | None] = [*body.included_types] or [None]
        found = {
            each.place.id: each
            for kind in kinds
            for each in self.service.nearby(
                center, place_type=kind, radius_m=radius, limit=_NO_LIMIT
            )
        }
        places = sorted(
            found.values(),
            key=lambda each: _distance_from(center, each) if by_distance else -each.prominence,
        )
        return apply_mask(
            self._place_shapes(places[: body.max_result_count], body.language_code), mask
        )

    def details(self, request: Request, place_id: str) -> object:
        """Answer Place Details."""
        mask = read_mask(_field_mask(request), PLACE)
        _, found = by_id(checked_text("place id", place_id), self.service)
        return apply_mask(self._place_shape(found, request.query_params.get("languageCode")), mask)

    def compute_routes(self, request: Request, body: RoutesRequest) -> object:
        """Answer Compute Routes."""
        mask = read_mask(_field_mask(request), ROUTES)
        most = MOST_ROUTES if body.compute_alternative_routes else 1
        ends = self._find_end(body.origin), self._find_end(body.destination)
        found = self.service.routes(*ends, _MODES[body.travel_mode], most=most)
        routes = [_route_shape(each, first=at == 0) for at, each in enumerate(found)]
        return apply_mask({"routes": routes} if routes else {}, mask)

    def compute_matrix(self, request: Request, body: MatrixRequest) -> object:
        """Answer Compute Route Matrix."""
        mask = read_mask(_field_mask(request), ELEMENT)
        check_elements(body.origins, body.destinations, self.most_elements)
        origins, destinations = (
            [self._find_end(each.waypoint) for each in ends]
            for ends in (body.origins, body.destinations)
        )
        travels = self.service.matrix(origins, destinations, _MODES[body.travel_mode])
        elements = [
            {"originIndex": row, "destinationIndex": column, **_matrix_element(travel)}
            for row, found in enumerate(travels)
            for column, travel in enumerate(found)
        ]
        return apply_mask(elements, mask)

    def _place_shapes(self, found: Sequence[MapPlace], language: str | None) -> shapes.Shape:
        return {"places": [self._place_shape(each, language) for each in found]} if found else {}

    def _place_shape(self, found: MapPlace, language: str | None) -> shapes.Shape:
        shape = shapes.new_place(found, language)
        if self.service.attribution:
            shape["attributions"] = [{"provider": self.service.attribution}]
        return shape

    def _find_end(self, waypoint: Waypoint) -> End:
        given = [each for each in (waypoint.place_id, waypoint.location, waypoint.address) if each]
        if len(given) != 1:
            raise RequestFailure(
                "expected exactly one of placeId, location and address for each waypoint",
                "INVALID_REQUEST",
            )
        if waypoint.location:
            return waypoint.location.lat_lng.point
        if waypoint.place_id:
            return by_id(checked_text("placeId", waypoint.place_id), self.service)[0]
        return by_name(checked_text("address", waypoint.address or ""), self.service)[0]


def _field_mask(request: Request) -> str | None:
    query = request.query_params
    mask = request.headers.get("x-goog-fieldmask") or query.get("$fields") or query.get("fields")
    return None if mask is None else checked_text("FieldMask", mask)


def _circle_of_area(area: Area) -> tuple[LatLon, float]:
    return area.circle.center.point, checked_radius("radius", area.circle.radius)


def _distance_from(center: LatLon, found: MapPlace) -> float:
    return haversine(center, found.place.location) if found.place.location else float("inf")


def _matrix_element(travel: Travel | None) -> shapes.Shape:
    if travel is None:
        return {"status": {}, "condition": "ROUTE_NOT_FOUND"}
    shape: shapes.Shape = {"status": {}, "condition": "ROUTE_EXISTS", "source": travel.source}
    notes = shapes.disagreement_notes(travel)
    return shape | ({"warnings": notes} if notes else {}) | shapes.new_figures(travel)


def _route_shape(drawn: MapRoute, *, first: bool) -> shapes.Shape:
    route = drawn.route
    shape: shapes.Shape = {
        "description": route.name,
        "routeLabels": ["DEFAULT_ROUTE" if first else "DEFAULT_ROUTE_ALTERNATE"],
        "warnings": [],
        "source": drawn.source,
    }
    figures = shapes.new_figures(route)
    line = shapes.new_line(drawn.points)
    if line:
        low, high = map(shapes.new_point, shapes.corners_of(drawn.points))
        shape |= {"polyline": line["polyline"], "viewport": {"low": low, "high": high}}
    return {**shape, **figures, "legs": [{**figures, "steps": shapes.new_steps(drawn), **line}]}
