"""All tools by name, and the sets of tools to give to a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoeval.errors import UsageError, quote
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
    """Return the tools of a named set.

    Parameters
    ----------
    name
        ``default``, ``all`` or a family: a key of ``TOOLSETS``.

    Returns
    -------
    tuple of Tool
        At most 12 tools for ``default``.

    Raises
    ------
    UsageError
        If there is no such set.

    Examples
    --------
    >>> [each.name for each in toolset("default")][:2]
    ['map_contents', 'PlaceSearch']
    >>> toolset("rutes")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected the name of a toolset, got 'rutes'; did you mean routes?
    """
    found = TOOLSETS.get(name)
    if found is None:
        raise UsageError(_unknown_name_message("a toolset", name, TOOLSETS))
    return found


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
        If there is no tool with one of the names.

    Examples
    --------
    >>> [each.name for each in tools_named(["is_open", "haversine", "is_open"])]
    ['is_open', 'haversine']
    """
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in TOOLS:
            raise UsageError(_unknown_name_message("a tool", name, TOOLS))
    return tuple(TOOLS[name] for name in chosen)


def _unknown_name_message(what: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = nearest_words(name, names)[:_MAX_NEAREST]
    hint = f"did you mean {' or '.join(near)}?" if near else f"known names are {', '.join(names)}"
    return f"expected the name of {what}, got {quote(name)}; {hint}"
