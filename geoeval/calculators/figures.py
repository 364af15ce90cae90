"""The grammar of figures: one or several counts with units, in whole texts and inside them.

A figure is kept exact, with the step of its last count, until a caller wants a float.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from geoeval.calculators.decimals import EXACT
from geoeval.calculators.digits import (
    DIGITS,
    HALF,
    QUARTER,
    THREE_QUARTERS,
    WORDS,
    Number,
    read_number,
    strip_figure,
)

_COUNT = (
    r"(?:(?P<three>three[\s-]quarters\s+of\s+an?)|(?P<quarter>(?:a\s+)?quarter\s+(?:of\s+)?an?)"
    r"|(?P<half>half(?:[\s-]+(?:of\s+)?an?)?|a\s+half)"
    rf"|(?P<number>(?:{DIGITS})?\s?[¼½¾]|{DIGITS}|{WORDS})(?P<number_half>\s+and\s+a\s+half)?"
    r"|(?P<article>an?(?=[\s-]+[a-z]{3})))"
)
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
    """The figures of one dimension: units from large to small, and what joins two counts."""

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
        return re.compile(rf"(?<![\w:])(?<!\d[.,'’–-]){self.part}")

    @cached_property
    def next(self) -> re.Pattern[str]:
        """The pattern that goes on with a figure."""
        return re.compile(rf"(?P<join>{self.joins}){self.part}")

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
        """Return the size of a unit in the base unit, or None for a name of no unit."""
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
        """Return whether a further count belongs to the figure rather than to a list of them."""
        if not match["number"] or self.rank(match) <= rank:
            return False
        join = match["join"].strip()
        if join and _RESPECTIVELY.match(match.string, match.end()):
            return False
        listed = _LISTED.match(match.string, match.end())
        return not (join == "," and listed and self.first.match(match.string, listed.end()))


DURATIONS = Grammar(
    (
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

_COMPACT = re.compile(
    r"(?<![\w:.,])(\d{1,3})\s?h(?:([0-5]\d)|\s?([0-5]?\d)\s?m)(?!\w)", re.IGNORECASE
)


def durations(text: str) -> list[Figure]:
    """Return the durations of a text in ASCII digits, "1h20" among them.

    Examples
    --------
    >>> [float(found.number.amount) for found in durations("1h20 there, 90 mins back")]
    [4800.0, 5400.0]
    """
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


def distances(text: str) -> list[Figure]:
    """Return the distances of a text in ASCII digits.

    Examples
    --------
    >>> distances("400 ft")[0].number
    Number(amount=Decimal('121.9200'), step=Decimal('0.3048'))
    """
    return DISTANCES.find(text)


def whole(text: str, find: Callable[[str], list[Figure]]) -> Number | None:
    """Return the number of a text that is one figure, else None.

    Examples
    --------
    >>> whole(" 5 km. ", distances)
    Number(amount=Decimal('5000'), step=Decimal('1000'))
    >>> whole("5 km away", distances) is None
    True
    """
    figure = strip_figure(text)
    match find(figure):
        case [Figure(0, end, number)] if end == len(figure):
            return number
    return None
