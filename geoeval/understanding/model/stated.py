"""What a question, its options and its world state: the figures, days and words to build on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz, process

from geoeval.datasets.records import Question
from geoeval.query.parts import DAYS
from geoeval.text import KIND_WORDS, WEAK_WORDS, key_words, normalise
from geoeval.understanding.figures import figures
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.recognise import read
from geoeval.understanding.text import Token, clean, tokenise
from geoeval.world.categories import category_of
from geoeval.world.model import Place, World

_ALIKE = 80.0
_LONG_ENOUGH = 5
_DIGITS = re.compile(r"\d+")
_COMPASS = re.compile(
    r"\b(?:(north|south)(?:[ -]?(east|west))?|(east|west))(?:ern|erly|wards?)?\b", re.IGNORECASE
)
_SHORT_DAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3,
    "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
_STRETCHES = {
    "weekend": (5, 6), "weekends": (5, 6), "weekday": range(5), "weekdays": range(5),
}  # fmt: skip
_SHIFTS = {"today": 0, "tonight": 0, "now": 0, "currently": 0, "tomorrow": 1, "yesterday": -1}
_NAME = re.compile(r"[A-Z]\w+ [A-Z]")
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_RANKS = {word: rank for rank, word in enumerate(_ORDINALS, start=1)} | {
    "once": 1, "twice": 2, "thrice": 3, "one": 1, "another": 2, "multiple": 2, "several": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the question: "duration" (minutes), "length" (metres), "clock", "number".

    A clock is the minute of the day; ``words`` are those that state the figure, ``keys`` their
    common forms.
    """

    kind: str
    amount: float
    words: str
    keys: frozenset[str]


