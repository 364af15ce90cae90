"""Read the world in a file: a map file, a world as JSON, or a context as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from geoeval.errors import MapFileError, RecordError, UsageError, quote_path
from geoeval.world.facts import UnreadLine
from geoeval.world.model import World, world_from_json
from geoeval.world.reader import read_context
from geoeval.world.store.schema import is_map_file


class WorldFile(NamedTuple):
    """The world in a file, and the lines of a context that could not be read."""

    world: World
    unread: tuple[UnreadLine, ...] = ()


def read_world_file(path: str | Path) -> WorldFile:
    """Read a world from a map file, a JSON object, or the text of a context.

    Raises
    ------
    UsageError
        If the file cannot be read, or is JSON but no world.
    MapFileError
        If the file is a damaged map file.
    """
    try:
        if is_map_file(path):
            return WorldFile(World.open(path))
        text = Path(path).read_text(encoding="utf-8-sig")
    except MapFileError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else _describe_value_error(error)
        raise UsageError(f"the world {quote_path(path)} cannot be read: {reason}") from None
    if not text.lstrip().startswith(("{", "[")):
        return WorldFile(*read_context(text))
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the world {quote_path(path)} is not valid JSON: {error}") from None
    return WorldFile(parse_world(value, path))


def _describe_value_error(error: ValueError) -> str:
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else f"its path: {error}"


def parse_world(value: object, path: str | Path) -> World:
    """Build a world from a JSON value in a file."""
    try:
        return world_from_json(value)
    except RecordError as error:
        raise UsageError(
            f"the file {quote_path(path)} is not a valid world: {error.path}: {error}"
        ) from None
