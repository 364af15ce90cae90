"""The reading of a question: its words and mentions, the frames they fill, and the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from geoeval.datasets.records import Question
from geoeval.errors import quote
from geoeval.query.algebra import Places, Query, Travel
from geoeval.query.inspect import places_of, summands_of
from geoeval.understanding.vocabulary.text import Token
from geoeval.world.model import World
from geoeval.world.names import is_guess


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """No query accounts for every word; ``unexplained`` holds the words that remain.

    If the text is long, ``detail`` quotes what could not be read, with its line.
    """

    reason: str
    unexplained: tuple[str, ...] = ()
    detail: str = ""


STORY = "story:"
"""The prefix of a cue that may occur anywhere, not only in the sentences that ask."""


OTHER_WORDS = "other words"
"""The reason of a link to a name that lacks a word of the question, and so may be another place."""


class Mention(NamedTuple):
    """A run of words [start, end) with a meaning: a place, a figure, a concept.

    ``value`` is the canonical string of names and concepts. ``amount`` is the figure of a duration
    (minutes), clock time (minute of the day), length (metres) or number. ``doubt`` (0-1) is the
    distance between the words and the name in the world that they are linked to; ``reason`` says
    what the link is based on.
    """

    kind: str
    value: str
    start: int
    end: int
    amount: float = 0.0
    doubt: float = 0.0
    reason: str = ""

    @property
    def span(self) -> range:
        """The indices of its words."""
        return range(self.start, self.end)


@dataclass(slots=True)
class Reading:
    """Everything found in one question, and all that frames see of it.

    ``answers`` holds the types of the options; ``implied`` the cues that these types imply,
    whatever words the question uses. ``corrections`` are the misspelt words, each with the word
    that it is read as.
    """

    question: Question
    world: World
    words: tuple[Token, ...]
    mentions: dict[str, list[Mention]]
    corrections: tuple[tuple[str, str], ...] = ()
    asking: frozenset[int] = field(default=frozenset())
    answers: tuple[str, ...] = ()
    implied: frozenset[str] = frozenset()
    _asked: dict[str, list[Mention]] = field(default_factory=dict, repr=False)
    _cues: frozenset[str] | None = field(default=None, repr=False)
    memory: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def of(self, kind: str, *values: str) -> list[Mention]:
        """Return the mentions of a kind in order, optionally only those with certain values."""
        found = self.mentions.get(kind, [])
        return [m for m in found if m.value in values] if values else found

    def asked(self, kind: str, *values: str) -> list[Mention]:
        """Return the mentions of a kind in the sentences that ask."""
        found = self._asked.get(kind)
        if found is None:
            found = [m for m in self.of(kind) if self.words[m.start].sentence in self.asking]
            self._asked[kind] = found
        return [m for m in found if m.value in values] if values else found

    def ask_also(self, sentences: Iterable[int]) -> None:
        """Add sentences to those that ask."""
        self.asking |= frozenset(sentences)
        self._asked.clear()
        self._cues = None

    def in_story(self, kind: str, *values: str) -> list[Mention]:
        """Return the mentions of a kind in the sentences that do not ask."""
        return [
            m for m in self.of(kind, *values) if self.words[m.start].sentence not in self.asking
        ]

    @property
    def all_cues(self) -> frozenset[str]:
        """All cues of the sentences that ask, and any other cues with the prefix ``STORY``."""
        if self._cues is None:
            self._cues = frozenset(
                cue
                for kind in self.mentions
                for prefix, found in (("", self.asked(kind)), (STORY, self.of(kind)))
                for mention in found
                for cue in (prefix + kind, f"{prefix}{kind}:{mention.value}")
            )
        return self._cues

    @property
    def cues(self) -> frozenset[str]:
        """The cues found in the text and those implied by the options."""
        return self.all_cues | self.implied

    def has(self, cue: str) -> bool:
        """Whether a cue, such as ``"topic:route"`` or ``"category"``, occurs anywhere."""
        return STORY + cue in self.cues

    def asks(self, cue: str) -> bool:
        """Whether a cue occurs in the sentences that ask."""
        return cue in self.cues

    def covering(self, index: int, *kinds: str) -> list[Mention]:
        """Return the mentions of some kinds that cover a word."""
        return [m for kind in kinds for m in self.of(kind) if index in m.span]

    def before(self, mention: Mention, kinds: Sequence[str], reach: int = 4) -> Mention | None:
        """Return the nearest mention of some kinds that ends within ``reach`` words before another.

        Both are in the same sentence, with no other name between them.
        """
        best: Mention | None = None
        sentence = self.words[mention.start].sentence
        for kind in kinds:
            for other in self.of(kind):
                near = 0 <= mention.start - other.end <= reach
                if not near or self.words[other.start].sentence != sentence:
                    continue
                if self.names_between(other.end, mention.start):
                    continue
                if best is None or (other.end, other.end - other.start) > (
                    best.end,
                    best.end - best.start,
                ):
                    best = other
        return best

    def names_between(self, start: int, end: int) -> list[Mention]:
        """Return the place mentions inside [start, end)."""
        return [m for m in self.of("place") if start <= m.start and m.end <= end]

    def relation(self, mention: Mention, reach: int = 3) -> str | None:
        """Return the relation of a mention: "from", "to", "at", "near", "via" or "between"."""
        found = self.before(mention, ("relation",), reach)
        return found.value if found else None

    def keys(self, mention: Mention) -> tuple[str, ...]:
        """Return the keys of the words of a mention."""
        return tuple(word.key for word in self.words[mention.start : mention.end])

    def text(self, start: int, end: int) -> str:
        """Return the keys of the words in [start, end), joined by spaces."""
        return " ".join(word.key for word in self.words[start:end])

    def guess_names(self) -> tuple[str, ...]:
        """Return the links to names that assume a misspelling or a wrong word in the question."""
        both = ((" ".join(self.words[i].text for i in m.span), m) for m in self.of("place"))
        guessed = (
            f"{quote(text)} means {quote(mention.value)}"
            for text, mention in both
            if mention.reason == OTHER_WORDS or is_guess(text, mention.value)
        )
        return tuple(dict.fromkeys(guessed))

    def separated(self, start: int, end: int) -> bool:
        """Whether punctuation separates clauses anywhere from word ``start`` to word ``end``."""
        return any(set(word.gap) & set(",;:>.()") for word in self.words[start : end + 1])


@cache
def split_cue(cue: str) -> tuple[str, ...]:
    """Return the kind of a cue, and its value if it has one."""
    return tuple(cue.split(":", 1))


def covered_words(mentions: Iterable[Mention]) -> set[int]:
    """Return the indices of all words covered by some mentions."""
    covered: set[int] = set()
    for mention in mentions:
        covered.update(range(mention.start, mention.end))
    return covered


PLAIN_ASK = ("ask:which", "ask:tell", "ask:where", "ask:whether")
"""The asking words that do not show what is asked for."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A query with the words that it accounts for and the cues that its frame handles.

    ``cost`` is the cost of what the reading assumes, in the unit of ``readings.py``;
    ``assumptions`` puts that in words. ``carried`` holds words that change the meaning of the
    question and that the query takes into account.
    """

    query: Query
    used: frozenset[int]
    knows: frozenset[str] = frozenset()
    cost: float = 0.0
    assumptions: tuple[str, ...] = ()
    carried: frozenset[int] = frozenset()

    @property
    def places(self) -> Places | None:
        """The places that the query selects by their properties; None if it ranks travel."""
        travels = any(isinstance(figure, Travel) for figure in summands_of(self.query))
        return None if travels else places_of(self.query)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How one kind of query is asked."""

    name: str
    cues: tuple[tuple[str, ...], ...]
    fill: Callable[[Reading], Iterator[Draft]]
    absorbs: tuple[str, ...] = ()

    def evoked(self, reading: Reading) -> tuple[str, ...] | None:
        """Return the longest set of cues that the question contains, or None."""
        return max(filter(reading.cues.issuperset, self.cues), key=len, default=None)

    def drafts(self, reading: Reading) -> Iterator[tuple[int, int, Draft]]:
        """Yield each draft after the numbers of explicit and of implied cues that evoked it."""
        evoked = self.evoked(reading)
        if evoked is None:
            return
        valued = [cue for cue in evoked if ":" in cue.removeprefix(STORY)]
        words = covered_words(_mentions_of_cues(reading, (*valued, *self.absorbs)))
        explicit = sum(cue in reading.all_cues for cue in evoked)
        for draft in self.fill(reading):
            knows = frozenset(cue.removeprefix(STORY) for cue in (*evoked, *self.absorbs))
            implied = len(evoked) - explicit
            yield explicit, implied, replace(draft, used=draft.used | words, knows=knows)


def _mentions_of_cues(reading: Reading, cues: Iterable[str]) -> Iterator[Mention]:
    for cue in cues:
        yield from reading.of(*split_cue(cue.removeprefix(STORY)))


@dataclass(slots=True)
class Account:
    """The words that a frame uses while it is filled, and what it assumes."""

    used: set[int] = field(default_factory=set)
    cost: float = 0.0
    assumptions: list[str] = field(default_factory=list)

    def assume(self, assumption: str, cost: float) -> None:
        """Assume something, at a cost."""
        self.assumptions.append(assumption)
        self.cost += cost

    def take(self, *mentions: Mention | None) -> None:
        """Account for the words of some mentions."""
        self.used.update(covered_words(m for m in mentions if m is not None))

    def draft(self, query: Query) -> Draft:
        """Return the draft of a query with the words taken so far."""
        used = frozenset(self.used)
        return Draft(query, used, cost=self.cost, assumptions=tuple(self.assumptions))
