"""Names taken whole from prompts, in any spelling."""

from __future__ import annotations

import pytest

from geoeval.naturalplan.reader import read_day, understand_prompt
from geoeval.naturalplan.sentences import is_name
from geoeval.query.parts import MeetingPlan, StayPlan
from tests.naturalplan.plan_prompts import DAY, DAY_PLAN, TRIP

PEOPLE = ("Will Smith", "Dr. Lee", "Mary J. Blige", "A.J.", "May", "Will", "The Rock", "李雷")


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_people_are_kept_as_written(name: str) -> None:
    """Dots, grammar words and other scripts belong to a name, in the plan too."""
    query = understand_prompt(DAY.replace("Ada", name))
    assert isinstance(query, MeetingPlan)
    assert [meeting.person for meeting in query.meetings] == [name, "Bo"]
    steps = read_day(tuple(line.replace("Ada", name) for line in DAY_PLAN), query)
    assert steps[3].name("name") == name


@pytest.mark.parametrize("name", ["Rio de Janeiro", "St. Gallen", "San Juan", "北京"])
def test_names_of_cities_are_kept_as_written(name: str) -> None:
    """Small words inside, dots and other scripts belong to a name."""
    query = understand_prompt(TRIP.replace("Oslo", name))
    assert isinstance(query, StayPlan)
    assert query.stays[0].city == name
    assert query.flights[0] == (name, "Rome")


def test_a_place_with_flight_in_its_name_is_a_place() -> None:
    """The question decides the kind of prompt, not a word in it."""
    query = understand_prompt(DAY.replace("Fig Hall", "Flight Museum"))
    assert isinstance(query, MeetingPlan)
    assert query.meetings[1].place == "The Flight Museum"


@pytest.mark.parametrize(
    "text", ["", "you", "You", "old Pier", "Pier of", "Only Pier", "Pier, East"]
)
def test_other_text_is_not_a_name(text: str) -> None:
    """Words of a sentence and lists are not names."""
    assert not is_name(text)
