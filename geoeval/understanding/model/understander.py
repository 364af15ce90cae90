"""A language model as front end: it chooses what is asked and fills the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pydantic import ValidationError

from geoeval.datasets.records import Question
from geoeval.errors import BudgetReachedError, ModelError, ModelOutputError, quote
from geoeval.llm.chat import JsonModel, object_in
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import without_nulls
from geoeval.query.algebra import Best, Places, Quality, Query, Unanswerable
from geoeval.query.solve import query_adapter, solve
from geoeval.query.values import CannotSolve
from geoeval.understanding.learned.reader import read_by_weights
from geoeval.understanding.model.checks import (
    Filled,
    find_assumptions,
    find_faults,
    keep_places,
    link_options,
    translated_options,
    with_links,
)
from geoeval.understanding.model.grammar import (
    all_parts,
    describe_algebra,
    parts_for,
    reachable_parts,
)
from geoeval.understanding.model.prompt import build_messages, reply_schema, text_of, to_repair
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.world.model import World

REJECTED = "model_refused"
INVALID = "model_reply_invalid"
_MAX_CHARACTERS = 300
_MAX_UNEXPLAINED = 0.1
"""The share of words up to which readings narrow the types: on MapEval, all but 5 in 30 have less
unexplained; in other languages, nearly all questions have more."""


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
BUDGET_REACHED = "budget_reached"
GAVE_UP = "model_gave_up"
TOO_LONG = "question_too_long"
STATES_WORLD = "states_its_world"
OTHER_TYPES = "types"
UNSOLVED = "unsolved"
CHANGED = "the query was changed after the result of the first one was known"
LONGEST = 12_000
_MAX_FAULTS = 12
_KEEP_HINT = "; if the query says what the question asks, reply with it again"


class ModelUnderstander:
    """Understands questions with a language model, which fills the query but answers nothing.

    The model sees the question, its options and the names of the world, but no label, no category,
    and none of the facts that decide the answer. Its query is checked like one written by hand. Its
    faults are sent back to the model once, and so is the reason why the query cannot be solved, or
    its value if that fits no option; a query that is then changed rests on an assumption.
    """

    def __init__(self, model: JsonModel, why_rejected: Refusal = why_unsolved) -> None:
        self._model = model
        self._why_rejected = why_rejected

    def __call__(
        self, question: Question, world: World, /
    ) -> tuple[Interpretation, ...] | NotUnderstood:
        """Return the reading of a question, or why it is not understood."""
        if question.states_world:
            detail = "only the rules read a question that states its own world"
            return NotUnderstood(reason=STATES_WORLD, detail=detail)
        length = len(text_of(question))
        if length > LONGEST:
            detail = f"it has {length} characters, more than the limit of {LONGEST}"
            return NotUnderstood(reason=TOO_LONG, detail=detail)
        try:
            found = self._find_reading(question, world)
        except ModelError as error:
            stopped = isinstance(error, BudgetReachedError)
            reason = BUDGET_REACHED if stopped else FAILED
            return NotUnderstood(reason=reason, detail=str(error))
        return found if isinstance(found, NotUnderstood) else (found,)

    def _find_reading(self, question: Question, world: World) -> Interpretation | NotUnderstood:
        parts = parts_for(question.options, world, _likely_queries(question, world))
        messages = build_messages(question, world, describe_algebra(parts))
        unsolved: Interpretation | None = None
        sent_back: set[str] = set()
        while True:
            reply, found = self._ask(messages, question, world)
            kind, fault = self._find_fault(found, question, world)
            if not kind or kind in sent_back or (unsolved and kind == INVALID):
                # A second query that does not fit either is no better than the first.
                failed = isinstance(found, NotUnderstood) and found.reason != GAVE_UP
                return unsolved if unsolved and (kind or failed) else _changed(found, unsolved)
            sent_back.add(kind)
            if isinstance(found, Interpretation):
                unsolved = found
            elif kind == OTHER_TYPES:
                shown = frozenset(reachable_parts(parts))
                fault += f"\n{describe_algebra(all_parts(), shown)}"
            messages += to_repair(reply.text, fault)

    def _ask(
        self, messages: Sequence[Message], question: Question, world: World
    ) -> tuple[Reply, Interpretation | NotUnderstood]:
        try:
            reply = self._model.ask(messages, reply_schema(), "query")
        except ModelOutputError as error:  # a limit of tokens cut the reply
            return Reply(), NotUnderstood(reason=INVALID, detail=str(error))
        return reply, _read_reply(reply, question, world)

    def _find_fault(
        self, found: Interpretation | NotUnderstood, question: Question, world: World
    ) -> tuple[str, str]:
        """Return why a reply is sent back, as its kind and its description; empty if it is not."""
        if isinstance(found, NotUnderstood):
            if found.reason == GAVE_UP and found.detail == OTHER_TYPES:
                return OTHER_TYPES, "these are the other types"
            return (INVALID, found.detail) if found.reason == INVALID else ("", "")
        if isinstance(found.query, Unanswerable):
            return "", ""
        query, links = found.query, found.links
        asked = replace(question, options=link_options(question.options, query, links, world))
        refusal = self._why_rejected(query, asked, world)
        if refusal is not None and found.options:
            asked = replace(question, options=link_options(found.options, query, links, world))
            refusal = self._why_rejected(query, asked, world)
        return ("", "") if refusal is None else (UNSOLVED, refusal + _KEEP_HINT)


def _changed(
    found: Interpretation | NotUnderstood, unsolved: Interpretation | None
) -> Interpretation | NotUnderstood:
    """Return a reading with an assumption if it was changed after its result was shown."""
    if unsolved is None or isinstance(found, NotUnderstood) or found.query == unsolved.query:
        return found
    return replace(found, assumptions=(*found.assumptions, CHANGED))


def _likely_queries(question: Question, world: World) -> tuple[Query, ...]:
    """Return the queries of the trained model, if it accounts for nearly all of the question."""
    readings = read_by_weights(question, world)
    if isinstance(readings, NotUnderstood):
        return ()
    unexplained = len(readings[0].assumptions) / len(question.text.split())
    return tuple(each.query for each in readings) if unexplained <= _MAX_UNEXPLAINED else ()


def _with_offered(query: Query, options: Sequence[str]) -> Query:
    """Return a query in which a recommendation is made among the options.

    How good a place is may be unknown; the only option that the map lists is then recommended.
    """
    offered = tuple(filter(str.strip, options))
    match query:
        case Best(figure=Quality(), among=Places(among=()) as places) if offered:
            return query.model_copy(update={"among": places.model_copy(update={"among": offered})})
    return query


def _read_reply(reply: Reply, question: Question, world: World) -> Interpretation | NotUnderstood:
    if reply.refusal is not None:
        return NotUnderstood(reason=REJECTED, detail=shorten_reply(reply.refusal))
    try:
        return _read_object(object_in(reply.text), question, world)
    except ModelOutputError as error:
        return NotUnderstood(reason=INVALID, detail=str(error))


def _read_object(
    reply: dict[str, object], question: Question, world: World
) -> Interpretation | NotUnderstood:
    # Without a grammar that enforces the schema, some models omit the outer object.
    without_null = without_nulls({"query": reply} if "ask" in reply else reply)
    try:
        filled = Filled.model_validate(without_null)
    except ValidationError as error:
        raise ModelOutputError(_describe_invalid(error, 0)) from None
    if filled.query is None:
        return _no_query_found(filled.missing)
    try:
        query = query_adapter().validate_python(with_links(filled.query, filled.links, world))
    except ValidationError as error:  # each location starts with the name of the pydantic model
        raise ModelOutputError(_describe_invalid(error, 1)) from None
    faults = find_faults(query, filled, question, world)
    if faults:
        raise ModelOutputError(_join_faults(faults))
    filled = keep_places(filled, world)
    options = translated_options(filled.options, question.options)
    return Interpretation(
        query=_with_offered(query, link_options(question.options, query, filled.links, world)),
        assumptions=find_assumptions(query, filled, question, world),
        doubts=() if filled.missing in {None, "", OTHER_TYPES} else (str(filled.missing),),
        links=filled.links,
        asides=filled.asides,
        frame="model",
        language=filled.language,
        options=options,
    )


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
