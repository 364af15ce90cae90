"""Where a word stands, and so whether it may narrow what is asked for."""

from __future__ import annotations

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.understanding.position import Weight, weights
from tests.query.asking import nearest
from tests.understanding.asking import asked, reading
from tests.understanding.towns import TOWN


def narrowing(text: str) -> set[str]:
    """Return the words of a question that stand where a word narrows what is asked for."""
    read = reading(text)
    return {
        read.words[index].key
        for index, weight in weights(read).items()
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
