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
from tests.query.towns import failure

PLACES = ("Mill", "Pier", "Hall", "Park")


def meeting(person: str, place: str, start: str, end: str, minutes: int) -> Meeting:
    return Meeting(
        person=person, place=place, present_from=start, present_until=end, at_least_min=minutes
    )


def meeting_plan(
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
    """Waiting is allowed, and every meeting has its full length."""
    assert plan(meeting_plan(ADA, BO, travel=ROUND)) == [
        ("Ada", "09:30", "10:15"),
        ("Bo", "10:30", "11:00"),
    ]


def test_the_steps_show_the_arithmetic() -> None:
    """They have travel, waits and meetings, and why no more people are met."""
    late = meeting("Cy", "Hall", "10:00", "10:20", 20)
    steps = solved(meeting_plan(ADA, late, travel=ROUND)).steps
    assert steps[0] == "leave Mill at 9:00 AM"
    assert steps[1].startswith("20 min of travel: at Pier at 9:20 AM, wait until 9:30 AM") or (
        steps[1].startswith("35 min of travel: at Hall at 9:35 AM, wait until 10:00 AM")
    )
    assert steps[-1] == "1 of 2 people are met; no order allows 2"


def test_people_at_the_same_place_need_no_travel() -> None:
    """The start of the day may be that place too."""
    both = (
        meeting("Ada", "Mill", "09:00", "10:00", 20),
        meeting("Bo", "Mill", "09:00", "10:00", 40),
    )
    assert len(plan(meeting_plan(*both, travel={}))) == 2


def test_an_end_before_the_start_is_on_the_next_day() -> None:
    """A person present past midnight can be met after midnight."""
    night = meeting("Ada", "Mill", "23:30", "01:00", 60)
    assert plan(meeting_plan(night, travel={})) == [("Ada", "23:30", "00:30")]


def test_a_missing_return_leg_is_symmetric_by_convention() -> None:
    """The convention is named; without it the leg is unknown."""
    query = meeting_plan(
        meeting("Ada", "Pier", "09:00", "10:00", 10), travel={("Pier", "Mill"): 20}
    )
    outcome = solved(query)
    assert dict(outcome.conventions) == {"missing_leg": "symmetric"}
    assert "as in the opposite direction" in outcome.steps[1]
    strict = solve(query, World(), Conventions(missing_leg="absent"))
    assert isinstance(strict, CannotSolve)
    assert strict.reason == "missing_leg"


def test_a_missing_leg_that_could_matter_is_reported() -> None:
    """It decides whether another person can be met."""
    outcome = failure(meeting_plan(ADA, BO, travel={("Mill", "Pier"): 20}), World())
    assert outcome.reason == "missing_leg"
    assert "from Mill to Hall" in outcome.detail


def test_a_missing_leg_that_cannot_matter_is_ignored() -> None:
    """The second person could not be met even without travel."""
    never = meeting("Cy", "Hall", "07:00", "08:00", 30)
    assert plan(meeting_plan(ADA, never, travel={("Mill", "Pier"): 20})) == [
        ("Ada", "09:30", "10:15")
    ]


def test_duplicate_people_are_rejected() -> None:
    raw = meeting_plan(ADA, travel=ROUND).model_dump()
    raw["meetings"] = [raw["meetings"][0]] * 2
    with pytest.raises(RecordError, match="expected each name once, got 'Ada' twice"):
        parse_query(raw)


CROWD = [meeting(f"p{i}", PLACES[i % 2], "09:00", "10:00", 4 + i % 3) for i in range(21)]


def test_large_days_are_solved_with_a_proof() -> None:
    """The exact table is too small; shortest meetings and travel prove the maximum."""
    outcome = solved(meeting_plan(*CROWD, travel={("Mill", "Pier"): 5}))
    assert outcome.steps[-1] == "12 of 21 people are met; no order allows 13"


def test_an_unproved_maximum_is_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message has the number found and its bound."""
    monkeypatch.setattr(plans, "_LABELS", 0)
    outcome = failure(meeting_plan(*CROWD, travel={("Mill", "Pier"): 5}), World())
    assert outcome.reason == "not_proved"
    assert "of 21 people was found" in outcome.detail


def test_a_shorter_way_through_another_place_is_used() -> None:
    """The steps name the place, the facts both legs."""
    legs = {("Mill", "Pier"): 10, ("Pier", "Hall"): 10, ("Mill", "Hall"): 60}
    outcome = solved(meeting_plan(meeting("Bo", "Hall", "09:00", "09:50", 30), travel=legs))
    assert outcome.steps[1].startswith("20 min of travel via Pier: at Hall at 9:20 AM")
    assert [fact.text for fact in outcome.facts[1:]] == [
        "Mill to Pier: 10 minutes",
        "Pier to Hall: 10 minutes",
    ]
    del legs["Mill", "Hall"]
    only = solved(meeting_plan(meeting("Bo", "Hall", "09:00", "09:50", 30), travel=legs))
    assert only.steps[1] == outcome.steps[1]


@pytest.mark.parametrize(
    ("start", "end", "met"), [("00:00", "03:00", 1), ("04:30", "06:00", 0), ("07:00", "08:00", 0)]
)
def test_early_hours_mean_the_coming_night(start: str, end: str, met: int) -> None:
    """A window that ends by 5 AM cannot belong to a day that starts at nine."""
    value = solved(meeting_plan(meeting("Ada", "Mill", start, end, 10), travel={})).value
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
def test_no_other_order_meets_more_people(
    people: list[tuple[str, int, int, int]], legs: dict[tuple[str, str], int]
) -> None:
    """Compared with brute force over every order of every choice."""
    meetings = [
        meeting(f"p{i}", place, f"{start:02}:00", f"{start + hours:02}:00", minutes)
        for i, (place, start, hours, minutes) in enumerate(people)
    ]
    most = max(
        size
        for size in range(len(people) + 1)
        if any(_holds(order, legs) for order in permutations(people, size))
    )
    value = solved(meeting_plan(*meetings, travel=legs)).value
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
