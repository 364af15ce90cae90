"""The map next to the editor, from which a click adds facts to the context."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import events, ui
from nicegui.elements.leaflet.leaflet_layers import GenericLayer

from geoeval.annotation.app.parts import (
    Session,
    run_in_background,
    shorten_line,
    show_button,
    show_error,
    show_heading,
)
from geoeval.annotation.facts import (
    find_along,
    nearby_facts,
    place_facts,
    places_facts,
    route_facts,
    routes_between,
    travel_facts,
    with_facts,
)
from geoeval.calculators.nearby import NearbyIndex
from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import UnknownPlaceError, UsageError, quote
from geoeval.query.values import Illustration
from geoeval.reporting.maps.page import facts_of
from geoeval.world.model import TravelMode, World
from geoeval.world.records import LatLon
from geoeval.world.service import MapPlace, MapRoute
from geoeval.world.store.reading import MapFile

_DIGITS = 5  # of a coordinate, about a metre
_WORLD_PX = 256  # width of the whole world at zoom 0
_CLOSE_PX = 14  # maximum distance of a click from a dot
_MAX_FOUND = 8
_ROAD = {"color": "#8d939e", "weight": 1, "opacity": 0.55, "interactive": False}
_DOT = {"color": "#2f6db3", "weight": 5, "lineCap": "round", "interactive": False}
_CHOSEN = {"color": "#c2185b", "weight": 12, "lineCap": "round", "interactive": False}
_LINE = {"color": "#c2185b", "weight": 4, "opacity": 0.85, "interactive": False}
_MODES = [mode.value for mode in TravelMode]


class MapSide:
    """The map with its search, and the facts that an author can add from it."""

    def __init__(
        self,
        session: Session,
        file: MapFile,
        add: Callable[[Callable[[str], str], str], Awaitable[None]],
        tiles: str | None,
    ) -> None:
        self._session, self._file, self._add = session, file, add
        self._places = [each for each in file.places() if each.place.location is not None]
        self._index = (
            NearbyIndex([_known_location(each) for each in self._places]) if self._places else None
        )
        self._proof_layers: list[GenericLayer] = []
        self._own_layers: list[GenericLayer] = []
        self._routes: list[MapRoute] = []
        # On narrow screens the map is hidden until it is asked for; elsewhere there is no button.
        self._toggle = show_button("Map", self._toggle_map).classes("map-toggle")
        self._toggle.props('aria-expanded="false"')
        self._body = ui.element("div").classes("map-body")
        with self._body:
            show_heading("Map")
            self._draw_map(tiles)
            self._show_search()
            self._result = ui.element("div").classes("w-full")
            self._show_travel()

    def _toggle_map(self) -> None:
        is_open = "open" not in self._body.classes
        self._body.classes(toggle="open")
        self._toggle.set_text("Hide the map" if is_open else "Map")
        self._toggle.props(f'aria-expanded="{str(is_open).lower()}"')
        if is_open:
            self._map.run_map_method("invalidateSize")
            self._show_all()

    def show_proof(self, illustration: Illustration | None) -> None:
        """Draw the places and measures of a derivation."""
        spots = () if illustration is None else illustration.spots
        stretches = () if illustration is None else illustration.stretches
        self._replace_layers(
            self._proof_layers,
            [
                _style_layer(
                    [[each.start.location, each.end.location] for each in stretches], _LINE
                ),
                _style_layer([[each.location] * 2 for each in spots], _CHOSEN),
            ],
        )

    def _draw_map(self, tiles: str | None) -> None:
        """Show the roads and places; a tile server is asked only if the user names one."""
        spots = [_known_location(each) for each in self._places]
        middle = _mean_location(spots)
        self._map = ui.leaflet(
            center=middle,
            zoom=14,
            options={"preferCanvas": True, "maxZoom": 20, "zoomSnap": 0.5},
        ).props('role="application" aria-label="Map: arrow keys move it, plus and minus zoom"')
        self._map.clear_layers()  # the default layer requests tiles from a server
        if tiles:
            self._map.tile_layer(url_template=tiles)
        roads = [[*each.points] for each in self._file.roads()]
        self._map.generic_layer(name="geoJSON", args=_lines_to_geojson(roads, _ROAD))
        self._map.generic_layer(
            name="geoJSON", args=_lines_to_geojson([[s, s] for s in spots], _DOT)
        )
        self._map.on("map-click", self._handle_click)
        if self._file.attribution:
            ui.label(shorten_line(self._file.attribution)).classes("soft")
        self._map.on("init", self._show_all)

    def _show_all(self) -> None:
        """Zoom the map so that all places are on it."""
        if self._places:
            lats, lons = zip(*map(_known_location, self._places), strict=True)
            edges = [[min(lats), min(lons)], [max(lats), max(lons)]]
            self._map.run_map_method("fitBounds", edges)

    async def _handle_click(self, event: events.GenericEventArguments) -> None:
        if self._index is None:
            return
        at = event.args["latlng"]
        metres = 40_075_017 / (_WORLD_PX * 2 ** event.args["zoom"]) * _CLOSE_PX
        near = self._index.nearest((at["lat"], at["lng"]), k=1)
        if len(near.indices) and near.distances_m[0] <= metres:
            await self._choose_place(self._places[int(near.indices[0])])

    def _show_search(self) -> None:
        with ui.element("form").classes("w-full").on("submit.prevent", self._run_search):
            self._text = ui.input("Search for a place or a kind of place").props(
                "outlined dense clearable"
            )
            self._text.classes("w-full").mark("search")
            self._text.on("keydown.enter.prevent", self._run_search)
        with ui.element("div").classes("buttons"):
            show_button("Search", self._run_search, "search-button")

    async def _run_search(self) -> None:
        text = str(self._text.value or "").strip()
        if not text:
            return
        found = await run_in_background(lambda: self._file.search(text, limit=_MAX_FOUND))
        if found is None:
            return
        self._result.clear()
        with self._result:
            if not found:
                ui.label(f"The map has no place called {quote(text)}.").classes("soft")
            self._list_places(found)
        if len(found) == 1:
            await self._choose_place(found[0])

    def _list_places(self, found: Sequence[MapPlace]) -> None:
        with ui.element("ul").classes("found"):
            for each in found:
                with ui.element("li"):
                    ui.label(shorten_line(f"{each.place.name} ({_format_kinds(each)})")).classes(
                        "what"
                    )
                    show_button(
                        "Show",
                        lambda _, e=each: self._choose_place(e),
                        look="flat dense",
                        label=f"Show {each.place.name}",
                    )
                    show_button(
                        "Add",
                        lambda _, e=each: self._add_world_facts(place_facts(e), e.place.name),
                        look="flat dense",
                        label=f"Add {each.place.name} to the context",
                    )

    async def _choose_place(self, found: MapPlace) -> None:
        place = found.place
        self._result.clear()
        with self._result, ui.element("div").classes("card"):
            ui.label(shorten_line(place.name)).classes("question").mark("chosen")
            for name, text in facts_of(found).items():
                with ui.element("div").classes("row-of"):
                    ui.label(name).classes("name")
                    ui.label(shorten_line(text)).classes("text")
            with ui.element("div").classes("buttons"):
                show_button(
                    "Add to context",
                    lambda: self._add_world_facts(place_facts(found), place.name),
                    "add-place",
                    look="unelevated color=primary",
                )
                show_button("From here", lambda: self._from.set_value(place.name))
                show_button("To here", lambda: self._to.set_value(place.name))
            show_heading("Around it")
            with ui.element("div").classes("fields"):
                kind = ui.input("Kind of place", placeholder="such as restaurant")
                kind.props("outlined dense").mark("kind")
                radius = ui.number("Radius in metres, empty for the nearest", min=1).props(
                    "outlined dense"
                )
            show_button(
                "Add nearby places",
                lambda: self._add_nearby(found, kind.value, radius.value),
                "add-nearby",
            )
        if place.location is not None:
            self._mark_spots([place.location], [])
            self._map.run_map_method("panTo", list(place.location))

    async def _add_nearby(self, center: MapPlace, kind: str, radius: float | None) -> None:
        found = await run_in_background(nearby_facts, self._file, center, str(kind or ""), radius)
        if found is not None:
            (nearby,) = found.lists
            await self._add_world_facts(
                found, f"{len(nearby.places)} {nearby.category} around {center.place.name}"
            )
            self._mark_spots([p.location for p in nearby.places if p.location is not None], [])

    def _show_travel(self) -> None:
        show_heading("Travel and routes")
        with ui.element("div").classes("fields"):
            self._from = ui.input("From").props("outlined dense").mark("from")
            self._to = ui.input("To").props("outlined dense").mark("to")
            modes = [mode for mode in _MODES if mode in set(self._file.modes)] or _MODES
            # A mode that is chosen from the start would be added without a thought.
            self._mode = ui.radio(modes, value=modes[0] if len(modes) == 1 else None)
            self._mode.props('inline dense aria-label="Mode of travel"').mark("mode")
        with ui.element("div").classes("buttons"):
            show_button("Add travel time", self._add_travel, "add-travel")
            show_button("Find routes", self._find_routes, "find-routes")
        self._routes_box = ui.element("div").classes("w-full")

    def _find_ends(self) -> tuple[MapPlace, MapPlace]:
        ends = []
        for given, which in ((self._from.value, "From"), (self._to.value, "To")):
            text = str(given or "").strip()
            found = self._file.search(text, limit=1) if text else []
            if not found:
                raise UnknownPlaceError(
                    f"expected a place on the map in the field {which}, got {quote(text)}"
                )
            ends.append(found[0])
        return ends[0], ends[1]

    def _chosen_mode(self) -> TravelMode:
        if self._mode.value is None:
            raise UsageError("expected a mode of travel, which is not chosen yet")
        return TravelMode(self._mode.value)

    async def _add_travel(self) -> None:
        def found() -> tuple[World, str]:
            origin, destination = self._find_ends()
            mode = self._chosen_mode()
            facts = travel_facts(self._file, origin, destination, mode)
            return facts, f"{origin.place.name} to {destination.place.name}, {mode}"

        travel = await run_in_background(found)
        if travel is not None:
            await self._add_world_facts(*travel)

    async def _find_routes(self) -> None:
        found = await run_in_background(
            lambda: routes_between(self._file, *self._find_ends(), self._chosen_mode())
        )
        if found is None:
            return
        self._routes = found
        self._routes_box.clear()
        with self._routes_box:
            with ui.element("ul").classes("found"):
                for route in found:
                    with ui.element("li"):
                        ui.label(_format_route(route)).classes("what")
                        show_button(
                            "Show",
                            lambda _, r=route: self._mark_spots([], [[*r.points]]),
                            look="flat dense",
                            label=f"Show via {route.route.name}",
                        )
            with ui.element("div").classes("buttons"):
                show_button(
                    "Add routes with steps",
                    lambda: self._add_world_facts(route_facts(found), "the routes"),
                    "add-routes",
                )
            with ui.element("div").classes("fields"):
                kind = ui.input(
                    "Kind of place along the first route", placeholder="such as restaurant"
                )
                kind.props("outlined dense").mark("along-kind")
                within = ui.number("Within metres of it", min=1, placeholder="such as 200")
                within.props("outlined dense").mark("along-within")
            show_button(
                "Add places along it",
                lambda: self._add_along(found[0], kind.value, within.value),
                "add-along",
            )
        self._mark_spots([], [[*found[0].points]])

    async def _add_along(self, route: MapRoute, kind: str, within: float | None) -> None:
        if within is None:
            show_error("expected a number of metres from the route, got an empty field")
            return
        found = await run_in_background(find_along, self._file, route, str(kind or ""), within)
        if found:
            await self._add_world_facts(places_facts(found), f"{len(found)} places along the route")
            self._mark_spots([_known_location(each) for each in found], [[*route.points]])
        elif found is not None:
            show_error(f"there is no {kind} within {within:g} m of the route")

    async def _add_world_facts(self, facts: World, what: str) -> None:
        await self._add(lambda context: with_facts(context, facts, self._file.attribution), what)

    def _mark_spots(self, spots: Sequence[LatLon], lines: Sequence[Sequence[LatLon]]) -> None:
        self._replace_layers(
            self._own_layers,
            [_style_layer(lines, _LINE), _style_layer([[s, s] for s in spots], _CHOSEN)],
        )

    def _replace_layers(
        self, layers: list[GenericLayer], drawn: Sequence[list[Any] | None]
    ) -> None:
        for layer in layers:
            self._map.remove_layer(layer)
        layers[:] = [
            self._map.generic_layer(name="geoJSON", args=args) for args in drawn if args is not None
        ]


def _known_location(found: MapPlace) -> LatLon:
    assert found.place.location is not None
    return found.place.location


def _mean_location(spots: Sequence[LatLon]) -> LatLon:
    if not spots:
        return (0.0, 0.0)
    lats, lons = zip(*spots, strict=True)
    return (min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2


def _style_layer(lines: Sequence[Sequence[LatLon]], style: dict[str, object]) -> list[Any] | None:
    return _lines_to_geojson(lines, style) if lines else None


def _lines_to_geojson(lines: Sequence[Sequence[LatLon]], style: dict[str, object]) -> list[Any]:
    """Return lines as one GeoJSON shape, which a canvas draws at once; dots have length 0."""
    shape = {
        "type": "MultiLineString",
        "coordinates": [
            [[round(lon, _DIGITS), round(lat, _DIGITS)] for lat, lon in line] for line in lines
        ],
    }
    return [shape, {"style": style, "interactive": False}]


def _format_kinds(found: MapPlace) -> str:
    return ", ".join(each.replace("_", " ") for each in found.types[:3]) or "no kind"


def _format_route(drawn: MapRoute) -> str:
    route = drawn.route
    figures = [
        "" if route.duration_s is None else format_duration(route.duration_s),
        "" if route.distance_m is None else format_distance(route.distance_m),
    ]
    return shorten_line(
        f"via {route.name or 'unnamed roads'}: {', '.join(f for f in figures if f)}"
    )
