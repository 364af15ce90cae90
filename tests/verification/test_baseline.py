"""Accepting what is known, and telling what is known no longer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.errors import BaselineError
from geoeval.verification.baseline import accept_findings, newly_accepted
from geoeval.verification.model import Report
from tests.cli.conftest import question
from tests.verification.test_fingerprints import verified


def wrong() -> Report:
    """Return a report with two wrong labels of one cause, an equal option and a bad record."""
    equal = {"type": "mcq", "options": ["North", "South", "South"], "correct": 0}
    return verified(
        question(1, correct=1), question(2, correct=1), question(3, answer=equal), {"id": 4}
    )


def test_everything_written_is_accepted_with_its_reason() -> None:
    """Labels, warnings, bad records and shared causes all take the reason."""
    report = wrong()
    known = newly_accepted(report, " old labels ")
    assert {one.code for one in known} == {"GEO103", "GEO107", "GEO302", "GEO801"}
    after = accept_findings(report, known)
    findings = [*after.findings, *(one for item in after.items for one in item.findings)]
    assert {one.accepted for one in (*findings, *after.dataset_findings)} == {"old labels"}
    assert after.stale == ()
    assert newly_accepted(after, "") == ()
    assert [item.verdict for item in after.items] == [item.verdict for item in report.items]


def test_shared_cause_says_how_many_records_have_it() -> None:
    """What has no single record says so to its reviewers."""
    shared = [one.message for one in newly_accepted(wrong(), "x") if one.id is None]
    assert shared[0] == "reversed bearing in 2 records"
    assert shared[1].startswith("2 questions are asked more than once")


def test_what_could_not_be_checked_needs_no_acceptance() -> None:
    """It never fails."""
    report = verified(question(1, query=None, question="Zorgle?"))
    assert [one.severity for item in report.items for one in item.findings] == ["info"]
    assert newly_accepted(report, "") == ()


def test_acceptance_without_a_finding_is_stale() -> None:
    """It is told only if every file could be read to its end."""
    known = newly_accepted(wrong(), "x")
    fixed = verified(question(1))
    assert accept_findings(fixed, known).stale == known
    assert accept_findings(fixed, known, complete=False).stale == ()


def test_new_finding_is_not_accepted() -> None:
    """A label that goes wrong later fails."""
    known = newly_accepted(verified(question(1, correct=1)), "x")
    after = accept_findings(wrong(), known)
    assert [[one.accepted for one in item.findings] for item in after.items[:2]] == [["x"], [None]]


@pytest.mark.parametrize("reason", ["", " \n"])
def test_reason_is_asked_for(reason: str) -> None:
    """Nothing is accepted silently."""
    with pytest.raises(BaselineError, match=r"expected a reason for .* \(\d of them\), got none"):
        newly_accepted(wrong(), reason)
    assert newly_accepted(replace(wrong(), items=(), findings=(), dataset_findings=()), "") == ()


def test_shared_cause_is_accepted_with_all_that_it_sums_up() -> None:
    """It never fails by itself: neither does it where a line of its own is missing."""
    known = [one for one in newly_accepted(wrong(), "old") if one.id is not None]
    (shared, whole) = accept_findings(wrong(), known).dataset_findings
    assert (shared.code, shared.accepted) == ("GEO302", "old")
    assert (whole.code, whole.accepted) == ("GEO801", None)
    (shared, _) = accept_findings(wrong(), known[:-1]).dataset_findings
    assert shared.accepted is None
