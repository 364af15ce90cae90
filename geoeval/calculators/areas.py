"""How areas, lines and points lie to each other: within, borders, crosses, and the opposites.

Shapes are WKT in WGS 84, with longitude before latitude. A relation is None if it is too close to
call: outlines of different sources differ by metres, and people do not count a touching corner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from math import cos, radians
from typing import TYPE_CHECKING, Any, Final, Literal

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from geoeval.calculators.filters.truth import Truth
    from geoeval.calculators.sphere.points import LatLon

    Geometry = Any  # shapely is untyped

Relation = Literal["within", "contains", "borders", "crosses", "crossed_by"]
EDGE_M: Final = 25.0
"""A point at most this far from an outline may lie on either side of it.

Borders in OpenStreetMap are traced from sources that are accurate to 10-25 m, and the point of a
village or a house is placed as roughly.
"""
SHARED_M: Final = 1.0
"""Outlines that are at most this far apart are one border, as drawn once or rounded differently.

With a wider tolerance, the sides of corners that meet at an acute angle would count: two parishes
of Andorra that meet in a point run within 25 m of each other for more than 100 m.
"""
LEAST_M: Final = 100.0
"""Areas border each other along at least this length, and a line crosses an area for at least it.

A shorter border may be a corner where areas meet, which people do not count.
"""
FAR_M: Final = 100.0
"""Areas farther apart than this do not border; nearer ones may, across a river or a road."""
_DATELINE: Final = 179.9
"""A shape that reaches beyond this longitude may continue on the other side of the map."""
_M_PER_DEGREE: Final = radians(1) * EARTH_RADIUS_M


def relate(first: str, second: str, relation: Relation) -> Truth:
    """Return whether a shape is in a relation to another; None if it is too close to call.

    Raises ``UsageError`` if a shape is not WKT of a point, line or area, or if the relation is not
    between such shapes (see ``can_relate``).
    """
    if not can_relate(first, second, relation):
        got = f"{quote(first)} and {quote(second)}"
        raise UsageError(f"expected shapes for the relation {relation!r}, got {got}")
    if relation in _OPPOSITES:
        return relate(second, first, _OPPOSITES[relation])
    if any(_is_at_dateline(each) for each in (first, second)):
        return None
    latitude = round(sum(map(_middle_latitude, (first, second))) / 2)
    one, other = _project(first, latitude), _project(second, latitude)
    return _RELATIONS[relation](one, other)


def can_relate(first: str, second: str, relation: Relation) -> bool:
    """Return whether two shapes are of the kinds that a relation is between.

    Something lies within an area, two areas border, and a line crosses an area.
    """
    if relation in _OPPOSITES:
        return can_relate(second, first, _OPPOSITES[relation])
    kind, other = (_dimension_of(parse_shape(each)) for each in (first, second))
    return kind in _KINDS[relation] and other == _AREA


def centroid_of(shape: str) -> LatLon:
    """Return the latitude and longitude of the centre of mass of a shape."""
    centre = parse_shape(shape).centroid
    return centre.y, centre.x


def is_beyond(first: str, second: str, direction: str) -> bool:
    """Return whether all of a shape lies north, east, … of all of another, as on a map.

    For a direction between two main points, such as northeast, it lies in both.
    """
    (west, south, east, north), (west_2, south_2, east_2, north_2) = (
        parse_shape(each).bounds for each in (first, second)
    )
    sides = {
        "north": south >= north_2,
        "south": north <= south_2,
        "east": west >= east_2,
        "west": east <= west_2,
    }
    return all(is_there for side, is_there in sides.items() if side in direction)


def edge_of(shape: str, direction: str) -> float:
    """Return how far a shape reaches north, east, south or west, in degrees."""
    west, south, east, north = parse_shape(shape).bounds
    return float({"north": north, "south": -south, "east": east, "west": -west}[direction])


def centre_along(shape: str, direction: str) -> float:
    """Return how far north, east, south or west the centroid of a shape lies, in degrees."""
    latitude, longitude = centroid_of(shape)
    return {"north": latitude, "south": -latitude, "east": longitude, "west": -longitude}[direction]


@lru_cache(maxsize=1024)
def parse_shape(shape: str) -> Geometry:
    """Return the shapely geometry of WKT, with crossing outlines repaired."""
    check_installed("shapely", "maps")
    import shapely

    try:
        found = shapely.make_valid(shapely.from_wkt(shape))
    except (shapely.errors.ShapelyError, TypeError) as error:
        raise UsageError(f"expected a shape as WKT, got {quote(shape)}: {error}") from error
    if found.is_empty or found.geom_type == "GeometryCollection":
        raise UsageError(f"expected WKT of a point, line or area, got {quote(shape)}")
    west, south, east, north = found.bounds
    if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
        raise UsageError(f"expected longitudes and latitudes in degrees, got {quote(shape)}")
    return found


def _middle_latitude(shape: str) -> float:
    _, south, _, north = parse_shape(shape).bounds
    return float(south + north) / 2


def _is_at_dateline(shape: str) -> bool:
    west, _, east, _ = parse_shape(shape).bounds
    return bool(west < -_DATELINE or east > _DATELINE)


_POINT, _LINE, _AREA = range(3)
_KINDS: dict[Relation, tuple[int, ...]] = {
    "within": (_POINT, _LINE, _AREA),
    "borders": (_AREA,),
    "crosses": (_LINE,),
}


def _dimension_of(geometry: Geometry) -> int:
    return int(geometry.area > 0) + int(geometry.length > 0)


class _Region:
    """A shape in metres, on a plane that is true to scale along one parallel.

    Borders that are shared stay shared, because every vertex is moved alike.
    """

    def __init__(self, plane: Geometry) -> None:
        self.plane = plane
        self.dimension = _dimension_of(plane)

    @cached_property
    def core(self) -> Geometry:
        """The part that is certainly inside."""
        return self.plane.buffer(-EDGE_M)

    @cached_property
    def reach(self) -> Geometry:
        """The area with its surroundings that may be inside."""
        return self.plane.buffer(EDGE_M)

    @cached_property
    def inner(self) -> Geometry:
        """The area without its outline."""
        return self.plane.buffer(-SHARED_M)

    @cached_property
    def border(self) -> Geometry:
        """The outline with the points that are on it within the tolerance."""
        return self.plane.boundary.buffer(SHARED_M)


@lru_cache(maxsize=1024)
def _project(shape: str, latitude: int) -> _Region:
    import shapely

    scale = (_M_PER_DEGREE * cos(radians(latitude)), _M_PER_DEGREE)
    return _Region(shapely.transform(parse_shape(shape), lambda points: points * scale))


def _is_within(part: _Region, whole: _Region) -> Truth:
    if part.dimension == _POINT and part.plane.distance(whole.plane.boundary) <= EDGE_M:
        return None
    if whole.reach.covers(part.plane):
        return True if whole.core.intersects(part.plane) else None
    if part.dimension == _AREA and part.reach.covers(whole.plane):
        return False
    return None if whole.core.intersects(part.plane) else False


def _are_bordering(first: _Region, second: _Region) -> Truth:
    if first.inner.intersects(second.inner):
        parts = ((first, second), (second, first))
        return False if any(_is_within(*pair) for pair in parts) else None
    if first.plane.distance(second.plane) > FAR_M:
        return False
    along_m = min(
        first.plane.boundary.intersection(second.border).length,
        second.plane.boundary.intersection(first.border).length,
    )
    return True if along_m >= LEAST_M else None


def _is_crossing(line: _Region, area: _Region) -> Truth:
    if not area.reach.intersects(line.plane):
        return False
    inside_m = line.plane.intersection(area.core).length
    return True if inside_m >= LEAST_M and not area.reach.covers(line.plane) else None


_OPPOSITES: dict[Relation, Relation] = {"contains": "within", "crossed_by": "crosses"}
_RELATIONS: dict[Relation, Callable[[_Region, _Region], Truth]] = {
    "within": _is_within,
    "borders": _are_bordering,
    "crosses": _is_crossing,
}
