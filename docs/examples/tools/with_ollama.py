"""Tools for a model that Ollama runs on this machine."""

from ollama import Client

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    client: Client, model: str, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    tools = export_tools("ollama", session.tools.values())
    messages = [
        {"role": "system", "content": session.instructions},
        {"role": "user", "content": question},
    ]
    for _ in range(20):
        reply = client.chat(model, messages=messages, tools=tools)
        results = answer_calls(reply, session)
        messages += [reply.message, *results]
        if not results:
            return reply.message.content or ""
    return ""
