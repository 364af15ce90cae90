"""Days on which as many people as possible are met."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import RecordError
from geoeval.query import plans
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.parts import Meeting, MeetingPlan
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve, Derivation, Meetings
from geoeval.world.model import World

PLACES = ("Mill", "Pier", "Hall", "Park")


def meeting(person: str, place: str, start: str, end: str, minutes: int) -> Meeting:
    return Meeting(
        person=person, place=place, present_from=start, present_until=end, at_least_min=minutes
    )


def asked(
    *meetings: Meeting, travel: dict[tuple[str, str], int], depart: str = "09:00"
) -> MeetingPlan:
    table: dict[str, dict[str, int]] = {}
    for (origin, destination), minutes in travel.items():
        table.setdefault(origin, {})[destination] = minutes
    return MeetingPlan(origin="Mill", depart=depart, meetings=meetings, travel=table)


def solved(query: MeetingPlan, conventions: Conventions = DEFAULT) -> Derivation:
    outcome = solve(query, World(), conventions)
    assert isinstance(outcome, Derivation)
    return outcome


def plan(query: MeetingPlan) -> list[tuple[str, str, str]]:
    value = solved(query).value
    assert isinstance(value, Meetings)
    assert value.met == len(value.visits)
    return [(visit.person, visit.start, visit.end) for visit in value.visits]


ADA = meeting("Ada", "Pier", "09:30", "11:00", 45)
BO = meeting("Bo", "Hall", "10:00", "11:15", 30)
ROUND = {("Mill", "Pier"): 20, ("Mill", "Hall"): 35, ("Pier", "Hall"): 15, ("Hall", "Pier"): 15,
         ("Pier", "Mill"): 20, ("Hall", "Mill"): 35}  # fmt: skip


def test_everyone_is_met_in_time() -> None:
    """One waits for whoever comes later, and meets nobody for less than is asked."""
    assert plan(asked(ADA, BO, travel=ROUND)) == [
        ("Ada", "09:30", "10:15"),
        ("Bo", "10:30", "11:00"),
    ]


def test_the_steps_show_the_arithmetic() -> None:
    """Travel, waiting and meeting are told, and why no more people are met."""
    late = meeting("Cy", "Hall", "10:00", "10:20", 20)
    steps = solved(asked(ADA, late, travel=ROUND)).steps
    assert steps[0] == "leave Mill at 9:00 AM"
    assert steps[1].startswith("20 min on the way: at Pier at 9:20 AM, wait until 9:30 AM") or (
        steps[1].startswith("35 min on the way: at Hall at 9:35 AM, wait until 10:00 AM")
    )
    assert steps[-1] == "1 of 2 people are met; no order allows 2"


def test_people_at_one_place_need_no_way_between() -> None:
    """Neither does whoever is where the day starts."""
    both = (
        meeting("Ada", "Mill", "09:00", "10:00", 20),
        meeting("Bo", "Mill", "09:00", "10:00", 40),
    )
    assert len(plan(asked(*both, travel={}))) == 2


def test_an_end_before_the_start_is_on_the_next_day() -> None:
    """Whoever is there until after midnight can be met after midnight."""
    night = meeting("Ada", "Mill", "23:30", "01:00", 60)
    assert plan(asked(night, travel={})) == [("Ada", "23:30", "00:30")]


def test_a_missing_way_back_is_as_long_as_the_way() -> None:
    """The convention is named; without it the way is not known."""
    query = asked(meeting("Ada", "Pier", "09:00", "10:00", 10), travel={("Pier", "Mill"): 20})
    outcome = solved(query)
    assert dict(outcome.conventions) == {"missing_leg": "symmetric"}
    assert "as in the opposite direction" in outcome.steps[1]
    strict = solve(query, World(), Conventions(missing_leg="absent"))
    assert isinstance(strict, CannotSolve)
    assert strict.reason == "missing_leg"


def test_a_missing_leg_that_could_matter_is_named() -> None:
    """Nobody knows whether one more could be met."""
    outcome = solve(asked(ADA, BO, travel={("Mill", "Pier"): 20}), World())
    assert isinstance(outcome, CannotSolve)
    assert outcome.detail == "the question gives no travel time from Mill to Hall"


def test_a_missing_leg_that_cannot_matter_is_passed_over() -> None:
    """Not even without any way to go could the second one be met."""
    never = meeting("Cy", "Hall", "07:00", "08:00", 30)
    assert plan(asked(ADA, never, travel={("Mill", "Pier"): 20})) == [("Ada", "09:30", "10:15")]


def test_a_person_is_named_once() -> None:
    """The error names who is not."""
    raw = asked(ADA, travel=ROUND).model_dump()
    raw["meetings"] = [raw["meetings"][0]] * 2
    with pytest.raises(RecordError, match="expected each name once, got 'Ada' twice"):
        parse_query(raw)


CROWD = [meeting(f"p{i}", PLACES[i % 2], "09:00", "10:00", 4 + i % 3) for i in range(21)]


def test_more_people_than_a_table_holds() -> None:
    """The shortest meetings of 60 minutes, less the way, are proved to be the most."""
    outcome = solved(asked(*CROWD, travel={("Mill", "Pier"): 5}))
    assert outcome.steps[-1] == "12 of 21 people are met; no order allows 13"


def test_a_number_that_is_not_proved_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found and what may be are named."""
    monkeypatch.setattr(plans, "_LABELS", 0)
    outcome = solve(asked(*CROWD, travel={("Mill", "Pier"): 5}), World())
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "not_proved"
    assert "of 21 people was found" in outcome.detail


