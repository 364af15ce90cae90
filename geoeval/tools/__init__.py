"""Tools for any language model: one registry, a schema for every provider, and dispatch.

Names are loaded on first use.
"""

from __future__ import annotations

from geoeval import _load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.tools.calls import answer_calls, call_tool
    from geoeval.tools.failure import Failure, ToolResult
    from geoeval.tools.providers.export import export_tools
    from geoeval.tools.providers.langchain import as_structured_tools
    from geoeval.tools.registry import TOOLS, tools_named, toolset
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
    "TOOLS": "tools.registry",
    "Failure": "tools.failure",
    "Tool": "tools.tool",
    "ToolResult": "tools.failure",
    "ToolSession": "tools.session",
    "answer_calls": "tools.calls",
    "as_structured_tools": "tools.providers.langchain",
    "call_tool": "tools.calls",
    "export_tools": "tools.providers.export",
    "tools_named": "tools.registry",
    "toolset": "tools.registry",
}


def __getattr__(name: str) -> object:
    return _load(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return list(__all__)
