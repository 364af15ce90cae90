"""Bearings and compass points of many pairs at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_math import columns, in_blocks
from geoeval.calculators.sphere.compass import POINTS
from geoeval.calculators.sphere.directions import (
    ANTIPODAL,
    MIRRORED,
    halfway,
    initial,
    same_place,
)
from geoeval.calculators.sphere.points import at_index
from geoeval.errors import InvalidCoordinateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, Points

_MEMBERS = np.array([*POINTS, None], dtype=object)


def bearings(a: Points | LatLon, b: Points | LatLon, formula: Callable[..., Floats]) -> Floats:
    """Return the directions that a formula gives, [0, 360) degrees, NaN within one place.

    Raises
    ------
    InvalidCoordinateError
        If a pair of antipodes has no direction by that formula.

    Examples
    --------
    >>> from geoeval.calculators.sphere.directions import initial
    >>> bearings([(0, 0), (90, 0)], (90, 9), initial)
    array([ 0., nan])
    """

    def turned(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
        """Work out one block."""
        bearing = formula(lat1, lon1, lat2, lon2, m=array_math)
        bearing += 360.0 * (bearing < 0)
        bearing[bearing >= 360] = 0.0
        perhaps = np.flatnonzero(lat1 == lat2)
        ends = (column[perhaps] for column in (lat1, lon1, lat2, lon2))
        bearing[perhaps[same_place(*ends, m=array_math)]] = np.nan
        if formula is initial:
            perhaps = np.flatnonzero(np.abs(lat1 + lat2) < MIRRORED)
            ends = (column[perhaps] for column in (lat1, lon1, lat2, lon2))
            bearing[perhaps[halfway(*ends, m=array_math)[2] < ANTIPODAL]] = np.inf
        return bearing

    both = columns(a, b)
    found = in_blocks(turned, *both)
    antipodal = np.isinf(found)
    if antipodal.any():
        first = np.unravel_index(int(antipodal.argmax()), antipodal.shape)
        lat1, lon1, lat2, lon2 = (float(each[first]) for each in np.broadcast_arrays(*both))
        message = (
            f"expected pairs of points that are not antipodes, got {(lat1, lon1)} and "
            f"{(lat2, lon2)}{at_index(first)}: every direction leads from one to the other"
        )
        raise InvalidCoordinateError(message)
    return found


def turns(bearing: Floats) -> Floats:
    """Return angles in [0, 360) degrees.

    Examples
    --------
    >>> turns(np.array([-90.0, 720.0, -1e-300]))
    array([270.,   0.,   0.])
    """
    turned = bearing % 360
    turned[turned >= 360] = 0.0
    return turned


def cardinals(bearing: Floats, points: int) -> NDArray[np.object_]:
    """Return the nearest of the compass points, None for NaN.

    Examples
    --------
    >>> cardinals(np.array([44.0, 46.0, np.nan]), 4)
    array([<Compass.N: 'N'>, <Compass.E: 'E'>, None], dtype=object)
    """
    sector = (turns(bearing) // (180 / points) + 1) // 2 % points
    sector[np.isnan(sector)] = points
    members: NDArray[np.object_] = _MEMBERS[sector.astype(np.intp) * (len(POINTS) // points)]
    return members
