"""A question as it is read: its words and mentions, the frames they fill, and the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from geoeval.datasets.records import Question
from geoeval.query.algebra import Places, Query, Travel
from geoeval.query.inspect import places_of, summands_of
from geoeval.understanding.vocabulary.text import Token
from geoeval.world.model import World


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """No query accounts for every word; ``unexplained`` are the words left over.

    ``detail`` quotes what could not be read, with its line, where the text is long.
    """

    reason: str
    unexplained: tuple[str, ...] = ()
    detail: str = ""


STORY = "story:"
"""What leads a cue that may be found anywhere, not only in the sentences that ask."""


class Mention(NamedTuple):
    """A run of words [start, end) that means something: a place, a figure, a concept.

    ``value`` is the canonical text of names and concepts; ``amount`` the figure of a duration
    (minutes), clock time (minute of the day), length (metres) or number. ``doubt`` (0-1) is how
    far words are from the name of the world that they are linked to, and ``reason`` by what.
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
    """Everything found in one question; frames look here and nowhere else.

    ``answers`` are the types that the options are of; ``implied`` the cues that they stand for,
    whatever words the question uses.
    """

    question: Question
    world: World
    words: tuple[Token, ...]
    mentions: dict[str, list[Mention]]
    asking: frozenset[int] = field(default=frozenset())
    answers: tuple[str, ...] = ()
    implied: frozenset[str] = frozenset()
    _asked: dict[str, list[Mention]] = field(default_factory=dict, repr=False)
    _cues: frozenset[str] | None = field(default=None, repr=False)
    memory: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def of(self, kind: str, *values: str) -> list[Mention]:
        """Return the mentions of a kind, perhaps only of some values, in order."""
        found = self.mentions.get(kind, [])
        return [m for m in found if m.value in values] if values else found

    def asked(self, kind: str, *values: str) -> list[Mention]:
        """Return the same from the sentences that ask."""
        found = self._asked.get(kind)
        if found is None:
            found = [m for m in self.of(kind) if self.words[m.start].sentence in self.asking]
            self._asked[kind] = found
        return [m for m in found if m.value in values] if values else found

    def ask_also(self, sentences: Iterable[int]) -> None:
        """Take some more sentences for ones that ask."""
        self.asking |= frozenset(sentences)
        self._asked.clear()
        self._cues = None

    def in_story(self, kind: str, *values: str) -> list[Mention]:
        """Return the same from the sentences that do not ask."""
        return [
            m for m in self.of(kind, *values) if self.words[m.start].sentence not in self.asking
        ]

    @property
    def all_cues(self) -> frozenset[str]:
        """All cues of the sentences that ask, and those found anywhere behind ``STORY``."""
        if self._cues is None:
            self._cues = frozenset(
                cue
                for kind in self.mentions
                for led, found in (("", self.asked(kind)), (STORY, self.of(kind)))
                for mention in found
                for cue in (led + kind, f"{led}{kind}:{mention.value}")
            )
        return self._cues

    @property
    def cues(self) -> frozenset[str]:
        """The cues that are said, and those that the options imply."""
        return self.all_cues | self.implied

    def has(self, cue: str) -> bool:
        """Whether a cue such as ``"topic:route"`` or ``"category"`` is found anywhere."""
        return STORY + cue in self.cues

    def asks(self, cue: str) -> bool:
        """Whether a cue is found in the sentences that ask."""
        return cue in self.cues

    def covering(self, index: int, *kinds: str) -> list[Mention]:
        """Return the mentions of some kinds that cover a word."""
        return [m for kind in kinds for m in self.of(kind) if index in m.span]

    def before(self, mention: Mention, kinds: Sequence[str], reach: int = 4) -> Mention | None:
        """Return the nearest mention of some kinds that ends before another, a few words away.

        The two stand in one sentence, and no other name lies between them.
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
        """Return the place mentions that lie inside [start, end)."""
        return [m for m in self.of("place") if start <= m.start and m.end <= end]

    def relation(self, mention: Mention, reach: int = 3) -> str | None:
        """Return how a mention takes part: "from", "to", "at", "near", "via", "between"."""
        found = self.before(mention, ("relation",), reach)
        return found.value if found else None

    def keys(self, mention: Mention) -> tuple[str, ...]:
        """Return the keys of the words of a mention."""
        return tuple(word.key for word in self.words[mention.start : mention.end])

    def text(self, start: int, end: int) -> str:
        """Return the keys of the words in [start, end), joined by blanks."""
        return " ".join(word.key for word in self.words[start:end])

    def separated(self, start: int, end: int) -> bool:
        """Whether a mark that parts clauses stands between word start - 1 and word end."""
        return any(set(word.gap) & set(",;:>.()") for word in self.words[start : end + 1])


@cache
def split_cue(cue: str) -> tuple[str, ...]:
    """Return the kind of a cue, and its value if it names one."""
    return tuple(cue.split(":", 1))


def covered_words(mentions: Iterable[Mention]) -> set[int]:
    """Return the indices of all words that some mentions cover."""
    covered: set[int] = set()
    for mention in mentions:
        covered.update(range(mention.start, mention.end))
    return covered


PLAIN_ASK = ("ask:which", "ask:tell", "ask:where", "ask:whether")
"""The asking words that say nothing of what is asked for."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A query with the words that it accounts for, and the cues that its frame knows.

    ``cost`` is what its reading takes for granted, in the unit of ``readings.py``; ``assumptions``
    say it in words. ``carried`` are words that turn the meaning, and that the query heeds.
    """

    query: Query
    used: frozenset[int]
    knows: frozenset[str] = frozenset()
    cost: float = 0.0
    assumptions: tuple[str, ...] = ()
    carried: frozenset[int] = frozenset()

    @property
    def places(self) -> Places | None:
        """The places that the query chooses by what they are; travel ranks whatever is offered."""
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
        """Return the longest alternative that the question meets, or None."""
        return max(filter(reading.cues.issuperset, self.cues), key=len, default=None)

    def drafts(self, reading: Reading) -> Iterator[tuple[int, int, Draft]]:
        """Yield the drafts with the numbers of the cues that evoked them: said, and implied."""
        evoked = self.evoked(reading)
        if evoked is None:
            return
        words = [cue for cue in evoked if ":" in cue.removeprefix(STORY)]
        own = covered_words(_mentions_of_cues(reading, (*words, *self.absorbs)))
        shared = sum(cue in reading.all_cues for cue in evoked)
        for draft in self.fill(reading):
            knows = frozenset(cue.removeprefix(STORY) for cue in (*evoked, *self.absorbs))
            yield shared, len(evoked) - shared, replace(draft, used=draft.used | own, knows=knows)


def _mentions_of_cues(reading: Reading, cues: Iterable[str]) -> Iterator[Mention]:
    for cue in cues:
        yield from reading.of(*split_cue(cue.removeprefix(STORY)))


@dataclass(slots=True)
class Account:
    """The words that a frame uses while it is being filled, and what it takes for granted."""

    used: set[int] = field(default_factory=set)
    cost: float = 0.0
    assumptions: list[str] = field(default_factory=list)

    def assume(self, what: str, cost: float) -> None:
        """Take something for granted, at a cost."""
        self.assumptions.append(what)
        self.cost += cost

    def take(self, *mentions: Mention | None) -> None:
        """Account for the words of some mentions."""
        self.used.update(covered_words(m for m in mentions if m is not None))

    def draft(self, query: Query) -> Draft:
        """Return the draft of a query with the words taken so far."""
        used = frozenset(self.used)
        return Draft(query, used, cost=self.cost, assumptions=tuple(self.assumptions))
