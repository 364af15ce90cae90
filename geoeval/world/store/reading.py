"""A stored map as a map service: recorded facts first, then what its road network yields."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain, product
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Self

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import check_point
from geoeval.errors import NotRecordedError, UnknownPlaceError, UsageError, quote
from geoeval.extras import check_installed
from geoeval.world import service
from geoeval.world.categories import category_of
from geoeval.world.merging import contradicts_place
from geoeval.world.records import LatLon, Leg, NearbyList, Place, Route, TravelMode
from geoeval.world.store.circles import Circles
from geoeval.world.store.lists import RecordedList, search_lists
from geoeval.world.store.rows import LINES, PLACE, WATERWAY, kind_key, place_of, record_of
from geoeval.world.store.schema import explain_errors, open_readable
from geoeval.world.store.searching import Search

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network


_BATCH_SIZE = 200  # places per query


class MapFile:
    """A map file that any number of threads and processes can read.

    An unknown place id raises ``UnknownPlaceError``; a fact that the map does not cover raises
    ``NotRecordedError``. An empty list means that nothing exists: what is not recorded is never
    reported as absent. The travel between two ends that no road connects is None.

    Raises
    ------
    MapFileError
        If the file does not exist, is not a map file, or is damaged.

    Notes
    -----
    A map that covers a whole area, such as one built from an OpenStreetMap extract, has an extent:
    within it, what is not found does not exist. A map of recorded facts has no extent, so it
    answers a search around a place only if a recorded list reaches far enough.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._connections: dict[threading.Thread, sqlite3.Connection] = {}
        self._thread_connection()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_connections"):  # false if opening failed
            self.close()

    def close(self) -> None:
        """Close the connections of all threads."""
        while self._connections:
            _, connection = self._connections.popitem()
            connection.close()

    @cached_property
    def attribution(self) -> str:
        """The credit to show with facts of the map, "" if none is required."""
        rows = self._fetch_rows("SELECT DISTINCT attribution FROM source WHERE attribution != ''")
        return "; ".join(row["attribution"] for row in rows)

    @cached_property
    def extent(self) -> tuple[float, float, float, float] | None:
        """South, west, north and east of the area that the map covers completely, or None."""
        found = self.meta("extent")
        return None if found is None else tuple(found)  # type: ignore[arg-type,return-value]  # four numbers, as written

    @cached_property
    def modes(self) -> tuple[TravelMode, ...]:
        """The travel modes for which routes can be computed."""
        if self.meta("engine") == "valhalla":
            from geoeval.world.osm.valhalla import MODES

            return MODES
        return tuple(
            TravelMode(row["mode"]) for row in self._fetch_rows("SELECT mode FROM network")
        )

    def meta(self, key: str) -> object:
        """Return a property of the whole map, or None if it is not set."""
        rows = self._fetch_rows("SELECT value FROM meta WHERE key = ?", key)
        return json.loads(rows[0]["value"]) if rows else None

    def places(self) -> Iterator[service.MapPlace]:
        """Yield all places except streets and rivers, in the order in which they were added."""
        numbers = [
            row["number"] for row in self._fetch_rows("SELECT number FROM place ORDER BY number")
        ]
        for at in range(0, len(numbers), _BATCH_SIZE):
            batch = self._fetch_places(numbers[at : at + _BATCH_SIZE])
            yield from (each for each in batch if LINES.isdisjoint(each.types))

    def river_names(self) -> tuple[str, ...]:
        """Return the names of rivers and canals, which ``places`` leaves out."""
        statement = (
            "SELECT DISTINCT json_extract(record, '$.name') AS name FROM place WHERE types = ?"
        )
        rows = self._fetch_rows(statement, json.dumps([WATERWAY]))
        return tuple(row["name"] for row in rows)

    def water(self) -> Iterator[str]:
        """Yield the water to draw as WKT: areas, among them the sea, and courses of rivers."""
        if unnamed := self.meta("water"):
            yield str(unnamed)
        statement = (
            "SELECT wkt FROM shape JOIN place ON number = place "
            "WHERE json_extract(types, '$[0]') IN (?, ?)"
        )
        yield from (row["wkt"] for row in self._fetch_rows(statement, "lake", WATERWAY))

    def described(self) -> Iterator[Place]:
        """Yield the description of each place by each source, in the order of the sources."""
        for row in self._fetch_rows(
            "SELECT record FROM mention UNION ALL SELECT record FROM place "
            "WHERE described AND number NOT IN (SELECT place FROM mention)"
        ):
            yield record_of(row, Place)

    def lists(self) -> Iterator[NearbyList]:
        """Yield the recorded lists."""
        for row in self._fetch_rows("SELECT * FROM nearby ORDER BY number"):
            yield (
                record_of(row, NearbyList)
                if row["record"]
                else NearbyList(
                    anchor=row["center"] and self.details(row["center"]).place.name,
                    category=row["kind"] or row["keyword"],
                    places=tuple(self.details(each).place for each in json.loads(row["ids"])),
                    sorted_by_distance=row["rank_by"] == "distance",
                    radius_m=row["radius_m"],
                )
            )

    def legs(self) -> Iterator[Leg]:
        """Yield the recorded legs."""
        for row in self._fetch_rows("SELECT * FROM leg WHERE joined ORDER BY number"):
            yield (
                record_of(row, Leg)
                if row["record"]
                else Leg(
                    origin=self.details(row["origin"]).place.name,
                    destination=self.details(row["destination"]).place.name,
                    mode=row["mode"],
                    duration_s=row["duration_s"],
                    distance_m=row["distance_m"],
                )
            )

    def all_routes(self) -> Iterator[Route]:
        """Yield the recorded routes."""
        for row in self._fetch_rows(
            "SELECT record FROM route WHERE record IS NOT NULL ORDER BY number"
        ):
            yield record_of(row, Route)

    def has_place(self, place_id: str) -> bool:
        """Return whether the map has a place with this id and a position."""
        found = "SELECT 1 FROM place WHERE id = ? AND lat IS NOT NULL"
        return bool(self._fetch_rows(found, place_id))

    def has_kind(self, kind: str) -> bool:
        """Return whether the map has a place of a category."""
        return bool(
            self._fetch_rows("SELECT 1 FROM place_kind WHERE kind = ? LIMIT 1", kind_key(kind))
        )

    def of_kind(self, kind: str) -> list[service.MapPlace]:
        """Return all places of a category."""
        rows = self._fetch_rows(
            "SELECT place FROM place_kind WHERE kind = ? ORDER BY place", kind_key(kind)
        )
        return self._fetch_places([row["place"] for row in rows])

    def roads(self) -> Iterator[service.RoadLine]:
        """Yield the roads of all networks to draw, each once."""
        from geoeval.world.store.networks import roads_of

        seen: set[tuple[int, int, int]] = set()
        for mode in (TravelMode.DRIVING, TravelMode.BICYCLING, TravelMode.WALKING):
            if (network := self.network(mode)) is not None:
                yield from roads_of(network, seen)

    def network(self, mode: TravelMode) -> Network | None:
        """Return the road network of a mode, or None if the map has none of its own."""
        from geoeval.world.store.networks import network_from_bytes

        rows = self._fetch_rows("SELECT arrays FROM network WHERE mode = ?", mode)
        return network_from_bytes(rows[0]["arrays"]) if rows else None

    def details(self, place_id: str) -> service.MapPlace:
        """Return the place with an id."""
        rows = self._fetch_rows(f"{PLACE} WHERE place.id = ?", place_id) or self._fetch_rows(
            f"{PLACE} WHERE place.number = (SELECT place FROM alias WHERE id = ?)", place_id
        )
        if not rows:
            raise UnknownPlaceError(f"expected the id of a place of the map, got {quote(place_id)}")
        return place_of(rows[0])

    def shape(self, place_id: str) -> str | None:
        """Return the shape of a place as WKT, or None if it has none."""
        statement = "SELECT wkt FROM shape WHERE place = (SELECT number FROM place WHERE id = ?)"
        rows = self._fetch_rows(statement, place_id)
        return rows[0]["wkt"] if rows else None

    def search(
        self,
        text: str,
        *,
        near: LatLon | None = None,
        radius_m: float | None = None,
        place_type: str | None = None,
        limit: int = 20,
    ) -> list[service.MapPlace]:
        """Return the places that a text names, best match first.

        Names in any language rank first: whole names, then parts of names in any script and similar
        spellings; then places of a category that the text names; then prominent places. Otherwise
        each distinctive word must occur in the name, category or address of a place. The part after
        a comma is an address and must only agree with that of the place. A category "in", "near" or
        "around" a place is searched around that place.
        """
        around = _AROUND.match(text)
        if (
            around
            and category_of(around["kind"])
            and (centers := self.search(around["place"], limit=1))
        ):
            with suppress(NotRecordedError):
                return self.nearby(
                    centers[0].place.id, place_type=around["kind"], rank_by="distance", limit=limit
                )
        found = self.ranked(text, near=near, radius_m=radius_m, place_type=place_type, limit=limit)
        return [each for _, each in found]

    def ranked(
        self,
        text: str,
        *,
        near: LatLon | None = None,
        radius_m: float | None = None,
        place_type: str | None = None,
        limit: int = 20,
    ) -> list[tuple[float, service.MapPlace]]:
        """Return the places that a text names with their fit (see ``ranking``), best first."""
        ranked = Search(self._fetch_rows, near, radius_m, place_type).candidates(text)
        ranked = ranked if "," in text else ranked[:limit]
        found = self._fetch_places([each.number for _, each in ranked])
        pairs = zip((fit for fit, _ in ranked), found, strict=True)
        if "," not in text:
            return list(pairs)
        return [(fit, each) for fit, each in pairs if not contradicts_place(text, each.place)][
            :limit
        ]

    def nearby(
        self,
        center: service.End,
        *,
        place_type: str | None = None,
        keyword: str | None = None,
        radius_m: float | None = None,
        rank_by: service.RankBy = "prominence",
        limit: int = 60,
    ) -> list[service.MapPlace]:
        """Return the places around a centre.

        Ranking by prominence needs a radius; ranking by distance needs a type or a keyword.
        """
        _check_search(place_type or keyword, radius_m, rank_by)
        place = self.details(center).place if isinstance(center, str) else None
        spot = check_point(center) if place is None else place.location  # type: ignore[arg-type]  # not an id
        if self.extent is None or spot is None:
            return self._recorded_nearby(place, spot, place_type, keyword, radius_m, rank_by)[
                :limit
            ]
        if not _is_within(spot, self.extent):
            raise NotRecordedError(
                f"{spot[0]}, {spot[1]} is outside the map: nothing around it is recorded"
            )
        circles = Circles(self._fetch_rows, spot, place_type, keyword)
        numbers = circles.numbers(radius_m, rank_by, limit + 1)
        found = [
            each
            for each in self._fetch_places(numbers)
            if place is None or each.place.id != place.id
        ]
        return found[:limit]

    def matrix(
        self, origins: Sequence[service.End], destinations: Sequence[service.End], mode: TravelMode
    ) -> list[list[service.Travel | None]]:
        """Return the travel from each origin (row) to each destination (column)."""
        recorded = [
            [self._recorded_leg(start, end, mode) for end in destinations] for start in origins
        ]
        pairs = zip(product(origins, destinations), chain.from_iterable(recorded), strict=True)
        missing = next((ends for ends, found in pairs if isinstance(found, _NotRecorded)), None)
        if missing is None:
            return recorded  # type: ignore[return-value]  # all are recorded
        roads = self._road_network(mode, "time", *missing)
        starts, goals = ([*map(self._end_spot, ends)] for ends in (origins, destinations))
        computed = roads.matrix(starts, goals, mode)
        return [[*map(_prefer_recorded, *row)] for row in zip(recorded, computed, strict=True)]

    def routes(
        self, origin: service.End, destination: service.End, mode: TravelMode, *, most: int = 1
    ) -> list[service.MapRoute]:
        """Return up to ``most`` routes, the fastest first; empty if no road connects the ends."""
        if isinstance(origin, str) and isinstance(destination, str):
            ends = self.details(origin).place.id, self.details(destination).place.id
            rows = self._fetch_rows(f"{_ROUTE} AND (mode = ? OR mode IS NULL)", *ends, mode)
            if rows:
                found = [_read_route(row) for row in rows if row["record"] is not None]
                return sorted(found, key=lambda each: each.route.duration_s or inf)[:most]
        roads = self._road_network(mode, "route", origin, destination)
        start, end = self._end_name(origin), self._end_name(destination)
        drawn = roads.routes(self._end_spot(origin), self._end_spot(destination), mode, most)
        return [
            replace(each, route=replace(each.route, origin=start, destination=end))
            for each in drawn
        ]

    def _thread_connection(self) -> sqlite3.Connection:
        """Return the connection of this thread, and close those of threads that have ended."""
        thread = threading.current_thread()
        current = self._connections.get(thread)
        if current is None:
            for ended in [each for each in tuple(self._connections) if not each.is_alive()]:
                if (connection := self._connections.pop(ended, None)) is not None:
                    connection.close()
            current = open_readable(self.path)
            current.row_factory = sqlite3.Row
            self._connections[thread] = current
        return current

    def _fetch_rows(self, statement: str, *values: object) -> list[sqlite3.Row]:
        with explain_errors(self.path):
            return self._thread_connection().execute(statement, values).fetchall()

    def _fetch_places(self, numbers: Sequence[int]) -> list[service.MapPlace]:
        marks = ", ".join("?" * len(numbers))
        rows = self._fetch_rows(f"{PLACE} WHERE place.number IN ({marks})", *numbers)
        by_number = {row["number"]: row for row in rows}
        return [place_of(by_number[number]) for number in numbers]

    def _recorded_nearby(
        self,
        place: Place | None,
        spot: LatLon | None,
        kind: str | None,
        keyword: str | None,
        radius_m: float | None,
        rank_by: service.RankBy,
    ) -> list[service.MapPlace]:
        rows = self._fetch_rows(
            "SELECT * FROM nearby WHERE center IS NOT NULL AND kind IS ? AND keyword IS ?",
            kind_key(kind) if kind else None,
            keyword,
        )
        found = search_lists(
            (self._read_list(row, place, spot) for row in rows), spot, radius_m, rank_by
        )
        if found is None:
            where = place.name if place is not None else self._end_name(spot or (0.0, 0.0))
            reach = f" within {radius_m:g} m" if radius_m else ""
            raise NotRecordedError(
                f"no list of {kind or keyword or 'places'}{reach} around {where} is recorded"
            )
        return found

    def _read_list(
        self, row: sqlite3.Row, place: Place | None, spot: LatLon | None
    ) -> RecordedList:
        """Return a recorded list relative to the requested centre."""
        list_center = self.details(row["center"]).place.location
        offset_m = haversine(spot, list_center) if spot and list_center else None
        if place is not None and row["center"] == place.id:
            offset_m = 0.0
        return RecordedList(
            places=tuple(self.details(each) for each in json.loads(row["ids"])),
            center=list_center,
            offset_m=offset_m,
            rank_by=row["rank_by"],
            radius_m=row["radius_m"],
            complete=bool(row["complete"]),
        )

    def _recorded_leg(
        self, origin: service.End, destination: service.End, mode: TravelMode
    ) -> service.Travel | _NotRecorded | None:
        if not isinstance(origin, str) or not isinstance(destination, str):
            return _NotRecorded()
        ends = self.details(origin).place.id, self.details(destination).place.id
        rows = self._fetch_rows(f"{_LEG} AND (mode = ? OR mode IS NULL)", *ends, mode)
        if not rows:
            return _NotRecorded()
        travels = list(dict.fromkeys(_read_travel(row) for row in rows))
        first, *rest = travels
        if first is None:
            return next(filter(None, travels), None)
        others = tuple(
            each
            for each in rest
            if each and (each.duration_s, each.distance_m) != (first.duration_s, first.distance_m)
        )
        return replace(first, others=others)

    def _road_network(
        self, mode: TravelMode, what: str, origin: service.End, destination: service.End
    ) -> service.RoutingEngine:
        """Return the road network of a mode; raise NotRecordedError if there is none."""
        if mode in self.modes:
            return self._open_network
        course = f"from {self._end_name(origin)} to {self._end_name(destination)}"
        raise NotRecordedError(f"no {mode} {what} {course} is recorded")

    @cached_property
    def _open_network(self) -> service.RoutingEngine:
        if self.meta("engine") == "valhalla":
            from geoeval.world.osm.valhalla import Valhalla, tiles_of

            return Valhalla(tiles_of(self.path))
        check_installed("shapely", "maps")
        from geoeval.world.osm.roads import Roads

        return Roads(self.network)

    def _end_name(self, end: service.End) -> str:
        return self.details(end).place.name if isinstance(end, str) else f"{end[0]}, {end[1]}"

    def _end_spot(self, end: service.End) -> service.Spot:
        if not isinstance(end, str):
            return check_point(end)
        place = self.details(end).place
        if place.location is None:
            raise NotRecordedError(f"the position of {quote(place.name)} is not recorded")
        rows = self._fetch_rows(
            "SELECT points FROM access WHERE place = (SELECT number FROM place WHERE id = ?)",
            place.id,
        )
        if not rows:
            return place.location
        return service.Area(
            place.location, tuple((lat, lon) for lat, lon in json.loads(rows[0]["points"]))
        )


