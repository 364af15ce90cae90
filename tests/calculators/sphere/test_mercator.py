"""Distances on the Web-Mercator plane."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.calculators.sphere.surfaces import from_web_mercator, web_mercator_distance
from geoeval.errors import InvalidCoordinateError
from tests.calculators.sphere import reference

ON_THE_MAP = st.tuples(st.floats(-85.06, 85.06), st.floats(-180, 180))


@given(ON_THE_MAP, ON_THE_MAP)
def test_distances_match_the_projected_plane(a: LatLon, b: LatLon) -> None:
    """They are accurate to a micrometre, and symmetric."""
    metres = web_mercator_distance(a, b)
    assert metres == pytest.approx(float(reference.web_mercator_distance(a, b)), abs=1e-6)
    assert metres == web_mercator_distance(b, a)


def test_the_map_stretches_with_latitude() -> None:
    """Distances at 60° are doubled; on the equator only the radius differs."""
    assert web_mercator_distance((0, 0), (0, 1)) == pytest.approx(111_319.4908, abs=1e-4)
    north = web_mercator_distance((60, 24), (60.001, 24)) / haversine((60, 24), (60.001, 24))
    assert north == pytest.approx(2 * 6_378_137 / EARTH_RADIUS_M, rel=1e-4)


def test_the_date_line_is_the_edge_of_the_map() -> None:
    """Points on its two sides are a world apart, and a pole is at a finite distance."""
    assert web_mercator_distance((0, 180), (0, -180)) == pytest.approx(math.tau * 6_378_137)
    assert math.isfinite(web_mercator_distance((90, 0), (-90, 0)))


def test_points_are_validated() -> None:
    with pytest.raises(
        InvalidCoordinateError, match=r"got 95 in \(95, 0\); the pair looks swapped"
    ):
        web_mercator_distance((95, 0), (0, 0))


@pytest.mark.parametrize("point", [(0.0, 0.0), (60.17, 24.94), (-33.9, 151.2), (85.0, -180.0)])
def test_map_metres_convert_back_to_the_point(point: tuple[float, float]) -> None:
    lat, lon = point
    northing = web_mercator_distance((0.0, lon), point) * (1 if lat >= 0 else -1)
    easting = web_mercator_distance((0.0, 0.0), (0.0, lon)) * (1 if lon >= 0 else -1)
    assert from_web_mercator(northing, easting) == pytest.approx(point, abs=1e-9)


@pytest.mark.parametrize("metres", [(2.1e7, 0.0), (0.0, -2.1e7), (float("nan"), 0.0)])
def test_metres_outside_the_map_are_rejected(metres: tuple[float, float]) -> None:
    with pytest.raises(InvalidCoordinateError, match="expected metres on the Web Mercator map"):
        from_web_mercator(*metres)
