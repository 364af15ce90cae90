"""The side of a directed line on which points lie, found at the nearest place of the line."""

from __future__ import annotations

import numpy as np

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_math import BLOCK, columns
from geoeval.calculators.sphere.directions import beside
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, Points

_ON_THE_LINE = 1e-3 / EARTH_RADIUS_M
_AS_NEAR = 1e-6 / EARTH_RADIUS_M
_NAMES = np.array([None, "right", "left"], dtype=object)


def sides(route: Floats, points: Points | LatLon) -> NDArray[np.object_]:
    """Return "left", "right" or None for each point; ``relative_side`` says how.

    Examples
    --------
    >>> sides(np.array([[0.0, 0.0], [0.0, 1.0]]), [(0.5, 0.5), (-0.5, 0.5)])
    array(['left', 'right'], dtype=object)
    """
    lat, lon = columns(points)
    flat = np.stack([lat.ravel(), lon.ravel()], axis=-1)
    signs = np.empty(len(flat), dtype=np.intp)
    many = max(1, 4 * BLOCK // len(route))
    for start in range(0, len(flat), many):
        signs[start : start + many] = _signs(route, flat[start : start + many])
    named: NDArray[np.object_] = _NAMES[signs].reshape(lat.shape)
    return named


def _signs(route: Floats, points: Floats) -> Floats:
    """Return 1 for points on the right of a route, −1 on the left, 0 on its line."""
    starts, ends = route[:-1].T, route[1:].T
    lat, lon = points.T[..., None]
    right, along, up = beside(lat, lon, *starts, *ends, m=array_math)
    _, end_along, end_up = beside(*ends, *starts, *ends, m=array_math)
    reached = array_math.atan2(along, up)
    aside = (reached < 0) | (reached > array_math.atan2(end_along, end_up))
    to_route = haversine(points[:, None], route) / EARTH_RADIUS_M
    to_ends = np.minimum(to_route[:, :-1], to_route[:, 1:])
    to_line = np.abs(array_math.atan2(right, array_math.hypot(along, up)))
    distance = np.where(aside, to_ends, to_line)

    rows = np.arange(len(points))
    leg = (distance <= distance.min(axis=1, keepdims=True) + _AS_NEAR).argmax(axis=1)
    vertex = leg + (to_route[rows, leg + 1] < to_route[rows, leg])
    at_bend = aside[rows, leg] & (vertex > 0) & (vertex < len(route) - 1)
    sign = _sign(right)
    first = sign[rows, np.where(at_bend, vertex - 1, leg)]
    second = sign[rows, np.where(at_bend, vertex, leg)]
    outside = np.where(at_bend, -_turns(route)[vertex], 0.0)
    outside[outside == 0] = first[outside == 0]
    side = np.sign(first + second)
    undecided = (side == 0) & (distance[rows, leg] > _ON_THE_LINE)
    return np.where(undecided, outside, side)


def _turns(route: Floats) -> Floats:
    """Return 1 where a route turns right, −1 where left, 0 straight on, back and at its ends."""
    starts, bends, beyond = route[:-2].T, route[1:-1].T, route[2:].T
    right, _, _ = beside(*beyond, *starts, *bends, m=array_math)
    return np.concatenate([[0.0], _sign(right), [0.0]])


def _sign(right: Floats) -> Floats:
    """Return the sign of how far points lie to the right of a line, 0 on it."""
    return np.where(np.abs(right) > _ON_THE_LINE, np.sign(right), 0.0)
