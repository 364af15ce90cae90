"""A model that says what a script has, without a network: ``scripted/NAME``."""

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
SCRIPTS: dict[str, Script] = {}


def lines(*said: Line) -> Script:
    """Return a script that says one line after the other, the last one for ever."""

    def next_line(messages: Sequence[ChatMessage]) -> Line:
        spoken = sum(message.role == "assistant" for message in messages)
        return said[min(spoken, len(said) - 1)]

    return next_line


class Scripted(ModelAPI):
    """Says what its script has."""

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 - inspect's name
        tools: list[ToolInfo],  # noqa: ARG002 - inspect's signature
        tool_choice: ToolChoice,  # noqa: ARG002 - inspect's signature
        config: GenerateConfig,  # noqa: ARG002 - inspect's signature
    ) -> ModelOutput:
        """Return the next line."""
        said = SCRIPTS[self.model_name](input)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, dict) and "wait_s" in said:
            await anyio.sleep(said["wait_s"])
        if isinstance(said, str):
            output = ModelOutput.from_content(self.model_name, said)
        elif "refusal" in said:
            output = ModelOutput.from_content(
                self.model_name, said["refusal"], stop_reason="content_filter"
            )
        else:
            output = ModelOutput.for_tool_call(
                self.model_name, said["call"], said.get("arguments", {})
            )
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output


@modelapi(name="scripted")
def scripted() -> type[ModelAPI]:
    """Return the class of ``scripted/NAME``."""
    return Scripted


def action(name: str, arguments: object) -> str:
    """Return an action of a text agent."""
    blob = json.dumps({"action": name, "action_input": arguments})
    return f"Thought: go on.\nAction:\n```\n{blob}\n```"


def final(number: int) -> str:
    """Return the final action of a text agent."""
    return action("Final Answer", {"option_no": number, "explanation": "computed"})
