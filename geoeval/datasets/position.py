"""From offsets in a text to lines and columns."""

from __future__ import annotations


class Positions:
    r"""Turns rising offsets of a text into lines and columns, counting each newline once.

    Examples
    --------
    >>> positions = Positions("ab\n cd")
    >>> positions.at(1), positions.at(4)
    ((1, 2), (2, 2))
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._start, self._seen = 1, 0, 0

    def at(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset not before the line of the last one."""
        newlines = self._text.count("\n", self._seen, offset)
        if newlines:
            self._line += newlines
            self._start = self._text.rfind("\n", self._seen, offset) + 1
        self._seen = max(self._seen, offset)
        return self._line, offset - self._start + 1
