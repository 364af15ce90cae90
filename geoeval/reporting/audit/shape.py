"""An audit as JSON: every record with its derivation, and the findings by their cause."""

from __future__ import annotations

from importlib.metadata import version

from geoeval.reporting.audit.chapters import Chapter, chapters
from geoeval.reporting.audit.meanings import choices
from geoeval.reporting.shapes import (
    SCHEMA_VERSION,
    Json,
    answer_shape,
    fields_of,
    item_shape,
    report_shape,
)
from geoeval.reporting.view import View
from geoeval.verification.model import Item, Report

_OF_ANSWER = ("status", "reason", "value", "query", "derivation", "conventions", "unexplained")


def audit_shape(report: Report, view: View) -> Json:
    """Return the shape of an audit."""
    whole = report_shape(report, view.failed)
    return {
        "schema_version": SCHEMA_VERSION,
        "title": view.title,
        "date": view.date,
        "geoeval": version("geoeval"),
        "sources": [fields_of(source, "path records sha256") for source in report.sources],
        "conventions": choices(report.conventions),
        "summary": whole["summary"],
        "causes": [_chapter_shape(chapter) for chapter in chapters(report)],
        "items": [_audited(item) for item in report.items],
        "dataset_findings": whole["dataset_findings"],
        "errors": whole["errors"],
    }


def _chapter_shape(chapter: Chapter) -> Json:
    """Return the shape of a cause: what it is, and the records that have it."""
    return {
        "cause": chapter.key,
        "title": chapter.explanation.title,
        "explanation": chapter.explanation.text,
        "severity": chapter.severity,
        "count": chapter.records,
        "share": chapter.share,
        "findings": [fields_of(finding, "id code fingerprint") for finding, _ in chapter.findings],
    }


def _audited(item: Item) -> Json:
    """Return the shape of a record: what was asked, what follows, and on what that rests."""
    answer = answer_shape(item.answer)
    return {
        **item_shape(item),
        "question": item.question,
        "options": list(item.options),
        **{key: answer[key] for key in _OF_ANSWER},
        "cited": [{"line": line.number, "text": line.text} for line in item.cited],
    }
