"""Durations and distances as maps and people write them; re-exports clock times and numbers.

Parsing and finding share a grammar: a figure is one or more counts with units in descending order
("1 hour 20 mins"), and a count is a number, an article or a fraction. A formatted figure always
agrees with its value (see ``agreement``).
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
"""Metres in an international mile (yard and pound agreement of 1959)."""


class _System(NamedTuple):
    """Two units of length: the short one is used below ``short_below``, then the long one."""

    short: str
    short_m: Decimal
    short_below: int
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
_FULL_STOP = r"(?:(?<=wk|hr|in|mi|km|yd|ft)|(?<=wks|hrs|ins|kms|yds))\."  # after an abbreviation
_RESPECTIVELY = re.compile(r"\s*(?:,\s*)?respectively\b")
_LIST_SEPARATOR = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_ASCII_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}
_NUMBERS_IN_WORDS = {
    "three": THREE_QUARTERS,
    "quarter": QUARTER,
    "half": HALF,
    "article": Number(Decimal(1), Decimal(1)),
}


class Unit(NamedTuple):
    """A unit: a pattern for its names, its size, and whether "a" or "half a" may count it."""

    names: str
    size: Decimal
    counted_in_words: bool = True


class Figure(NamedTuple):
    """A figure in a text: its span, and its number in the base unit."""

    start: int
    end: int
    number: Number


class Grammar:
    """A grammar for figures: units from large to small, and a pattern for the words in between."""

    def __init__(self, units: tuple[Unit, ...], joins: str) -> None:
        self.units = units
        self.joins = joins

    @cached_property
    def part(self) -> str:
        """The pattern for one count with its unit."""
        names = "|".join(f"(?P<u{rank}>{unit.names})" for rank, unit in enumerate(self.units))
        return (
            rf"{_COUNT}(?:(?<=[a-z])[\s-]+|(?<![a-z])[\s-]*)(?:{names})(?![^\W\d_]|[²³]|/\s?[hs]\b)"
            r"(?P<and_half>\s+and\s+a\s+half(?![\s-]+(?:an?\s+)?(?:hour|mile|kilo)))?"
        )

    @cached_property
    def first(self) -> re.Pattern[str]:
        """The pattern for the start of a figure, outside words, numbers and ranges."""
        return re.compile(rf"(?<![\w:])(?<!\d[.,'’–/-]){self.part}")

    @cached_property
    def next(self) -> re.Pattern[str]:
        """The pattern for the next count of a figure."""
        return re.compile(rf"(?:{_FULL_STOP})?(?P<join>{self.joins}){self.part}")

    def find(self, text: str) -> list[Figure]:
        """Return all figures in a text whose digits are ASCII."""
        text = text.translate(_ASCII_LOWER)
        figures = []
        position = 0
        while match := self.first.search(text, position):
            position = match.end()
            start, rank, number = match.start(), self.rank(match), self.number(match)
            if not (match["number"] or self.units[rank].counted_in_words):
                continue
            while (following := self.next.match(text, position)) and self.continues(
                following, rank
            ):
                part = self.number(following)
                number = Number(EXACT.add(number.amount, part.amount), part.step)
                position, rank = following.end(), self.rank(following)
            figures.append(Figure(start, position, number))
        return figures

    def size(self, name: str) -> Decimal | None:
        """Return the size of a unit in the base unit, or None for an unknown name."""
        name = name.translate(_ASCII_LOWER)
        return next((u.size for u in self.units if re.fullmatch(u.names, name)), None)

    def rank(self, match: re.Match[str]) -> int:
        """Return the zero-based rank of the unit of a match; the largest unit has rank 0."""
        return next(rank for rank in range(len(self.units)) if match[f"u{rank}"])

    def number(self, match: re.Match[str]) -> Number:
        """Return the number of a match in the base unit."""
        if match["number"]:
            count = read_number(match["number"])
            count = count.plus(HALF) if match["number_half"] else count
        else:
            count = next(number for name, number in _NUMBERS_IN_WORDS.items() if match[name])
        count = count.plus(HALF) if match["and_half"] else count
        return count.times(self.units[self.rank(match)].size)

    def continues(self, match: re.Match[str], rank: int) -> bool:
        """Return whether the next count belongs to the same figure and not to a list of figures."""
        if not match["number"] or self.rank(match) <= rank:
            return False
        join = match["join"].strip()
        if join and _RESPECTIVELY.match(match.string, match.end()):
            return False
        separator = _LIST_SEPARATOR.match(match.string, match.end())
        return not (join == "," and separator and self.first.match(match.string, separator.end()))


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
"""Return the distances in a text whose digits are ASCII."""

_COMPACT = re.compile(
    r"(?<![\w:.,])(\d{1,3})\s?h(?:([0-5]\d)|\s?([0-5]?\d)\s?m)(?!\w)", re.IGNORECASE
)
_ISO = re.compile(
    r"P(?=T?\d)(?:<W)?(?:<D)?(?:T(?=\d)(?:<H)?(?:<M)?(?:<S)?)?".replace(
        "<", r"(\d{1,15}(?:[.,]\d{1,9})?)"
    )
)


def find_all_durations(text: str) -> list[Figure]:
    """Return the durations in a text whose digits are ASCII, including forms such as "1h20"."""
    compact = [
        Figure(
            match.start(),
            match.end(),
            Number(Decimal(3600 * int(match[1]) + 60 * int(match[2] or match[3])), Decimal(60)),
        )
        for match in _COMPACT.finditer(text)
    ]
    compact_starts = {figure.start for figure in compact}
    spelled_out = [figure for figure in DURATIONS.find(text) if figure.start not in compact_starts]
    return sorted(compact + spelled_out)


def parse_whole(text: str, find: Callable[[str], list[Figure]]) -> Number | None:
    """Return the number of a text that is exactly one figure, else None."""
    figure = strip_figure(text)
    match find(figure):
        case [Figure(0, end, number)] if end == len(figure):
            return number
    return None


def find_durations(text: str) -> list[tuple[int, int, int]]:
    """Return all durations in a text with their spans.

    "1 hour and 30 minutes" is one duration; "1 hour, 30 minutes and 2 hours" is a list of three.
    Counts before "respectively" are a list too.

    Each item is (start, end, seconds): offsets into the text, end exclusive, and whole seconds.
    """
    return [
        (start, end, count_steps(number.amount, Decimal(1)))
        for start, end, number in find_all_durations(ascii_digits(text))
    ]


def parse_duration(text: str) -> int:
    """Return a duration in seconds.

    Parameters
    ----------
    text
        One duration: "1 hour 0 mins", "1 hr. 10 min.", "1 1/2 hours", "an hour", "1h20",
        "2 weeks"; or an ISO 8601 duration without years and months, such as "PT1H30M".

    Returns
    -------
    int
        Whole seconds, halves rounded up.

    Raises
    ------
    UnitError
        If the text is not exactly one duration.

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

    Each item is (start, end, metres): offsets into the text, end exclusive, and metres. Speeds
    ("60 km/h") are not distances.
    """
    return [
        (start, end, float(number.amount)) for start, end, number in distances(ascii_digits(text))
    ]


def parse_distance(text: str) -> float:
    """Return a distance in metres.

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
        If the text is not exactly one distance with its unit.

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
        Seconds, from 0 to below 1e15, rounded to whole seconds, halves up.

    Returns
    -------
    str
        Days, hours and minutes, from the largest unit that is not zero ("1 hour 0 mins", as on
        maps), and seconds if they are not zero.

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
    """Return a distance in the words of a map service, rounded as maps round it.

    Parameters
    ----------
    metres
        Metres, from 0 to below 1e15.
    system
        "metric" for metres and kilometres, "imperial" for feet and miles.

    Returns
    -------
    str
        Whole metres below 1 km (feet below 0.1 mi), tenths of a kilometre (mile) below 100,
        and whole kilometres (miles) from there on, with halves rounded up.

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
    units = _SYSTEMS.get(system) if isinstance(system, str) else None
    if units is None:
        raise mismatch(UnitError, "the system 'metric' or 'imperial'", system)
    distance = check_magnitude(metres, "distance of 0 or more metres")
    short = count_steps(distance, units.short_m)
    if short < units.short_below:
        return f"{short} {units.short}"
    tenths = count_steps(distance, units.long_m / 10)
    if tenths < 1000:
        return f"{tenths // 10}.{tenths % 10} {units.long}"
    return f"{count_steps(distance, units.long_m):,} {units.long}"
