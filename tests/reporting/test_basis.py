"""What an answer rests on, in every output."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoeval.datasets.records import Question, Record, Span
from geoeval.query.algebra import Distance
from geoeval.query.algebra import Value as ValueOf
from geoeval.reporting.formats import render_report, render_solutions
from geoeval.reporting.kept import describe_reading, to_review
from geoeval.reporting.summary import Solution, Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.reporting.wording import describe_basis
from geoeval.understanding.readings import Link
from geoeval.verification.kept.entries import KeptQuery
from geoeval.verification.model import Answer, Report, Rival
from geoeval.verification.weighing import (
    READINGS_DIFFER,
)
from tests.queries import value
from tests.reporting.conftest import ANSWERED, DERIVATION, OPTIONS, item

BACK = ValueOf(figure=Distance(origin="Pier", destination="Mill"))
RESTING = replace(
    ANSWERED,
    assumptions=("the pub is open",),
    outcome=replace(DERIVATION, assumptions=("Mill lies where Inn does",)),
    links=(Link("the landing", "Pier"),),
    asides=("sunny",),
    rivals=(Rival(query=BACK, answer=1, probability=0.25),),
)
LINES = (
    ("assumes", "the pub is open"),
    ("assumes", "Mill lies where Inn does"),
    ("link", '"the landing" is Pier'),
    ("ignored", '"sunny" does not narrow the answer'),
    (
        "may mean",
        'the straight-line distance between Pier and Mill: 1 "205 km", probability 0.25',
    ),
)
MEMBERS = {
    "assumptions": ["the pub is open", "Mill lies where Inn does"],
    "links": [{"words": "the landing", "name": "Pier"}],
    "asides": ["sunny"],
    "rivals": [
        {
            "answer": 1,
            "probability": 0.25,
            "query": value("distance", origin="Pier", destination="Mill"),
            "sentence": "the straight-line distance between Pier and Mill",
        }
    ],
}
QUESTION = Question(id=7, text="How far?", options=OPTIONS)
VERIFIED = Report(
    items=(item(10, answer=RESTING),),
)


def solved(answer: Answer, output: SolveFormat) -> str:
    """Return the output of ``solve`` for one answer."""
    items = (Solution(question=QUESTION, span=Span(file="set.json"), answer=answer),)
    return "\n".join(render_solutions(Solutions(items=items), output, View()))


def verified(output: ReportFormat, *, verbose: bool = True) -> str:
    """Return the output of ``verify`` for one contradicted label."""
    return "\n".join(render_report(VERIFIED, output, View(verbose=verbose)))


def test_basis_is_described_in_lines() -> None:
    assert tuple(describe_basis(RESTING.basis, OPTIONS)) == LINES
    assert not list(describe_basis(ANSWERED.basis, OPTIONS))


def test_two_rivals_are_described() -> None:
    """JSON has all of them."""
    crowded = replace(RESTING, rivals=RESTING.rivals * 3)
    kinds = [kind for kind, _ in describe_basis(crowded.basis, OPTIONS)]
    assert kinds.count("may mean") == 2
    assert len(crowded.basis["rivals"]) == 3


def test_solve_shows_the_basis() -> None:
    text = solved(RESTING, SolveFormat.TEXT)
    assert "read as: the straight-line distance between Mill and Pier" in text
    for kind, line in LINES:
        assert f"    {kind}: {line}\n" in text
    (shape,) = json.loads(solved(RESTING, SolveFormat.JSON))["items"]
    assert {name: shape[name] for name in MEMBERS} == MEMBERS


def test_open_questions_show_all_readings() -> None:
    """None of them is the one as which the question was read."""
    here = Rival(query=ANSWERED.query or BACK, answer=0)
    unsure = replace(
        ANSWERED,
        status="undetermined",
        answer=None,
        reason=READINGS_DIFFER,
        rivals=(here, *RESTING.rivals),
    )
    text = solved(unsure, SolveFormat.TEXT)
    assert 'may mean: the straight-line distance between Mill and Pier: 0 "180 km"' in text
    assert 'may mean: the straight-line distance between Pier and Mill: 1 "205 km"' in text
    assert "read as" not in text


@pytest.mark.parametrize(
    "output",
    [
        ReportFormat.TEXT,
        ReportFormat.GITHUB,
        ReportFormat.MARKDOWN,
        ReportFormat.SARIF,
        ReportFormat.JUNIT,
        ReportFormat.HTML,
        ReportFormat.AUDIT_MD,
    ],
)
def test_reports_of_findings_show_the_basis(output: ReportFormat) -> None:
    text = verified(output)
    for words in ("the pub is open", "Mill lies where Inn does", "the landing", "sunny", "0.25"):
        assert words in text, words


def test_short_reports_leave_the_basis_out() -> None:
    assert "assumes" in verified(ReportFormat.TEXT)
    assert "assumes" not in verified(ReportFormat.TEXT, verbose=False)


@pytest.mark.parametrize("output", [ReportFormat.JSON, ReportFormat.AUDIT_JSON])
def test_json_of_reports_has_the_basis(output: ReportFormat) -> None:
    (shape,) = json.loads(verified(output))["items"]
    assert {name: shape[name] for name in MEMBERS} == MEMBERS


@pytest.mark.parametrize("verdict", ["supported", "undetermined"])
def test_pages_show_the_basis_of_records_without_findings(verdict: str) -> None:
    report = Report(items=(item(10, verdict=verdict, label=0, findings=(), answer=RESTING),))
    page = "\n".join(render_report(report, ReportFormat.HTML, View()))
    assert page.count("assumes: the pub is open") == 1


def test_reviewers_see_the_basis() -> None:
    """Assumptions are in doubt."""
    entry = KeptQuery(id=7, fingerprint="0" * 16, query=ANSWERED.query, basis=RESTING.basis)
    assert describe_reading(entry).endswith("in doubt: the pub is open, Mill lies where Inn does")
    record = Record(
        question=QUESTION, context="", label=None, category=None, span=Span(file="set.json")
    )
    lines = list(to_review(record, entry, ANSWERED))
    assert [f"    {kind}: {line}" for kind, line in LINES[2:]] == lines[5:8]
