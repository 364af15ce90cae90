"""No arguments make the dispatcher raise, and every reply can be sent."""

from __future__ import annotations

import json
import time
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from geoeval.tools.calls import call_tool
from geoeval.tools.failure import ToolResult
from geoeval.tools.providers.formats import FORMATS, Format
from geoeval.tools.registry import FAMILIES, TOOLS
from geoeval.tools.session import ToolSession
from tests.tools.example_world import example_world
from tests.tools.hostile import arguments_for, nested, scalars, texts, values

CASES = 2000
LONGEST_S = 2.0
LARGEST = 1_000_000
PER_TOOL = max(20, -(-CASES // len(TOOLS)))


@cache
def result_validator(name: str) -> Draft202012Validator:
    """Return the validator of a tool's results."""
    return Draft202012Validator(TOOLS[name].result_schema)


def check_result(result: ToolResult) -> None:
    """Check that a result can be sent as JSON and conforms to its schema."""
    assert result.failure is None or result.failure.reason != "internal", result.text
    assert json.loads(result.text) == result.content
    assert len(result.text.encode()) <= LARGEST
    json.dumps(result.content, allow_nan=False)
    if result.ok:
        result_validator(result.name).validate(result.content)
    else:
        assert set(result.content) == {"error"}
        assert result.content["error"]["advice"]


def calls_by_format(
    identity: str, name: object, arguments: object
) -> dict[Format, dict[str, object]]:
    """Return a call in each provider's format."""
    function = {"name": name, "arguments": arguments}
    return {
        "openai": {"type": "function", "id": identity, "function": function},
        "openai-responses": {"type": "function_call", "call_id": identity, **function},
        "anthropic": {"type": "tool_use", "id": identity, "name": name, "input": arguments},
        "gemini": {"function_call": {"id": identity, "name": name, "args": arguments}},
        "langchain": {"type": "tool_call", "id": identity, "name": name, "args": arguments},
        "ollama": {"id": identity, "function": function},
        "mcp": {"method": "tools/call", "id": identity, "params": function},
        "json-schema": {"id": identity, **function},
    }


def check_message(call: dict[str, object], session: ToolSession) -> None:
    """Check that the message that answers a provider's call can be sent."""
    message = call_tool(call, session=session)
    text = json.dumps(message, allow_nan=False, ensure_ascii=False)
    assert json.loads(text.encode()) == message


def test_calls_cover_every_format() -> None:
    assert set(calls_by_format("c1", "haversine", {})) == set(FORMATS)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_examples_have_answers(name: str) -> None:
    result = ToolSession(example_world(name)).call(name, TOOLS[name].example)
    assert result.ok, result.text
    check_result(result)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_any_arguments_are_answered(name: str) -> None:
    tool, world = TOOLS[name], example_world(name)

    @settings(max_examples=PER_TOOL)
    @given(arguments=arguments_for(tool), provider=st.sampled_from(list(FORMATS)))
    def fuzz(arguments: object, provider: Format) -> None:
        session = ToolSession(world)
        start = time.perf_counter()
        result = session.call(name, arguments)
        assert time.perf_counter() - start < LONGEST_S
        assert result.name == name
        check_result(result)
        check_message(calls_by_format("c1", name, arguments)[provider], session)

    fuzz()


@pytest.mark.parametrize("depth", [300, 3000])
def test_deep_nesting_is_rejected(depth: int) -> None:
    """The depth exceeds Python's recursion limit; JSON texts are included."""
    session = ToolSession()
    for tool in (family[-1] for family in FAMILIES.values()):
        text = '{"x":' * depth + "0" + "}" * depth
        deep = {**tool.example, next(iter(tool.example)): nested(depth)}
        for arguments in (nested(depth), deep, text, text[:-1], "[" * depth):
            result = session.call(tool.name, arguments)
            check_result(result)
            assert result.failure is not None


@settings(max_examples=100)
@given(name=scalars | values, arguments=values, identity=texts)
@example(name="\ud800", arguments={}, identity="\udfff")
@example(name="x" * 100_000, arguments={}, identity="c1")
def test_any_name_is_answered(name: object, arguments: object, identity: str) -> None:
    result = ToolSession().call(name, arguments)
    assert result.failure is not None
    assert result.failure.reason == "unknown_tool"
    check_result(result)
    for call in calls_by_format(identity, name, arguments).values():
        check_message(call, ToolSession())
