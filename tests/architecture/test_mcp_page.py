"""The configurations on the MCP page and ``server.json`` start the server."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters

from tests.architecture.documents import ROOT, blocks
from tests.architecture.test_cli_page import OPTION, help_text

RUN = "from geoeval.cli.main import run; run()"
WORLD = "Information of Old Mill:\n- Location: 5 Hill Rd (60.20, 24.90).\n"
DESCRIBED = {"type": "string", "minLength": 1, "maxLength": 100}
ARGUMENTS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "type": {"enum": ["positional", "named"]},
            "name": {"type": "string"},
            "value": {"type": "string"},
            "valueHint": {"type": "string"},
            "description": {"type": "string"},
            "default": {"type": "string"},
            "isRequired": {"type": "boolean"},
            "format": {"enum": ["string", "number", "boolean", "filepath"]},
        },
        "required": ["type"],
        "additionalProperties": False,
        "if": {"properties": {"type": {"const": "named"}}},
        "then": {"required": ["name"]},
        "else": {"anyOf": [{"required": ["value"]}, {"required": ["valueHint"]}]},
    },
}
STRUCTURE = {
    "type": "object",
    "properties": {
        "$schema": {"pattern": r"^https://static\.modelcontextprotocol\.io/schemas/[\d-]+/server"},
        "name": {"pattern": r"^[a-zA-Z0-9.-]+\.[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "title": DESCRIBED,
        "description": DESCRIBED,
        "version": {"type": "string", "maxLength": 255},
        "packages": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "registryType": {"const": "pypi"},
                    "identifier": {"const": "geoeval"},
                    "version": {"type": "string"},
                    "runtimeHint": {"enum": ["uvx"]},
                    "runtimeArguments": ARGUMENTS,
                    "packageArguments": ARGUMENTS,
                    "transport": {"const": {"type": "stdio"}},
                },
                "required": ["registryType", "identifier", "version", "transport"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["$schema", "name", "description", "version", "packages"],
    "additionalProperties": False,
}
"""The part of the registry's schema that this server uses."""

MANIFEST = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))


def configured_servers() -> list[dict[str, object]]:
    """Return the servers in the JSON blocks of the page, one per client."""
    documents = [json.loads(block.body) for block in blocks("json") if block.file == "docs/mcp.md"]
    for document in documents:
        assert list(document) in (["mcpServers"], ["servers"])
    return [server for document in documents for (server,) in [[*document.popitem()[1].values()]]]


def test_page_configures_four_processes_and_a_url() -> None:
    commands = [server for server in configured_servers() if "command" in server]
    assert [Path(str(server["command"])).name for server in commands] == ["geoeval"] * 4
    assert [server["url"] for server in configured_servers() if "url" in server] == [
        "http://127.0.0.1:8000/mcp"
    ]


@pytest.mark.parametrize(
    "arguments",
    dict.fromkeys(tuple(server["args"]) for server in configured_servers() if "args" in server),
    ids=" ".join,
)
def test_configured_command_lines_start_the_server(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """A client can connect and call a tool."""
    (tmp_path / "trip.txt").write_text(WORLD, encoding="utf-8")
    arguments_here = [each.replace("/home/me", str(tmp_path)) for each in arguments]
    server = StdioServerParameters(
        command=sys.executable, args=["-c", RUN, *arguments_here], env=dict(os.environ)
    )

    async def conversation() -> None:
        async with Client(server) as client:
            result = await client.call_tool("haversine", {"origin": "0,0", "destination": "0,1"})
            assert not result.is_error

    anyio.run(conversation)


def test_manifest_matches_the_registry_schema() -> None:
    """The version is that of the package, and the README repeats the name as proof of ownership."""
    jsonschema.validate(MANIFEST, STRUCTURE)
    (package,) = MANIFEST["packages"]
    assert MANIFEST["version"] == package["version"] == version("geoeval")
    assert f"mcp-name: {MANIFEST['name']}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_manifest_installs_the_mcp_extra() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (package,) = MANIFEST["packages"]
    added = [each["value"] for each in package["runtimeArguments"] if each["name"] == "--with"]
    assert added == settings["project"]["optional-dependencies"]["mcp"]


def test_manifest_runs_an_existing_command() -> None:
    """All its options are options of ``geoeval mcp``."""
    (package,) = MANIFEST["packages"]
    command, *options = package["packageArguments"]
    assert command["value"] == "mcp"
    offered = [OPTION.match(line) for line in help_text("mcp").splitlines()]
    names = {match["name"] for match in offered if match}
    assert {option["name"] for option in options} <= names
    assert re.search(r"^ +mcp ", help_text(), flags=re.MULTILINE)
