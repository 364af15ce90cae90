"""The server and the SDK's client in one process, in both versions of the protocol."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from mcp import Client, MCPError
from mcp_types import TextContent, TextResourceContents
from pydantic import BaseModel

from geoeval.query.schema import schema_text
from geoeval.tools.mcp.server import ToolServer
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Result
from geoeval.world.model import World, world_from_json
from tests.tools.mcp.conftest import ENDS, FAR_OFF, converse, text_of


def test_tools_are_listed_with_schemas_and_hints(server: ToolServer, era: str) -> None:
    """Tools are read-only, schemas have no references, and titles are for people."""

    async def conversation(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == list(TOOLS)
        for tool in listed:
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            assert tool.annotations.idempotent_hint
            assert tool.annotations.destructive_hint is False
            assert tool.annotations.open_world_hint is False
            assert tool.title
            assert tool.description == TOOLS[tool.name].description
            for schema in (tool.input_schema, tool.output_schema):
                assert schema is not None
                assert schema["type"] == "object"
                assert "$ref" not in json.dumps(schema)
                jsonschema.Draft202012Validator.check_schema(schema)

    converse(server, conversation, era)


def test_call_returns_text_and_object(server: ToolServer, era: str) -> None:
    async def conversation(client: Client) -> None:
        result = await client.call_tool("haversine", ENDS)
        assert not result.is_error
        assert result.structured_content == {
            "used": ENDS,
            "distance_m": 11119.508,
            "text": "11.1 km",
        }
        assert json.loads(text_of(result)) == result.structured_content

    converse(server, conversation, era)


def test_results_match_their_output_schemas(server: ToolServer) -> None:
    """The examples that have an answer in this world are checked."""

    async def conversation(client: Client) -> None:
        answered = []
        for tool in (await client.list_tools()).tools:
            example = dict(TOOLS[tool.name].example)
            jsonschema.validate(example, tool.input_schema)
            result = await client.call_tool(tool.name, example)
            if not result.is_error:
                assert tool.output_schema is not None
                jsonschema.validate(result.structured_content, tool.output_schema)
                answered.append(tool.name)
        assert {"haversine", "bearing_cardinal", "convert"} <= set(answered)

    converse(server, conversation)


def test_call_can_be_corrected_from_the_error(server: ToolServer, era: str) -> None:
    """The first suggested name is accepted."""

    async def conversation(client: Client) -> None:
        wrong = await client.call_tool("haversine", FAR_OFF)
        assert wrong.is_error
        assert wrong.structured_content is None
        error = json.loads(text_of(wrong))["error"]
        assert error["kind"] == "fix_arguments"
        (fault,) = error["arguments"]
        corrected = {**FAR_OFF, fault["argument"]: fault["nearest"][0]}
        assert not (await client.call_tool("haversine", corrected)).is_error

    converse(server, conversation, era)


def test_error_text_equals_that_of_a_session(server: ToolServer, world: World, era: str) -> None:
    """A failing call is blocked the third time."""
    session = ToolSession(world)
    no_way = {
        "originId": "Old Mill",
        "destinationId": "Harbour Lighthouse",
        "travelMode": "transit",
    }
    calls = [("haversine", FAR_OFF), ("TravelTime", no_way), ("haversin", {}), ("geometry", {})]

    async def conversation(client: Client) -> None:
        kinds = []
        for name, arguments in [call for call in calls for _ in range(3)]:
            result = await client.call_tool(name, arguments)
            assert result.is_error
            assert text_of(result) == session.call(name, arguments).text
            kinds.append(json.loads(text_of(result))["error"]["kind"])
        assert kinds[:3] == ["fix_arguments", "fix_arguments", "final"]
        assert kinds[3:6] == ["final", "final", "final"]

    # In one process the version without sessions has a single client and no HTTP request.
    converse(server, conversation, era)


def test_server_works_after_a_time_limit(world: World, era: str) -> None:
    def endless(_arguments: BaseModel, _world: World) -> Result:
        while True:
            pass

    slow = replace(TOOLS["bearing_cardinal"], run=endless)
    server = ToolServer(world, [slow, TOOLS["haversine"]], time_limit_s=0.2)

    async def conversation(client: Client) -> None:
        error = json.loads(text_of(await client.call_tool("bearing_cardinal", ENDS)))["error"]
        assert (error["kind"], error["reason"]) == ("final", "time_limit")
        assert not (await client.call_tool("haversine", ENDS)).is_error

    converse(server, conversation, era)


def test_clients_do_not_share_failures(server: ToolServer, era: str) -> None:
    texts = []

    async def conversation(client: Client) -> None:
        texts.append(text_of(await client.call_tool("haversine", FAR_OFF)))

    for _ in range(3):
        converse(server, conversation, era)
    assert len(set(texts)) == 1


def test_resources_are_listed_and_read(server: ToolServer, world: World, era: str) -> None:
    """They are the query schema, the world and its places as JSON."""

    async def conversation(client: Client) -> None:
        read = {}
        for resource in (await client.list_resources()).resources:
            assert resource.mime_type == "application/json"
            assert resource.title
            (content,) = (await client.read_resource(resource.uri)).contents
            assert isinstance(content, TextResourceContents)
            read[resource.uri] = json.loads(content.text)
        assert list(read) == ["geoeval://query-schema", "geoeval://world", "geoeval://places"]
        assert read["geoeval://query-schema"] == json.loads(schema_text())
        assert world_from_json(read["geoeval://world"]) == world
        names = [place["name"] for place in read["geoeval://places"]]
        assert names == ["Harbour Lighthouse", "Old Mill"]

    converse(server, conversation, era)


def test_prompt_asks_to_use_tools_for_figures(server: ToolServer, era: str) -> None:
    """Options are numbered."""

    async def conversation(client: Client) -> None:
        (prompt,) = (await client.list_prompts()).prompts
        assert prompt.name == "answer_map_question"
        assert [each.required for each in prompt.arguments or ()] == [True, False]
        asked = {"question": "How far is it?", "options": "1 km\n 2 km \n"}
        (message,) = (await client.get_prompt(prompt.name, asked)).messages
        assert isinstance(message.content, TextContent)
        assert "How far is it?\n\nOptions:\n1. 1 km\n2. 2 km\n" in message.content.text
        assert "from a tool; estimate none" in message.content.text
        (message,) = (await client.get_prompt(prompt.name, {"question": "Where?"})).messages
        assert isinstance(message.content, TextContent)
        assert message.content.text.endswith("then the answer.")
        with pytest.raises(MCPError, match="question"):
            await client.get_prompt(prompt.name, {})

    converse(server, conversation, era)


def test_instructions_name_the_places(server: ToolServer, era: str) -> None:
    async def conversation(client: Client) -> None:
        assert client.instructions is not None
        assert "Places on the map: Harbour Lighthouse; Old Mill." in client.instructions
        assert client.server_info.name == "geoeval"

    converse(server, conversation, era)


def test_instructions_of_a_large_world_are_short() -> None:
    """They name a dozen places and count the others."""
    places = [{"name": f"Pier {number}"} for number in range(500)]
    server = ToolServer(world_from_json({"places": places}), ())
    assert server.instructions is not None
    assert "Pier 11 and 488 more." in server.instructions
