"""Machine-readable formats: stable shapes, and commands that cannot be forged."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoeval.query.values import CannotSolve, Infeasible
from geoeval.reporting.formats import render_report, render_solutions
from geoeval.reporting.shapes import answer_shape, derivation_shape
from geoeval.reporting.summary import Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.verification.model import Answer, Report
from tests.queries import value
from tests.reporting.conftest import finding, item

NOTHING_ASSUMED: dict[str, object] = {"assumptions": [], "links": [], "asides": [], "rivals": []}


def rendered(report: Report, output: ReportFormat, **choices: bool) -> list[str]:
    """Return the lines of a report in a format."""
    return list(render_report(report, output, View(**choices)))


@pytest.mark.parametrize("output", ReportFormat)
def test_empty_reports_fail_in_every_format(output: ReportFormat) -> None:
    """An empty list of findings would look like success."""
    assert "nothing could be checked" in "\n".join(rendered(Report(items=()), output))


def test_json_of_verify_has_the_published_shape(report: Report) -> None:
    """Programs rely on its names and types."""
    shape = json.loads("\n".join(rendered(report, ReportFormat.JSON)))
    assert list(shape) == [
        "schema_version",
        "items",
        "dataset_findings",
        "errors",
        "stale",
        "summary",
    ]
    assert shape["schema_version"] == 1
    assert [one["id"] for one in shape["items"]] == ["b", 6, 7, 5, 4]
    contradicted = shape["items"][3]
    assert contradicted == {
        "id": 5,
        "verdict": "contradicted",
        "label": 1,
        "answer": 0,
        "value": {"amount": 181500.0, "unit": "m", "tolerance": 50.0, "kind": "quantity"},
        "margin": 23_500.0,
        "findings": [
            {
                "code": "GEO301",
                "cause": "other_option_fits",
                "severity": "error",
                "message": 'the label says "205 km", the distance is 181.5 km',
                "evidence": ["Mill at 1.0, 2.0", "Pier at 2.0, 3.0"],
                "suggested": 0,
                "span": {"file": "set.json", "line": 10, "column": 3},
                "fingerprint": "f1",
                "accepted": None,
                "row": 5,
                "field": "answer.correct",
                "now": 1,
                "write": 0,
            }
        ],
        **NOTHING_ASSUMED,
    }
    assert shape["dataset_findings"] == [
        {
            "code": "GEO301",
            "cause": "other_option_fits",
            "count": 2,
            "share": 0.4,
            "ids": [7, 5],
            "message": "other option fits in 2 records (40%)",
            "severity": "error",
            "fingerprint": "",
            "accepted": None,
        }
    ]
    assert shape["errors"] == [
        {
            "id": 8,
            "code": "GEO103",
            "cause": None,
            "severity": "error",
            "message": 'expected a "question", got none',
            "evidence": [],
            "suggested": 0,
            "span": {"file": "set.json", "line": 40, "column": 3},
            "fingerprint": "f1",
            "accepted": None,
            "row": None,
            "field": None,
            "now": None,
            "write": None,
        }
    ]
    assert shape["summary"] == {
        "questions": 6,
        "verdicts": {
            "supported": 1,
            "conditional": 0,
            "contradicted": 2,
            "ambiguous": 1,
            "undetermined": 1,
        },
        "checked": 4,
        "coverage": 0.6667,
        "reasons": {"no_coordinates": 1},
        "unusable": 1,
        "unreadable": 0,
        "not_checked": [
            {
                "reason": "no coordinates",
                "count": 1,
                "reasons": {"no_coordinates": 1},
                "help": "add the coordinates of the places to the context, or pass --world FILE",
            },
            {
                "reason": "record unusable",
                "count": 1,
                "reasons": {"unusable": 1},
                "help": "correct the records that the findings name; if their columns have other "
                "names, declare --columns",
            },
        ],
        "findings": {
            "by_code": {"GEO301": 2, "GEO103": 1, "GEO602": 1, "GEO901": 1},
            "by_severity": {"error": 3, "info": 1, "warning": 1},
        },
        "accepted": {},
        "failed": [],
    }


def test_json_of_solve_has_the_published_shape(solutions: Solutions) -> None:
    """Value, query and derivation are objects or null, and words are a list."""
    text = "\n".join(render_solutions(solutions, SolveFormat.JSON, View()))
    shape = json.loads(text)
    assert list(shape) == ["schema_version", "items", "summary", "errors"]
    answered, lost, puzzled = shape["items"]
    assert answered == {
        "id": 7,
        "status": "answered",
        "reason": None,
        "answer": 0,
        "value": {"amount": 181500.0, "unit": "m", "tolerance": 50.0, "kind": "quantity"},
        "query": value("distance", origin="Mill", destination="Pier"),
        "understood_by": None,
        "derivation": {
            "steps": ["the great circle from Mill to Pier is 181.5 km"],
            "facts": [
                {"text": "Mill at 1.0, 2.0", "line": 3},
                {"text": "Pier at 2.0, 3.0", "line": None},
            ],
        },
        "conventions": {"nearest": "list"},
        **NOTHING_ASSUMED,
        "unexplained": [],
    }
    assert (lost["id"], lost["status"], lost["answer"]) == ("b", "undetermined", None)
    assert lost["reason"] == "no_coordinates"
    assert lost["value"] is None
    assert lost["derivation"]["detail"] == "Mill has no coordinates"
    assert puzzled["query"] is None
    assert puzzled["derivation"] is None
    assert puzzled["unexplained"] == ["scenic", "quiet"]
    assert shape["summary"] == {
        "questions": 4,
        "answered": 1,
        "unanswerable": 0,
        "undetermined": 1,
        "not_understood": 1,
        "reasons": {"no_coordinates": 1, "words_unexplained": 1},
        "unusable": 1,
        "unreadable": 0,
    }
    assert shape["errors"] == [
        {
            "id": 8,
            "code": "GEO103",
            "message": 'expected a "question", got none',
            "span": {"file": "set.json", "line": 40, "column": 3},
            "path": "$.question",
            "fatal": True,
            "row": None,
            "field": "question",
            "now": None,
            "write": None,
        }
    ]


def test_failures_locate_the_missing_fact(
    solutions: Solutions,
) -> None:
    """The path in the query and the lacking fact are given where known."""
    document = json.loads("\n".join(render_solutions(solutions, SolveFormat.JSON, View())))
    derivation = {"steps": [], "facts": [], "detail": "Mill has no coordinates"}
    located = {"path": "$.figure.origin", "lacking": "coordinates of Mill"}
    assert document["items"][1]["derivation"] == {**derivation, **located}
    item = solutions.items[1]
    bare = CannotSolve(reason="no_coordinates", detail="Mill has no coordinates")
    other = replace(item, answer=replace(item.answer, outcome=bare))
    lines = render_solutions(replace(solutions, items=(other,)), SolveFormat.JSON, View())
    assert json.loads("\n".join(lines))["items"][0]["derivation"] == derivation


def test_infeasible_plans_state_their_first_violation() -> None:
    """They also have steps and conventions."""
    outcome = Infeasible(
        first_broken="the museum closes", steps=("s",), conventions=(("opening_hours", "bind"),)
    )
    assert derivation_shape(outcome)["first_broken"] == "the museum closes"
    answer = Answer(id=1, status="unanswerable", answer=-1, outcome=outcome)
    shape = answer_shape(answer)
    assert shape["conventions"] == {"opening_hours": "bind"}


def test_json_lines_hold_the_same_shapes(report: Report, solutions: Solutions) -> None:
    """Each line states its type, and the summary is last."""
    lines = [json.loads(line) for line in rendered(report, ReportFormat.JSONL)]
    assert [line["type"] for line in lines] == [
        "error",
        *["item"] * 5,
        "dataset_finding",
        "summary",
    ]
    document = json.loads("\n".join(rendered(report, ReportFormat.JSON)))
    assert [line for line in lines if line["type"] == "item"] == [
        {"type": "item", **one} for one in document["items"]
    ]
    solved = [json.loads(li) for li in render_solutions(solutions, SolveFormat.JSONL, View())]
    assert [line["type"] for line in solved] == ["error", *["item"] * 3, "summary"]


def test_github_commands_name_file_line_and_title(report: Report) -> None:
    """A finding is one command with a message of several lines."""
    first = rendered(report, ReportFormat.GITHUB)[0]
    assert first.startswith("::error file=set.json,line=10,col=3,title=GEO301 ")
    assert '%0Alabel: 1 "205 km"%0Aanswer: 0 "180 km"' in first
    assert first.endswith("%0Ahelp: check the label")
    assert rendered(report, ReportFormat.GITHUB)[-1].startswith("::notice title=geoeval::6 quest")


def test_github_reports_findings_about_several_records(report: Report) -> None:
    """They have the severity of their rule and no place."""
    lines = rendered(report, ReportFormat.GITHUB)
    assert (
        "::error title=GEO301 answer-contradicts-distance::other option fits in 2 records (40%25)"
    ) in lines


def test_github_commands_cannot_be_forged() -> None:
    """Line breaks, encoded ones and colons in a text stay inside their command."""
    evil = "x\n::error::y%0A::set-output name=a::b"
    bad = finding(
        1, message=evil, span=finding(1).span.__class__(file="a:b,c%.json"), evidence=(evil,)
    )
    lines = rendered(Report(items=(), findings=(bad,)), ReportFormat.GITHUB)
    assert len(lines) == 3
    assert lines[0].startswith("::error file=a%3Ab%2Cc%25.json,line=1,")
    assert "y%250A::set-output" in lines[0]


def test_markdown_has_counts_and_details(report: Report) -> None:
    """A table of rules precedes a list for each finding."""
    lines = rendered(report, ReportFormat.MARKDOWN)
    assert lines[0] == "## geoeval"
    assert lines[2].startswith("6 questions: 1 supported")
    assert any(line.startswith("| 2 | GEO301 ") for line in lines)
    assert "- label: 1 &quot;205 km&quot;" in lines
    assert "- help: check the label" in lines
    assert lines[-1].endswith(": other option fits in 2 records (40%)")


def test_markdown_statistics_end_with_the_table(report: Report) -> None:
    """The findings are counted only."""
    assert not any(
        line.startswith("###") for line in rendered(report, ReportFormat.MARKDOWN, statistics=True)
    )
    clean = Report(items=(item(1, verdict="supported", findings=()),))
    assert len(rendered(clean, ReportFormat.MARKDOWN)) == 3


def test_markdown_escapes_text_of_datasets() -> None:
    """HTML, links, mentions and issue numbers are displayed as written."""
    evil = '<img src=x onerror="a()"> [a](http://b) www.c.d @someone #12 |`x` **y**'
    lines = rendered(Report(items=(item(1, question=evil),)), ReportFormat.MARKDOWN)
    (line,) = [line for line in lines if line.startswith("- question")]
    assert line == (
        "- question: &lt;img src=x onerror=&quot;a()&quot;&gt; \\[a\\](http&#58;//b) www&#46;c.d "
        "@<!-- -->someone #<!-- -->12 \\|\\`x\\` \\*\\*y\\*\\*"
    )
