"""Tools as LangChain objects, for its agents."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.extras import check_installed
from geoeval.tools.providers.formats import parameters_of
from geoeval.tools.registry import list_tools
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool


def as_structured_tools(
    session: ToolSession, tools: Iterable[Tool] | None = None
) -> list[StructuredTool]:
    """Return the tools of a session as LangChain tools, for its agents (extra ``langchain``).

    Parameters
    ----------
    session
        The session to call the tools in.
    tools
        The tools of the session to return; all by default.

    Returns
    -------
    list
        One ``StructuredTool`` per tool, which returns the text for the model. A failure is text
        too; in a ``ToolMessage`` its status is "error".

    Raises
    ------
    UsageError
        If langchain-core is not installed, or an element is not a tool.
    """
    check_installed("langchain_core", "langchain")
    chosen = list_tools(session.tools if tools is None else tools)
    return [_to_structured_tool(tool, session) for tool in chosen]


def _to_structured_tool(tool: Tool, session: ToolSession) -> StructuredTool:
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
