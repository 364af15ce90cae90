"""Why a query that is well-formed cannot be used, in words that help whoever wrote it."""

from __future__ import annotations

from collections.abc import Callable

from geoeval.datasets.records import Question
from geoeval.errors import quote
from geoeval.query.algebra import Query
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve
from geoeval.world.model import World

Refusal = Callable[[Query, Question, World], str | None]
"""What says why a query cannot be used for a question, None where it can."""

_SHOWN = 5


def unsolved(query: Query, _question: Question, world: World) -> str | None:
    """Return why a world does not decide a query, if so.

    Examples
    --------
    >>> from geoeval.query.algebra import Value, Fact
    >>> lost = Value(figure=Fact(fact="rating", place="Moon Base"))
    >>> unsolved(lost, Question(id=1, text="How is the Moon Base rated?"), World())
    "unknown place: no place of the context is called 'Moon Base'; at $.figure.place stands 'Moon \
Base'"
    """
    outcome = solve(query, world)
    return say_unsolved(outcome) if isinstance(outcome, CannotSolve) else None


def say_unsolved(failure: CannotSolve) -> str:
    """Return what is missing, where in the query that stands, and what would do there."""
    parts = [f"{failure.reason.replace('_', ' ')}: {failure.detail}"]
    if failure.path is not None:
        parts.append(f"at {failure.path} stands {quote(failure.value)}")
    if failure.candidates:
        parts.append(f"the map has {', '.join(map(quote, failure.candidates[:_SHOWN]))}")
    return "; ".join(parts)
