"""A label that the derivation contradicts, ready to be examined."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.query.conventions import Conventions
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Names, Value
from geoeval.verification.answer import known_names, match_value
from geoeval.verification.match import is_padding
from geoeval.verification.model import Answer
from geoeval.verification.naming import NameRanks
from geoeval.verification.open_answer import says_so
from geoeval.world.model import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A contradicted label with everything that led to the answer that contradicts it.

    ``expected`` is the label in words where there are no options; ``label`` is then -1.
    """

    question: Question
    label: int
    query: Query
    answer: Answer
    world: World
    conventions: Conventions
    expected: str | None = None

    @property
    def value(self) -> Value | None:
        """The value that was computed, if one was."""
        outcome = self.answer.outcome
        return outcome.value if isinstance(outcome, Derivation) else None

    @property
    def key(self) -> str:
        """The text of the label: the option that it names, empty for -1."""
        if self.expected is not None:
            return self.expected
        return self.question.options[self.label] if self.label >= 0 else ""

    @property
    def choices(self) -> int:
        """How many options say something."""
        return sum(1 for option in self.question.options if not is_padding(option))

    def follows(self, value: Value | None) -> bool:
        """Return whether the label, and it alone, would be right if this were the value."""
        if value is None:
            return False
        if self.expected is not None:
            return says_so(self.expected, value, known_names(self.query, self.world)) is True
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
