"""What a map answers: places, travel and routes, and the engine that computes them.

``store.reading.MapFile`` is what servers, tools and generators ask. It answers from recorded facts
and from a road network; an end of travel is the id of a place or a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from geoeval.world.records import LatLon, Place, Route, TravelMode

RankBy = Literal["prominence", "distance"]
End = LatLon | str


class Area(NamedTuple):
    """A place with an extent: its middle, and the points through which it is reached.

    These are its entrances, or its outline, whose last point is its first.
    """

    location: LatLon
    access: tuple[LatLon, ...]


Spot = LatLon | Area


def location_of(spot: Spot) -> LatLon:
    """Return a position, of an area its middle."""
    return spot.location if isinstance(spot, Area) else spot


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlace:
    """A place of a map with its place types, the closest first, and the source of its facts.

    ``names`` are further names as (language code, name), or with what other name it is, such as
    "old_name", for the code. ``known_until`` is the date (ISO 8601)
    after which the source allows no fact but the id to be kept.
    """

    place: Place
    types: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    prominence: float = 0.0
    source: str = ""
    known_until: str | None = None

    def name_in(self, language: str | None) -> str:
        """Return the name in a language ("fr", "pt-BR"), or the usual one."""
        wanted = (language or "").casefold()
        names = {code.casefold(): name for code, name in self.names}
        return names.get(wanted) or names.get(wanted.partition("-")[0]) or self.place.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """Time in seconds and length in metres of the travel between two ends; None where not known.

    ``gaps_m`` are walked, as the crow flies, from the origin to the road and from the road to the
    destination; they are part of the time and the length. ``source`` names the engine or the
    record. ``others`` are what other sources say where they disagree: nothing is averaged.
    """

    duration_s: int | None
    distance_m: float | None
    source: str
    others: tuple[Travel, ...] = ()
    gaps_m: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRoute:
    """A route with what a map draws of it.

    ``points`` is its line. ``codes`` has a manoeuvre for each step, such as "turn-left" (empty if
    not known), and ``begins`` the index in ``points`` where each step begins.
    """

    route: Route
    source: str
    points: tuple[LatLon, ...] = ()
    codes: tuple[str, ...] = ()
    begins: tuple[int, ...] = ()


def join_lines(lines: Iterable[Sequence[LatLon]]) -> tuple[tuple[LatLon, ...], tuple[int, ...]]:
    """Return the points of lines that follow each other, and where in them each line begins."""
    points: list[LatLon] = []
    begins = []
    for line in lines:
        begins.append(max(len(points) - 1, 0))
        points += line[1:] if points and line[:1] == points[-1:] else line
    return tuple(points), tuple(begins)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadLine:
    """A road as it is drawn; ``kind`` is OpenStreetMap's, such as "residential"."""

    name: str
    kind: str
    points: tuple[LatLon, ...]


class RoutingEngine(Protocol):
    """What computes travel between positions and areas; each answer names it as its source.

    The ends of its routes have no names.
    """

    def matrix(
        self, origins: Sequence[Spot], destinations: Sequence[Spot], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin (row) to each destination; None where none is."""

    def routes(
        self, origin: Spot, destination: Spot, mode: TravelMode, most: int = 1
    ) -> list[MapRoute]:
        """Return up to ``most`` routes that differ, the fastest first."""
