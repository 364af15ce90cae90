"""Verdicts on labels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.parts import DAYS
from geoeval.query.solve import parse_query
from geoeval.query.values import Infeasible
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.readings import Interpretation, Link
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.answer import answer_question
from geoeval.verification.evidence import evidence_of_cause
from geoeval.verification.judging.judge import agrees_with, alternative_conventions, judge
from geoeval.verification.model import Answer
from geoeval.world.reader import read_context
from tests.queries import best, places, rated, value
from tests.verification.builders import TOWN, judged, record

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


CASES = {
    "right": (record("North", "South", label=0, query=NORTH), "supported", None),
    "two equal options": (record("North", "South", "N", label=2, query=NORTH), "supported", None),
    "unanswerable": (record("A St", "B St", label=-1, query=SCENIC), "supported", None),
    "unanswerable with no fitting option": (
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
    "neither of two": (
        record("Fig Hall", "Old Mill", "Ox Inn", label=2, query=RATED), "contradicted", "GEO306",
    ),
    "two but unanswerable": (
        record("Fig Hall", "Old Mill", "Ox Inn", label=-1, query=RATED), "ambiguous", "GEO602",
    ),
    "missing fact": (record("A St", "B St", label=0, query=SCENIC), "undetermined", "GEO901"),
    "no coordinates": (
        record("1 km", "2 km", label=0, query=LACKING,
               context=TOWN + "\nInformation of <b>Elm House</b>:\n- Location: 4 Low Rd.\n"),
        "undetermined", "GEO901",
    ),
    "another kind": (record("1 km", "2 km", label=0, query=NORTH), "undetermined", "GEO901"),
    "opinion": (record("Ox Inn", "Fig Hall", label=0, query=BEST), "undetermined", "GEO904"),
    "opinion called unanswerable": (
        record("Ox Inn", "Fig Hall", label=-1, query=BEST), "conditional", "GEO701",
    ),
    "not understood": (
        record("1", "2", label=0, text="Colourless green ideas sleep?"), "undetermined", "GEO902",
    ),
    "no label": (record("North", "South", label=None, query=NORTH), "undetermined", "GEO903"),
    "label out of range": (record("North", label=4, query=NORTH), "undetermined", "GEO903"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_each_case_gets_its_verdict_and_code(case: tuple[Record, str, str | None]) -> None:
    """A label that follows has no finding; any other has exactly one."""
    labelled, verdict, code = case
    item = judged(labelled)
    assert item.verdict == verdict
    assert [finding.code for finding in item.findings] == ([code] if code else [])


def test_findings_report_key_and_computed_value() -> None:
    """Suggestion, margin, cause, help and evidence are filled in as well."""
    finding = judged(CASES["wrong"][0]).findings[0]
    assert finding.message == "the label says 'South', but the context gives 0.0° (N)"
    assert (finding.suggested, finding.margin, finding.severity) == (0, 180.0, "error")
    assert (finding.code, finding.cause) == ("GEO302", "reversed_bearing")
    assert "context line 2: Old Mill lies at (60.0, 25.0)" in finding.evidence
    (cause,) = evidence_of_cause(finding, judged(CASES["wrong"][0]).answer)
    assert cause == "the direction back is 180.0° (S); the question asks for 0.0° (N)"
    assert finding.help


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (0, "not checked: no frame fits: zorgle"),
        (None, "not checked: no usable label"),
    ],
)
def test_unknown_words_explain_only_that_a_question_is_not_read(
    label: int | None, message: str
) -> None:
    text = "Is it far to zorgle?"
    (finding,) = judged(record("1", "2", label=label, text=text)).findings
    assert finding.message == message


def test_findings_name_an_unanswerable_key() -> None:
    """The label -1 has no option text to quote."""
    finding = judged(CASES["answerable"][0]).findings[0]
    assert finding.message == "the label says unanswerable, but the context gives 0.0° (N)"


def test_findings_explain_why_no_plan_holds() -> None:
    """The explanation replaces the computed value."""
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
    assert "but no offered plan is feasible: " in finding.message
    assert "None" not in finding.message


def test_conditional_findings_name_the_convention() -> None:
    """The option that follows by default is suggested."""
    finding = judged(CASES["computed order"][0]).findings[0]
    assert 'nearest = "computed"' in finding.message
    assert finding.suggested == 0


def test_first_fitting_option_is_suggested() -> None:
    """Any of the fitting options would be right."""
    assert judged(CASES["neither of two"][0]).findings[0].suggested == 0


def test_unusable_record_queries_decide_nothing() -> None:
    """The fault is reported against the record."""
    item = judged(
        record("North", "South", label=0, query={"ask": "value", "figure": {"kind": "direction"}})
    )
    assert (item.verdict, item.reason) == ("undetermined", "bad_query")
    assert [finding.code for finding in item.findings] == ["GEO104"]


def test_unexplained_words_are_named() -> None:
    """The finding begins with what was not checked."""
    finding = judged(CASES["not understood"][0]).findings[0]
    assert finding.message.startswith("not checked: ")


def test_ignoring_opening_hours_is_not_a_convention() -> None:
    """It is a mistake with a cause of its own."""
    names = [name for name, _, _ in alternative_conventions(DEFAULT)]
    assert "opening_hours" not in names
    assert len(set(names)) == 7


def test_labels_may_follow_from_a_convention_alone() -> None:
    """Nothing can be computed by default here."""
    labelled = record(
        "9 mins", "20 mins", label=0,
        context="Travel Time from Inn to Mill on foot is 9 mins (0.7 km).",
        query=value("travel", legs=[{"origin": "Mill", "destination": "Inn", "mode": "walking"}]),
    )  # fmt: skip
    strict = Conventions(missing_leg="absent")
    world = read_context(labelled.context)[0]
    item = judge(labelled, answer_question(labelled.question, world, strict), world, strict)
    assert item.verdict == "conditional"
    assert "does not decide the question" in item.findings[0].message


def test_alternatives_change_one_convention() -> None:
    """The alternatives start from the conventions in use."""
    started = Conventions(nearest="computed")
    name, choice, other = next(alternative_conventions(started))
    assert (name, choice, other) == ("nearest", "list", DEFAULT)


def test_undetermined_answers_support_no_label() -> None:
    assert not agrees_with(0, Answer(id=1, status="undetermined", answer=None))


def test_the_label_does_not_change_the_answer() -> None:
    """The answer is computed before the label is read."""
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
def test_doubtful_words_prevent_a_contradiction(text: str, words: str) -> None:
    """Doubtful words do not prevent an answer, but a wrong label needs more certainty."""
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


def test_unreviewed_doubts_prevent_a_contradiction() -> None:
    """Words that the reader skipped count until the entry is reviewed."""
    wrong = record("North", "South", label=1, query=NORTH)
    doubted = replace(wrong, question=replace(wrong.question, doubts=("only",)))
    assert judged(wrong).verdict == "contradicted"
    assert (judged(doubted).verdict, judged(doubted).reason) == ("undetermined", "words_in_doubt")


def test_doubts_of_another_reader_prevent_a_contradiction() -> None:
    """The words that fit no field of its query may change the answer."""
    wrong = record("North", "South", label=1)
    reading = Interpretation(query=parse_query(NORTH))
    for doubts, verdict in (((), "contradicted"), (("on foot",), "undetermined")):
        found = (replace(reading, doubts=doubts),)
        reader = FrontEnd(name="reader", understand=lambda *_, found=found: found)
        world = read_context(wrong.context)[0]
        answer = answer_question(wrong.question, world, front_ends=(reader,))
        assert judge(wrong, answer, world).verdict == verdict


def test_conventions_are_tried_with_linked_options() -> None:
    """Without the link, the other option would be right under any convention."""
    houses = record("the first house", "Ox Inn", label=1)
    world = read_context(houses.context)[0]
    named = places("Ox Inn", "Fig Hall", anchor="Old Mill")
    farthest = parse_query(best("distance", named, most=True))
    link = Link("the first house", "Fig Hall")
    reading = Interpretation(query=farthest, links=(link,))
    reader = FrontEnd(name="reader", understand=lambda *_: (reading,))
    answer = answer_question(houses.question, world, front_ends=(reader,))
    assert answer.answer == 0
    assert judge(replace(houses, label=0), answer, world).verdict == "supported"
    assert judge(houses, answer, world).verdict == "undetermined"


def test_a_label_that_our_readings_support_is_not_contradicted_by_another_reader() -> None:
    """The map lacks the times that are asked; straight lines do not disprove that."""
    asked = "Is it quicker to drive from Old Mill to Ox Inn or to Fig Hall?"
    lacking = record("Ox Inn", "Fig Hall", label=-1, text=asked)
    nearest = parse_query(best("distance", places("Ox Inn", "Fig Hall", anchor="Old Mill")))
    reader = FrontEnd(name="reader", understand=lambda *_: nearest)
    world = read_context(lacking.context)[0]
    for before, verdict in (((RULES, LEARNED), "undetermined"), ((), "contradicted")):
        answer = answer_question(lacking.question, world, front_ends=(*before, reader))
        assert answer.understood_by == "reader"
        assert judge(lacking, answer, world).verdict == verdict


def test_question_conventions_override_those_of_the_run() -> None:
    """A label that follows under them is supported."""
    listed = record("Fig Inn", "Ox Inn", label=1, query=NEAREST, context=INNS)
    computed = replace(listed.question, conventions=(("nearest", "computed"),))
    assert judged(listed).verdict == "conditional"
    assert judged(replace(listed, question=computed)).verdict == "supported"


def test_other_readings_prevent_a_contradiction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One clear reading contradicts the label; another that supports it leaves it undetermined."""
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
def test_unstated_days_take_hours_common_to_open_days(
    sunday: str, verdicts: tuple[str, ...]
) -> None:
    """Where the hours differ by day, no label is contradicted."""
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


