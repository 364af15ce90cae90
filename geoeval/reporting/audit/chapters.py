"""Group the findings of a report by cause, the worst first, and render the audit as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Literal

from geoeval.reporting.audit.meanings import Explanation, explain_findings, list_choices
from geoeval.reporting.reports.findings import SEVERITIES, UNKNOWN_CAUSES, Shown, worst_first
from geoeval.reporting.shapes import (
    SCHEMA_VERSION,
    Json,
    answer_shape,
    fields_of,
    item_shape,
    report_shape,
)
from geoeval.reporting.summary import summarise_report
from geoeval.reporting.view import View
from geoeval.verification.model import DatasetFinding, Item, Report

MAX_FULL, SAMPLES = 12, 5
"""A cause with at most MAX_FULL findings shows all in full, otherwise the first SAMPLES."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The findings with the same cause, or the same rule if the cause is unknown, worst first.

    ``share`` is the share of all records of the run. ``dataset`` are the findings about the whole
    dataset with this cause or rule.
    """

    key: str
    kind: Literal["cause", "no known cause", "rule"]
    explanation: Explanation
    findings: tuple[Shown, ...]
    records: int
    share: float
    dataset: tuple[DatasetFinding, ...] = ()

    @property
    def full(self) -> tuple[Shown, ...]:
        """The findings to show in full."""
        return self.findings if len(self.findings) <= MAX_FULL else self.findings[:SAMPLES]

    @property
    def severity(self) -> str:
        """The worst severity of its findings."""
        if self.findings:
            return self.findings[0].finding.severity
        return self.dataset[0].severity or "error"


def build_chapters(report: Report) -> tuple[Chapter, ...]:
    """Return the findings of a report grouped by cause.

    Chapters with a finding about the whole dataset come first; then chapters are sorted by
    severity and number of records. What could not be checked is left out.
    """
    grouped = _group_by_cause(report)
    about_dataset: dict[str, list[DatasetFinding]] = {}
    for one in report.dataset_findings:
        if one.accepted is None:
            about_dataset.setdefault(one.cause or one.code, []).append(one)
    total = max(summarise_report(report).questions, 1)
    chapters = [
        _build_chapter(key, grouped.get(key, []), about_dataset.get(key, []), total)
        for key in dict.fromkeys((*about_dataset, *grouped))
    ]
    return tuple(sorted(chapters, key=_sort_key))


def _group_by_cause(report: Report) -> dict[str, list[Shown]]:
    """Return findings by cause, each with the item of its record if there is one."""
    items: dict[object, Item] = {item.id: item for item in report.items}
    grouped: dict[str, list[Shown]] = {}
    for finding, item in worst_first(report, info=True, accepted=True):
        if not finding.code.startswith("GEO9"):
            known = item or (None if finding.id is None else items.get(finding.id))
            grouped.setdefault(finding.cause or finding.code, []).append(Shown(finding, known))
    return grouped


def _build_chapter(
    key: str, findings: Sequence[Shown], whole: Sequence[DatasetFinding], total: int
) -> Chapter:
    ids: set[object] = {
        finding.span if finding.id is None else finding.id for finding, _ in findings
    }
    ids.update(name for one in whole for name in one.ids)
    about = findings[0].finding if findings else whole[0]
    return Chapter(
        key=key,
        kind="rule"
        if about.cause is None
        else "no known cause"
        if about.cause in UNKNOWN_CAUSES
        else "cause",
        explanation=explain_findings(about.code, about.cause),
        findings=tuple(findings),
        records=len(ids),
        share=len(ids) / total,
        dataset=tuple(whole),
    )


def _sort_key(chapter: Chapter) -> tuple[bool, int, int, str]:
    severity = SEVERITIES.index(chapter.severity)
    return not chapter.dataset, severity, -chapter.records, chapter.key


_ANSWER_FIELDS = ("status", "reason", "value", "query", "derivation", "conventions", "unexplained")


def audit_shape(report: Report, view: View) -> Json:
    """Return the shape of an audit."""
    report_json = report_shape(report, view.failed)
    return {
        "schema_version": SCHEMA_VERSION,
        "title": view.title,
        "date": view.date,
        "geoeval": version("geoeval"),
        "sources": [fields_of(source, "path records sha256") for source in report.sources],
        "conventions": list_choices(report.conventions),
        "summary": report_json["summary"],
        "causes": [_chapter_shape(chapter) for chapter in build_chapters(report)],
        "items": [_record_shape(item) for item in report.items],
        "dataset_findings": report_json["dataset_findings"],
        "errors": report_json["errors"],
    }


def _chapter_shape(chapter: Chapter) -> Json:
    return {
        "cause": chapter.key,
        "title": chapter.explanation.title,
        "explanation": chapter.explanation.text,
        "severity": chapter.severity,
        "count": chapter.records,
        "share": chapter.share,
        "findings": [fields_of(finding, "id code fingerprint") for finding, _ in chapter.findings],
    }


def _record_shape(item: Item) -> Json:
    """Return the shape of a record: the question, the answer and the lines that support it."""
    answer = answer_shape(item.answer)
    return {
        **item_shape(item),
        "question": item.question,
        "options": list(item.options),
        **{key: answer[key] for key in _ANSWER_FIELDS},
        "cited": [{"line": line.number, "text": line.text} for line in item.cited],
    }
