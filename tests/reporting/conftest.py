"""A small report: one finding of each severity, a bad record and a shared cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import LoadIssue, Question, Span
from geoeval.query.algebra import Distance
from geoeval.query.algebra import Value as ValueOf
from geoeval.query.values import CannotSolve, Derivation, Fact, Quantity
from geoeval.reporting.summary import Solution, Solutions
from geoeval.verification.model import Answer, DatasetFinding, Finding, Item, Match, Report

OPTIONS = ("180 km", "205 km", "230 km")
QUERY = ValueOf(figure=Distance(origin="Mill", destination="Pier"))
DERIVATION = Derivation(
    value=Quantity(amount=181_500.0, unit="m", tolerance=50.0),
    steps=("the great circle from Mill to Pier is 181.5 km",),
    facts=(Fact(text="Mill at 1.0, 2.0", line=3), Fact(text="Pier at 2.0, 3.0")),
    conventions=(("nearest", "list"),),
)
ANSWERED = Answer(
    id=7,
    status="answered",
    answer=0,
    query=QUERY,
    outcome=DERIVATION,
    match=Match(fits=(0,), best=0, margin=22_000.0),
)
LOST = Answer(
    id="b",
    status="undetermined",
    answer=None,
    reason="no_coordinates",
    detail="Mill has no coordinates",
    query=QUERY,
    outcome=CannotSolve(
        reason="no_coordinates",
        detail="Mill has no coordinates",
        path="$.figure.origin",
        value="Mill",
        lacking="coordinates of Mill",
    ),
)
PUZZLED = Answer(
    id=9,
    status="not_understood",
    answer=None,
    reason="words_unexplained",
    unexplained=("scenic", "quiet"),
)


def finding(line: int, **changes: object) -> Finding:
    """Return an error at a line of "set.json", with some fields changed."""
    base = Finding(
        code="GEO301",
        severity="error",
        message='the label says "205 km", the distance is 181.5 km',
        help="check the label",
        span=Span(file="set.json", line=line, column=3),
        id=7,
        cause="other_option_fits",
        evidence=("Mill at 1.0, 2.0", "Pier at 2.0, 3.0"),
        suggested=0,
        margin=23_500.0,
        fingerprint="f1",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def item(line: int, **changes: object) -> Item:
    """Return a contradicted item at a line of "set.json", with some fields changed."""
    base = Item(
        id=7,
        span=Span(file="set.json", line=line, column=3),
        question="How far is the mill\nfrom the pier?",
        options=OPTIONS,
        verdict="contradicted",
        label=1,
        answer=ANSWERED,
        findings=(finding(line),),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


BAD_RECORD = LoadIssue(
    code="GEO103",
    message='expected a "question", got none',
    span=Span(file="set.json", line=40, column=3),
    id=8,
    path="$.question",
)


PLACE = {"row": 5, "field": "answer.correct", "now": 1, "write": 0}


@pytest.fixture
def report() -> Report:
    """Return the report."""
    bad = finding(
        40,
        code="GEO103",
        id=8,
        message=BAD_RECORD.message,
        margin=None,
        evidence=(),
        help="",
        cause=None,
    )
    unsure = finding(
        20, code="GEO602", severity="warning", margin=None, id=6, message="two options fit"
    )
    uncheckable = finding(
        30, code="GEO901", severity="info", margin=None, id="b", message="not checkable"
    )
    return Report(
        items=(
            item(30, id="b", verdict="undetermined", answer=LOST, findings=(uncheckable,)),
            item(20, id=6, verdict="ambiguous", label=0, findings=(unsure,)),
            item(2, findings=(finding(2, margin=9.0),)),
            item(10, id=5, findings=(finding(10, id=5, **PLACE),)),
            item(50, id=4, verdict="supported", label=0, findings=()),
        ),
        dataset_findings=(
            DatasetFinding(
                code="GEO301", cause="other_option_fits", count=2, share=0.4, ids=(7, 5)
            ),
        ),
        findings=(bad,),
        errors=(BAD_RECORD,),
    )


@pytest.fixture
def solutions() -> Solutions:
    """Return a solution of each kind."""
    span = Span(file="set.json", line=2, column=3)
    return Solutions(
        items=tuple(
            Solution(
                question=Question(id=answer.id, text="How far?", options=OPTIONS),
                span=span,
                answer=answer,
            )
            for answer in (ANSWERED, LOST, PUZZLED)
        ),
        errors=(BAD_RECORD,),
    )
