"""An audit as JSON: every record with its derivation, and the findings by their cause."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from geoeval.datasets.records import Question
from geoeval.reporting.audit.chapters import Chapter, chapters
from geoeval.reporting.audit.conventions import choices
from geoeval.reporting.shapes import (
    SCHEMA_VERSION,
    Json,
    dataset_finding_shape,
    dump,
    fault_shape,
    item_shape,
    solution_shape,
    summary_shape,
)
from geoeval.reporting.solution import Solution
from geoeval.reporting.view import View
from geoeval.verification.model import Item, Report


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of the document."""
    shape = {
        "schema_version": SCHEMA_VERSION,
        "title": view.title,
        "date": view.date,
        "geoeval": version("geoeval"),
        "sources": [
            {"path": source.path, "records": source.records, "sha256": source.sha256}
            for source in report.sources
        ],
        "conventions": dict(choices(report.conventions)),
        "summary": summary_shape(report, view.failed),
        "causes": [_chapter_shape(chapter) for chapter in chapters(report)],
        "items": [_audited(item) for item in report.items],
        "dataset_findings": [dataset_finding_shape(one) for one in report.dataset_findings],
        "errors": [fault_shape(finding) for finding in report.findings],
    }
    yield dump(shape, indent=2)


def _chapter_shape(chapter: Chapter) -> Json:
    """Return the shape of a cause: what it is, and the records that have it."""
    return {
        "cause": chapter.key,
        "title": chapter.explanation.title,
        "explanation": chapter.explanation.text,
        "severity": chapter.severity,
        "count": chapter.records,
        "share": chapter.share,
        "findings": [
            {"id": finding.id, "code": finding.code, "fingerprint": finding.fingerprint}
            for finding, _ in chapter.findings
        ],
    }


def _audited(item: Item) -> Json:
    """Return the shape of a record: what was asked, what follows, and on what that rests."""
    question = Question(id=item.id, text=item.question, options=item.options)
    solved = solution_shape(Solution(question=question, span=item.span, answer=item.answer))
    told = ("status", "reason", "value", "query", "derivation", "conventions", "unexplained")
    return {
        **item_shape(item),
        "question": item.question,
        "options": list(item.options),
        **{key: solved[key] for key in told},
        "cited": [{"line": line.number, "text": line.text} for line in item.cited],
    }
