"""Unanswerable questions: a fact that the answer needs is left out of the context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from geoeval.generation.draft import Draft, Task
from geoeval.generation.town import describe_facts
from geoeval.world.model import World

_FACTS = {
    "location": "coordinates",
    "hours": "opening hours",
    "address": "address",
    "phone": "phone number",
    "rating": "rating",
}


def without_a_fact(draft: Draft, task: Task) -> Iterator[Draft]:
    """Yield the draft with one fact removed from its world at a time, in random order."""
    named = [text for text in draft.slots.values() if text in task.town.named]
    ways = [*_find_omissions(draft.world, named)]
    task.draw.shuffle(ways)
    for lacking, left in ways:
        context, world = describe_facts(left)
        yield replace(draft, context=context, world=world, lacking=lacking, choice="")


def _without_legs(world: World, named: list[str]) -> Iterator[tuple[str, World]]:
    for first, second in ((one, other) for one in named for other in named if one < other):
        legs = tuple(leg for leg in world.legs if {leg.origin, leg.destination} != {first, second})
        if len(legs) < len(world.legs):
            yield f"travel between {first} and {second}", replace(world, legs=legs)


def _find_omissions(world: World, named: list[str]) -> Iterator[tuple[str, World]]:
    """Yield a description of each removable fact, and the world without it."""
    for name in named:
        for field, what in _FACTS.items():
            without: dict[str, Any] = {field: None}
            places = tuple(replace(p, **without) if p.name == name else p for p in world.places)
            if places != world.places:
                yield f"{what} of {name}", replace(world, places=places)
        lists = tuple(each for each in world.lists if each.anchor != name)
        if len(lists) < len(world.lists):
            yield f"places around {name}", replace(world, lists=lists)
    yield from _without_legs(world, named)
    if world.routes:
        ends = world.routes[0]
        yield f"routes from {ends.origin} to {ends.destination}", replace(world, routes=())
