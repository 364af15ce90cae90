"""The lines of a context that stand behind an answer."""

from __future__ import annotations

from geoeval.verification.answer import answer_question
from geoeval.verification.cited import cited_lines
from geoeval.verification.model import Answer, CitedLine
from geoeval.world.reader import read_context
from tests.verification.builders import record

NORTH = {"kind": "direction_of", "place": "Fig Hall", "seen_from": "Old Mill"}


def test_cited_lines_are_those_of_the_facts() -> None:
    """Each stands once, in the order of the context."""
    asked = record("North", "South", label=0, query=NORTH)
    answer = answer_question(asked.question, read_context(asked.context)[0])
    numbers = [line.number for line in cited_lines(asked, answer)]
    assert numbers == sorted(set(numbers))
    texts = dict(enumerate(asked.context.split("\n"), start=1))
    assert cited_lines(asked, answer) == tuple(
        CitedLine(number=number, text=texts[number]) for number in numbers
    )
    assert len(numbers) == 2


def test_without_an_outcome_nothing_is_cited() -> None:
    """A question that was not understood rests on no line."""
    answer = Answer(id=1, status="not_understood", answer=None)
    assert cited_lines(record("North", label=0), answer) == ()
