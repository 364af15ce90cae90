"""Definitions of every tool, validated against each provider's types."""

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
from tests.tools.providers.sdk_types import validate_type

LONGEST_DESCRIPTION = 1024
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
NOT_STRICT = {
    "plan_meetings": "its table of travel times has places as its keys",
}
"""Tools that strict mode does not support, with the reason."""

ABOUT = ("$schema", "title", "description")
"""Members of a plain schema that describe its tool."""

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
    """Return each tool."""
    return TOOLS[request.param]


def definition_of(name: Format, tool: Tool) -> dict[str, Any]:
    """Return the definition of a tool in a format."""
    (definition,) = export_tools(name, [tool])
    return definition


def schema_of(name: Format, tool: Tool) -> dict[str, Any]:
    """Return the schema of a tool's arguments in a format."""
    found = definition_of(name, tool)
    for key in SCHEMA_OF[name]:
        found = found[key]
    return found


def nodes(value: object) -> Iterator[dict[str, Any]]:
    """Yield every object inside a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from nodes(each)


def with_nulls(value: Any, schema: dict[str, Any]) -> Any:  # noqa: ANN401 - it is any JSON
    """Return a value with null for each missing member, as strict mode requires."""
    if value is None and "null" in schema.get("type", ()):
        return None
    if "anyOf" in schema:
        choices = [(with_nulls(value, choice), choice) for choice in schema["anyOf"]]
        return next((full for full, choice in choices if is_valid(full, choice)), value)
    if isinstance(value, dict) and "properties" in schema:
        parts = schema["properties"].items()
        return {**value, **{name: with_nulls(value.get(name), part) for name, part in parts}}
    if isinstance(value, list) and "items" in schema:
        return [with_nulls(each, schema["items"]) for each in value]
    return value


def is_valid(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value conforms to a schema."""
    return Draft202012Validator(schema).is_valid(value)


def has_all_members(value: dict[str, Any], kind: type) -> bool:
    """Return whether a type declares all members of a value."""
    return set(value) <= set(get_type_hints(kind, include_extras=True))


def test_openai_chat_accepts_the_definition(tool: Tool) -> None:
    from openai.types.chat import ChatCompletionFunctionToolParam
    from openai.types.shared_params import FunctionDefinition

    definition = definition_of("openai", tool)
    validate_type(definition, ChatCompletionFunctionToolParam)
    assert has_all_members(definition, ChatCompletionFunctionToolParam)
    assert has_all_members(definition["function"], FunctionDefinition)


def test_openai_responses_accepts_the_definition(tool: Tool) -> None:
    """The definition has the same members as in chat completions."""
    from openai.types.responses import FunctionToolParam

    definition = definition_of("openai-responses", tool)
    validate_type(definition, FunctionToolParam)
    assert has_all_members(definition, FunctionToolParam)
    assert {"type": "function", **definition_of("openai", tool)["function"]} == definition


def test_openai_strict_mode_accepts_the_schema(tool: Tool) -> None:
    """The library does not change it."""
    from openai.lib._pydantic import _ensure_strict_json_schema

    function = definition_of("openai", tool)["function"]
    assert function["strict"] is (tool.name not in NOT_STRICT)
    if function["strict"]:
        parameters = function["parameters"]
        assert violations(parameters) == []
        kept = copy.deepcopy(parameters)
        assert _ensure_strict_json_schema(kept, path=(), root=kept) == parameters


def test_anthropic_accepts_the_definition(tool: Tool) -> None:
    """The root of the schema is not a union."""
    from anthropic.types import ToolParam

    definition = definition_of("anthropic", tool)
    validate_type(definition, ToolParam)
    assert has_all_members(definition, ToolParam)
    assert {"anyOf", "oneOf", "allOf"}.isdisjoint(definition["input_schema"])


def test_gemini_accepts_the_definition(tool: Tool) -> None:
    """The schema only has keywords that Gemini knows."""
    from google.genai import types

    definition = definition_of("gemini", tool)
    declared = types.FunctionDeclaration.model_validate(definition)
    assert types.Tool(function_declarations=[declared]).function_declarations == [declared]
    types.JSONSchema.model_validate(definition["parameters_json_schema"], extra="forbid")


