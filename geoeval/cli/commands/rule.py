"""``geoeval rule``: explain a rule, or list all rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_argument
from geoeval.cli.options import Format
from geoeval.cli.output import wants_colour, write_page
from geoeval.errors import UsageError, quote, suggest
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.verification.rules import Rule

_WIDTH = 74  # with the indent of two, the 76 columns of the documentation
_COLOURS = {"-": "red", "+": "green"}
EPILOG = """Examples:

  geoeval rule

  geoeval rule GEO301

  geoeval rule GEO301 --format json
"""


def rule(
    code: Annotated[
        str | None, declare_argument("CODE", "The code of a rule, such as GEO301, or its name.")
    ] = None,
    output_format: Format = PageFormat.TEXT,
) -> None:
    """Explain a rule (what it finds, why it matters, an example, what to do), or list all rules."""
    from geoeval.reporting.safe import Paint
    from geoeval.reporting.shapes import SCHEMA_VERSION
    from geoeval.verification.rules import RULES

    if code is None:
        shape: dict[str, object] = {
            "schema_version": SCHEMA_VERSION,
            "rules": [_rule_shape(each) for each in RULES.values()],
        }
        paint = Paint(wants_colour(None))
        lines: Iterator[str] = (
            f"{paint('bold', each.code)}  {each.severity:<7}  {each.name}"
            for each in RULES.values()
        )
    else:
        named = {each.name: each for each in RULES.values()}
        found = RULES.get(code.upper(), named.get(code.lower()))
        if found is None:
            listed = suggest(code, named) or "; geoeval rule lists them"
            raise UsageError(f"expected the code or name of a rule, got {quote(code)}{listed}")
        shape, lines = _rule_shape(found), _explain_rule(found)
    write_page(output_format, shape, lines)


def _rule_shape(found: Rule) -> dict[str, object]:
    names = ("code", "name", "severity", "what", "why", "example", "fix")
    return {name: getattr(found, name) for name in names}


def _explain_rule(found: Rule) -> Iterator[str]:
    from geoeval.reporting.safe import Paint

    paint = Paint(wants_colour(None))
    yield f"{paint('bold', f'{found.code} {found.name}')} ({found.severity})"
    parts = (
        ("What it does", textwrap.wrap(found.what, _WIDTH)),
        ("Why is this bad?", textwrap.wrap(found.why, _WIDTH)),
        ("Example", found.example.splitlines()),
        ("What to do", textwrap.wrap(found.fix, _WIDTH)),
    )
    for heading, lines in parts:
        yield ""
        yield paint("bold", heading)
        for line in lines:
            colour = _COLOURS.get(line[:1])
            yield f"  {paint(colour, line) if colour else line}"
