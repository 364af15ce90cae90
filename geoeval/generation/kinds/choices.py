"""Questions about places of a kind around another: the nearest, those in a direction, how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from geoeval.calculators.sphere.bearing import angle_between, initial_bearing
from geoeval.generation.draft import (
    OPTIONS,
    Draft,
    Task,
    Unsuitable,
    Wrong,
    amount_of,
    need,
    require,
)
from geoeval.generation.kinds.lists import (
    around,
    by_distance,
    counting,
    other_indices,
    position,
    slots_of,
    told_list,
)
from geoeval.generation.town import away_m
from geoeval.query.algebra import Best, Detour, Distance, Fact, Listing, Places, Toward
from geoeval.query.filter_kinds import CompareFilter, DirectionFilter
from geoeval.query.parts import Direction
from geoeval.query.wording import ordinal
from geoeval.world.model import NearbyList, Place

_DIRECTIONS: dict[Direction, float] = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}


def nearest(task: Task) -> Draft:
    """Which place of a kind is nearest to another."""
    return _by_distance(task, "nearest", rank=1, most=False)


def kth_nearest(task: Task) -> Draft:
    """Which is the second or third nearest."""
    return _by_distance(task, "kth_nearest", rank=task.draw.choice((2, 3)), most=False)


def farthest(task: Task) -> Draft:
    """Which is the farthest within a radius."""
    return _by_distance(task, "farthest", rank=1, most=True)


def _by_distance(task: Task, kind: str, *, rank: int, most: bool) -> Draft:
    found = need(task.town.list_around(task.draw))
    drawn, context, world = told_list(task, found)
    anchor = drawn.anchor or ""
    away = by_distance(task, drawn)
    away = away[::-1] if most else away
    key = rank - 1
    beside = [metres for metres, _ in (*away[max(key - 1, 0) : key], *away[key + 1 : key + 2])]
    require(all(task.margins.clear(away[key][0], metres, "m") for metres in beside))
    within = drawn.radius_m if most else None
    mistakes = _rank_mistakes(len(away), rank, most=most)
    names = [name for _, name in away]
    first_listed = names.index(drawn.places[0].name)
    likely = dict.fromkeys([(key + 1) % len(away), max(key - 1, 0), first_listed, len(away) - 1])
    mistakes[first_listed] = "the first of the list"
    offered = other_indices(task, key, list(likely), len(away))
    wrong = tuple(Wrong(text=names[i], mistake=mistakes[i]) for i in offered)

    def ask(options: Sequence[str]) -> Best:
        among = tuple(options) if rank == 1 else ()
        places = Places(category=drawn.category, anchor=anchor, within_m=within, among=among)
        return Best(figure=Distance(), among=places, rank=rank, most=most)

    slots = slots_of(drawn) | ({"ordinal": ordinal(rank).strip()} if rank > 1 else {})
    margin = min(abs(away[key][0] - metres) for metres in beside)
    return around(kind, context, world, slots, ask, names[key], wrong, margin, "m")


def northernmost(task: Task) -> Draft:
    """Which place of a kind lies farthest to one side."""
    found = need(task.town.list_around(task.draw))
    drawn, context, world = told_list(task, found)
    direction = task.draw.choice(tuple(_DIRECTIONS))
    axis = 0 if direction in {"north", "south"} else 1
    sign = 1 if direction in {"north", "east"} else -1
    ranked = sorted(drawn.places, key=lambda place: -sign * position(place)[axis])
    metres = [_along(place, ranked[0], axis) for place in ranked]
    require(metres[1] >= task.margins.metres)
    near = by_distance(task, drawn)[0][1]
    likely = [1, len(ranked) - 1, next(i for i, p in enumerate(ranked) if p.name == near)]
    names = {1: "the runner-up", len(ranked) - 1: "the opposite side", likely[2]: "the nearest"}
    offered = other_indices(task, 0, likely, len(ranked))
    wrong = tuple(
        Wrong(text=ranked[i].name, mistake=names.get(i, "a place that lies less far out"))
        for i in offered
    )

    def ask(options: Sequence[str]) -> Best:
        places = Places(
            category=drawn.category,
            anchor=drawn.anchor,
            within_m=drawn.radius_m,
            among=tuple(options),
        )
        return Best(figure=Toward(direction=direction), among=places, most=True)

    slots = slots_of(drawn) | {"direction": direction, "extreme": f"{direction}ernmost"}
    return around("northernmost", context, world, slots, ask, ranked[0].name, wrong, metres[1], "m")


def in_direction(task: Task) -> Draft:
    """Which of the places offered lies in a direction: only one of them does."""
    found = need(task.town.list_around(task.draw))
    drawn, context, world = told_list(task, found)
    direction = task.draw.choice(tuple(_DIRECTIONS))
    inside, outside, margin = _sides(task, drawn, direction)
    require(inside and len(outside) >= OPTIONS - 1)
    right = task.draw.choice(inside)
    wrong = tuple(
        Wrong(text=name, mistake="a place in another direction")
        for name in task.draw.sample(outside, OPTIONS - 1)
    )

    def ask(options: Sequence[str]) -> Listing:
        places = Places(
            category=drawn.category,
            anchor=drawn.anchor,
            within_m=drawn.radius_m,
            filters=(DirectionFilter(direction=direction),),
            among=tuple(options),
        )
        return Listing(of=places, wanted="any")

    slots = slots_of(drawn) | {"direction": direction}
    return around("in_direction", context, world, slots, ask, right, wrong, margin, "°")


def count(task: Task) -> Draft:
    """How many places of a kind lie within a radius."""
    found = need(task.town.list_around(task.draw))
    drawn, context, world = told_list(task, found)
    radius, margin = _inner_radius(task, drawn)
    places = Places(category=drawn.category, anchor=drawn.anchor, within_m=radius)
    return counting(task, "count", context, world, drawn, places, radius, margin, "m")


def count_direction(task: Task) -> Draft:
    """How many places within a radius lie in a direction."""
    found = need(task.town.list_around(task.draw))
    drawn, context, world = told_list(task, found)
    direction = task.draw.choice(tuple(_DIRECTIONS))
    inside, _, margin = _sides(task, drawn, direction)
    require(inside and margin >= task.margins.degrees / 2)
    places = Places(
        category=drawn.category,
        anchor=drawn.anchor,
        within_m=drawn.radius_m,
        filters=(DirectionFilter(direction=direction),),
    )
    drafted = counting(
        task, "count_direction", context, world, drawn, places, drawn.radius_m or 0, margin, "°"
    )
    return replace(drafted, slots={**drafted.slots, "direction": direction})


def on_the_way(task: Task) -> Draft:
    """Over which place of a kind the way between two others is the least longer."""
    found = need(task.town.list_around(task.draw))
    first = need(found.anchor)
    (other,) = task.town.others(task.draw, [first, *(p.name for p in found.places)], 1)
    drawn, context, world = told_list(task, found, other)
    second = other.name
    figure = Detour(first=first, second=second)
    detours = sorted(
        (amount_of(figure.filled({"place": place.name}), world) or 0.0, place.name)
        for place in drawn.places
    )
    require(task.margins.clear(detours[0][0], detours[1][0], "m"))
    near = by_distance(task, drawn)[0][1]
    nearest_at = next(i for i, (_, name) in enumerate(detours) if name == near)
    mistakes = {1: "the runner-up", nearest_at: f"the nearest to {first}"}
    offered = other_indices(task, 0, [nearest_at, 1], len(detours))
    wrong = tuple(
        Wrong(text=detours[i][1], mistake=mistakes.get(i, f"a greater {figure.kind}"))
        for i in offered
    )

    def ask(options: Sequence[str]) -> Best:
        places = Places(category=drawn.category, among=tuple(options))
        return Best(figure=figure, among=places)

    slots = slots_of(drawn) | {"first": first, "second": second}
    margin = detours[1][0] - detours[0][0]
    return around("on_the_way", context, world, slots, ask, detours[0][1], wrong, margin, "m")


def rating_best(task: Task) -> Draft:
    """Which place of a kind has the highest rating."""
    found = need(task.town.list_around(task.draw))
    require(all(place.rating is not None for place in found.places))
    drawn, context, world = told_list(task, found, keep=("rating",))
    ranked = sorted(drawn.places, key=lambda place: -(place.rating or 0))
    margin = (ranked[0].rating or 0) - (ranked[1].rating or 0)
    require(margin > 0)
    offered = other_indices(task, 0, [1, len(ranked) - 1], len(ranked))
    names = {1: "the runner-up", len(ranked) - 1: "the lowest rating"}
    wrong = tuple(
        Wrong(text=ranked[i].name, mistake=names.get(i, "a lower rating")) for i in offered
    )

    def ask(options: Sequence[str]) -> Best:
        places = Places(category=drawn.category, anchor=drawn.anchor, among=tuple(options))
        return Best(figure=Fact(fact="rating"), among=places, most=True)

    slots = slots_of(drawn)
    return around("rating_best", context, world, slots, ask, ranked[0].name, wrong, margin, "stars")


def count_rated(task: Task) -> Draft:
    """How many places of a kind are rated so high or higher."""
    found = need(task.town.list_around(task.draw))
    require(all(place.rating is not None for place in found.places))
    drawn, context, world = told_list(task, found, keep=("rating",))
    least = task.draw.choice(sorted({place.rating or 0 for place in drawn.places}))
    passes: CompareFilter[Any] = CompareFilter(measure="rating", comparator=">=", value=least)
    places = Places(category=drawn.category, anchor=drawn.anchor, filters=(passes,))
    drafted = counting(task, "count_rated", context, world, drawn, places, 0, None, "")
    return replace(drafted, slots={**drafted.slots, "rating": f"{least:g}"})


def _sides(
    task: Task, drawn: NearbyList, direction: Direction
) -> tuple[list[str], list[str], float]:
    spot = position(task.town.place(drawn.anchor or ""))
    inside: list[str] = []
    outside: list[str] = []
    margin = 90.0
    for place in drawn.places:
        off = angle_between(initial_bearing(spot, position(place)), _DIRECTIONS[direction])
        margin = min(margin, abs(45 - off))
        if abs(45 - off) >= task.margins.degrees / 2:
            (inside if off < 45 else outside).append(place.name)
    return inside, outside, margin


def _inner_radius(task: Task, drawn: NearbyList) -> tuple[float, float]:
    away = [metres for metres, _ in by_distance(task, drawn)]
    full = drawn.radius_m or 0.0
    radii = [*range(100, min(1000, int(full)) + 1, 50), *range(1100, int(full) + 1, 100)]
    if task.difficulty == "easy":
        radii = [int(full)]
    task.draw.shuffle(radii)
    for radius in radii:
        margin = min(abs(metres - radius) for metres in away)
        if margin >= max(10.0, task.margins.share / 5 * radius) and away[0] < radius:
            return float(radius), margin
    raise Unsuitable


def _rank_mistakes(count: int, rank: int, *, most: bool) -> dict[int, str]:
    mistakes = dict.fromkeys(range(count), "a place nearer by" if most else "a place farther away")
    mistakes[rank - 2] = "one place too early in the order"
    mistakes[rank] = "the runner-up"
    mistakes[count - 1] = "the nearest instead" if most else "the farthest instead"
    return mistakes


def _along(place: Place, other: Place, axis: int) -> float:
    start, end = position(place), position(other)
    turned = (end[0], start[1]) if axis == 0 else (start[0], end[1])
    return away_m(start, turned)


CHOICES = {
    "nearest": nearest,
    "kth_nearest": kth_nearest,
    "farthest": farthest,
    "northernmost": northernmost,
    "in_direction": in_direction,
    "count": count,
    "count_direction": count_direction,
    "on_the_way": on_the_way,
    "rating_best": rating_best,
    "count_rated": count_rated,
}
