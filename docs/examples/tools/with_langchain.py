"""Tools for any chat model of LangChain."""

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    model: BaseChatModel, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    bound = model.bind_tools(
        export_tools("langchain", session.tools.values())
    )
    messages = [SystemMessage(session.instructions), HumanMessage(question)]
    for _ in range(20):
        reply = bound.invoke(messages)
        results = answer_calls(reply, session)
        messages += [reply, *results]
        if not results:
            return reply.text
    return ""
