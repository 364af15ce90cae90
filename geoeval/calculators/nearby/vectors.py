"""Points as unit vectors, chords through the Earth, and an order that keeps neighbours together."""

from __future__ import annotations

from math import pi, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.calculators.sphere.points import EARTH_RADIUS_M

if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import Floats

Indices: TypeAlias = NDArray[np.int64]

_DOUBT_M = 1e-5
_ROUNDING = 4e-15
_CELLS = 2**16 - 1
_SPREAD = ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))

DOUBT = _DOUBT_M / EARTH_RADIUS_M + _ROUNDING
"""Two chords of the unit sphere that differ by less may belong to equal distances."""


class Edge(NamedTuple):
    """The chords between which it is open whether a point lies within a radius.

    Parameters
    ----------
    certain
        A point at this chord or less is within the radius; below 0 none is for certain.
    possible
        A point at a longer chord is beyond the radius.
    """

    certain: float
    possible: float


def edge_of_disc(radius_m: float) -> Edge:
    """Return the chords of the unit sphere around the edge of a disc.

    Parameters
    ----------
    radius_m
        Great-circle metres, 0 or more; from half the circumference on, all points are within.

    Returns
    -------
    Edge
        The chord 2 sin(r / 2R), less and more 10 µm of distance and the error of a computed
        chord. Towards the antipode, where a chord says little about the distance, that error
        leaves more points open, as it has to.

    Examples
    --------
    >>> edge_of_disc(1000).certain < 1000 / EARTH_RADIUS_M < edge_of_disc(1000).possible
    True
    """
    certain, possible = (
        2 * sin(min(max(0.0, radius_m + doubt) / EARTH_RADIUS_M, pi) / 2)
        for doubt in (-_DOUBT_M, _DOUBT_M)
    )
    return Edge(certain - _ROUNDING, possible + _ROUNDING)


def unit_vectors(points: Floats) -> Floats:
    """Return points on the sphere of radius 1.

    Parameters
    ----------
    points
        Shape (…, 2): latitude and longitude in degrees.

    Returns
    -------
    ndarray
        Shape (…, 3): x towards (0, 0), y towards (0, 90), z towards the north pole.

    Examples
    --------
    >>> unit_vectors(np.array([[0.0, 0.0], [0.0, 180.0]])).round()
    array([[ 1.,  0.,  0.],
           [-1.,  0.,  0.]])
    """
    lat, lon = np.radians(points[..., 0]), np.radians(points[..., 1])
    vectors = np.empty((*points.shape[:-1], 3))
    across = np.cos(lat)
    vectors[..., 0] = across * np.cos(lon)
    vectors[..., 1] = across * np.sin(lon)
    vectors[..., 2] = np.sin(lat)
    return vectors


def z_order(points: Floats) -> Indices:
    """Return the order in which points lie along a Z curve over their latitudes and longitudes.

    Parameters
    ----------
    points
        Shape (n, 2): latitude and longitude in degrees.

    Returns
    -------
    ndarray
        A permutation of 0 to n − 1. Points that follow each other mostly lie close together;
        which of several in one of the 2³² cells comes first is left open.

    Notes
    -----
    Morton (1966): the bits of the two cell numbers are interleaved.

    Examples
    --------
    >>> z_order(np.array([[0.0, 0.0], [9.0, 9.0], [0.0, 1.0], [9.0, 8.0]]))
    array([0, 2, 3, 1])
    """
    if len(points) < 2:
        return np.arange(len(points))
    low = points.min(axis=0)
    span = np.maximum(points.max(axis=0) - low, 1e-9)
    rows, columns = ((points - low) * (_CELLS / span)).astype(np.uint32).T
    return np.argsort(_spread(columns) | _spread(rows) << np.uint32(1))


def _spread(cells: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return numbers of 16 bits with a zero before each bit."""
    for shift, mask in _SPREAD:
        cells = (cells | cells << np.uint32(shift)) & np.uint32(mask)
    return cells
