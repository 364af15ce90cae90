"""Great-circle distances of many pairs, elementwise and as a matrix, a block at a time.

With h = sin²(d/2R), the haversine of the angle d/R, both end in the same step: w = √(1 + √(1 − h))
lies between 1 and √2, and the angle is √h times a smooth function of w, here a quotient of two
polynomials. Only +, −, ×, ÷ and √ are used, so that the bits are those of every processor.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_math import BLOCK, columns, constants, in_blocks
from geoeval.calculators.sphere.points import EARTH_RADIUS_M

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.array_math import Constants
    from geoeval.calculators.sphere.points import Floats, LatLon, Points

# 2 sin²(x/4) / x² for x in degrees, in x², 0 ≤ x ≤ 180: 8e-15.
_QUARTER = constants(
    3.8077177473338334e-05,
    -2.416452407219596e-10,
    6.134112474129577e-16,
    -8.341773957298601e-22,
    7.058413011495738e-28,
    -4.069552332351444e-34,
    1.6436685789038463e-40,
)
_TWO, _HALF_TURN, _TURN = constants(2.0, 180.0, 360.0)


class _Arc(NamedTuple):
    """φ / sin(φ/2) in w = √(1 + cos(φ/2)), 1 ≤ w ≤ √2, as k times a quotient of polynomials.

    The polynomials' first coefficient is 1 and left out, the constant is the last. With Rk = s,
    everything is worked out in units that spare a multiplication by s: h times s⁴ ("whole" is 1
    in this unit), √(1 − h) times s², w times s, and the coefficients to match.
    """

    whole: Floats
    root: Floats
    top: Constants
    bottom: Constants

    @classmethod
    def of(cls, k: float, top: tuple[float, ...], bottom: tuple[float, ...]) -> _Arc:
        """Build the constants from a quotient in w."""
        s = k * EARTH_RADIUS_M

        def in_unit(coefficients: tuple[float, ...]) -> Constants:
            scaled, unit = [], 1.0
            for coefficient in coefficients:
                unit *= s
                scaled.append(coefficient * unit)
            return constants(*scaled)

        whole, root = constants(s * s * s * s, s * s)
        return cls(whole, root, in_unit(top), in_unit(bottom))


# Relative errors: 4e-15 for pairs, 4e-11 for matrices, a tenth faster.
_FOR_PAIRS = _Arc.of(
    0.10123562542007922,
    (159.77650075866478, 1315.2561000071814, 2084.651023291737),
    (14.890048466813774, 51.348671717404095, 47.50195497891866, -0.00013641359251398495),
)
_FOR_MATRICES = _Arc.of(
    0.1840122047768769,
    (73.73304917477053, 225.04035202764885),
    (7.232421004237355, 9.327364842214555, -0.001187208939421199),
)

_NEARLY_OPPOSITE = 1 - 2e-5
"""Where h is closer to 1 it has lost the digits that tell two antipodes apart."""
_THREADED = 1_000_000
"""A matrix of more elements is shared among threads."""
_BANDS_EACH = 8
"""Parts for each thread: one that is held up leaves more of them to the others."""


def elementwise(a: Points | LatLon, b: Points | LatLon) -> Floats:
    """Return the distances of points paired by broadcasting, in metres.

    Examples
    --------
    >>> elementwise([(0, 0), (0, 90)], (0, 180)).round()
    array([20015114., 10007557.])
    """
    squares, quarters = np.empty((3, BLOCK)), np.empty((3, BLOCK))

    def distance(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
        """Work out one block.

        The cosines' product is cos²q − sin²p with half difference p and mean q of the latitudes,
        hence h = s0 + (s1 − s0) s2, each s being sin² of half an angle: of the difference of
        latitude, of 180° less their sum, of the difference of longitude; s = y (2 − y) with
        twice sin² of a quarter of the angle.
        """
        x, s = squares[:, : len(lat1)], quarters[:, : len(lat1)]
        np.subtract(lat2, lat1, out=x[0])
        np.add(lat1, lat2, out=x[1])
        np.abs(x[1], out=x[1])
        np.subtract(_HALF_TURN, x[1], out=x[1])
        np.subtract(lon2, lon1, out=x[2])
        np.abs(x[2], out=x[2])
        np.subtract(_TURN, x[2], out=s[2])
        np.minimum(x[2], s[2], out=x[2])
        x *= x
        np.multiply(x, _QUARTER[-1], out=s)
        for coefficient in _QUARTER[-2:0:-1]:
            s += coefficient
            s *= x
        s += _QUARTER[0]
        s *= x
        np.subtract(_TWO, s, out=x)
        s *= x
        h = s[1]
        h -= s[0]
        h *= s[2]
        h += s[0]
        h *= _FOR_PAIRS.whole
        (opposite,) = _opposite(h, _FOR_PAIRS)
        metres = _metres(h, x[0], x[1], _FOR_PAIRS, x[2])
        if len(opposite):
            ends = (column[opposite] for column in (lat1, lon1, lat2, lon2))
            metres[opposite] = _nearly_opposite(*ends)
        return metres

    return in_blocks(distance, *columns(a, b))


def matrix(a: Floats, b: Floats, workers: int | None = None) -> Floats:
    """Return the distances of n points from m others in metres, shape (n, m).

    Examples
    --------
    >>> matrix(np.array([[0.0, 0.0], [0.0, 90.0]]), np.array([[0.0, 180.0]])).round()
    array([[20015114.],
           [10007557.]])
    """
    n, m = len(a), len(b)
    result = np.empty((n, m))
    if not result.size:
        return result
    rows = max(1, 2 * BLOCK // m)
    u, v = (_half_vectors(points) * _FOR_MATRICES.root for points in (a, b))

    def fill(first: int, last: int) -> None:
        """Work out a band of rows; h is the squared difference of two half unit vectors."""
        scratch = np.empty((3, rows, m))
        opposite = []
        for start in range(first, last, rows):
            end = min(last, start + rows)
            h, part, other = scratch[:, : end - start]
            np.subtract(u[0, start:end, None], v[0], out=h)
            h *= h
            for axis in (1, 2):
                np.subtract(u[axis, start:end, None], v[axis], out=part)
                part *= part
                h += part
            row, column = _opposite(h, _FOR_MATRICES)
            opposite.append((start + row, column))
            _metres(h, part, other, _FOR_MATRICES, result[start:end])
        row, column = (np.concatenate(indices) for indices in zip(*opposite, strict=True))
        result[row, column] = _nearly_opposite(*a[row].T, *b[column].T)

    _in_bands(fill, n, _workers(workers, result.size))
    return result


def _workers(workers: int | None, elements: int) -> int:
    """Return how many threads to use."""
    if workers is not None:
        return workers
    return (os.cpu_count() or 1) if elements > _THREADED else 1


def _in_bands(fill: Callable[[int, int], None], n: int, workers: int) -> None:
    """Call a function on bands of n rows, shared among threads; errors come through."""
    workers = min(workers, n)
    if workers < 2:
        fill(0, n)
        return
    bands = min(n, _BANDS_EACH * workers)
    edges = [n * i // bands for i in range(bands + 1)]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(fill, edges[:-1], edges[1:]))


def _metres(h: Floats, w: Floats, other: Floats, arc: _Arc, out: Floats) -> Floats:
    """Return the distance for each h, destroying h and using two other arrays of its shape."""
    np.subtract(arc.whole, h, out=w)
    with np.errstate(invalid="ignore"):  # h past 1 by a rounding: such pairs are done again
        np.sqrt(w, out=w)
    w += arc.root
    np.sqrt(w, out=w)
    np.sqrt(h, out=h)
    h *= _horner(arc.top, w, other)
    return np.divide(h, _horner(arc.bottom, w, other), out=out)


def _horner(coefficients: Constants, w: Floats, out: Floats) -> Floats:
    """Return a polynomial that begins with a power of w, the constant last."""
    first, *others = coefficients
    np.add(w, first, out=out)
    for coefficient in others:
        out *= w
        out += coefficient
    return out


def _opposite(h: Floats, arc: _Arc) -> tuple[NDArray[np.intp], ...]:
    """Return the indices of the pairs whose distance h does not tell well enough."""
    limit = _NEARLY_OPPOSITE * arc.whole
    if h.max(initial=0.0) > limit:
        return np.nonzero(h > limit)
    return (np.empty(0, dtype=np.intp),) * h.ndim


def _nearly_opposite(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
    """Return distances by chord and antichord, as ``haversine`` does for one pair."""
    m = array_math
    p = m.radians(lat2 - lat1) / 2
    q = m.radians(lat1 + lat2) / 2
    half = m.radians(m.remainder(lon2 - lon1, 360)) / 2
    chord = m.hypot(m.sin(p) * m.cos(half), m.cos(q) * m.sin(half))
    antichord = m.hypot(m.cos(p) * m.cos(half), m.sin(q) * m.sin(half))
    return 2 * EARTH_RADIUS_M * m.atan2(chord, antichord)


def _half_vectors(points: Floats) -> Floats:
    """Return unit vectors divided by two, one row for each axis."""
    lat, lon = array_math.radians(points.T)
    half_cos = array_math.cos(lat) / 2
    return np.stack(
        [half_cos * array_math.cos(lon), half_cos * array_math.sin(lon), array_math.sin(lat) / 2]
    )
