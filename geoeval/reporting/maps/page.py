"""A map as one HTML page that needs nothing but itself: roads, places by kind, and a route."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from geoeval.reporting.audit.markup import as_markup, load_asset, load_template, policy_of
from geoeval.reporting.safe import safe_line

if TYPE_CHECKING:
    from geoeval.world.records import LatLon
    from geoeval.world.service import MapPlace, MapRoute, RoadLine

_KINDS = 12  # that have a colour of their own
_PACKAGE = "geoeval.reporting.maps"
_DIGITS = 5  # of a coordinate: a metre
_WIDE = frozenset("motorway trunk primary".split())
_MIDDLE = frozenset("secondary tertiary".split())
_NARROW = frozenset("unclassified residential living_street pedestrian road".split())


def render_map_page(
    title: str,
    places: Iterable[MapPlace],
    roads: Iterable[RoadLine] = (),
    routes: Sequence[MapRoute] = (),
    attribution: str = "",
) -> str:
    """Return a page with a map that can be moved, searched and filtered by kind of place.

    Places without a position are listed below the map. The page asks no server for anything.
    """
    known = list(places)
    located = [each for each in known if each.place.location]
    counts = Counter(_kind_name(each) for each in located)
    kinds = [kind for kind, _ in counts.most_common(_KINDS)]
    lines = [_road_row(each) for each in roads]
    data = {
        "kinds": [*map(safe_line, kinds), "other"],
        "places": [_place_row(each, kinds) for each in located],
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
        data=as_markup(text.replace("<", "\\u003c")),  # no tag can end it
        attribution=attribution,
        places=len(located),
        roads=len(lines),
        unplaced=[each.place.name for each in known if not each.place.location],
    )


def facts_of(found: MapPlace) -> dict[str, str]:
    """Return what is known of a place, by names that people read."""
    place = found.place
    stars = f"{place.rating:g} ({place.rating_count or '?'} ratings)" if place.rating else ""
    facts = {
        "Kinds": ", ".join(each.replace("_", " ") for each in found.types),
        "Address": place.address,
        "Hours": "\n".join(place.hours.lines()) if place.hours else "",
        "Rating": stars,
        "Phone": place.phone,
        "Features": ", ".join(place.features),
        "Id": place.id,
    }
    return {name: safe_line(value) for name, value in facts.items() if value}


def _place_row(found: MapPlace, kinds: Sequence[str]) -> list[object]:
    """Return a place as the script reads it: name, number of its kind, position, facts."""
    assert found.place.location is not None
    kind = _kind_name(found)
    return [
        safe_line(found.place.name),
        kinds.index(kind) if kind in kinds else len(kinds),
        *(round(each, _DIGITS) for each in found.place.location),
        facts_of(found),
    ]


def _road_row(road: RoadLine) -> list[object]:
    """Return a road as the script reads it: its width 0-3, its name, and its line."""
    kind = road.kind.removesuffix("_link")
    width = 3 if kind in _WIDE else 2 if kind in _MIDDLE else 1 if kind in _NARROW else 0
    return [width, safe_line(road.name), _encode_line(road.points)]


def _route_shape(drawn: MapRoute) -> dict[str, object]:
    route = drawn.route
    return {
        "title": safe_line(
            f"{route.origin} to {route.destination}, {route.mode or ''}".rstrip(", ")
        ),
        "name": safe_line(f"via {route.name}" if route.name else ""),
        "figures": [route.duration_s, route.distance_m],
        "source": safe_line(drawn.source),
        "line": _encode_line(drawn.points),
        "begins": list(drawn.begins),
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
    """Return a line as whole steps of 1e-5 degrees, each from the point before."""
    found = []
    before = (0, 0)
    for lat, lon in points:
        here = (round(lat * 10**_DIGITS), round(lon * 10**_DIGITS))
        found += [here[0] - before[0], here[1] - before[1]]
        before = here
    return found


def _kind_name(found: MapPlace) -> str:
    return found.types[0].replace("_", " ") if found.types else "other"
