"""``geoeval tools``: list the tools for language models, explain them, or print definitions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, cast

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.options import Output
from geoeval.cli.output import wants_colour, write_lines
from geoeval.errors import UsageError
from geoeval.reporting.view import ToolFormat

if TYPE_CHECKING:
    from geoeval.tools.providers.formats import Format

EPILOG = """Examples:

  geoeval tools

  geoeval tools --toolset all

  geoeval tools haversine

  geoeval tools --format openai -o tools.json

Token counts are estimates. Exit code: 0; 2 for wrong usage.
"""


def tools(
    names: Annotated[
        list[str] | None,
        declare_argument("NAME", "Tools to explain; without a name, a toolset is listed."),
    ] = None,
    named_set: Annotated[
        str | None,
        declare_option(
            "--toolset SET",
            "default, all, or families and tools joined by commas; the table lists them.",
        ),
    ] = None,
    output_format: Annotated[
        ToolFormat, declare_option("--format", "Output format.")
    ] = ToolFormat.TEXT,
    output: Output = None,
) -> None:
    """List the tools that a language model can call, explain tools, or print their schemas."""
    from geoeval.cli.tool_pages import tool_page, tool_table
    from geoeval.tools.providers.export import export_tools
    from geoeval.tools.registry import DEFAULT, tools_named, toolset

    if names and named_set is not None:
        raise UsageError("expected names of tools or --toolset, got both; omit one of them")
    chosen = tools_named(names) if names else toolset(named_set or DEFAULT)
    colour = wants_colour(output)
    if output_format is not ToolFormat.TEXT:
        definitions = export_tools(cast("Format", output_format.value), chosen)
        write_lines([json.dumps(definitions, ensure_ascii=False, indent=2)], output)
    elif names:
        pages = [line for each in chosen for line in ("", *tool_page(each, colour=colour))]
        write_lines(pages[1:], output)
    else:
        write_lines(tool_table(named_set or DEFAULT, colour=colour), output)
