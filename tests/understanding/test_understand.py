"""The choice of a query: most words accounted for, ties refused, always the same."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.records import Question
from geoeval.errors import UsageError
from geoeval.query.solve import parse_query
from geoeval.understanding import NotUnderstood, understand
from geoeval.understanding.reading import Draft, Frame
from geoeval.world.model import World
from tests.query.asking import distance, highest, nearest
from tests.understanding.asking import asked, sample_records, sample_worlds
from tests.understanding.towns import TOWN


@pytest.mark.parametrize("text", ["", "?", "   ", "Blue.", "How long?", "…", "12:30", "\n\n"])
def test_text_that_asks_nothing_is_not_understood(text: str) -> None:
    """Without a frame there is no query, and no word is blamed."""
    assert asked(text, TOWN) == NotUnderstood(reason="no frame fits")


def test_the_frame_that_knows_more_is_taken() -> None:
    """Of two frames that account for all the one with more cues is meant."""
    found = asked("Which cafe near the Old Mill is nearest?", TOWN)
    assert found == nearest(category="cafe", anchor="Old Mill")
    rated = asked("Which cafe near the Old Mill has the highest rating?", TOWN)
    assert rated == highest("rating", category="cafe", anchor="Old Mill")


def test_an_ambiguity_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two frames that account for the same with different queries are no coin toss."""
    module = import_module("geoeval.understanding.readings")

    def fill(origin: str, destination: str) -> Frame:
        query = distance(origin, destination)
        return Frame(
            name=f"to {destination}",
            cues=(("ask:distance",),),
            fill=lambda reading: iter([Draft(query, frozenset(range(len(reading.words))))]),
            absorbs=("ask",),
        )

    frames = (fill("Old Mill", "Stone Pier"), fill("Old Mill", "Rose Garden"))
    monkeypatch.setattr(module, "FRAMES", frames)
    found = asked("How far is it?", TOWN)
    assert isinstance(found, NotUnderstood)
    assert found.reason == "ambiguous between to Stone Pier and to Rose Garden"


def test_frames_that_agree_are_no_ambiguity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two frames with one query are one answer."""
    module = import_module("geoeval.understanding.readings")
    monkeypatch.setattr(module, "FRAMES", module.FRAMES * 2)
    text = "How far is the Old Mill from the Stone Pier as the crow flies?"
    assert not isinstance(asked(text, TOWN), NotUnderstood)


def test_understanding_is_deterministic() -> None:
    """The same question gives the same query, read twice and in any order of questions."""
    records = sample_records()
    worlds = sample_worlds()
    first = [understand(r.question, worlds[r.question.id]) for r in records]
    again = [understand(r.question, worlds[r.question.id]) for r in reversed(records)]
    assert first == again[::-1]


def test_every_understood_sample_question_has_a_valid_query() -> None:
    """What understanding gives can be written as JSON and read back."""
    worlds = sample_worlds()
    understood = 0
    for record in sample_records():
        query = understand(record.question, worlds[record.question.id])
        if not isinstance(query, NotUnderstood):
            assert parse_query(query.model_dump(mode="json")) == query
            understood += 1
    assert understood >= 0.95 * len(sample_records())


def test_the_id_and_an_explicit_query_are_not_looked_at() -> None:
    """Understanding reads the text and the options only."""
    text = "What is the rating of the Stone Pier?"
    one = Question(id=1, text=text)
    other = Question(id="z", text=text, query={"ask": "count"})
    assert understand(one, TOWN) == understand(other, TOWN)


@given(st.text(max_size=120), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_gives_a_query_or_a_refusal(text: str, options: list[str]) -> None:
    """Nothing that can be typed breaks understanding."""
    asked(text, TOWN, *options)


WORDS = (
    "how far many which what nearest cafe from to the Old Mill Stone Pier , ? . > at 9 AM 2 hours "
    "on Monday drive route via order schedule leave back between north open rated 4.5 first".split()
)


@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_mixture_of_known_words_gives_a_query_or_a_refusal(words: list[str]) -> None:
    """No combination of words that mean something breaks a frame."""
    asked(" ".join(words), TOWN, "Old Mill -> Stone Pier", "Stone Pier, Rose Garden")
    asked(" ".join(words), World(), "1", "")


def test_what_is_no_question_or_no_world_is_refused() -> None:
    """The message says what was expected and what came."""
    with pytest.raises(UsageError, match=r"expected a Question.* got 'Where"):
        understand("Where?", World())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"expected a World, .* got 'x'"):
        understand(Question(id=1, text="Where?"), "x")  # type: ignore[arg-type]
