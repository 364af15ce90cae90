"""Whether a value agrees with a stated figure, given the rounding that the figure shows."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.agreement import agree, tolerance
from geoeval.calculators.units import (
    format_clock,
    format_distance,
    format_duration,
    parse_distance,
    parse_duration,
)
from geoeval.errors import UnitError


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("4.2 km", 50),
        ("13.45 kilometers", 5),
        ("280 km", 500),
        ("280.0 km", 50),
        ("1,200 m", 0.5),
        ("1,5 km", 50),
        ("4.2 mi", 80.4672),
        ("400 ft", 0.1524),
        ("2 km 300 m", 0.5),
        ("half a mile", 402.336),
        ("a quarter of a mile", 201.168),
        ("¾ mile", 201.168),
        ("1½ miles", 402.336),
        ("a mile and a half", 402.336),
        ("two and a half miles", 402.336),
        ("1 hour 20 mins", 30),
        ("1 hour 0 mins", 30),
        ("1hours 10 mins", 30),
        ("1h20", 30),
        ("1 hour", 1800),
        ("an hour", 1800),
        ("two hours", 1800),
        ("half an hour", 900),
        ("three quarters of an hour", 450),
        ("1.5 hours", 180),
        ("1 day 16 hours", 1800),
        ("45 secs", 0.5),
        ("10.44 AM", 0.5),
        ("14:30", 0.5),
        ("7 AM", 30),
        ("noon", 0.5),
        ("7", 0.5),
        ("twenty", 0.5),
        ("4.35", 0.005),
        ("৪.২৫", 0.005),
        ("০.৫ km", 50),
    ],
)
def test_the_last_digit_gives_the_tolerance(stated: str, expected: float) -> None:
    """The tolerance is half a unit of the last digit, in the base unit."""
    assert tolerance(stated) == expected


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        (4250, "4.2 km"),
        (4250, "4.3 km"),
        (4150, "4.2 km"),
        (280_500, "280 km"),
        (4.35, "4.3"),
        (4.35, "4.4"),
        (0.1 + 0.2 + 0.05, "0.3"),
        (0.7 + 0.1 - 0.55, "0.3"),
        (4770, "1 hour 20 mins"),
        (4830, "1 hour 20 mins"),
        (402.336, "0.3 mi"),
        (563.2704, "0.3 mi"),
        (643.5, "10.44 AM"),
        (7.5, "7"),
        (7.5, "8"),
        (0, "0 mins"),
        (-0.5, "0 m"),
    ],
)
def test_both_ends_of_the_interval_agree(value: float, stated: str) -> None:
    """A value on the boundary agrees with both neighbouring figures."""
    assert agree(value, stated) is True


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        (4250.001, "4.2 km"),
        (4149.999, "4.2 km"),
        (4200, "4.2 mi"),
        (280_500.01, "280 km"),
        (280_120, "280.0 km"),
        (4830.5, "1 hour 20 mins"),
        (3631, "1 hour 0 mins"),
        (645, "10.44 AM"),
        (1364, "10.44 AM"),
        (1364, "10:44"),
        (7.51, "7"),
    ],
)
def test_values_outside_the_interval_disagree(value: float, stated: str) -> None:
    assert agree(value, stated) is False


@given(st.decimals(0, 10**6, places=3), st.integers(0, 3), st.sampled_from(["m", "km", "mi", "ft"]))
def test_a_value_agrees_with_its_rounded_figure(number: object, places: int, unit: str) -> None:
    metres = float(f"{parse_distance(f'{number} {unit}'):.15g}")
    assert agree(metres, f"{float(str(number)):.{places}f} {unit}")


@given(
    st.one_of(st.integers(0, 10**6), st.floats(0, 1e7)),
    st.integers(1, 100),
    st.sampled_from(["km", "mi", "m", "mins", "hours"]),
)
def test_agreement_is_an_interval_around_the_figure(value: float, tenths: int, unit: str) -> None:
    stated = f"{tenths / 10} {unit}"
    parse = parse_duration if unit in {"mins", "hours"} else parse_distance
    off = abs(value - parse(stated)) - tolerance(stated)
    assert agree(value, stated) == (off <= 0) or abs(off) < 1e-6


@given(st.floats(0, 9e14), st.sampled_from(["metric", "imperial"]))
def test_a_written_distance_agrees_with_its_value(metres: float, system: str) -> None:
    """Covers both systems of units."""
    assert agree(metres, format_distance(metres, system))  # type: ignore[arg-type] - a literal


@given(st.one_of(st.floats(0, 9e14), st.integers(0, 10**7)))
def test_a_written_duration_agrees_with_its_value(seconds: float) -> None:
    """Fractions of seconds are included."""
    assert agree(seconds, format_duration(seconds))


@given(st.one_of(st.floats(0, 1_438_000), st.integers(0, 5000)))
def test_a_written_clock_time_agrees_with_its_value(minute: float) -> None:
    """Later days are included."""
    assert agree(minute, format_clock(minute))


@pytest.mark.parametrize(
    ("value", "stated", "expected"),
    [
        (1450, "12:10 AM", True),
        (10, "12:10 AM (next day)", False),
        (1450, "12:10 AM (next day)", True),
        (1439.7, "midnight", True),
        (-0.4, "12:00 AM", True),
        (0, "24:00", True),
        (1439, "midnight", False),
    ],
)
def test_clock_times_agree_on_any_day(value: float, stated: str, expected: bool) -> None:
    """The day matters only if the text names a later day."""
    assert agree(value, stated) is expected


@pytest.mark.parametrize(
    ("value", "stated", "unit", "expected"),
    [
        (13_420, "13.4", "km", True),
        (13_420, "13.4", "mi", False),
        (4800, "80", "Mins", True),
        (5400, "one and a half", "hours", True),
        (13_420, "13.4 km", "mi", True),
        (3704, "2", "nautical miles", True),
    ],
)
def test_the_unit_applies_to_text_without_unit(
    value: float, stated: str, unit: str, expected: bool
) -> None:
    assert agree(value, stated, unit=unit) is expected


def test_the_tolerance_uses_the_given_unit() -> None:
    """Tenths of a kilometre are 100 m."""
    assert tolerance("13.4", unit="km") == 50


@pytest.mark.parametrize("unit", ["", "parsec", "5 km", "km km", 5, b"km"])
def test_other_units_are_rejected(unit: object) -> None:
    with pytest.raises(UnitError, match=r"expected a unit such as 'km', .* got") as caught:
        agree(7, "7", unit=unit)  # type: ignore[arg-type] - the point of the test
    assert repr(unit) in str(caught.value)


@pytest.mark.parametrize(
    "stated",
    ["", " ", "far", "4.2 km (13 mins)", "1 km or 2 km", "3-4 km", "about 4 km", "-5 km", "25:10",
     "10.44 AM PM", "1:30 hours"],
)  # fmt: skip
def test_text_needs_exactly_one_figure(stated: str) -> None:
    """Text without a figure, two figures and ranges are rejected."""
    with pytest.raises(UnitError, match=r"expected one figure such as .* got") as caught:
        agree(4200, stated)
    assert repr(stated) in str(caught.value)


@pytest.mark.parametrize("stated", [None, b"4.2 km", 4.2])
def test_values_other_than_strings_are_rejected(stated: object) -> None:
    with pytest.raises(UnitError, match=r"expected a string such as .* got") as caught:
        tolerance(stated)  # type: ignore[arg-type] - the point of the test
    assert repr(stated) in str(caught.value)


@pytest.mark.parametrize("value", [None, "4200", math.nan, math.inf, True])
def test_non_finite_values_are_rejected(value: object) -> None:
    with pytest.raises(UnitError, match=r"expected a finite number to compare .* got") as caught:
        agree(value, "4.2 km")  # type: ignore[arg-type] - the point of the test
    assert repr(value) in str(caught.value)


def test_very_long_decimals_are_read() -> None:
    assert agree(1 / 3, f"0.{'3' * 1000}", unit="m") is False
    assert agree(0.5, f"0.5{'0' * 50}")


def test_figures_of_a_map_service_agree_with_values(data_dir: Path) -> None:
    """In recorded responses, each text agrees with its metres or seconds."""
    pairs: list[tuple[float, str]] = []

    def collect(found: dict[str, object]) -> dict[str, object]:
        if isinstance(found.get("text"), str) and isinstance(found.get("value"), int):
            pairs.append((found["value"], found["text"]))  # type: ignore[arg-type] - just tested
        return found

    for path in sorted((data_dir / "google").glob("*.json")):
        json.loads(path.read_text(encoding="utf-8"), object_hook=collect)
    assert len(pairs) >= 80
    assert [pair for pair in pairs if not agree(*pair)] == []
