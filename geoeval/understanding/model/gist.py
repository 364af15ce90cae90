"""The names of a world in short form: all that a model sees of it, and no figure."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.parts import DAYS
from geoeval.text import WEAK_WORDS, key_words
from geoeval.world.model import Leg, Route, World

BUDGET = 12_000
"""Characters for the lines of a world: some three thousand tokens."""


def gist(world: World, said: str, budget: int = BUDGET) -> list[str]:
    """Return lines that name what a world holds.

    Examples
    --------
    >>> from geoeval import Place
    >>> gist(World(places=(Place(name="Old Mill", rating=4.5),), today=0), "Where is it?")
    ['today: monday', 'place: Old Mill']
    """
    lines = list(dict.fromkeys(_lines(world)))
    wanted = set(key_words(said)) - WEAK_WORDS
    ranked = sorted(lines, key=lambda line: wanted.isdisjoint(key_words(line)))
    kept: set[str] = set()
    left = budget
    for line in ranked:
        if len(line) <= left:
            kept.add(line)
            left -= len(line)
    shown = [line for line in lines if line in kept]
    return [*shown, f"and {len(lines) - len(shown)} more"] if len(shown) < len(lines) else shown


def _lines(world: World) -> Iterator[str]:
    """Yield one line for each thing that has a name."""
    if world.today is not None:
        yield f"today: {DAYS[world.today]}"
    if world.user_location:
        yield f"the user is at: {world.user_location}"
    for place in world.places:
        yield f"place: {place.name}"
    for nearby in world.lists:
        heading = nearby.category or nearby.search or "places"
        around = f" around {nearby.anchor}" if nearby.anchor else ""
        names = "; ".join(place.name for place in nearby.places)
        yield f"list of {heading}{around}: {names}"
    for leg in world.legs:
        yield f"travel: {_ends(leg)}"
    for route in world.routes:
        yield f"route: {_ends(route)}{f' via {route.name}' if route.name else ''}"
    flags = dict.fromkeys(flag for place in world.atlas.places for flag in place.features)
    if flags:
        yield f"service flags: {'; '.join(flags)}"


def _ends(journey: Leg | Route) -> str:
    """Return where a journey begins and ends, and how it is travelled."""
    mode = f" ({journey.mode})" if journey.mode else ""
    return f"{journey.origin} -> {journey.destination}{mode}"
