"""The water of an extract that is no place, to draw it: unnamed areas, and the sea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

if TYPE_CHECKING:
    from geoeval.world.osm.extract import Extract, Way

_TOLERANCE: Final = 2e-5  # degrees; lines that are up to two metres off look the same on a map
_ASIDE: Final = 1e-6  # degrees; about 0.1 m, closer to a coastline than any other line


def water_of(extract: Extract) -> str | None:
    """Return the unnamed water and the sea within the extent as WKT, or None without any."""
    south, west, north, east = extract.extent()
    frame = shapely.box(west, south, east, north)
    areas = [*extract.water, *_find_sea(extract.coast, frame)]
    united = shapely.union_all([shapely.make_valid(each) for each in areas])
    drawn = shapely.intersection(shapely.simplify(united, _TOLERANCE), frame)
    parts = [
        each
        for each in shapely.get_parts(drawn)
        if each.geom_type == "Polygon" and not each.is_empty
    ]
    if not parts:
        return None
    return str(shapely.to_wkt(shapely.MultiPolygon(parts), rounding_precision=5))


def _find_sea(coast: Sequence[Way], frame: shapely.Polygon) -> list[shapely.Polygon]:
    """Return the parts of a frame that are to the right of coastlines, where the sea is.

    A coastline that ends inside the frame, because the extract was cut there, is continued to the
    nearest edge.
    """
    courses = [shapely.LineString(way.spots[:, ::-1]) for way in coast]
    if not courses:
        return []
    whole = shapely.get_parts(shapely.line_merge(shapely.union_all(courses)))
    ends = shapely.get_parts(shapely.boundary(whole))
    loose = ends[shapely.contains_properly(frame, ends)]
    edges = [frame.boundary, *whole, *shapely.shortest_line(loose, frame.boundary)]
    parts = np.array(shapely.get_parts(shapely.polygonize([shapely.union_all(edges)])))
    right = _count_sides(parts, courses, -1)
    left = _count_sides(parts, courses, 1)
    return list(parts[right > left])


def _count_sides(parts: np.ndarray, courses: Sequence[shapely.LineString], side: int) -> np.ndarray:
    """Count the stretches of coastline whose left (1) or right (-1) side is in each part."""
    spots = []
    for course in courses:
        points = shapely.get_coordinates(course)
        middle, along = (points[1:] + points[:-1]) / 2, np.diff(points, axis=0)
        length = np.hypot(*along.T)[:, None]
        has_length = length[:, 0] > 0  # two nodes may be at one place
        middle, along, length = middle[has_length], along[has_length], length[has_length]
        spots.append(middle + side * _ASIDE * np.column_stack([-along[:, 1], along[:, 0]]) / length)
    points = shapely.points(np.concatenate(spots))
    found = shapely.STRtree(points).query(parts, "contains")
    return np.bincount(found[0], minlength=len(parts))
