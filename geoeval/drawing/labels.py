"""Measure the labels of pictures and place them without overlaps."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

XY = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

FONT = 12.0
_LINE_HEIGHT = 15.0
_GAP = 6.0
_RINGS = (1.0, 2.2, 3.6)  # distances from a point, in gaps
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.8)  # positions along a line
_BOXES_PER_LINE = 24
_UNFIT_CATEGORIES = {"Cc", "Cs", "Cn"}  # Unicode categories without a glyph in XML or fonts


class Box(NamedTuple):
    """A rectangle in a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that both rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0.0) * max(height, 0.0)


class Label(NamedTuple):
    """A text anchored at the point of its start, end or middle."""

    text: str
    x: float
    y: float
    anchor: Anchor
    box: Box


def text_width(text: str) -> float:
    """Return the approximate width of a text in the font of pictures."""
    return FONT * sum(map(_character_width, text))


def shorten_text(text: str, columns: int) -> str:
    """Return a text on one line, truncated to ``columns``; wide characters count twice."""
    line = replace_unfit(" ".join(text.split()))
    widths = list(accumulate(map(count_cells, line)))
    if not widths or widths[-1] <= columns:
        return line
    return line[: bisect_right(widths, columns - 1)].rstrip() + "…"


def replace_unfit(text: str) -> str:
    """Return a text with characters that XML or fonts cannot represent replaced by U+FFFD."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if unicodedata.category(character) in _UNFIT_CATEGORIES
        else character
        for character in text
    )


class Labels:
    """Places labels on a picture one after the other, the most important first.

    Labels keep clear of ``points``, which are drawn.
    """

    def __init__(self, points: Iterable[XY], width: float, height: float) -> None:
        self._taken = [_point_box(x, y) for x, y in points]
        self._frame = Box(2, 2, width - 2, height - 2)

    def keep_free(self, line: Sequence[XY]) -> None:
        """Keep labels off the straight line between the ends of ``line``."""
        (x0, y0), (x1, y1) = line[0], line[-1]
        for share in (n / _BOXES_PER_LINE for n in range(1, _BOXES_PER_LINE)):
            self._taken.append(_point_box(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))

    def place_near(self, text: str, point: XY) -> Label:
        """Place a label next to a point: to its right if there is room, else left, above or below.

        In a crowded picture the label is placed farther away; if no position is free, where it
        covers the least.
        """
        return self._place_label(_labels_around(text, point))

    def place_along(self, text: str, line: Sequence[XY]) -> Label:
        """Place a label on a polyline: at its middle if there is room, else farther along."""
        return self._place_label(_labels_on_line(text, line))

    def _place_label(self, candidates: Iterable[Label]) -> Label:
        """Return the candidate that covers the least, the first in a tie, and reserve its box."""
        best = min(candidates, key=lambda label: self._covered_area(label.box))
        self._taken.append(best.box)
        return best

    def _covered_area(self, box: Box) -> float:
        outside = box.overlap(box) - box.overlap(self._frame)
        return 10 * outside + sum(box.overlap(other) for other in self._taken)


def _point_box(x: float, y: float) -> Box:
    return Box(x - 4, y - 4, x + 4, y + 4)


def count_cells(text: str) -> int:
    """Return the width of a text in cells: wide characters fill two, marks on others none."""
    return sum(
        0 if unicodedata.category(one) in _UNSPACED else 2 if _is_wide(one) else 1 for one in text
    )


_UNSPACED = frozenset({"Mn", "Me", "Cf"})


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _character_width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if _is_wide(character):
        return 1.0
    if character in " ilj.,:;|!'()[]ft":
        return 0.38
    return 0.74 if character.isupper() else 0.62


def _labels_around(text: str, point: XY) -> Iterator[Label]:
    x, y = point
    for ring in _RINGS:
        right, down = _GAP * ring, _LINE_HEIGHT * (ring - 1)
        for dy in (0.0, -down, down) if down else (0.0,):
            yield _anchored_label(text, x + right, y + dy, "start")
            yield _anchored_label(text, x - right, y + dy, "end")
        yield _anchored_label(text, x, y - right - 5, "middle")
        yield _anchored_label(text, x, y + right + 5, "middle")


def _labels_on_line(text: str, line: Sequence[XY]) -> Iterator[Label]:
    for share in _SHARES:
        position = share * (len(line) - 1)
        index = min(int(position), len(line) - 2)
        (x0, y0), (x1, y1) = line[index : index + 2]
        x, y = x0 + (position - index) * (x1 - x0), y0 + (position - index) * (y1 - y0)
        for down in (0.0, -_LINE_HEIGHT * 0.8, _LINE_HEIGHT * 0.8):
            yield _anchored_label(text, x, y + down, "middle")


def _anchored_label(text: str, x: float, y: float, anchor: Anchor) -> Label:
    width = text_width(text)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    box = Box(left - 1, y - _LINE_HEIGHT / 2 + 1, left + width + 1, y + _LINE_HEIGHT / 2 - 1)
    return Label(text, x, y + FONT * 0.35, anchor, box)
