"""Shared parts of questions about a list of places: drawing it, its distances, its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from geoeval.calculators.units import format_distance
from geoeval.generation import draft
from geoeval.generation.town import away_m, category_text, keep_facts, pluralise_kind
from geoeval.query.algebra import Count, Places
from geoeval.query.filter_kinds import Filter
from geoeval.query.values import Quantity
from geoeval.world.model import NearbyList, Place

_FEWEST_COUNTED = 2
"""If only one is counted, no option can be below it."""


def draw_list(task: draft.Task) -> tuple[NearbyList, draft.Scene]:
    """Draw a list of places around another, with its scene."""
    return show_list(task, draft.require_found(task.town.list_around(task.draw)))


def show_list(
    task: draft.Task, nearby: NearbyList, *others: Place, keep: Sequence[str] = ()
) -> tuple[NearbyList, draft.Scene]:
    """Return a list in the form of a context, unsorted, with its scene."""
    places = tuple(keep_facts(place, keep=keep) for place in nearby.places)
    listed = replace(nearby, places=tuple(task.draw.sample(places, len(places))))
    named = (task.town.place(listed.anchor or ""), *others)
    category = category_text(listed.category or "")
    return listed, task.scene(named, lists=(replace(listed, category=category),))


def places_of(
    listed: NearbyList,
    options: Iterable[str] = (),
    *filters: Filter,
    within_m: float | None = None,
) -> Places:
    """Return the places of a list as candidates, limited to the options if needed."""
    return Places(
        category=listed.category,
        anchor=listed.anchor,
        within_m=within_m,
        filters=filters,
        among=tuple(options),
    )


def by_distance(task: draft.Task, listed: NearbyList) -> list[tuple[float, str]]:
    """Return the places of a list by distance from its anchor, nearest first."""
    spot = known_position(task.town.place(listed.anchor or ""))
    return sorted((away_m(spot, known_position(place)), place.name) for place in listed.places)


def ranked_options(
    task: draft.Task,
    names: Sequence[str],
    likely: Mapping[int, str],
    other: str,
    *,
    key: int = 0,
) -> tuple[draft.Wrong, ...]:
    """Return wrong options of a ranking: likely ranks with their mistakes, then others.

    ``other`` is the mistake behind the others, and ``key`` the zero-based rank of the right one.
    """
    rest = task.draw.sample(range(len(names)), len(names))
    places = [i for i in dict.fromkeys([*likely, *rest]) if i != key][: draft.OPTIONS - 1]
    return tuple(draft.Wrong(text=names[i], mistake=likely.get(i, other)) for i in places)


def known_position(place: Place) -> tuple[float, float]:
    """Return the position of a place that has one."""
    assert place.location is not None
    return place.location


def draft_count(
    task: draft.Task,
    listed: NearbyList,
    scene: draft.Scene,
    places: Places,
    slots: dict[str, str],
    *,
    margin: float | None = None,
    unit: str = "",
) -> draft.Draft:
    """Return a question that counts places of a list."""
    query = Count(of=places)
    value = scene.need(Quantity, query)
    draft.require_that(value.amount >= _FEWEST_COUNTED)
    mistaken = [(float(len(listed.places)), "the whole list"), (value.amount + 1, "one too many"),
                (value.amount - 1, "one too few")]  # fmt: skip
    wrong = draft.number_options(task.draw, value, mistaken)
    radius = {"radius": _format_radius(places.within_m)} if places.within_m else {}
    return scene.draft(
        slots_of(listed) | radius | slots, query, value, wrong, margin=margin, unit=unit
    )


def slots_of(listed: NearbyList) -> dict[str, str]:
    """Return the slots for a kind of place around another."""
    category = listed.category or ""
    return {
        "category": category_text(category),
        "categories": pluralise_kind(category),
        "anchor": listed.anchor or "",
        "radius": _format_radius(listed.radius_m or 0),
    }


def _format_radius(metres: float) -> str:
    return format_distance(metres).replace(".0 ", " ")
