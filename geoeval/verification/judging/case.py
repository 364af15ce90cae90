"""A record with its answer, ready to be judged: what its label says, and what would support it."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.datasets.records import UNANSWERABLE, Question, Record
from geoeval.query.algebra import Query
from geoeval.query.conventions import Conventions
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Names, Value
from geoeval.verification.answer import known_names, match_value
from geoeval.verification.labels.match import is_padding, says_so
from geoeval.verification.labels.naming import NameRanks
from geoeval.verification.labels.readings import key_of
from geoeval.verification.model import Answer
from geoeval.world.model import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A label beside everything that led to the answer that it is compared with."""

    record: Record
    answer: Answer
    world: World
    conventions: Conventions

    @property
    def question(self) -> Question:
        """The question of the record."""
        return self.record.question

    @property
    def label(self) -> int:
        """The option that the label marks, -1 for unanswerable or where there are no options."""
        return UNANSWERABLE if self.record.label is None else self.record.label

    @property
    def key(self) -> str:
        """The label in words: the answer expected, or the option marked; empty for -1."""
        return key_of(self.record)

    @property
    def query(self) -> Query:
        """What the question asks, once it is understood."""
        assert self.answer.query is not None
        return self.answer.query

    @property
    def value(self) -> Value | None:
        """The value that was computed, if one was."""
        return self.answer.value

    @property
    def choices(self) -> int:
        """How many options say something."""
        return sum(1 for option in self.question.options if not is_padding(option))

    def follows(self, value: Value | None) -> bool:
        """Return whether the label, and it alone, would be right if this were the value."""
        if value is None:
            return False
        if self.record.expected is not None:
            return says_so(self.record.expected, value, known_names(self.query, self.world)) is True
        match = match_value(value, self.query, self.question, self.world)
        return match.best is not None and self.label in match.fits

    def solved(
        self,
        *,
        query: Query | None = None,
        world: World | None = None,
        conventions: Conventions | None = None,
    ) -> Value | None:
        """Return the value that comes out with one thing changed, or None."""
        outcome = solve(query or self.query, world or self.world, conventions or self.conventions)
        return outcome.value if isinstance(outcome, Derivation) else None

    def rank_of_key(self, value: Value | None) -> int | None:
        """Return the place of the keyed option among the names of a value, from 0."""
        if not isinstance(value, Names) or not self.key:
            return None
        known = known_names(self.query, self.world)
        return NameRanks.offered(value, known, self.question.options).rank(self.key)
