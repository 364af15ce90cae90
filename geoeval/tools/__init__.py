"""Tools for any language model: one registry, a schema for every provider, and dispatch.

Every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.tools.calls import answer_calls, call_tool
    from geoeval.tools.failure import Failure
    from geoeval.tools.providers.export import export_tools
    from geoeval.tools.providers.langchain import as_structured_tools
    from geoeval.tools.registry import TOOLS, tools_named, toolset
    from geoeval.tools.result import ToolResult
    from geoeval.tools.session import ToolSession
    from geoeval.tools.tool import Tool

__all__ = [
    "TOOLS",
    "Failure",
    "Tool",
    "ToolResult",
    "ToolSession",
    "answer_calls",
    "as_structured_tools",
    "call_tool",
    "export_tools",
    "tools_named",
    "toolset",
]

_HOMES = {
    "TOOLS": "registry",
    "Failure": "failure",
    "Tool": "tool",
    "ToolResult": "result",
    "ToolSession": "session",
    "answer_calls": "calls",
    "as_structured_tools": "providers.langchain",
    "call_tool": "calls",
    "export_tools": "providers.export",
    "tools_named": "registry",
    "toolset": "registry",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)
