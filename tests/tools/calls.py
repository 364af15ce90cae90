"""Calls of single tools, as a test makes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geoeval.tools.dispatch import dispatch
from geoeval.tools.failure import Failure
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World

NOWHERE = World()


ELSEWHERE = "; if another map tells it, give it in travel_times"
"""What trip tools say behind a way that is not known."""


def content(name: str, world: World = NOWHERE, /, **arguments: object) -> Mapping[str, Any]:
    """Return what a tool returns."""
    result = dispatch(TOOLS, name, arguments, world)
    assert result.failure is None, result.text
    return result.content


def failure(name: str, world: World = NOWHERE, /, **arguments: object) -> Failure:
    """Return how a call fails."""
    result = dispatch(TOOLS, name, arguments, world)
    assert result.failure is not None, result.text
    return result.failure
