"""Verdicts on labels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.parts import DAYS
from geoeval.verification.answer import answer_question
from geoeval.verification.evidence import evidence_of_cause
from geoeval.verification.judging.judge import agrees_with, alternative_conventions, judge
from geoeval.verification.model import Answer, Item
from geoeval.world.reader import read_context
from tests.queries import best, places, rated, value
from tests.verification.builders import TOWN, record

NORTH = value("direction", place="Fig Hall", seen_from="Old Mill")
INNS = """Nearby Inns of Old Mill are (sorted by distance in ascending order):
1. <b>Fig Inn</b>
   - Location: 3 Quay(60.3, 25.0).
2. <b>Ox Inn</b>
   - Location: 2 High Rd(60.0, 25.2).

Information of <b>Old Mill</b>:
- Location: 1 Low Rd(60.0, 25.0).
"""
NEAREST = best("distance", places(category="inn", anchor="Old Mill"))
SCENIC = {"ask": "unanswerable", "fact": "scenery", "words": "scenic"}
BEST = best("quality", places("Old Mill", "Ox Inn", "Fig Hall"), most=True, praise="good")
LACKING = value("distance", origin="Elm House", destination="Old Mill")
RATED = {"ask": "list", "of": places("Old Mill", "Ox Inn", "Fig Hall", filters=rated(">", 4))}


def judged(made: Record) -> Item:
    """Answer and judge a record."""
    world = read_context(made.context)[0]
    return judge(made, answer_question(made.question, world), world)


CASES = {
    "right": (record("North", "South", label=0, query=NORTH), "supported", None),
    "right twice": (record("North", "South", "N", label=2, query=NORTH), "supported", None),
    "rightly unanswerable": (record("A St", "B St", label=-1, query=SCENIC), "supported", None),
    "unanswerable as not offered": (
        record("South", "East", label=-1, query=NORTH), "undetermined", "GEO901",
    ),
    "wrong": (record("North", "South", label=1, query=NORTH), "contradicted", "GEO302"),
    "not offered": (record("South", "East", label=1, query=NORTH), "undetermined", "GEO601"),
    "answerable": (record("North", "South", label=-1, query=NORTH), "contradicted", "GEO302"),
    "computed order": (
        record("Fig Inn", "Ox Inn", label=1, query=NEAREST, context=INNS), "conditional", "GEO701",
    ),
    "one of two": (
        record("Fig Hall", "Old Mill", "Ox Inn", label=0, query=RATED), "ambiguous", "GEO602",
    ),
    "none of two": (
        record("Fig Hall", "Old Mill", "Ox Inn", label=2, query=RATED), "contradicted", "GEO306",
    ),
    "two but unanswerable": (
        record("Fig Hall", "Old Mill", "Ox Inn", label=-1, query=RATED), "ambiguous", "GEO602",
    ),
    "lacking": (record("A St", "B St", label=0, query=SCENIC), "undetermined", "GEO901"),
    "no coordinates": (
        record("1 km", "2 km", label=0, query=LACKING,
               context=TOWN + "\nInformation of <b>Elm House</b>:\n- Location: 4 Low Rd.\n"),
        "undetermined", "GEO901",
    ),
    "another kind": (record("1 km", "2 km", label=0, query=NORTH), "undetermined", "GEO901"),
    "opinion": (record("Ox Inn", "Fig Hall", label=0, query=BEST), "undetermined", "GEO904"),
    "opinion refused": (
        record("Ox Inn", "Fig Hall", label=-1, query=BEST), "conditional", "GEO701",
    ),
    "not understood": (
        record("1", "2", label=0, text="Colourless green ideas sleep?"), "undetermined", "GEO902",
    ),
    "no label": (record("North", "South", label=None, query=NORTH), "undetermined", "GEO903"),
    "label of no option": (record("North", label=4, query=NORTH), "undetermined", "GEO903"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_verdict(case: tuple[Record, str, str | None]) -> None:
    """A label that follows has no finding, any other exactly one."""
    made, verdict, code = case
    item = judged(made)
    assert item.verdict == verdict
    assert [finding.code for finding in item.findings] == ([code] if code else [])


def test_a_finding_says_what_the_key_says_and_what_was_computed() -> None:
    """Key, value, suggestion, margin, help and evidence are all there."""
    finding = judged(CASES["wrong"][0]).findings[0]
    assert finding.message == "the label says 'South', but the context gives 0.0° (N)"
    assert (finding.suggested, finding.margin, finding.severity) == (0, 180.0, "error")
    assert (finding.code, finding.cause) == ("GEO302", "reversed_bearing")
    assert "context line 2: Old Mill lies at (60.0, 25.0)" in finding.evidence
    (cause,) = evidence_of_cause(finding, judged(CASES["wrong"][0]).answer)
    assert cause == "the direction back is 180.0° (S); the question asks for 0.0° (N)"
    assert finding.help


def test_a_finding_on_an_answerable_question_says_so() -> None:
    """A label of -1 has no words."""
    finding = judged(CASES["answerable"][0]).findings[0]
    assert finding.message == "the label says unanswerable, but the context gives 0.0° (N)"


def test_a_finding_says_why_no_plan_holds() -> None:
    """In the place of a value."""
    visits = [{"place": "Ox Inn", "start": "09:00", "end": "09:20"}]
    trip = {"depart": "09:00", "stops": [{"place": "Ox Inn", "visit_min": 60}]}
    plan = {
        "ask": "list",
        "of": {
            "kind": "schedules",
            "trip": trip,
            "schedules": [{"text": "9 to 9:20", "visits": visits}],
        },
    }
    finding = judged(record("9 to 9:20", "None", label=0, query=plan)).findings[0]
    assert "but no offered plan holds: " in finding.message
    assert "None" not in finding.message


def test_a_conditional_finding_names_the_convention() -> None:
    """And the option that follows by default."""
    finding = judged(CASES["computed order"][0]).findings[0]
    assert 'nearest = "computed"' in finding.message
    assert finding.suggested == 0


def test_a_contradicted_label_among_several_fits_suggests_the_first() -> None:
    """Any of the options that fit would be right."""
    assert judged(CASES["none of two"][0]).findings[0].suggested == 0


def test_a_query_of_the_record_that_cannot_be_used_decides_nothing() -> None:
    """The fault is one of the record, with the words of the check."""
    item = judged(
        record("North", "South", label=0, query={"ask": "value", "figure": {"kind": "direction"}})
    )
    assert (item.verdict, item.reason) == ("undetermined", "bad_query")
    assert [finding.code for finding in item.findings] == ["GEO104"]


def test_words_left_over_are_named() -> None:
    """What was not understood is listed."""
    finding = judged(CASES["not understood"][0]).findings[0]
    assert finding.message.startswith("not checked: ")


def test_ignoring_opening_hours_is_no_convention() -> None:
    """It is a mistake, with a cause of its own."""
    names = [name for name, _, _ in alternative_conventions(DEFAULT)]
    assert "opening_hours" not in names
    assert len(set(names)) == 7


def test_a_label_may_follow_only_with_what_a_convention_adds() -> None:
    """Even where nothing could be computed by default."""
    made = record(
        "9 mins", "20 mins", label=0,
        context="Travel Time from Inn to Mill on foot is 9 mins (0.7 km).",
        query=value("travel", legs=[{"origin": "Mill", "destination": "Inn", "mode": "walking"}]),
    )  # fmt: skip
    strict = Conventions(missing_leg="absent")
    world = read_context(made.context)[0]
    item = judge(made, answer_question(made.question, world, strict), world, strict)
    assert item.verdict == "conditional"
    assert "does not decide the question" in item.findings[0].message


def test_alternatives_change_one_choice() -> None:
    """From whatever conventions one starts."""
    started = Conventions(nearest="computed")
    name, choice, other = next(alternative_conventions(started))
    assert (name, choice, other) == ("nearest", "list", DEFAULT)


def test_nothing_agrees_with_no_answer() -> None:
    """An undetermined answer supports no label."""
    assert not agrees_with(0, Answer(id=1, status="undetermined", answer=None))


def test_the_label_does_not_change_the_answer() -> None:
    """The answer is computed before the label is seen."""
    items = [judged(record("North", "South", label=k, query=NORTH)) for k in (-1, 0, 1, None)]
    assert len({item.answer.answer for item in items}) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I am not tired. How far is Fig Hall from Old Mill in a straight line?", "'not'"),
        ("Already there, already far: how far is Fig Hall from Old Mill as the crow flies?",
         "'already'"),
    ],
)  # fmt: skip
def test_a_word_that_may_turn_the_question_accuses_no_label(text: str, words: str) -> None:
    """It is harmless as a rule: an answer needs no more, a wrong label does."""
    right = judged(record("33.4 km", "66.8 km", label=0, text=text))
    assert right.verdict == "supported"
    wrong = judged(record("33.4 km", "66.8 km", label=1, text=text))
    assert (wrong.verdict, wrong.reason) == ("undetermined", "words_in_doubt")
    (finding,) = wrong.findings
    assert finding.code == "GEO902"
    assert (
        f"not checked: {words} may change the meaning of the question; otherwise,"
        in finding.message
    )
    assert "33.359 km" in finding.message


def test_a_kept_query_in_doubt_accuses_no_label() -> None:
    """Words that its reader passed over count until it is reviewed."""
    wrong = record("North", "South", label=1, query=NORTH)
    doubted = replace(wrong, question=replace(wrong.question, doubts=("only",)))
    assert judged(wrong).verdict == "contradicted"
    assert (judged(doubted).verdict, judged(doubted).reason) == ("undetermined", "words_in_doubt")


def test_conventions_of_a_question_go_before_those_of_the_run() -> None:
    """What follows under them follows."""
    listed = record("Fig Inn", "Ox Inn", label=1, query=NEAREST, context=INNS)
    computed = replace(listed.question, conventions=(("nearest", "computed"),))
    assert judged(listed).verdict == "conditional"
    assert judged(replace(listed, question=computed)).verdict == "supported"


def test_a_label_that_follows_from_another_reading_is_not_accused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One clear reading contradicts it; while another supports it, it is left."""
    text = "How far is Fig Hall from Old Mill as the crow flies?"
    wrong = record("33.4 km", "66.8 km", label=1, text=text)
    assert judged(wrong).verdict == "contradicted"
    monkeypatch.setattr("geoeval.verification.judging.judge.may_support", lambda *_: True)
    assert (judged(wrong).verdict, judged(wrong).reason) == ("undetermined", "readings_differ")


