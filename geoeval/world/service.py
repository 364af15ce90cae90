"""A map service: search, details, nearby places, travel times and routes over a map that stands still.

``MapService`` is what the server, the tools and generators ask; a store of recorded answers and a
road network both answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from geoeval.world.records import LatLon, Place, Route, TravelMode

RankBy = Literal["prominence", "distance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlace:
    """A place of a map with its place types, the closest first, and the source of its facts."""

    place: Place
    types: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """Time and length of the travel between two ends, and the engine or source that says so."""

    duration_s: int
    distance_m: float
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRoute:
    """A route with what a map draws of it.

    ``points`` is its line; ``codes`` has a manoeuvre for each step, such as "turn-left".
    """

    route: Route
    engine: str
    points: tuple[LatLon, ...] = ()
    codes: tuple[str, ...] = ()


class MapService(Protocol):
    """What a map answers. An end of travel is a place id or a position.

    Every method raises ``UnknownPlaceError`` for an id of no place, and returns nothing (an empty
    list, None) where the map has no answer: what is not recorded is never made up.
    """

    attribution: str

    def details(self, place_id: str) -> MapPlace:
        """Return a place by its id."""

    def search(
        self,
        text: str,
        *,
        near: LatLon | None = None,
        radius_m: float | None = None,
        place_type: str | None = None,
        limit: int = 20,
    ) -> list[MapPlace]:
        """Return the places that a text names, best match first."""

    def nearby(
        self,
        center: LatLon | str,
        *,
        place_type: str | None = None,
        keyword: str | None = None,
        radius_m: float | None = None,
        rank_by: RankBy = "prominence",
        limit: int = 60,
    ) -> list[MapPlace]:
        """Return places around a centre; prominence needs a radius, distance a type or keyword."""

    def matrix(
        self,
        origins: Sequence[LatLon | str],
        destinations: Sequence[LatLon | str],
        mode: TravelMode,
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin to each destination."""

    def routes(
        self, origin: LatLon | str, destination: LatLon | str, mode: TravelMode, *, most: int = 1
    ) -> list[MapRoute]:
        """Return up to ``most`` routes, the fastest first."""
