"""Durations and distances as maps and people write them; clock times and numbers re-exported.

Parsing and finding share one grammar (``figures``): a figure is one or several counts with
units in descending order ("1 hour 20 mins"), a count is a number, an article or a fraction.
"""

from __future__ import annotations

import re

from geoeval.calculators.clock import clock_has_meridiem, find_clocks, format_clock, parse_clock
from geoeval.calculators.digits import ascii_digits, parse_number, rounding, strip_figure
from geoeval.calculators.figures import Grammar, Unit
from geoeval.errors import UnitError, quote

__all__ = [
    "METRES_PER_MILE",
    "ascii_digits",
    "clock_has_meridiem",
    "find_clocks",
    "find_distances",
    "find_durations",
    "format_clock",
    "format_distance",
    "format_duration",
    "parse_clock",
    "parse_distance",
    "parse_duration",
    "parse_number",
    "rounding",
]

METRES_PER_MILE = 1609.344
"""Metres of the international mile (yard and pound agreement of 1959)."""

_DURATIONS = Grammar(
    (
        Unit(r"days?", 86400, counted_in_words=False),
        Unit(r"hours?|hrs?|h", 3600),
        Unit(r"minutes?|mins?", 60),
        Unit(r"seconds?|secs?|s", 1, counted_in_words=False),
    ),
    r"\s*,\s*|\s+and\s+|\s*",
)
_DISTANCES = Grammar(
    (
        Unit(r"nautical\s+miles?|nmi", 1852),
        Unit(r"miles?|mi", METRES_PER_MILE),
        Unit(r"kilomet(?:er|re)s?|kms?", 1000),
        Unit(r"met(?:er|re)s?|m", 1),
        Unit(r"yards?|yds?", 0.9144),
        Unit(r"feet|foot|ft", 0.3048),
    ),
    r"\s+",
)
_COMPACT = re.compile(
    r"(?<![\w:.,])(\d{1,3})\s?h(?:([0-5]\d)|\s?([0-5]?\d)\s?m)(?!\w)", re.IGNORECASE
)


def find_durations(text: str) -> list[tuple[int, int, int]]:
    """Return all durations in a text with their spans.

    "1 hour and 30 minutes" is one duration; "1 hour, 30 minutes and 2 hours" is a list of
    three, and so is what "respectively" follows.

    Parameters
    ----------
    text
        Free text.

    Returns
    -------
    list of (start, end, seconds)
        Offsets into the text, end exclusive, and whole seconds.

    Examples
    --------
    >>> find_durations("90 minutes there, then half an hour back")
    [(0, 10, 5400), (23, 35, 1800)]
    """
    plain = ascii_digits(text)
    compact = [
        (match.start(), match.end(), 3600 * int(match[1]) + 60 * int(match[2] or match[3]))
        for match in _COMPACT.finditer(plain)
    ]
    taken = {start for start, _, _ in compact}
    written = [
        (start, end, round(value))
        for start, end, value in _DURATIONS.find(plain)
        if start not in taken
    ]
    return sorted(compact + written)


def parse_duration(text: str) -> int:
    """Return the seconds that a duration lasts.

    Parameters
    ----------
    text
        One duration: "1 hour 0 mins", "1hours 10 mins", "1.5 hours", "an hour", "1h20".

    Returns
    -------
    int
        Whole seconds.

    Raises
    ------
    UnitError
        If the whole text is not one duration.

    Examples
    --------
    >>> parse_duration("2 hour 13 mins"), parse_duration("half an hour")
    (7980, 1800)
    >>> parse_duration("soon")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a duration such as '1 hour 20 mins', got 'soon'
    """
    figure = strip_figure(text)
    match find_durations(figure):
        case [(0, end, value)] if end == len(figure):
            return value
    message = f"expected a duration such as '1 hour 20 mins', got {quote(text)}"
    raise UnitError(message)


def find_distances(text: str) -> list[tuple[int, int, float]]:
    """Return all distances in a text with their spans.

    Parameters
    ----------
    text
        Free text; speeds ("60 km/h") are not distances.

    Returns
    -------
    list of (start, end, metres)
        Offsets into the text, end exclusive, and metres.

    Examples
    --------
    >>> find_distances("within 500 m, or half a mile")
    [(7, 12, 500.0), (17, 28, 804.672)]
    """
    return _DISTANCES.find(ascii_digits(text))


def parse_distance(text: str) -> float:
    """Return the metres that a distance measures.

    Parameters
    ----------
    text
        One distance in metres, kilometres, miles, yards, feet or nautical miles.

    Returns
    -------
    float
        Metres.

    Raises
    ------
    UnitError
        If the whole text is not one distance with its unit.

    Examples
    --------
    >>> parse_distance("1,200 m"), parse_distance("13.45 kilometers")
    (1200.0, 13450.0)
    >>> parse_distance("5")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a distance such as '1.2 km' or '500 ft', got '5'
    """
    metres = _DISTANCES.whole(text)
    if metres is None:
        message = f"expected a distance such as '1.2 km' or '500 ft', got {quote(text)}"
        raise UnitError(message)
    return metres


def format_duration(seconds: float) -> str:
    """Return a duration in the words of a map service.

    Parameters
    ----------
    seconds
        Seconds, 0 or more; rounded to whole ones.

    Returns
    -------
    str
        Days, hours, minutes and seconds without those that are zero; "0 mins" for nothing.

    Raises
    ------
    UnitError
        If the duration is negative or not a number.

    Examples
    --------
    >>> format_duration(4800), format_duration(60)
    ('1 hour 20 mins', '1 min')
    """
    rest = round(_magnitude(seconds, "duration of 0 or more seconds"))
    parts = []
    for name, size in (("day", 86400), ("hour", 3600), ("min", 60), ("sec", 1)):
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {name}{'s' * (count > 1)}")
    return " ".join(parts) or "0 mins"


def format_distance(metres: float) -> str:
    """Return a distance in the words of a map service, rounded as they do.

    Parameters
    ----------
    metres
        Metres, 0 or more.

    Returns
    -------
    str
        Whole metres below 1 km, tenths of a kilometre below 100 km, then whole kilometres.

    Raises
    ------
    UnitError
        If the distance is negative or not a number.

    Examples
    --------
    >>> format_distance(850), format_distance(13_450), format_distance(242_100)
    ('850 m', '13.4 km', '242 km')
    """
    if _magnitude(metres, "distance of 0 or more metres") < 999.5:
        return f"{metres:.0f} m"
    kilometres = metres / 1000
    return f"{kilometres:.1f} km" if kilometres < 99.95 else f"{kilometres:.0f} km"


def _magnitude(value: float, expected: str) -> float:
    """Return a number that is finite and not negative."""
    if not 0 <= value < float("inf"):
        message = f"expected a {expected}, got {quote(value)}"
        raise UnitError(message)
    return value
