"""Coordinates that no place has: what they look like, and where they would lie if mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from geoeval.calculators.sphere.mercator import from_web_mercator
from geoeval.errors import InvalidCoordinateError
from geoeval.verification.model import Cause
from geoeval.world.model import LatLon

_WIDEST_DEGREES = 360
_WIDEST_MAP_M = 1e8
_FEWEST_POINTS = 3


class Impossible(NamedTuple):
    """A place of an explicit world with what stands for its latitude and longitude."""

    name: str
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The box around the sound points of a run, in degrees, and how many there are."""

    south: float
    north: float
    west: float
    east: float
    points: int

    @classmethod
    def around(cls, points: Iterable[LatLon]) -> Area | None:
        """Return the box around some points, or None around fewer than three.

        Examples
        --------
        >>> Area.around([(1.0, 2.0), (3.0, 1.0), (2.0, 5.0)])
        Area(south=1.0, north=3.0, west=1.0, east=5.0, points=3)
        """
        points = list(points)
        if len(points) < _FEWEST_POINTS:
            return None
        lats, lons = [lat for lat, _ in points], [lon for _, lon in points]
        return cls(
            south=min(lats), north=max(lats), west=min(lons), east=max(lons), points=len(points)
        )

    def is_near(self, point: LatLon) -> bool:
        """Return whether a point lies inside, or no farther outside than the box is wide."""
        lat, lon = point
        margin = max(self.north - self.south, self.east - self.west)
        return (
            self.south - margin <= lat <= self.north + margin
            and self.west - margin <= lon <= self.east + margin
        )


def is_possible(location: LatLon) -> bool:
    """Return whether a place can have such a latitude and longitude.

    Examples
    --------
    >>> is_possible((34.0, -118.2)), is_possible((-118.2, 34.0))
    (True, False)
    """
    lat, lon = location
    return -90 <= lat <= 90 and -180 <= lon <= 180


def split_off(world: object) -> tuple[object, tuple[Impossible, ...]]:
    """Take the impossible coordinates out of the JSON form of a world.

    Examples
    --------
    >>> split_off({"places": [{"name": "Inn", "location": [-118.2, 34.0]}]})
    ({'places': [{'name': 'Inn'}]}, (Impossible(name='Inn', location=(-118.2, 34.0)),))
    """
    places = world.get("places") if isinstance(world, Mapping) else None
    if not isinstance(world, Mapping) or not isinstance(places, list):
        return world, ()
    found: list[Impossible] = []
    kept: list[object] = []
    for place in places:
        location = _pair(place.get("location")) if isinstance(place, Mapping) else None
        if location is None or is_possible(location):
            kept.append(place)
            continue
        found.append(Impossible(str(place.get("name")), location))
        kept.append({key: value for key, value in place.items() if key != "location"})
    return ({**world, "places": kept}, tuple(found)) if found else (world, ())


def _pair(value: object) -> LatLon | None:
    """Return two numbers as a location, or None for anything else."""
    if isinstance(value, list | tuple) and len(value) == 2:
        first, second = value
        if isinstance(first, int | float) and isinstance(second, int | float):
            return float(first), float(second)
    return None


def cause_of(locations: Sequence[LatLon]) -> Cause | None:
    """Return whether coordinates are projected metres, or swapped, or neither.

    Examples
    --------
    >>> cause_of([(-118.2, 34.0)]), cause_of([(4156867.4, -13009309.0)]), cause_of([(95.0, 200.0)])
    ('swapped_coordinates', 'projected_coordinates', None)
    """
    widest = [max(abs(lat), abs(lon)) for lat, lon in locations]
    if all(_WIDEST_DEGREES < figure < _WIDEST_MAP_M for figure in widest):
        return "projected_coordinates"
    return "swapped_coordinates" if all(is_possible((b, a)) for a, b in locations) else None


def say_impossible(place: Impossible, area: Area | None) -> str:
    """Say what is wrong with the coordinates of a place, and where it would lie if mended.

    Examples
    --------
    >>> say_impossible(Impossible("Inn", (-118.2, 34.0)), None)
    'latitude -118.2 of Inn is no latitude; swapped it is (34, -118.2)'
    """
    lat, lon = place.location
    axis, figure = ("latitude", lat) if not -90 <= lat <= 90 else ("longitude", lon)
    text = f"{axis} {figure:.10g} of {place.name} is no {axis}"
    mended = _mended(place.location)
    if mended is None:
        return text
    how, point = mended
    where = f"({point[0]:.7g}, {point[1]:.7g})"
    if area is not None:
        how_far = "among or near" if area.is_near(point) else "far from"
        where += f", {how_far} the {area.points} sound points of the dataset"
    return f"{text}; {how} it is {where}"


def _mended(location: LatLon) -> tuple[str, LatLon] | None:
    """Return how impossible coordinates may be meant, and the point that they then are."""
    cause = cause_of([location])
    if cause == "swapped_coordinates":
        return "swapped", (location[1], location[0])
    try:
        northing, easting = location
        metres = "as metres of the Web Mercator map"
        return (metres, from_web_mercator(northing, easting)) if cause else None
    except InvalidCoordinateError:
        return None
