"""What questions about a list of places share: how it is told, its distances, its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from geoeval.calculators.units import format_distance
from geoeval.generation.draft import (
    OPTIONS,
    Draft,
    Task,
    Wrong,
    need_value,
    number_options,
    require,
    written,
)
from geoeval.generation.town import away_m, bare, category_text, many
from geoeval.query.algebra import Count, Places, Query
from geoeval.query.values import Quantity
from geoeval.world.model import NearbyList, Place, World

_FEWEST_COUNTED = 2
"""Where only one is counted, no option is less likely than it."""


def told_list(
    task: Task, nearby: NearbyList, *others: Place, keep: Sequence[str] = ()
) -> tuple[NearbyList, str, World]:
    """Return a list as a context tells it, in no order, with its text and its world."""
    places = tuple(bare(place, keep=keep) for place in nearby.places)
    told = replace(nearby, places=tuple(task.draw.sample(places, len(places))))
    named = (task.town.place(told.anchor or ""), *others)
    facts = World(
        places=tuple(map(bare, named)),
        lists=(replace(told, category=category_text(told.category or "")),),
        attribution=task.town.world.attribution,
    )
    return told, *task.shown(facts)


def by_distance(task: Task, told: NearbyList) -> list[tuple[float, str]]:
    """Return the places of a list by their distance from its anchor, the nearest first."""
    spot = position(task.town.place(told.anchor or ""))
    return sorted((away_m(spot, position(place)), place.name) for place in told.places)


def other_indices(task: Task, key: int, likely: Sequence[int], count: int) -> list[int]:
    """Return three indices that are not that of the key, the likely ones first."""
    rest = task.draw.sample(range(count), count)
    return [i for i in dict.fromkeys([*likely, *rest]) if i != key][: OPTIONS - 1]


def position(place: Place) -> tuple[float, float]:
    """Return where a place lies, which is known."""
    assert place.location is not None
    return place.location


def counting(  # noqa: PLR0913, PLR0917 - the parts of a question that counts
    task: Task,
    kind: str,
    context: str,
    world: World,
    told: NearbyList,
    places: Places,
    radius: float,
    margin: float | None,
    unit: str,
) -> Draft:
    """Return a question that counts places."""
    value = need_value(Quantity, Count(of=places), world)
    require(value.amount >= _FEWEST_COUNTED)
    mistaken = [(float(len(told.places)), "all of the list"), (value.amount + 1, "one too many"),
                (value.amount - 1, "one too few")]  # fmt: skip
    wrong = number_options(task.draw, value, mistaken)
    slots = slots_of(told) | ({"radius": _radius(radius)} if radius else {})
    return around(
        kind, context, world, slots, lambda _: Count(of=places), written(value), wrong, margin, unit
    )


def slots_of(told: NearbyList) -> dict[str, str]:
    """Return the slots of a kind of place around another."""
    category = told.category or ""
    return {
        "category": category_text(category),
        "categories": many(category),
        "anchor": told.anchor or "",
        "radius": _radius(told.radius_m or 0),
    }


def _radius(metres: float) -> str:
    return format_distance(metres).replace(".0 ", " ")


def around(  # noqa: PLR0913, PLR0917 - the parts of a draft
    kind: str,
    context: str,
    world: World,
    slots: dict[str, str],
    ask: Callable[[Sequence[str]], Query],
    right: str,
    wrong: tuple[Wrong, ...],
    margin: float | None,
    unit: str,
) -> Draft:
    """Return a draft about places around another."""
    return Draft(
        kind=kind,
        context=context,
        world=world,
        slots=slots,
        ask=ask,
        right=right,
        wrong=wrong,
        margin=margin,
        unit=unit,
    )
