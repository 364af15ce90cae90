"""The conversation about one sample: turns, tool calls, and how it ended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace

from inspect_ai.model import (
    ChatMessage,
    ChatMessageTool,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams

from geoeval.evaluation.runs import Effort, Ending
from geoeval.tools.providers.export import export_tools
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool

PATIENCE = 3
"""Consecutive unusable replies after which a conversation ends."""
_ENDING, _EFFORT = "geoeval:ending", "geoeval:effort"


class Talk:
    """A conversation about one question, with its effort.

    ``model`` is that of the run unless the agent has another one.
    """

    def __init__(self, state: TaskState, session: ToolSession, model: Model | None = None) -> None:
        self.state = state
        self.session = session
        self.tools: tuple[Tool, ...] = tuple(session.tools.values())
        self._model = model or get_model()
        self._effort = Effort()
        self._results: Counter[tuple[str, str]] = Counter()

    async def say(
        self,
        messages: Sequence[ChatMessage],
        *,
        native: bool = False,
        config: GenerateConfig | None = None,
    ) -> ModelOutput:
        """Return the model's next reply; ``native`` offers it the tools."""
        infos = tool_infos(self.tools) if native else []
        output = await self._model.generate(
            list(messages), tools=infos, config=config or GenerateConfig()
        )
        self._effort = replace(self._effort, turns=self._effort.turns + 1)
        return output

    def call(self, name: object, arguments: object) -> tuple[str, bool]:
        """Call a tool; return its result as JSON, and whether the tool exists."""
        result = self.session.call(name, arguments)
        content = json.dumps(result.content, ensure_ascii=False, separators=(",", ":"))
        key = (f"{name} {json.dumps(arguments, sort_keys=True, default=str)}", content)
        self._results[key] += 1
        failure = result.failure
        self._effort = replace(
            self._effort,
            calls=self._effort.calls + 1,
            failed_calls=self._effort.failed_calls + (failure is not None),
            repeated_calls=sum(count - 1 for count in self._results.values()),
        )
        return content, failure is None or failure.reason != "unknown_tool"

    def answered(self, call: ToolCall) -> tuple[ChatMessageTool, bool]:
        """Return the message that answers a call, and whether the tool exists."""
        arguments: object = call.arguments if call.parse_error is None else None
        content, known = self.call(call.function, arguments)
        return ChatMessageTool(content=content, tool_call_id=call.id, function=call.function), known

    def failed_reply(self) -> None:
        """Count a reply without a usable action."""
        self._effort = replace(self._effort, failed_calls=self._effort.failed_calls + 1)

    def at_limit(self) -> Ending:
        """Return how a conversation that used all its turns ended: in a loop, or otherwise."""
        most = max(self._results.values(), default=0)
        return "dead_loop" if most >= PATIENCE else "iteration_limit"

    def end(self, ending: Ending, reply: str) -> TaskState:
        """End the conversation with its last reply."""
        self.state.output = ModelOutput.from_content(str(self._model), reply)
        self.state.store.set(_ENDING, ending)
        self.state.store.set(_EFFORT, asdict(self._effort))
        return self.state


def names_of(state: TaskState) -> tuple[Ending, Effort]:
    """Return the ending and the effort of the conversation about a sample."""
    ending: Ending = state.store.get(_ENDING, "answered")
    return ending, Effort(**state.store.get(_EFFORT, {}))


def is_refusal(output: ModelOutput) -> bool:
    """Return whether a model declined to reply."""
    return output.stop_reason == "content_filter"


def tool_infos(tools: Sequence[Tool]) -> list[ToolInfo]:
    """Return tools in the form that inspect-ai passes to providers."""
    return [
        ToolInfo(
            name=str(each["name"]),
            description=str(each["description"]),
            parameters=ToolParams.model_validate(each["inputSchema"]),
        )
        for each in export_tools("mcp", tools)
    ]
