"""Graded runs as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from geoeval.evaluation.comparison import Comparison
from geoeval.evaluation.report.sections import sections_of
from geoeval.evaluation.shares import Agreement
from geoeval.reporting.safe import Paint, cut_line, safe_line

_NAME = 60
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
        yield from align_rows(
            [[cut_line(safe_line(cell), _NAME) for cell in row] for row in section.rows]
        )
        for note in section.notes:
            mark = _PAINTED.get(note[:1])
            yield paint(mark, safe_line(note)) if mark else f"  {safe_line(note)}"


def align_rows(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows with aligned columns, the first column to the left."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip_longest(*listed, fillvalue="")]
    for row in listed:
        first = row[0].ljust(widths[0])
        others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
        yield "  " + "  ".join((first, *others)).rstrip()
