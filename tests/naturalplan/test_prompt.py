"""Planning prompts parsed into queries, and every reason for failing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.calculators.clock import parse_clock
from geoeval.datasets.records import Question
from geoeval.naturalplan.reader import understand_prompt
from geoeval.query.parts import DatedEvent, MeetingPlan, StayPlan
from geoeval.understanding import understand
from geoeval.understanding.reading import NotUnderstood
from geoeval.world.model import World
from tests.naturalplan.plan_prompts import DAY, TRIP, changed


def day(old: str = "", new: str = "") -> MeetingPlan:
    query = understand_prompt(changed(DAY, old, new) if old else DAY)
    assert isinstance(query, MeetingPlan)
    return query


def trip(old: str = "", new: str = "") -> StayPlan:
    query = understand_prompt(changed(TRIP, old, new) if old else TRIP)
    assert isinstance(query, StayPlan)
    return query


def test_a_day_of_meetings_is_read() -> None:
    """The query has every fact of the prompt."""
    query = day()
    assert (query.origin, query.depart) == ("Old Mill", "09:00")
    ada, bo = query.meetings
    assert (ada.person, ada.place, ada.at_least_min) == ("Ada", "Stone Pier", 45)
    assert (bo.place, bo.present_from, bo.present_until) == ("The Fig Hall", "10:00", "11:15")
    assert query.travel["Stone Pier"] == {"Old Mill": 25, "The Fig Hall": 15}


def test_a_trip_is_read() -> None:
    """A pair joined by "and" goes both ways; "from" and "to" go in one direction."""
    query = trip()
    assert query.days == 7
    assert [(stay.city, stay.days) for stay in query.stays] == [
        ("Oslo", 3),
        ("Rome", 4),
        ("Bern", 2),
    ]
    assert query.events == (DatedEvent(city="Oslo", first_day=1, last_day=3),)
    assert query.flights == (
        ("Oslo", "Rome"), ("Rome", "Oslo"), ("Oslo", "Bern"), ("Bern", "Oslo"), ("Bern", "Rome"),
    )  # fmt: skip


def test_a_question_that_states_its_world_is_read() -> None:
    """Understanding has the same entry point for every question."""
    question = Question(id=1, text=TRIP, states_world=True)
    assert understand(question, World()) == trip()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("will be at Stone Pier from 9:30AM to 11:00AM", "is at Stone Pier between 9:30 and 11:00"),
        ("Ada will be at Stone Pier", "At Stone Pier Ada can be found"),
        ("You'd like to meet Ada for a minimum of", "Please see Ada for at least"),
        ("to meet Ada for a minimum of 45 minutes", "to spend 45 minutes with Ada"),
        ("You arrive at Old Mill at 9:00AM", "Your day starts at 9:00AM at Old Mill"),
        ("Travel distances (in minutes)", "Here are the travel times, in minutes"),
        ("Old Mill to Stone Pier: 20.", "From Old Mill to Stone Pier: 20 min"),
        ("Solve the problem by picking the best schedule.", "Find the best schedule."),
    ],
)
def test_paraphrases_of_a_day_make_the_same_query(old: str, new: str) -> None:
    assert day(old, new) == day()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("You plan to visit", "TASK: You plan to visit"),
        (
            "You are going to attend a wedding in Oslo between day 1 and day 3",
            "From day 1 to day 3, there is a big festival you want to see in Oslo",
        ),
        (
            "You are going to attend a wedding in Oslo between day 1 and day 3",
            "During day 1 and day 3, you have to take part in a seminar in Oslo",
        ),
        ("You would like to visit Rome for 4 days", "In Rome you will stay for 4 days"),
        ("You want to spend 3 days in Oslo", "You plan to stay in Oslo for 3 days"),
        ("flights:\nOslo and Rome, Oslo", "flights: Oslo and Rome; Oslo"),
    ],
)
def test_paraphrases_of_a_trip_make_the_same_query(old: str, new: str) -> None:
    assert trip(old, new) == trip()


@pytest.mark.parametrize(
    ("prompt", "old", "new", "words"),
    [
        (DAY, "meet Ada for", "never meet Ada for", ("never",)),
        (DAY, "a minimum of 45", "a maximum of 45", ("maximum",)),
        (DAY, "as many friends as", "as few friends as", ("few",)),
        (DAY, "Your response", "You must not meet Bo before Ada. Your response", ("not", "before")),
        (DAY, "Your response", "Ada hates rain. Your response", ("hates", "rain")),
        (DAY, "(in minutes)", "(in hours)", ("hours",)),
        (DAY, "Stone Pier: 20.", "Stone Pier: far.", ("far",)),
        (DAY, "Your response", "You arrive at Stone Pier. Your response",
         ("you", "arrive", "at", "Stone Pier")),
        (TRIP, "You only take", "You avoid", ("avoid",)),
        (TRIP, "spend 3 days", "spend at most 3 days", ("most",)),
        (TRIP, "between day 1 and day 3", "except between day 1 and day 3", ("except",)),
        (TRIP, "from Bern to Rome.", "from Bern via Rome.", ("via",)),
    ],
)  # fmt: skip
def test_no_sentence_is_dropped(prompt: str, old: str, new: str, words: tuple[str, ...]) -> None:
    """A sentence that no form covers makes the whole prompt unrecognised."""
    outcome = understand_prompt(changed(prompt, old, new))
    assert isinstance(outcome, NotUnderstood)
    assert outcome.reason == "words unexplained"
    assert outcome.unexplained == words
    assert "not read: line " in outcome.detail


@pytest.mark.parametrize(
    ("prompt", "old", "new", "reason", "detail"),
    [
        (DAY, DAY[: DAY.index("Solve")], "", "fact missing", "expected a sentence that asks"),
        (DAY, "Travel distances (in minutes):\n", "", "fact missing", "the unit of the travel"),
        (DAY, "You arrive at Old Mill at 9:00AM. ", "", "fact missing", "where and when the day"),
        (DAY, "Your response", "You arrive at Old Mill at 9:30AM. Your response", "facts conflict",
         "the day starts more than once: line 11: "),
        (DAY, "You'd like to meet Bo for a minimum of 30 minutes.", "", "fact missing",
         "expected for how long to meet Bo (line 11)"),
        (DAY, "You'd like to meet Bo for", "You'd like to meet Cy for", "fact missing",
         "expected for how long to meet Bo (line 11)"),
        (DAY, "Your response", "You'd like to meet Cy for 5 minutes. Your response", "fact missing",
         "where and when Cy (line 13) can be met"),
        (DAY, "Your response", "You'd like to meet Bo for 5 minutes. Your response",
         "facts conflict", "Bo is described twice: line 11: "),
        (DAY, "Your response", "Bo will be at Old Mill from 1:00PM to 2:00PM. Your response",
         "facts conflict", "Bo is described twice: line 11: "),
        (DAY, "Stone Pier to Old Mill: 25", "Old Mill to Stone Pier: 25", "facts conflict",
         "Old Mill to Stone Pier takes 20 minutes on line 4, 25 on line 6"),
        (TRIP, "the cities for 7 days", "the cities for 8 days", "facts conflict",
         "the trip has different lengths: line 1: "),
        (TRIP, "visit 3 European", "visit 4 European", "facts conflict",
         "days are given for 3 cities: line 1: "),
        (TRIP, "You plan to stay in Bern", "You plan to stay in Oslo", "facts conflict",
         "Oslo has two stays: line 1: "),
        (TRIP, "a wedding in Oslo", "a wedding in Lima", "facts conflict",
         "Lima is not a city of the trip: line 1: "),
    ],
)  # fmt: skip
def test_missing_or_inconsistent_facts_are_reported(
    prompt: str, old: str, new: str, reason: str, detail: str
) -> None:
    """The reason is a code; the detail has what was expected, or quotes both facts."""
    outcome = understand_prompt(changed(prompt, old, new))
    assert isinstance(outcome, NotUnderstood)
    assert (outcome.reason, outcome.unexplained) == (reason, ())
    assert detail in outcome.detail


def test_a_prompt_without_meetings_or_stays_asks_nothing() -> None:
    people = DAY[DAY.index(" Ada will be") : DAY.index("\n\nYour response")]
    nobody = understand_prompt(changed(DAY, people, ""))
    assert nobody == NotUnderstood(
        reason="fact missing", detail="expected someone to meet, got none"
    )
    nowhere = understand_prompt("Take direct flights for 7 days in total.")
    assert isinstance(nowhere, NotUnderstood)
    assert "expected a city to stay in" in nowhere.detail
    endless = understand_prompt("Spend 3 days in Oslo. Take direct flights.")
    assert isinstance(endless, NotUnderstood)
    assert "expected the length of the trip" in endless.detail


def test_the_benchmark_is_read_like_its_structured_fields(data_dir: Path) -> None:
    """Checks every eighth prompt of both halves."""
    folder = data_dir / "planning" / "natural_plan"
    days = (folder / "meeting_planning_dev.jsonl").read_text(encoding="utf-8").splitlines()[::8]
    for raw in map(json.loads, days):
        query = understand_prompt(raw["prompt"])
        assert isinstance(query, MeetingPlan)
        (place, clock), *people = raw["constraints"]
        assert (query.origin, query.depart) == (place, hhmm(clock))
        assert [
            [m.person, m.place, (m.present_from, m.present_until), m.at_least_min]
            for m in query.meetings
        ] == [[who, at, tuple(map(hhmm, when.split(" to "))), n] for who, at, when, n in people]
        assert query.travel == raw["dist_matrix"]
    trips = (folder / "trip_planning_dev.jsonl").read_text(encoding="utf-8").splitlines()[::8]
    for raw in map(json.loads, trips):
        stays = understand_prompt(raw["prompt"])
        assert isinstance(stays, StayPlan)
        days_of = zip(raw["cities"].split("**"), raw["durations"].split("**"), strict=True)
        assert sorted((s.city, str(s.days)) for s in stays.stays) == sorted(days_of)


def hhmm(clock: str) -> str:
    hours, minutes = divmod(parse_clock(clock), 60)
    return f"{hours:02}:{minutes:02}"
