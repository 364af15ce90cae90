"""The estimate of tokens."""

from __future__ import annotations

import pytest

from geoeval.tools.registry import TOOLS
from geoeval.tools.tokens import definition_of, estimate_tokens, tokens_of


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("two words", 2),
        ("straightforwardly", 3),
        ("12345", 2),
        ("snake_case", 3),
        ('{"a":1}', 5),
        ("Zürich", 1),
    ],
)
def test_pieces_are_counted(text: str, tokens: int) -> None:
    """Words by eight letters, digits by three, punctuation by runs; single spaces are free."""
    assert estimate_tokens(text) == tokens


def test_a_longer_description_costs_more() -> None:
    """What is added to a definition is counted."""
    definition = definition_of(TOOLS["haversine"])
    longer = {**definition, "description": f"{definition['description']} And more."}
    assert tokens_of(longer) - tokens_of(definition) in (3, 4)


def test_definitions_are_neither_free_nor_absurd() -> None:
    """A tool costs some dozens to some hundreds of tokens, one for two to six characters."""
    for tool in TOOLS.values():
        definition = definition_of(tool)
        assert len(str(definition)) / 6 < tokens_of(definition) < len(str(definition)) / 2
