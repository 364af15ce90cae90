"""Where a word stands, and so whether it may narrow what is asked for."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Unanswerable
from geoeval.understanding import NotUnderstood
from geoeval.understanding.position import Weight, word_weights
from tests.query.asking import distance, nearest
from tests.understanding.asking import asked, fields, reading
from tests.understanding.towns import TOWN


def narrowing(text: str) -> set[str]:
    """Return the words of a question that stand where a word narrows what is asked for."""
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
def test_what_only_tells_stands_aside(text: str, word: str) -> None:
    """Reasons, clauses with a subject of their own, words told before and adverbs stand aside."""
    assert word not in narrowing(text)


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
def test_what_may_narrow_does_not(text: str, word: str) -> None:
    """Words that may narrow what is asked for are held to account."""
    assert word in narrowing(text)


def test_a_clause_that_tells_leaves_nothing_over() -> None:
    """The nearest cafe is the same for hikers; a terrace is not known."""
    told = asked("We are hikers, so what is the nearest cafe to the Old Mill?", TOWN)
    assert told == nearest(category="cafe", anchor="Old Mill")
    wished = asked("We want a terrace, so what is the nearest cafe to the Old Mill?", TOWN)
    assert isinstance(wished, NotUnderstood)
    assert wished.unexplained == ("terrace",)


WAY = "from the Old Mill to the Stone Pier"


@pytest.mark.parametrize(
    "told",
    [
        f"How long is the drive {WAY} with a pizza on the back seat?",
        f"How long is the drive {WAY} before the rain starts?",
        f"How long is the drive {WAY} in a borrowed jeep?",
        f"How long is the pleasant drive {WAY}, my good man?",
    ],
)
def test_what_chooses_among_places_bears_on_no_journey(told: str) -> None:
    """Food, praise and a car that is borrowed make no drive longer."""
    assert fields(told, TOWN, "10 mins", "20 mins") == fields(
        f"How long is the drive {WAY}?", TOWN, "10 mins", "20 mins"
    )


def test_a_straight_line_may_cross_anything() -> None:
    """What lies between two places is on no straight line in particular."""
    line = distance("Old Mill", "Stone Pier")
    assert asked(f"How far is it {WAY} across the gardens, as the crow flies?", TOWN) == line
    beside = asked(f"How far is it {WAY} by the gardens, as the crow flies?", TOWN)
    assert isinstance(beside, NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "Which cafe with pizza near the Old Mill is rated best?",
        f"How long is the drive {WAY} in a rickshaw?",
        f"How long is the drive {WAY} in the rain?",
        f"How long is the drive {WAY} with a stop at a bakery?",
    ],
)
def test_it_bears_on_a_choice_of_places_and_on_conditions(text: str) -> None:
    """Food narrows which place is meant, weather how one travels, a stop the way."""
    query = asked(text, TOWN)
    assert isinstance(query, NotUnderstood | Unanswerable)
