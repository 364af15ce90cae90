"""Accepting known findings, and reporting stale acceptances."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.errors import BaselineError
from geoeval.verification.baseline import accept_findings, newly_accepted
from geoeval.verification.model import Report
from tests.cli.conftest import question
from tests.verification.test_fingerprints import verified


def faulty_report() -> Report:
    """Return a report with two wrong labels of one cause, an equal option and a bad record."""
    equal = {"type": "mcq", "options": ["North", "South", "South"], "correct": 0}
    return verified(
        question(1, correct=1), question(2, correct=1), question(3, answer=equal), {"id": 4}
    )


def test_every_finding_is_accepted_with_its_reason() -> None:
    """Labels, warnings, bad records and shared causes all take the reason."""
    report = faulty_report()
    known = newly_accepted(report, " old labels ")
    assert {one.code for one in known} == {"GEO103", "GEO107", "GEO302", "GEO801"}
    after = accept_findings(report, known)
    findings = [*after.findings, *(one for item in after.items for one in item.findings)]
    assert {one.accepted for one in (*findings, *after.dataset_findings)} == {"old labels"}
    assert after.stale == ()
    assert newly_accepted(after, "") == ()
    assert [item.verdict for item in after.items] == [item.verdict for item in report.items]


def test_shared_causes_state_their_record_count() -> None:
    """Findings without a single record describe themselves to reviewers."""
    shared = [one.message for one in newly_accepted(faulty_report(), "x") if one.id is None]
    assert shared[0] == "reversed bearing in 2 records"
    assert shared[1].startswith("2 questions are asked more than once")


def test_unchecked_questions_need_no_acceptance() -> None:
    """They never fail."""
    report = verified(question(1, query=None, question="Zorgle?"))
    assert [one.severity for item in report.items for one in item.findings] == ["info"]
    assert newly_accepted(report, "") == ()


def test_acceptances_without_a_finding_are_stale() -> None:
    """They are reported only if every file could be read completely."""
    known = newly_accepted(faulty_report(), "x")
    fixed = verified(question(1))
    assert accept_findings(fixed, known).stale == known
    assert accept_findings(fixed, known, complete=False).stale == ()


def test_new_findings_are_not_accepted() -> None:
    """A label that becomes wrong later fails."""
    known = newly_accepted(verified(question(1, correct=1)), "x")
    after = accept_findings(faulty_report(), known)
    assert [[one.accepted for one in item.findings] for item in after.items[:2]] == [["x"], [None]]


@pytest.mark.parametrize("reason", ["", " \n"])
def test_a_reason_is_required(reason: str) -> None:
    with pytest.raises(BaselineError, match=r"expected a reason for .* \(\d of them\), got none"):
        newly_accepted(faulty_report(), reason)
    assert (
        newly_accepted(replace(faulty_report(), items=(), findings=(), dataset_findings=()), "")
        == ()
    )


def test_shared_causes_follow_their_records() -> None:
    """A shared cause is accepted only while all of its records are."""
    known = [one for one in newly_accepted(faulty_report(), "old") if one.id is not None]
    (shared, whole) = accept_findings(faulty_report(), known).dataset_findings
    assert (shared.code, shared.accepted) == ("GEO302", "old")
    assert (whole.code, whole.accepted) == ("GEO801", None)
    (shared, _) = accept_findings(faulty_report(), known[:-1]).dataset_findings
    assert shared.accepted is None
