"""The grammar of figures: one or several counts with units, in whole texts and inside them."""

from __future__ import annotations

import re
import string
from functools import cached_property
from typing import NamedTuple

from geoeval.calculators.digits import DIGITS, WORDS, parse_number, strip_figure

_COUNT = (
    r"(?:(?P<three>three[\s-]quarters\s+of\s+an?)|(?P<quarter>(?:a\s+)?quarter\s+(?:of\s+)?an?)"
    r"|(?P<half>half(?:[\s-]+(?:of\s+)?an?)?|a\s+half)"
    rf"|(?P<number>(?:{DIGITS})?\s?[¼½¾]|{DIGITS}|{WORDS})(?P<number_half>\s+and\s+a\s+half)?"
    r"|(?P<article>an?(?=[\s-]+[a-z]{3})))"
)
_RESPECTIVELY = re.compile(r"\s*,?\s*respectively\b")
_LISTED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_LOWER = {ord(letter): letter.lower() for letter in string.ascii_uppercase}
_FRACTIONS = {"three": 0.75, "quarter": 0.25, "half": 0.5, "article": 1.0}


class Unit(NamedTuple):
    """One unit: the pattern of its names, its size, and whether "a" or "half a" may count it."""

    names: str
    size: float
    counted_in_words: bool = True


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

    def find(self, text: str) -> list[tuple[int, int, float]]:
        """Return (start, end, value) of every figure of a text in ASCII digits."""
        text = text.translate(_LOWER)
        found = []
        position = 0
        while match := self.first.search(text, position):
            position = match.end()
            start, rank, value = match.start(), self.rank(match), self.value(match)
            if not (match["number"] or self.units[rank].counted_in_words):
                continue
            while (more := self.next.match(text, position)) and self.continues(more, rank):
                value += self.value(more)
                position, rank = more.end(), self.rank(more)
            found.append((start, position, value))
        return found

    def whole(self, text: str) -> float | None:
        """Return the value of a text that is one figure."""
        figure = strip_figure(text)
        match self.find(figure):
            case [(0, end, value)] if end == len(figure):
                return value
        return None

    def rank(self, match: re.Match[str]) -> int:
        """Return the index of the unit of a match."""
        return next(rank for rank in range(len(self.units)) if match[f"u{rank}"])

    def value(self, match: re.Match[str]) -> float:
        """Return the value of a count with its unit."""
        if match["number"]:
            count = parse_number(match["number"]) + (0.5 if match["number_half"] else 0.0)
        else:
            count = next(size for name, size in _FRACTIONS.items() if match[name])
        return (count + (0.5 if match["and_half"] else 0.0)) * self.units[self.rank(match)].size

    def continues(self, match: re.Match[str], rank: int) -> bool:
        """Return whether a further count belongs to the figure rather than to a list of them."""
        if not match["number"] or self.rank(match) <= rank:
            return False
        join = match["join"].strip()
        if join and _RESPECTIVELY.match(match.string, match.end()):
            return False
        listed = _LISTED.match(match.string, match.end())
        return not (join == "," and listed and self.first.match(match.string, listed.end()))
