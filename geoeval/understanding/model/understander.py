"""A language model as front end: it chooses what is asked and fills the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import ValidationError

from geoeval.datasets.records import Question
from geoeval.errors import ModelError, ModelOutputError, quote
from geoeval.llm.chat import JsonModel, object_in
from geoeval.llm.completion import Message
from geoeval.llm.schema import JsonSchema, without_nulls
from geoeval.query.algebra import Query, Unanswerable
from geoeval.query.solve import query_adapter, solve
from geoeval.query.values import CannotSolve
from geoeval.understanding.model.checks import (
    Filled,
    assumed_names,
    find_faults,
    translated_options,
)
from geoeval.understanding.model.kinds import (
    CHOICES,
    NOT_UNDERSTOOD,
    Choice,
    choice_schema,
    query_schema,
)
from geoeval.understanding.model.prompt import text_of, to_choose, to_fill, to_repair
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.world.model import World

REJECTED = "model_refused"
INVALID = "model_reply_invalid"
_SHOWN = 300
_Read = TypeVar("_Read")


class Talk:
    """One talk with a model, all of whose replies are objects of one schema."""

    def __init__(
        self, model: JsonModel, messages: Sequence[Message], schema: JsonSchema, title: str
    ) -> None:
        self._model = model
        self._messages = list(messages)
        self._schema = schema
        self._title = title
        self._said = ""

    def understood(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        """Return what a reply says; if it is faulty, that is told and the next one counts."""
        try:
            return self._next_reply(read)
        except ModelOutputError as error:
            return self.once_more(read, str(error))

    def once_more(
        self, read: Callable[[dict[str, object]], _Read], fault: str
    ) -> _Read | NotUnderstood:
        """Return what the reply says to which a fault of the last one leads."""
        self._messages += to_repair(self._said, fault)
        try:
            return self._next_reply(read)
        except ModelOutputError as error:
            return NotUnderstood(reason=INVALID, detail=str(error))

    def _next_reply(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        reply = self._model.ask(self._messages, self._schema, self._title)
        self._said = reply.text
        if reply.refusal is not None:
            return NotUnderstood(reason=REJECTED, detail=shorten_reply(reply.refusal))
        return read(object_in(reply.text))


def shorten_reply(words: str) -> str:
    """Return the words of a model, cut to a length that fits into a report."""
    return words if len(words) <= _SHOWN else words[:_SHOWN] + "…"


Refusal = Callable[[Query, Question, World], str | None]
"""What says why a query cannot be used for a question, None where it can."""

_SHOWN_VALUES = 5


def why_unsolved(query: Query, _question: Question, world: World) -> str | None:
    """Return why a world does not decide a query, if so."""
    outcome = solve(query, world)
    return say_unsolved(outcome) if isinstance(outcome, CannotSolve) else None


def say_unsolved(failure: CannotSolve) -> str:
    """Return what is missing, where in the query that stands, and what would do there."""
    parts = [f"{failure.reason.replace('_', ' ')}: {failure.detail}"]
    if failure.path is not None:
        parts.append(f"{failure.path} is {quote(failure.value)}")
    if failure.candidates:
        parts.append(f"the map has {', '.join(map(quote, failure.candidates[:_SHOWN_VALUES]))}")
    return "; ".join(parts)


FAILED = "model_failed"
GAVE_UP = "model_gave_up"
TOO_LONG = "question_too_long"
STATES_WORLD = "states_its_world"
LONGEST = 12_000
_SHOWN_FAULTS = 12
_KEEP = "; if the query says what the question asks, reply with it again"


class ModelUnderstander:
    """Understands questions by a language model, which fills the query and answers nothing.

    The model sees the question, its options and the names of the world: no label, no category,
    and none of the facts that decide the answer. Its query is checked like one by hand. What is
    wrong with it goes back to the model once, and so does the refusal of what solves it.
    """

    def __init__(self, model: JsonModel, why_rejected: Refusal = why_unsolved) -> None:
        self._model = model
        self._refused = why_rejected

    def __call__(
        self, question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query that a question asks, or why it is not understood."""
        if question.states_world:
            detail = "a question that states its own world is read by rules"
            return NotUnderstood(reason=STATES_WORLD, detail=detail)
        length = len(text_of(question))
        if length > LONGEST:
            detail = f"a model is asked up to {LONGEST} characters, these are {length}"
            return NotUnderstood(reason=TOO_LONG, detail=detail)
        try:
            return self._understand_question(question, world)
        except ModelError as error:
            return NotUnderstood(reason=FAILED, detail=str(error))

    def _understand_question(
        self, question: Question, world: World
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query, or why there is none, unless the endpoint fails."""
        choosing = Talk(self._model, to_choose(question, world), choice_schema(), "choice")

        def chosen(reply: dict[str, object]) -> tuple[Choice, tuple[str, ...]] | NotUnderstood:
            choice = _read_choice(reply)
            if isinstance(choice, NotUnderstood):
                return choice
            return choice, translated_options(reply.get("options"), question.options)

        found = choosing.understood(chosen)
        if isinstance(found, NotUnderstood):
            return found
        choice, options = found
        query = self._fill_query(
            choice, replace(question, options=options or question.options), world
        )
        if not options or isinstance(query, NotUnderstood):
            return query
        assumed = assumed_names(query, question, world)
        options_note = f"the options mean {', '.join(map(quote, options))}"
        return (Interpretation(query=query, assumptions=(options_note, *assumed), options=options),)

    def _fill_query(
        self, choice: Choice, question: Question, world: World
    ) -> Query | NotUnderstood:
        def read(reply: dict[str, object]) -> Query | NotUnderstood:
            return _read_query(reply, choice, question, world)

        messages = to_fill(choice, question, world)
        filling = Talk(self._model, messages, query_schema(choice), "query")
        query = filling.understood(read)
        if isinstance(query, NotUnderstood | Unanswerable):
            return query
        refusal = self._refused(query, question, world)
        if refusal is None:
            return query
        again = filling.once_more(read, refusal + _KEEP)
        useless = isinstance(again, NotUnderstood) and again.reason != GAVE_UP
        return query if useless else again


def _read_choice(reply: dict[str, object]) -> Choice | NotUnderstood:
    if reply.get("ask") == NOT_UNDERSTOOD:
        return _no_query_found(reply.get("reason"))
    made = tuple(reply.get(name) for name in Choice._fields)
    for choice in CHOICES:
        if made == choice:
            return choice
    reason = " ".join(str(part) for part in made if part is not None)
    of_ask = [str(choice) for choice in CHOICES if choice.ask == made[0]]
    message = f"expected one of {', '.join(of_ask or map(str, CHOICES))} or {NOT_UNDERSTOOD}, got "
    raise ModelOutputError(message + quote(reason))


def _read_query(
    reply: dict[str, object], choice: Choice, question: Question, world: World
) -> Query | NotUnderstood:
    # Without a grammar that forces the form, some models leave the outer object away.
    bare = without_nulls({"query": reply} if "ask" in reply else reply)
    try:
        filled = Filled.model_validate(bare)
    except ValidationError as error:
        raise ModelOutputError(_say_invalid(error, 0)) from None
    if filled.query is None:
        return _no_query_found(filled.not_understood)
    try:
        query = query_adapter().validate_python({"ask": choice.ask, **filled.query})
    except ValidationError as error:  # the first part of each place is the name of the model
        raise ModelOutputError(_say_invalid(error, 1)) from None
    found = find_faults(query, filled, question, world)
    if found:
        raise ModelOutputError(_join_faults(found))
    return query


def _no_query_found(why: object) -> NotUnderstood:
    return NotUnderstood(reason=GAVE_UP, detail=shorten_reply(str(why or "it does not say why")))


def _say_invalid(error: ValidationError, inside: int) -> str:
    """Return all faults of a reply as one text, each with its place from some depth on."""
    descriptions = []
    for fault in error.errors(include_url=False):
        where = ".".join(str(part) for part in fault["loc"][inside:]) or "the query"
        descriptions.append(f"{where}: {fault['msg']}, got {quote(fault['input'])}")
    return _join_faults(descriptions)


def _join_faults(descriptions: Sequence[str]) -> str:
    """Return faults as one text, so many as help."""
    rest = len(descriptions) - _SHOWN_FAULTS
    return "; ".join((*descriptions[:_SHOWN_FAULTS], *([f"and {rest} more"] if rest > 0 else [])))
