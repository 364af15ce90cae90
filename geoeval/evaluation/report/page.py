"""Graded runs as one HTML page with embedded pictures, which makes no network requests."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from geoeval.evaluation.comparison import Comparison
from geoeval.evaluation.report.figures import figures_of, svg_of
from geoeval.evaluation.report.sections import published_sections, sections_of
from geoeval.evaluation.shares import Agreement
from geoeval.reporting.safe import safe_line


def render_page(found: Comparison, agreement: Agreement | None = None) -> str:
    """Return a comparison of runs as a page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    style = (files("geoeval.evaluation.report") / "templates" / "runs.css").read_text("utf-8")
    policy = (
        f"default-src 'none'; style-src '{_style_checksum(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    environment = Environment(
        loader=PackageLoader("geoeval.evaluation.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["plain"] = safe_line
    pictures = [
        (title, base64.b64encode(svg_of(figure).encode()).decode())
        for _, title, figure in figures_of(found)
    ]
    page = environment.get_template("runs.html").render(
        sections=list(sections_of(found, agreement, all_questions=True)),
        published=list(published_sections(found)),
        pictures=pictures,
        policy=policy,
        style=Markup(style),  # noqa: S704 - a file of the package
        count=len(found.results),
    )
    return page.rstrip()


def _style_checksum(text: str) -> str:
    """Return the checksum with which a content security policy allows a style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
