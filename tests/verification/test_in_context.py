"""Answering records one by one or concurrently."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError
from geoeval.query.algebra import DirectionOf, Query, Value
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answering import Run, answer_records
from geoeval.workers.spread import Threads
from geoeval.world.model import World

CONTEXT = (
    "Information of <b>Old Mill</b>:\n- Location: 1 Quay (52.0, 4.0).\n"
    "Information of <b>Stone Pier</b>:\n- Location: 9 Shore (53.0, 4.0).\n"
)
WAY = Value(figure=DirectionOf(place="Stone Pier", seen_from="Old Mill"))


def records(count: int) -> list[Record]:
    """Return questions that share a context."""
    return [
        Record(
            question=Question(id=number, text="Whither?", options=("North", "South")),
            context=CONTEXT,
            label=None,
            category=None,
            span=Span(file="set.json"),
        )
        for number in range(count)
    ]


def test_pictures_are_not_read() -> None:
    """A question about a picture is distinguished from one without a context."""
    found = [
        replace(record, context="", picture=picture)
        for record, picture in zip(records(2), ("map.png", None), strict=True)
    ]
    answers = list(answer_records(found))
    assert [answer.reason for answer in answers] == ["needs_picture", "no_context"]
    assert "the facts are in the picture 'map.png'" in answers[0].detail


def test_concurrent_answers_keep_the_file_order() -> None:
    """The first question waits for the second and still comes first."""
    second = threading.Event()

    def waiting(question: Question, _world: World) -> Query:
        if question.id == 0:
            assert second.wait(timeout=30)
        elif question.id == 1:
            second.set()
        return WAY

    found = records(6)
    run = Run(front_ends=(FrontEnd(name="waiting", understand=waiting),), workers=Threads(2))
    answers = list(answer_records(found, run))
    assert [answer.id for answer in answers] == list(range(6))
    assert {answer.answer for answer in answers} == {0}
    assert {answer.understood_by for answer in answers} == {"waiting"}


def test_run_errors_stop_the_run() -> None:
    """Errors unrelated to a question are raised, and no further question is started."""
    asked = []

    def failing(question: Question, _world: World) -> Query:
        asked.append(question.id)
        message = "the disk is full"
        raise UsageError(message)

    found = records(500)
    run = Run(front_ends=(FrontEnd(name="failing", understand=failing),), workers=Threads(2))
    with pytest.raises(UsageError, match="the disk is full"):
        list(answer_records(found, run))
    assert len(asked) < len(found)
