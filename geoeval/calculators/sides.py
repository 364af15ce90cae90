"""The side of a directed line on which points lie, found at the nearest place of the line."""

from __future__ import annotations

import numpy as np

from geoeval.calculators import array_math
from geoeval.calculators.array_math import columns
from geoeval.calculators.distance import EARTH_RADIUS_M, haversine
from geoeval.calculators.great_circle import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.points import Floats, LatLon, Points

_ON_THE_LINE = 1e-3 / EARTH_RADIUS_M
_NAMES = np.array([None, "right", "left"], dtype=object)


def sides(route: Floats, points: Points | LatLon) -> NDArray[np.object_]:
    """Return "left", "right" or None for each point; ``relative_side`` says how.

    Examples
    --------
    >>> sides(np.array([[0.0, 0.0], [0.0, 1.0]]), [(0.5, 0.5), (-0.5, 0.5)])
    array(['left', 'right'], dtype=object)
    """
    lat, lon = (part[..., None] for part in columns(points))
    starts, ends = route[:-1].T, route[1:].T
    right, along, up = beside(lat, lon, *starts, *ends, m=array_math)
    _, end_along, end_up = beside(*ends, *starts, *ends, m=array_math)
    reached = array_math.atan2(along, up)
    length = array_math.atan2(end_along, end_up)
    to_ends = haversine(np.stack(np.broadcast_arrays(lat, lon), axis=-1), route) / EARTH_RADIUS_M
    to_line = np.abs(array_math.atan2(right, array_math.hypot(along, up)))
    beyond = reached > length
    nearest_end = np.where(beyond, to_ends[..., 1:], to_ends[..., :-1])
    distance = np.where((reached >= 0) & ~beyond, to_line, nearest_end)
    best = distance.argmin(axis=-1)[..., None]

    signs = np.where(np.abs(right) > _ON_THE_LINE, np.sign(right), 0.0)
    following = np.minimum(best + 1, signs.shape[-1] - 1)
    at_bend = np.take_along_axis(beyond, best, axis=-1) & (following > best)
    first = np.take_along_axis(signs, best, axis=-1)
    second = np.where(at_bend, np.take_along_axis(signs, following, axis=-1), first)
    disagree = first * second < 0
    outside = -_turns(route)[best]
    sign = np.where(disagree, outside, np.sign(first + second))
    return np.asarray(_NAMES[sign[..., 0].astype(np.intp)], dtype=object)


def _turns(route: Floats) -> Floats:
    """Return 1 where the route turns right behind a segment, −1 where left, 0 at its end."""
    starts, ends, beyond = route[:-2].T, route[1:-1].T, route[2:].T
    right, _, _ = beside(*beyond, *starts, *ends, m=array_math)
    return np.append(np.sign(right), 0.0)
