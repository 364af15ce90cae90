"""What turns questions into queries: rules, a model, or anything else of that shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.understanding.question import NotUnderstood
from geoeval.understanding.readings import Interpretation, passed_over
from geoeval.understanding.understand import interpret
from geoeval.world.model import World


class Understander(Protocol):
    """Anything of the shape of ``understand``: it sees a question and its world, no label."""

    def __call__(
        self, question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query that a question asks, its readings, or why it is not understood."""
        ...


def no_doubts(_question: Question, _world: World) -> tuple[str, ...]:
    """Doubt no reading.

    Examples
    --------
    >>> no_doubts(Question(id=1, text="Where?"), World())
    ()
    """
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontEnd:
    """An understander with the name that reports give it.

    ``doubts`` says which words of a question make its reading doubtful, none where it is clear.
    """

    name: str
    understand: Understander
    doubts: Callable[[Question, World], tuple[str, ...]] = no_doubts


RULES = FrontEnd(name="rules", understand=interpret, doubts=passed_over)
"""The rules: no model, no network, the same on every run."""
