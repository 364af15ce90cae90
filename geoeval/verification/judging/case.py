"""A record with its answer, ready to be judged."""

from __future__ import annotations

from dataclasses import dataclass, replace

from geoeval.datasets.records import UNANSWERABLE, Question, Record
from geoeval.query.algebra import Query
from geoeval.query.conventions import Conventions
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Names, Value
from geoeval.understanding.model.checks import link_options
from geoeval.verification.answer import known_names, match_value
from geoeval.verification.labels.match import expected_agrees, is_padding
from geoeval.verification.labels.naming import NameRanks
from geoeval.verification.labels.readings import label_text
from geoeval.verification.model import Answer
from geoeval.world.model import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A label, and everything that led to the answer with which it is compared."""

    record: Record
    answer: Answer
    world: World
    conventions: Conventions

    @property
    def question(self) -> Question:
        """The question of the record."""
        return self.record.question

    @property
    def linked_question(self) -> Question:
        """The question with options that name places as the map does, as its answer read them."""
        question, links = self.question, self.answer.links
        options = link_options(question.options, self.query, links, self.world)
        return replace(question, options=options)

    @property
    def label(self) -> int:
        """The labelled option, or -1 for unanswerable or without options."""
        return UNANSWERABLE if self.record.label is None else self.record.label

    @property
    def key(self) -> str:
        """The label in words: the expected answer or the labelled option; empty for -1."""
        return label_text(self.record)

    @property
    def query(self) -> Query:
        """The query of the question, which must have been understood."""
        assert self.answer.query is not None
        return self.answer.query

    @property
    def value(self) -> Value | None:
        """The computed value, or None."""
        return self.answer.value

    @property
    def choices(self) -> int:
        """The number of options that are not empty."""
        return sum(1 for option in self.question.options if not is_padding(option))

    def follows(self, value: Value | None) -> bool:
        """Return whether the label, and no other option, would be right for this value."""
        if value is None:
            return False
        if self.record.expected is not None:
            return self.expected_agrees(value) is True
        match = match_value(value, self.query, self.linked_question, self.world)
        return match.best is not None and self.label in match.fits

    def expected_agrees(self, value: Value) -> bool | None:
        """Return whether an answer in words agrees with a value, or None if that is unclear."""
        names = known_names(self.query, self.world)
        return expected_agrees(self.key, value, names, self.record.tolerance)

    def solved(
        self,
        *,
        query: Query | None = None,
        world: World | None = None,
        conventions: Conventions | None = None,
    ) -> Value | None:
        """Return the value with another query, world or conventions, or None."""
        outcome = solve(query or self.query, world or self.world, conventions or self.conventions)
        return outcome.value if isinstance(outcome, Derivation) else None

    def label_rank(self, value: Value | None) -> int | None:
        """Return the zero-based rank of the labelled option among the names of a value."""
        if not isinstance(value, Names) or not self.key:
            return None
        known = known_names(self.query, self.world)
        return NameRanks.offered(value, known, self.question.options).rank(self.key)
