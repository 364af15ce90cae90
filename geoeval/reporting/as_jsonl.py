"""One JSON object per line, each saying in ``type`` what it is; the summary comes last."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.reporting.shapes import (
    SCHEMA_VERSION,
    Json,
    dataset_finding_shape,
    dump,
    error_shape,
    fault_shape,
    item_shape,
    solution_shape,
    solve_summary_shape,
    stale_shape,
    summary_shape,
)
from geoeval.reporting.solution import Solutions
from geoeval.reporting.view import View
from geoeval.verification.model import Report


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield a verification, one line per error, item, shared cause and the summary."""
    yield from (_line("error", fault_shape(finding)) for finding in report.findings)
    yield from (_line("item", item_shape(item)) for item in report.items)
    yield from (
        _line("dataset_finding", dataset_finding_shape(one)) for one in report.dataset_findings
    )
    yield from (_line("stale", stale_shape(one)) for one in report.stale)
    summary = summary_shape(report, view.failed)
    yield _line("summary", {"schema_version": SCHEMA_VERSION, **summary})


def render_solutions(solutions: Solutions, _view: View) -> Iterator[str]:
    """Yield a solving, one line per error, item and the summary."""
    yield from (_line("error", error_shape(issue)) for issue in solutions.errors)
    yield from (_line("item", solution_shape(solution)) for solution in solutions.items)
    yield _line("summary", {"schema_version": SCHEMA_VERSION, **solve_summary_shape(solutions)})


def _line(kind: str, shape: Json) -> str:
    return dump({"type": kind, **shape})
