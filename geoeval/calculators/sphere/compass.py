"""The thirty-two points of the compass."""

from __future__ import annotations

from enum import StrEnum

from geoeval.errors import UsageError, mismatch


class Compass(StrEnum):
    """The thirty-two points of the compass; ``Compass("north-east")`` reads any common spelling.

    Examples
    --------
    >>> Compass.NE.word, Compass.NE.degrees, Compass.NE == "NE"
    ('Northeast', 45.0, True)
    >>> Compass("South West")
    <Compass.SW: 'SW'>
    >>> Compass("upwards")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a compass point such as 'N' or 'northeast', got 'upwards'
    """

    N = "N"
    NbE = "NbE"
    NNE = "NNE"
    NEbN = "NEbN"
    NE = "NE"
    NEbE = "NEbE"
    ENE = "ENE"
    EbN = "EbN"
    E = "E"
    EbS = "EbS"
    ESE = "ESE"
    SEbE = "SEbE"
    SE = "SE"
    SEbS = "SEbS"
    SSE = "SSE"
    SbE = "SbE"
    S = "S"
    SbW = "SbW"
    SSW = "SSW"
    SWbS = "SWbS"
    SW = "SW"
    SWbW = "SWbW"
    WSW = "WSW"
    WbS = "WbS"
    W = "W"
    WbN = "WbN"
    WNW = "WNW"
    NWbW = "NWbW"
    NW = "NW"
    NWbN = "NWbN"
    NNW = "NNW"
    NbW = "NbW"

    @property
    def word(self) -> str:
        """Return the name in words: "Northeast", "North-northeast", "North by east"."""
        principal, by, quarter = self.value.partition("b")
        first, rest = principal[0], principal[1:]
        hyphen = "-" if len(rest) == 2 else ""
        words = f"{_NAMES[first]}{hyphen}{''.join(_NAMES[letter] for letter in rest).lower()}"
        return f"{words} by {_NAMES[quarter].lower()}" if by else words

    @property
    def degrees(self) -> float:
        """Return the direction in degrees clockwise from north."""
        return 11.25 * POINTS.index(self)

    @classmethod
    def _missing_(cls, value: object) -> Compass:
        """Return the point with a name in words or letters, ignoring case, spaces and hyphens."""
        spelled = _fold_letters(str(value))
        for point in cls:
            if spelled in (_fold_letters(point.word), _fold_letters(point.value)):
                return point
        raise mismatch(UsageError, "a compass point such as 'N' or 'northeast'", value)


_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
POINTS = tuple(Compass)
"""The points clockwise from north."""


_BETWEEN = dict.fromkeys(map(ord, " -._‐‑–"))


def _fold_letters(text: str) -> str:
    return text.translate(_BETWEEN).lower()
