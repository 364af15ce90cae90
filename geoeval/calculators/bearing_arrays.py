"""Bearings and compass points of many pairs at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geoeval.calculators import array_math
from geoeval.calculators.array_math import columns, in_blocks
from geoeval.calculators.compass import POINTS
from geoeval.calculators.directions import same_place
from geoeval.errors import UsageError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.points import Floats, LatLon, Points

_MEMBERS = np.array([*POINTS, None], dtype=object)


def bearings(a: Points | LatLon, b: Points | LatLon, formula: Callable[..., Floats]) -> Floats:
    """Return the directions that a formula gives, [0, 360) degrees, NaN within one place.

    Examples
    --------
    >>> from geoeval.calculators.directions import initial
    >>> bearings([(0, 0), (90, 0)], (90, 9), initial)
    array([ 0., nan])
    """

    def turned(*ends: Floats) -> Floats:
        """Work out one block."""
        bearing = turns(formula(*ends, m=array_math))
        bearing[same_place(*ends, m=array_math)] = np.nan
        return bearing

    return in_blocks(turned, *columns(a, b))


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


def check_bearings(bearing: object) -> Floats:
    """Return bearings as float64, or raise ``UsageError`` if one is infinite or no number.

    Examples
    --------
    >>> check_bearings([10, float("nan")])
    array([10., nan])
    """
    given = np.asarray(bearing)
    if given.dtype.kind not in "iuf" or np.isinf(given).any():
        message = f"expected bearings as finite numbers of degrees, got {quote(bearing)}"
        raise UsageError(message)
    return given.astype(np.float64)


def cardinals(bearing: Floats, points: int) -> NDArray[np.object_]:
    """Return the nearest of the compass points, None for NaN.

    Examples
    --------
    >>> cardinals(np.array([44.0, 46.0, np.nan]), 4)
    array([<Compass.N: 'N'>, <Compass.E: 'E'>, None], dtype=object)
    """
    width = 360 / points
    sector = (turns(bearing) + width / 2) // width % points
    sector[np.isnan(sector)] = points
    members: NDArray[np.object_] = _MEMBERS[sector.astype(np.intp) * (len(POINTS) // points)]
    return members
