"""Margins between options and values, checked from both sides."""

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

SIDES = pytest.mark.parametrize(("offset", "fits"), [(-0.01, True), (0.01, False)])


def test_margins_have_their_documented_values() -> None:
    """The values must not change by accident."""
    assert (RELATIVE_SLACK, FLOAT_NOISE, MAX_OFF_RATIO, EARTH_MODEL) == (0.02, 1e-9, 2.0, 0.006)


@SIDES
def test_unequal_lengths_fit_within_the_margin(offset: float, fits: bool) -> None:
    """The margin is a share of the value or twice the rounding of the option."""
    exact = ("1021 m", "3001 m")  # to the metre
    assert bool(fit_quantity(metres(1021 / (1 + RELATIVE_SLACK) - offset), exact).options) is fits
    rounded = ("1.0 km", "3.3 km")  # to 100 m
    assert bool(fit_quantity(metres(1100 + offset), rounded).options) is fits


@SIDES
def test_lengths_are_equal_within_their_rounding(offset: float, fits: bool) -> None:
    """Beyond the rounding, a note reports the difference."""
    assert (not fit_quantity(metres(1050 + offset), ("1.0 km", "3.3 km")).notes) is fits


@SIDES
def test_tolerance_is_added_to_the_rounding(offset: float, fits: bool) -> None:
    """Both are half-widths."""
    value = Quantity(amount=720 - 30 - 60 - offset, unit="s", tolerance=60)
    assert bool(fit_quantity(value, ("12 mins",)).options) is fits


@pytest.mark.parametrize(("amount", "noise"), [(1.0, FLOAT_NOISE), (1e6, 1e6 * FLOAT_NOISE)])
@pytest.mark.parametrize(("share", "fits"), [(0.9, True), (1.1, False)])
def test_floating_point_noise_is_ignored(
    amount: float, noise: float, share: float, fits: bool
) -> None:
    """The allowance grows with the number."""
    options = (f"{amount:.0f}",)
    assert bool(fit_quantity(count(amount + share * noise), options).options) is fits


@pytest.mark.parametrize(("beyond", "fitting"), [(-1, {0, 1}), (0, {0}), (1, {0})])
def test_much_closer_options_fit_alone(beyond: int, fitting: set[int]) -> None:
    """Otherwise both options fit."""
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
@pytest.mark.parametrize(("offset", "fits"), [(-0.01, True), (0.0, True), (0.01, False)])
def test_bearings_reach_half_a_sector(
    options: tuple[str, ...], reach: float, offset: float, fits: bool
) -> None:
    """The options set the width of sectors; beyond it, two opposite points are half-planes."""
    middle = 45.0 if options[0] == "Northeast" else 0.0
    value = Bearing(degrees=(middle - reach - offset) % 360)
    fit = fit_bearing(value, options)
    assert (bool(fit.options) and HALF_PLANES not in fit.notes) is fits


@SIDES
def test_points_on_the_same_half_fit_with_a_distance(offset: float, fits: bool) -> None:
    """The other figure of the compound decides."""
    value = Compound(parts=(Bearing(degrees=90 + offset), metres(1000)))
    assert bool(match_options(value, ("North, 1 km", "East, 5 km")).fits) is fits


@SIDES
def test_open_lengths_may_follow_either_earth_model(offset: float, fits: bool) -> None:
    """The allowance is the rounding plus the share by which the models differ."""
    shorter = metres((100_000 - 50) / (1 + EARTH_MODEL) - offset)
    longer = metres((100_000 + 50) / (1 - EARTH_MODEL) + offset)
    assert expected_agrees("100.0 km", shorter) is fits
    assert expected_agrees("100.0 km", longer) is fits


@pytest.mark.parametrize(
    ("name", "rank"), [("abcxy", 0), ("abxyz", None)]
)  # similarity of 60 % and of 40 %
def test_misspelt_words_match_within_a_limit(name: str, rank: int | None) -> None:
    """Beyond the limit it is another word."""
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
def test_lengths_share_their_power_of_ten(options: tuple[str, ...], half: float) -> None:
    """Shared rounding is detected up to a thousand kilometres."""
    assert [each.half for each in read_figures(options, metres(15)) if each] == [half, half]
