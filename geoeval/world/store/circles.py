"""Find the places of a map file within a circle, using the spatial index."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.text import key_words
from geoeval.world.records import LatLon
from geoeval.world.service import RankBy
from geoeval.world.store.rows import all_of, kind_key

_DEGREE_M = radians(1) * EARTH_RADIUS_M
_FIRST_RADIUS_M = 500.0  # of the search for the nearest places
_MAX_DISTANCE_M = 20_100_000.0  # half the circumference of the Earth
_OF_KIND = " AND EXISTS (SELECT 1 FROM place_kind WHERE kind = ? AND place = spot.number)"
_WITH_WORDS = " AND +spot.number IN (SELECT rowid FROM place_words WHERE place_words MATCH ?)"


@dataclass(frozen=True, slots=True)
class Circles:
    """Searches circles around a position, for all places or some; ``rows`` runs SQL queries."""

    rows: Callable[..., list[sqlite3.Row]]
    spot: LatLon
    place_type: str | None
    keyword: str | None

    def numbers(self, radius_m: float | None, rank_by: RankBy, most: int) -> list[int]:
        """Return the numbers of the places within a radius, or of the nearest, by ``rank_by``."""
        if rank_by == "prominence" or radius_m is not None:
            found = self._find_within(radius_m or _MAX_DISTANCE_M)
        else:
            reach, found = _FIRST_RADIUS_M, []
            while len(found) < most and reach < 4 * _MAX_DISTANCE_M:
                found = self._find_within(reach)
                reach *= 4
        found.sort(key=lambda each: (-each[1] if rank_by == "prominence" else 0.0, each[2]))
        return [number for number, _, _ in found[:most]]

    def _find_within(self, radius_m: float) -> list[tuple[int, float, float]]:
        south, north, strips = _circle_bounds(self.spot, radius_m)
        overlaps = " OR ".join(["(spot.east >= ? AND spot.west <= ?)"] * len(strips))
        where = f"spot.north >= ? AND spot.south <= ? AND ({overlaps})"
        values: list[object] = [south, north, *(bound for strip in strips for bound in strip)]
        if self.place_type is not None:
            where += _OF_KIND
            values.append(kind_key(self.place_type))
        if self.keyword and (words := key_words(self.keyword)):
            where += _WITH_WORDS
            values.append(all_of(words))
        rows = self.rows(
            "SELECT place.number, lat, lon, prominence FROM place_spot AS spot "
            f"JOIN place ON place.number = spot.number WHERE {where}",
            *values,
        )
        distances = (haversine(self.spot, (row["lat"], row["lon"])) for row in rows)
        return [
            (row["number"], row["prominence"], metres)
            for row, metres in zip(rows, distances, strict=True)
            if metres <= radius_m
        ]


def _circle_bounds(spot: LatLon, radius_m: float) -> tuple[float, float, list[tuple[float, float]]]:
    """Return south and north of a circle, and pairs of west and east: two at the antimeridian."""
    reach = radius_m / _DEGREE_M * (1 + 1e-9)
    south, north = spot[0] - reach, spot[0] + reach
    wide = cos(radians(max(abs(south), abs(north)))) if max(-south, north) < 90 else 0.0
    half = reach / wide if reach < 180 * wide else 180.0
    west, east = spot[1] - half, spot[1] + half
    strips = [(west, east), (west + 360, 180.0), (-180.0, east - 360)]
    return south, north, [(w, e) for w, e in strips if w <= 180 and e >= -180 and w <= e]
