"""The forms of an audit: a page, a Markdown document, or JSON with everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import cast

from geoeval.reporting.formats import ReportRenderer, failing
from geoeval.reporting.view import AuditFormat, View
from geoeval.verification.model import Report

_MODULES = {
    AuditFormat.HTML: "as_html",
    AuditFormat.MD: "audit.document",
    AuditFormat.JSON: "audit.shape",
}


def render_audit(report: Report, output: AuditFormat, view: View) -> Iterator[str]:
    """Return the lines of an audit in a format.

    Parameters
    ----------
    report
        The outcome of a run.
    output
        Which one.
    view
        Its title and date, if any, are shown.

    Returns
    -------
    Iterator of str
        Lines without their line ends.

    Examples
    --------
    >>> next(render_audit(Report(items=()), AuditFormat.HTML, View()))
    '<!doctype html>'
    """
    renderer = cast("ReportRenderer", import_module(f"geoeval.reporting.{_MODULES[output]}"))
    return renderer.render_report(report, failing(report, view))
