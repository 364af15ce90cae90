"""Questions about two or three named places: how far, which way, which fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations

from geoeval.generation.draft import (
    OPTIONS,
    Draft,
    Task,
    Wrong,
    amount_of,
    need,
    need_answer,
    need_value,
    number_options,
    require,
    value_of,
    written,
)
from geoeval.generation.town import bare
from geoeval.query.algebra import (
    Best,
    Compare,
    Difference,
    DirectionOf,
    Distance,
    Fact,
    FactName,
    Pairs,
    Value,
)
from geoeval.query.parts import Pair
from geoeval.query.values import Bearing, Quantity
from geoeval.world.model import Place, World

_ASKED: Mapping[str, str] = {
    "phone": r"[+\d][\d ()./-]+\d",
    "address": r"[^;]*(?<!\d)\d{1,4}(?!\d)[^;]*",
    "rating": ".*",
}
_FAR_M = 50.0  # nearer ones are next door, where the positions of a map are too rough
_POINTS = ("North", "Northeast", "East", "Southeast", "South", "Southwest", "West", "Northwest")


def distance(task: Task) -> Draft:
    """How far one place is from another as the crow flies."""
    first, second, *others = _spots(task, 2)
    context, world = _positions(task, first, second, *others)
    figure = Distance(origin=first.name, destination=second.name)
    value = need_value(Quantity, Value(figure=figure), world)
    require(value.amount >= _FAR_M)
    mistaken = [(1.609 * value.amount, "miles taken for kilometres")]
    for mode in task.town.modes:
        leg = task.town.leg(first.name, second.name, mode)
        if leg is not None and leg.distance_m:
            mistaken.append((leg.distance_m, f"the way, {mode}, for the straight line"))
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind="distance",
        context=context,
        world=world,
        slots={"origin": first.name, "destination": second.name},
        ask=lambda _: Value(figure=figure),
        right=written(value),
        wrong=wrong,
    )


def direction(task: Task) -> Draft:
    """In which direction one place lies from another."""
    place, seen_from, *others = _spots(task, 2)
    context, world = _positions(task, place, seen_from, *others)
    figure = DirectionOf(place=place.name, seen_from=seen_from.name)
    value = need_value(Bearing, Value(figure=figure), world)
    step = 1 if task.difficulty == "hard" else 2  # eight points of the compass, or four
    sector = 45.0 * step
    number = round(value.degrees / sector) * step % 8
    off = (value.degrees - 45.0 * number + 180) % 360 - 180
    margin = sector / 2 - abs(off)
    require(margin >= min(task.margins.degrees, sector / 3))
    aside = (number + step if off > 0 else number - step) % 8
    wrong = [
        Wrong(text=_POINTS[(number + 4) % 8], mistake="the direction back"),
        Wrong(text=_POINTS[aside], mistake="the sector beside it"),
        Wrong(text=_POINTS[-number % 8], mistake="east and west exchanged"),
        Wrong(text=_POINTS[(4 - number) % 8], mistake="north and south exchanged"),
        *(
            Wrong(text=_POINTS[each], mistake="another direction")
            for each in task.draw.sample(range(0, 8, step), 8 // step)
        ),
    ]
    right = _POINTS[number]
    return Draft(
        kind="direction",
        context=context,
        world=world,
        slots={"place": place.name, "seen_from": seen_from.name},
        ask=lambda _: Value(figure=figure),
        right=right,
        wrong=_first_texts(wrong, right),
        margin=margin,
        unit="°",
    )


def fact(task: Task, name: FactName) -> Draft:
    """Which address, phone number or rating a place has."""
    known: dict[str, Place] = {}
    for place in task.draw.sample(task.town.spots, len(task.town.spots)):
        value = getattr(place, name)
        if value is not None and re.fullmatch(_ASKED[name], str(value)):
            known.setdefault(str(value), place)
        if len(known) == OPTIONS:
            break
    require(len(known) == OPTIONS)
    place, *others = known.values()
    facts = World(
        places=tuple(bare(each, keep=("address", "phone", "rating")) for each in known.values()),
        attribution=task.town.world.attribution,
    )
    context, world = task.shown(facts)
    figure = Fact(place=place.name, fact=name)
    right = need_answer(Value(figure=figure), world)
    found = [value_of(Value(figure=Fact(place=each.name, fact=name)), world) for each in others]
    return Draft(
        kind=name,
        context=context,
        world=world,
        slots={"place": place.name},
        ask=lambda _: Value(figure=figure),
        right=written(right),
        wrong=tuple(
            Wrong(text=written(other), mistake=f"that of {each.name}")
            for other, each in zip(found, others, strict=True)
            if other is not None
        ),
    )


def distance_difference(task: Task) -> Draft:
    """By how much one place is farther away than another."""
    first, second, anchor, *others = _spots(task, 3)
    context, world = _positions(task, first, second, anchor, *others)
    figures = [Distance(origin=anchor.name, destination=each.name) for each in (first, second)]
    farther_m, nearer_m = (need(amount_of(figure, world)) for figure in figures)
    query = Difference(first=figures[0], second=figures[1])
    value = need_value(Quantity, query, world)
    require(farther_m >= nearer_m and task.margins.clear(farther_m, nearer_m, "m"))
    between = amount_of(Distance(origin=first.name, destination=second.name), world)
    mistaken = [
        (farther_m, "the farther distance itself"),
        (nearer_m, "the nearer distance itself"),
        (between or 0, "the distance between the two places"),
    ]
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind="distance_difference",
        context=context,
        world=world,
        slots={"first": first.name, "second": second.name, "anchor": anchor.name},
        ask=lambda _: query,
        right=written(value),
        wrong=wrong,
    )


def nearer(task: Task) -> Draft:
    """Whether one place is nearer than another: yes as often as no."""
    first, second, anchor, *others = _spots(task, 3)
    context, world = _positions(task, first, second, anchor, *others)
    figures = [Distance(origin=each.name, destination=anchor.name) for each in (first, second)]
    one, other = (need(amount_of(figure, world)) for figure in figures)
    query = Compare(first=figures[0], second=figures[1])
    value = need_answer(query, world)
    require(task.margins.clear(one, other, "m"))
    return Draft(
        kind="nearer",
        context=context,
        world=world,
        slots={"first": first.name, "second": second.name, "anchor": anchor.name},
        ask=lambda _: query,
        right=written(value),
        wrong=yes_or_no(written(value)),
        margin=abs(one - other),
        unit="m",
    )


def pair(task: Task) -> Draft:
    """Which two of some places are closest to each other."""
    spots = _spots(task, 5)
    context, world = _positions(task, *spots)
    pairs = task.draw.sample([*combinations([each.name for each in spots], 2)], OPTIONS)
    away = sorted(
        (amount_of(Distance(origin=one, destination=other), world) or 0, f"{one} and {other}")
        for one, other in pairs
    )
    require(task.margins.clear(away[0][0], away[1][0], "m"))
    ends = {f"{one} and {other}": (one, other) for one, other in pairs}

    def ask(options: object) -> Best:
        offered = [
            Pair(text=text, first=ends[text][0], second=ends[text][1])
            for text in options  # type: ignore[attr-defined]  # they are texts
        ]
        return Best(figure=Distance(), among=Pairs(pairs=tuple(offered)))

    return Draft(
        kind="pair",
        context=context,
        world=world,
        slots={},
        ask=ask,
        right=away[0][1],
        wrong=(
            Wrong(text=away[-1][1], mistake="the farthest pair"),
            *(Wrong(text=text, mistake="a pair farther apart") for _, text in away[1:-1]),
        ),
        margin=away[1][0] - away[0][0],
        unit="m",
    )


def yes_or_no(right: str) -> tuple[Wrong, ...]:
    """Return the one wrong option of a question that is answered by yes or no."""
    return (Wrong(text="No" if right == "Yes" else "Yes", mistake="the comparison turned round"),)


def _spots(task: Task, count: int) -> list[Place]:
    """Draw places to ask about, and some more that are only told of."""
    return task.draw.sample(task.town.spots, count + 2)


def _positions(task: Task, *places: Place) -> tuple[str, World]:
    """Return the context that tells where places are, and its world."""
    told = task.draw.sample(places, len(places))
    facts = World(places=tuple(map(bare, told)), attribution=task.town.world.attribution)
    return task.shown(facts)


def _first_texts(wrong: list[Wrong], right: str) -> tuple[Wrong, ...]:
    found = {each.text: each for each in reversed(wrong) if each.text != right}
    ordered = dict.fromkeys(each.text for each in wrong if each.text in found)
    return tuple(found[text] for text in ordered)[: OPTIONS - 1]


FIGURES: dict[str, Callable[[Task], Draft]] = {
    "distance": distance,
    "direction": direction,
    "address": partial(fact, name="address"),
    "phone": partial(fact, name="phone"),
    "rating": partial(fact, name="rating"),
    "distance_difference": distance_difference,
    "nearer": nearer,
    "pair": pair,
}
