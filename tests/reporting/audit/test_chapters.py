"""Findings are grouped by cause, with those about the whole dataset first."""

from __future__ import annotations

from dataclasses import replace

from geoeval.reporting.audit.chapters import MAX_FULL, SAMPLES, build_chapters
from geoeval.verification.model import DatasetFinding, Report


def test_every_checked_finding_is_in_one_chapter(sample: Report) -> None:
    """No finding is dropped; what could not be checked is reported elsewhere."""
    found = [one.finding for chapter in build_chapters(sample) for one in chapter.findings]
    about_records = [finding for item in sample.items for finding in item.findings]
    assert sorted(map(str, found)) == sorted(
        str(one) for one in (*about_records, *sample.findings) if not one.code.startswith("GEO9")
    )


def test_chapters_have_one_cause_or_one_rule(sample: Report) -> None:
    """The key of a chapter is its cause where it has one."""
    for chapter in build_chapters(sample):
        found = [*(one.finding for one in chapter.findings), *chapter.dataset]
        keys = {one.cause or one.code for one in found}
        assert keys == {chapter.key}


def test_dataset_chapters_come_first() -> None:
    """A finding about the dataset makes a chapter even where no record has one."""
    dataset_finding = DatasetFinding(
        code="GEO205", cause="repeated_coordinates", count=2, share=0.5, ids=(1, 2)
    )
    (alone,) = build_chapters(Report(items=(), dataset_findings=(dataset_finding,)))
    assert (alone.key, alone.records, alone.severity) == ("repeated_coordinates", 2, "error")
    assert alone.full == ()


def test_severity_and_count_order_the_rest(sample: Report) -> None:
    """Errors precede warnings; larger chapters precede smaller ones."""
    plain = [one for one in build_chapters(replace(sample, dataset_findings=())) if not one.dataset]
    ranks = [({"error": 0, "warning": 1, "info": 2}[one.severity], -one.records) for one in plain]
    assert ranks == sorted(ranks)


def test_record_findings_come_with_their_question(report: Report) -> None:
    """A record that could not be used has no question to show."""
    usable = replace(report.findings[0], id=5)
    both = replace(report, findings=(*report.findings, usable))
    (faults,) = (one for one in build_chapters(both) if one.key == "GEO103")
    assert [item is not None for _, item in faults.findings] == [False, True]


def test_long_chapters_are_not_shown_in_full(sample: Report) -> None:
    """The remaining findings stay in the chapter."""
    (item,) = (one for one in sample.items if one.id == 17)
    many = tuple(replace(item, id=number) for number in range(MAX_FULL + 5))
    (chapter,) = build_chapters(Report(items=many))
    assert (len(chapter.full), len(chapter.findings)) == (SAMPLES, MAX_FULL + 5)


def test_records_without_an_id_are_counted(report: Report) -> None:
    """Their share is that of all records, usable or not."""
    fault = replace(report.findings[0], id=None)
    other = replace(fault, span=replace(fault.span, line=41))
    (faults,) = (
        one
        for one in build_chapters(replace(report, findings=(fault, other)))
        if one.key == "GEO103"
    )
    assert (faults.records, faults.share) == (2, 2 / 6)
