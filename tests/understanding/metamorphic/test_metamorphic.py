"""What does not change the meaning of a question does not change its answer.

Every question that is answered as it stands is asked again with other words, marks, figures,
options or a context in another form. None may get another answer; at most one in fifty may be
no longer understood. Capitals are another matter: without them names run into the words around
them, and the bounds are those that were measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from geoeval.datasets.records import Question
from geoeval.verification.answer import answer_question
from tests.understanding.asking import records, sample_records, world_of
from tests.understanding.blind import of_our_own, of_the_benchmark, rounds
from tests.understanding.metamorphic import contexts, figures, wording

pytestmark = pytest.mark.no_cover  # thousands of questions: other tests cover the same lines

Asked = tuple[Question, str]
"""A question with its context."""

MOST_LOST = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A change, the share of answers that it may change and lose, and how often it applies.

    ``least`` is the number of questions that must be another one after the change, so that the
    change is none of nothing.
    """

    name: str
    change: Callable[[Question, str], Asked]
    changed: float = 0.0
    lost: float = MOST_LOST
    least: int = 1

    def __str__(self) -> str:
        return self.name


def of_question(change: Callable[[Question], Question]) -> Callable[[Question, str], Asked]:
    """Return a change that leaves the context as it is."""
    return lambda question, context: (change(question), context)


def of_text(edit: Callable[[str], str]) -> Callable[[Question, str], Asked]:
    """Return a change of the text of the question alone."""
    return of_question(lambda question: replace(question, text=edit(question.text)))


def of_context(edit: Callable[[str], str]) -> Callable[[Question, str], Asked]:
    """Return a change of the context alone."""
    return lambda question, context: (question, edit(context))


def polite(draw: int) -> Callable[[Question, str], Asked]:
    """Return a change that puts a polite or idle sentence before the text."""
    return of_question(lambda question: wording.said_before(question, draw))


def thankful(draw: int) -> Callable[[Question, str], Asked]:
    """Return a change that puts a polite or idle sentence behind the text."""
    return of_question(lambda question: wording.said_behind(question, draw))


def misspelt(draw: int) -> Callable[[Question, str], Asked]:
    """Return a change that makes two slips of the pen."""
    return lambda question, context: (
        wording.with_typos(question, world_of(context), draw),
        context,
    )


CASES = (
    *(Case(name=f"a sentence before, draw {n}", change=polite(n), least=100) for n in range(2)),
    *(Case(name=f"a sentence behind, draw {n}", change=thankful(n), least=100) for n in range(2)),
    *(Case(name=f"two typos, draw {n}", change=misspelt(n), least=100) for n in range(3)),
    Case(name="synonyms", change=of_text(wording.synonymous), least=40),
    Case(name="curly quotes", change=of_text(wording.curly), least=20),
    Case(name="doubled spaces", change=of_text(lambda text: text.replace(" ", "  ")), least=100),
    Case(name="no question mark", change=of_text(lambda text: text.rstrip(" ?")), least=80),
    Case(name="options in another order", change=of_question(wording.shuffled), least=80),
    Case(name="no accents", change=of_question(wording.without_accents), least=15),
    Case(name="metres for kilometres", change=of_text(figures.in_metres), least=0),
    Case(name="kilometres for metres", change=of_text(figures.in_kilometres)),
    Case(name="minutes for hours", change=of_text(figures.in_minutes), least=10),
    Case(name="hours for minutes", change=of_text(figures.in_hours), least=0),
    Case(name="units in short", change=of_text(figures.abbreviated), least=10),
    Case(name="24 hours", change=of_text(figures.in_24_hours), least=15),
    Case(name="options in minutes", change=of_question(figures.options_in_minutes)),
    Case(name="options in 24 hours", change=of_question(figures.options_in_24_hours)),
    Case(name="other lines of legs", change=of_context(contexts.legs_reworded), least=15),
    Case(name="other rows of lists", change=of_context(contexts.rows_with_brackets), least=5),
    Case(name="context written anew", change=of_context(contexts.rewritten), least=100),
    Case(name="blocks in another order", change=of_context(contexts.blocks_reversed), least=100),
    Case(name="no capitals", change=of_text(str.lower), changed=0.02, lost=0.1, least=100),
)


@cache
def answer(question: Question, context: str) -> int | None:
    """Return the index of the option that is the answer, -1 for none of them, None for no answer.

    Each question is answered once.
    """
    return answer_question(question, world_of(context)).answer


def said(question: Question, index: int) -> str:
    """Return what an answer says, so that options in another order compare."""
    return "unanswerable" if index < 0 else question.options[index]


def outcomes(case: Case, asked: tuple[Asked, ...]) -> Iterator[tuple[str, str]]:
    """Yield "same", "changed" or "lost" for each question that is answered and changes."""
    for question, context in asked:
        before = answer(question, context)
        other, elsewhere = case.change(question, context)
        if before is None or (other, elsewhere) == (question, context):
            continue
        after = answer(other, elsewhere)
        same = after is not None and (
            after == before
            if other.options != question.options and set(other.options) != set(question.options)
            else said(other, after) == said(question, before)
        )
        outcome = "same" if same else "lost" if after is None else "changed"
        yield outcome, f"[{question.id}] {other.text}\n    {before} became {after}"


def holds(case: Case, asked: tuple[Asked, ...]) -> None:
    """Assert that a change of some questions changes and loses no more than allowed."""
    found = list(outcomes(case, asked))
    assert len(found) >= case.least
    answered = sum(answer(*each) is not None for each in asked)
    for outcome, bound in (("changed", case.changed), ("lost", case.lost)):
        lines = [line for each, line in found if each == outcome]
        message = f"{len(lines)} of {answered} answers {outcome}:\n" + "\n".join(lines)
        assert len(lines) <= bound * answered, message


def shipped() -> tuple[Asked, ...]:
    """Return the questions of our own about contexts of our own."""
    found = [(record.question, record.context) for record in sample_records()]
    found += [(each.question, each.context) for path in rounds() for each in of_our_own(path)]
    return tuple(found)


def real(dataset: Path) -> tuple[Asked, ...]:
    """Return the questions of the benchmark, and our own about its contexts."""
    found = [(record.question, record.context) for record in records(dataset)]
    found += [
        (each.question, each.context)
        for path in rounds()
        for each in of_the_benchmark(path, dataset)
    ]
    return tuple(found)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_answers_of_our_own_questions_stay(case: Case) -> None:
    """The answers to the questions that are ours stay as they are."""
    holds(case, shipped())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_answers_of_real_questions_stay(case: Case, data_dir: Path) -> None:
    """The answers to real questions stay as they are."""
    holds(case, real(data_dir / "mapeval" / "dev.json"))
