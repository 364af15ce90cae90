"""What a provider's format is: a definition, a call that is read, a result that is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from geoeval.tools.result import ToolResult, sendable
from geoeval.tools.tool import Tool

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """What a model asks for, as it came: nothing in it is checked."""

    id: str
    name: object
    arguments: object


class Provider(Protocol):
    """A format in which tools are defined, called and answered."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as a request lists it."""
        ...

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that an object is; None if it is none of this format."""
        ...

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the message that gives a call its result."""
        ...


@runtime_checkable
class Dumped(Protocol):
    """An object of a provider's library, such as a pydantic model."""

    def model_dump(self, *, warnings: bool) -> dict[str, object]:
        """Return its members."""
        ...


def members(value: object) -> Mapping[str, object] | None:
    """Return the members of an object of a provider's library, or of its JSON."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Dumped) and not isinstance(value, type):
        return value.model_dump(warnings=False)
    return None


def text_of(value: object) -> str:
    """Return a text that can be sent back, or nothing where something else came."""
    return sendable(value) if isinstance(value, str) else ""
