"""Verdicts on plans: every constraint, violated in a single place of a sound plan."""

from __future__ import annotations

import pytest

from geoeval.query import plans
from geoeval.query.parts import MeetingPlan
from geoeval.query.solve import parse_query
from geoeval.query.values import Meetings, PlannedVisit
from geoeval.verification.describe import describe_value
from geoeval.verification.labels.match import match_options
from tests.naturalplan.judged_plans import Plan, found, judged
from tests.naturalplan.plan_prompts import DAY, DAY_PLAN, TRIP, TRIP_PLAN, changed, with_line

BOTH = "2 met: Ada 09:30-10:15, Bo 10:30-11:00"


@pytest.mark.parametrize(
    ("prompt", "plan"), [(DAY, DAY_PLAN), (DAY, ("SOLUTION:", *DAY_PLAN)), (TRIP, TRIP_PLAN)]
)
def test_a_sound_plan_is_supported(prompt: str, plan: Plan) -> None:
    item = judged(prompt, plan)
    assert (item.verdict, item.findings) == ("supported", ())


def test_another_equally_good_plan_is_supported() -> None:
    """Plans are compared by what they achieve, not by their text."""
    later = with_line(
        with_line(DAY_PLAN, 2, "You wait until 9:40AM."),
        3,
        "You meet Ada for 50 minutes from 9:40AM to 10:30AM.",
    )
    later = with_line(later, 4, "You travel to The Fig Hall in 15 minutes and arrive at 10:45AM.")
    later = with_line(later, 5, "You meet Bo for 30 minutes from 10:45AM to 11:15AM.")
    assert judged(DAY, later).verdict == "supported"


def test_the_maximum_number_of_people_is_supported() -> None:
    """The number is compared with the most people that can be met."""
    prompt = changed(DAY, "10:00AM to 11:15AM", "9:30AM to 10:05AM")
    assert judged(prompt, DAY_PLAN[:4]).verdict == "supported"


def test_a_plan_through_the_night_is_supported() -> None:
    """A clock time that has passed means the next day while somebody can still be met."""
    prompt = changed(DAY, "10:00AM to 11:15AM", "10:00PM to 1:00AM")
    late = (
        *DAY_PLAN[:4],
        "You travel to The Fig Hall in 15 minutes and arrive at 10:30AM.",
        "You wait until 11:45PM.",
        "You meet Bo for 30 minutes from 11:45PM to 12:15AM.",
    )
    assert judged(prompt, late).verdict == "supported"


def test_a_plan_may_pass_through_another_place() -> None:
    """Nobody is met there; the optimum does the same."""
    row = "Old Mill to The Fig Hall: 35."
    prompt = changed(DAY, row, "Old Mill to The Fig Hall: 95.").replace(
        "9:30AM to 11:00AM", "6:00PM to 7:00PM"
    )
    through = (
        "You travel to Stone Pier in 20 minutes and arrive at 9:20AM.",
        "You travel to The Fig Hall in 15 minutes and arrive at 9:35AM.",
        "You meet Bo for 30 minutes from 10:00AM to 10:30AM.",
    )
    assert found(judged(prompt, through))[2].startswith("the plan meets 1, but 2 are possible")
    alone = prompt.replace("6:00PM to 7:00PM", "6:00AM to 7:00AM")
    assert judged(alone, through).verdict == "supported"


def test_midnight_means_the_coming_midnight() -> None:
    """Waiting until then does not go back in time."""
    late = (*DAY_PLAN[:4], "You wait until 12:00AM.")
    assert "the plan meets 1, but 2 are possible" in found(judged(DAY, late))[2]


def test_past_times_mean_tomorrow_only_with_a_meeting() -> None:
    """Nobody waits through the night for nothing."""
    night = (*DAY_PLAN[:4], "You wait until 11:00PM.", "You wait until 9:15AM.")
    assert "waits until 9:15 AM, but it is already 11:00 PM" in found(judged(DAY, night))[2]


def test_a_plan_with_too_few_meetings_is_contradicted() -> None:
    """The message has both numbers and a better plan."""
    assert found(judged(DAY, DAY_PLAN[:4])) == (
        "contradicted",
        "GEO406",
        f"the plan meets 1, but 2 are possible; a valid plan: {BOTH}",
    )


