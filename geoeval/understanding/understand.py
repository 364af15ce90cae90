"""Choose the query that accounts for every word of a question; the front ends that do so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from geoeval.datasets.formats import STATING
from geoeval.datasets.records import Question
from geoeval.errors import UsageError, quote
from geoeval.query.algebra import Query
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation, find_readings
from geoeval.world.model import World

MAX_WORDS = 500
"""The longest question that is read, in words: the time grows with its square (1.2 s here)."""


def understand(question: Question, world: World) -> Query | NotUnderstood:
    """Return the query that a question asks, or why it is not understood.

    Parameters
    ----------
    question
        The text and the options; labels and categories are not used.
    world
        The world whose places the question names.

    Returns
    -------
    Query or NotUnderstood
        The query of the reading that assumes least, or ``NotUnderstood`` if two readings tie. A
        question about a kind of fact that no world holds is an ``Unanswerable`` query. A question
        that states its own world is read sentence by sentence, and ``world`` is ignored. Any other
        question of more than ``MAX_WORDS`` words is not read.

    Raises
    ------
    UsageError
        If ``question`` is not a ``Question`` or ``world`` is not a ``World``.

    Examples
    --------
    >>> from geoeval import Place, World
    >>> world = World(places=(Place(name="Old Mill"), Place(name="New Tower")))
    >>> question = Question(id=1, text="How far is New Tower from Old Mill as the crow flies?")
    >>> understand(question, world).figure.kind
    'distance'
    """
    return cheapest_query(interpret(question, world))


def cheapest_query(
    readings: tuple[Interpretation, ...] | NotUnderstood,
) -> Query | NotUnderstood:
    """Return the query of the first reading, unless the second is as good."""
    if isinstance(readings, NotUnderstood):
        return readings
    best, *others = readings
    for other in others:
        if (other.cost, other.explained) == (best.cost, best.explained):
            return NotUnderstood(reason=f"ambiguous between {best.frame} and {other.frame}")
    return best.query


def interpret(question: Question, world: World) -> tuple[Interpretation, ...] | NotUnderstood:
    """Return all readings of a question, the one that assumes least first."""
    found = read_without_words(question, world)
    return find_readings(question, world) if found is None else found


def read_without_words(
    question: Question, world: World
) -> tuple[Interpretation, ...] | NotUnderstood | None:
    """Return the reading of a question that states its own world, or why a question is too long."""
    if not isinstance(question, Question):
        raise UsageError(f"expected a Question(id=…, text=…), got {quote(question)}")
    if not isinstance(world, World):
        raise UsageError(
            f"expected a World, such as one returned by read_context, got {quote(world)}"
        )
    if question.states_world:
        stated = STATING.understand(question.text)
        if isinstance(stated, NotUnderstood):
            return stated
        return (Interpretation(query=stated, cost=0.0, frame="stated plan"),)
    length = len(question.text.split())
    if length > MAX_WORDS:
        detail = f"it has {length} words, more than the limit of {MAX_WORDS}"
        return NotUnderstood(reason="question too long", detail=detail)
    return None


class Understander(Protocol):
    """A callable like ``understand``: it sees a question and its world, never a label."""

    def __call__(
        self, question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query that a question asks, its readings, or why it is not understood."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontEnd:
    """An understander and the name that reports use for it."""

    name: str
    understand: Understander


RULES = FrontEnd(name="rules", understand=interpret)
"""The rules: no model, no network, the same result on every run."""
