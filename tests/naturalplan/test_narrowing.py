"""Words and figures that narrow a prompt are never misread or ignored."""

from __future__ import annotations

import sys

import pytest

from geoeval.naturalplan.reader import understand_prompt
from geoeval.query.parts import CityStay, DatedEvent, StayPlan
from geoeval.understanding.reading import NotUnderstood
from tests.naturalplan.plan_prompts import DAY, TRIP, changed

LAST = "Your response"
WEDDING = "between day 1 and day 3"


def not_understood(text: str, old: str, new: str) -> NotUnderstood:
    outcome = understand_prompt(changed(text, old, new))
    assert isinstance(outcome, NotUnderstood)
    return outcome


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Bern for 2 days", "Bern for 0 days", ("0 days",)),
        ("for 7 days in total", "for 0 days in total", ("0 days",)),
        ("Rome for 4 days", "Rome for -4 days", ("-4", "days")),
        ("Bern to Rome.", "Bern to Rome. You must not start in Bern.", ("not", "start")),
        ("Here are", "Never visit Bern after Oslo and Rome\nHere are", ("never", "after")),
        ("from Bern to Rome", "from Bern to Lima", ("from", "Bern", "to", "Lima")),
        ("You are going", "You may be going", ("may",)),
        ("You are going to", "You could", ("could",)),
        ("flights to commute between cities", "flights on day 3",
         ("you", "only", "take", "direct", "flights", "on", "day 3")),
        ("You only take direct flights to commute between cities", "You only take one flight",
         ("flight",)),
        ("You want to spend", "You must start in the best city. You want to spend", ("start",)),
        ("You want to spend", "You may travel one time. You want to spend", ("may",)),
    ],
)  # fmt: skip
def test_words_that_narrow_a_trip_are_left_over(old: str, new: str, words: tuple[str, ...]) -> None:
    """No form has these words, or not in this way."""
    outcome = not_understood(TRIP, old, new)
    assert (outcome.reason, outcome.unexplained) == ("words unexplained", words)


@pytest.mark.parametrize("limit", ["by day 3", "until day 3", "from day 3", "through day 3"])
def test_a_one_day_event_needs_a_date(limit: str) -> None:
    """A limit is not a date."""
    assert limit in not_understood(TRIP, WEDDING, limit).detail
    query = understand_prompt(changed(TRIP, WEDDING, "on day 2"))
    assert isinstance(query, StayPlan)
    assert query.events == (DatedEvent(city="Oslo", first_day=2, last_day=2),)


def test_a_flight_with_extra_words_is_not_read() -> None:
    """The rest of the list is quoted with it."""
    outcome = not_understood(TRIP, "Oslo and Bern,", "Oslo and Bern on day 3,")
    assert "line 4: 'Oslo and Bern on day 3, from Bern to Rome'" in outcome.detail


def test_pairs_without_a_heading_are_not_flights() -> None:
    outcome = not_understood(TRIP, "Here are the cities that have direct flights:\n", "")
    assert outcome.detail.startswith("expected a heading for the flights")


def test_figures_no_query_accepts_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt counts as unrecognised, without a crash."""
    module = sys.modules[understand_prompt.__module__]
    monkeypatch.setattr(module, "read_stay_prompt", lambda _: CityStay(city="Oslo", days=-1))
    outcome = understand_prompt(TRIP)
    assert isinstance(outcome, NotUnderstood)
    assert outcome.reason == "facts conflict"
    assert outcome.detail == "Input should be greater than or equal to 1, got -1 for 'days'"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("as possible.", "as possible EXCEPT Ada.", ("except",)),
        ("and want", "and do NOT want", ("do", "not")),
        ("visiting Harbour Town", "visiting Stone Pier", ("Stone Pier",)),
        ("as many friends as possible", "one person", ("person",)),
        ("You'd like to meet Ada", "You may meet Ada", ("may",)),
        ("You'd like to meet Ada", "You could meet Ada", ("could",)),
        ("minimum of 45 minutes", "minimum of -45 minutes", ("-45",)),
        ("minimum of 45 minutes", "minimum of 4.5 minutes", ("4.5",)),
        ("Stone Pier: 20.", "Stone Pier: 20.5.", ("20.5",)),
        ("Stone Pier to Old Mill", "You must not go Stone Pier to Old Mill", ("not", "go")),
        ("Stone Pier to Old Mill", "On weekends Stone Pier to Old Mill", ("weekends",)),
        (LAST, f"Travel times double. {LAST}", ("double",)),
        (LAST, f"Find one friend. {LAST}", ("friend",)),
        (LAST, f"Only meet Ada for 45 minutes. {LAST}", ("only",)),
        ("to 11:00AM", "by 11:00AM",
         ("Ada", "will", "be", "at", "Stone Pier", "from", "9:30AM", "by", "11:00AM")),
    ],
)  # fmt: skip
def test_words_that_narrow_a_day_are_left_over(old: str, new: str, words: tuple[str, ...]) -> None:
    """No form has these words, or not in this way."""
    outcome = not_understood(DAY, old, new)
    assert (outcome.reason, outcome.unexplained) == ("words unexplained", words)


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        ("Stone Pier to Old Mill", "On Sundays Stone Pier to Old Mill",
         "line 6 goes from or to 'On Sundays Stone Pier', called 'Stone Pier' elsewhere"),
        ("Stone Pier to Old Mill: 25", "Old Mill to Old Mill: 5",
         "Old Mill is 5 minutes from itself on line 6"),
        ("10:00AM to 11:15AM", "9:00AM to 9:00AM", "Bo arrives and leaves at the same time"),
    ],
)  # fmt: skip
def test_impossible_facts_are_reported(old: str, new: str, detail: str) -> None:
    """The message quotes the fact with its line."""
    outcome = not_understood(DAY, old, new)
    assert outcome.reason == "facts conflict"
    assert detail in outcome.detail


def test_travel_from_a_place_to_itself_is_ignored() -> None:
    row = "Stone Pier to Old Mill: 25."
    assert understand_prompt(changed(DAY, row, f"{row}\nOld Mill to Old Mill: 0.")) == (
        understand_prompt(DAY)
    )
