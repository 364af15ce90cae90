"""Columns: what is taken as the values of the points, and which of them are known."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from geoeval.calculators.filters import Filter
from geoeval.calculators.nearby import NearbyIndex, Tally
from geoeval.errors import UsageError
from tests.calculators.nearby.asking import at_least, at_most, kind

POINTS = [(0, 0), (0, 1)]


CAFE = kind("cafe", column="x")


def tally(column: Iterable[object], condition: Filter) -> Tally:
    """Return how many of two places meet a condition on their only column."""
    index = NearbyIndex(POINTS, x=column)
    return index.count_where((0, 0), 1e6, condition)


@pytest.mark.parametrize(
    ("column", "name"),
    [
        ({"cafe", "bar"}, "set"),
        ({0: "cafe", 1: "bar"}, "dict"),
        (pd.DataFrame({"a": ["cafe"], "b": ["bar"]}), "DataFrame"),
    ],
)
def test_what_has_no_order_of_values_is_no_column(column: Iterable[object], name: str) -> None:
    """A set would be taken in any order; a dict and a table would give their keys."""
    with pytest.raises(UsageError, match=f"of 2 values, got a {name}, which has no order of"):
        NearbyIndex(POINTS, kind=column)


def test_series_are_taken_in_their_order() -> None:
    """A Series has keys too, which do not matter."""
    assert NearbyIndex(POINTS, kind=pd.Series(["a", "b"], index=[1, 0])).column("kind") == (
        "a",
        "b",
    )


@pytest.mark.parametrize("unit", ["s", "ns"])
def test_instants_stay_instants(unit: str) -> None:
    """Arrays of datetimes do not become counts of nanoseconds; NaT is unknown."""
    column = np.array(["2024-03-04", "NaT"], dtype=f"datetime64[{unit}]")
    index = NearbyIndex(POINTS, since=column)
    assert pd.Timestamp(index.column("since")[0]) == pd.Timestamp("2024-03-04")  # type: ignore[arg-type] # of any type
    assert index.to_geodataframe()["since"].isna().tolist() == [False, True]


def test_arrays_are_collections_of_kinds() -> None:
    """Parquet files give lists as arrays, among them empty ones and ones of one element."""
    assert tally([np.array(["cafe", "bar"]), np.array(["bar"])], CAFE) == (1, 1, 0)
    assert tally([np.array([]), pd.Series(["bar", "Cafe"])], CAFE) == (1, 1, 0)
    assert tally([np.ma.masked, "cafe"], CAFE) == (1, 0, 1)


def test_a_collection_with_an_unknown_part_may_hold_anything() -> None:
    """A match among the known parts settles it, none leaves it open."""
    assert tally([["cafe", None], ["bar", float("nan")]], CAFE) == (1, 0, 1)


@pytest.mark.parametrize("value", [["cafe", "bar"], ("cafe",), None, float("nan"), np.array([1])])
def test_values_to_look_for_are_given_one_by_one(value: object) -> None:
    """A list in place of its values would never be met, and nothing equals the unknown."""
    with pytest.raises(ValidationError, match=r"known values one by one, got |be hashable"):
        kind("x", value)


def test_a_number_beyond_floats_compares() -> None:
    """Whole numbers have no greatest one."""
    assert tally([10**400, 1], at_least("x", 2)) == (1, 1, 0)


def test_equal_bounds_are_met() -> None:
    """Both bounds are included."""
    assert tally([5, 3], at_least("x", 5) & at_most("x", 5)) == (1, 1, 0)
