"""Every tool as each provider's request lists it, against that provider's own types."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from geoeval.errors import UsageError
from geoeval.tools import TOOLS, Tool, export_tools
from geoeval.tools.providers.formats import FORMATS, Format
from tests.llm.strict_rules import violations
from tests.tools.providers.sdk_types import fits

LONGEST_DESCRIPTION = 1024
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
NOT_STRICT = {
    "plan_meetings": "its table of travel times has places as its keys",
}
"""The tools whose arguments OpenAI cannot promise to keep, each with the reason."""

ABOUT = ("$schema", "title", "description")
"""What a plain schema says of its tool."""

SCHEMA_OF: dict[Format, tuple[str, ...]] = {
    "openai": ("function", "parameters"),
    "openai-responses": ("parameters",),
    "anthropic": ("input_schema",),
    "gemini": ("parameters_json_schema",),
    "langchain": (),
    "ollama": ("function", "parameters"),
    "mcp": ("inputSchema",),
    "json-schema": (),
}


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest) -> Tool:
    """Return one tool after the other."""
    return TOOLS[request.param]


def defined(name: Format, tool: Tool) -> dict[str, Any]:
    """Return the definition of a tool."""
    (definition,) = export_tools(name, [tool])
    return definition


def schema(name: Format, tool: Tool) -> dict[str, Any]:
    """Return the schema of a tool's arguments in a format."""
    found = defined(name, tool)
    for key in SCHEMA_OF[name]:
        found = found[key]
    return found


def nodes(value: object) -> Iterator[dict[str, Any]]:
    """Yield every object inside of JSON."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from nodes(each)


def filled(value: Any, schema: dict[str, Any]) -> Any:  # noqa: ANN401 - it is any JSON
    """Return a value with null for each member that it leaves out, as strict mode has it."""
    if value is None and "null" in schema.get("type", ()):
        return None
    if "anyOf" in schema:
        choices = [(filled(value, choice), choice) for choice in schema["anyOf"]]
        return next((full for full, choice in choices if valid(full, choice)), value)
    if isinstance(value, dict) and "properties" in schema:
        parts = schema["properties"].items()
        return {**value, **{name: filled(value.get(name), part) for name, part in parts}}
    if isinstance(value, list) and "items" in schema:
        return [filled(each, schema["items"]) for each in value]
    return value


def valid(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value is of a schema."""
    return Draft202012Validator(schema).is_valid(value)


def named(value: dict[str, Any], kind: type) -> bool:
    """Return whether a type has all the members of a value."""
    return set(value) <= set(get_type_hints(kind, include_extras=True))


def test_openai_chat(tool: Tool) -> None:
    """The library's type of a function tool takes the definition."""
    from openai.types.chat import ChatCompletionFunctionToolParam
    from openai.types.shared_params import FunctionDefinition

    definition = defined("openai", tool)
    fits(definition, ChatCompletionFunctionToolParam)
    assert named(definition, ChatCompletionFunctionToolParam)
    assert named(definition["function"], FunctionDefinition)


def test_openai_responses(tool: Tool) -> None:
    """The library's type of a function tool takes the definition, which has the same schema."""
    from openai.types.responses import FunctionToolParam

    definition = defined("openai-responses", tool)
    fits(definition, FunctionToolParam)
    assert named(definition, FunctionToolParam)
    assert {"type": "function", **defined("openai", tool)["function"]} == definition


def test_openai_strict(tool: Tool) -> None:
    """The schema keeps the rules of strict mode, and the library has nothing to add to it."""
    from openai.lib._pydantic import _ensure_strict_json_schema

    function = defined("openai", tool)["function"]
    assert function["strict"] is (tool.name not in NOT_STRICT)
    if function["strict"]:
        parameters = function["parameters"]
        assert violations(parameters) == []
        kept = copy.deepcopy(parameters)
        assert _ensure_strict_json_schema(kept, path=(), root=kept) == parameters


def test_anthropic(tool: Tool) -> None:
    """The library's type of a tool takes the definition, and no choice stands at the root."""
    from anthropic.types import ToolParam

    definition = defined("anthropic", tool)
    fits(definition, ToolParam)
    assert named(definition, ToolParam)
    assert {"anyOf", "oneOf", "allOf"}.isdisjoint(definition["input_schema"])


def test_gemini(tool: Tool) -> None:
    """The library's types take the definition, also in the keywords of their own schema."""
    from google.genai import types

    definition = defined("gemini", tool)
    declared = types.FunctionDeclaration.model_validate(definition)
    assert types.Tool(function_declarations=[declared]).function_declarations == [declared]
    types.JSONSchema.model_validate(definition["parameters_json_schema"], extra="forbid")


def test_langchain(tool: Tool) -> None:
    """LangChain knows the name, the description and the parameters of the definition."""
    from langchain_core.utils.function_calling import convert_to_openai_tool

    known = convert_to_openai_tool(defined("langchain", tool))["function"]
    assert (known["name"], known["description"]) == (tool.name, tool.description)
    assert set(known["parameters"]["properties"]) == set(schema("anthropic", tool)["properties"])


