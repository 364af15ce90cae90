"""Trips checked day by day: every constraint, violated in a single place of a sound plan."""

from __future__ import annotations

import pytest

from tests.naturalplan.judged_plans import Plan, found, judged
from tests.naturalplan.plan_prompts import TRIP, TRIP_PLAN, changed, with_line


@pytest.mark.parametrize(
    ("index", "lines", "words"),
    [
        (2, ("**Day 2-4:** Visit Oslo for 3 days.",), "which does not cover day 1 to day 3"),
        (2, ("**Day 1-3:** Arriving in Rome and visit Oslo for 3 days.",),
         "arrives in Rome but visits Oslo"),
        (2, ("**Day 1-3:** Visit Lima for 3 days.",), "visits Lima, which the question does not"),
        (4, ("**Day 3-5:** Visit Oslo for 3 days.",), "visits Oslo twice"),
        (2, ("**Day 1-3:** Visit Oslo for 4 days.",),
         "visits Oslo for 4 days, but day 1 to day 3 are 3"),
        (4, ("**Day 3-5:** Visit Bern for 3 days.",), "visits Bern for 3 days, but 2 are required"),
        (4, ("**Day 4-5:** Visit Bern for 2 days.",),
         "is in Oslo until day 3, but in Bern from day 4"),
        (2, ("**Day 1:** Fly from Bern to Oslo.", "**Day 1-3:** Visit Oslo for 3 days."),
         "flies to Oslo before the first stay"),
        (3, ("**Day 3:** Fly from Oslo to Bern.",) * 2, "flies twice in a row"),
        (3, ("**Day 2:** Fly from Oslo to Bern.",),
         "flies from Oslo to Bern on day 2, but is in Oslo until day 3"),
        (6, (), "flies on after the last stay"),
        (0, ("Here is the trip plan for visiting the 9 European cities for 7 days:",),
         "is for 9 cities, but the question names 3"),
        (0, ("Here is the trip plan for visiting the 3 European cities for 99 days:",),
         "is for 99 days, but the trip has 7"),
        (3, ("**Day 3:** Fly to Oslo from Bern.",),
         "flies from Bern to Oslo on day 3, but is in Oslo until day 3"),
        (3, ("**Day 3:** Fly from Oslo to Rome.",), "flies to Rome, but is then in Bern"),
        (4, ("**Day 3-4:** Arriving from Rome, visit Bern for 2 days.",),
         "comes from Rome to Bern, but was in Oslo"),
        (2, ("**Day 1-3:** Arriving from Rome, visit Oslo for 3 days.",),
         "comes from Rome to Oslo, where the trip starts"),
    ],
)  # fmt: skip
def test_the_first_invalid_step_of_a_trip_is_reported(index: int, lines: Plan, words: str) -> None:
    """The message has its numbers and a valid plan."""
    verdict, code, message = found(judged(TRIP, with_line(TRIP_PLAN, index, *lines)))
    assert (verdict, code) == ("contradicted", "GEO405")
    assert words in message
    assert message.endswith("a valid plan: Oslo day 1-3, Bern day 3-4, Rome day 4-7")


def test_a_trip_without_its_last_city_is_contradicted() -> None:
    assert "does not visit Rome" in found(judged(TRIP, TRIP_PLAN[:5]))[2]


def test_a_trip_must_fill_all_its_days() -> None:
    late = ("**Day 2-4:** Visit Oslo for 3 days.",)
    free = changed(TRIP, "You are going to attend a wedding in Oslo between day 1 and day 3. ", "")
    assert "starts on day 2, but the trip starts on day 1" in found(judged(free, late))[2]
    longer = changed(TRIP, "7 days", "9 days")
    item = judged(longer, TRIP_PLAN[2:])
    assert found(item)[2] == "the plan ends on day 7, but the trip has 9 days"
    assert item.answer.status == "unanswerable"


def test_a_missing_flight_is_reported() -> None:
    """One-way flights go one way; a plan need not mention its flights."""
    plan = (
        "**Day 1-3:** Visit Oslo for 3 days.",
        "**Day 3-6:** Visit Rome for 4 days.",
        "**Day 6-7:** Visit Bern for 2 days.",
    )
    assert "flies from Rome to Bern, but there is no direct flight" in found(judged(TRIP, plan))[2]


@pytest.mark.parametrize(
    ("index", "line"),
    [(3, "**Day 3:** Fly to Bern from Oslo."),
     (4, "**Day 3 to day 4:** Visit Bern for 2 days."),
     (0, "Here is the trip plan:"),
     (4, "**Day 3-4:** Arriving from Oslo, visit Bern for 2 days.")],
)  # fmt: skip
def test_a_reworded_step_is_the_same_step(index: int, line: str) -> None:
    """The direction of a flight follows "from" and "to", not the order of cities."""
    assert judged(TRIP, with_line(TRIP_PLAN, index, line)).verdict == "supported"


def test_the_evidence_quotes_the_wrong_flight() -> None:
    """It does not quote the stay after it."""
    item = judged(TRIP, with_line(TRIP_PLAN, 3, "**Day 2:** Fly from Oslo to Bern."))
    assert item.findings[0].evidence[0] == "line 4 of the plan: 'Day 2: Fly from Oslo to Bern'"
