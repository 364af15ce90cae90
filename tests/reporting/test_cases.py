"""Verifications as test cases: passed, failed, skipped or erroneous."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import LoadIssue, Span
from geoeval.reporting.reports.junit import Case, junit_cases, unique_names
from geoeval.verification.model import Finding, Item, Report, Severity
from tests.reporting.conftest import LOST, finding, item

ERRORS = frozenset[Severity]({"error"})
WARNINGS = frozenset[Severity]({"error", "warning"})


def case_of(one: Item, failing: frozenset[Severity] = ERRORS, *about: Finding) -> Case:
    """Return the case of one item."""
    (case,) = junit_cases(Report(items=(one,), findings=about), failing)
    return case


def test_every_record_is_one_case(report: Report) -> None:
    """Questions come first, then bad records, then shared causes."""
    found = list(junit_cases(report, ERRORS))
    assert [(case.name, case.outcome) for case in found] == [
        ("b", "skipped"),
        ("6", "passed"),
        ("7", "failed"),
        ("5", "failed"),
        ("4", "passed"),
        ("8", "error"),
        ("GEO301 other option fits", "failed"),
    ]


def test_failures_carry_the_evidence(report: Report) -> None:
    """The title states what is wrong, and the lines how it follows."""
    case = list(junit_cases(report, ERRORS))[3]
    assert case.title.startswith("GEO301 ")
    assert case.title.endswith(': the label says "205 km", the distance is 181.5 km')
    assert case.code == "GEO301"
    assert case.lines[0] == "question: How far is the mill from the pier?"
    assert case.lines[1] == 'label: 1 "205 km"'
    assert case.lines[3] == "field: answer.correct of record 5 is 1; write 0"
    assert case.lines[4:] == ("Mill at 1.0, 2.0", "Pier at 2.0, 3.0", "help: check the label")


def test_undetermined_cases_are_skipped_with_a_reason() -> None:
    """It is their own reason or that of the answer."""
    uncheckable = item(1, verdict="undetermined", answer=LOST, findings=())
    assert case_of(uncheckable).title == "not checked: no coordinates: Mill has no coordinates"
    assert (
        case_of(replace(uncheckable, reason="no_usable_label")).title
        == "not checked: no usable label"
    )


def test_warnings_fail_on_request() -> None:
    """They are reported even where they pass."""
    unsure = item(1, verdict="ambiguous", findings=(finding(1, code="GEO602", severity="warning"),))
    passed, failed = case_of(unsure), case_of(unsure, WARNINGS)
    assert (passed.outcome, failed.outcome) == ("passed", "failed")
    assert passed.lines[3].startswith("GEO602 ")
    assert failed.title == passed.lines[3]
    assert failed.lines == (*passed.lines[:3], *passed.lines[4:])
    assert case_of(unsure, frozenset()).outcome == "passed"


def test_faulty_records_of_supported_questions_fail() -> None:
    """All findings about the record count, and the worst gives the title."""
    context = finding(1, code="GEO203", severity="warning")
    repeated = finding(1, code="GEO106", margin=None)
    case = case_of(item(1, verdict="supported", findings=(context,)), ERRORS, repeated)
    assert (case.outcome, case.code) == ("failed", "GEO106")
    assert case.title.startswith("GEO106 ")
    assert len([line for line in case.lines if line.startswith("GEO203 ")]) == 1


def test_accepted_findings_are_skipped_with_their_reason() -> None:
    """Bad records are skipped only if their every fault is accepted."""
    known = finding(1, accepted="old\x1b map")
    assert case_of(item(1, findings=(known,))).title == "contradicted, accepted: old\\u001b map"
    assert case_of(item(1, findings=(known, finding(2)))).outcome == "failed"
    issue = LoadIssue(code="GEO103", message="no id", span=known.span)
    bad = Report(items=(), findings=(replace(known, id=None),), errors=(issue,))
    (case,) = junit_cases(bad, ERRORS)
    assert (case.name, case.outcome) == ("line 1", "skipped")
    (case,) = junit_cases(replace(bad, findings=(known, finding(1))), ERRORS)
    assert case.outcome == "error"
    (case,) = junit_cases(replace(bad, errors=(replace(issue, code="GEO102"),)), ERRORS)
    assert (case.name, case.outcome) == ("file, line 1", "error")


def test_accepted_shared_causes_are_skipped(report: Report) -> None:
    shared = replace(report.dataset_findings[0], accepted="known")
    (case,) = junit_cases(Report(items=(), dataset_findings=(shared,)), ERRORS)
    assert (case.outcome, case.title) == ("skipped", "accepted: known")
    (case,) = junit_cases(Report(items=(), dataset_findings=report.dataset_findings), frozenset())
    assert case.outcome == "passed"


def test_verdicts_without_selected_findings_are_skipped() -> None:
    """A deselected finding does not make a case pass."""
    case = case_of(item(1, findings=()))
    assert (case.outcome, case.title) == ("skipped", "contradicted, by a rule that is not selected")


@pytest.mark.parametrize(("name", "shown"), [(None, "file, line 4"), (9, "9")])
def test_unreadable_files_are_errors(name: int | None, shown: str) -> None:
    """They have no id; an unusable record has its id or line."""
    span = Span(file="set.json", line=4)
    issue = LoadIssue(code="GEO102", message="no JSON", span=span, id=name)
    found = finding(4, code="GEO102", span=span, id=name)
    (case,) = junit_cases(Report(items=(), findings=(found,), errors=(issue,)), ERRORS)
    assert (case.name, case.outcome, case.code) == (shown, "error", "GEO102")


def test_names_are_unique_and_harmless() -> None:
    """A numbered name may be taken already."""
    assert unique_names(["a", "a", "a (2)", "a"]) == ["a", "a (2)", "a (2) (2)", "a (3)"]
    assert unique_names(["x\n\x1b", "y" * 500])[0] == "x \\u001b"
    assert len(unique_names(["y" * 500])[0]) == 200


def test_passing_shared_causes_are_reported(report: Report) -> None:
    """The records alone would not show what is wrong."""
    *_, shared = junit_cases(report, frozenset())
    assert shared.outcome == "passed"
    assert shared.lines == (shared.title, "records: 7, 5")
