"""Times of day in other languages."""

from __future__ import annotations

import pytest

from geoeval.calculators.languages.clocks import clock_in_english

pytest.importorskip("babel")


@pytest.mark.parametrize(
    ("option", "english"),
    [
        ("오후 3시 30분", "3:30 pm"),
        ("약 오후 3시", "3:00 pm"),
        ("15시 5분", "15:05"),
        ("下午3:30", "3:30 pm"),
        ("午後3時", "3:00 pm"),
        ("3:30 μ.μ.", "3:30 pm"),
        ("3:30 p. m.", "3:30 pm"),
        ("15 Uhr 30", "15:30"),
        ("15.30 Uhr", "15:30"),
        ("15h30", "15:30"),
        ("정오", "noon"),
        ("Mitternacht", "midnight"),
        ("15", "15"),
        ("3:5", "3:5"),
        ("3 km", "3 km"),
        ("오후 늦게", "오후 늦게"),
    ],
)
def test_times_are_read(option: str, english: str) -> None:
    """An option that is no time of day stays as it is."""
    assert clock_in_english(option) == english
