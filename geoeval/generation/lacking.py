"""Questions that cannot be answered: a fact that the answer needs is left out of the context."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from geoeval.generation.draft import Draft, Task
from geoeval.generation.town import shown
from geoeval.world.model import Place, World


def without_a_fact(draft: Draft, task: Task) -> Iterator[Draft]:
    """Yield a draft with one fact after another left out of its world, in an order drawn."""
    named = [text for text in draft.slots.values() if text in task.town.named]
    ways = [*_ways(draft.world, named)]
    task.draw.shuffle(ways)
    for lacking, left in ways:
        context, world = shown(left)
        yield replace(draft, context=context, world=world, lacking=lacking)


def _ways(world: World, named: list[str]) -> Iterator[tuple[str, World]]:
    """Yield what may be left out, and the world without it."""
    for name in named:
        changes: tuple[tuple[str, Callable[[Place], Place]], ...] = (
            ("coordinates", lambda place: replace(place, location=None)),
            ("opening hours", lambda place: replace(place, hours=None)),
            ("address", lambda place: replace(place, address=None)),
            ("phone number", lambda place: replace(place, phone=None)),
            ("rating", lambda place: replace(place, rating=None)),
        )
        for what, change in changes:
            places = tuple(change(p) if p.name == name else p for p in world.places)
            if places != world.places:
                yield f"{what} of {name}", replace(world, places=places)
        if any(each.anchor == name for each in world.lists):
            lists = tuple(each for each in world.lists if each.anchor != name)
            yield f"places around {name}", replace(world, lists=lists)
    for first in named:
        for second in named:
            legs = tuple(
                leg for leg in world.legs if {leg.origin, leg.destination} != {first, second}
            )
            if first < second and len(legs) < len(world.legs):
                yield f"travel between {first} and {second}", replace(world, legs=legs)
    if world.routes:
        ends = world.routes[0]
        yield f"routes from {ends.origin} to {ends.destination}", replace(world, routes=())
