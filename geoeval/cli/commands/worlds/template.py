"""``geoeval world template``: write a commented example of a context, its JSON, or the schema."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

from geoeval.cli.declarations import declare_option
from geoeval.cli.options import Output
from geoeval.cli.output import write_lines

EPILOG = """Examples:

  geoeval world template > town.txt

  geoeval world read town.txt --explain

  geoeval world template --format json -o town.json

Exit code: 0; 2 for a file that cannot be written.
"""


class TemplateFormat(StrEnum):
    """What to write: a context as text, the same world as JSON, or the JSON Schema of worlds."""

    TEXT = "text"
    JSON = "json"
    SCHEMA = "schema"


def template(
    output_format: Annotated[
        TemplateFormat, declare_option("--format", "A context, its world, or the JSON Schema.")
    ] = TemplateFormat.TEXT,
    output: Output = None,
) -> None:
    """Write a commented example of a context, the same world as JSON, or the schema of worlds."""
    write_lines([_document(output_format)], output)


def _document(wanted: TemplateFormat) -> str:
    from geoeval.world.documents.schema import world_schema
    from geoeval.world.documents.template import context_template
    from geoeval.world.model import world_to_json
    from geoeval.world.reader import read_context

    text = context_template()
    if wanted is TemplateFormat.TEXT:
        return text.removesuffix("\n")
    world, _ = read_context(text)
    shape = world_schema() if wanted is TemplateFormat.SCHEMA else _drop_lines(world_to_json(world))
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _drop_lines(shape: object) -> object:
    """Return a JSON value without line numbers, which mean nothing without the text."""
    if isinstance(shape, list):
        return [_drop_lines(each) for each in shape]
    if isinstance(shape, dict):
        return {name: _drop_lines(value) for name, value in shape.items() if name != "line"}
    return shape
