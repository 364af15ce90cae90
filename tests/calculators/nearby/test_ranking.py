"""Ranking by an attribute, with ties and unknown values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.nearby import NearbyIndex
from geoeval.calculators.sphere.distance import haversine
from geoeval.errors import UsageError
from tests.calculators.nearby.asking import kind

INDEX = NearbyIndex(
    [(0, 3), (0, 1), (0, -1), (0, 2), (0, 0)],
    rating=[4.5, 4.5, 4.5, None, 3],
    name=["d", "b", None, "a", "c"],
    kind=["bar", "bar", "cafe", "cafe", None],
)


def test_equal_values_come_by_distance_then_index() -> None:
    """The first of three equally rated is the nearest, of two equally near the first given."""
    ranked = INDEX.rank_by("rating", (0, 0))
    assert ranked.indices.tolist() == [1, 2, 0, 4]
    assert ranked.values == (4.5, 4.5, 4.5, 3)
    assert ranked.distances_m[0] == ranked.distances_m[1] == haversine((0, 0), (0, 1))
    assert INDEX.rank_by("rating", (0, 0), descending=False).indices.tolist() == [4, 1, 2, 0]


def test_a_ranking_may_be_narrowed() -> None:
    """Radius, filter and number narrow it; texts rank by their characters."""
    assert INDEX.rank_by("rating", (0, 0), radius_m=120_000, k=2).indices.tolist() == [1, 2]
    assert INDEX.rank_by("rating", (0, 0), where=kind("bar")).indices.tolist() == [1, 0]
    assert INDEX.rank_by("name", (0, 0), descending=False).values == ("a", "b", "c", "d")
    assert INDEX.rank_by("rating", (50, 50), radius_m=1).values == ()


@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from([None, 1, 2, 2.5])), max_size=12))
def test_a_ranking_is_sorted(rows: list[tuple[int, float | None]]) -> None:
    """It is the known values sorted by value, distance and index."""
    points = [(0.0, float(lon)) for lon, _ in rows]
    index = NearbyIndex(points, x=[value for _, value in rows])
    expected = sorted(
        (-value, haversine((0, 0), points[i]), i)
        for i, (_, value) in enumerate(rows)
        if value is not None
    )
    ranked = index.rank_by("x", (0, 0))
    assert ranked.indices.tolist() == [i for _, _, i in expected]


def test_what_does_not_compare_is_rejected() -> None:
    """Numbers and texts have no common order, and other values none at all."""
    mixed = NearbyIndex([(0, 0), (0, 1)], x=[1, "a"], y=["a", 1], z=[True, 2])
    message = "expected numbers or texts to rank by, and not both, got "
    with pytest.raises(UsageError, match=message + "'a' at index 1"):
        mixed.rank_by("x", (0, 0))
    with pytest.raises(UsageError, match=message + "1 at index 1"):
        mixed.rank_by("y", (0, 0))
    with pytest.raises(UsageError, match=message + "True at index 0"):
        mixed.rank_by("z", (0, 0))
    with pytest.raises(UsageError, match=r"expected one of the columns 'rating', .* got 'price'"):
        INDEX.rank_by("price", (0, 0))
    with pytest.raises(UsageError, match="number of places of 1 or more, got 0"):
        INDEX.rank_by("rating", (0, 0), k=0)
