"""Figures asked for in part, several times, or with an addition, in many wordings."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Sum, Travel, Value
from geoeval.query.values import Quantity
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import query_of, solved_value
from tests.understanding.towns import TOWN

MINUTES = ("5 mins", "10 mins", "20 mins", "30 mins")
KM = ("5.6 km", "11 km", "22 km")
WAY = "from Old Mill to Stone Pier"

TIMES = {
    f"How long is the walk {WAY} if I go at half the normal pace?": 20,
    f"I drive {WAY} twice as fast as usual. How long does it take?": 5,
    f"How long does it take to drive half the way {WAY}?": 5,
    f"I walk a third of the way {WAY}. How long do I walk?": 10 / 3,
    f"How long does a drive {WAY} take if works double the usual time?": 20,
    f"How long does the walk {WAY} and back take at the same speed both ways?": 20,
    f"The drive {WAY} takes 5 minutes less than usual at night. How long is it then?": 5,
    f"How long is the drive {WAY} if it takes 10 minutes longer than normal?": 20,
    f"I drive {WAY} every weekday. How many minutes is that per week?": 50,
    f"I drive {WAY} and back three times a week. How many minutes do I drive a week?": 60,
    f"I drive {WAY} every day but Monday and Sunday. How many minutes do I drive each week?": 50,
    f"How long do I drive {WAY} and back twice?": 40,
    "I drive from Old Mill to Stone Pier, back to Old Mill, and once more to Stone Pier. How long "
    "do I drive?": 30,
    "How long is a round trip by car between Old Mill and Stone Pier?": 20,
    "How long is the drive between Old Mill and Stone Pier?": 10,
}


@pytest.mark.parametrize(("text", "minutes"), TIMES.items(), ids=list(TIMES))
def test_travel_times_are_scaled(text: str, minutes: float) -> None:
    """Every leg takes ten minutes."""
    value = solved_value(text, TOWN, *MINUTES)
    assert isinstance(value, Quantity)
    assert value.amount == pytest.approx(minutes * 60)


LINES = {
    f"How far is it {WAY} and back as the crow flies?": 2,
    f"How far is a return flight {WAY} in a straight line?": 2,
    f"I fly halfway {WAY}. How far is that in a straight line?": 0.5,
    f"How far do I fly {WAY} in a straight line, there and back, twice?": 4,
    f"What is a quarter of the straight-line distance {WAY}?": 0.25,
    f"I fly {WAY} in a straight line, but turn round half way and go back to Old Mill. How far do "
    "I fly?": 1,
}


@pytest.mark.parametrize(("text", "times"), LINES.items(), ids=list(LINES))
def test_straight_line_distances_are_scaled(text: str, times: float) -> None:
    query = query_of(text, TOWN, *KM)
    assert isinstance(query, Value)
    assert (query.figure.times if isinstance(query.figure, Sum) else 1) == times


@pytest.mark.parametrize(
    "text",
    [
        f"I have walked a third of the way {WAY}. How long do I still have to walk?",
        f"I walked half the way {WAY}. How much time is left?",
        f"How long does it take to walk {WAY} if I am twice as fast as my sister?",
        f"Half the way {WAY} I walk, then I take a car. How long does it take?",
        f"I drive {WAY} every day. How long does it take?",
        f"I drive {WAY} every day except Monday. On Tuesday, how many minutes do I drive per week?",
        f"How far is it back {WAY} as the crow flies?",
        f"How far is it {WAY} and back via the Rose Garden as the crow flies?",
        f"My train is delayed by 20 minutes. How long is the drive {WAY}?",
        f"The drive {WAY} was delayed by 10 minutes last week. How long is it normally?",
        f"On the return flight I sleep. How far is it {WAY} in a straight line?",
        f"How much longer than usual is the drive {WAY}?",
        f"How long is the drive {WAY} at twice the usual speed for half the way?",
        f"How far is the drive {WAY} if it takes 10 minutes longer than usual?",
        f"How far do I drive {WAY} at half the speed?",
        f"I walk {WAY} and turn round half way. How long do I walk?",
    ],
)
def test_other_figures_are_not_understood(text: str) -> None:
    """The rest of a way, a part that is only mentioned, or unknown figures."""
    assert isinstance(
        query_of(text, TOWN, *(KM if "far" in text.split() else MINUTES)), NotUnderstood
    )


def test_a_round_trip_has_two_legs() -> None:
    """The time of the way back comes from the world."""
    query = query_of(f"How long is a round trip by car {WAY}?", TOWN, *MINUTES)
    assert isinstance(query, Value)
    assert isinstance(query.figure, Travel)
    assert len(query.figure.legs) == 2


def test_a_part_outside_the_question_is_ignored() -> None:
    text = f"A third of the drive {WAY} is uphill. How long is the drive?"
    query = query_of(text, TOWN, *MINUTES)
    assert isinstance(query, Value)
    assert isinstance(query.figure, Travel)
