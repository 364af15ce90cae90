"""Tools for a model behind Google's Gemini."""

from google import genai
from google.genai import types

from geoeval.tools import ToolSession, answer_calls, export_tools


def converse(
    client: genai.Client, model: str, session: ToolSession, question: str
) -> str:
    """Return what a model says in the end, after at most twenty rounds."""
    declared = [
        types.FunctionDeclaration(**each)
        for each in export_tools("gemini", session.tools.values())
    ]
    config = types.GenerateContentConfig(
        system_instruction=session.instructions,
        tools=[types.Tool(function_declarations=declared)],
    )
    contents = [types.UserContent(question)]
    for _ in range(20):
        reply = client.models.generate_content(
            model=model, contents=contents, config=config
        )
        results = answer_calls(reply, session)
        contents.append(reply.candidates[0].content)
        if not results:
            return reply.text or ""
        contents.append({"role": "user", "parts": results})
    return ""
