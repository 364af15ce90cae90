"""Verdicts on open answers, and coordinates that decide nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.datasets.load import load_datasets
from geoeval.datasets.records import Question, Record
from geoeval.verification.answering import answer_record
from geoeval.verification.contexts import coordinate_doubt, names_by_point, read_contexts
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Item
from geoeval.verification.run import verify_datasets
from tests.queries import best, places, value
from tests.verification.builders import SPAN

Point = tuple[float, float]
MILL, INN, HALL = (60.0, 25.0), (60.0, 25.2), (60.3, 25.0)


def asked(
    text: str, expected: str | None, query: object = None, name: int = 1, **places: Point
) -> Record:
    """Make an open-ended record with an explicit partial world."""
    candidates = [
        {"name": key.replace("_", " "), "location": list(point)} for key, point in places.items()
    ]
    return Record(
        question=Question(id=name, text=text, query=query),
        context="",
        label=None,
        category=None,
        span=SPAN,
        world={"places": candidates, "partial": True},
        expected=expected,
    )


def distance_record(expected: str | None, a: Point = MILL, b: Point = INN, name: int = 1) -> Record:
    """Ask for the distance between two points."""
    return asked("How far is Old Mill from Ox Inn?", expected, name=name, Old_Mill=a, Ox_Inn=b)


def verified(*records: Record) -> list[Item]:
    """Verify records together and return their items."""
    (empty,) = load_datasets("no_such_file.json")
    report = verify_datasets([replace(empty, records=records, issues=())])
    return list(report.items)


@pytest.mark.parametrize(
    ("record", "verdict", "reason", "cause"),
    [
        (distance_record("11.1 km"), "supported", None, None),
        (distance_record("22.2 km"), "contradicted", None, "web_mercator_distance"),
        (distance_record("11.1 miles"), "contradicted", None, "unit_confusion"),
        (distance_record("500 km"), "contradicted", None, "value_differs"),
        (distance_record("by bus"), "undetermined", "options_of_another_kind", None),
        (distance_record(""), "undetermined", "no_usable_label", None),
        (distance_record("11.1 km", (25.0, 160.0), (25.2, 160.0)), "contradicted", None, None),
        (distance_record("11.1 km", (125.0, 60.0)), "undetermined", "swapped_coordinates", None),
        (distance_record("11.1 km", (4e6, -1e7)), "undetermined", "projected_coordinates", None),
        (distance_record("11.1 km", (95.0, 95.0)), "undetermined", "no_coordinates", None),
    ],
)
def test_distances_get_verdict_reason_and_cause(
    record: Record, verdict: str, reason: str | None, cause: str | None
) -> None:
    """The answer is compared with the computed value."""
    (item,) = verified(record)
    assert (item.verdict, item.reason) == (verdict, reason)
    if cause:
        assert item.findings[0].cause == cause


def test_contradicted_lengths_have_a_margin_in_metres() -> None:
    """No option is suggested for an open answer."""
    (item,) = verified(distance_record("500 km"))
    finding = item.findings[0]
    assert finding.margin is not None
    assert 488_000 < finding.margin < 489_000
    assert finding.suggested is None
    assert "the label says '500 km', but the context gives 11.120 km" in finding.message


def test_candidates_from_the_answer_decide_nothing() -> None:
    """Understanding the question does not help, and the evidence shows the distances."""
    known = asked("Which cafe is nearest to Old Mill?", "Ox Cafe", Old_Mill=MILL, Ox_Cafe=INN)
    other = asked("Which zorb neighbours Old Mill?", "Fig Hall; Ox Inn", Old_Mill=MILL,
                  Ox_Inn=INN, Fig_Hall=HALL)  # fmt: skip
    unlocated = asked("Which zorb neighbours the Mill?", "Ox Inn", Ox_Inn=INN)
    first, second, third = verified(
        known, other, replace(unlocated, question=Question(id=3, text="Zorb?"))
    )
    assert first.answer.reason == first.reason == "incomplete_candidates"
    assert first.answer.status == "undetermined"
    assert second.reason == third.reason == "incomplete_candidates"
    assert second.findings[0].evidence == (
        "Ox Inn lies 11.1 km from Old Mill",
        "Fig Hall lies 33.4 km from Old Mill",
    )


def test_unnamed_places_are_candidates_too() -> None:
    """With other candidates, the reason comes from understanding instead."""
    text = "Zorgle Old Mill, Ox Inn or Fig Hall?"
    offered = asked(text, "Ox Inn", Old_Mill=MILL, Ox_Inn=INN, Fig_Hall=HALL)
    (item,) = verified(offered)
    assert item.reason != "incomplete_candidates"
    record = asked("Which zorb neighbours Old Mill?", "Ox Inn", Old_Mill=MILL, Ox_Inn=INN,
                   Fig_Hall=HALL)  # fmt: skip
    (item,) = verified(record)
    assert item.reason != "incomplete_candidates"
    assert item.verdict == "undetermined"


def test_labels_from_another_convention_are_conditional() -> None:
    """The list is sorted differently from the computed distances."""
    listed = [{"name": "Ox Inn", "location": INN}, {"name": "Fig Hall", "location": [60.0, 25.1]}]
    world = {
        "places": [{"name": "Old Mill", "location": MILL}],
        "lists": [
            {"anchor": "Old Mill", "category": "inn", "places": listed, "sorted_by_distance": True}
        ],
    }
    query = best("distance", places(category="inn", anchor="Old Mill"))
    record = replace(asked("Which?", "Fig Hall", query), world=world)
    (item,) = verified(record)
    assert item.verdict == "conditional"
    assert 'nearest = "computed"' in item.findings[0].message


def test_named_candidates_suffice_for_a_comparison() -> None:
    """A comparison that names both candidates needs no other places."""
    query = best("distance", places("Ox Inn", "Fig Hall", anchor="Old Mill"))
    right = asked("Which?", "Ox Inn", query, Old_Mill=MILL, Ox_Inn=INN, Fig_Hall=HALL)
    wrong = replace(right, expected="Fig Hall", question=replace(right.question, id=2))
    first, second = verified(right, wrong)
    assert (first.verdict, second.verdict) == ("supported", "contradicted")
    assert second.findings[0].cause == "not_the_nearest"


def test_repeated_coordinates_decide_nothing() -> None:
    """Two pairs of places share the same points."""
    copied = asked("How far is Elm House from Ash Court?", "11.1 km", name=2,
                   Elm_House=MILL, Ash_Court=INN)  # fmt: skip
    first, second = verified(distance_record("11.1 km"), copied)
    assert {first.reason, second.reason} == {"repeated_coordinates"}
    assert [finding.code for finding in first.findings] == ["GEO905", "GEO205"]


def test_answers_without_coordinates_are_not_doubted() -> None:
    """A rating stays right although its place has impossible coordinates."""
    query = value("fact", fact="rating", place="Old Mill")
    place = {"name": "Old Mill", "rating": 4.2, "location": [125.0, 60.0]}
    around = {"anchor": "Old Mill", "category": "inn", "places": [{"name": "Ox Inn"}]}
    world = {"places": [place], "lists": [around]}
    record = replace(asked("How is Old Mill rated?", "4.2", query), world=world)
    (item,) = verified(record)
    assert item.verdict == "supported"


def test_text_contexts_are_never_doubted() -> None:
    """Their coordinates are what a reader of the question is given."""
    record = replace(distance_record("11.1 km"), world=None, context="Old Mill is nice.")
    context = read_contexts([record])[record.context]
    answer = answer_record(record, context)
    assert coordinate_doubt(record, context, names_by_point([context]), answer) is None


def test_places_without_coordinates_have_no_distances() -> None:
    record = asked("Which zorb?", "Ox Inn", Ox_Inn=INN)
    unplaced = replace(record, world={"places": [{"name": "Ox Inn"}, {"name": "Zorb"}]})
    context = next(iter(read_contexts([unplaced]).values()))
    answer = answer_record(unplaced, context)
    judged = judge(unplaced, answer, context.world)
    (finding,) = judged.findings
    assert finding.evidence == ()
    assert judged.reason == "incomplete_candidates"


def test_answers_do_not_influence_solving(data_dir: Path, tmp_path: Path) -> None:
    """Replacing every answer leaves each outcome the same."""
    source = data_dir / "mapqa" / "california" / "distance_dataset.csv"
    rows = source.read_text(encoding="utf-8").splitlines(keepends=True)[:20]
    copy = tmp_path / "distance_dataset.csv"
    copy.write_text("".join(rows).replace("meters", "feet"), encoding="utf-8")
    places = json.loads(source.with_suffix(".json").read_text(encoding="utf-8"))
    copy.with_suffix(".json").write_text(json.dumps(places), encoding="utf-8")
    outcomes = []
    for path in (source, copy):
        records = load_datasets(path, labels=False)[0].records[:19]
        contexts = read_contexts(records)
        answers = [
            answer_record(record, context)
            for record, context in zip(records, contexts.values(), strict=True)
        ]
        outcomes.append([answer.outcome for answer in answers])
        assert {answer.status for answer in answers} == {"answered"}
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Which is closer to Old Mill, Ox Inn or Fig Hall?", "supported"),
        ("Which place is farther from Old Mill, Ox Inn or Fig Hall?", "contradicted"),
        ("Which is closer to Old Mill, Fig Hall, Elm House or Ox Inn?", "supported"),
    ],
)
def test_named_candidates_form_a_choice(text: str, verdict: str) -> None:
    """The world may hold more places than the question names."""
    candidates = {"Old_Mill": MILL, "Ox_Inn": INN, "Fig_Hall": HALL, "Elm_House": (60.2, 25.0)}
    (item,) = verified(asked(text, "Ox Inn", **candidates))
    assert item.verdict == verdict
