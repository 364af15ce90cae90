"""Render reports in an output format; the renderer is imported when it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module

from geoeval.reporting.safe import safe_line
from geoeval.reporting.summary import Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.reporting.wording import explain_nothing_checked
from geoeval.verification.model import Report

# The list members of a document and the type of their lines in JSON Lines.
_LINE_TYPES = {
    "errors": "error",
    "items": "item",
    "dataset_findings": "dataset_finding",
    "stale": "stale",
    "words": "word",
}


def render_report(report: Report, output: ReportFormat, view: View) -> Iterator[str]:
    """Return the lines of a verification report in a format, without line ends.

    A report that checked nothing always fails.
    """
    view = _add_failures(report, view)
    match output:
        case ReportFormat.JSON | ReportFormat.JSONL:
            from geoeval.reporting.shapes import report_shape

            return _render_json(report_shape(report, view.failed), output)
        case ReportFormat.HTML:
            from geoeval.reporting.audit.page import draw_page

            return iter(draw_page(report, view).split("\n"))
        case ReportFormat.AUDIT_MD:
            from geoeval.reporting.audit.page import write_document

            return iter(write_document(report, view).split("\n"))
        case ReportFormat.AUDIT_JSON:
            from geoeval.reporting.audit.chapters import audit_shape

            return _render_json(audit_shape(report, view), ReportFormat.JSON)
        case ReportFormat.CONCISE:
            from geoeval.reporting.reports.text import render_concise

            return render_concise(report, view)
        case ReportFormat.MD:
            output = ReportFormat.MARKDOWN
    renderer = import_module(f"geoeval.reporting.reports.{output}")
    lines: Iterator[str] = renderer.render_report(report, view)
    return lines


def render_solutions(solutions: Solutions, output: SolveFormat, view: View) -> Iterator[str]:
    """Return the lines of solutions in a format, without line ends."""
    if output is SolveFormat.TEXT:
        from geoeval.reporting.reports.text import render_solutions as render_text

        return render_text(solutions, view)
    from geoeval.reporting.shapes import solutions_shape

    return _render_json(solutions_shape(solutions), output)


def render_unexplained(solutions: Solutions, output: SolveFormat) -> Iterator[str]:
    """Yield the unexplained words with the number of questions that have them.

    The most frequent words come first, and equally frequent words in alphabetical order: these
    are the words to support next.
    """
    ids_by_word: dict[str, list[int | str]] = {}
    for solution in solutions.items:
        for word in dict.fromkeys(solution.answer.unexplained):
            ids_by_word.setdefault(word, []).append(solution.answer.id)
    ranked = sorted(ids_by_word.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    if output is not SolveFormat.TEXT:
        from geoeval.reporting.shapes import SCHEMA_VERSION

        words = [{"word": word, "count": len(ids), "ids": ids} for word, ids in ranked]
        yield from _render_json({"schema_version": SCHEMA_VERSION, "words": words}, output)
    elif ranked:
        yield from (f"{len(ids):>6}  {safe_line(word)}" for word, ids in ranked)
    else:
        yield "all words are explained"


def _add_failures(report: Report, view: View) -> View:
    failed = dict.fromkeys((*explain_nothing_checked(report), *view.failed))
    return replace(view, failed=tuple(failed))


def _render_json(document: Mapping[str, object], output: str) -> Iterator[str]:
    from geoeval.reporting.shapes import SCHEMA_VERSION, dump_shape

    if output == "json":
        shape = {k: list(v) if isinstance(v, Iterator) else v for k, v in document.items()}
        yield dump_shape(shape, indent=2)
        return
    for name, kind in _LINE_TYPES.items():
        members = document.get(name, ())
        assert isinstance(members, Iterable)
        yield from (dump_shape({"type": kind, **member}) for member in members)
    summary = document.get("summary")
    if isinstance(summary, dict):
        yield dump_shape({"type": "summary", "schema_version": SCHEMA_VERSION, **summary})
