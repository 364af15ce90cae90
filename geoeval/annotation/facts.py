"""Facts that an author copies from a map into the context of a question."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians
from typing import NamedTuple

import numpy as np

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import NotRecordedError, UsageError, quote
from geoeval.query.values import Fact
from geoeval.text import pluralise
from geoeval.verification.judging.conflicts import find_conflicts
from geoeval.world.categories import category_of, is_kind_of
from geoeval.world.facts import ATTRIBUTION
from geoeval.world.model import Leg, NearbyList, Place, TravelMode, World
from geoeval.world.reader import read_context
from geoeval.world.records import LatLon
from geoeval.world.service import MapPlace, MapRoute
from geoeval.world.store.reading import MapFile
from geoeval.world.writer import write_context

MAX_LISTED = 60


class Statement(NamedTuple):
    """A fact as a context states it, and whether it is being added."""

    text: str
    is_added: bool


def with_facts(context: str, facts: World, attribution: str = "") -> str:
    """Append facts to a context unless it has them, with their attribution as the last line."""
    blocks = [write_context(World(places=(place,))).strip() for place in facts.places]
    blocks.append(write_context(replace(facts, places=(), attribution="")).strip())
    credit = f"{ATTRIBUTION} {attribution}" if attribution else ""
    lines = context.splitlines()
    body = "\n".join(line for line in lines if not credit or line.strip() != credit).strip()
    for block in blocks:
        if f"\n\n{block}\n\n" not in f"\n\n{body}\n\n":
            body = f"{body}\n\n{block}".strip()
    return "".join(f"{part}\n\n" for part in (body, credit) if part)[:-1]


def new_conflicts(before: str, after: str) -> list[tuple[Statement, Statement]]:
    """Return the conflicts that a context has with added facts and did not have before."""

    def found(context: str) -> dict[tuple[str, str], tuple[Fact, Fact]]:
        pairs = find_conflicts(read_context(context)[0], with_routes=True)
        return {(each.first.text, each.other.text): (each.first, each.other) for each in pairs}

    known = found(before)
    old = [line for line in before.splitlines() if not line.startswith(ATTRIBUTION)]
    last = len("\n".join(old).strip().splitlines())  # facts are added below it
    return [
        (_make_statement(first, last), _make_statement(other, last))
        for texts, (first, other) in found(after).items()
        if texts not in known
    ]


def _make_statement(fact: Fact, last: int) -> Statement:
    return Statement(text=fact.text, is_added=fact.line is None or fact.line > last)


def place_facts(map_place: MapPlace) -> World:
    """Return the facts that a map has about a place."""
    return World(places=(_with_kind(map_place),))


def nearby_facts(
    file: MapFile, center: MapPlace, kind: str, radius_m: float | None = None, limit: int = 20
) -> World:
    """Return the places of a kind within a radius, or the nearest ones if there is no radius."""
    category = _require_category(kind)
    found = file.nearby(
        center.place.id,
        place_type=category,
        radius_m=radius_m,
        rank_by="distance" if radius_m is None else "prominence",
        limit=limit,
    )
    nearby_list = NearbyList(
        anchor=center.place.name,
        category=pluralise(category),
        places=tuple(_without_id(each.place) for each in found),
        sorted_by_distance=radius_m is None,
        radius_m=radius_m,
    )
    return World(places=(_with_kind(center),), lists=(nearby_list,))


def travel_facts(file: MapFile, origin: MapPlace, destination: MapPlace, mode: TravelMode) -> World:
    """Return the duration and the distance from one place to another."""
    travel = file.matrix([origin.place.id], [destination.place.id], mode)[0][0]
    if travel is None:
        raise _no_route_error(origin, destination, mode)
    leg = Leg(
        origin=origin.place.name,
        destination=destination.place.name,
        mode=mode,
        duration_s=travel.duration_s,
        distance_m=travel.distance_m,
    )
    return World(legs=(leg,))


def routes_between(
    file: MapFile, origin: MapPlace, destination: MapPlace, mode: TravelMode, most: int = 3
) -> list[MapRoute]:
    """Return the routes from one place to another, fastest first."""
    found = file.routes(origin.place.id, destination.place.id, mode, most=most)
    if not found:
        raise _no_route_error(origin, destination, mode)
    return found


def route_facts(routes: list[MapRoute]) -> World:
    """Return routes with their steps as facts."""
    return World(routes=tuple(route.route for route in routes))


def find_along(file: MapFile, route: MapRoute, kind: str, within_m: float) -> list[MapPlace]:
    """Return the places of a kind near a route, in the order in which the route passes them."""
    category = _require_category(kind)
    if len(route.points) < 2:
        raise NotRecordedError(
            f"the map has no geometry for the route via {quote(route.route.name)}"
        )
    line = np.array(route.points)
    passed = []
    for map_place in file.of_kind(category):
        if map_place.place.location is not None:
            metres, at = _distance_from_line(map_place.place.location, line)
            if metres <= within_m:
                passed.append((at, map_place.place.id, map_place))
    return [map_place for *_, map_place in sorted(passed, key=lambda item: item[:2])[:MAX_LISTED]]


def places_facts(places: list[MapPlace]) -> World:
    """Return the facts that a map has about several places."""
    return World(places=tuple(map(_with_kind, places)))


def _require_category(kind: str) -> str:
    category = category_of(kind)
    if category is None:
        raise UsageError(f"expected a kind of place, such as restaurant, got {quote(kind)}")
    return category


def _no_route_error(origin: MapPlace, destination: MapPlace, mode: TravelMode) -> NotRecordedError:
    ends = f"{quote(origin.place.name)} to {quote(destination.place.name)}"
    return NotRecordedError(f"there is no {mode} route from {ends}")


def _with_kind(map_place: MapPlace) -> Place:
    """Return a place with its kinds as its category, without those that another one implies."""
    place, kinds = map_place.place, [kind.replace("_", " ") for kind in map_place.types]
    stated = [
        kind
        for at, kind in enumerate(kinds)
        if category_of(kind) and not any(is_kind_of(narrow, kind) for narrow in kinds[:at])
    ]
    return replace(_without_id(place), category=place.category or "; ".join(stated) or None)


def _without_id(place: Place) -> Place:
    return replace(place, id="")


def _distance_from_line(spot: LatLon, line: np.ndarray) -> tuple[float, float]:
    """Return the distance of a spot from a line in metres, and the position on the line.

    The position counts segments, with a fraction for the last one. Distances are computed in the
    plane that touches the Earth at the spot: within the few hundred metres that matter, it differs
    from the sphere by far less than a metre.
    """
    scale = np.array([1.0, cos(radians(spot[0]))]) * radians(1) * EARTH_RADIUS_M
    ends = (line - np.array(spot)) * scale
    starts, spans = ends[:-1], np.diff(ends, axis=0)
    lengths = np.maximum((spans**2).sum(axis=1), 1e-9)
    shares = np.clip(-(starts * spans).sum(axis=1) / lengths, 0.0, 1.0)
    distances = np.hypot(*(starts + spans * shares[:, None]).T)
    at = int(distances.argmin())
    return float(distances[at]), at + float(shares[at])
