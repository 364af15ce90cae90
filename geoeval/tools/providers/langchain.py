"""Tools in LangChain: as definitions and messages, or as its own tool objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoeval.extras import check_installed
from geoeval.tools.providers.json_schema import PlainJsonSchema
from geoeval.tools.providers.parameters import parameters_of
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool


class LangChain:
    """The format of LangChain."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as ``bind_tools`` takes it: a JSON Schema with title and description."""
        return PlainJsonSchema().definition(tool)

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that is one of an ``AIMessage``, whether LangChain could parse it or not.

        An object without the type that LangChain writes is taken for one of Gemini.
        """
        if call.get("type") not in ("tool_call", "invalid_tool_call"):
            return None
        return ToolCall(
            id=text_of(call.get("id")), name=call.get("name"), arguments=call.get("args")
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the members of a ``ToolMessage``, with the role that LangChain knows it by."""
        return {
            "role": "tool",
            "content": result.text,
            "tool_call_id": call.id,
            "name": result.name,
            "status": "success" if result.ok else "error",
        }


def as_structured_tools(
    session: ToolSession, tools: Iterable[Tool] | None = None
) -> list[StructuredTool]:
    """Return tools of a session as LangChain's own, for its agents (extra ``langchain``).

    Parameters
    ----------
    session
        What they are called in.
    tools
        Which of the session's tools; all of them by default.

    Returns
    -------
    list
        One ``StructuredTool`` each. They return the text for the model. A failure is a text too;
        in a ``ToolMessage`` its status is "error".

    Raises
    ------
    UsageError
        If langchain-core is not installed.
    """
    check_installed("langchain_core", "langchain")
    chosen = session.tools.values() if tools is None else tools
    return [_structured(tool, session) for tool in chosen]


def _structured(tool: Tool, session: ToolSession) -> StructuredTool:
    """Return one tool of a session as LangChain's."""
    from langchain_core.tools import StructuredTool, ToolException

    def run(**arguments: object) -> str:
        result = session.call(tool.name, arguments)
        if not result.ok:
            raise ToolException(result.text)
        return result.text

    return StructuredTool.from_function(
        run,
        name=tool.name,
        description=tool.description,
        args_schema=parameters_of(tool),
        infer_schema=False,
        handle_tool_error=True,
    )
