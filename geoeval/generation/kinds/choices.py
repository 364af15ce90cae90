"""Questions about places of a kind around another: the nearest, those in a direction, how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoeval.calculators.sphere.bearing import angle_between, initial_bearing
from geoeval.generation import draft
from geoeval.generation.kinds import lists
from geoeval.generation.town import away_m
from geoeval.query.algebra import Best, Detour, Distance, Fact, Listing, Places, Toward
from geoeval.query.filter_kinds import CompareFilter, DirectionFilter
from geoeval.query.parts import Direction
from geoeval.query.wording import ordinal
from geoeval.world.model import NearbyList, Place

_DIRECTIONS: dict[Direction, float] = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}


_NEARER = ("a nearer place", "the nearest instead")
_FARTHER = ("a more distant place", "the farthest instead")


def ask_nearest(task: draft.Task) -> draft.Draft:
    """Which place of a kind is nearest to another."""
    return _ask_by_distance(task, rank=1, most=False)


def kth_nearest(task: draft.Task) -> draft.Draft:
    """Which is the second or third nearest."""
    return _ask_by_distance(task, rank=task.draw.choice((2, 3)), most=False)


def ask_farthest(task: draft.Task) -> draft.Draft:
    """Which is the farthest within a radius."""
    return _ask_by_distance(task, rank=1, most=True)


def _ask_by_distance(task: draft.Task, *, rank: int, most: bool) -> draft.Draft:
    listed, scene = lists.draw_list(task)
    away = lists.by_distance(task, listed)
    away = away[::-1] if most else away
    key = rank - 1
    neighbours = [metres for metres, _ in (*away[max(key - 1, 0) : key], *away[key + 1 : key + 2])]
    draft.require_that(all(task.margins.clear(away[key][0], metres, "m") for metres in neighbours))
    names = [name for _, name in away]
    other, last = _NEARER if most else _FARTHER
    first_listed = names.index(listed.places[0].name)
    likely = {
        rank: "the runner-up",
        max(rank - 2, 0): "one rank too early",
        first_listed: "",
        len(names) - 1: last,
    }
    likely[first_listed] = "the first of the list"
    within = listed.radius_m if most else None
    return scene.draft(
        lists.slots_of(listed) | ({"ordinal": ordinal(rank).strip()} if rank > 1 else {}),
        lambda options: Best(
            figure=Distance(),
            among=lists.places_of(listed, options if rank == 1 else (), within_m=within),
            rank=rank,
            most=most,
        ),
        names[key],
        lists.ranked_options(task, names, likely, other, key=key),
        margin=min(abs(away[key][0] - metres) for metres in neighbours),
        unit="m",
    )


def ask_northernmost(task: draft.Task) -> draft.Draft:
    """Which place of a kind lies farthest in one direction."""
    listed, scene = lists.draw_list(task)
    direction = task.draw.choice(tuple(_DIRECTIONS))
    axis = 0 if direction in {"north", "south"} else 1
    sign = 1 if direction in {"north", "east"} else -1
    ranked = sorted(listed.places, key=lambda place: -sign * lists.known_position(place)[axis])
    margin = _distance_along_axis(ranked[1], ranked[0], axis)
    draft.require_that(margin >= task.margins.metres)
    names = [place.name for place in ranked]
    near = names.index(lists.by_distance(task, listed)[0][1])
    likely = {1: "the runner-up", len(names) - 1: "the opposite side", near: "the nearest"}
    return scene.draft(
        lists.slots_of(listed) | {"direction": direction, "extreme": f"{direction}ernmost"},
        lambda options: Best(
            figure=Toward(direction=direction),
            among=lists.places_of(listed, options, within_m=listed.radius_m),
            most=True,
        ),
        names[0],
        lists.ranked_options(task, names, likely, "a place that is less far in that direction"),
        margin=margin,
        unit="m",
    )


def in_direction(task: draft.Task) -> draft.Draft:
    """Which of the options lies in a direction; exactly one does."""
    listed, scene, direction, inside, outside, margin = _draw_direction(task)
    draft.require_that(inside and len(outside) >= draft.OPTIONS - 1)
    right = task.draw.choice(inside)
    return scene.draft(
        lists.slots_of(listed) | {"direction": direction},
        lambda options: Listing(of=_places_in_direction(listed, direction, options), wanted="any"),
        right,
        [
            draft.Wrong(text=name, mistake="a place in another direction")
            for name in task.draw.sample(outside, draft.OPTIONS - 1)
        ],
        margin=margin,
        unit="°",
    )


def ask_count(task: draft.Task) -> draft.Draft:
    """How many places of a kind lie within a radius."""
    listed, scene = lists.draw_list(task)
    radius, margin = _inner_radius(task, listed)
    places = lists.places_of(listed, within_m=radius)
    return lists.draft_count(task, listed, scene, places, {}, margin=margin, unit="m")


def count_direction(task: draft.Task) -> draft.Draft:
    """How many places within a radius lie in a direction."""
    listed, scene, direction, inside, _, margin = _draw_direction(task)
    draft.require_that(inside and margin >= task.margins.degrees / 2)
    slots: dict[str, str] = {"direction": direction}
    return lists.draft_count(
        task, listed, scene, _places_in_direction(listed, direction), slots, margin=margin, unit="°"
    )


def on_the_way(task: draft.Task) -> draft.Draft:
    """Which place of a kind adds the smallest detour between two others."""
    found = draft.require_found(task.town.list_around(task.draw))
    first = draft.require_found(found.anchor)
    (other,) = task.town.others(task.draw, [first, *(p.name for p in found.places)], 1)
    listed, scene = lists.show_list(task, found, other)
    figure = Detour(first=first, second=other.name)
    detours = sorted(
        (scene.amount(figure.filled({"place": place.name})), place.name) for place in listed.places
    )
    draft.require_that(task.margins.clear(detours[0][0], detours[1][0], "m"))
    names = [name for _, name in detours]
    likely = {names.index(lists.by_distance(task, listed)[0][1]): f"the nearest to {first}"}
    likely.setdefault(1, "the runner-up")
    return scene.draft(
        lists.slots_of(listed) | {"first": first, "second": other.name},
        lambda options: Best(
            figure=figure, among=Places(category=listed.category, among=tuple(options))
        ),
        names[0],
        lists.ranked_options(task, names, likely, f"a greater {figure.kind}"),
        margin=detours[1][0] - detours[0][0],
        unit="m",
    )


def rating_best(task: draft.Task) -> draft.Draft:
    """Which place of a kind has the highest rating."""
    listed, scene = _draw_rated(task)
    ranked = sorted(listed.places, key=lambda place: -(place.rating or 0))
    margin = (ranked[0].rating or 0) - (ranked[1].rating or 0)
    draft.require_that(margin > 0)
    names = [place.name for place in ranked]
    likely = {1: "the runner-up", len(names) - 1: "the lowest rating"}
    return scene.draft(
        lists.slots_of(listed),
        lambda options: Best(
            figure=Fact(fact="rating"), among=lists.places_of(listed, options), most=True
        ),
        names[0],
        lists.ranked_options(task, names, likely, "a lower rating"),
        margin=margin,
        unit="stars",
    )


def count_rated(task: draft.Task) -> draft.Draft:
    """How many places of a kind have at least a given rating."""
    listed, scene = _draw_rated(task)
    least = task.draw.choice(sorted({place.rating or 0 for place in listed.places}))
    passes: CompareFilter[Any] = CompareFilter(measure="rating", comparator=">=", value=least)
    places = lists.places_of(listed, (), passes)
    return lists.draft_count(task, listed, scene, places, {"rating": f"{least:g}"})


def _draw_rated(task: draft.Task) -> tuple[NearbyList, draft.Scene]:
    found = draft.require_found(task.town.list_around(task.draw))
    draft.require_that(all(place.rating is not None for place in found.places))
    return lists.show_list(task, found, keep=("rating",))


def _draw_direction(
    task: draft.Task,
) -> tuple[NearbyList, draft.Scene, Direction, list[str], list[str], float]:
    """Draw a list, a direction, and the places that clearly lie in it and outside it.

    The last value is the margin of the bearings to the edges of the sector, in degrees.
    """
    listed, scene = lists.draw_list(task)
    direction = task.draw.choice(tuple(_DIRECTIONS))
    spot = lists.known_position(task.town.place(listed.anchor or ""))
    inside: list[str] = []
    outside: list[str] = []
    margin = 90.0
    for place in listed.places:
        off = angle_between(
            initial_bearing(spot, lists.known_position(place)), _DIRECTIONS[direction]
        )
        margin = min(margin, abs(45 - off))
        if abs(45 - off) >= task.margins.degrees / 2:
            (inside if off < 45 else outside).append(place.name)
    return listed, scene, direction, inside, outside, margin


def _places_in_direction(
    listed: NearbyList, direction: Direction, options: Sequence[str] = ()
) -> Places:
    passes = DirectionFilter(direction=direction)
    return lists.places_of(listed, options, passes, within_m=listed.radius_m)


def _inner_radius(task: draft.Task, listed: NearbyList) -> tuple[float, float]:
    away = [metres for metres, _ in lists.by_distance(task, listed)]
    full = listed.radius_m or 0.0
    radii = [*range(100, min(1000, int(full)) + 1, 50), *range(1100, int(full) + 1, 100)]
    if task.difficulty == "easy":
        radii = [int(full)]
    task.draw.shuffle(radii)
    for radius in radii:
        margin = min(abs(metres - radius) for metres in away)
        if margin >= max(10.0, task.margins.share / 5 * radius) and away[0] < radius:
            return float(radius), margin
    raise draft.Unsuitable


def _distance_along_axis(place: Place, other: Place, axis: int) -> float:
    start, end = lists.known_position(place), lists.known_position(other)
    turned = (end[0], start[1]) if axis == 0 else (start[0], end[1])
    return away_m(start, turned)


CHOICES = {
    "nearest": ask_nearest,
    "kth_nearest": kth_nearest,
    "farthest": ask_farthest,
    "northernmost": ask_northernmost,
    "in_direction": in_direction,
    "count": ask_count,
    "count_direction": count_direction,
    "on_the_way": on_the_way,
    "rating_best": rating_best,
    "count_rated": count_rated,
}
