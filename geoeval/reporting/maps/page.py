"""Render a map as a self-contained HTML page: water, roads, places by kind, and routes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from geoeval.reporting.audit.markup import as_markup, load_asset, load_template, policy_of
from geoeval.reporting.safe import safe_line

if TYPE_CHECKING:
    from geoeval.world.records import LatLon
    from geoeval.world.service import MapPlace, MapRoute, RoadLine

_MAX_COLOURED_KINDS = 12
_PACKAGE = "geoeval.reporting.maps"
_DIGITS = 5  # of a coordinate, about a metre
_WIDE = frozenset("motorway trunk primary".split())
_MIDDLE = frozenset("secondary tertiary".split())
_NARROW = frozenset("unclassified residential living_street pedestrian road".split())


def render_map_page(
    title: str,
    places: Iterable[MapPlace],
    roads: Iterable[RoadLine] = (),
    routes: Sequence[MapRoute] = (),
    attribution: str = "",
    water: Iterable[str] = (),
) -> str:
    """Return a page with a map that can be moved, searched and filtered by kind of place.

    ``water`` are areas and lines as WKT. Places without coordinates are listed below the map. The
    page makes no network requests.
    """
    all_places = list(places)
    located = [each for each in all_places if each.place.location]
    counts = Counter(_kind_name(each) for each in located)
    kinds = [kind for kind, _ in counts.most_common(_MAX_COLOURED_KINDS)]
    lines = [_road_row(each) for each in roads]
    data = {
        "kinds": [*map(safe_line, kinds), "other"],
        "places": [_place_row(each, kinds) for each in located],
        "water": [_water_shape(each) for each in water],
        "roads": lines,
        "routes": [_route_shape(each) for each in routes],
    }
    style, script = load_asset("map.css", _PACKAGE), load_asset("map.js", _PACKAGE)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return load_template("map.html", _PACKAGE).render(
        title=title,
        policy=policy_of(style, script),
        style=as_markup(style),
        script=as_markup(script),
        data=as_markup(text.replace("<", "\\u003c")),  # so that no tag can end the script
        attribution=attribution,
        places=len(located),
        roads=len(lines),
        unplaced=[each.place.name for each in all_places if not each.place.location],
    )


def facts_of(found: MapPlace) -> dict[str, str]:
    """Return the known facts about a place, by display name."""
    place = found.place
    stars = f"{place.rating:g} ({place.rating_count or '?'} ratings)" if place.rating else ""
    facts = {
        "Kinds": ", ".join(each.replace("_", " ") for each in found.types),
        "Address": place.address,
        "Hours": "; ".join(place.hours.lines()) if place.hours else "",
        "Rating": stars,
        "Phone": place.phone,
        "Features": ", ".join(place.features),
        "Id": place.id,
    }
    return {name: safe_line(value) for name, value in facts.items() if value}


def _place_row(found: MapPlace, kinds: Sequence[str]) -> list[object]:
    """Return a place for the script: name, index of its kind, latitude, longitude, facts."""
    assert found.place.location is not None
    kind = _kind_name(found)
    return [
        safe_line(found.place.name),
        kinds.index(kind) if kind in kinds else len(kinds),
        *(round(each, _DIGITS) for each in found.place.location),
        facts_of(found),
    ]


def _road_row(road: RoadLine) -> list[object]:
    """Return a road for the script: its width from 0 to 3, its name and its line."""
    kind = road.kind.removesuffix("_link")
    width = 3 if kind in _WIDE else 2 if kind in _MIDDLE else 1 if kind in _NARROW else 0
    return [width, safe_line(road.name), _encode_line(road.points)]


def _water_shape(wkt: str) -> list[object]:
    """Return water for the script: 1 for an area or 0 for a line, and its outlines or courses."""
    lines = re.findall(r"\(([^()]+)\)", wkt)
    spots = ([each.split() for each in line.split(",")] for line in lines)
    coded = [_encode_line([(float(lat), float(lon)) for lon, lat in line]) for line in spots]
    return [int("POLYGON" in wkt), coded]


def _route_shape(drawn: MapRoute) -> dict[str, object]:
    route = drawn.route
    return {
        "title": safe_line(
            f"{route.origin} to {route.destination}, {route.mode or ''}".rstrip(", ")
        ),
        "ends": [safe_line(route.origin), safe_line(route.destination)],
        "name": safe_line(f"via {route.name}" if route.name else ""),
        "figures": [route.duration_s, route.distance_m],
        "source": safe_line(drawn.source),
        "line": _encode_line(drawn.points),
        "begins": list(drawn.step_starts),
        "steps": [
            [
                safe_line(step.instruction),
                [safe_line(note) for note in step.notes],
                step.distance_m,
            ]
            for step in route.steps
        ],
    }


def _encode_line(points: Sequence[LatLon]) -> list[int]:
    """Return a line as differences between consecutive points, in units of 1e-5 degrees."""
    deltas = []
    previous = (0, 0)
    for lat, lon in points:
        current = (round(lat * 10**_DIGITS), round(lon * 10**_DIGITS))
        deltas += [current[0] - previous[0], current[1] - previous[1]]
        previous = current
    return deltas


def _kind_name(found: MapPlace) -> str:
    return found.types[0].replace("_", " ") if found.types else "other"
