"""The table of the tools, and the page of each, as text."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections.abc import Iterator, Sequence

from geoeval.cli.schema_words import Row, rows
from geoeval.reporting.ansi import Paint
from geoeval.reporting.wording import count
from geoeval.tools.registry import ALL, FAMILIES, TOOLSETS
from geoeval.tools.session import ToolSession
from geoeval.tools.tokens import ERROR, tokens_of
from geoeval.tools.tool import Tool

_WIDTH = 100
_WIDEST_TYPE = 32
_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")


def tool_table(name: str, *, colour: bool = False) -> Iterator[str]:
    """Yield the table of a set of tools: names, what they do, tokens; then the other sets.

    Parameters
    ----------
    name
        A key of ``TOOLSETS``.
    colour
        Whether to paint.

    Yields
    ------
    str
        Lines of at most 100 characters, colours aside.

    Examples
    --------
    >>> next(tool_table("map"))
    'Toolset map     tokens'
    """
    paint = Paint(colour)
    chosen = TOOLSETS[name]
    width = max(len(each.name) for each in chosen)
    yield paint("bold", f"{f'Toolset {name}':<{width}}    tokens")
    for each in chosen:
        told = _wrapped(_gist(each), _WIDTH - width - 11)
        yield f"  {paint('cyan', f'{each.name:<{width}}')}  {tokens_of(each):>5}  {told[0]}"
        yield from (f"{'':{width + 11}}{line}" for line in told[1:])
    yield ""
    total = f"{_size(chosen)} ({_estimated()})"
    yield total if name == ALL else f"{total}; all: {_size(TOOLSETS[ALL])}"
    others = ", ".join(f"{each} ({len(tools)})" for each, tools in TOOLSETS.items())
    yield from _wrapped(f"Toolsets: {others}", _WIDTH)


def tool_page(tool: Tool, *, colour: bool = False) -> Iterator[str]:
    """Yield all there is to know of a tool: what it does, arguments, a call, what it returns.

    Parameters
    ----------
    tool
        The tool.
    colour
        Whether to paint.

    Yields
    ------
    str
        Lines without their ends.

    Examples
    --------
    >>> from geoeval.tools import TOOLS
    >>> next(tool_page(TOOLS["haversine"])).partition(",")[0]
    'haversine (family points'
    """
    paint = Paint(colour)
    family = next(name for name, tools in FAMILIES.items() if tool in tools)
    about = f"(family {family}, about {count(tokens_of(tool), 'token')}, {_estimated()})"
    yield f"{paint('bold', tool.name)} {about}"
    yield from _wrapped(tool.summary, _WIDTH, "  ")
    for heading, found in (
        ("Arguments", rows(tool.schema, "may be left out")),
        ("Result", rows(tool.result_schema, "if there is one")),
    ):
        yield ""
        yield paint("bold", heading)
        yield from _listed(found)
    arguments = json.dumps(tool.example, ensure_ascii=False)
    yield ""
    yield paint("bold", "Example")
    yield f"  geoeval call {tool.name} {shlex.quote(arguments)}"
    shown = ToolSession(tools=[tool]).call(tool.name, tool.example)
    if shown.ok:
        yield from _wrapped(shown.text, _WIDTH, "  ")
    else:
        yield "  with --world FILE, a map that knows these places"


def _listed(found: Sequence[Row]) -> Iterator[str]:
    """Yield lines of members in three columns: name, type, meaning."""
    if not found:
        yield "  none"
        return
    name = max(len(row.name) for row in found)
    kind = max((len(row.kind) for row in found if len(row.kind) <= _WIDEST_TYPE), default=0)
    for row in found:
        margin = " " * (name + kind + 6)
        told = _wrapped(row.meaning, max(_WIDTH, len(margin) + 30), margin)
        head = f"  {row.name:<{name}}  {row.kind:<{kind}}  "
        if told and len(head) == len(margin):
            told[0] = head + told[0].lstrip()
            yield from told
        else:
            yield head.rstrip()
            yield from told


def _gist(tool: Tool) -> str:
    """Return the first sentence of what a tool does."""
    return _SENTENCE_END.split(tool.summary, maxsplit=1)[0]


def _size(tools: Sequence[Tool]) -> str:
    """Return how many tools there are, and what they cost."""
    return f"{count(len(tools), 'tool')}, about {sum(map(tokens_of, tools)):,} tokens"


def _estimated() -> str:
    """Return how good the numbers of tokens are."""
    return f"estimated, ±{ERROR:.0%}".replace("%", " %")


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in lines; long words stay whole, so that they can be copied."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