@pytest.mark.parametrize(
    ("index", "line", "words"),
    [
        (0, "You start at Stone Pier at 9:00AM.", "starts at Stone Pier at 9:00 AM, but the"),
        (0, "You start at Old Mill at 8:30AM.", "but the question starts at Old Mill at 9:00 AM"),
        (1, "You travel to Stone Pier in 10 minutes and arrive at 9:10AM.",
         "travels from Old Mill to Stone Pier in 10 minutes, but it takes 20"),
        (1, "You travel to Stone Pier in 20 minutes and arrive at 9:15AM.",
         "arrives at Stone Pier at 9:15 AM, but 20 minutes after 9:00 AM it is 9:20 AM"),
        (2, "You start at Old Mill at 9:20AM.", "starts at Old Mill after other steps"),
        (1, "You travel to Stone Peer in 20 minutes and arrive at 9:20AM.",
         "travels to 'Stone Peer', which the question does not name"),
        (2, "You wait until 9:15AM.", "waits until 9:15 AM, but it is already 9:20 AM"),
        (3, "You meet Cy for 45 minutes from 9:30AM to 10:15AM.",
         "meets Cy, whom the question does not name"),
        (3, "You meet Bo for 45 minutes from 9:30AM to 10:15AM.",
         "meets Bo at Stone Pier, but Bo is at The Fig Hall"),
        (3, "You meet Ada for 45 minutes from 9:25AM to 10:10AM.",
         "meets Ada from 9:25 AM, but it is already 9:30 AM"),
        (3, "You meet Ada for 45 minutes from 9:30AM to 10:10AM.",
         "meets Ada for 45 minutes, but 9:30 AM to 10:10 AM are 40"),
        (3, "You meet Ada for 40 minutes from 9:30AM to 10:10AM.",
         "meets Ada for 40 minutes, but 45 are required"),
        (5, "You meet Bo for 50 minutes from 10:30AM to 11:20AM.",
         "meets Bo until 11:20 AM, but Bo leaves at 11:15 AM"),
    ],
)  # fmt: skip
def test_the_first_invalid_step_of_a_day_is_reported(index: int, line: str, words: str) -> None:
    """The message has its numbers; the evidence quotes the line."""
    item = judged(DAY, with_line(DAY_PLAN, index, line))
    verdict, code, message = found(item)
    assert (verdict, code) == ("contradicted", "GEO405")
    assert words in message
    assert item.findings[0].evidence[0] == f"line {index + 1} of the plan: '{line[:-1]}'"


def test_meeting_an_absent_person_is_reported() -> None:
    """Arriving early does not help without waiting."""
    early = (*DAY_PLAN[:2], "You meet Ada for 45 minutes from 9:20AM to 10:05AM.")
    assert "meets Ada from 9:20 AM, but Ada arrives at 9:30 AM" in found(judged(DAY, early))[2]


@pytest.mark.parametrize(
    ("prompt", "plan", "line", "example"),
    [
        (DAY, DAY_PLAN, "You avoid Ada until 9:30AM.", "You travel to Old Pier in 8 minutes"),
        (DAY, DAY_PLAN, "You start at Stone Pier.", "You travel to Old Pier in 8 minutes"),
        (TRIP, TRIP_PLAN, "You stay 20 days.", "Visit Oslo for 3 days"),
        (TRIP, TRIP_PLAN, "**Day 3-4:** Visit Bern for -2 days.", "Visit Oslo for 3 days"),
        (DAY, DAY_PLAN, "You rest at Stone Pier.", "You travel to Old Pier in 8 minutes"),
        (TRIP, TRIP_PLAN, "**Day 3:** Swim from Oslo to Bern.", "Visit Oslo for 3 days"),
    ],
)
def test_an_unreadable_line_is_reported(prompt: str, plan: Plan, line: str, example: str) -> None:
    """The message quotes it with its number; nothing is concluded from the rest."""
    item = judged(prompt, with_line(plan, 3, line))
    verdict, code, message = found(item)
    assert (verdict, code, item.reason) == ("undetermined", "GEO111", "unreadable_plan")
    assert example in message
    assert "got line 4: " in message


def test_an_unproved_optimum_leaves_the_plan_undetermined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plan that meets everyone is still supported."""
    monkeypatch.setattr(plans, "_LABELS", 0)
    names = [f"Ada{chr(ord('A') + i)}" for i in range(20)]
    row = DAY[DAY.index("Ada will be") : DAY.index(" Bo will be")]
    prompt = changed(DAY, row, " ".join(row.replace("Ada", name) for name in names))
    item = judged(prompt, DAY_PLAN[:3])
    assert (item.verdict, item.reason) == ("undetermined", "not_proved")


def test_a_record_without_a_plan_is_not_judged() -> None:
    item = judged(DAY, None)
    assert (item.reason, found(item)[1]) == ("no_usable_label", "GEO903")


def test_an_unrecognised_prompt_is_reported() -> None:
    """The message has the words left over and their line."""
    item = judged(changed(DAY, "meet Ada for", "never meet Ada for"), DAY_PLAN)
    verdict, code, message = found(item)
    assert (verdict, code) == ("undetermined", "GEO902")
    assert "words unexplained: never (not read: line 11: " in message


def test_travel_times_missing_from_the_question_are_reported() -> None:
    """Plans that use them, or numbers that depend on them, are not judged."""
    rows = DAY[DAY.index("Old Mill to The Fig Hall") : DAY.index("\n\nCONSTRAINTS")]
    prompt = changed(DAY, rows, "The Fig Hall to The Gate: 9.")
    taken = judged(prompt, DAY_PLAN)
    assert (taken.verdict, taken.reason, found(taken)[1]) == (
        "undetermined",
        "missing_leg",
        "GEO901",
    )
    left_out = judged(prompt, DAY_PLAN[:4])
    assert (left_out.verdict, left_out.reason) == ("undetermined", "missing_leg")


def test_an_explicit_query_is_used_unchanged() -> None:
    """A query of another kind asks for no plan."""
    query = {"ask": "unanswerable", "fact": "the weather", "words": "rain"}
    item = judged(DAY, DAY_PLAN, query=query)
    assert (item.verdict, item.reason) == ("undetermined", "no_such_fact")
    assert isinstance(parse_query(judged(DAY, DAY_PLAN).answer.query), MeetingPlan)


def test_a_plan_is_never_an_option() -> None:
    plan = Meetings(
        met=1, visits=(PlannedVisit(person="Ada", place="Pier", start="09:00", end="10:00"),)
    )
    assert match_options(plan, ["Ada", "10:00", "1"]).fits == ()
    assert describe_value(Meetings(met=0, visits=())) == "0 met: nobody"
