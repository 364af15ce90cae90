"""The points of the compass and the accepted spellings."""

from __future__ import annotations

import pytest

from geoeval.calculators.sphere.compass import POINTS, Compass
from geoeval.errors import UsageError


@pytest.mark.parametrize(
    "spelling",
    ["NE", "ne", "northeast", "North-East", " north east ", "N.E.", "north‑east", "NORTH_EAST"],
)
def test_common_spellings_are_read(spelling: str) -> None:
    """Letters or words, with or without hyphen, in any case."""
    assert Compass(spelling) is Compass.NE


@pytest.mark.parametrize("point", POINTS)
def test_every_point_is_read_from_its_own_names(point: Compass) -> None:
    for name in (point.value, point.word, point.value.upper(), point.word.replace("-", " ")):
        assert Compass(name) is point


def test_names_and_directions_are_distinct() -> None:
    """The 32 points are ordered clockwise from north."""
    assert [point.degrees for point in POINTS] == [11.25 * i for i in range(32)]
    assert len({point.word for point in Compass}) == 32
    assert (Compass.NbE.word, Compass.SSW.word) == ("North by east", "South-southwest")


def test_a_point_equals_its_letters() -> None:
    """It compares and prints as its letters."""
    assert Compass.SW == "SW"
    assert f"{Compass.NEbN}" == "NEbN"


@pytest.mark.parametrize("value", ["up", "", "N/A", "-", "45N", "N1", "NN", "north north", None, 8])
def test_invalid_points_are_rejected(value: str) -> None:
    """The message quotes the value; letters with digits are invalid too."""
    with pytest.raises(UsageError, match="expected a compass point such as 'N' or 'northeast', go"):
        Compass(value)
