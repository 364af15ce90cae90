"""The template of a context: a commented example with a line of every kind."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from geoeval.world.facts import LineKind
from geoeval.world.reader import read_lines


@cache
def context_template() -> str:
    """Return a commented context that contains a line of every kind that can be read."""
    path = files("geoeval.world.documents").joinpath("template.txt")
    return path.read_text(encoding="utf-8")


@cache
def line_examples() -> dict[LineKind, str]:
    """Return the first line of each kind in the template."""
    examples: dict[LineKind, str] = {}
    for line in read_lines(context_template()):
        examples.setdefault(line.kind, line.text.strip())
    return examples
