"""Tools as LangChain's own objects, for its agents."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.extras import check_installed
from geoeval.tools.providers.formats import parameters_of
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool


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
