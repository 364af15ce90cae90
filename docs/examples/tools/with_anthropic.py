"""Tools for a model behind Anthropic's Messages."""

from anthropic import Anthropic

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    client: Anthropic, model: str, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    tools = export_tools("anthropic", session.tools.values())
    messages = [{"role": "user", "content": question}]
    for _ in range(20):
        reply = client.messages.create(
            model=model,
            max_tokens=2000,
            system=session.instructions,
            messages=messages,
            tools=tools,
        )
        results = answer_calls(reply, session)
        messages.append({"role": "assistant", "content": reply.content})
        if not results:
            return "".join(
                block.text
                for block in reply.content
                if block.type == "text"
            )
        messages.append({"role": "user", "content": results})
    return ""