def test_ollama(tool: Tool) -> None:
    """The library's type of a tool takes the definition, and all of the properties."""
    from ollama import Tool as OllamaTool

    definition = defined("ollama", tool)
    known = OllamaTool.model_validate(definition).function
    assert known is not None
    assert known.parameters is not None
    assert known.parameters.properties is not None
    assert set(known.parameters.properties) == set(schema("ollama", tool)["properties"])


def test_mcp(tool: Tool) -> None:
    """The protocol's type of a tool takes the definition; what goes out is an object too."""
    from mcp.types import Tool as McpTool

    definition = defined("mcp", tool)
    known = McpTool.model_validate(definition)
    assert (known.name, known.input_schema) == (tool.name, definition["inputSchema"])
    assert definition["outputSchema"]["type"] == "object"
    Draft202012Validator.check_schema(definition["outputSchema"])


def distinct(tool: Tool) -> list[tuple[Format, dict[str, Any]]]:
    """Return the schemas of a tool that differ, each with a format that has it."""
    found: list[tuple[Format, dict[str, Any]]] = []
    for name in FORMATS:
        written = schema(name, tool)
        bare = {key: written[key] for key in written if key not in ABOUT}
        if bare not in [other for _, other in found]:
            found.append((name, bare))
    return found


def test_every_schema_is_one_without_references(tool: Tool) -> None:
    """The arguments are a JSON Schema of an object in which nothing is elsewhere."""
    for name, written in distinct(tool):
        Draft202012Validator.check_schema(written)
        assert written["type"] == "object", name
        assert [node for node in nodes(written) if {"$ref", "$defs"} & node.keys()] == [], name


def test_every_schema_takes_the_example(tool: Tool) -> None:
    """The example is valid; with another member, or without a required one, it is not."""
    for name, written in distinct(tool):
        example = dict(tool.example)
        if name.startswith("openai") and tool.name not in NOT_STRICT:
            example = filled(example, written)
        assert valid(example, written), name
        assert not valid({**example, "nonsense": 1}, written), name
        for key in written.get("required", ()):
            less = {other: value for other, value in example.items() if other != key}
            assert not valid(less, written), name


def test_a_plain_schema_says_which_tool_it_is_of(tool: Tool) -> None:
    """Title and description are those of the tool, and the draft is named."""
    written = schema("json-schema", tool)
    described = (Draft202012Validator.META_SCHEMA["$id"], tool.name, tool.description)
    assert tuple(written[key] for key in ABOUT) == described


def test_names_and_descriptions_are_of_a_size_that_all_take(tool: Tool) -> None:
    """A name is one for every provider, and a description within OpenAI's limit."""
    assert NAME.fullmatch(tool.name)
    assert len(tool.description) <= LONGEST_DESCRIPTION
    for node in nodes(schema("anthropic", tool)):
        for name in node.get("properties", ()):
            assert NAME.fullmatch(name)


LIMITS = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "multipleOf", "format",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_no_definition_limits_numbers_texts_or_rows(name: Format) -> None:
    """Endpoints refuse or pass over such keywords; the tools check what they would say."""
    for node in nodes(export_tools(name)):
        assert not LIMITS & {key for key, value in node.items() if not isinstance(value, dict)}


@pytest.mark.parametrize("name", FORMATS)
def test_choices_are_texts(name: Format) -> None:
    """Gemini rejects a request with a choice of numbers, and others hand schemas on to it."""
    lists = [node["enum"] for node in nodes(export_tools(name)) if "enum" in node]
    found = {each for choices in lists if isinstance(choices, list) for each in choices}
    assert "walking" in found
    assert all(each is None or isinstance(each, str) for each in found)


def test_all_tools_are_exported_by_default() -> None:
    """Without a choice every tool of the registry is defined, in its order."""
    assert [each["name"] for each in export_tools("anthropic")] == list(TOOLS)


def test_a_mapping_of_tools_is_taken_too() -> None:
    """What ``TOOLS`` is may be given, or a part of it."""
    some = {"bearing_cardinal": TOOLS["bearing_cardinal"]}
    assert [each["name"] for each in export_tools("mcp", some)] == ["bearing_cardinal"]


def test_an_unknown_format_is_refused() -> None:
    """The formats that there are are named."""
    with pytest.raises(UsageError, match=r"expected a format, one of openai, .*, got 'openapi'"):
        export_tools("openapi")  # type: ignore[arg-type]  # the mistake under test


def test_a_name_is_no_tool() -> None:
    """Names are looked up by the caller."""
    with pytest.raises(
        UsageError, match=r"expected tools, such as TOOLS\[.*, got 'bearing_cardinal'"
    ):
        export_tools("openai", ["bearing_cardinal"])  # type: ignore[list-item]  # the mistake under test
