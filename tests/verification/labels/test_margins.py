"""Every margin by which an option or an answer in words agrees with a value, from both sides."""

from __future__ import annotations

import pytest

from geoeval.query.values import Bearing, Compound, Names, Quantity
from geoeval.verification.labels.match import (
    EARTH_MODEL,
    FLOAT_NOISE,
    HALF_PLANES,
    MAX_OFF_RATIO,
    RELATIVE_SLACK,
    expected_agrees,
    fit_bearing,
    fit_quantity,
    match_options,
)
from geoeval.verification.labels.naming import NameRanks
from geoeval.verification.labels.readings import read_figures
from tests.verification.builders import count, metres

SIDES = pytest.mark.parametrize(("off", "fits"), [(-0.01, True), (0.01, False)])


def test_the_margins_are_those_documented() -> None:
    """None changes by accident."""
    assert (RELATIVE_SLACK, FLOAT_NOISE, MAX_OFF_RATIO, EARTH_MODEL) == (0.02, 1e-9, 2.0, 0.006)


@SIDES
def test_a_length_that_is_not_equal_may_be_meant(off: float, fits: bool) -> None:
    """By a share of the value, or by twice the rounding of the option."""
    exact = ("1021 m", "3001 m")  # to the metre
    assert bool(fit_quantity(metres(1021 / (1 + RELATIVE_SLACK) - off), exact).options) is fits
    rounded = ("1.0 km", "3.3 km")  # to 100 m
    assert bool(fit_quantity(metres(1100 + off), rounded).options) is fits


@SIDES
def test_a_length_is_equal_within_its_rounding(off: float, fits: bool) -> None:
    """Beyond it a note says so."""
    assert (not fit_quantity(metres(1050 + off), ("1.0 km", "3.3 km")).notes) is fits


@SIDES
def test_a_tolerance_is_added_to_the_rounding(off: float, fits: bool) -> None:
    """Both are half-widths."""
    value = Quantity(amount=720 - 30 - 60 - off, unit="s", tolerance=60)
    assert bool(fit_quantity(value, ("12 mins",)).options) is fits


@pytest.mark.parametrize(("amount", "noise"), [(1.0, FLOAT_NOISE), (1e6, 1e6 * FLOAT_NOISE)])
@pytest.mark.parametrize(("share", "fits"), [(0.9, True), (1.1, False)])
def test_noise_of_floats_is_no_difference(
    amount: float, noise: float, share: float, fits: bool
) -> None:
    """It grows with the number."""
    options = (f"{amount:.0f}",)
    assert bool(fit_quantity(count(amount + share * noise), options).options) is fits


@pytest.mark.parametrize(("beyond", "fitting"), [(-1, {0, 1}), (0, {0}), (1, {0})])
def test_an_option_is_beaten_by_one_half_as_far_off(beyond: int, fitting: set[int]) -> None:
    """Else both may be meant."""
    value = Quantity(amount=1000, unit="s", tolerance=500)
    options = ("1101 s", f"{1000 - 101 * MAX_OFF_RATIO - beyond:.0f} s")
    assert set(fit_quantity(value, options).options) == fitting


@pytest.mark.parametrize(
    ("options", "reach"),
    [
        (("North", "South"), 45.0),
        (("Northeast", "Southwest"), 45.0),
        (("North", "Northeast"), 22.5),
        (("North", "NNE"), 11.25),
    ],
)
@pytest.mark.parametrize(("off", "fits"), [(-0.01, True), (0.0, True), (0.01, False)])
def test_a_bearing_reaches_half_a_sector(
    options: tuple[str, ...], reach: float, off: float, fits: bool
) -> None:
    """How wide they are, the options say; beyond that, two opposite points are half-planes."""
    middle = 45.0 if options[0] == "Northeast" else 0.0
    value = Bearing(degrees=(middle - reach - off) % 360)
    fit = fit_bearing(value, options)
    assert (bool(fit.options) and HALF_PLANES not in fit.notes) is fits


@SIDES
def test_a_point_on_the_same_half_of_the_rose_is_near_enough(off: float, fits: bool) -> None:
    """Where the other figure decides."""
    value = Compound(parts=(Bearing(degrees=90 + off), metres(1000)))
    assert bool(match_options(value, ("North, 1 km", "East, 5 km")).fits) is fits


@SIDES
def test_an_expected_length_may_be_of_either_model(off: float, fits: bool) -> None:
    """By its rounding and the share in which they differ."""
    shorter = metres((100_000 - 50) / (1 + EARTH_MODEL) - off)
    longer = metres((100_000 + 50) / (1 - EARTH_MODEL) + off)
    assert expected_agrees("100.0 km", shorter) is fits
    assert expected_agrees("100.0 km", longer) is fits


@pytest.mark.parametrize(
    ("name", "rank"), [("abcxy", 0), ("abxyz", None)]
)  # alike by 60 and by 40 of 100
def test_a_misspelt_word_resembles_the_right_one(name: str, rank: int | None) -> None:
    """Else it is another word."""
    value = Names(names=("Grand Harbour Lantern Museum abcde",), reading="ranked")
    assert NameRanks(value).rank(f"Grand Harbour Lantern Museum {name}") == rank


@pytest.mark.parametrize(
    ("options", "half"),
    [
        (("10 m", "21 m"), 0.5),
        (("10 m", "20 m"), 5.0),
        (("1000 km", "2000 km"), 500_000.0),
        (("10000 km", "20000 km"), 500_000.0),
    ],
)
def test_lengths_are_rounded_to_the_power_of_ten_that_they_share(
    options: tuple[str, ...], half: float
) -> None:
    """Up to a thousand kilometres."""
    assert [each.half for each in read_figures(options, metres(15)) if each] == [half, half]
