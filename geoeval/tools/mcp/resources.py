"""What a client may read: the schema of queries, and the world."""

from __future__ import annotations

import json
from collections.abc import Callable

from mcp.server.mcpserver import MCPServer

from geoeval.query.schema import SCHEMA_FILE
from geoeval.tools.families.facts import facts_of
from geoeval.tools.mcp.clients import ToolSessions
from geoeval.world.model import World
from geoeval.world.serial import world_to_json


def add_resources(server: MCPServer[ToolSessions], world: World) -> None:
    """Let the clients of a server read what its tools know."""

    def offer(name: str, title: str, description: str, read: Callable[[], str]) -> None:
        server.resource(
            f"geoeval://{name}",
            name=name,
            title=title,
            description=description,
            mime_type="application/json",
        )(read)

    offer(
        "query-schema",
        "Schema of queries",
        "JSON Schema of the queries that geoeval solves.",
        lambda: SCHEMA_FILE.read_text(encoding="utf-8"),
    )
    offer(
        "world",
        "World",
        "All that the tools know: places, lists, travel times and routes.",
        lambda: _written(world_to_json(world)),
    )
    offer(
        "places",
        "Places",
        "The places that the tools know, with what is known of each.",
        lambda: _written(places_of(world)),
    )


def places_of(world: World) -> list[dict[str, object]]:
    """Return the places of a world as the tools show them."""
    return [
        facts_of(place, world).model_dump(mode="json", exclude_none=True)
        for place in world.atlas.places
    ]


def _written(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(value, ensure_ascii=False, indent=1)
