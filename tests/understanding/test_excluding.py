"""Places excluded from a choice: by name, by reference, as already visited, or by chain."""

from __future__ import annotations

import pytest

from tests.understanding.asking import answer_text
from tests.understanding.towns import TOWN

CAFES = ("Gull Cafe", "Heron Cafe", "Egret Cafe")

LEFT_OUT = {
    "Gull Cafe is fully booked. Which cafe near the Old Mill is rated best other than that?": 1,
    "I have seen Gull Cafe. Which other cafe is the closest to the Old Mill?": 1,
    "After coffee at Gull Cafe, which cafe near the Old Mill with the best rating is left?": 1,
    "Gull Cafe and Heron Cafe have been visited. Which cafe nearest to the Old Mill is left?": 2,
    "What is the nearest cafe to the Old Mill that isn't a Gull?": 1,
    "What is the nearest cafe to the Old Mill that is not a Heron?": 0,
    "We've visited Gull Cafe. Which cafe near the Old Mill is rated best?": 1,
}


@pytest.mark.parametrize(("text", "index"), LEFT_OUT.items(), ids=list(LEFT_OUT))
def test_excluded_places_are_not_the_answer(text: str, index: int) -> None:
    assert answer_text(text, TOWN, CAFES) == CAFES[index]


UNREAD = (
    "I carry a letter from Gull Cafe. Which cafe is the closest to the Old Mill? It is for that.",
    "Which cafe near the Old Mill that is not at a Gull is rated best?",
    "Which cafe near the Old Mill is rated best other than that?",
    "I look for the cafe closest to the Old Mill and am barred from Gull Cafe. Which one is it?",
)


@pytest.mark.parametrize("text", UNREAD)
def test_other_mentions_of_candidates_are_not_understood(text: str) -> None:
    """They may or may not exclude the place."""
    assert answer_text(text, TOWN, CAFES) is None
