"""A question as it is read: its words, and the typed mentions found among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from geoeval.datasets.records import Question
from geoeval.understanding.text import Token
from geoeval.world.model import World

TOLD = "told:"
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

    def told(self, kind: str, *values: str) -> list[Mention]:
        """Return the same from the sentences that do not ask."""
        return [
            m for m in self.of(kind, *values) if self.words[m.start].sentence not in self.asking
        ]

    @property
    def said_cues(self) -> frozenset[str]:
        """All cues of the sentences that ask, and those found anywhere behind ``TOLD``."""
        if self._cues is None:
            self._cues = frozenset(
                cue
                for kind in self.mentions
                for led, found in (("", self.asked(kind)), (TOLD, self.of(kind)))
                for mention in found
                for cue in (led + kind, f"{led}{kind}:{mention.value}")
            )
        return self._cues

    @property
    def cues(self) -> frozenset[str]:
        """The cues that are said, and those that the options imply."""
        return self.said_cues | self.implied

    def has(self, cue: str) -> bool:
        """Whether a cue such as ``"topic:route"`` or ``"category"`` is found anywhere."""
        return TOLD + cue in self.cues

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
    """Return the kind of a cue, and its value if it names one.

    Examples
    --------
    >>> split_cue("topic:route"), split_cue("category")
    (('topic', 'route'), ('category',))
    """
    return tuple(cue.split(":", 1))


def cover(mentions: Iterable[Mention]) -> set[int]:
    """Return the indices of all words that some mentions cover."""
    covered: set[int] = set()
    for mention in mentions:
        covered.update(range(mention.start, mention.end))
    return covered