BY_DAY = """Information of <b>Ox Inn</b>:
- Location: 2 High Rd.

Information of <b>Fig Hall</b>:
- Location: 3 Quay.
- Open: {week}, Sunday: {sunday}.

Travel Time from Ox Inn to Fig Hall on foot is 20 mins (1.5 km).
Travel Time from Fig Hall to Ox Inn on foot is 20 mins (1.5 km).
"""
BACK = value(
    "trip", figure="finish",
    trip={
        "origin": "Ox Inn", "end": "Ox Inn", "depart": "09:00",
        "stops": [{"place": "Fig Hall", "visit_min": 60}],
    },
)  # fmt: skip


@pytest.mark.parametrize(
    ("sunday", "verdicts"),
    [
        ("Closed", ("conditional", "supported", "contradicted")),
        ("11:00 AM – 5:00 PM", ("supported", "undetermined", "undetermined")),
    ],
)
def test_hours_of_a_day_that_is_not_said(sunday: str, verdicts: tuple[str, ...]) -> None:
    """Those of every open day bind, as a convention; where days differ no label is accused."""
    week = ", ".join(f"{day.title()}: 10:00 AM – 5:00 PM" for day in DAYS[:-1])
    context = BY_DAY.format(week=week, sunday=sunday)
    options = ("10:40 AM", "11:20 AM", "3:15 PM")
    found = [
        judged(record(*options, label=label, query=BACK, context=context)).verdict
        for label in range(3)
    ]
    assert tuple(found) == verdicts


BORROWED = """Information of <b>Old Mill</b>:
- Location: 5 Hill Road, Northam.

Information of <b>Mill Café</b>:
- Location: 5 Hill Road, Northam(60.0, 25.0).

Information of <b>Ox Inn</b>:
- Location: 2 High Road, Northam(61.0, 25.0).
"""


def test_borrowed_coordinates_are_an_assumption_that_accuses_no_label() -> None:
    """A place at the same address lends them; the answer holds only if the two are together."""
    north = value("direction", place="Ox Inn", seen_from="Old Mill")
    right, wrong = (
        judged(record("North", "South", "East", label=label, query=north, context=BORROWED))
        for label in (0, 1)
    )
    assert right.verdict == "supported"
    assert right.answer.all_assumptions == (
        "Old Mill lies where Mill Café does, which has the same address",
    )
    assert (wrong.verdict, wrong.reason) == ("undetermined", "assumption")
    assert "Old Mill lies where Mill Café does" in wrong.findings[0].message
