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
from geoeval.understanding.plans.names import any_of
from geoeval.understanding.text import Token, clean, tokenise

Kind = Literal["name", "clock", "minutes", "day", "days", "count", "word"]
_DAY = re.compile(
    r"\bdays?\s+(?P<first>\d{1,4})(?:\s*-\s*(?P<last>\d{1,4}))?(?!\w|[.,]\d)", re.IGNORECASE
)
_DAYS = re.compile(r"(?<![\w.,-])(?P<number>\d{1,4})[\s-]+days?\b", re.IGNORECASE)
_EMPHASIS = "**"
_LIKE_CLOCK = re.compile(r"\d[:.]\d|[ap]\.?m|noon|midday|midnight|clock", re.IGNORECASE)
_LIKE_DURATION = re.compile(r"min|hour|hr|\dh", re.IGNORECASE)
_SPLIT_OFF = re.compile(r" (?='(?:d|ll|re|ve)\b)")  # as ``clean`` parts "you'd"
_JOINTS = ("", "-", "'", ".")
_SIGNS = (".", ",", "-")


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
    def skeleton(self) -> str:
        """The words, with a mention as its kind ("<clock>"), each with a space behind it."""
        return "".join(f"{p.text if p.kind == 'word' else f'<{p.kind}>'} " for p in self.parts)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that are no part of a mention."""
        return tuple(part.text for part in self.parts if part.kind == "word")

    def __str__(self) -> str:
        return f"line {self.line}: {quote(self.text)}"


class Sentence(NamedTuple):
    """A sentence as written, with its 1-based line, its words, and its offset in the line.

    The offsets of the words are those in the line.
    """

    line: int
    text: str
    tokens: tuple[Token, ...]
    start: int


def split_sentences(lines: Iterable[tuple[int, str]]) -> Iterator[Sentence]:
    """Yield the sentences of numbered lines in plain characters; none goes beyond its line.

    Examples
    --------
    >>> [said.text for said in split_sentences([(1, "Meet Dr. Lee. Then rest.")])]
    ['Meet Dr. Lee', 'Then rest']
    """
    for number, line in lines:
        text = line.replace(_EMPHASIS, "")
        for _, group in groupby(tokenise(text), key=lambda token: token.sentence):
            tokens = tuple(group)
            start = tokens[0].start
            if tokens[0].text[0].isdigit() and text[start - 1 : start] == "-":
                start -= 1
            yield Sentence(number, text[start : tokens[-1].end], tokens, start)


def read_statements(
    sentences: Iterable[Sentence], known: Iterable[str], vocabulary: frozenset[str]
) -> Iterator[Statement]:
    """Yield what sentences mention.

    Examples
    --------
    >>> said = split_sentences([(1, "Meet Ada at Old Pier at 9:30AM.")])
    >>> [(part.kind, part.text) for part in next(read_statements(said, (), {"meet"})).parts]
    [('word', 'meet'), ('name', 'Ada'), ('word', 'at'), ('name', 'Old Pier'), ('word', 'at'), \
('clock', '9:30AM')]
    """
    names = any_of(frozenset(map(clean, known)))
    for line, text, tokens, start in sentences:
        mentioned, covered = _mentions(text, names)
        free = [token for token in tokens if not covered[token.start - start]]
        words = _words(text, start, free, vocabulary)
        parts = tuple(sorted([*mentioned, *words], key=lambda part: part.start))
        yield Statement(line, _SPLIT_OFF.sub("", text), parts)


def _mentions(text: str, names: re.Pattern[str]) -> tuple[list[Part], bytearray]:
    """Return the known names, times and lengths of a sentence, and which characters they take."""
    found: list[Part] = []
    covered = bytearray(len(text))

    def add(kind: Kind, start: int, end: int, figure: int = 0) -> None:
        if not any(covered[start:end]):
            found.append(Part(kind, text[start:end], start, figure))
            covered[start:end] = b"\x01" * (end - start)

    for match in names.finditer(text):
        add("name", *match.span())
    for match in _DAY.finditer(text):
        first, last = match["first"], match["last"]
        add("day", match.start(), match.end("first"), int(first))
        if last is not None:
            add("day", *match.span("last"), int(last))
    for match in _DAYS.finditer(text):
        add("days", *match.span(), int(match["number"]))
    for start, end, minute in find_clocks(text) if _LIKE_CLOCK.search(text) else ():
        add("clock", start, end, minute)
    for start, end, seconds in find_durations(text) if _LIKE_DURATION.search(text) else ():
        if seconds % 60 == 0 and text[start - 1 : start] not in _SIGNS:
            add("minutes", start, end, seconds // 60)
    return found, covered


def _words(text: str, offset: int, free: list[Token], vocabulary: frozenset[str]) -> Iterator[Part]:
    """Yield the words outside of mentions, names that were not known put together."""
    begin = end = 0  # of the name that is being put together
    for token in free:
        start = token.start - offset
        named = token.text[0].isupper() and token.key not in vocabulary
        goes_on = named and text[end:start].strip() in _JOINTS
        if end and not goes_on:
            yield Part("name", text[begin:end], begin)
            end = 0
        sign = text[start - 1 : start] if start else ""
        if named:
            begin, end = begin if end else start, token.end - offset
        elif not token.text.isdecimal():
            yield Part("word", token.key, start)
        elif sign in _SIGNS:
            yield Part("word", sign + token.text, start)
        else:
            yield Part("count", token.text, start, int(token.text[:9]))
    if end:
        yield Part("name", text[begin:end], begin)
