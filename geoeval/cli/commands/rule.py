"""``geoeval rule`` and ``geoeval rules``: what a code means and what to do about it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.output import wants_colour, write_lines
from geoeval.errors import UsageError, quote, suggest
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.verification.rules import Rule

_WIDTH = 88
_LISTED = "; geoeval rules lists them"
RULE_EPILOG = """Examples:

  geoeval rule GEO301

  geoeval rule GEO301 --format json
"""
RULES_EPILOG = """Examples:

  geoeval rules

  geoeval rules --format json
"""


Format = Annotated[PageFormat, typer.Option("--format", help="How to write it.")]


def rule(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="The code of a rule, GEO301, or its name.")
    ],
    output_format: Format = PageFormat.TEXT,
) -> None:
    """Explain a rule: what it finds, why that matters, an example, and what to do."""
    from geoeval.reporting.shapes import dump
    from geoeval.verification.rules import RULES

    named = {one.name: one for one in RULES.values()}
    found = RULES.get(code.upper(), named.get(code.lower()))
    if found is None:
        message = f"expected the code of a rule, got {quote(code)}{suggest(code, named) or _LISTED}"
        raise UsageError(message)
    if output_format is PageFormat.JSON:
        write_lines([dump(_shape(found), indent=2)])
    else:
        write_lines(_explained(found))


def rules(output_format: Format = PageFormat.TEXT) -> None:
    """List all rules with their codes, severities and names."""
    from geoeval.reporting.safe import Paint
    from geoeval.reporting.shapes import SCHEMA_VERSION, dump
    from geoeval.verification.rules import RULES

    if output_format is PageFormat.JSON:
        shape = {"schema_version": SCHEMA_VERSION, "rules": [_shape(r) for r in RULES.values()]}
        write_lines([dump(shape, indent=2)])
        return
    paint = Paint(wants_colour(None))
    write_lines(
        f"{paint('bold', one.code)}  {one.severity:<7}  {one.name}" for one in RULES.values()
    )


def _shape(found: Rule) -> dict[str, object]:
    """Return the JSON shape of a rule."""
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "what": found.what,
        "why": found.why,
        "example": found.example,
        "fix": found.fix,
    }


def _explained(found: Rule) -> Iterator[str]:
    """Yield the page of a rule."""
    from geoeval.reporting.safe import Paint

    paint = Paint(wants_colour(None))
    yield f"{paint('bold', f'{found.code} {found.name}')} ({found.severity})"
    parts = (
        ("What it does", found.what),
        ("Why is this bad?", found.why),
        ("Example", found.example),
        ("What to do", found.fix),
    )
    for heading, text in parts:
        yield ""
        yield paint("bold", heading)
        yield from (f"  {line}" for line in textwrap.wrap(text, _WIDTH))
