"""Tools for a model behind OpenAI's chat completions, or one like it."""

from openai import OpenAI

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    client: OpenAI, model: str, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    tools = export_tools("openai", session.tools.values())
    messages = [
        {"role": "system", "content": session.instructions},
        {"role": "user", "content": question},
    ]
    for _ in range(20):
        reply = client.chat.completions.create(
            model=model, messages=messages, tools=tools
        )
        results = answer_calls(reply, session)
        messages += [reply.choices[0].message, *results]
        if not results:
            return reply.choices[0].message.content or ""
    return ""
