"""Times relative to when a place opens or closes, in many wordings."""

from __future__ import annotations

import pytest

from geoeval.query.values import Clock, Quantity
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import query_of, solved_value
from tests.understanding.towns import TOWN

CLOCKS = ("10:10 AM", "10:30 AM", "4:00 PM", "4:30 PM")
MINUTES = ("10 mins", "30 mins", "1 hour", "2 hours")

# Stone Pier is open from 9 to 5 on Tuesday; every leg takes ten minutes.
WHEN = {
    "On Tuesday I leave Stone Pier half an hour before it closes and walk to the Old Mill. When do "
    "I get there?": (16, 40),
    "I leave the Old Mill by car half an hour before Stone Pier closes on Tuesday. When do I "
    "arrive there?": (16, 40),
    "I leave Stone Pier on Tuesday, 90 minutes after it opens, and drive to Old Mill. At what time "
    "do I reach it?": (10, 40),
    "On Tuesday I arrive at Stone Pier 2 hours before it closes and stay for an hour. When do I "
    "leave?": (16, 0),
    "It is one hour before Stone Pier closes on Tuesday. What time is it?": (16, 0),
    "What time is it on Tuesday, two hours after Stone Pier opens?": (11, 0),
    "What is the latest I can get to Stone Pier on Tuesday if I stay an hour and leave 30 minutes "
    "before it closes?": (15, 30),
}


@pytest.mark.parametrize(("text", "time"), WHEN.items(), ids=list(WHEN))
def test_clock_times_are_relative_to_opening_hours(text: str, time: tuple[int, int]) -> None:
    assert solved_value(text, TOWN, *CLOCKS) == Clock(minute=60 * time[0] + time[1])


HOW_LONG = {
    "It is 4:30 PM on Tuesday. How much longer is Stone Pier open?": 30,
    "I am at Stone Pier on Tuesday at 3 PM. How long is it still open?": 120,
    "On Tuesday at 8:30 AM, how long is it until Stone Pier opens?": 30,
    "It's 10 AM on Tuesday. How long do I have until Stone Pier closes?": 420,
    "I reach Stone Pier at 3 PM on Tuesday and go 30 minutes before closing. How long am I "
    "there?": 90,
    "I come to Stone Pier at noon on Tuesday and stay until an hour before it shuts. How long do I "
    "stay?": 240,
}


@pytest.mark.parametrize(("text", "minutes"), HOW_LONG.items(), ids=list(HOW_LONG))
def test_durations_until_opening_or_closing(text: str, minutes: int) -> None:
    value = solved_value(text, TOWN, *MINUTES)
    assert isinstance(value, Quantity)
    assert value.amount == 60 * minutes


@pytest.mark.parametrize(
    "text",
    [
        (
            "I leave Stone Pier half an hour before it closes and spend an hour at the Old Mill. "
            "When do I arrive?"
        ),
        "Stone Pier opens on Tuesday an hour before the Old Mill. When does it open?",
        (
            "The tour begins an hour after Stone Pier opens on Tuesday and takes 2 hours. When "
            "does it end?"
        ),
        "The Maritime Museum is open until 4 PM on Tuesday. How much longer is Stone Pier open?",
        "It is 4:30 PM on Tuesday. How much longer is Stone Pier not open?",
        (
            "I reach Stone Pier an hour after it opens on Tuesday and stay for an hour. When do I "
            "arrive at the Old Mill if I walk there?"
        ),
    ],
)
def test_unclear_relative_times_are_not_understood(text: str) -> None:
    """Two edges, another visit, another place, or an event that begins then."""
    options = MINUTES if "How much" in text else CLOCKS
    assert isinstance(query_of(text, TOWN, *options), NotUnderstood)
