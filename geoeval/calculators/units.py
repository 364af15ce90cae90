"""Durations and distances as maps and people write them; clock times and numbers re-exported.

Parsing and finding share one grammar: a figure is one or several counts with units in descending
order ("1 hour 20 mins"); a count is a number, an article or a fraction. A formatted figure agrees
with its value (``agreement``).
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import Literal, NamedTuple

from geoeval.calculators.clock import clock_has_meridiem, find_clocks, format_clock, parse_clock
from geoeval.calculators.digits import (
    DIGITS,
    EXACT,
    FRACTION,
    HALF,
    QUARTER,
    THREE_QUARTERS,
    WORDS,
    Number,
    ascii_digits,
    check_magnitude,
    count_steps,
    parse_number,
    read_number,
    strip_figure,
)
from geoeval.errors import UnitError, mismatch

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
]

METRES_PER_MILE = 1609.344
"""Metres of the international mile (yard and pound agreement of 1959)."""


class _System(NamedTuple):
    """Two units of a system: the short one below a limit, then tenths of the long one."""

    short: str
    short_m: Decimal
    below: int
    long: str
    long_m: Decimal


_SYSTEMS = {
    "metric": _System("m", Decimal(1), 1000, "km", Decimal(1000)),
    "imperial": _System("ft", Decimal("0.3048"), 528, "mi", Decimal("1609.344")),
}


_COUNT = (
    r"(?:(?P<three>three[\s-]quarters\s+of\s+an?)|(?P<quarter>(?:a\s+)?quarter\s+(?:of\s+)?an?)"
    r"|(?P<half>half(?:[\s-]+(?:of\s+)?an?)?|a\s+half)"
    rf"|(?P<number>(?:{DIGITS}[\s-]?)?{FRACTION}|{DIGITS}|{WORDS})(?P<number_half>\s+and\s+a\s+half)?"
    r"|(?P<article>an?(?=[\s-]+[a-z]{3})))"
)
_STOP = r"(?:(?<=wk|hr|in|mi|km|yd|ft)|(?<=wks|hrs|ins|kms|yds))\."  # after an abbreviation
_RESPECTIVELY = re.compile(r"\s*(?:,\s*)?respectively\b")
_LISTED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}
_IN_WORDS = {
    "three": THREE_QUARTERS,
    "quarter": QUARTER,
    "half": HALF,
    "article": Number(Decimal(1), Decimal(1)),
}


class Unit(NamedTuple):
    """One unit: the pattern of its names, its size, and whether "a" or "half a" may count it."""

    names: str
    size: Decimal
    counted_in_words: bool = True


class Figure(NamedTuple):
    """A figure in a text: its span, its number in the base unit, the step of its last count."""

    start: int
    end: int
    number: Number


class Grammar:
    """The figures of one dimension: units from large to small, and the words between two counts."""

    def __init__(self, units: tuple[Unit, ...], joins: str) -> None:
        self.units = units
        self.joins = joins

    @cached_property
    def part(self) -> str:
        """The pattern of one count with its unit."""
        names = "|".join(f"(?P<u{rank}>{unit.names})" for rank, unit in enumerate(self.units))
        return (
            rf"{_COUNT}(?:(?<=[a-z])[\s-]+|(?<![a-z])[\s-]*)(?:{names})(?![^\W\d_]|[²³]|/\s?[hs]\b)"
            r"(?P<and_half>\s+and\s+a\s+half(?![\s-]+(?:an?\s+)?(?:hour|mile|kilo)))?"
        )

    @cached_property
    def first(self) -> re.Pattern[str]:
        """The pattern that begins a figure: not inside a word, a number or a range."""
        return re.compile(rf"(?<![\w:])(?<!\d[.,'’–/-]){self.part}")

    @cached_property
    def next(self) -> re.Pattern[str]:
        """The pattern that continues a figure."""
        return re.compile(rf"(?:{_STOP})?(?P<join>{self.joins}){self.part}")

    def find(self, text: str) -> list[Figure]:
        """Return every figure of a text in ASCII digits."""
        text = text.translate(_LOWER)
        found = []
        position = 0
        while match := self.first.search(text, position):
            position = match.end()
            start, rank, number = match.start(), self.rank(match), self.number(match)
            if not (match["number"] or self.units[rank].counted_in_words):
                continue
            while (more := self.next.match(text, position)) and self.continues(more, rank):
                part = self.number(more)
                number = Number(EXACT.add(number.amount, part.amount), part.step)
                position, rank = more.end(), self.rank(more)
            found.append(Figure(start, position, number))
        return found

    def size(self, name: str) -> Decimal | None:
        """Return the size of a unit in the base unit, or None for an unknown name."""
        name = name.translate(_LOWER)
        return next((u.size for u in self.units if re.fullmatch(u.names, name)), None)

    def rank(self, match: re.Match[str]) -> int:
        """Return the index of the unit of a match."""
        return next(rank for rank in range(len(self.units)) if match[f"u{rank}"])

    def number(self, match: re.Match[str]) -> Number:
        """Return a count with its unit in the base unit."""
        if match["number"]:
            count = read_number(match["number"])
            count = count.plus(HALF) if match["number_half"] else count
        else:
            count = next(number for name, number in _IN_WORDS.items() if match[name])
        count = count.plus(HALF) if match["and_half"] else count
        return count.times(self.units[self.rank(match)].size)

    def continues(self, match: re.Match[str], rank: int) -> bool:
        """Return whether a further count belongs to the figure, not to a list."""
        if not match["number"] or self.rank(match) <= rank:
            return False
        join = match["join"].strip()
        if join and _RESPECTIVELY.match(match.string, match.end()):
            return False
        listed = _LISTED.match(match.string, match.end())
        return not (join == "," and listed and self.first.match(match.string, listed.end()))


DURATIONS = Grammar(
    (
        Unit(r"weeks?|wks?", Decimal(604800), counted_in_words=False),
        Unit(r"days?", Decimal(86400), counted_in_words=False),
        Unit(r"hours?|hrs?|h", Decimal(3600)),
        Unit(r"minutes?|mins?", Decimal(60)),
        Unit(r"seconds?|secs?|s", Decimal(1), counted_in_words=False),
    ),
    r"\s*,\s*|\s+and\s+|\s*",
)
"""Durations, in seconds."""

DISTANCES = Grammar(
    (
        Unit(r"nautical\s+miles?|nmi", Decimal(1852)),
        Unit(r"miles?|mi", Decimal("1609.344")),
        Unit(r"kilomet(?:er|re)s?|kms?", Decimal(1000)),
        Unit(r"met(?:er|re)s?|m", Decimal(1)),
        Unit(r"yards?|yds?", Decimal("0.9144")),
        Unit(r"feet|foot|ft", Decimal("0.3048")),
    ),
    r"\s+",
)
"""Distances, in metres."""

distances = DISTANCES.find
"""Return the distances of a text in ASCII digits."""

_COMPACT = re.compile(
    r"(?<![\w:.,])(\d{1,3})\s?h(?:([0-5]\d)|\s?([0-5]?\d)\s?m)(?!\w)", re.IGNORECASE
)
_ISO = re.compile(
    r"P(?=T?\d)(?:<W)?(?:<D)?(?:T(?=\d)(?:<H)?(?:<M)?(?:<S)?)?".replace(
        "<", r"(\d{1,15}(?:[.,]\d{1,9})?)"
    )
)


def find_all_durations(text: str) -> list[Figure]:
    """Return the durations of a text in ASCII digits, "1h20" among them."""
    compact = [
        Figure(
            match.start(),
            match.end(),
            Number(Decimal(3600 * int(match[1]) + 60 * int(match[2] or match[3])), Decimal(60)),
        )
        for match in _COMPACT.finditer(text)
    ]
    taken = {figure.start for figure in compact}
    written = [figure for figure in DURATIONS.find(text) if figure.start not in taken]
    return sorted(compact + written)


def parse_whole(text: str, find: Callable[[str], list[Figure]]) -> Number | None:
    """Return the number of a text that is one figure, else None."""
    figure = strip_figure(text)
    match find(figure):
        case [Figure(0, end, number)] if end == len(figure):
            return number
    return None


def find_durations(text: str) -> list[tuple[int, int, int]]:
    """Return all durations in a text with their spans.

    "1 hour and 30 minutes" is one duration; "1 hour, 30 minutes and 2 hours" is a list of three,
    and so are counts before "respectively".

    A find is (start, end, seconds): offsets into the text, end exclusive, and whole seconds.
    """
    return [
        (start, end, count_steps(number.amount, Decimal(1)))
        for start, end, number in find_all_durations(ascii_digits(text))
    ]


def parse_duration(text: str) -> int:
    """Return the seconds of a duration.

    Parameters
    ----------
    text
        One duration: "1 hour 0 mins", "1 hr. 10 min.", "1 1/2 hours", "an hour", "1h20",
        "2 weeks"; or one of ISO 8601 without years and months, such as "PT1H30M".

    Returns
    -------
    int
        Whole seconds, halves rounded up.

    Raises
    ------
    UnitError
        If the whole text is not one duration.

    Examples
    --------
    >>> parse_duration("2 hour 13 mins"), parse_duration("half an hour"), parse_duration("PT1H30M")
    (7980, 1800, 5400)
    >>> parse_duration("soon")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a duration such as '1 hour 20 mins', got 'soon'
    """
    number = parse_whole(text, find_all_durations) or _read_iso(text)
    if number is None:
        raise mismatch(UnitError, "a duration such as '1 hour 20 mins'", text)
    return count_steps(number.amount, Decimal(1))


def _read_iso(text: str) -> Number | None:
    match = _ISO.fullmatch(strip_figure(text))
    if match is None:
        return None
    seconds = Decimal(0)
    for count, unit in zip(match.groups("0"), DURATIONS.units, strict=True):
        seconds = EXACT.add(seconds, EXACT.multiply(Decimal(count.replace(",", ".")), unit.size))
    return Number(seconds, Decimal(1))


def find_distances(text: str) -> list[tuple[int, int, float]]:
    """Return all distances in a text with their spans.

    A find is (start, end, metres): offsets into the text, end exclusive. Speeds ("60 km/h") are
    not distances.
    """
    return [
        (start, end, float(number.amount)) for start, end, number in distances(ascii_digits(text))
    ]


def parse_distance(text: str) -> float:
    """Return the metres of a distance.

    Parameters
    ----------
    text
        One distance in metres, kilometres, miles, yards, feet or nautical miles, such as
        "1,200 m" or "1 1/2 miles".

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
    >>> parse_distance("1,200 m"), parse_distance("3/4 mile")
    (1200.0, 1207.008)
    >>> parse_distance("5")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a distance such as '1.2 km' or '500 ft', got '5'
    """
    number = parse_whole(text, distances)
    if number is None:
        raise mismatch(UnitError, "a distance such as '1.2 km' or '500 ft'", text)
    return float(number.amount)


def format_duration(seconds: float) -> str:
    """Return a duration in the words of a map service.

    Parameters
    ----------
    seconds
        Seconds, 0 or more and below 1e15; rounded to whole ones, halves up.

    Returns
    -------
    str
        Days, hours, minutes and seconds from the largest unit down to the minutes ("1 hour 0
        mins", as on maps); seconds only if there are any.

    Raises
    ------
    UnitError
        If the duration is negative, not a number or out of range.

    Examples
    --------
    >>> format_duration(4800), format_duration(3600), format_duration(60), format_duration(75)
    ('1 hour 20 mins', '1 hour 0 mins', '1 min', '1 min 15 secs')
    """
    rest = count_steps(check_magnitude(seconds, "duration of 0 or more seconds"), Decimal(1))
    parts: list[str] = []
    for name, size in (("day", 86400), ("hour", 3600), ("min", 60), ("sec", 1)):
        count, rest = divmod(rest, size)
        if count or (parts and name in {"hour", "min"}):
            parts.append(f"{count} {name}{'s' * (count != 1)}")
    return " ".join(parts) or "0 mins"


def format_distance(metres: float, system: Literal["metric", "imperial"] = "metric") -> str:
    """Return a distance in the words of a map service, rounded as they do.

    Parameters
    ----------
    metres
        Metres, 0 or more and below 1e15.
    system
        "metric" for metres and kilometres, "imperial" for feet and miles.

    Returns
    -------
    str
        Whole metres below 1 km (feet below 0.1 mi), then tenths of a kilometre (mile) below
        100, then whole ones; halves rounded up.

    Raises
    ------
    UnitError
        If the distance is negative, not a number or out of range, or the system is unknown.

    Examples
    --------
    >>> format_distance(850), format_distance(13_450), format_distance(1_242_100)
    ('850 m', '13.5 km', '1,242 km')
    >>> format_distance(120, "imperial"), format_distance(500, "imperial")
    ('394 ft', '0.3 mi')
    """
    used = _SYSTEMS.get(system) if isinstance(system, str) else None
    if used is None:
        raise mismatch(UnitError, "the system 'metric' or 'imperial'", system)
    distance = check_magnitude(metres, "distance of 0 or more metres")
    short = count_steps(distance, used.short_m)
    if short < used.below:
        return f"{short} {used.short}"
    tenths = count_steps(distance, used.long_m / 10)
    if tenths < 1000:
        return f"{tenths // 10}.{tenths % 10} {used.long}"
    return f"{count_steps(distance, used.long_m):,} {used.long}"
