"""A query accounts for every word that narrows the answer, or the question is not understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.query.algebra import Query, Unanswerable
from geoeval.understanding import NotUnderstood
from geoeval.understanding.vocabulary.spelling import correct_text, known_words
from geoeval.understanding.vocabulary.text import tokenise
from tests.query.asking import distance
from tests.understanding.asking import query_of
from tests.understanding.towns import ROADS, TOWN

FAR = "How far is the Old Mill from the Stone Pier"


def is_unknown_word(word: str) -> bool:
    """Return whether a word is unknown and has no known correction."""
    read = [token.key for token in tokenise(correct_text(f"the {word}", ()))]
    return read == ["the", word] and word not in known_words()


@given(st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=5, max_size=9).filter(is_unknown_word))
def test_an_unexplained_word_is_never_dropped(word: str) -> None:
    """It is reported as unexplained."""
    found = query_of(f"Which {word} cafe is nearest to the Old Mill?", TOWN)
    assert isinstance(found, NotUnderstood)
    assert found.reason == "words unexplained"
    assert word in found.unexplained


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Which cafe without lamps is nearest to the Old Mill?", "without"),
        ("Which cafe with the lowest shelf is nearest to the Old Mill?", "lowest"),
        ("Which blue cafe is nearest to the Old Mill?", "blue"),
        (f"{FAR} as the crow flies on Monday?", "monday"),
        (f"{FAR} as the crow flies, avoiding towns?", "avoiding"),
    ],
)
def test_a_constraint_without_a_slot_is_unexplained(text: str, word: str) -> None:
    found = query_of(text, TOWN)
    assert isinstance(found, NotUnderstood)
    assert word in found.unexplained


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Which cafe near the Old Mill is on the left side of the road?", "roadside"),
        ("Which is the least crowded cafe near the Old Mill?", "crowds"),
        ("How many cafes with a view are there near the Old Mill?", "scenery"),
        ("What is the entry fee of the Stone Pier?", "cost"),
        ("How tall is the Old Mill?", "size"),
        ("Which is the oldest cafe near the Old Mill?", "history"),
    ],
)
def test_a_fact_beyond_maps_makes_a_question_unanswerable(text: str, fact: str) -> None:
    """The query names the fact and the words for it."""
    found = query_of(text, TOWN)
    assert isinstance(found, Unanswerable)
    assert found.fact == fact
    assert found.words


def test_the_most_scenic_route_is_unanswerable() -> None:
    text = "Which route from Hotel Vardo to Gorm Castle is the most scenic?"
    found = query_of(text, ROADS, "Elm Street", "Bay Highway")
    assert isinstance(found, Unanswerable)
    assert found.fact == "scenery"


@pytest.mark.parametrize(
    "text",
    [
        f"I love seafood. {FAR} as the crow flies?",
        f"The weather is fine and my wife is tired. {FAR} as the crow flies?",
        f"Hello! {FAR} as the crow flies, please?",
        f"{FAR} in Alba as the crow flies?",
        f"We had a lovely day in a crowded town. {FAR} as the crow flies?",
    ],
)
def test_a_story_narrows_nothing(text: str) -> None:
    """Small talk, politeness and localities need not be explained."""
    expected: Query = distance("Old Mill", "Stone Pier")
    assert query_of(text, TOWN) == expected


def test_a_length_in_the_story_narrows() -> None:
    text = f"I can walk 500 m. {FAR} as the crow flies?"
    found = query_of(text, TOWN)
    assert isinstance(found, NotUnderstood)
    assert "500" in found.unexplained


def test_a_noun_that_repeats_the_name_is_ignored() -> None:
    """The words "Old Mill building" name the Old Mill."""
    text = "How far is the Old Mill building from the Stone Pier as the crow flies?"
    assert query_of(text, TOWN) == distance("Old Mill", "Stone Pier")


def test_an_alternative_does_not_satisfy_a_wish() -> None:
    """A cafe with beer or wine may have no beer."""
    text = "I like beer. Which cafe near the Old Mill serves beer or wine?"
    assert query_of(text, TOWN) == NotUnderstood(reason="words unexplained", unexplained=("beer",))
