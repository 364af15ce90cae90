"""Colours for a terminal: five names, or nothing at all."""

from __future__ import annotations

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}


class Paint:
    """Paints text if it is enabled.

    Examples
    --------
    >>> Paint(False)("red", "GEO301")
    'GEO301'
    """

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __call__(self, colour: str, text: str) -> str:
        """Return the text in a colour: bold, dim, red, green, yellow or cyan."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self._enabled else text
