"""Checks of a question: computed from its query, and read back from its words."""

from __future__ import annotations

from dataclasses import replace

from geoeval.datasets.records import UNANSWERABLE, Question, Record, Span
from geoeval.query.algebra import Best, Listing, Places, Query
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.understand import RULES, cheapest_query, interpret
from geoeval.verification.answer import answer_query, answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Answer
from geoeval.world.model import World

_SPAN = Span(file="<generated>")


def flaw_of(
    query: Query, question: Question, label: int, world: World, *, by_words: bool = True
) -> str | None:
    """Return why a question cannot be published, or None if it can.

    The query must lead to the label and to no other option. The words, read without the query, must
    give the same query and the same answer.
    """
    answer = answer_query(query, question, world)
    if not _has_answer(answer, label):
        return f"its query gives {answer.status}, {answer.reason or answer.answer}"
    moved = (label + 1) % len(question.options)
    record = Record(question=question, context="", label=moved, category=None, span=_SPAN)
    if judge(record, answer, world).verdict == "supported":
        return "another option is also supported"
    if not by_words:
        return None
    readings = interpret(question, world)
    read = cheapest_query(readings)
    if isinstance(read, NotUnderstood):
        return f"its words are not understood: {read.reason} {', '.join(read.unexplained)}".strip()
    if _drop_repeated_options(read, question) != _drop_repeated_options(query, question):
        return "its words are read as another query"
    rules = replace(RULES, understand=lambda _question, _world: readings)  # computed once
    by_text = answer_question(question, world, front_ends=(rules,))
    if not _has_answer(by_text, label):
        return f"its words give {by_text.status}, {by_text.reason or by_text.answer}"
    return None


def is_of_words(flaw: str) -> bool:
    """Return whether a flaw concerns the wording, so that another phrasing may pass."""
    return flaw.startswith("its words")


def _has_answer(answer: Answer, label: int) -> bool:
    if label == UNANSWERABLE:
        return answer.status == "unanswerable"
    return answer.status == "answered" and answer.answer == label


def _drop_repeated_options(query: Query, question: Question) -> Query:
    """Return the query without parts that only repeat the options.

    "The nearest café" has the same answer among the options and among all cafés if the nearest of
    all is an option.
    """
    match query:
        case Best(among=Places(among=offered) as places) if set(offered) == set(question.options):
            return query.model_copy(update={"among": _drop_offered_limit(places)})
        case Listing(of=Places(among=offered) as places) if set(offered) == set(question.options):
            return query.model_copy(update={"of": _drop_offered_limit(places)})
        case _:
            return query


def _drop_offered_limit(places: Places) -> Places:
    """Return the candidates without the limit to the options, if they have other conditions."""
    if places.category is None:
        return places
    return places.model_copy(update={"among": ()})
