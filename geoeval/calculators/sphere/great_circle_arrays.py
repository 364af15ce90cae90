"""Destinations, midpoints and cross-track distances of many points at a time."""

from __future__ import annotations

import numpy as np

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_checks import check_numbers, first_of
from geoeval.calculators.sphere.array_math import check_shapes, columns
from geoeval.calculators.sphere.directions import ANTIPODAL, across, halfway, reached
from geoeval.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import Floats, LatLon, Points


def destinations(start: Points | LatLon, bearing_deg: object, distance_m: object) -> Floats:
    """Return the points reached; ``destination`` says how.

    Examples
    --------
    >>> destinations((0, 0), np.array([0, 90]), 10_007_557).round(5)
    array([[90.,  0.],
           [ 0., 90.]])
    """
    lat, lon = columns(start)
    bearing = check_numbers(bearing_deg, "bearing", "degrees")
    distance = check_numbers(distance_m, "distance", "metres")
    if (distance < 0).any():
        first = first_of(distance, distance < 0)
        message = f"expected a distance of 0 or more metres, got {first}"
        raise UsageError(message)
    check_shapes(lat, bearing, distance)
    ends = np.broadcast_arrays(lat, lon, bearing, distance)
    return np.stack(reached(*ends, m=array_math), axis=-1)


def midpoints(a: Points | LatLon, b: Points | LatLon) -> Floats:
    """Return the points halfway, NaN between antipodes.

    Examples
    --------
    >>> midpoints((0, 10), [(0, 30), (0, -170)])
    array([[ 0., 20.],
           [nan, nan]])
    """
    lat, lon, length = halfway(*np.broadcast_arrays(*columns(a, b)), m=array_math)
    points = np.stack([lat, lon], axis=-1)
    points[length < ANTIPODAL] = np.nan
    return points


def track_distances(points: Points | LatLon, start: LatLon, end: LatLon) -> Floats:
    """Return the signed distances of points from the great circle through two others.

    Examples
    --------
    >>> track_distances([(-1, 5), (1, 5)], (0, 0), (0, 10)).round()
    array([ 111195., -111195.])
    """
    return across(*np.broadcast_arrays(*columns(points, start, end)), m=array_math)
