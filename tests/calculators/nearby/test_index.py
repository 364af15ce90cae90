"""The index agrees with a loop over ``haversine`` everywhere, including all edge cases."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.nearby import NearbyIndex
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.errors import InvalidCoordinateError, UsageError
from tests.calculators.nearby.asking import at_least, kind
from tests.calculators.nearby.brute_force import pairs, ranked, within

HALF_ROUND_M = math.pi * EARTH_RADIUS_M

anywhere = st.tuples(st.floats(-90, 90), st.floats(-180, 180))
on_grid = st.tuples(
    st.integers(-90, 90).map(float), st.integers(-18, 18).map(lambda tens: 10.0 * tens)
)
crowded = st.tuples(
    st.integers(0, 3).map(lambda n: n / 1e4), st.integers(0, 3).map(lambda n: n / 1e4)
)
at_date_line = st.tuples(
    st.floats(-0.01, 0.01), st.sampled_from([180.0, -180.0, 179.999, -179.999])
)
at_poles = st.tuples(st.sampled_from([90.0, -90.0, 89.9999, -89.9999]), st.floats(-180, 180))
places = st.one_of(anywhere, on_grid, crowded, at_date_line, at_poles)
point_lists = st.one_of(
    *(st.lists(kind, max_size=40) for kind in (places, on_grid, crowded, at_date_line, at_poles))
)


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[LatLon], LatLon, float]:
    """Draw points, an anchor that may equal a point, and a radius that may equal a distance."""
    points = draw(point_lists)
    anchor = draw(st.one_of(places, st.sampled_from(points)) if points else places)
    radii = st.one_of(st.floats(0, 3e7), st.floats(0, 100), st.just(0.0))
    if points:
        edges = st.sampled_from(points).map(lambda point: haversine(anchor, point))
        just_below = edges.map(lambda edge: max(0.0, math.nextafter(edge, -1)))
        radii = st.one_of(radii, edges, just_below)
    return points, anchor, draw(radii)


@given(questions())
def test_within_agrees_with_a_loop(
    question: tuple[list[LatLon], LatLon, float],
) -> None:
    """Points, order and exact distances are equal."""
    points, anchor, radius_m = question
    index = NearbyIndex(points)
    expected = within(points, anchor, radius_m)
    assert pairs(index.within(anchor, radius_m)) == expected
    assert index.count(anchor, radius_m) == len(expected)


@given(questions(), st.integers(1, 50))
def test_nearest_agrees_with_sorted_distances(
    question: tuple[list[LatLon], LatLon, float], k: int
) -> None:
    """Ties are ordered by index; a larger k returns all points."""
    points, anchor, _ = question
    assert pairs(NearbyIndex(points).nearest(anchor, k)) == ranked(points, anchor)[:k]


@settings(max_examples=20)
@given(point_lists, st.lists(places, max_size=8), st.floats(0, 1e6))
def test_many_anchors_agree_with_single_ones(
    points: list[LatLon], anchors: list[LatLon], radius_m: float
) -> None:
    index = NearbyIndex(points)
    array = np.array(anchors).reshape(-1, 2)
    found = index.within(array, radius_m)
    assert [pairs(match) for match in found] == [within(points, a, radius_m) for a in anchors]
    assert index.count(array, radius_m).tolist() == [len(match.indices) for match in found]
    nearest = index.nearest(array, 3)
    assert nearest.indices.shape == nearest.distances_m.shape == (len(anchors), min(3, len(points)))
    for i, anchor in enumerate(anchors):
        row = zip(nearest.distances_m[i].tolist(), nearest.indices[i].tolist(), strict=True)
        assert list(row) == ranked(points, anchor)[:3]


@pytest.mark.parametrize("radius_m", [0.0, 900.0, 30_000.0, 400_000.0])
def test_counts_agree_for_large_numbers_of_anchors(radius_m: float) -> None:
    """Enough anchors for sampling, with few and with many points around."""
    random = np.random.default_rng(7)
    points = random.uniform((-1, 179), (1, 181), (400, 2))
    points[:, 1] = (points[:, 1] + 180) % 360 - 180
    points[::3] = points[::3].round(2)
    anchors = np.concatenate([points[:200], np.add(points[:100], (0.001, 0))])
    expected = np.zeros(len(anchors), int)
    rows = [(lat, lon) for lat, lon in points.tolist()]
    for i, (lat, lon) in enumerate(anchors.tolist()):
        expected[i] = sum(haversine((lat, lon), point) <= radius_m for point in rows)
    assert NearbyIndex(points).count(anchors, radius_m).tolist() == expected.tolist()


def test_a_radius_includes_points_at_its_end() -> None:
    """None of 400 points at exactly the radius is lost to rounding."""
    random = np.random.default_rng(3)
    anchors = random.uniform((-89, -180), (89, 180), (400, 2)).tolist()
    points = random.uniform((-89, -180), (89, 180), (400, 2))
    index = NearbyIndex(points)
    for (lat, lon), point in zip(anchors, points.tolist(), strict=True):
        edge = haversine((lat, lon), (point[0], point[1]))
        beyond = index.count((lat, lon), math.nextafter(edge, 0))
        assert index.count((lat, lon), edge) == beyond + 1
        assert len(index.within((lat, lon), edge).indices) == beyond + 1
        assert index.count([(lat, lon)] * 2, edge).tolist() == [beyond + 1] * 2


def test_many_points_at_the_same_place_are_handled() -> None:
    """Of thousands of equally near points, those with the lowest index are returned."""
    points = np.tile([[51.5, -0.1]], (5000, 1))
    points[17] = (51.6, -0.1)
    index = NearbyIndex(points)
    assert index.nearest((51.5, -0.1), 20).indices.tolist() == [*range(17), 18, 19, 20]
    assert index.count((51.5, -0.1), 0) == 4999
    assert index.within((51.5, -0.1), 1).distances_m.tolist() == [0.0] * 4999


def test_half_the_circumference_includes_every_point() -> None:
    """The antipode is within πR, and a larger radius adds nothing."""
    index = NearbyIndex([(0, 180), (0, 179.999999), (0, 0)])
    assert index.count((0, 0), HALF_ROUND_M) == 3
    assert index.count((0, 0), 1e300) == 3
    assert index.count((0, 0), HALF_ROUND_M - 0.01) == 2


def test_longitude_does_not_matter_at_the_poles() -> None:
    index = NearbyIndex([(90, 0), (90, 120), (90, -45), (89.9, 0)])
    assert index.count((90, 77), 1e-6) == 3
    assert index.within((90, 77), 20_000).indices[-1] == 3


def test_coordinates_are_degrees() -> None:
    """BallTree(metric="haversine") silently takes radians, and finds 0 of these 3."""
    anchor, points = (52.52, 13.405), [(52.526, 13.405), (52.515, 13.41), (52.52, 13.417), (53, 13)]
    assert NearbyIndex(points).count(anchor, 1000) == 3
    neighbors = pytest.importorskip("sklearn.neighbors", reason="scikit-learn is not installed")
    tree = neighbors.BallTree(points, metric="haversine")
    found = tree.query_radius([anchor], 1000 / EARTH_RADIUS_M, count_only=True)
    assert found.tolist() == [0]


@pytest.mark.filterwarnings("ignore:Geometry is in a geographic CRS")
def test_the_nearest_may_lie_across_the_date_line() -> None:
    """It is 4 km away; geopandas' sjoin_nearest returns a point at 105 km."""
    import geopandas

    anchor, across, here = (0.0, 179.98), (0.0, -179.984), (0.0, 179.0357)
    index = NearbyIndex([across, here])
    found = index.nearest(anchor)
    assert (found.indices.tolist(), found.distances_m.round(-2).tolist()) == ([0], [4000.0])
    asked = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy([179.98], [0]), crs=4326)
    joined = geopandas.sjoin_nearest(asked, index.to_geodataframe())
    assert joined["index_right"].tolist() == [1]
    assert round(haversine(anchor, here), -3) == 105_000