class Stated:
    """What may stand in a query, and what of the question must.

    Parameters
    ----------
    question
        The text and the options.
    world
        The world of the question.
    source
        What to call the text in messages.

    Examples
    --------
    >>> stated = Stated(Question(id=1, text="Which cafe is within 2 km of the Pier?"), World())
    >>> [figure.amount for figure in stated.figures], stated.names("Pier Museum")
    ([2000.0], True)
    """

    def __init__(self, question: Question, world: World, source: str = "the question") -> None:
        self.question = question
        self.world = world
        self.source = source
        self._texts = (question.text, *question.options)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the question."""
        return tuple(figure for figure, _ in self._figures)

    @cached_property
    def asked_figures(self) -> tuple[Figure, ...]:
        """Those that narrow the answer: plain numbers only of the sentences that ask."""
        return tuple(
            figure
            for figure, sentence in self._figures
            if figure.kind != "number" or sentence in self._reading.asking
        )

    @cached_property
    def ordinals(self) -> Mapping[str, int]:
        """The ordinals from "second" to "tenth" in the sentences that ask, and their numbers."""
        text = clean(self.question.text)
        return {
            word.key: _RANKS[word.key]
            for word in tokenise(text)
            if word.key in _ORDINALS[1:] and word.sentence in self._reading.asking
        }

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the question and its options in the form in which names are compared."""
        return frozenset(word for text in self._texts for word in key_words(clean(text)))

    @cached_property
    def ranks(self) -> frozenset[int]:
        """The numbers that words such as "second" and "twice" say."""
        return frozenset(_RANKS[word] for word in self.words & _RANKS.keys())

    @cached_property
    def compass(self) -> Mapping[str, str]:
        """The compass points of the sentences that ask, each with the words that say it.

        One that begins a name, such as "South Sudan", is none.
        """
        text = clean(self.question.text)
        sentences = {word.start: word.sentence for word in tokenise(text)}
        return {
            "".join(part.casefold() for part in found.groups() if part): found.group()
            for found in _COMPASS.finditer(text)
            if sentences.get(found.start()) in self._reading.asking
            and not _NAME.match(text, found.start())
        }

    @cached_property
    def day_words(self) -> Mapping[str, frozenset[str]]:
        """The words of the question that ask for a day, and the days each of them allows.

        "today" and "now" are left out: they mostly tell a story.
        """
        moved = self._moved
        said = dict.fromkeys(key_words(clean(self.question.text)))
        named = {word: _days_of(word) | moved for word in said if _days_of(word)}
        return named | {word: moved for word in said if _SHIFTS.get(word) and moved}

    @cached_property
    def days(self) -> frozenset[str]:
        """The days that are named, and those that "today", "tomorrow" and the like come to."""
        return self._named_days | self._moved

    @cached_property
    def _named_days(self) -> frozenset[str]:
        """The days of the week that the question or an option names."""
        return frozenset(day for word in self.words for day in _days_of(word))

    @cached_property
    def _moved(self) -> frozenset[str]:
        """The days that words such as "tomorrow" come to, counted from any that is known."""
        bases = [DAYS.index(day) for day in self._named_days]
        if self.world.today is not None:
            bases.append(self.world.today)
        shifts = [_SHIFTS[word] for word in self.words & _SHIFTS.keys()]
        return frozenset(DAYS[(base + shift) % 7] for base in bases for shift in shifts)

    @cached_property
    def _figures(self) -> list[tuple[Figure, int]]:
        """The figures of the question, each with the number of its sentence."""
        text = clean(self.question.text)
        words = tokenise(text)
        return [
            (_figure(mention, text, words), words[mention.start].sentence)
            for mention in figures(text, words)
        ]

    @cached_property
    def _reading(self) -> Reading:
        """What the rules recognise in the question, before they make anything of it."""
        return read(self.question, self.world)

    def names(self, name: str) -> bool:
        """Whether the question or an option has a word that makes out a name, typos aside."""
        words = set(key_words(name))
        strong = words - WEAK_WORDS
        if not strong:
            return all(self._has(word) for word in words)
        return any(self._has(word) for word in strong)

    def says_kind(self, name: str) -> bool:
        """Whether a word for the kind of a place stands for its name: "back to the hotel"."""
        return not self.words.isdisjoint(KIND_WORDS.intersection(key_words(name)))

    def quotes(self, phrase: str) -> bool:
        """Whether the question or an option holds a phrase, case and accents aside."""
        wanted = f" {normalise(phrase)} "
        return bool(wanted.strip()) and any(
            wanted in f" {normalise(text)} " for text in self._texts
        )

    def implied(self, name: str) -> bool:
        """Whether a place need not be named: the user is there, or all lists are around it."""
        anchors = {nearby.anchor for nearby in self.world.lists if nearby.anchor}
        here = [self.world.user_location] if self.world.user_location else []
        known = [*here, *(anchors if len(anchors) == 1 else ())]
        return any(self.world.atlas.same(name, each) for each in known)

    def seeks(self, category: str) -> bool:
        """Whether the question names a category in any wording, or the world lists it."""
        named = {mention.value for mention in self._reading.of("category")}
        return category_of(category) in named or bool(self.world.atlas.entries(category=category))

    def known_words(self, names: Iterable[str]) -> frozenset[str]:
        """Return the words of names and of the addresses of the places they mean.

        Figures in a word, such as those of "B77", count as words of their own.
        """
        found: set[str] = set()
        for name in names:
            place = self.world.atlas.resolve(name)
            found.update(key_words(name))
            if isinstance(place, Place):
                found.update(key_words(f"{place.name} {place.address or ''}"))
        return frozenset(found.union(*(_DIGITS.findall(word) for word in found)))

    def _has(self, word: str) -> bool:
        """Whether a word is said, perhaps misspelt."""
        if not self.words.isdisjoint({word, f"{word}s", word.removesuffix("s")}):
            return True
        if len(word) < _LONG_ENOUGH:
            return False
        return (
            process.extractOne(word, self.words, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None
        )


def _days_of(word: str) -> frozenset[str]:
    """Return the days of the week that a word may mean, typos aside."""
    if word in _STRETCHES:
        return frozenset(DAYS[number] for number in _STRETCHES[word])
    if word in _SHORT_DAYS:
        return frozenset({DAYS[_SHORT_DAYS[word]]})
    bare = word.removesuffix("s")
    if bare in DAYS:
        return frozenset({bare})
    if len(word) < _LONG_ENOUGH:
        return frozenset()
    near = process.extractOne(bare, DAYS, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return frozenset({near[0]} if near else ())


def _figure(mention: Mention, text: str, words: tuple[Token, ...]) -> Figure:
    """Return a mention of a figure with the words that state it."""
    said = text[words[mention.start].start : words[mention.end - 1].end]
    return Figure(mention.kind, mention.amount, said, frozenset(key_words(said)))
