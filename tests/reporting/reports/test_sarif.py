"""SARIF: valid by its schema, with stable rule ids, relative paths and suppressions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from geoeval.datasets.records import LoadIssue, Span
from geoeval.reporting.formats import render_report
from geoeval.reporting.view import ReportFormat, View
from geoeval.verification.model import Acceptance, DatasetFinding, Report
from geoeval.verification.rules import RULES
from tests.reporting.conftest import finding, item
from tests.schemas import SARIF, assert_valid


def sarif(report: Report, **choices: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of View
    """Return the only run of a validated log."""
    log = json.loads("\n".join(render_report(report, ReportFormat.SARIF, View(**choices))))
    assert_valid(log, SARIF)
    assert (log["$schema"], log["version"]) == (SARIF, "2.1.0")
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_results_have_rule_level_place_and_fingerprints(report: Report) -> None:
    """Code scanning needs all of them."""
    first = sarif(report)["results"][0]
    assert (first["ruleId"], first["level"]) == ("GEO301", "error")
    (location,) = first["locations"]
    assert location == {
        "physicalLocation": {
            "artifactLocation": {"uri": "set.json", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 10, "startColumn": 3},
        },
        "logicalLocations": [{"name": "5", "kind": "object"}],
    }
    assert first["partialFingerprints"] == {
        "geoeval/v1": "f1",
        "primaryLocationLineHash": "f1:1",
    }
    assert first["message"]["text"].splitlines() == [
        'the label says "205 km", the distance is 181.5 km',
        "question: How far is the mill from the pier?",
        'label: 1 "205 km"',
        'answer: 0 "180 km" (computed 181.500 km ± 50 m, margin 22.000 km)',
        "field: answer.correct of record 5 is 1; write 0",
        "Mill at 1.0, 2.0",
        "Pier at 2.0, 3.0",
        "help: check the label",
    ]
    assert first["properties"] == {"row": 5, "field": "answer.correct", "now": 1, "write": 0}
    assert "suppressions" not in first


def test_levels_follow_severity_and_shared_causes_come_last(report: Report) -> None:
    """Findings on what could not be checked are notes, shown on request."""
    levels = [one["level"] for one in sarif(report)["results"]]
    assert levels == ["error", "error", "error", "warning", "error"]
    shared = sarif(report)["results"][-1]
    assert shared["message"]["text"] == "other option fits in 2 records (40%): 7, 5"
    assert shared["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert "note" in [one["level"] for one in sarif(report, verbose=True)["results"]]


def test_every_rule_is_described(report: Report) -> None:
    """Rule ids are the codes, results refer to them, and the texts are those of the rules page."""
    run = sarif(report)
    rules = run["tool"]["driver"]["rules"]
    assert [one["id"] for one in rules] == list(RULES)
    for one in run["results"]:
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
    known = RULES["GEO301"]
    text = next(one for one in rules if one["id"] == "GEO301")
    assert text["shortDescription"]["text"] == f"GEO301 {known.name}"
    assert known.fix in text["help"]["markdown"]
    assert f"```diff\n{known.example}\n```" in text["help"]["markdown"]


def test_accepted_findings_are_suppressed_with_their_reason(report: Report) -> None:
    """As soon as a result has suppressions, every result has them."""
    known = finding(2, accepted="rounded on purpose")
    shared = replace(report.dataset_findings[0], accepted="known")
    one = Report(
        items=(item(2, findings=(known, finding(3))),),
        dataset_findings=(shared,),
        stale=(Acceptance(code="GEO301", id=4, message="", reason="x", fingerprint="f9"),),
    )
    run = sarif(one)
    assert [each["suppressions"] for each in run["results"]] == [
        [{"kind": "external", "justification": "rounded on purpose"}],
        [],
        [{"kind": "external", "justification": "known"}],
    ]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["level"] == "note"
    assert note["message"]["text"].startswith("stale: GEO301 [4] is accepted but no longer found")


def test_unreadable_files_are_results_and_notifications() -> None:
    """The run failed, and low coverage is a notification as well."""
    span = Span(file="lost.json")
    issue = LoadIssue(code="GEO101", message="the file does not exist", span=span)
    found = finding(1, code="GEO101", span=span, id=None, message=issue.message)
    run = sarif(Report(items=(), findings=(found,), errors=(issue,)), failed=("too little",))
    assert [one["ruleId"] for one in run["results"]] == ["GEO101"]
    assert "logicalLocations" not in run["results"][0]["locations"][0]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    first, second, third = invocation["toolExecutionNotifications"]
    assert (first["level"], first["associatedRule"]["id"]) == ("error", "GEO101")
    assert second["message"]["text"] == "nothing could be checked: there are no questions"
    assert third["message"]["text"] == "too little"


def test_runs_that_checked_nothing_failed(report: Report) -> None:
    """A run with findings was successful."""
    assert sarif(Report(items=()))["invocations"][0]["executionSuccessful"] is False
    assert sarif(replace(report, errors=()))["invocations"][0]["executionSuccessful"] is True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a {0} b", "a {{0}} b"),
        ("see [here](1) and [2]", r"see \[here](1) and [2]"),
        ("a [b [c](d)", r"a \[b \[c](d)"),
    ],
)
def test_dataset_text_makes_no_placeholders_or_links(text: str, shown: str) -> None:
    run = sarif(Report(items=(), findings=(finding(1, message=text, help="", evidence=()),)))
    assert run["results"][0]["message"]["text"] == shown


def test_paths_are_relative_to_the_repository_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside the repository they are absolute, and the working folder does not matter."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep")

    def uri(file: str, root: Path) -> dict[str, str]:
        found = finding(1, span=Span(file=file))
        run = sarif(Report(items=(), findings=(found,)), root=str(root))
        place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert isinstance(place, dict)
        return place

    below = {"uriBaseId": "%SRCROOT%"}
    assert uri("er/a b.json", tmp_path) == {"uri": "deep/er/a%20b.json"} | below
    assert uri("../a:b.json", tmp_path) == {"uri": "a%3Ab.json"} | below
    assert uri(str(tmp_path / "x.json"), tmp_path) == {"uri": "x.json"} | below
    assert uri("<stdin>", tmp_path) == {"uri": "%3Cstdin%3E"} | below
    assert uri("../x.json", tmp_path / "deep") == {"uri": f"file://{tmp_path}/x.json"}


def test_long_id_lists_are_cut() -> None:
    """A shared cause of a whole dataset stays readable and needs no record."""
    many = DatasetFinding(
        code="GEO301", cause="unit_confusion", count=500, share=1.0, ids=tuple(range(500))
    )
    (result,) = sarif(Report(items=(), dataset_findings=(many,)))["results"]
    assert result["message"]["text"].endswith(" 99, …")
    assert result["locations"] == []
