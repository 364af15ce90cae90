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
_MAX_CHARACTERS = 300
_Read = TypeVar("_Read")


class Conversation:
    """A conversation with a model in which all replies are objects of one schema."""

    def __init__(
        self, model: JsonModel, messages: Sequence[Message], schema: JsonSchema, title: str
    ) -> None:
        self._model = model
        self._messages = list(messages)
        self._schema = schema
        self._title = title
        self._last_reply = ""

    def ask(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        """Return what the reply says; if it is faulty, ask once more."""
        try:
            return self._next_reply(read)
        except ModelOutputError as error:
            return self.ask_again(read, str(error))

    def ask_again(
        self, read: Callable[[dict[str, object]], _Read], fault: str
    ) -> _Read | NotUnderstood:
        """Report a fault of the last reply, and return what the next one says."""
        self._messages += to_repair(self._last_reply, fault)
        try:
            return self._next_reply(read)
        except ModelOutputError as error:
            return NotUnderstood(reason=INVALID, detail=str(error))

    def _next_reply(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        reply = self._model.ask(self._messages, self._schema, self._title)
        self._last_reply = reply.text
        if reply.refusal is not None:
            return NotUnderstood(reason=REJECTED, detail=shorten_reply(reply.refusal))
        return read(object_in(reply.text))


def shorten_reply(words: str) -> str:
    """Return the text of a model, cut to a length that fits into a report."""
    return words if len(words) <= _MAX_CHARACTERS else words[:_MAX_CHARACTERS] + "…"


Refusal = Callable[[Query, Question, World], str | None]
"""Returns why a query cannot be used for a question, or None if it can."""

_MAX_VALUES = 5


def why_unsolved(query: Query, _question: Question, world: World) -> str | None:
    """Return why a world does not decide a query, or None if it does."""
    outcome = solve(query, world)
    return describe_unsolved(outcome) if isinstance(outcome, CannotSolve) else None


def describe_unsolved(failure: CannotSolve) -> str:
    """Return what is missing, where in the query, and what the map has instead."""
    parts = [f"{failure.reason.replace('_', ' ')}: {failure.detail}"]
    if failure.path is not None:
        parts.append(f"{failure.path} is {quote(failure.value)}")
    if failure.candidates:
        parts.append(f"the map has {', '.join(map(quote, failure.candidates[:_MAX_VALUES]))}")
    return "; ".join(parts)


FAILED = "model_failed"
GAVE_UP = "model_gave_up"
TOO_LONG = "question_too_long"
STATES_WORLD = "states_its_world"
LONGEST = 12_000
_MAX_FAULTS = 12
_KEEP_HINT = "; if the query says what the question asks, reply with it again"


class ModelUnderstander:
    """Understands questions with a language model, which fills the query but answers nothing.

    The model sees the question, its options and the names of the world, but no label, no category,
    and none of the facts that decide the answer. Its query is checked like one written by hand. Its
    faults are sent back to the model once, and so is the reason why the query cannot be solved.
    """

    def __init__(self, model: JsonModel, why_rejected: Refusal = why_unsolved) -> None:
        self._model = model
        self._why_rejected = why_rejected

    def __call__(
        self, question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Return the query that a question asks, or why it is not understood."""
        if question.states_world:
            detail = "only the rules read a question that states its own world"
            return NotUnderstood(reason=STATES_WORLD, detail=detail)
        length = len(text_of(question))
        if length > LONGEST:
            detail = f"it has {length} characters, more than the limit of {LONGEST}"
            return NotUnderstood(reason=TOO_LONG, detail=detail)
        try:
            return self._understand_question(question, world)
        except ModelError as error:
            return NotUnderstood(reason=FAILED, detail=str(error))

    def _understand_question(
        self, question: Question, world: World
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        choosing = Conversation(self._model, to_choose(question, world), choice_schema(), "choice")

        def chosen(reply: dict[str, object]) -> tuple[Choice, tuple[str, ...]] | NotUnderstood:
            choice = _read_choice(reply)
            if isinstance(choice, NotUnderstood):
                return choice
            return choice, translated_options(reply.get("options"), question.options)

        found = choosing.ask(chosen)
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
        filling = Conversation(self._model, messages, query_schema(choice), "query")
        query = filling.ask(read)
        if isinstance(query, NotUnderstood | Unanswerable):
            return query
        refusal = self._why_rejected(query, question, world)
        if refusal is None:
            return query
        second = filling.ask_again(read, refusal + _KEEP_HINT)
        useless = isinstance(second, NotUnderstood) and second.reason != GAVE_UP
        return query if useless else second


def _read_choice(reply: dict[str, object]) -> Choice | NotUnderstood:
    if reply.get("ask") == NOT_UNDERSTOOD:
        return _no_query_found(reply.get("reason"))
    chosen = tuple(reply.get(name) for name in Choice._fields)
    for choice in CHOICES:
        if chosen == choice:
            return choice
    reason = " ".join(str(part) for part in chosen if part is not None)
    others = [str(choice) for choice in CHOICES if choice.ask == chosen[0]]
    message = f"expected one of {', '.join(others or map(str, CHOICES))} or {NOT_UNDERSTOOD}, got "
    raise ModelOutputError(message + quote(reason))


def _read_query(
    reply: dict[str, object], choice: Choice, question: Question, world: World
) -> Query | NotUnderstood:
    # Without a grammar that enforces the schema, some models omit the outer object.
    without_null = without_nulls({"query": reply} if "ask" in reply else reply)
    try:
        filled = Filled.model_validate(without_null)
    except ValidationError as error:
        raise ModelOutputError(_describe_invalid(error, 0)) from None
    if filled.query is None:
        return _no_query_found(filled.not_understood)
    try:
        query = query_adapter().validate_python({"ask": choice.ask, **filled.query})
    except ValidationError as error:  # each location starts with the name of the pydantic model
        raise ModelOutputError(_describe_invalid(error, 1)) from None
    faults = find_faults(query, filled, question, world)
    if faults:
        raise ModelOutputError(_join_faults(faults))
    return query


def _no_query_found(why: object) -> NotUnderstood:
    return NotUnderstood(reason=GAVE_UP, detail=shorten_reply(str(why or "it does not say why")))


def _describe_invalid(error: ValidationError, inside: int) -> str:
    """Return all faults of a reply in one string, with their locations below some depth."""
    descriptions = []
    for fault in error.errors(include_url=False):
        where = ".".join(str(part) for part in fault["loc"][inside:]) or "the query"
        descriptions.append(f"{where}: {fault['msg']}, got {quote(fault['input'])}")
    return _join_faults(descriptions)


def _join_faults(descriptions: Sequence[str]) -> str:
    """Return the first faults as one string, with the number of the others."""
    rest = len(descriptions) - _MAX_FAULTS
    return "; ".join((*descriptions[:_MAX_FAULTS], *([f"and {rest} more"] if rest > 0 else [])))