def test_an_empty_index_returns_nothing() -> None:
    """Covers a single anchor and many."""
    index = NearbyIndex([])
    assert len(index) == 0
    assert index.count((0, 0), 1e9) == 0
    assert pairs(index.within((0, 0), 1e9)) == pairs(index.nearest((0, 0), 3)) == []
    assert index.count([(0, 0), (1, 1)], 1e9).tolist() == [0, 0]
    assert index.nearest([(0, 0), (1, 1)], 3).indices.shape == (2, 0)


def test_the_index_copies_its_input() -> None:
    """Points and columns that it returns are read-only."""
    points, names = np.array([[0.0, 0.0], [0.0, 1.0]]), ["A", "B"]
    index = NearbyIndex(points, name=names)
    points[0], names[0] = (50, 50), "C"
    assert index.count((0, 0), 1) == 1
    assert index.column("name") == ("A", "B")
    with pytest.raises(ValueError, match="read-only"):
        index.points[0] = 1
    with pytest.raises(AttributeError, match="points"):
        index.points = points  # type: ignore[misc] # that it cannot be set is the point
    assert repr(index) == "NearbyIndex(2 points, columns: name)"


def pickled(index: NearbyIndex) -> NearbyIndex:
    """Return an index after a pickle round trip."""
    again: NearbyIndex = pickle.loads(pickle.dumps(index))  # noqa: S301 - its own pickle
    return again


