"""Graded runs as one HTML page with embedded pictures, which makes no network requests."""

from __future__ import annotations

import base64

from geoeval.evaluation.comparison import Comparison
from geoeval.evaluation.report.figures import figures_of, svg_of
from geoeval.evaluation.report.sections import published_sections, sections_of
from geoeval.evaluation.shares import Agreement
from geoeval.reporting.audit.markup import as_markup, load_asset, load_template, policy_of

_PACKAGE = "geoeval.evaluation.report"


def render_page(found: Comparison, agreement: Agreement | None = None) -> str:
    """Return a comparison of runs as a page."""
    style = load_asset("runs.css", _PACKAGE)
    pictures = [
        (title, base64.b64encode(svg_of(figure).encode()).decode())
        for _, title, figure in figures_of(found)
    ]
    page = load_template("runs.html", _PACKAGE).render(
        sections=list(sections_of(found, agreement, all_questions=True)),
        published=list(published_sections(found)),
        pictures=pictures,
        policy=policy_of(style, ""),
        style=as_markup(style),
        runs=len(found.results),
    )
    return page.rstrip()
