"""Tools for figures in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval import (
    agree,
    format_clock,
    format_distance,
    format_duration,
    parse_clock,
    parse_distance,
    parse_duration,
    tolerance,
)
from tests.tools.families.calls import content, failure

METRES = st.floats(0, 1e9)
FIGURES = st.one_of(
    METRES.map(format_distance),
    st.integers(0, 10**7).map(format_duration),
    st.integers(0, 1439).map(format_clock),
    st.integers(0, 1000).map(str),
)


@settings(max_examples=50)
@given(METRES, st.sampled_from(["metric", "imperial"]))
def test_distances_are_written_and_read_as_by_their_calculators(metres: float, system: str) -> None:
    """What the tools write and read is what the calculators do."""
    text = content("format_distance", distance_m=metres, system=system)["text"]
    assert text == format_distance(metres, system)  # type: ignore[arg-type] # one of the two
    assert content("parse_distance", text=text)["distance_m"] == parse_distance(str(text))


@settings(max_examples=50)
@given(st.floats(0, 1e8))
def test_durations_are_written_and_read_as_by_their_calculators(seconds: float) -> None:
    """What the tools write and read is what the calculators do."""
    text = content("format_duration", duration_s=seconds)["text"]
    assert text == format_duration(seconds)
    assert content("parse_duration", text=text)["duration_s"] == parse_duration(str(text))


@settings(max_examples=50)
@given(st.integers(0, 10_000))
def test_clock_times_are_written_and_read_as_by_their_calculators(minute: int) -> None:
    """What the tools write and read is what the calculators do, later days included."""
    text = content("format_clock", minute=minute)["text"]
    assert text == format_clock(minute)
    read = content("parse_clock", text=text)
    assert read["minute"] == parse_clock(str(text)) == minute
    assert read["time"] == f"{minute % 1440 // 60:02d}:{minute % 60:02d}"
    assert read["days_later"] == minute // 1440


@settings(max_examples=80)
@given(st.floats(0, 2e6), FIGURES)
def test_agreement_is_that_of_its_calculator(value: float, stated: str) -> None:
    """The tools say what agree and tolerance say."""
    found = content("agree", value=value, stated=stated)
    assert found == {"yes": agree(value, stated), "tolerance": tolerance(stated)}
    assert content("tolerance", stated=stated) == {"tolerance": tolerance(stated)}


def test_a_unit_may_stand_beside_the_figure() -> None:
    """A figure without a unit counts what the argument says."""
    assert content("agree", value=13_420, stated="13.4", unit="km")["yes"] is True


@pytest.mark.parametrize(
    ("unit", "to", "ratio"),
    [
        ("miles", "km", Fraction(1609344, 1000000)),
        ("ft", "m", Fraction(3048, 10000)),
        ("nautical miles", "mi", Fraction(1852000, 1609344)),
        ("hours", "mins", Fraction(60)),
        ("s", "days", Fraction(1, 86400)),
    ],
)
def test_amounts_are_converted(unit: str, to: str, ratio: Fraction) -> None:
    """The ratio is that of the definitions of the units."""
    found = content("convert", amount=26.2, unit=unit, to=to)
    assert found["amount"] == pytest.approx(float(Fraction("26.2") * ratio), rel=1e-11)
    assert found["unit"] == to


def test_a_duration_is_no_distance() -> None:
    """What does not measure the same is refused, with the argument to change."""
    assert failure("convert", amount=1, unit="km", to="mins").arguments[0].argument == "to"
    assert failure("convert", amount=1, unit="parsecs", to="km").arguments[0].argument == "unit"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("parse_distance", {"text": "far"}),
        ("parse_distance", {"text": f"{'9' * 190} km"}),
        ("parse_duration", {"text": "soon"}),
        ("parse_clock", {"text": "25:10"}),
        ("format_distance", {"distance_m": -1}),
        ("format_distance", {"distance_m": float("nan")}),
        ("format_clock", {"minute": float("inf")}),
        ("agree", {"value": 1, "stated": "far"}),
        ("tolerance", {"stated": "7", "unit": "parsecs"}),
    ],
)
def test_what_is_no_figure_is_to_be_mended(name: str, arguments: dict[str, object]) -> None:
    """Text that is no figure and numbers out of range are failures, and say what is expected."""
    told = failure(name, **arguments)
    assert told.kind == "fix_arguments"
    assert told.message
