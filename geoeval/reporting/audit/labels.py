"""Where names stand beside points so that none hides another, or a point."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from geoeval.reporting.safe import cut

FONT = 11.0
_LINE = 14.0
_GAP = 6.0
_RINGS = (1.0, 2.2, 3.6)
_NAME_COLUMNS = 26
Anchor = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A rectangle of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0.0) * max(height, 0.0)


class Label(NamedTuple):
    """A text with the point where it begins, ends or has its middle."""

    text: str
    x: float
    y: float
    anchor: Anchor
    box: Box


def text_width(text: str) -> float:
    """Return about how wide a text is in the font of pictures.

    Examples
    --------
    >>> text_width("mill") < text_width("MILL") < text_width("磨坊磨坊")
    True
    """
    return FONT * sum(map(_columns, text))


def short(name: str) -> str:
    """Return a name no longer than pictures have room for."""
    return cut(name, _NAME_COLUMNS)


def place_labels(
    texts: Sequence[str], points: Sequence[tuple[float, float]], width: float, height: float
) -> list[Label]:
    """Put each text beside its point, the first ones where they read best.

    Parameters
    ----------
    texts
        One for each of the first points.
    points
        All points that are drawn.
    width, height
        The size of the picture.

    Returns
    -------
    list of Label
        In the order of the texts: to the right if there is room, else to the left, above or
        below, farther off where it is crowded; where nothing is free, where the least is hidden.

    Examples
    --------
    >>> near = place_labels(["mill", "pier"], [(50, 50), (54, 50)], 200, 100)
    >>> near[0].box.overlap(near[1].box)
    0.0
    """
    taken = [Box(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    frame = Box(2, 2, width - 2, height - 2)
    labels = []
    for text, point in zip(texts, points, strict=False):
        best = min(_candidates(text, point), key=lambda one: _hidden(one.box, taken, frame))
        labels.append(best)
        taken.append(best.box)
    return labels


def _columns(character: str) -> float:
    """Return how wide a character is, in heights of the font."""
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in " ilj.,:;|!'()[]ft":
        return 0.34
    return 0.68 if character.isupper() else 0.55


def _candidates(text: str, point: tuple[float, float]) -> Iterator[Label]:
    """Yield the places beside a point at which a text may stand, the best first."""
    x, y = point
    wide = text_width(text)
    for ring in _RINGS:
        off, down = _GAP * ring, _LINE * (ring - 1)
        for dy in (0.0, -down, down) if down else (0.0,):
            yield _label(text, x + off, y + dy, "start", wide)
            yield _label(text, x - off, y + dy, "end", wide)
        yield _label(text, x, y - _GAP * ring - 5, "middle", wide)
        yield _label(text, x, y + _GAP * ring + 5, "middle", wide)


def _label(text: str, x: float, y: float, anchor: Anchor, wide: float) -> Label:
    """Return a text whose middle line is at a height."""
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = Box(left - 1, y - _LINE / 2 + 1, left + wide + 1, y + _LINE / 2 - 1)
    return Label(text, x, y + FONT * 0.35, anchor, box)


def _hidden(box: Box, taken: Sequence[Box], frame: Box) -> float:
    """Return how much of a box hides others, or lies outside the picture."""
    area = (box.right - box.left) * (box.bottom - box.top)
    outside = area - box.overlap(frame)
    return 10 * outside + sum(box.overlap(other) for other in taken)
