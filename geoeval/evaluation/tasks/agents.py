"""Agents that use tools: text ReAct, native tool calls, and a planner of modules."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
)
from inspect_ai.solver import TaskState

from geoeval.evaluation.replies import is_final, objects_in
from geoeval.evaluation.tasks.prompts import (
    answer_from,
    fill_module,
    plan_instructions,
    react_instructions,
)
from geoeval.evaluation.tasks.talk import PATIENCE, Talk, is_refusal
from geoeval.tools.providers.export import export_tools

LIMIT = 15
"""Maximum number of turns in a conversation, as in the paper."""
_OBSERVED = "\nObservation:"
_BAD_JSON = (
    'Expected one action as a JSON object {"action": …, "action_input": …}, got none that can be '
    "read. Write it again."
)

Agent = Callable[[Talk, int], Awaitable[TaskState]]
"""A function that conducts a conversation within a number of turns."""


async def answer_directly(talk: Talk, _limit: int) -> TaskState:
    """Answer in one reply, without tools."""
    return await _ask_once(talk, talk.state.messages)


async def _ask_once(talk: Talk, messages: list[ChatMessage]) -> TaskState:
    output = await talk.say(messages)
    return talk.end("refusal" if is_refusal(output) else "answered", output.completion)


async def run_native(talk: Talk, limit: int) -> TaskState:
    """Call tools by the provider's own calls until a reply has none."""
    messages: list[ChatMessage] = [
        ChatMessageSystem(content=talk.session.instructions),
        *talk.state.messages,
    ]
    strangers = 0
    for _ in range(limit):
        output = await talk.say(messages, native=True)
        if is_refusal(output):
            return talk.end("refusal", output.completion)
        calls = output.message.tool_calls
        if not calls:
            return talk.end("answered", output.completion)
        answers = [talk.answered(call) for call in calls]
        messages += [output.message, *(message for message, _ in answers)]
        strangers = 0 if any(known for _, known in answers) else strangers + 1
        if strangers == PATIENCE:
            return talk.end("unknown_tool", output.completion)
    return talk.end(talk.at_limit(), "")


async def run_react(talk: Talk, limit: int) -> TaskState:
    """Think, act by a JSON object in the text and observe, until the final answer."""
    tools = _describe_tools(talk)
    system = react_instructions(tools, talk.session.instructions)
    messages: list[ChatMessage] = [ChatMessageSystem(content=system), *talk.state.messages]
    unread = strangers = 0
    for _ in range(limit):
        output = await talk.say(messages, config=GenerateConfig(stop_seqs=[_OBSERVED]))
        if is_refusal(output):
            return talk.end("refusal", output.completion)
        # Text after an observation was invented by the model.
        output_text = output.completion.partition(_OBSERVED)[0]
        action = action_in(output_text) or _find_final_action(output_text)
        if action is None:
            unread += 1
            talk.failed_reply()
            if unread == PATIENCE:
                return talk.end("bad_json", output_text)
            observation = _BAD_JSON
        elif is_final(action["action"]):
            given = action.get("action_input", "")
            return talk.end("answered", given if isinstance(given, str) else json.dumps(given))
        else:
            unread = 0
            observation, known = talk.call(action["action"], action.get("action_input"))
            strangers = 0 if known else strangers + 1
            if strangers == PATIENCE:
                return talk.end("unknown_tool", output_text)
        messages += [
            ChatMessageAssistant(content=output_text),
            ChatMessageUser(content=f"Observation: {observation}"),
        ]
    return talk.end(talk.at_limit(), "")


async def run_planner(talk: Talk, limit: int) -> TaskState:
    """Decompose the question into modules, run them in their order, answer from what they gave."""
    described = _describe_tools(talk)
    schemas = {name: schema for name, _, schema in described}
    system = ChatMessageSystem(content=plan_instructions(described, talk.session.instructions))
    asked = [system, *talk.state.messages]
    plan = await _ask_for_list(talk, asked, "modules")
    if isinstance(plan, TaskState):
        return plan
    modules = list(map(str, plan))
    known = list(filter(schemas.__contains__, modules))
    for name in modules:
        if name not in schemas:
            talk.call(name, {})  # counted as a failed call
    if modules and not known:
        return talk.end("unknown_tool", json.dumps(modules))
    results: list[str] = []
    for name in known[: limit - 2]:
        fill = fill_module(name, schemas[name], "\n".join(results))
        stopped = await _run_module(talk, name, [*asked, ChatMessageUser(content=fill)], results)
        if stopped is not None:
            return stopped
    if len(known) > limit - 2:
        return talk.end("iteration_limit", "")
    ask = ChatMessageUser(content=answer_from("\n".join(results)))
    return await _ask_once(talk, [*talk.state.messages, ask])


async def _run_module(
    talk: Talk, name: str, messages: list[ChatMessage], results: list[str]
) -> TaskState | None:
    """Call a module as often as a reply wants, adding what it gives; or return how a talk ends."""
    calls = await _ask_for_list(talk, messages, "calls")
    if isinstance(calls, TaskState):
        return calls
    for arguments in calls:
        content, _ = talk.call(name, arguments)
        results.append(f"{name} {json.dumps(arguments, ensure_ascii=False)}: {content}")
    return None


async def _ask_for_list(
    talk: Talk, messages: list[ChatMessage], member: str
) -> list[object] | TaskState:
    """Return the list that a reply's JSON object holds, asked again where it holds none."""
    tried = list(messages)
    for _ in range(PATIENCE):
        output = await talk.say(tried)
        if is_refusal(output):
            return talk.end("refusal", output.completion)
        for *_, found in objects_in(output.completion):
            listed = found.get(member)
            if isinstance(listed, list):
                return listed
        talk.failed_reply()
        repair = f'Expected a JSON object {{"{member}": [...]}}, got none that can be read.'
        tried += [
            ChatMessageAssistant(content=output.completion),
            ChatMessageUser(content=repair),
        ]
    return talk.end("bad_json", output.completion)


AGENTS: Mapping[str, Agent] = {"react": run_react, "native": run_native, "planner": run_planner}
"""The agents by name."""


def _describe_tools(talk: Talk) -> list[tuple[str, str, object]]:
    return [
        (str(each["name"]), str(each["description"]), each["inputSchema"])
        for each in export_tools("mcp", talk.tools)
    ]


def action_in(text: str) -> dict[str, object] | None:
    """Return the last JSON object with an action in a text."""
    actions = [found for *_, found in objects_in(text) if isinstance(found.get("action"), str)]
    return actions[-1] if actions else None


def _find_final_action(text: str) -> dict[str, object] | None:
    """Return the final action of a reply that answers directly, without a tool."""
    given = [found for *_, found in objects_in(text) if "option_no" in found]
    return {"action": "final answer", "action_input": given[-1]} if given else None
