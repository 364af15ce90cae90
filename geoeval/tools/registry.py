"""All tools by name, and the sets of tools to give to a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from geoeval.errors import UsageError, mismatch, quote
from geoeval.tools.failure import nearest_words
from geoeval.tools.families import lookups, measures, open_times, places, questions, routes, trips
from geoeval.tools.tool import Tool

FAMILIES: Mapping[str, tuple[Tool, ...]] = {
    "map": lookups.TOOLS,
    "points": measures.POINTS,
    "places": (*places.TOOLS, *open_times.TOOLS),
    "routes": routes.TOOLS,
    "trips": trips.TOOLS,
    "queries": questions.TOOLS,
    "amounts": measures.AMOUNTS,
}
"""The tools by topic."""

TOOLS: Mapping[str, Tool] = {each.name: each for family in FAMILIES.values() for each in family}
"""The tools by name."""

DEFAULT = "default"
ALL = "all"
_MAX_NEAREST = 3
_BY_DEFAULT = (
    "map_contents",
    "PlaceSearch",
    "PlaceDetails",
    "NearbySearch",
    "TravelTime",
    "Directions",
    "haversine",
    "bearing_cardinal",
    "find_places",
    "is_open",
    "plan_trip",
    "trip_figure",
)  # models choose worse among more tools, and each costs tokens in every request

TOOLSETS: Mapping[str, tuple[Tool, ...]] = {
    DEFAULT: tuple(TOOLS[name] for name in _BY_DEFAULT),
    ALL: tuple(TOOLS.values()),
    **FAMILIES,
}
"""The named sets: ``default``, ``all``, and one for each family."""


def toolset(name: str) -> tuple[Tool, ...]:
    """Return the tools of a named set, or of several names joined by commas.

    Parameters
    ----------
    name
        ``default``, ``all`` or a family, which are the keys of ``TOOLSETS``; or the name of a tool.

    Returns
    -------
    tuple of Tool
        Each tool once; at most 12 for ``default``.

    Raises
    ------
    UsageError
        If there is no such set or tool.

    Examples
    --------
    >>> [each.name for each in toolset("default")][:2]
    ['map_contents', 'PlaceSearch']
    >>> [each.name for each in toolset("points,is_open")]
    ['haversine', 'bearing_cardinal', 'geometry', 'is_open']
    >>> toolset("dflt")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected the name of a toolset or tool, got 'dflt'; did you mean ...
    """
    known = {**TOOLSETS, **{each: (TOOLS[each],) for each in TOOLS}}
    chosen: dict[str, Tool] = {}
    for part in map(str.strip, name.split(",")):
        if part not in known:
            raise UsageError(_unknown_name_message("a toolset or tool", part, known, TOOLSETS))
        chosen |= {each.name: each for each in known[part]}
    return tuple(chosen.values())


def tools_named(names: Iterable[str]) -> tuple[Tool, ...]:
    """Return tools by their names, each once, in the order given.

    Parameters
    ----------
    names
        Keys of ``TOOLS``.

    Returns
    -------
    tuple of Tool
        The tools.

    Raises
    ------
    UsageError
        If there is no tool with one of the names, or a text is given instead of names.

    Examples
    --------
    >>> [each.name for each in tools_named(["is_open", "haversine", "is_open"])]
    ['is_open', 'haversine']
    """
    if isinstance(names, str):
        advice = f"; write [{quote(names)}], or toolset({quote(names)}) for names joined by commas"
        raise mismatch(UsageError, "a list of names of tools", names, f" as one text{advice}")
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in TOOLS:
            raise UsageError(_unknown_name_message("a tool", name, TOOLS, TOOLS))
    return tuple(TOOLS[name] for name in chosen)


def list_tools(tools: object) -> tuple[Tool, ...]:
    """Return some tools, or those of a mapping; reject anything else."""
    listed = tools.values() if isinstance(tools, Mapping) else tools
    chosen: tuple[Any, ...] = ()
    wrong: list[object] = [listed]
    if isinstance(listed, Iterable) and not isinstance(listed, str):
        chosen = tuple(listed)
        wrong = [each for each in chosen if not isinstance(each, Tool)]
    if wrong:
        got = f"only the tool {wrong[0].name}" if isinstance(wrong[0], Tool) else quote(wrong[0])
        raise UsageError(
            "expected a list of tools, such as toolset('default') or tools_named(['haversine']), "
            f"got {got}"
        )
    return chosen


def _unknown_name_message(what: str, name: str, known: Iterable[str], listed: Iterable[str]) -> str:
    near = nearest_words(name, list(known))[:_MAX_NEAREST]
    hint = f"did you mean {' or '.join(near)}?" if near else f"known names are {', '.join(listed)}"
    return f"expected the name of {what}, got {quote(name)}; {hint}"
