"""The weekday a question is about, counted from the days that it names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.understanding.times import find_named_day, find_weekday
from tests.query.asking import is_open
from tests.understanding.asking import query_of, reading
from tests.understanding.towns import TOWN

EXPECTED = {
    "Is the Stone Pier open on Friday?": "friday",
    "It is Monday. Is the Stone Pier open on Friday?": "friday",
    "Today is Monday. Is the Stone Pier open tomorrow?": "tuesday",
    "It's Sunday evening. Is the Stone Pier open tomorrow?": "monday",
    "Yesterday was Monday. Is the Stone Pier open today?": "tuesday",
    "It was Thursday yesterday. Is the Stone Pier open today?": "friday",
    "The day before yesterday was Sunday. Is the Stone Pier open today?": "tuesday",
    "Two days ago it was Sunday. Is the Stone Pier open today?": "tuesday",
    "In two days it will be Thursday. Is the Stone Pier open today?": "tuesday",
    "The day after tomorrow is Thursday. Is the Stone Pier open today?": "tuesday",
    "Tomorrow is Tuesday. Is the Stone Pier open today?": "monday",
    "Tomorrow is Tuesday. Will the Stone Pier be open then?": "tuesday",
    "If it is Sunday today, is the Stone Pier open the day after?": "monday",
    "We arrive on a Sunday night. Is the Stone Pier open the next day?": "monday",
    "I fly home on Thursday. Is the Stone Pier open the day before?": "wednesday",
    "Is the Stone Pier open the day after Sunday?": "monday",
    "I was asked for Sunday, but I come a day later. Is the Stone Pier open?": "monday",
    "Is the Stone Pier open on the eve of my flight on Thursday?": "wednesday",
    "Tomorrow, at ten on Monday, is the Stone Pier open?": "monday",
    "The weather is fine today. Is the Stone Pier open on Friday?": "friday",
    "If today were Thursday, would the Stone Pier be open tomorrow?": "friday",
    "If yesterday had been Thursday, would the Stone Pier be open today?": "friday",
    "Is the Stone Pier open on the day following Thursday?": "friday",
    "Is the Stone Pier open on Friday night at 1 AM?": "saturday",
}

UNCLEAR = [
    "I was there on Monday. Is the Stone Pier open tomorrow?",
    "Today is Monday and tomorrow is Friday. Is the Stone Pier open tomorrow?",
    "It is Monday or Tuesday. Is the Stone Pier open the next day, or tomorrow?",
    "Is the Stone Pier open on the third day of a trip that starts on Tuesday?",
    "Today is Tuesday. Is the Stone Pier open in a couple of days?",
    "Is the Stone Pier open the day after the day after Tuesday?",
    "Yesterday was Monday. We leave on Friday. Is the Stone Pier open today?",
]


@pytest.mark.parametrize(("text", "day"), EXPECTED.items(), ids=list(EXPECTED))
def test_a_day_is_counted_from_the_named_day(text: str, day: str) -> None:
    assert find_named_day(reading(text, TOWN))[0] == day


@pytest.mark.parametrize("text", UNCLEAR)
def test_contradictory_days_are_unclear(text: str) -> None:
    """The question is not understood."""
    read = reading(text, TOWN)
    assert find_named_day(read)[0] is None
    assert find_weekday(read).unclear
    assert isinstance(query_of(text, TOWN, "Yes", "No"), NotUnderstood)


def test_days_are_counted_from_the_day_of_the_world() -> None:
    """Monday is day 0."""
    world = replace(TOWN, today=6)
    assert find_named_day(reading("Is the Stone Pier open tomorrow?", world))[0] == "monday"
    assert find_named_day(reading("Is the Stone Pier open now?", world))[0] == "sunday"
    assert find_weekday(reading("Is it open the next day?", world)).unclear
    assert find_weekday(reading("Open today or tomorrow?", world)).unclear
    assert find_named_day(reading("Is the Stone Pier open tomorrow?", TOWN)) == (None, [])


def test_the_weekday_is_in_the_query() -> None:
    query = query_of("Yesterday was Monday. Is the Stone Pier open today?", TOWN, "Yes", "No")
    assert query == is_open("Stone Pier", day="tuesday")
