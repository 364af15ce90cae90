"""Helpers that call a single tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geoeval.tools.failure import Failure
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import dispatch_call
from geoeval.world.model import World
from geoeval.world.reader import read_context

NOWHERE = World()


def world_from_context(context: str) -> World:
    """Return the world of a context that is understood completely."""
    world, unread = read_context(context)
    assert not unread, unread
    return world


def content(name: str, world: World = NOWHERE, /, **arguments: object) -> Mapping[str, Any]:
    """Return the content of the result of a successful call."""
    result = dispatch_call(TOOLS, name, arguments, world)
    assert result.failure is None, result.text
    return result.content


def failure(name: str, world: World = NOWHERE, /, **arguments: object) -> Failure:
    """Return the failure of a call."""
    result = dispatch_call(TOOLS, name, arguments, world)
    assert result.failure is not None, result.text
    return result.failure


def fault(name: str, world: World = NOWHERE, /, **arguments: object) -> tuple[str, str, str]:
    """Return the only faulty argument of a call: path, expected value and actual value."""
    found = failure(name, world, **arguments)
    assert found.kind == "fix_arguments", found
    [only] = found.arguments
    return only.argument, only.expected, only.got or ""
