"""Tools for a model behind OpenAI's Responses."""

from openai import OpenAI

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    client: OpenAI, model: str, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    tools = export_tools("openai-responses", session.tools.values())
    items = [{"role": "user", "content": question}]
    for _ in range(20):
        reply = client.responses.create(
            model=model,
            instructions=session.instructions,
            input=items,
            tools=tools,
        )
        results = answer_calls(reply, session)
        items += [*reply.output, *results]
        if not results:
            return reply.output_text
    return ""