_AROUND = re.compile(r"(?P<kind>.{2,60}?) (?:in|at|near|around|close to) (?P<place>.+)$")


class _NotRecorded:
    """Marks a leg that is not recorded."""


def _prefer_recorded(
    recorded: service.Travel | _NotRecorded | None, computed: service.Travel | None
) -> service.Travel | None:
    return computed if isinstance(recorded, _NotRecorded) else recorded


_LEG = (
    "SELECT leg.*, source.name AS source_name FROM leg JOIN source ON source.number = source "
    "WHERE origin = ? AND destination = ?"
)
_ROUTE = (
    "SELECT route.*, source.name AS source_name FROM route JOIN source ON source.number = source "
    "WHERE origin = ? AND destination = ?"
)


def _check_search(kind: str | None, radius_m: float | None, rank_by: service.RankBy) -> None:
    if rank_by == "prominence" and radius_m is None:
        raise UsageError("expected radius_m with rank_by='prominence', got None")
    if rank_by == "distance" and not kind:
        raise UsageError("expected place_type or keyword with rank_by='distance', got neither")
    if radius_m is not None and not (isfinite(radius_m) and radius_m > 0):
        raise UsageError(f"expected a radius in metres above 0, got {quote(radius_m)}")


def _read_travel(row: sqlite3.Row) -> service.Travel | None:
    if not row["joined"]:
        return None
    return service.Travel(
        duration_s=row["duration_s"], distance_m=row["distance_m"], source=row["source_name"]
    )


def _read_route(row: sqlite3.Row) -> service.MapRoute:
    return service.MapRoute(
        route=record_of(row, Route),
        source=row["source_name"],
        points=tuple((lat, lon) for lat, lon in json.loads(row["points"])),
        codes=tuple(json.loads(row["codes"])),
        step_starts=tuple(json.loads(row["begins"])),
    )


def _is_within(spot: LatLon, extent: tuple[float, float, float, float]) -> bool:
    south, west, north, east = extent
    return south <= spot[0] <= north and west <= spot[1] <= east
