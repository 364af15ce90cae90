"""The choice of a query: most words explained, ties rejected, reproducible."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.records import Question
from geoeval.errors import UsageError
from geoeval.query.solve import parse_query
from geoeval.understanding import NotUnderstood, understand
from geoeval.understanding.learned.reader import read_by_weights
from geoeval.understanding.reading import Draft, Frame
from geoeval.world.model import World
from tests.query.asking import distance, highest, nearest
from tests.understanding.asking import pick_fields, query_of, sample_records, sample_worlds
from tests.understanding.towns import ROADS, TOWN


@pytest.mark.parametrize("text", ["", "?", "   ", "Blue.", "How long?", "…", "12:30", "\n\n"])
def test_text_that_asks_nothing_is_not_understood(text: str) -> None:
    found = query_of(text, TOWN)
    assert isinstance(found, NotUnderstood)
    assert found.reason == "no frame fits"


def test_a_size_of_a_distance_is_a_distance() -> None:
    """Alone, "how big" asks for a fact that no map has."""
    text = "How big is the straight-line distance between the Old Mill and the Stone Pier?"
    assert query_of(text, TOWN) == distance("Old Mill", "Stone Pier")


def test_the_next_step_may_be_asked_without_next() -> None:
    text = (
        "On Elm Street from Hotel Vardo to Gorm Castle by car, which road do I go on after turning "
        "left onto Oak Avenue?"
    )
    query = query_of(text, ROADS, "Fir Lane", "Bay Highway")
    assert pick_fields(query.model_dump(), {"figure": {"step": None}}) == {
        "figure": {"step": "next"}
    }


@pytest.mark.parametrize(
    ("text", "is_english"),
    [
        ("Wie weit ist es vom Old Mill zum Stone Pier?", False),
        ("Quanto dista Old Mill da Stone Pier?", False),
        ("Welche Richtung von Old Mill nach Stone Pier?", False),
        ("Wo liegt Old Mill?", False),
        ("Zorgle blom which direction, Stone Pier?", False),  # half of four words
        ("Zorgle blom direction is the Stone Pier?", True),  # two of five
        ("Zorgle Old Mill?", True),  # a single word
    ],
)
def test_questions_with_mostly_unknown_words_are_not_read(text: str, is_english: bool) -> None:
    """Neither the rules nor the trained model read them."""
    detail = "most of its words are unknown; questions are read in English"
    question = Question(id=1, text=text, options=("1 km", "11 km"))
    for read in (understand, read_by_weights):
        found = read(question, TOWN)
        assert (isinstance(found, NotUnderstood) and found.detail == detail) is not is_english


def test_unknown_words_are_named_if_no_frame_fits() -> None:
    """Names and everyday words are not among them."""
    found = query_of("Does the Old Mill overlook the Stone Pier?", TOWN)
    assert found == NotUnderstood(reason="no frame fits", unexplained=("overlook",))


def test_the_frame_with_more_cues_is_chosen() -> None:
    found = query_of("Which cafe near the Old Mill is nearest?", TOWN)
    assert found == nearest(category="cafe", anchor="Old Mill")
    rated = query_of("Which cafe near the Old Mill has the highest rating?", TOWN)
    assert rated == highest("rating", category="cafe", anchor="Old Mill")


def test_an_ambiguous_question_is_not_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two frames explain the same words with different queries."""
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
    found = query_of("How far is it?", TOWN)
    assert isinstance(found, NotUnderstood)
    assert found.reason == "ambiguous between to Stone Pier and to Rose Garden"


def test_frames_with_the_same_query_are_not_ambiguous(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("geoeval.understanding.readings")
    monkeypatch.setattr(module, "FRAMES", module.FRAMES * 2)
    text = "How far is the Old Mill from the Stone Pier as the crow flies?"
    assert not isinstance(query_of(text, TOWN), NotUnderstood)


def test_understanding_is_deterministic() -> None:
    """Neither repetition nor the order of questions matters."""
    records = sample_records()
    worlds = sample_worlds()
    first = [understand(r.question, worlds[r.question.id]) for r in records]
    again = [understand(r.question, worlds[r.question.id]) for r in reversed(records)]
    assert first == again[::-1]


def test_every_understood_sample_question_has_a_valid_query() -> None:
    """Queries survive a round trip through JSON."""
    worlds = sample_worlds()
    understood = 0
    for record in sample_records():
        query = understand(record.question, worlds[record.question.id])
        if not isinstance(query, NotUnderstood):
            assert parse_query(query.model_dump(mode="json")) == query
            understood += 1
    assert understood >= 0.95 * len(sample_records())


def test_the_id_and_an_explicit_query_are_ignored() -> None:
    text = "What is the rating of the Stone Pier?"
    first = Question(id=1, text=text)
    second = Question(id="z", text=text, query={"ask": "count"})
    assert understand(first, TOWN) == understand(second, TOWN)


@given(st.text(max_size=120), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_raises_no_exception(text: str, options: list[str]) -> None:
    query_of(text, TOWN, *options)


WORDS = (
    "how far many which what nearest cafe from to the Old Mill Stone Pier , ? . > at 9 AM 2 hours "
    "on Monday drive route via order schedule leave back between north open rated 4.5 first".split()
)


@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_mixture_of_known_words_raises_no_exception(words: list[str]) -> None:
    query_of(" ".join(words), TOWN, "Old Mill -> Stone Pier", "Stone Pier, Rose Garden")
    query_of(" ".join(words), World(), "1", "")


def test_wrong_argument_types_are_rejected() -> None:
    with pytest.raises(UsageError, match=r"expected a Question.* got 'Where"):
        understand("Where?", World())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"expected a World, .* got 'x'"):
        understand(Question(id=1, text="Where?"), "x")  # type: ignore[arg-type]
