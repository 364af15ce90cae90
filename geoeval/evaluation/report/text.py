"""Graded runs as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from geoeval.evaluation.comparison import Comparison
from geoeval.evaluation.report.sections import Section, sections_of
from geoeval.evaluation.shares import Agreement
from geoeval.reporting.safe import Paint, cut_line, safe_line

_CELL = 60
_NAME = 40
"""Longer names follow their figures, which would otherwise begin past the middle of 80 columns."""
_PAINTED = {"*": "yellow", "!": "red"}


def render_comparison(
    found: Comparison,
    *,
    colour: bool = False,
    agreement: Agreement | None = None,
    questions: bool = False,
) -> Iterator[str]:
    """Yield a comparison of runs as lines of text."""
    paint = Paint(colour)
    sections = list(sections_of(found, agreement, all_questions=questions))
    if not sections:
        yield "No runs."
    for rank, section in enumerate(sections):
        if rank:
            yield ""
        yield paint("bold", section.title)
        yield from _align_section(section)
        for note in section.notes:
            mark = _PAINTED.get(note[:1])
            yield paint(mark, safe_line(note)) if mark else f"  {safe_line(note)}"


def _align_section(section: Section) -> Iterator[str]:
    """Yield the rows of a section with whole names: if one is long, they follow the figures."""
    names = [safe_line(row[0]) for row in section.rows]
    figures = [[cut_line(cell, _CELL) for cell in row[1:]] for row in section.rows]
    if max(map(len, names), default=0) <= _NAME:
        yield from align_rows([name, *row] for name, row in zip(names, figures, strict=True))
        return
    lines = [line[2:] for line in align_rows(["", *row] for row in figures)]
    width = max(map(len, lines))
    for name, line in zip(names, lines, strict=True):
        yield f"{line:<{width}}  {name}"


def align_rows(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows with aligned columns, the first column to the left."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip_longest(*listed, fillvalue="")]
    for row in listed:
        first = row[0].ljust(widths[0])
        others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
        yield "  " + "  ".join((first, *others)).rstrip()
