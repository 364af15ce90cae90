"""Every word that narrows the answer is carried by the query, or there is no query."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.query.algebra import Query, Unanswerable
from geoeval.understanding import NotUnderstood
from geoeval.understanding.vocabulary.spelling import correct_text, known_words
from geoeval.understanding.vocabulary.text import tokenise
from tests.query.asking import distance
from tests.understanding.asking import asked
from tests.understanding.towns import ROADS, TOWN

FAR = "How far is the Old Mill from the Stone Pier"


def is_strange(word: str) -> bool:
    """Whether a word is no slip of an everyday one, and none itself."""
    read = [token.key for token in tokenise(correct_text(f"the {word}", ()))]
    return read == ["the", word] and word not in known_words()


@given(st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=5, max_size=9).filter(is_strange))
def test_an_unexplained_word_is_never_dropped(word: str) -> None:
    """A word that means nothing known makes the question not understood, with that word."""
    found = asked(f"Which {word} cafe is nearest to the Old Mill?", TOWN)
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
def test_a_constraint_that_no_slot_carries_is_named(text: str, word: str) -> None:
    """What a frame has no place for is left over, and said."""
    found = asked(text, TOWN)
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
def test_a_fact_that_no_world_holds_makes_it_unanswerable(text: str, fact: str) -> None:
    """A question that turns on such a fact has no answer, and the query says why."""
    found = asked(text, TOWN)
    assert isinstance(found, Unanswerable)
    assert found.fact == fact
    assert found.words


def test_the_most_scenic_route_is_unanswerable() -> None:
    """A superlative of a fact that is lacking asks for nothing else."""
    text = "Which route from Hotel Vardo to Gorm Castle is the most scenic?"
    found = asked(text, ROADS, "Elm Street", "Bay Highway")
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
    """What is only told, politeness and localities need no account."""
    expected: Query = distance("Old Mill", "Stone Pier")
    assert asked(text, TOWN) == expected


def test_a_radius_in_the_story_narrows() -> None:
    """A length is no mere story, wherever it stands."""
    text = f"I can walk 500 m. {FAR} as the crow flies?"
    found = asked(text, TOWN)
    assert isinstance(found, NotUnderstood)
    assert "500" in found.unexplained


def test_what_the_name_before_already_says_needs_no_account() -> None:
    """The words 'The Old Mill building' is the Old Mill."""
    text = "How far is the Old Mill building from the Stone Pier as the crow flies?"
    assert asked(text, TOWN) == distance("Old Mill", "Stone Pier")


def test_an_alternative_does_not_promise_what_is_told() -> None:
    """Who likes beer is not served by a cafe that has beer or wine."""
    text = "I like beer. Which cafe near the Old Mill serves beer or wine?"
    assert asked(text, TOWN) == NotUnderstood(reason="words unexplained", unexplained=("beer",))
