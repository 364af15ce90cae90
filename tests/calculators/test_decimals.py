"""Numbers as the decimals that people read in them."""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.agreement import agree
from geoeval.calculators.digits import count_steps, magnitude, to_decimal
from geoeval.errors import UnitError


@given(st.decimals(-(10**6), 10**6, places=6))
def test_a_decimal_comes_back_from_its_float(number: Decimal) -> None:
    """What was typed with up to 15 digits is what is compared."""
    assert to_decimal(float(number), "number") == number


@pytest.mark.parametrize(
    "value", [7, 7.0, np.float64(7), np.float32(7), np.int64(7), Fraction(14, 2)]
)
def test_every_real_number_is_taken(value: float) -> None:
    """Numbers of numpy and fractions count as well as Python's own."""
    assert to_decimal(value, "number") == 7


@pytest.mark.parametrize(
    "value", [None, "7", b"7", True, 1j, [7], float("nan"), float("inf"), -float("inf")]
)
def test_what_is_no_finite_number_is_rejected(value: object) -> None:
    """The error says what was needed and quotes what came."""
    with pytest.raises(UnitError, match="expected a length in metres, got") as caught:
        to_decimal(value, "length in metres")  # type: ignore[arg-type] - the point of the test
    assert repr(value) in str(caught.value)


def test_an_integer_beyond_every_float_is_rejected() -> None:
    """A number too large to compare is no crash."""
    with pytest.raises(UnitError, match="expected a length in metres, got 1000"):
        to_decimal(10**400, "length in metres")


@pytest.mark.parametrize("value", [-1e-9, 1e15, 10**15])
def test_magnitudes_end_where_digits_are_lost(value: float) -> None:
    """Nothing negative, and nothing that 15 digits do not hold to the unit."""
    with pytest.raises(UnitError, match=r"expected a length, below 1e\+15, got"):
        magnitude(value, "length")


@given(st.integers(0, 10**6), st.sampled_from(["1", "100", "160.9344", "0.3048"]))
def test_half_a_step_counts_as_one(steps: int, size: str) -> None:
    """Exactly half of a step is rounded up, a hair less is not."""
    step = Decimal(size)
    half = step * steps + step / 2
    assert count_steps(half, step) == steps + 1
    assert count_steps(half - Decimal("1e-9"), step) == steps


def test_the_context_of_the_caller_changes_nothing() -> None:
    """A program that computes with three digits still gets exact comparisons."""
    with decimal.localcontext(decimal.Context(prec=3, traps=[decimal.Inexact])):
        assert agree(12_345_678, "12,345,678 m")
        assert not agree(12_345_679, "12,345,678 m")