@pytest.mark.parametrize("copy_index", [copy.copy, copy.deepcopy, pickled])
def test_copies_and_pickles_are_equal(copy_index: Callable[[NearbyIndex], NearbyIndex]) -> None:
    """Their points are read-only too."""
    index = NearbyIndex([(0, 0), (0, 1)], name=["A", None])
    again = copy_index(index)
    assert again.nearest((0, 1)).indices.tolist() == [1]
    assert (again.column("name"), again.points.tolist()) == (("A", None), [[0, 0], [0, 1]])
    assert not again.points.flags.writeable


def test_a_radius_may_be_of_any_numeric_type() -> None:
    """Floats of numpy compare without a warning."""
    index = NearbyIndex([(0, 0), (0, 1)])
    for radius_m in (np.float16(500), np.float32(500), np.int8(5), 500):
        assert index.count((0, 0), radius_m) == 1


@pytest.mark.parametrize("radius_m", [-1, -0.001, math.nan, math.inf, 10**400, True, "5", None])
def test_invalid_radii_are_rejected(radius_m: float) -> None:
    """A radius is finite, not negative and in metres."""
    index = NearbyIndex([(0, 0)], rating=[1])
    message = "expected a finite radius of 0 or more metres, got "
    with pytest.raises(UsageError, match=message + str(radius_m)[:9].join(("'?", ""))):
        index.count((0, 0), radius_m)
    with pytest.raises(UsageError, match=message):
        index.within([(0, 0)], radius_m)


@pytest.mark.parametrize("k", [0, -3, True, 2.0, "2", None])
def test_invalid_numbers_of_places_are_rejected(k: int) -> None:
    """The number is an integer of at least 1."""
    with pytest.raises(UsageError, match=f"number of places k >= 1, got '?{k}"):
        NearbyIndex([(0, 0)]).nearest((0, 0), k)


def test_invalid_points_are_rejected() -> None:
    """Points and anchors are degrees in range, with the right shape."""
    with pytest.raises(InvalidCoordinateError, match=r"latitude from -90 to 90 degrees, got 95.0"):
        NearbyIndex([(0, 0), (95, 0)])
    with pytest.raises(InvalidCoordinateError, match=r"longitude .* got nan"):
        NearbyIndex(np.array([[0.0, math.nan]]))
    with pytest.raises(InvalidCoordinateError, match=r"shape \(n, 2\) in degrees, got shape"):
        NearbyIndex(np.zeros((2, 2, 2)))
    with pytest.raises(InvalidCoordinateError, match="got 181"):
        NearbyIndex([(0, 0)]).count((0, 181), 1)
    with pytest.raises(InvalidCoordinateError, match="got 181"):
        NearbyIndex([(0, 0)]).nearest([(0, 0), (0, 181)], 1)


