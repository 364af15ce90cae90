"""A verification as one page that needs nothing but itself: its audit."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.reporting.audit.page import draw_page
from geoeval.reporting.view import View
from geoeval.verification.model import Report


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of the page."""
    yield from draw_page(report, view).split("\n")
