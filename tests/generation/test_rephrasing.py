"""Questions in a model's words: kept only where they ask the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from geoeval.generation.generate import Controls, Generated, generate_questions
from geoeval.generation.rephrasing import rephrase_question
from geoeval.generation.writing import record_of
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema
from geoeval.world.model import World


class Says:
    """A model that says what a function makes of the question."""

    def __init__(self, reply: Callable[[str], str]) -> None:
        self._reply = reply

    def ask(self, messages: Sequence[Message], _schema: JsonSchema, _title: str) -> Reply:
        """Return the reply."""
        return Reply(text=self._reply(messages[-1].content))


@pytest.fixture(scope="module")
def asked(town: World) -> Generated:
    """Return a question about a distance."""
    (made,) = generate_questions(town, Controls(count=1, seed=5, kinds=("distance",)))
    return made


def places(made: Generated) -> tuple[str, str]:
    """Return the two places of a question about a distance."""
    figure = made.query["figure"]  # type: ignore[index] # a query as JSON
    return figure["origin"], figure["destination"]


def test_the_same_question_is_kept(asked: Generated, town: World) -> None:
    """It has the new words, and says whose they are."""
    one, other = places(asked)
    text = f"What is the straight-line distance between {one} and {other}?"
    found = rephrase_question(asked, Says(lambda _: f'{{"question": "{text}"}}'), "m", town)
    assert (found.text, found.label, found.query) == (text, asked.label, asked.query)
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
def test_anything_else_is_not(asked: Generated, town: World, reply: str) -> None:
    """The question stays as it was."""
    one, other = places(asked)
    text = reply.replace("ONE", one).replace("OTHER", other)
    assert rephrase_question(asked, Says(lambda _: text), "m", town) is asked


def test_a_question_about_the_whole_world(town: World) -> None:
    """Without a context it is read in the light of the world."""
    (made,) = generate_questions(
        town, Controls(count=1, seed=5, kinds=("distance",), in_context=False)
    )
    one, other = places(made)
    text = f"What is the straight-line distance between {one} and {other}?"
    assert (
        rephrase_question(made, Says(lambda _: f'{{"question": "{text}"}}'), "m", town).text == text
    )
