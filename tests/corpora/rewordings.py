"""Every question asked again with changed words, figures or context.

The outcomes are how many questions a change applies to, and the questions whose outcome differs
from the one recorded for the original question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from geoeval.datasets.records import Question
from geoeval.verification.answer import answer_question
from tests.corpora.outcome import VERDICT, describe_answer
from tests.corpora.recorded import recorded
from tests.corpora.texts import BENCHMARK, TextOutcome
from tests.understanding.asking import records, sample_records, world_of
from tests.understanding.blind import of_our_own, of_the_benchmark, rounds
from tests.understanding.metamorphic.cases import Asked, Case

Keyed = tuple[str, str, Asked]
"""Corpus and key under which the outcome of a question is recorded, and the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """Questions to reword; ``needs`` is the third-party data that they read."""

    name: str
    read: Callable[[Path], Iterator[Keyed]]
    needs: str | None = None

    def __str__(self) -> str:
        return self.name


def _own_questions(_: Path) -> Iterator[Keyed]:
    """Yield our own questions about our own contexts."""
    for record in sample_records():
        yield "sample", str(record.question.id), (record.question, record.context)
    for path in rounds():
        for each in of_our_own(path):
            yield "rounds_own", f"{path.stem}/{each.question.id}", (each.question, each.context)


def _benchmark_questions(dataset: Path) -> Iterator[Keyed]:
    """Yield the questions of the benchmark, and our own about its contexts."""
    for record in records(dataset):
        yield "mapeval", str(record.question.id), (record.question, record.context)
    for path in rounds():
        for each in of_the_benchmark(path, dataset):
            key = f"{path.stem}/{each.question.id}"
            yield "rounds_benchmark", key, (each.question, each.context)


REWORDED = (
    Questions(name="rewordings_own", read=_own_questions),
    Questions(name="rewordings_benchmark", read=_benchmark_questions, needs=BENCHMARK),
)


def reworded(case: Case, questions: Iterator[Keyed]) -> Iterator[TextOutcome]:
    """Yield the questions whose outcome a change affects, and how many it applies to."""
    asked = 0
    for corpus, key, (question, context) in questions:
        other, other_context = case.change(question, context)
        if (other, other_context) == (question, context):
            continue
        asked += 1
        outcome = _outcome(question, other, other_context)
        if outcome != recorded(corpus)[key].partition(VERDICT)[0]:
            yield TextOutcome(key=f"{corpus} {key}", text=other.text, outcome=outcome)
    yield TextOutcome(key="asked", text=case.name, outcome=str(asked))


def _outcome(question: Question, other: Question, context: str) -> str:
    """Return the outcome of a changed question, with the rank that its option had originally."""
    answer = answer_question(other, world_of(context))
    if answer.answer is not None and answer.answer >= 0:
        option = other.options[answer.answer]
        if option in question.options:
            answer = replace(answer, answer=question.options.index(option))
    return describe_answer(answer)
