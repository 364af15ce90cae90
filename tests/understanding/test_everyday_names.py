"""A place may have the name of its kind: "Pier", "Mill"."""

from __future__ import annotations

import pytest

from geoeval import ask

CONTEXT = """Information of Elm Inn:
- Location: 4 Mint Lane (52.00, 4.00).
Information of Pier:
- Location: 1 Quay (52.20, 4.20).
Information of Gull Pier:
- Location: 2 Quay (52.00, 4.30).
"""


@pytest.mark.parametrize(
    "question",
    [
        "How far is Elm Inn from Pier as the crow flies?",
        "How far is it from the Pier to Elm Inn in a straight line?",
        "What is the straight-line distance between Elm Inn and Pier?",
    ],
)
def test_a_word_with_a_capital_after_lower_case_is_a_name(question: str) -> None:
    assert ask(question, CONTEXT, ["20.5 km", "26.1 km"]).answer == 1


@pytest.mark.parametrize(
    "question",
    [
        "How far is Elm Inn from the pier as the crow flies?",
        "How Far Is Elm Inn From Pier As The Crow Flies?",
    ],
)
def test_other_spellings_may_be_the_kind(question: str) -> None:
    """Two piers are known, so neither is chosen without its name."""
    assert ask(question, CONTEXT, ["20.5 km", "26.1 km"]).answer is None
