"""The side of a route on which a place lies: along it, at bends, past its ends and on it."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.calculators.sphere import direction_arrays as module
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import cross_track_distance, destination, relative_side
from geoeval.calculators.sphere.points import LatLon
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError
from tests.calculators.sphere.places import POINTS

BEND = (48.0, 2.0)
OTHER = {"left": "right", "right": "left", None: None}


def _bend(turn: float) -> list[LatLon]:
    """Return a route of 100 m north, a right turn by some degrees, and another 100 m."""
    return [destination(BEND, 180, 100), BEND, destination(BEND, turn, 100)]


@given(POINTS, POINTS, POINTS)
def test_the_side_of_a_line_is_the_cross_track_sign(
    point: LatLon, start: LatLon, end: LatLon
) -> None:
    assume(1 < haversine(start, end) < 20_000_000)
    offset = cross_track_distance(point, start, end)
    assume(abs(abs(offset) - 1e-3) > 1e-4)
    expected = None if abs(offset) < 1e-3 else "right" if offset > 0 else "left"
    assert relative_side([start, end], point) == expected


@pytest.mark.parametrize("turn", [1, 20, 80, 100, 150, 175, 179])
@pytest.mark.parametrize("metres", [0.01, 1, 30])
def test_the_outside_of_a_bend_is_opposite_its_turn(turn: float, metres: float) -> None:
    """Covers shallow and sharp turns in both directions."""
    for sign, inner, outer in ((1, "right", "left"), (-1, "left", "right")):
        route = _bend(sign * turn)
        middle = (180 + sign * turn) / 2 + (180 if sign < 0 else 0)
        assert relative_side(route, destination(BEND, middle + 180, metres)) == outer
        for aside in (-0.4, 0, 0.4):  # across the whole wedge in which the bend is nearest
            direction = middle + 180 + aside * turn
            assert relative_side(route, destination(BEND, direction, metres)) == outer
        if metres * math.sin(math.radians(180 - turn) / 2) > 2e-3:
            assert relative_side(route, destination(BEND, middle, metres)) == inner


@pytest.mark.parametrize("turn", [-150, -90, -30, 30, 90, 150])
def test_points_abeam_of_a_bend_have_a_side(turn: float) -> None:
    """At right angles to a leg, the nearest place moves from the leg to the bend."""
    outer = -90 if turn > 0 else 90
    expected = "left" if turn > 0 else "right"
    for direction in (outer, outer + turn, outer + 1e-9, outer + turn - 1e-9):
        assert relative_side(_bend(turn), destination(BEND, direction, 20)) == expected


def test_a_route_is_extended_past_its_ends() -> None:
    route = [(0, 0), (0, 1), (1, 1)]
    assert relative_side(route, [(0.1, -1), (-0.1, -1), (0, -1)]).tolist() == [
        "left",
        "right",
        None,
    ]
    assert relative_side(route, [(2, 0.9), (2, 1.1), (2, 1)]).tolist() == ["left", "right", None]


def test_points_on_the_line_have_no_side() -> None:
    """The limit is between one and two millimetres, on legs and at bends."""
    route = _bend(60)
    on_it = destination(BEND, 180, 50)
    assert relative_side(route, on_it) is None
    assert relative_side(route, BEND) is None
    assert relative_side(route, route[0]) is None
    assert relative_side(route, destination(on_it, 90, 0.0005)) is None
    assert relative_side(route, destination(on_it, 90, 0.002)) == "right"
    assert relative_side(route, destination(on_it, -90, 0.002)) == "left"


def test_repeated_points_are_ignored() -> None:
    """A stop on the way adds no bend."""
    route = _bend(100)
    with_stops = [route[0], route[0], BEND, BEND, (48.0, 2.0 + 1e-15), BEND, route[2], route[2]]
    around = [destination(BEND, direction, 20) for direction in range(0, 360, 7)]
    assert relative_side(with_stops, around).tolist() == relative_side(route, around).tolist()


def test_a_collinear_point_adds_no_bend() -> None:
    route = [(0, 0), (0, 1), (0, 2)]
    assert relative_side(route, [(0.5, 1), (-0.5, 1), (0, 1)]).tolist() == ["left", "right", None]


def test_the_first_passage_decides_on_a_return_route() -> None:
    """If the same street is taken back, the way out gives the side."""
    route = [(0, 0), (0, 1), (0, 0)]
    points = [(0.1, 0.5), (-0.1, 0.5), (0.1, 1.1), (-0.1, 1.1), (0, 1.1)]
    assert relative_side(route, points).tolist() == ["left", "right", "left", "right", None]
    for direction in range(0, 360, 10):  # where roundings would make either passage the nearer one
        far = destination(BEND, direction, 9e6)
        aside = [destination(BEND, direction + 30, 1e5 * i) for i in range(1, 60)]
        assert set(relative_side([BEND, far, BEND], aside)) == {"right"}


ROUTES = st.lists(
    st.tuples(st.integers(-100, 100), st.integers(-100, 100)), min_size=2, max_size=6, unique=True
).map(lambda steps: [(47 + a / 1e5, 8 + b / 1e5) for a, b in steps])
NEAR = st.tuples(st.floats(46.998, 47.002), st.floats(7.998, 8.002))


@given(ROUTES, NEAR)
def test_reversing_the_route_swaps_the_sides(route: list[LatLon], point: LatLon) -> None:
    """Exceptions are points equally near to two legs."""
    tied = _side_on_a_plan(route, point)
    assume(tied is not None)
    assert relative_side(route, point) == tied
    assert relative_side(route[::-1], point) == OTHER[tied]


def _side_on_a_plan(route: list[LatLon], point: LatLon) -> str | None:
    """Return the side on a flat plan, or None if rounding or curvature could change it."""
    scale = math.cos(math.radians(47))
    plan = [((lon - 8) * scale * 1e5, (lat - 47) * 1e5) for lat, lon in (*route, point)]
    x, y = plan.pop()
    found = []
    for i, ((x1, y1), (x2, y2)) in enumerate(pairwise(plan)):
        dx, dy = x2 - x1, y2 - y1
        t = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
        near = min(1, max(0, t))
        gap = math.hypot(x - x1 - near * dx, y - y1 - near * dy)
        right = ((x - x1) * dy - (y - y1) * dx) / math.hypot(dx, dy)
        vertex = i + (t > 1) if not 0 <= t <= 1 else None
        if vertex in (None, 0, len(plan) - 1):
            found.append((gap, right))
        else:
            (x0, y0), (xv, yv), (x3, y3) = plan[vertex - 1 : vertex + 2]
            turned = (x3 - x0) * (yv - y0) - (y3 - y0) * (xv - x0)
            found.append((gap, -turned / math.hypot(xv - x0, yv - y0)))
    gap = min(found)[0]
    rights = [right for other, right in found if other < gap + 0.05]
    if min(map(abs, rights)) < 0.05 or len({right > 0 for right in rights}) > 1:
        return None
    return "right" if rights[0] > 0 else "left"


def test_many_points_are_processed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    route = [destination((10, 20), 30 * i, 1000 + 100 * i) for i in range(9)]
    rng = np.random.default_rng(1)
    points = np.stack([rng.uniform(9.98, 10.02, 60), rng.uniform(19.98, 20.02, 60)], axis=-1)
    expected = [relative_side(route, tuple(point)) for point in points.tolist()]
    monkeypatch.setattr(module, "BLOCK", 16)
    assert relative_side(route, points).tolist() == expected
    assert relative_side(route, points.reshape(3, 20, 2)).ravel().tolist() == expected
    assert relative_side(route, np.empty((0, 2))).shape == (0,)


def test_a_route_round_the_earth_uses_its_nearest_end() -> None:
    """A point more than halfway round belongs to the nearer end."""
    route = [(0, 0), (0, 100), (80, 100)]
    assert relative_side(route, (-1, -170)) == "right"
    assert relative_side([(0, 0), (0, 100), (10, 100)], (-30, 160)) == "right"


@pytest.mark.parametrize(
    ("route", "message"),
    [
        ([(0, 0)], r"expected a route of two or more points, got \[\(0, 0\)\]"),
        (np.empty((0, 2)), "expected a route of two or more points, got array"),
        ((0, 0), r"expected points of shape \(n, 2\) in degrees, got shape \(2,\)"),
        ([(0, 0), (95, 0)], r"got 95.0 at \[1\] \(95.0, 0.0\); the pair looks swapped"),
        ([(0, 0), (1, 1), (-1, -179)], r"not antipodes, got \(1.0, 1.0\) and \(-1.0, -179.0\): ev"),
        ([(90, 0), (-90, 0)], "not antipodes, got"),
        ([], r"expected a route of two or more points, got \[\]$"),
    ],
    ids=repr,
)
def test_invalid_routes_are_rejected(route: list[LatLon], message: str) -> None:
    """Too few points, other shapes, invalid points and legs between antipodes."""
    with pytest.raises(InvalidCoordinateError, match=message):
        relative_side(route, (1, 1))


def test_a_route_of_coincident_points_has_no_direction() -> None:
    with pytest.raises(CoincidentPointsError, match=r"a route, got only \(90.0, 0.0\)$"):
        relative_side([(90, 0), (90, 50), (90, 0)], (1, 1))


def test_the_point_is_validated() -> None:
    with pytest.raises(InvalidCoordinateError, match=r"got nan in \(nan, 0.0\)"):
        relative_side([(0, 0), (0, 1)], (math.nan, 0))
    with pytest.raises(InvalidCoordinateError, match=r"got nan at \[1\] \(nan, 0.0\)"):
        relative_side([(0, 0), (0, 1)], [(0, 0), (math.nan, 0)])