def test_several_anchors_for_a_single_search_are_rejected() -> None:
    """The message does not take the first anchor for a latitude."""
    index = NearbyIndex([(0, 0)], rating=[1])
    with pytest.raises(
        UsageError, match=r"expected a single anchor \(latitude, .*, got \[\(0, 0\)\]"
    ):
        index.rank_by("rating", [(0, 0)])  # type: ignore[arg-type] # the point of the test
    with pytest.raises(
        UsageError, match=r"expected a single anchor \(latitude, .*, got \[\(0, 0\)\]"
    ):
        index.count_where([(0, 0)], 1, at_least("rating", 1))  # type: ignore[arg-type] # as above


INDEX = NearbyIndex(
    [(0, 3), (0, 1), (0, -1), (0, 2), (0, 0)],
    rating=[4.5, 4.5, 4.5, None, 3],
    name=["d", "b", None, "a", "c"],
    kind=["bar", "bar", "cafe", "cafe", None],
)


def test_equal_values_are_ordered_by_distance_then_index() -> None:
    ranked = INDEX.rank_by("rating", (0, 0))
    assert ranked.indices.tolist() == [1, 2, 0, 4]
    assert ranked.values == (4.5, 4.5, 4.5, 3)
    assert ranked.distances_m[0] == ranked.distances_m[1] == haversine((0, 0), (0, 1))
    assert INDEX.rank_by("rating", (0, 0), descending=False).indices.tolist() == [4, 1, 2, 0]


def test_a_ranking_can_be_limited() -> None:
    """Radius, filter and k limit it; strings rank by code point."""
    assert INDEX.rank_by("rating", (0, 0), radius_m=120_000, k=2).indices.tolist() == [1, 2]
    assert INDEX.rank_by("rating", (0, 0), where=kind("bar")).indices.tolist() == [1, 0]
    assert INDEX.rank_by("name", (0, 0), descending=False).values == ("a", "b", "c", "d")
    assert INDEX.rank_by("rating", (50, 50), radius_m=1).values == ()


@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from([None, 1, 2, 2.5])), max_size=12))
def test_a_ranking_is_sorted(rows: list[tuple[int, float | None]]) -> None:
    """Known values are sorted by value, distance and index."""
    points = [(0.0, float(lon)) for lon, _ in rows]
    index = NearbyIndex(points, x=[value for _, value in rows])
    expected = sorted(
        (-value, haversine((0, 0), points[i]), i)
        for i, (_, value) in enumerate(rows)
        if value is not None
    )
    ranked = index.rank_by("x", (0, 0))
    assert ranked.indices.tolist() == [i for _, _, i in expected]


def test_values_without_an_order_are_rejected() -> None:
    """Numbers and strings do not compare, and other types never do."""
    mixed = NearbyIndex([(0, 0), (0, 1)], x=[1, "a"], y=["a", 1], z=[True, 2])
    message = "expected numbers or strings to rank by, not both, got "
    with pytest.raises(UsageError, match=message + "'a' at index 1"):
        mixed.rank_by("x", (0, 0))
    with pytest.raises(UsageError, match=message + "1 at index 1"):
        mixed.rank_by("y", (0, 0))
    with pytest.raises(UsageError, match=message + "True at index 0"):
        mixed.rank_by("z", (0, 0))
    with pytest.raises(UsageError, match=r"expected one of the columns 'rating', .* got 'price'"):
        INDEX.rank_by("price", (0, 0))
    with pytest.raises(UsageError, match="number of places k >= 1, got 0"):
        INDEX.rank_by("rating", (0, 0), k=0)
