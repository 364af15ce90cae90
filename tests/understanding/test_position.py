"""The position of a word, which decides whether it may narrow what is asked for."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Unanswerable
from geoeval.understanding import NotUnderstood
from geoeval.understanding.position import Weight, word_weights
from tests.query.asking import distance, nearest
from tests.understanding.asking import query_fields, query_of, reading
from tests.understanding.towns import TOWN


def narrowing_words(text: str) -> set[str]:
    """Return the words of a question in positions that narrow what is asked for."""
    read = reading(text)
    return {
        read.words[index].key
        for index, weight in word_weights(read).items()
        if weight is Weight.RESTRICTIVE
    }


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We are hikers, so where is the nearest cafe?", "hikers"),
        ("A colleague says that it is nicer, but how far is it?", "nicer"),
        ("Which cafe is nearest, because my sister is grumpy?", "grumpy"),
        ("There is a ceremony. How much time is left before the ceremony?", "ceremony"),
        ("How far can I comfortably walk?", "comfortably"),
    ],
)
def test_words_of_the_story_do_not_narrow(text: str, word: str) -> None:
    """Reasons, other clauses, words mentioned before and adverbs."""
    assert word not in narrowing_words(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("For a Tuvan meal, which cafe is nearest?", "tuvan"),
        ("We want a terrace, so which cafe is nearest?", "terrace"),
        ("I love karaoke. Which cafe has karaoke?", "karaoke"),
        ("Which friendly cafe is nearest?", "friendly"),
        ("Is the cafe friendly?", "friendly"),
        ("Which cafe with karaoke is nearest, because I am bored?", "karaoke"),
    ],
)
def test_words_of_the_question_may_narrow(text: str, word: str) -> None:
    assert word in narrowing_words(text)


def test_a_clause_of_the_story_needs_no_explanation() -> None:
    """A wish does."""
    query = query_of("We are hikers, so what is the nearest cafe to the Old Mill?", TOWN)
    assert query == nearest(category="cafe", anchor="Old Mill")
    wished = query_of("We want a terrace, so what is the nearest cafe to the Old Mill?", TOWN)
    assert isinstance(wished, NotUnderstood)
    assert wished.unexplained == ("terrace",)


WAY = "from the Old Mill to the Stone Pier"


@pytest.mark.parametrize(
    "text",
    [
        f"How long is the drive {WAY} with a pizza on the back seat?",
        f"How long is the drive {WAY} before the rain starts?",
        f"How long is the drive {WAY} in a borrowed jeep?",
        f"How long is the pleasant drive {WAY}, my good man?",
    ],
)
def test_words_about_places_do_not_affect_a_drive(text: str) -> None:
    assert query_fields(text, TOWN, "10 mins", "20 mins") == query_fields(
        f"How long is the drive {WAY}?", TOWN, "10 mins", "20 mins"
    )


def test_a_straight_line_may_cross_anything() -> None:
    line = distance("Old Mill", "Stone Pier")
    assert query_of(f"How far is it {WAY} across the gardens, as the crow flies?", TOWN) == line
    along = query_of(f"How far is it {WAY} by the gardens, as the crow flies?", TOWN)
    assert isinstance(along, NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "Which cafe with pizza near the Old Mill is rated best?",
        f"How long is the drive {WAY} in a rickshaw?",
        f"How long is the drive {WAY} in the rain?",
        f"How long is the drive {WAY} with a stop at a bakery?",
    ],
)
def test_food_weather_and_stops_are_not_ignored(text: str) -> None:
    """They narrow the choice of places, the conditions or the way."""
    query = query_of(text, TOWN)
    assert isinstance(query, NotUnderstood | Unanswerable)
