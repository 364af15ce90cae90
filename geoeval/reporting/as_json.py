"""One JSON document for a whole run."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.reporting.shapes import (
    SCHEMA_VERSION,
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
    """Yield the lines of a verification as one JSON document."""
    shape = {
        "schema_version": SCHEMA_VERSION,
        "items": [item_shape(item) for item in report.items],
        "dataset_findings": [dataset_finding_shape(one) for one in report.dataset_findings],
        "errors": [fault_shape(finding) for finding in report.findings],
        "stale": [stale_shape(one) for one in report.stale],
        "summary": summary_shape(report, view.failed),
    }
    yield dump(shape, indent=2)


def render_solutions(solutions: Solutions, _view: View) -> Iterator[str]:
    """Yield the lines of a solving as one JSON document."""
    shape = {
        "schema_version": SCHEMA_VERSION,
        "items": [solution_shape(solution) for solution in solutions.items],
        "summary": solve_summary_shape(solutions),
        "errors": [error_shape(issue) for issue in solutions.errors],
    }
    yield dump(shape, indent=2)