def test_langchain_accepts_the_definition(tool: Tool) -> None:
    from langchain_core.utils.function_calling import convert_to_openai_tool

    known = convert_to_openai_tool(definition_of("langchain", tool))["function"]
    assert (known["name"], known["description"]) == (tool.name, tool.description)
    assert set(known["parameters"]["properties"]) == set(schema_of("anthropic", tool)["properties"])


def test_ollama_accepts_the_definition(tool: Tool) -> None:
    from ollama import Tool as OllamaTool

    definition = definition_of("ollama", tool)
    known = OllamaTool.model_validate(definition).function
    assert known is not None
    assert known.parameters is not None
    assert known.parameters.properties is not None
    assert set(known.parameters.properties) == set(schema_of("ollama", tool)["properties"])


def test_mcp_accepts_the_definition(tool: Tool) -> None:
    """The output schema is that of an object."""
    from mcp.types import Tool as McpTool

    definition = definition_of("mcp", tool)
    known = McpTool.model_validate(definition)
    assert (known.name, known.input_schema) == (tool.name, definition["inputSchema"])
    assert definition["outputSchema"]["type"] == "object"
    Draft202012Validator.check_schema(definition["outputSchema"])


def distinct_schemas(tool: Tool) -> list[tuple[Format, dict[str, Any]]]:
    """Return the different schemas of a tool, each with a format that has it."""
    found: list[tuple[Format, dict[str, Any]]] = []
    for name in FORMATS:
        written = schema_of(name, tool)
        bare = {key: written[key] for key in written if key not in ABOUT}
        if bare not in [other for _, other in found]:
            found.append((name, bare))
    return found


def test_schemas_are_objects_without_references(tool: Tool) -> None:
    for name, written in distinct_schemas(tool):
        Draft202012Validator.check_schema(written)
        assert written["type"] == "object", name
        assert [node for node in nodes(written) if {"$ref", "$defs"} & node.keys()] == [], name


def test_schemas_accept_the_example(tool: Tool) -> None:
    """An additional or a missing member makes it invalid."""
    for name, written in distinct_schemas(tool):
        example = dict(tool.example)
        if name.startswith("openai") and tool.name not in NOT_STRICT:
            example = with_nulls(example, written)
        assert is_valid(example, written), name
        assert not is_valid({**example, "nonsense": 1}, written), name
        for key in written.get("required", ()):
            less = {other: value for other, value in example.items() if other != key}
            assert not is_valid(less, written), name


def test_json_schema_names_its_tool(tool: Tool) -> None:
    """Title and description are those of the tool."""
    written = schema_of("json-schema", tool)
    described = (Draft202012Validator.META_SCHEMA["$id"], tool.name, tool.description)
    assert tuple(written[key] for key in ABOUT) == described


def test_names_and_descriptions_fit_all_providers(tool: Tool) -> None:
    assert NAME.fullmatch(tool.name)
    assert len(tool.description) <= LONGEST_DESCRIPTION
    for node in nodes(schema_of("anthropic", tool)):
        for name in node.get("properties", ()):
            assert NAME.fullmatch(name)


LIMITS = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "multipleOf", "format",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_definitions_have_no_keywords_for_limits(name: Format) -> None:
    """Endpoints reject or ignore such keywords, so the tools check limits."""
    for node in nodes(export_tools(name)):
        assert not LIMITS & {key for key, value in node.items() if not isinstance(value, dict)}


@pytest.mark.parametrize("name", FORMATS)
def test_choices_are_strings(name: Format) -> None:
    """Gemini rejects numeric choices."""
    lists = [node["enum"] for node in nodes(export_tools(name)) if "enum" in node]
    found = {each for choices in lists if isinstance(choices, list) for each in choices}
    assert "walking" in found
    assert all(each is None or isinstance(each, str) for each in found)


def test_all_tools_are_exported_by_default() -> None:
    assert [each["name"] for each in export_tools("anthropic")] == list(TOOLS)


def test_mapping_of_tools_can_be_exported() -> None:
    some = {"bearing_cardinal": TOOLS["bearing_cardinal"]}
    assert [each["name"] for each in export_tools("mcp", some)] == ["bearing_cardinal"]


def test_unknown_format_is_rejected() -> None:
    with pytest.raises(UsageError, match="got 'openapi'"):
        export_tools("openapi")  # type: ignore[arg-type]  # the mistake under test
