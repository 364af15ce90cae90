"""Known errors of other libraries that this package avoids; the libraries are not needed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.distance import haversine, pairwise_distances
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.errors import InvalidCoordinateError
from tests.calculators.sphere import reference
from tests.calculators.sphere.places import pairs


def test_haversine_vector_accepts_invalid_points() -> None:
    """NaN and a latitude of 95° are rejected here; it returns 10,563 km."""
    points = [[math.nan, 0], [95, 0]]
    for call in (lambda: haversine(points, [[0, 0], [0, 0]]), lambda: pairwise_distances(points)):
        with pytest.raises(
            InvalidCoordinateError, match=r"a latitude .* got nan at \[0\] \(nan, 0"
        ):
            call()
    with pytest.raises(
        InvalidCoordinateError, match=r"got 95.0 at \[0\] \(95.0, 0.0\); the pair l"
    ):
        haversine([[95, 0]], [[0, 0]])


@pytest.mark.parametrize("offset", [1e-9, 1e-7, 1e-5])
def test_haversine_vector_is_inaccurate_near_the_antipode(offset: float) -> None:
    """Its formula is off by up to 0.18 m; arrays here are within 1e-7 m."""
    found = pairs(f"opposite of {offset}", 50)
    a, b = np.array(found).swapaxes(0, 1)
    exact = [reference.distance(*pair) for pair in found]
    by_sine = [2 * 6_371_008.8 * math.asin(math.sqrt(min(1, _hav(*pair)))) for pair in found]
    assert max(abs(s - e) for s, e in zip(by_sine, exact, strict=True)) > 1e-3
    for distances in (haversine(a, b), pairwise_distances(a, b).diagonal()):
        assert max(abs(float(d) - e) for d, e in zip(distances, exact, strict=True)) < 1e-7


def _hav(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the haversine of the angle by the usual formula."""
    lat1, lon1, lat2, lon2 = map(math.radians, (*a, *b))
    half = math.sin((lat2 - lat1) / 2) ** 2
    return half + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2


def test_osmnx_accepts_a_latitude_of_95() -> None:
    """Here distances and bearings reject it, singly and in arrays."""
    for function in (haversine, initial_bearing):
        for point in ((95.0, 0.0), [(95.0, 0.0)]):
            with pytest.raises(InvalidCoordinateError, match=r"from -90 to 90 degrees, got 95.0"):
                function(point, (0.0, 0.0))


@pytest.mark.parametrize("west", [-1e-13, -1e-14, -1e-15, -1e-100, -1e-300])
def test_osmnx_returns_a_bearing_of_360(west: float) -> None:
    """Here a target just west of north has a bearing of 0° or just below 360°."""
    assert (math.degrees(math.atan2(math.radians(west) / 10, 1)) + 360) % 720 == 360
    for bearing in (initial_bearing((0, 0), (80, west)), initial_bearing((0, 0), [(80, west)])[0]):
        assert 0 <= bearing < 360
        assert min(bearing, 360 - bearing) < 1e-12


def test_pyproj_returns_nan_for_a_latitude_of_95() -> None:
    """Here the error has the value, and its index in an array."""
    with pytest.raises(InvalidCoordinateError, match=r"got 95 in \(95, 0\)"):
        geodesic((95, 0), (0, 0))
    with pytest.raises(InvalidCoordinateError, match=r"got 95.0 at \[1\] \(95.0, 0.0\)"):
        geodesic([(0, 0), (95, 0)], (0, 0))


def test_pyproj_silently_accepts_swapped_coordinates() -> None:
    """Here Tokyo and Sydney with longitude first are rejected with a hint."""
    tokyo, sydney = (35.68, 139.69), (-33.87, 151.21)
    assert geodesic(tokyo, sydney) == pytest.approx(7_793_000, rel=0.01)
    for function in (geodesic, haversine):
        with pytest.raises(InvalidCoordinateError, match="the pair looks swapped: latitude comes"):
            function(tokyo[::-1], sydney[::-1])
        with pytest.raises(InvalidCoordinateError, match="the pair looks swapped: latitude comes"):
            function([tokyo[::-1]], [sydney[::-1]])
