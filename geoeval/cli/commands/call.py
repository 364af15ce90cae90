"""``geoeval call``: call one tool from a shell, with the reply that a language model gets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument
from geoeval.cli.inputs import STDIN, read_standard_input
from geoeval.cli.options import Format, IdOfWorld, KnownWorld, TimeLimit
from geoeval.cli.output import CLEAN, FINDINGS, wants_colour, write_page
from geoeval.errors import UsageError, quote
from geoeval.reporting.safe import Paint, safe_line
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.tools.failure import ToolResult
    from geoeval.tools.tool import Tool


def outline_lines(value: object, indent: str = "") -> Iterator[str]:
    r"""Yield a decoded JSON value as lines."""
    if isinstance(value, Mapping) and value:
        for key, member in value.items():
            yield from _format_member(f"{indent}{safe_line(str(key))}:", member, indent)
    elif isinstance(value, list | tuple) and value:
        for item in value:
            lines = list(outline_lines(item, f"{indent}  "))
            yield f"{indent}- {lines[0].removeprefix(f'{indent}  ')}"
            yield from lines[1:]
    else:
        yield f"{indent}{_format_single(value)}"


def _format_member(head: str, member: object, indent: str) -> Iterator[str]:
    if isinstance(member, Mapping | list | tuple) and member:
        yield head
        yield from outline_lines(member, f"{indent}  ")
    else:
        yield f"{head} {_format_single(member)}".rstrip()


def _format_single(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return safe_line(value)
        case None | {} | [] | ():
            return "none"
    return str(value)


EPILOG = """Examples:

  geoeval call haversine origin=48.8584,2.2945 destination=48.6361,-1.5115

  geoeval call haversine '{"origin": "48.8584,2.2945", "destination": "48.6361,-1.5115"}'

  geoeval call TravelTime --world dataset.json --id 7 originId="Old Mill" destinationId=Pier

  echo '{"figure": "26.2 miles", "to": "km"}' | geoeval call convert - --format json

geoeval tools lists the tools, geoeval tools NAME their arguments. Exit code: 0 result; 1 failure,
which is printed instead of the result; 2 wrong usage.
"""


def call(
    name: Annotated[str, declare_argument("NAME", "The name of a tool.")],
    arguments: Annotated[
        list[str] | None,
        declare_argument(
            "ARGUMENTS", "One JSON object, or KEY=VALUE …; - reads JSON from standard input."
        ),
    ] = None,
    world_file: KnownWorld = None,
    one_id: IdOfWorld = None,
    output_format: Format = PageFormat.TEXT,
    time_limit: TimeLimit = 30.0,
) -> None:
    """Call a tool, as a language model does, and print what it returns or why it fails."""
    from geoeval.cli.inputs import known_world
    from geoeval.tools.registry import tools_named
    from geoeval.tools.session import ToolSession

    (chosen,) = tools_named([name])
    words = arguments or []
    if words == [STDIN] and world_file == STDIN:
        raise UsageError(
            "standard input can be used only once, got - for the arguments and --world"
        )
    given = _parse_arguments(words, chosen)
    world = known_world(world_file, one_id)
    result = ToolSession(world, [chosen], time_limit_s=time_limit).call(name, given)
    write_page(output_format, result.content, _result_lines(result, colour=wants_colour(None)))
    raise typer.Exit(CLEAN if result.ok else FINDINGS)


def _parse_arguments(words: list[str], chosen: Tool) -> object:
    """Return the arguments of a call: a JSON string, or the members given as KEY=VALUE."""
    if len(words) == 1 and (words[0] == STDIN or words[0].lstrip()[:1] in ("{", "[")):
        if words[0] != STDIN:
            return words[0]
        return read_standard_input().decode("utf-8-sig", errors="replace")
    members: dict[str, object] = {}
    for word in words:
        key, sign, text = word.partition("=")
        if not sign or not key:
            raise UsageError(
                f"expected one JSON object, or arguments such as key=value, got {quote(word)}"
            )
        if key in members:
            raise UsageError(f"expected each argument once, got {quote(key)} twice")
        members[key] = _parse_value(key, text, chosen)
    return members


def _parse_value(key: str, text: str, chosen: Tool) -> object:
    """Return the string itself if the tool expects a string, otherwise decode it as JSON."""
    properties = chosen.schema["properties"]
    assert isinstance(properties, Mapping)
    wanted = properties.get(key, {})
    if any(each.get("type") == "string" for each in (wanted, *wanted.get("anyOf", ()))):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _result_lines(result: ToolResult, *, colour: bool) -> Iterator[str]:
    failure = result.failure
    if failure is None:
        yield from outline_lines(result.content)
        return
    paint = Paint(colour)
    kind = "has no answer" if failure.kind == "final" else "rejects this call"
    yield f"{paint('red', f'{result.name} {kind}')} ({failure.reason})"
    if not failure.arguments:
        yield f"  {safe_line(failure.message)}"
    for fault in failure.arguments:
        got = "nothing" if fault.got is None else fault.got
        yield safe_line(f"  {fault.argument}: expected {fault.expected}; got {got}")
        if fault.nearest:
            yield safe_line(f"    nearest: {', '.join(fault.nearest)}")
    yield f"  {failure.advice}"
