"""A model that replies from a script, without a network: ``scripted/NAME``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import anyio
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

Line = str | dict[str, Any] | Exception
"""A reply: text, a refusal, tool call or long silence as an object, or an error."""
Script = Callable[[Sequence[ChatMessage]], Line]
RIGHT = '{"option_no": 2, "explanation": "east"}'
SCRIPTS: dict[str, Script] = {}


def lines(*replies: Line) -> Script:
    """Return a script that replies with one line after the other, then repeats the last."""

    def next_line(messages: Sequence[ChatMessage]) -> Line:
        answered = sum(message.role == "assistant" for message in messages)
        return replies[min(answered, len(replies) - 1)]

    return next_line


class Scripted(ModelAPI):
    """A model that replies from its script."""

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 - inspect's name
        tools: list[ToolInfo],  # noqa: ARG002 - inspect's signature
        tool_choice: ToolChoice,  # noqa: ARG002 - inspect's signature
        config: GenerateConfig,  # noqa: ARG002 - inspect's signature
    ) -> ModelOutput:
        """Return the next reply."""
        reply = SCRIPTS[self.model_name](input)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, dict) and "wait_s" in reply:
            await anyio.sleep(reply["wait_s"])
        if isinstance(reply, str):
            output = ModelOutput.from_content(self.model_name, reply)
        elif "refusal" in reply:
            output = ModelOutput.from_content(
                self.model_name, reply["refusal"], stop_reason="content_filter"
            )
        else:
            output = ModelOutput.for_tool_call(
                self.model_name, reply["call"], reply.get("arguments", {})
            )
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output


@modelapi(name="scripted")
def scripted() -> type[ModelAPI]:
    """Return the class of the model ``scripted/NAME``."""
    return Scripted


def action(name: str, arguments: object) -> str:
    """Return an action of a text agent."""
    blob = json.dumps({"action": name, "action_input": arguments})
    return f"Thought: go on.\nAction:\n```\n{blob}\n```"


def final_action(number: int) -> str:
    """Return the final action of a text agent."""
    return action("Final Answer", {"option_no": number, "explanation": "computed"})
