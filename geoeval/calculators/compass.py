"""The sixteen points of the compass."""

from __future__ import annotations

from enum import StrEnum

from geoeval.errors import UsageError, quote


class Compass(StrEnum):
    """The sixteen points of the compass; ``Compass("north-east")`` reads any common spelling.

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
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"

    @property
    def word(self) -> str:
        """Return the name in words: "Northeast", "North-northeast"."""
        first, rest = self.value[0], self.value[1:]
        hyphen = "-" if len(rest) == 2 else ""
        return f"{_NAMES[first]}{hyphen}{''.join(_NAMES[letter] for letter in rest).lower()}"

    @property
    def degrees(self) -> float:
        """Return the direction in degrees clockwise from north."""
        return 22.5 * POINTS.index(self)

    @classmethod
    def _missing_(cls, value: object) -> Compass:
        """Find a point by its name in words or letters, whatever the case and hyphens."""
        spelled = _letters(str(value))
        for point in cls:
            if spelled in (_letters(point.word), _letters(point.value)):
                return point
        message = f"expected a compass point such as 'N' or 'northeast', got {quote(value)}"
        raise UsageError(message)


_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
POINTS = tuple(Compass)
"""The points clockwise from north."""


def _letters(text: str) -> str:
    """Return the letters of a spelling in lower case."""
    return "".join(filter(str.isalpha, text)).lower()
