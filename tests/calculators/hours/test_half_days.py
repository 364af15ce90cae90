"""Opening hours that do not say AM or PM, such as "9 to 5"."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import Interval, WeeklyHours
from geoeval.errors import HoursError


@pytest.mark.parametrize(
    "hours",
    [
        *("9 to 5", "9 - 5", "10 to 6:30", "9:00 – 5:00", "from 8 until 4", "11 – 1", "12 – 12"),
        *(
            "9 to 12, 1 to 5",
            "9:00 – 12:00, 1:00 – 5:00",
            "1 to 5",
            "1:30 – 5:00",
            "9 to 9",
            "09:00 – 5:00",
        ),
    ],
)
def test_hours_without_a_clear_half_are_rejected(hours: str) -> None:
    """A shop is not open from nine in the morning to five the next day unless the text says so."""
    with pytest.raises(HoursError, match="expected AM or PM after the times, or times on the 24"):
        WeeklyHours.parse(f"Monday: {hours}")


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        ("9 to 5 PM", ((540, 1020),)),
        ("9 AM to 5 PM", ((540, 1020),)),
        ("10 to 6:30 PM", ((600, 1110),)),
        ("9-17", ((540, 1020),)),
        ("9 to 17", ((540, 1020),)),
        ("9 – 12, 14 – 18", ((540, 720), (840, 1080))),
        ("14 – 18, 9 – 12", ((540, 720), (840, 1080))),
        ("9:00 – 12:00", ((540, 720),)),
        ("8 to 11", ((480, 660),)),
        ("01:00 – 05:00", ((60, 300),)),
        ("0:00 – 5:00", ((0, 300),)),
        ("22:00 – 2:00", ((1320, 1560),)),
    ],
)
def test_hours_with_a_clear_half_are_read(hours: str, expected: tuple[Interval, ...]) -> None:
    """AM or PM, an hour of 13 or later, a leading 0, or ascending morning hours settle it."""
    assert WeeklyHours.parse(f"Monday: {hours}").days[0] == expected
