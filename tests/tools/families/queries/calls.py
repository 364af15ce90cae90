"""Calls in the town, as the tests of this folder make them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from geoeval.tools.dispatch import dispatch
from geoeval.tools.failure import ArgumentFault, Failure
from geoeval.tools.registry import TOOLS
from geoeval.tools.result import ToolResult
from geoeval.world.model import World
from tests.tools.families.queries.town import town

TOWN = cache(town)


def called(name: str, world: World | None = None, /, **arguments: object) -> ToolResult:
    """Call a tool, in the town if nothing else is said."""
    return dispatch(TOOLS, name, arguments, TOWN() if world is None else world)


def content(name: str, world: World | None = None, /, **arguments: object) -> Mapping[str, object]:
    """Return what a tool returns."""
    result = called(name, world, **arguments)
    assert result.failure is None, result.text
    return result.content


def failure(name: str, world: World | None = None, /, **arguments: object) -> Failure:
    """Return how a call fails."""
    result = called(name, world, **arguments)
    assert result.failure is not None, result.text
    return result.failure


def fault(name: str, /, **arguments: object) -> ArgumentFault:
    """Return the one argument for which a call fails."""
    failed = failure(name, **arguments)
    assert failed.kind == "fix_arguments"
    [found] = failed.arguments
    return found
