"""Questions reworded by a model are kept only if they ask the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from geoeval.generation.generate import Controls, Generated, generate_questions
from geoeval.generation.rephrasing import rephrase_question
from geoeval.generation.writing import record_of
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema
from geoeval.world.model import World


class StubModel:
    """A model whose reply is computed from the question."""

    def __init__(self, reply: Callable[[str], str]) -> None:
        self._reply = reply

    def ask(self, messages: Sequence[Message], _schema: JsonSchema, _title: str) -> Reply:
        """Return the computed reply."""
        return Reply(text=self._reply(messages[-1].content))


@pytest.fixture(scope="module")
def distance_question(town: World) -> Generated:
    """Return a question about a distance."""
    (made,) = generate_questions(town, Controls(count=1, seed=5, kinds=("distance",)))
    return made


def places_of(made: Generated) -> tuple[str, str]:
    """Return the two places of a question about a distance."""
    figure = made.query["figure"]  # type: ignore[index] # a query as JSON
    return figure["origin"], figure["destination"]


def test_equal_question_is_kept(distance_question: Generated, town: World) -> None:
    """The proof names the model."""
    first, second = places_of(distance_question)
    text = f"What is the straight-line distance between {first} and {second}?"
    found = rephrase_question(
        distance_question, StubModel(lambda _: f'{{"question": "{text}"}}'), "m", town
    )
    assert (found.text, found.label, found.query) == (
        text,
        distance_question.label,
        distance_question.query,
    )
    proof = record_of(found, 1, Controls())["proof"]
    assert proof["reworded_by"] == "m"  # type: ignore[index] # an object


@pytest.mark.parametrize(
    "reply",
    [
        "Sorry.",
        "{}",
        '{"question": 7}',
        '{"question": ""}',
        '{"question": "How far is it?"}',
        '{"question": "In which direction does ONE lie from OTHER?"}',
        f'{{"question": "{"How far is ONE from OTHER as the crow flies, please? " * 9}"}}',
    ],
)
def test_different_question_is_dropped(
    distance_question: Generated, town: World, reply: str
) -> None:
    """The original question stays unchanged."""
    first, second = places_of(distance_question)
    text = reply.replace("ONE", first).replace("OTHER", second)
    assert (
        rephrase_question(distance_question, StubModel(lambda _: text), "m", town)
        is distance_question
    )


def test_question_without_context_is_reworded(town: World) -> None:
    """It is read with the names of the whole world."""
    (made,) = generate_questions(
        town, Controls(count=1, seed=5, kinds=("distance",), in_context=False)
    )
    first, second = places_of(made)
    text = f"What is the straight-line distance between {first} and {second}?"
    assert (
        rephrase_question(made, StubModel(lambda _: f'{{"question": "{text}"}}'), "m", town).text
        == text
    )
