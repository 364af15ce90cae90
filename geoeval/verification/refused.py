"""Why a query cannot be used for a question with these options: told to the model that wrote it."""

from __future__ import annotations

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.query.values import CannotSolve
from geoeval.understanding.model.refusal import say_unsolved
from geoeval.verification.answer import answer_query
from geoeval.verification.describe import describe
from geoeval.world.model import World


def refused(query: Query, question: Question, world: World) -> str | None:
    """Return why a query gives no answer among the options, None where it gives one.

    Examples
    --------
    >>> from geoeval import Place
    >>> from geoeval.query.algebra import Fact, Value
    >>> world = World(places=(Place(name="Mill", rating=4.2),))
    >>> asked = Question(id=1, text="How is the Mill rated?", options=("3.9", "4.8"))
    >>> refused(Value(figure=Fact(fact="rating", place="Mill")), asked, world)
    'no option fits: no option agrees with what was computed, 4.2'
    """
    answer = answer_query(query, question, world)
    if answer.reason == "subjective":
        return None  # no other query rates what the map does not
    if isinstance(answer.outcome, CannotSolve):
        return say_unsolved(answer.outcome)
    if answer.reason is None:
        return None
    came = "" if answer.value is None else f", {describe(answer.value)}"
    return f"{answer.reason.replace('_', ' ')}: {answer.detail}{came}"
