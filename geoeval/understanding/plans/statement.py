"""One sentence of a prompt or a plan: what it mentions, in order, and its other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal, NamedTuple

from geoeval.calculators.clock import find_clocks
from geoeval.calculators.units import find_durations
from geoeval.errors import quote
from geoeval.understanding.text import Token, clean, tokenise

Kind = Literal["name", "clock", "minutes", "day", "days", "count", "word"]
_DAY = re.compile(r"\bdays?\s+(?P<first>\d{1,4})(?:\s*-\s*(?P<last>\d{1,4}))?\b", re.IGNORECASE)
_DAYS = re.compile(r"\b(?P<number>\d{1,4})[\s-]+days?\b", re.IGNORECASE)
_EMPHASIS = "**"
_SPLIT_OFF = re.compile(r" (?='(?:d|ll|re|ve)\b)")  # as ``clean`` parts "you'd"
_JOINTS = ("", "-", "'", ".")


class Part(NamedTuple):
    """A mention or a word: as written (a word in small letters), its figure, its offset.

    The figure of a clock is in minutes after midnight, that of a length in its unit.
    """

    kind: Kind
    text: str
    start: int
    figure: int = 0


@dataclass(frozen=True)
class Statement:
    """A sentence with its 1-based line."""

    line: int
    text: str
    parts: tuple[Part, ...]

    @cached_property
    def shape(self) -> tuple[Kind, ...]:
        """The kinds of what is mentioned, words aside."""
        return tuple(part.kind for part in self.parts if part.kind != "word")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that are no part of a mention."""
        return tuple(part.text for part in self.parts if part.kind == "word")

    def names(self) -> list[str]:
        """Return the names that are mentioned."""
        return [part.text for part in self.parts if part.kind == "name"]

    def figures(self, kind: Kind) -> list[int]:
        """Return the figures of one kind that are mentioned."""
        return [part.figure for part in self.parts if part.kind == kind]

    def __str__(self) -> str:
        return f"line {self.line}: {quote(self.text)}"


def read_statements(
    lines: Iterable[tuple[int, str]], known: Iterable[str], vocabulary: frozenset[str]
) -> Iterator[Statement]:
    """Yield the sentences of some lines.

    Parameters
    ----------
    lines
        Numbered lines; a sentence does not go beyond its line.
    known
        Names that are known already, found whole wherever they stand.
    vocabulary
        Words that are none of a name even where they are written with a capital letter; other
        such words are.

    Yields
    ------
    Statement
        In their order.

    Examples
    --------
    >>> said = read_statements([(1, "Meet Ada at Old Pier at 9:30AM.")], (), frozenset({"meet"}))
    >>> [(part.kind, part.text) for part in next(said).parts]
    [('word', 'meet'), ('name', 'Ada'), ('word', 'at'), ('name', 'Old Pier'), ('word', 'at'), \
('clock', '9:30AM')]
    """
    longest_first = sorted({clean(name) for name in known}, key=lambda name: (-len(name), name))
    pattern = "|".join(map(re.escape, longest_first))
    names = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)") if pattern else None
    for number, line in lines:
        text = clean(line).replace(_EMPHASIS, "")
        for _, group in groupby(tokenise(text), key=lambda token: token.sentence):
            tokens = list(group)
            start, end = tokens[0].start, tokens[-1].end
            mentioned = sorted(_mentions(text[start:end], names), key=lambda part: part.start)
            shifted = [part._replace(start=part.start + start) for part in mentioned]
            words = _words(tokens, shifted, vocabulary)
            parts = tuple(sorted([*shifted, *words], key=lambda part: part.start))
            yield Statement(number, _SPLIT_OFF.sub("", text[start:end]), parts)


def _mentions(text: str, names: re.Pattern[str] | None) -> list[Part]:
    """Return the known names, times and lengths of a sentence, none of them overlapping."""
    found: list[Part] = []

    def add(kind: Kind, start: int, end: int, figure: int = 0) -> None:
        if all(end <= part.start or part.start + len(part.text) <= start for part in found):
            found.append(Part(kind, text[start:end], start, figure))

    for match in names.finditer(text) if names else ():
        add("name", *match.span())
    for match in _DAY.finditer(text):
        first, last = match["first"], match["last"]
        add("day", match.start(), match.end("first"), int(first))
        if last is not None:
            add("day", *match.span("last"), int(last))
    for match in _DAYS.finditer(text):
        add("days", *match.span(), int(match["number"]))
    for start, end, minute in find_clocks(text):
        add("clock", start, end, minute)
    for start, end, seconds in find_durations(text):
        if seconds % 60 == 0:
            add("minutes", start, end, seconds // 60)
    return found


def _words(
    tokens: list[Token], mentioned: list[Part], vocabulary: frozenset[str]
) -> Iterator[Part]:
    """Yield the words outside of mentions, names that were not known put together."""
    free = [
        token
        for token in tokens
        if all(
            token.end <= part.start or part.start + len(part.text) <= token.start
            for part in mentioned
        )
    ]
    name: list[Token] = []
    for token in free:
        named = token.text[0].isupper() and token.key not in vocabulary
        goes_on = named and name and token.gap in _JOINTS and _adjacent(name[-1], token, tokens)
        if name and not goes_on:
            yield _joined(name)
            name = []
        if named:
            name.append(token)
        elif token.text.isdecimal():
            yield Part("count", token.text, token.start, int(token.text[:9]))
        else:
            yield Part("word", token.key, token.start)
    if name:
        yield _joined(name)


def _adjacent(before: Token, token: Token, tokens: list[Token]) -> bool:
    """Return whether one word follows another."""
    return tokens.index(token) == tokens.index(before) + 1


def _joined(tokens: list[Token]) -> Part:
    """Return the name that some words make."""
    text = tokens[0].text + "".join(f"{token.gap or ' '}{token.text}" for token in tokens[1:])
    return Part("name", text, tokens[0].start)
