"""The types that a map answers with: places, travel and routes, and the routing engine interface.

Servers, tools and generators query ``store.reading.MapFile``, which answers from recorded facts and
from a road network. The ends of a trip are given as place ids or positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from geoeval.world.records import LatLon, Place, Route, TravelMode

RankBy = Literal["prominence", "distance"]
End = LatLon | str


class Area(NamedTuple):
    """A place with an extent: its centre and its access points.

    The access points are its entrances, or its closed outline (the last point equals the first).
    """

    location: LatLon
    access: tuple[LatLon, ...]


Spot = LatLon | Area


def location_of(spot: Spot) -> LatLon:
    """Return a position unchanged, or the centre of an area."""
    return spot.location if isinstance(spot, Area) else spot


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlace:
    """A place of a map with its types, the most specific first, and the source of its facts.

    ``names`` are additional names as (language code, name), or as (kind of name, name) with a kind
    such as "old_name". After ``known_until`` (an ISO 8601 date) the source permits only the id to
    be kept.
    """

    place: Place
    types: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    prominence: float = 0.0
    source: str = ""
    known_until: str | None = None

    def name_in(self, language: str | None) -> str:
        """Return the name in a language ("fr", "pt-BR"), or the default name."""
        wanted = (language or "").casefold()
        names = {code.casefold(): name for code, name in self.names}
        return names.get(wanted) or names.get(wanted.partition("-")[0]) or self.place.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """Time in seconds and length in metres of the travel between two ends; None if unknown.

    ``gaps_m`` are walked in a straight line from the origin to the road and from the road to the
    destination; time and length include them. ``source`` names the engine or the record. ``others``
    are differing figures of other sources, which are never averaged.
    """

    duration_s: int | None
    distance_m: float | None
    source: str
    others: tuple[Travel, ...] = ()
    gaps_m: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRoute:
    """A route with the data to draw it on a map.

    ``points`` is its line. ``codes`` holds a manoeuvre per step, such as "turn-left" (empty if
    unknown), and ``step_starts`` the index in ``points`` at which each step starts.
    """

    route: Route
    source: str
    points: tuple[LatLon, ...] = ()
    codes: tuple[str, ...] = ()
    step_starts: tuple[int, ...] = ()


def join_lines(lines: Iterable[Sequence[LatLon]]) -> tuple[tuple[LatLon, ...], tuple[int, ...]]:
    """Join consecutive lines; return their points, and the index at which each line starts."""
    points: list[LatLon] = []
    starts = []
    for line in lines:
        starts.append(max(len(points) - 1, 0))
        points += line[1:] if points and line[:1] == points[-1:] else line
    return tuple(points), tuple(starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadLine:
    """A road to draw; ``kind`` is OpenStreetMap's, such as "residential"."""

    name: str
    kind: str
    points: tuple[LatLon, ...]


class RoutingEngine(Protocol):
    """Computes travel between positions and areas; answers name the engine as their source.

    The ends of the routes have no names.
    """

    def matrix(
        self, origins: Sequence[Spot], destinations: Sequence[Spot], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin (row) to each destination; None without a route."""

    def routes(
        self, origin: Spot, destination: Spot, mode: TravelMode, most: int = 1
    ) -> list[MapRoute]:
        """Return up to ``most`` different routes, the fastest first."""
