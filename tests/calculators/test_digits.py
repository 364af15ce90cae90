"""Numbers in any script and in words, and their written precision."""

from __future__ import annotations

import decimal
import unicodedata
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.agreement import agree
from geoeval.calculators.digits import (
    ascii_digits,
    check_magnitude,
    count_steps,
    parse_number,
    to_decimal,
)
from geoeval.errors import UnitError


@given(st.text())
def test_ascii_digits_keeps_every_position(text: str) -> None:
    """Characters map one to one, so spans hold in the original."""
    plain = ascii_digits(text)
    assert len(plain) == len(text)
    assert all(unicodedata.decimal(c, None) is None for c in plain if not c.isascii())


@given(st.integers(0, 10**9), st.sampled_from([0x660, 0x6F0, 0x966, 0x9E6, 0xFF10, 0x1D7CE]))
def test_digits_of_any_script_are_numbers(number: int, zero: int) -> None:
    text = str(number).translate({48 + i: chr(zero + i) for i in range(10)})
    assert parse_number(text) == number


@given(st.floats(0, 1e12).map(lambda x: round(x, 2)))
def test_numbers_with_thousands_separators_round_trip(number: float) -> None:
    assert parse_number(f"{number:,.2f}") == number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,20,000", 120_000),
        ("1\u202f200", 1200),
        ("1’200.5", 1200.5),
        ("1,5", 1.5),
        ("0,500", 0.5),
        ("10,500", 10_500),
        ("1.500", 1.5),
        ("٣٫٥", 3.5),
        ("½", 0.5),
        ("2 ¾", 2.75),
        ("1/2", 0.5),
        ("1 3/8", 1.375),
        ("10-9/10", 10.9),
        ("zero", 0),
        ("Twenty", 20),
        ("forty-five", 45),
        ("ninety nine", 99),
        ("fourteen", 14),
        ("two and a half", 2.5),
        (" 7. ", 7),
        (".5", 0.5),
        ("\u200e1,200\u200f", 1200),
    ],
)
def test_spellings_of_a_number_are_read(text: str, expected: float) -> None:
    assert parse_number(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "many", "1,2345", "00,500", "0,500,000", "1.2.3", "-5", "5 km", "2 and a half km",
     "24/7", "11/2", "3/0", "4/4", "1/2/3", "1.1/2", "1/2.5", "1/25"],
)  # fmt: skip
def test_invalid_numbers_are_rejected(text: str) -> None:
    """The whole text must be a single number."""
    with pytest.raises(UnitError, match="expected a number such as '1,200' or 'twelve', got"):
        parse_number(text)


@pytest.mark.parametrize("word", ["sıx", "ſeven"])
def test_lookalike_letters_are_not_number_words(word: str) -> None:
    """A dotless i or a long s makes another word."""
    with pytest.raises(UnitError, match="expected a number such as"):
        parse_number(word)


@given(st.decimals(-(10**6), 10**6, places=6))
def test_decimals_are_recovered_from_floats(number: Decimal) -> None:
    """Up to 15 typed digits are compared as typed."""
    assert to_decimal(float(number), "number") == number


@pytest.mark.parametrize(
    "value", [7, 7.0, np.float64(7), np.float32(7), np.int64(7), Fraction(14, 2)]
)
def test_every_real_number_type_is_accepted(value: float) -> None:
    assert to_decimal(value, "number") == 7


@pytest.mark.parametrize(
    "value", [None, "7", b"7", True, 1j, [7], float("nan"), float("inf"), -float("inf")]
)
def test_non_finite_numbers_are_rejected(value: object) -> None:
    with pytest.raises(UnitError, match="expected a length in metres, got") as caught:
        to_decimal(value, "length in metres")  # type: ignore[arg-type] - the point of the test
    assert repr(value) in str(caught.value)


def test_an_integer_beyond_every_float_is_rejected() -> None:
    with pytest.raises(UnitError, match="expected a length in metres, got 1000"):
        to_decimal(10**400, "length in metres")


@pytest.mark.parametrize("value", [-1e-9, 1e15, 10**15])
def test_magnitudes_are_limited_to_15_digits(value: float) -> None:
    """Negative numbers are rejected too."""
    with pytest.raises(UnitError, match=r"expected a length, below 1e\+15, got"):
        check_magnitude(value, "length")


@given(st.integers(0, 10**6), st.sampled_from(["1", "100", "160.9344", "0.3048"]))
def test_half_a_step_rounds_up(steps: int, size: str) -> None:
    step = Decimal(size)
    half = step * steps + step / 2
    assert count_steps(half, step) == steps + 1
    assert count_steps(half - Decimal("1e-9"), step) == steps


def test_the_decimal_context_of_the_caller_does_not_matter() -> None:
    with decimal.localcontext(decimal.Context(prec=3, traps=[decimal.Inexact])):
        assert agree(12_345_678, "12,345,678 m")
        assert not agree(12_345_679, "12,345,678 m")
