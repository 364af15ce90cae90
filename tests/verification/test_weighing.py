"""Whose answer counts where the readers of the package and a language model are combined."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geoeval.datasets.records import Question
from geoeval.query.solve import parse_query
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification import answer as answering
from geoeval.verification.answer import answer_query, answer_question
from geoeval.verification.model import Answer
from geoeval.verification.pooling import SolvedReading
from geoeval.verification.weighing import CONVINCING, agree_on_value, is_sure, weigh_model
from tests.queries import value
from tests.verification.builders import world_of

WORLD = world_of(Old_Mill=(60.0, 25.0), Ox_Inn=(60.0, 25.2), Fig_Hall=(60.3, 25.0))
ASKED = Question(id=1, text="Whence?", options=("North", "East"))
NORTH = parse_query(value("direction", place="Fig Hall", seen_from="Old Mill"))
EAST = parse_query(value("direction", place="Ox Inn", seen_from="Old Mill"))
LACKED = parse_query({"ask": "unanswerable", "fact": "the wind", "words": "whence"})
UNTIMED = parse_query(value("travel", legs=[{"origin": "Old Mill", "destination": "Ox Inn"}]))


def answered(query: object, by: str, **changes: Any) -> Answer:  # noqa: ANN401 - any field
    """Return the answer of a reader by a query."""
    found = answer_query(parse_query(query), ASKED, WORLD)
    return replace(found, understood_by=by, **changes)


BELOW = CONVINCING - 0.01


@pytest.mark.parametrize(
    ("first", "second", "answer", "by"),
    [
        (answered(UNTIMED, "a"), answered(EAST, "m"), 1, "m"),
        (answered(EAST, "a"), answered(UNTIMED, "m"), 1, "a"),
        (answered(LACKED, "a"), answered(EAST, "m"), None, None),
        (answered(EAST, "a"), answered(LACKED, "m"), None, None),
        (answered(UNTIMED, "a"), answered(LACKED, "m"), -1, "a+m"),
        (answered(NORTH, "a"), answered(EAST, "m"), None, None),
        (answered(NORTH, "a", doubts=("only",)), answered(EAST, "m"), 1, "m"),
        (answered(NORTH, "a", probability=BELOW), answered(EAST, "m"), 1, "m"),
        (answered(NORTH, "a", probability=CONVINCING), answered(EAST, "m"), None, None),
        (answered(NORTH, "a", doubts=("only",)), answered(EAST, "m", assumptions=("?",)), None,
         None),
        (answered(EAST, "a", doubts=("only",)), answered(EAST, "m"), 1, "a+m"),
    ],
)  # fmt: skip
def test_values_beat_lacks_and_sure_readings_beat_others(
    first: Answer, second: Answer, answer: int | None, by: str | None
) -> None:
    """A lack that words of the question speak of is evidence; differing values decide nothing."""
    found = weigh_model(first, second)
    assert (found.answer, found.understood_by) == (answer, by)
    if by is None:
        assert {rival.query for rival in found.rivals} == {first.query, second.query}


@pytest.mark.parametrize(
    ("changes", "sure"),
    [
        ({}, True),
        ({"probability": CONVINCING}, True),
        ({"probability": BELOW}, False),
        ({"doubts": ("only",)}, False),
        ({"assumptions": ("?",)}, False),
        ({"status": "unanswerable"}, False),
    ],
)
def test_an_answer_without_doubt_is_sure(changes: dict[str, Any], *, sure: bool) -> None:
    assert is_sure(replace(answered(NORTH, "a"), **changes)) is sure


def test_readers_agree_only_on_values() -> None:
    both = answered(NORTH, "a", doubts=("only",)), answered(NORTH, "b", probability=0.7)
    assert agree_on_value(*both)
    assert not agree_on_value(both[0], answered(EAST, "b"))
    assert not agree_on_value(answered(LACKED, "a"), answered(LACKED, "b"))


@pytest.mark.parametrize(("learned", "asked"), [(NORTH, 0), (EAST, 1)])
def test_a_model_is_asked_unless_both_readers_agree(
    monkeypatch: pytest.MonkeyPatch, learned: object, asked: int
) -> None:
    """The trained model is then asked even where the rules are sure."""
    calls: list[Question] = []
    query = parse_query(learned)
    reading = Interpretation(query=query, score=1.0)
    outcome = SolvedReading(reading, answer_query(query, ASKED, WORLD))
    monkeypatch.setattr(answering, "pool_outcomes", lambda *_: [(outcome, 1.0)])
    rules = replace(RULES, understand=lambda *_: (Interpretation(query=NORTH),))
    trained = replace(LEARNED, understand=lambda *_: (reading,))

    def read(question: Question, _world: object) -> tuple[Interpretation, ...]:
        calls.append(question)
        return (Interpretation(query=NORTH),)

    answer_question(ASKED, WORLD, front_ends=(rules, trained, FrontEnd(name="m", understand=read)))
    assert len(calls) == asked
