"""What turns questions into queries: rules, a model, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.understanding.question import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import interpret
from geoeval.world.model import World


class Understander(Protocol):
    """Anything of the shape of ``understand``: it sees a question and its world, no label."""

    def __call__(
        self, question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query that a question asks, its readings, or why it is not understood."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontEnd:
    """An understander with the name that reports give it."""

    name: str
    understand: Understander


class Understood(NamedTuple):
    """What a question may mean, and which front end says so (None where none understands it)."""

    result: tuple[Interpretation, ...] | NotUnderstood
    by: str | None


RULES = FrontEnd(name="rules", understand=interpret)
"""The rules: no model, no network, the same on every run."""


def understand_with(front_ends: Sequence[FrontEnd], question: Question, world: World) -> Understood:
    """Return what the first front end that understands a question takes it for.

    Parameters
    ----------
    front_ends
        At least one; each is asked only if none before it understands the question.
    question
        The text and the options.
    world
        The world whose places the question names.

    Returns
    -------
    Understood
        The readings and the front end. Where none understands it: why the last one does not, with
        the words that any of them left unexplained.

    Examples
    --------
    >>> from geoeval import Place
    >>> world = World(places=(Place(name="Old Mill"), Place(name="New Tower")))
    >>> question = Question(id=1, text="How far is New Tower from Old Mill as the crow flies?")
    >>> understand_with([RULES], question, world).by
    'rules'
    """
    words: tuple[str, ...] = ()
    result = NotUnderstood(reason="no front end")
    for front_end in front_ends:
        found = front_end.understand(question, world)
        if not isinstance(found, NotUnderstood):
            readings = found if isinstance(found, tuple) else (Interpretation(query=found),)
            return Understood(readings, front_end.name)
        result = found
        words = words or result.unexplained
        result = replace(result, unexplained=result.unexplained or words)
    return Understood(result, None)
