"""The estimate of tokens."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoeval.tools.providers.export import estimate_tokens, export_tools, tokens_of
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.world.model import Place, World


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("two words", 2),
        ("straightforwardly", 2),
        ("12345", 2),
        ("snake_case", 3),
        ('{"a":1}', 5),
        ('"}]},{"', 2),
        ("Zürich", 1),
    ],
)
def test_tokens_are_estimated_by_characters(text: str, tokens: int) -> None:
    """Words by ten letters, digits by three, punctuation by four; single spaces are free."""
    assert estimate_tokens(text) == tokens


@pytest.mark.parametrize("places", [0, 5, 5_000])
def test_instructions_cost_about_300_tokens(places: int) -> None:
    """The number of places does not matter, because only the first are named."""
    named = (Place(name=f"Inn {number}", location=(50.0, 8.0)) for number in range(places))
    instructions = ToolSession(World(places=tuple(named))).instructions
    assert 200 < estimate_tokens(instructions) < 400


def test_longer_description_has_more_tokens() -> None:
    tool = TOOLS["haversine"]
    longer = replace(tool, summary=f"{tool.summary} And more.")
    assert tokens_of(longer) - tokens_of(tool) == 3


def test_estimates_fit_the_length_of_definitions() -> None:
    """A token stands for two to six characters."""
    for tool in TOOLS.values():
        length = len(json.dumps(export_tools("openai", [tool])))
        assert length / 6 < tokens_of(tool) < length / 2
