"""Every question asked again in other words, other figures or another context.

What is told is how many questions a change applies to, and those whose outcome is another one
than what is recorded of the question as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from geoeval.datasets.records import Question
from geoeval.verification.answer import answer_question
from tests.corpora.outcome import VERDICT, told
from tests.corpora.recorded import recorded
from tests.corpora.texts import BENCHMARK, Told
from tests.understanding.asking import records, sample_records, world_of
from tests.understanding.blind import of_our_own, of_the_benchmark, rounds
from tests.understanding.metamorphic.cases import Asked, Case

Keyed = tuple[str, str, Asked]
"""Corpus and key under which the outcome of a question is recorded, and the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The questions that are reworded; ``needs`` is what they read of the third-party data."""

    name: str
    read: Callable[[Path], Iterator[Keyed]]
    needs: str | None = None

    def __str__(self) -> str:
        return self.name


def _of_our_own(_: Path) -> Iterator[Keyed]:
    """Yield the questions of our own about contexts of our own."""
    for record in sample_records():
        yield "sample", str(record.question.id), (record.question, record.context)
    for path in rounds():
        for each in of_our_own(path):
            yield "rounds_own", f"{path.stem}/{each.question.id}", (each.question, each.context)


def _of_the_benchmark(dataset: Path) -> Iterator[Keyed]:
    """Yield the questions of the benchmark, and our own about its contexts."""
    for record in records(dataset):
        yield "mapeval", str(record.question.id), (record.question, record.context)
    for path in rounds():
        for each in of_the_benchmark(path, dataset):
            key = f"{path.stem}/{each.question.id}"
            yield "rounds_benchmark", key, (each.question, each.context)


REWORDED = (
    Questions(name="rewordings_own", read=_of_our_own),
    Questions(name="rewordings_benchmark", read=_of_the_benchmark, needs=BENCHMARK),
)


def reworded(case: Case, questions: Iterator[Keyed]) -> Iterator[Told]:
    """Yield the questions whose outcome a change makes another, and how many it applies to."""
    asked = 0
    for corpus, key, (question, context) in questions:
        other, elsewhere = case.change(question, context)
        if (other, elsewhere) == (question, context):
            continue
        asked += 1
        outcome = _outcome(question, other, elsewhere)
        if outcome != recorded(corpus)[key].partition(VERDICT)[0]:
            yield Told(key=f"{corpus} {key}", text=other.text, outcome=outcome)
    yield Told(key="asked", text=case.name, outcome=str(asked))


def _outcome(question: Question, other: Question, context: str) -> str:
    """Return the outcome of a changed question, with the option as it stood in the first one."""
    answer = answer_question(other, world_of(context))
    if answer.answer is not None and answer.answer >= 0:
        said = other.options[answer.answer]
        if said in question.options:
            answer = replace(answer, answer=question.options.index(said))
    return told(answer)
