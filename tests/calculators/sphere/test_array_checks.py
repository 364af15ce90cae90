"""Numbers in arrays: finite ones, or an error that says which is not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geoeval.calculators.sphere.array_math import check_numbers, first_of
from geoeval.errors import UsageError


@pytest.mark.parametrize("values", [5, np.int8(5), np.array(5), [5], np.full((2, 3), 5, "f4")])
def test_numbers_keep_their_shape(values: object) -> None:
    """One number has no dimension, and all become float64."""
    checked = check_numbers(values, "distance", "metres")
    assert checked.dtype == np.float64
    assert checked.shape == np.shape(values)
    assert (checked == 5).all()


def test_gaps_are_allowed_where_said() -> None:
    """NaN passes for no number then, infinity never."""
    assert math.isnan(check_numbers([math.nan], "bearing", "degrees", gaps=True)[0])
    with pytest.raises(UsageError, match=r"expected a finite bearing in degrees, got inf at \[1\]"):
        check_numbers([math.nan, math.inf], "bearing", "degrees", gaps=True)
    with pytest.raises(UsageError, match=r"expected a finite bearing in degrees, got nan at \[0\]"):
        check_numbers([math.nan, math.inf], "bearing", "degrees")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("5", "expected a distance as a number of metres, got '5'$"),
        (None, "expected a distance as a number of metres, got None$"),
        ([[1, 2], ["x", 4]], r"expected a distance as a number of metres, got 'x' at \[1, 0\]$"),
        ([[1], [2, 3]], r"got rows of several lengths: \[\[1\], \[2, 3\]\]$"),
        ([10**400], "got one too large for any: "),
        (math.nan, "expected a finite distance in metres, got nan$"),
    ],
)
def test_what_is_no_number_is_named(values: object, message: str) -> None:
    """With its value, and its index where there are several."""
    with pytest.raises(UsageError, match=message):
        check_numbers(values, "distance", "metres")


def test_the_first_chosen_number_is_named() -> None:
    """In reading order."""
    values = np.array([[1.0, -2.0], [-3.0, 4.0]])
    assert first_of(values, values < 0) == "-2.0 at [0, 1]"
