"""Conversion of units and addition of clock times."""

from __future__ import annotations

import pytest

from tests.tools.calls import content, fault


@pytest.mark.parametrize(
    ("figure", "to", "expected"),
    [
        ("26.2 miles", "km", {"amount": 42.1648128, "distance_m": 42164.8128, "text": "42.2 km"}),
        ("1 hour 20 mins", "min", {"amount": 80, "duration_s": 4800, "text": "1 hour 20 mins"}),
        ("500 m", None, {"distance_m": 500, "text": "500 m"}),
    ],
)
def test_convert_returns_si_and_other_units(
    figure: str, to: str | None, expected: dict[str, object]
) -> None:
    assert content("convert", figure=figure, **({"to": to} if to else {})) == expected


def test_unknown_or_unlike_units_are_rejected() -> None:
    assert fault("convert", figure="seven")[0] == "figure"
    assert fault("convert", figure="5 km", to="hours")[:2] == (
        "to",
        "a unit of length, such as m, km or miles",
    )


@pytest.mark.parametrize(
    ("start", "durations", "time", "days"),
    [
        ("9:30 AM", ["1 hour 20 mins", "45 mins"], "11:35", 0),
        ("23:30", ["45 mins"], "00:15", 1),
        ("00:15", ["-45 mins"], "23:30", -1),
        ("10:00", ["90 s"], "10:01:30", 0),
        ("10:00", [], "10:00", 0),
    ],
)
def test_add_times_crosses_midnight(start: str, durations: list[str], time: str, days: int) -> None:
    """Durations may be negative or have seconds."""
    found = content("add_times", start=start, durations=durations)
    assert (found["time"], found["days_later"]) == (time, days)


def test_invalid_duration_is_located_by_index() -> None:
    assert fault("add_times", start="10:00", durations=["1 h", "soon"])[0] == "durations[1]"
