"""Projections of small maps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.sphere.distance import haversine
from geoeval.drawing.plane import fit_projection, great_circle, round_length

POINTS = st.lists(st.tuples(st.floats(-80, 80), st.floats(-179, 179)), min_size=1, max_size=6)


@given(POINTS)
def test_every_point_is_inside_the_margin(points: list[tuple[float, float]]) -> None:
    projection = fit_projection(points, 380, 270, 36)
    for x, y in map(projection, points):
        assert 35.9 <= x <= 344.1
        assert 35.9 <= y <= 234.1


def test_north_is_up_and_east_is_right() -> None:
    """The points lie on both sides of the antimeridian."""
    projection = fit_projection([(0.0, 179.5), (1.0, -179.5)], 380, 270, 36)
    (x0, y0), (x1, y1) = projection((0.0, 179.5)), projection((1.0, -179.5))
    assert x0 < x1
    assert y0 > y1


def test_lengths_are_true_to_scale() -> None:
    """The error is below a thousandth far north."""
    north, south = (60.20, 24.9), (60.20, 24.95)
    projection = fit_projection([north, south], 380, 270, 36)
    (x0, y0), (x1, y1) = projection(north), projection(south)
    drawn = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 * projection.metres
    assert drawn == pytest.approx(haversine(north, south), rel=1e-3)


def test_the_radius_fits_into_the_picture() -> None:
    projection = fit_projection([(50.0, 8.0), (50.001, 8.0)], 380, 270, 36, around_m=5000)
    x, y = projection((50.0, 8.0))
    reach = 5000 / projection.metres
    assert min(x, y, 380 - x, 270 - y) - reach >= 36 - 1e-6


def test_a_single_point_has_a_scale() -> None:
    assert fit_projection([(50.0, 8.0)], 380, 270, 36).metres == pytest.approx(50 / 380)


def test_long_lines_follow_great_circles() -> None:
    """A line halfway around the Earth is drawn straight."""
    over = great_circle((50.0, -60.0), (50.0, 60.0))
    assert max(lat for lat, _ in over) > 60
    assert (over[0], over[-1]) == ((50.0, -60.0), (50.0, 60.0))
    assert len(great_circle((0.0, 0.0), (0.0, 180.0))) == 2


@pytest.mark.parametrize(("metres", "bar"), [(1.0, 1.0), (999.0, 500.0), (20_000.0, 20_000.0)])
def test_scale_bars_have_round_lengths(metres: float, bar: float) -> None:
    assert round_length(metres) == bar
