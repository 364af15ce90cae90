"""Calls of single tools, as a test makes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geoeval.tools.failure import Failure
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import dispatch_call
from geoeval.world.model import World
from geoeval.world.reader import read_context

NOWHERE = World()


def told(context: str) -> World:
    """Return the world of a context, every line of which is understood."""
    world, unread = read_context(context)
    assert not unread, unread
    return world


def content(name: str, world: World = NOWHERE, /, **arguments: object) -> Mapping[str, Any]:
    """Return what a tool returns."""
    result = dispatch_call(TOOLS, name, arguments, world)
    assert result.failure is None, result.text
    return result.content


def failure(name: str, world: World = NOWHERE, /, **arguments: object) -> Failure:
    """Return how a call fails."""
    result = dispatch_call(TOOLS, name, arguments, world)
    assert result.failure is not None, result.text
    return result.failure


def fault(name: str, world: World = NOWHERE, /, **arguments: object) -> tuple[str, str, str]:
    """Return the one faulty argument of a call: its path, what was expected, what came."""
    found = failure(name, world, **arguments)
    assert found.kind == "fix_arguments", found
    [only] = found.arguments
    return only.argument, only.expected, only.got or ""
