"""What a frame declares, and the draft of a query that filling one gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from geoeval.query.algebra import Places, Query, Travel
from geoeval.query.inspect import places_of, summands_of
from geoeval.understanding.reading import TOLD, Mention, Reading, cover, split_cue

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
        words = [cue for cue in evoked if ":" in cue.removeprefix(TOLD)]
        own = cover(_mentions(reading, (*words, *self.absorbs)))
        said = sum(cue in reading.said_cues for cue in evoked)
        for draft in self.fill(reading):
            knows = frozenset(cue.removeprefix(TOLD) for cue in (*evoked, *self.absorbs))
            yield said, len(evoked) - said, replace(draft, used=draft.used | own, knows=knows)


def _mentions(reading: Reading, cues: Iterable[str]) -> Iterator[Mention]:
    for cue in cues:
        yield from reading.of(*split_cue(cue.removeprefix(TOLD)))


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
        self.used.update(cover(m for m in mentions if m is not None))

    def draft(self, query: Query) -> Draft:
        """Return the draft of a query with the words taken so far."""
        used = frozenset(self.used)
        return Draft(query, used, cost=self.cost, assumptions=tuple(self.assumptions))
