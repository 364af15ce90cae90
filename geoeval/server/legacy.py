"""The legacy services: Places, Distance Matrix, Directions and Geocoding, under ``/maps/api``."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from geoeval.calculators.polyline import encode_polyline
from geoeval.errors import NotRecordedError, quote
from geoeval.server.failure import RequestFailure
from geoeval.server.fields import LEGACY_ALIASES, LEGACY_PLACE
from geoeval.server.parameters import (
    MOST_PAGES,
    MOST_ROUTES,
    PAGE,
    Parameters,
    check_elements,
    end_of,
    page_token,
    read_page_token,
)
from geoeval.server.shapes import (
    Shape,
    corners_of,
    disagreement_notes,
    legacy_ends,
    legacy_figures,
    legacy_place,
    legacy_point,
    legacy_steps,
)
from geoeval.world.service import MapRoute, Travel

if TYPE_CHECKING:
    from geoeval.world.records import TravelMode
    from geoeval.world.service import End, MapPlace
    from geoeval.world.store.reading import MapFile

_SEPARATOR = "|"


class LegacyServices:
    """The legacy services over a map."""

    def __init__(self, service: MapFile, most_elements: int) -> None:
        self.service = service
        self.most_elements = most_elements
        self.credits = (
            [html.escape(service.attribution, quote=False)] if service.attribution else []
        )

    @property
    def router(self) -> APIRouter:
        """The endpoints."""
        router = APIRouter(prefix="/maps/api")
        for path, answer in (
            ("/place/textsearch/json", self.text_search),
            ("/place/nearbysearch/json", self.nearby_search),
            ("/place/details/json", self.details),
            ("/place/findplacefromtext/json", self.find_place),
            ("/geocode/json", self.geocode),
            ("/distancematrix/json", self.distance_matrix),
            ("/directions/json", self.directions),
        ):
            router.add_api_route(path, answer, methods=["GET"])
        return router

    def _page_of_results(
        self, request: Request, find: Callable[[Parameters], list[MapPlace]]
    ) -> Shape:
        service, query, page = request.url.path, dict(request.query_params), 0
        query.pop("key", None)
        if token := query.get("pagetoken"):
            query, page = read_page_token(service, token)
        parameters = Parameters(query)
        found = find(parameters)[: PAGE * MOST_PAGES]
        shown = found[page * PAGE : (page + 1) * PAGE]
        language = parameters.maybe("language")
        reply: Shape = {
            "html_attributions": self.credits,
            "results": [legacy_place(each, language, whole=False) for each in shown],
            "status": "OK" if shown else "ZERO_RESULTS",
        }
        if len(found) > (page + 1) * PAGE:
            reply["next_page_token"] = page_token(service, query, page + 1)
        return reply

    def text_search(self, request: Request) -> Shape:
        """Answer Text Search."""
        return self._page_of_results(
            request,
            lambda given: self.service.search(
                given.text("query"),
                near=given.point("location"),
                radius_m=given.radius(),
                place_type=given.maybe("type"),
                limit=PAGE * MOST_PAGES,
            ),
        )

    def nearby_search(self, request: Request) -> Shape:
        """Answer Nearby Search."""

        def find(given: Parameters) -> list[MapPlace]:
            # Accepting a place id is an extension, as a map may not know the position.
            end, _ = end_of("location", given.text("location"), self.service)
            rank_by = given.maybe("rankby") or "prominence"
            radius, kind, keyword = given.radius(), given.maybe("type"), given.maybe("keyword")
            _check_ranking(rank_by, radius, kind or keyword)
            return self.service.nearby(
                end,
                place_type=kind,
                keyword=keyword,
                radius_m=radius,
                rank_by="distance" if rank_by == "distance" else "prominence",
                limit=PAGE * MOST_PAGES,
            )

        return self._page_of_results(request, find)

    def details(self, request: Request) -> Shape:
        """Answer Place Details."""
        given = Parameters(request.query_params)
        place_id = given.maybe("place_id") or given.text("placeid")
        _, found = end_of("place_id", f"place_id:{place_id}", self.service)
        assert found is not None
        result = legacy_place(found, given.maybe("language"), whole=True)
        result = _keep_fields(result, given.maybe("fields"))
        return {"html_attributions": self.credits, "result": result, "status": "OK"}

    def find_place(self, request: Request) -> Shape:
        """Answer Find Place."""
        given = Parameters(request.query_params)
        kind = given.text("inputtype")
        if kind not in {"textquery", "phonenumber"}:
            raise RequestFailure(
                f"expected the inputtype textquery or phonenumber, got {quote(kind)}",
                "INVALID_REQUEST",
            )
        text = given.text("input")
        if kind == "phonenumber":
            raise RequestFailure(
                "this map is not searched by phone number; use inputtype=textquery",
                "INVALID_REQUEST",
            )
        found = self.service.search(text, near=given.bias(), limit=1)
        wanted = given.maybe("fields") or "place_id"
        shapes = [legacy_place(each, given.maybe("language"), whole=True) for each in found]
        return {
            "html_attributions": self.credits,
            "candidates": [_keep_fields(shape, wanted) for shape in shapes],
            "status": "OK" if found else "ZERO_RESULTS",
        }

    def geocode(self, request: Request) -> Shape:
        """Answer Geocoding, for addresses only."""
        given = Parameters(request.query_params)
        found = self.service.search(given.text("address"), limit=1)
        names = ("place_id", "types", "geometry", "formatted_address")
        shapes = [legacy_place(each, given.maybe("language"), whole=False) for each in found]
        return {
            "results": [{name: s[name] for name in names if name in s} for s in shapes],
            "status": "OK" if found else "ZERO_RESULTS",
        }

    def distance_matrix(self, request: Request) -> Shape:
        """Answer Distance Matrix."""
        given = Parameters(request.query_params)
        texts = [given.text(each).split(_SEPARATOR) for each in ("origins", "destinations")]
        check_elements(texts[0], texts[1], self.most_elements)
        origins, destinations = (_parse_ends(each, self.service) for each in texts)
        units = given.units()
        travels = _travel_matrix(self.service, origins[0], destinations[0], given.mode())
        return {
            "origin_addresses": origins[1],
            "destination_addresses": destinations[1],
            "rows": [
                {"elements": [_matrix_element(each, units) for each in row]} for row in travels
            ],
            "status": "OK",
        }

    def directions(self, request: Request) -> Shape:
        """Answer Directions."""
        given = Parameters(request.query_params)
        if given.maybe("waypoints"):
            raise RequestFailure(
                "waypoints are not supported: request each leg separately", "INVALID_REQUEST"
            )
        mode, units = given.mode(), given.units()
        ends = [end_of(name, given.text(name), self.service) for name in ("origin", "destination")]
        most = MOST_ROUTES if given.flag("alternatives") else 1
        found = self.service.routes(ends[0][0], ends[1][0], mode, most=most)
        return {
            "geocoded_waypoints": [
                {"geocoder_status": "OK", "place_id": place.place.id, "types": list(place.types)}
                if place
                else {"geocoder_status": "OK"}
                for _, place in ends
            ],
            "routes": [_route_shape(each, mode, units, self.service.attribution) for each in found],
            "status": "OK" if found else "ZERO_RESULTS",
        }


def _check_ranking(rank_by: str, radius: float | None, subject: str | None) -> None:
    if rank_by not in {"prominence", "distance"}:
        message = f"expected rankby prominence or distance, got {quote(rank_by)}"
    elif rank_by == "distance" and radius is not None:
        message = "expected no radius with rankby=distance"
    elif rank_by == "distance" and not subject:
        message = "expected keyword or type with rankby=distance"
    elif rank_by == "prominence" and radius is None:
        message = "expected a radius, or rankby=distance with keyword or type"
    else:
        return
    raise RequestFailure(message, "INVALID_REQUEST")


def _keep_fields(shape: Shape, wanted: str | None) -> Shape:
    if wanted is None:
        return shape
    firsts = [each.strip().partition("/")[0] for each in wanted.split(",")]
    names = [LEGACY_ALIASES.get(name, name) for name in firsts]
    unknown = [name for name in names if name not in LEGACY_PLACE]
    if unknown:
        raise RequestFailure(f"unknown place field {quote(unknown[0])}", "INVALID_REQUEST")
    return {name: shape[name] for name in names if name in shape}


def _parse_ends(texts: Sequence[str], service: MapFile) -> tuple[list[End | None], list[str]]:
    found = [_parse_end(text, service) for text in texts]
    return [end for end, _ in found], [address for _, address in found]


def _parse_end(text: str, service: MapFile) -> tuple[End | None, str]:
    if not text:
        raise RequestFailure(
            "expected origins and destinations that are not empty", "INVALID_REQUEST"
        )
    try:
        end, place = end_of("origins and destinations", text, service)
    except RequestFailure as failure:
        if failure.status != "NOT_FOUND":
            raise
        return None, ""
    return end, (place.place.address or place.place.name) if place else text


def _travel_matrix(
    service: MapFile,
    origins: Sequence[End | None],
    destinations: Sequence[End | None],
    mode: TravelMode,
) -> list[list[Travel | str | None]]:
    """Return the travel of each element, or a string that says why there is none."""
    starts, ends = ([each for each in some if each is not None] for some in (origins, destinations))
    pairs = list(product(starts, ends))
    try:
        rows = service.matrix(starts, ends, mode) if pairs else []
        found: list[Travel | str | None] = list(chain.from_iterable(rows))
    except NotRecordedError:
        found = [_travel_alone(service, origin, end, mode) for origin, end in pairs]
    travels: dict[tuple[End | None, End | None], Travel | str | None] = dict(
        zip(pairs, found, strict=True)
    )
    return [[travels.get((origin, end), "NOT_FOUND") for end in destinations] for origin in origins]


def _travel_alone(service: MapFile, origin: End, end: End, mode: TravelMode) -> Travel | str | None:
    try:
        return service.matrix([origin], [end], mode)[0][0]
    except NotRecordedError as error:
        return f"NOT_FOUND: {error}"


def _matrix_element(travel: Travel | str | None, units: str | None) -> Shape:
    if travel is None:
        return {"status": "ZERO_RESULTS"}
    if isinstance(travel, str):
        status, _, reason = travel.partition(": ")
        return {"status": status, **({"error_message": reason} if reason else {})}
    shape = {"status": "OK", **legacy_figures(travel, units), "source": travel.source}
    notes = disagreement_notes(travel)
    return {**shape, "warnings": notes} if notes else shape


def _route_shape(drawn: MapRoute, mode: TravelMode, units: str | None, attribution: str) -> Shape:
    route = drawn.route
    leg: Shape = {
        "start_address": route.origin,
        "end_address": route.destination,
        "steps": legacy_steps(drawn, units, mode),
        **legacy_figures(route, units),
        **legacy_ends(drawn.points),
    }
    shape: Shape = {
        "summary": route.name,
        "legs": [leg],
        "copyrights": attribution,
        "warnings": [],
        "waypoint_order": [],
        "source": drawn.source,
    }
    if drawn.points:
        southwest, northeast = map(legacy_point, corners_of(drawn.points))
        shape["overview_polyline"] = {"points": encode_polyline(drawn.points)}
        shape["bounds"] = {"northeast": northeast, "southwest": southwest}
    return shape