LISTED = """Information of <b>Old Mill</b>:
- Location: {}.

Nearby Mills of Ox Inn are:
1. <b>Old Mill</b>
   - Location: 5 Hill Road, Northam(60.0, 25.0).

Information of <b>Ox Inn</b>:
- Location: 2 High Road, Northam(61.0, 25.0).
"""


@pytest.mark.parametrize(
    ("address", "verdict"),
    [("5 Hill Road, Northam", "contradicted"), ("5 Hill Road", "undetermined")],
)
def test_coordinates_of_another_entry_are_an_assumption(address: str, verdict: str) -> None:
    """Unless the entries have the same address."""
    north = value("direction", place="Ox Inn", seen_from="Old Mill")
    context = LISTED.format(address)
    found = judged(record("North", "South", "East", label=1, query=north, context=context))
    assert found.verdict == verdict
    assumed = ("the entries named Old Mill are about the same place",)
    assert found.answer.all_assumptions == (() if verdict == "contradicted" else assumed)


def test_infeasible_plans_may_rest_on_assumptions() -> None:
    """They contradict no label either."""
    wrong = record("North", "South", label=1, query=NORTH)
    read = read_context(TOWN)[0]
    found = answer_question(wrong.question, read)
    verdicts = {}
    for assumptions in ((), ("the gate is open",)):
        none = Infeasible(first_broken="closed", assumptions=assumptions)
        verdicts[assumptions] = judge(wrong, replace(found, outcome=none), read).reason
    assert verdicts == {(): None, ("the gate is open",): "assumption"}


def test_borrowed_coordinates_are_an_assumption() -> None:
    """A place at the same address supplies them, so the answer holds only if both are together."""
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