def test_a_way_through_another_place_is_taken_where_it_is_shorter() -> None:
    """The steps name the place, the facts both legs."""
    legs = {("Mill", "Pier"): 10, ("Pier", "Hall"): 10, ("Mill", "Hall"): 60}
    outcome = solved(asked(meeting("Bo", "Hall", "09:00", "09:50", 30), travel=legs))
    assert outcome.steps[1].startswith("20 min on the way, by way of Pier: at Hall at 9:20 AM")
    assert [fact.text for fact in outcome.facts[1:]] == [
        "Mill to Pier: 10 minutes",
        "Pier to Hall: 10 minutes",
    ]
    del legs["Mill", "Hall"]
    only = solved(asked(meeting("Bo", "Hall", "09:00", "09:50", 30), travel=legs))
    assert only.steps[1] == outcome.steps[1]


@pytest.mark.parametrize(
    ("start", "end", "met"), [("00:00", "03:00", 1), ("04:30", "06:00", 0), ("07:00", "08:00", 0)]
)
def test_the_small_hours_are_those_of_the_coming_night(start: str, end: str, met: int) -> None:
    """What is over by 5 in the morning cannot be of a day that begins at nine."""
    value = solved(asked(meeting("Ada", "Mill", start, end, 10), travel={})).value
    assert isinstance(value, Meetings)
    assert value.met == met


MINUTES = st.integers(min_value=0, max_value=60)


@given(
    people=st.lists(
        st.tuples(st.sampled_from(PLACES), st.integers(8, 14), st.integers(1, 5), MINUTES),
        min_size=1,
        max_size=4,
    ),
    legs=st.fixed_dictionaries({(a, b): MINUTES for a in PLACES for b in PLACES if a != b}),
)
def test_no_order_meets_more(
    people: list[tuple[str, int, int, int]], legs: dict[tuple[str, str], int]
) -> None:
    """Every order of every choice is tried by hand."""
    meetings = [
        meeting(f"p{i}", place, f"{start:02}:00", f"{start + hours:02}:00", minutes)
        for i, (place, start, hours, minutes) in enumerate(people)
    ]
    most = max(
        size
        for size in range(len(people) + 1)
        if any(_holds(order, legs) for order in permutations(people, size))
    )
    value = solved(asked(*meetings, travel=legs)).value
    assert isinstance(value, Meetings)
    assert value.met == most


def _holds(order: tuple[tuple[str, int, int, int], ...], legs: dict[tuple[str, str], int]) -> bool:
    here, now = "Mill", 9 * 60
    for place, start, hours, minutes in order:
        now = max(now + legs.get((here, place), 0), start * 60) + minutes
        if now > (start + hours) * 60:
            return False
        here = place
    return True
