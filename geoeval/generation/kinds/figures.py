"""Questions about two or three named places: distance, direction, facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations

from geoeval.generation.draft import (
    OPTIONS,
    Draft,
    Scene,
    Task,
    Wrong,
    format_value,
    number_options,
    require_that,
)
from geoeval.query import algebra
from geoeval.query.parts import Pair
from geoeval.query.values import Bearing, Quantity, YesNo
from geoeval.world.model import Place

_ASKED: Mapping[str, str] = {
    "phone": r"[+\d][\d ()./-]+\d",
    "address": r"[^;]*(?<!\d)\d{1,4}(?!\d)[^;]*",
    "rating": ".*",
}
_FAR_M = 50.0  # below this, positions on a map are too imprecise
_POINTS = ("North", "Northeast", "East", "Southeast", "South", "Southwest", "West", "Northwest")


def ask_distance(task: Task) -> Draft:
    """How far one place is from another in a straight line."""
    (first, second, *_), scene = _draw_spots(task, 2)
    query = algebra.Value(figure=algebra.Distance(origin=first.name, destination=second.name))
    value = scene.need(Quantity, query)
    require_that(value.amount >= _FAR_M)
    mistaken = [(1.609 * value.amount, "miles instead of kilometres")]
    for mode in task.town.modes:
        leg = task.town.leg(first.name, second.name, mode)
        if leg is not None and leg.distance_m:
            mistaken.append(
                (leg.distance_m, f"the travel distance, {mode}, instead of the straight line")
            )
    slots = {"origin": first.name, "destination": second.name}
    return scene.draft(slots, query, value, number_options(task.draw, value, mistaken))


def ask_direction(task: Task) -> Draft:
    """In which direction one place lies from another."""
    (place, seen_from, *_), scene = _draw_spots(task, 2)
    query = algebra.Value(figure=algebra.DirectionOf(place=place.name, seen_from=seen_from.name))
    value = scene.need(Bearing, query)
    step = 1 if task.difficulty == "hard" else 2  # eight points of the compass, or four
    sector = 45.0 * step
    number = round(value.degrees / sector) * step % 8
    off = (value.degrees - 45.0 * number + 180) % 360 - 180
    margin = sector / 2 - abs(off)
    require_that(margin >= min(task.margins.degrees, sector / 3))
    mistakes: dict[int, str] = {}
    for point, mistake in (
        (number + 4, "the direction back"),
        (number + step if off > 0 else number - step, "the next sector"),
        (-number, "east and west swapped"),
        (4 - number, "north and south swapped"),
        *((n, "another direction") for n in task.draw.sample(range(0, 8, step), 8 // step)),
    ):
        mistakes.setdefault(point % 8, mistake)
    mistakes.pop(number, None)
    wrong = [Wrong(text=_POINTS[point], mistake=mistake) for point, mistake in mistakes.items()]
    slots = {"place": place.name, "seen_from": seen_from.name}
    return scene.draft(slots, query, _POINTS[number], wrong[: OPTIONS - 1], margin=margin, unit="°")


def ask_fact(task: Task, name: algebra.FactName) -> Draft:
    """Which address, phone number or rating a place has."""
    known: dict[str, Place] = {}
    for place in task.draw.sample(task.town.spots, len(task.town.spots)):
        value = getattr(place, name)
        if value is not None and re.fullmatch(_ASKED[name], str(value)):
            known.setdefault(str(value), place)
        if len(known) == OPTIONS:
            break
    require_that(len(known) == OPTIONS)
    place, *others = known.values()
    scene = task.scene(known.values(), keep=("address", "phone", "rating"))

    def ask(place: Place) -> algebra.Value:
        return algebra.Value(figure=algebra.Fact(place=place.name, fact=name))

    found = [(scene.find(ask(each)), each.name) for each in others]
    return scene.draft(
        {"place": place.name},
        ask(place),
        scene.value(ask(place)),
        [
            Wrong(text=format_value(value), mistake=f"that of {name}")
            for value, name in found
            if value is not None
        ],
    )


def distance_difference(task: Task) -> Draft:
    """By how much one place is farther away than another."""
    (first, second, anchor, *_), scene = _draw_spots(task, 3)
    figures = [
        algebra.Distance(origin=anchor.name, destination=each.name) for each in (first, second)
    ]
    farther_m, nearer_m = map(scene.amount, figures)
    query = algebra.Difference(first=figures[0], second=figures[1])
    value = scene.need(Quantity, query)
    require_that(farther_m >= nearer_m and task.margins.clear(farther_m, nearer_m, "m"))
    between_m = scene.amount(algebra.Distance(origin=first.name, destination=second.name))
    mistaken = [
        (farther_m, "the longer distance itself"),
        (nearer_m, "the shorter distance itself"),
        (between_m, "the distance between the two places"),
    ]
    slots = {"first": first.name, "second": second.name, "anchor": anchor.name}
    return scene.draft(slots, query, value, number_options(task.draw, value, mistaken))


def ask_nearer(task: Task) -> Draft:
    """Whether one place is nearer than another; both answers are equally frequent."""
    (first, second, anchor, *_), scene = _draw_spots(task, 3)
    figures = [
        algebra.Distance(origin=each.name, destination=anchor.name) for each in (first, second)
    ]
    one, other = map(scene.amount, figures)
    query = algebra.Compare(first=figures[0], second=figures[1])
    value = scene.need(YesNo, query)
    require_that(task.margins.clear(one, other, "m"))
    slots = {"first": first.name, "second": second.name, "anchor": anchor.name}
    margin = abs(one - other)
    return scene.draft(slots, query, value, yes_or_no(value), margin=margin, unit="m")


def ask_pair(task: Task) -> Draft:
    """Which two of several places are closest to each other."""
    spots, scene = _draw_spots(task, 5)
    drawn = task.draw.sample([*combinations([each.name for each in spots], 2)], OPTIONS)
    pairs = {
        each.text: each
        for each in (Pair(text=f"{one} and {two}", first=one, second=two) for one, two in drawn)
    }
    away = sorted(
        (scene.amount(algebra.Distance(origin=each.first, destination=each.second)), text)
        for text, each in pairs.items()
    )
    require_that(task.margins.clear(away[0][0], away[1][0], "m"))
    return scene.draft(
        {},
        lambda options: algebra.Best(
            figure=algebra.Distance(),
            among=algebra.Pairs(pairs=tuple(pairs[text] for text in options)),
        ),
        away[0][1],
        [
            Wrong(text=away[-1][1], mistake="the farthest pair"),
            *(Wrong(text=text, mistake="a more distant pair") for _, text in away[1:-1]),
        ],
        margin=away[1][0] - away[0][0],
        unit="m",
    )


def yes_or_no(right: YesNo, mistake: str = "the reversed comparison") -> tuple[Wrong, ...]:
    """Return the wrong option of a yes-or-no question."""
    return (Wrong(text=format_value(YesNo(yes=not right.yes)), mistake=mistake),)


def _draw_spots(task: Task, count: int) -> tuple[list[Place], Scene]:
    """Draw places to ask about and two more for the context, with the scene."""
    spots = task.draw.sample(task.town.spots, count + 2)
    return spots, task.scene(task.draw.sample(spots, len(spots)))


FIGURES: dict[str, Callable[[Task], Draft]] = {
    "distance": ask_distance,
    "direction": ask_direction,
    "address": partial(ask_fact, name="address"),
    "phone": partial(ask_fact, name="phone"),
    "rating": partial(ask_fact, name="rating"),
    "distance_difference": distance_difference,
    "nearer": ask_nearer,
    "pair": ask_pair,
}
