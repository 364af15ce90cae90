"""Questions about travel times, ways of travelling and routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import permutations
from typing import Literal

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
    written,
)
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.generation.town import away_m, bare
from geoeval.query.algebra import (
    Best,
    Compare,
    Difference,
    Modes,
    Places,
    RouteFigure,
    Routes,
    StepFact,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.parts import OfferedMode
from geoeval.query.values import Quantity
from geoeval.query.wording import BY_MODE, manoeuvre_name
from geoeval.text import pluralise
from geoeval.world.model import Route, Step, TravelMode, World

_FASTER_FIRST = tuple(BY_MODE)  # the one that is usually faster first
_MANOEUVRES = ("left_turn", "right_turn", "roundabout")


def travel(task: Task, measure: Literal["time", "distance"], kind: str) -> Draft:
    """How long it takes, or how long the way is, from one place to another."""
    mode = task.draw.choice(task.town.modes)
    names = need(task.town.ends(task.draw, 3, [mode]))
    origin, destination, _ = names
    context, world = _legs(task, names, task.town.modes)
    figure = _way(origin, destination, mode, measure)
    value = need_value(Quantity, Value(figure=figure), world)
    mistaken = [
        (
            amount_of(_way(*ends, other, measure), world) or 0,
            f"that {BY_MODE[other]} from {ends[0]}",
        )
        for ends in permutations(names, 2)
        for other in task.town.modes
        if (*ends, other) != (origin, destination, mode)
    ]
    if measure == "distance":
        places = [task.town.place(name) for name in (origin, destination)]
        line = away_m(places[0].location or (0, 0), places[1].location or (0, 0))
        mistaken.insert(0, (line, "the straight line for the way"))
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind=kind,
        context=context,
        world=world,
        slots={"origin": origin, "destination": destination, "mode": BY_MODE[mode]},
        ask=lambda _: Value(figure=figure),
        right=written(value),
        wrong=wrong,
    )


def travel_chain(task: Task) -> Draft:
    """How long it takes from one place by a second to a third."""
    mode = task.draw.choice(task.town.modes)
    names = need(task.town.ends(task.draw, 3, [mode]))
    origin, middle, destination = names
    context, world = _legs(task, names, [mode])
    figure = Travel(
        legs=(
            TravelLeg(origin=origin, destination=middle, mode=mode),
            TravelLeg(origin=middle, destination=destination, mode=mode),
        )
    )
    value = need_value(Quantity, Value(figure=figure), world)
    mistaken = [
        (amount_of(_way(start, end, mode), world) or 0, f"that from {start} to {end} alone")
        for start, end in ((origin, destination), (origin, middle), (middle, destination))
    ]
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind="travel_chain",
        context=context,
        world=world,
        slots={
            "origin": origin,
            "middle": middle,
            "destination": destination,
            "mode": BY_MODE[mode],
        },
        ask=lambda _: Value(figure=figure),
        right=written(value),
        wrong=wrong,
    )


def quickest_place(task: Task) -> Draft:
    """Which of the places offered is reached in the shortest time."""
    mode = task.draw.choice(task.town.modes)
    names = need(task.town.ends(task.draw, OPTIONS + 1, [mode]))
    origin, *offered = names
    context, world = _legs(task, names, [mode])
    times = sorted((amount_of(_way(origin, each, mode), world) or 0, each) for each in offered)
    require(task.margins.clear(times[0][0], times[1][0], "s"))
    spot = task.town.place(origin).location or (0, 0)
    line = min(offered, key=lambda each: away_m(spot, task.town.place(each).location or (0, 0)))
    mistakes = {line: "the nearest in a straight line"}

    def ask(options: Sequence[str]) -> Best:
        leg = TravelLeg(origin=origin, mode=mode)
        return Best(figure=Travel(legs=(leg,)), among=Places(among=tuple(options)))

    return Draft(
        kind="quickest_place",
        context=context,
        world=world,
        slots={"origin": origin, "mode": BY_MODE[mode]},
        ask=ask,
        right=times[0][1],
        wrong=tuple(
            Wrong(text=each, mistake=mistakes.get(each, "a place that takes longer"))
            for _, each in times[1:]
        ),
        margin=times[1][0] - times[0][0],
        unit="s",
    )


def mode_of(task: Task) -> Draft:
    """Which way of travelling is the fastest."""
    require(len(task.town.modes) > 1)
    modes = task.draw.sample(task.town.modes, 2)  # on foot is hardly ever right beside both
    names = need(task.town.ends(task.draw, 2, modes))
    origin, destination = names
    context, world = _legs(task, names, modes)
    times = sorted((amount_of(_way(origin, destination, each), world) or 0, each) for each in modes)
    require(task.margins.clear(times[0][0], times[1][0], "s"))
    by_text = {BY_MODE[mode].capitalize(): mode for mode in modes}

    def ask(options: Sequence[str]) -> Best:
        offered = tuple(OfferedMode(text=text, mode=by_text[text]) for text in options)
        leg = TravelLeg(origin=origin, destination=destination)
        return Best(figure=Travel(legs=(leg,)), among=Modes(modes=offered))

    return Draft(
        kind="mode",
        context=context,
        world=world,
        slots={"origin": origin, "destination": destination},
        ask=ask,
        choice=_choice(modes),
        expected=times[0][1] is min(modes, key=_FASTER_FIRST.index),
        right=BY_MODE[times[0][1]].capitalize(),
        wrong=tuple(
            Wrong(text=BY_MODE[each].capitalize(), mistake="a way that takes longer")
            for _, each in times[1:]
        ),
        margin=times[1][0] - times[0][0],
        unit="s",
    )


def faster(task: Task) -> Draft:
    """Whether one way of travelling is faster than another: yes as often as no."""
    found = need(_two_modes(task))
    names, modes, context, world, times = found
    figures = [_way(names[0], names[1], each) for each in modes]
    query = Compare(first=figures[0], second=figures[1])
    value = need_answer(query, world)
    require(task.margins.clear(times[0], times[1], "s"))
    return Draft(
        kind="faster",
        context=context,
        world=world,
        slots=_two_slots(names, modes),
        ask=lambda _: query,
        right=written(value),
        wrong=yes_or_no(written(value)),
        margin=abs(times[0] - times[1]),
        unit="s",
        choice=_choice(modes),
        expected=(times[0] < times[1]) is (modes[0] is min(modes, key=_FASTER_FIRST.index)),
    )


def mode_difference(task: Task) -> Draft:
    """How much longer one way of travelling takes than another."""
    found = need(_two_modes(task))
    names, modes, context, world, times = found
    figures = [_way(names[0], names[1], each) for each in modes]
    query = Difference(first=figures[0], second=figures[1])
    value = need_value(Quantity, query, world)
    require(times[0] - times[1] >= task.margins.seconds)
    mistaken = [
        *((time, f"the time {BY_MODE[mode]}") for time, mode in zip(times, modes, strict=True)),
        (times[0] + times[1], "both added"),
    ]
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind="mode_difference",
        context=context,
        world=world,
        slots=_two_slots(names, modes),
        ask=lambda _: query,
        right=written(value),
        wrong=wrong,
    )


def route(task: Task) -> Draft:
    """Which route is the fastest or the shortest."""
    found = task.town.routes(task.draw)
    names = [each.name for each in found]
    require(len(found) > 2 and len(set(names)) == len(found) and all(names))
    context, world = _routes(task, found)
    measure, superlative = task.draw.choice((("time", "fastest"), ("distance", "shortest")))
    ranked = sorted(found, key=lambda each: _total(each, measure))
    totals = [_total(each, measure) for each in ranked]
    unit = "s" if measure == "time" else "m"
    require(task.margins.clear(totals[0], totals[1], unit))
    other = min(found, key=lambda each: _total(each, "distance" if unit == "s" else "time"))
    mistakes = {other.name: "the shortest" if unit == "s" else "the fastest"}
    query = Best(figure=RouteFigure(measure=measure), among=_among(found))
    return Draft(
        kind="route",
        context=context,
        world=world,
        slots=_route_slots(found) | {"superlative": superlative},
        ask=lambda _: query,
        right=f"Via {ranked[0].name}",
        wrong=tuple(
            Wrong(text=f"Via {each.name}", mistake=mistakes.get(each.name, "a longer route"))
            for each in ranked[1:OPTIONS]
        ),
        margin=totals[1] - totals[0],
        unit=unit,
    )


def turns(task: Task) -> Draft:
    """How many manoeuvres of a kind the fastest route has."""
    found = task.town.routes(task.draw)
    require(found)
    # Whether a sharp left is a left turn is for no one to say.
    require(not any(step.instruction.startswith("Sharp") for one in found for step in one.steps))
    context, world = _routes(task, found)
    manoeuvre = task.draw.choice(_MANOEUVRES)
    fastest = _fastest(found)
    figure = RouteFigure(route=fastest, measure=manoeuvre)
    value = need_value(Quantity, Value(figure=figure), world)
    require(value.amount >= 1)
    mistaken = [
        (amount_of(RouteFigure(route=fastest, measure=other), world) or 0, f"the {_plural(other)}")
        for other in _MANOEUVRES
        if other != manoeuvre
    ]
    wrong = number_options(task.draw, value, mistaken)
    return Draft(
        kind="turns",
        context=context,
        world=world,
        slots=_route_slots(found) | {"manoeuvre": _plural(manoeuvre)},
        ask=lambda _: Value(figure=figure),
        right=written(value),
        wrong=wrong,
    )


def step(task: Task, which: Literal["next", "onto"], kind: str) -> Draft:
    """Which instruction comes after a road is reached, or leads onto it.

    What leads onto a road on other routes, or on the way back, names it as well as the key does.
    """
    found = task.town.routes(task.draw)
    require(found)
    best = min(found, key=lambda each: _total(each, "time"))
    first = found[0]
    back = task.town.routes_between(first.destination, first.origin, first.mode)
    shown = (*found, *back) if which == "onto" else found
    context, world = _routes(task, shown)
    road = task.draw.choice(_roads_met_once(best))
    named: Counter[str] = Counter()
    if which == "onto":
        naming = [step for each in shown for step in each.steps if road in step.roads]
        named = Counter(step.instruction for step in naming)
        texts, least, names = _instructions(naming), 1, {}
    else:
        texts, least = _instructions(best.steps), OPTIONS - 1
        names = {1: "the step after it", -1: "the step before it"}
    figure = StepFact(route=_fastest(found), step=which, road=road)
    right = written(need_answer(Value(figure=figure), world))
    offered = _beside(right, texts, least)
    at = texts.index(right)
    counts = [named[text] for text in offered]
    return Draft(
        kind=kind,
        context=context,
        world=world,
        slots=_route_slots(found) | {"road": road},
        ask=lambda _: Value(figure=figure),
        right=right,
        wrong=tuple(
            Wrong(text=text, mistake=names.get(texts.index(text) - at, "another step"))
            for text in offered[1:]
        ),
        choice="" if min(counts) == max(counts) else "named most",
        expected=named[right] == max(counts),
    )


def _roads_met_once(best: Route) -> list[str]:
    onto = [each.roads[0] for each in best.steps[1:-1] if len(each.roads) == 1]
    roads = [road for road in onto if sum(road in each.roads for each in best.steps) == 1]
    require(roads)
    return roads


def _beside(right: str, texts: list[str], least: int) -> list[str]:
    others = [text for text in texts if right not in text and text not in right]
    require(right in texts and len(others) >= least)
    at = texts.index(right)
    others.sort(key=lambda text: (text.startswith("Head "), abs(texts.index(text) - at)))
    return [right, *others[: OPTIONS - 1]]


def _instructions(steps: Iterable[Step]) -> list[str]:
    return list(dict.fromkeys(step.instruction for step in steps))


def _way(
    origin: str,
    destination: str,
    mode: TravelMode,
    measure: Literal["time", "distance"] = "time",
) -> Travel:
    leg = TravelLeg(origin=origin, destination=destination, mode=mode)
    return Travel(legs=(leg,), measure=measure)


def _legs(task: Task, names: Sequence[str], modes: Sequence[TravelMode]) -> tuple[str, World]:
    facts = World(
        places=tuple(bare(task.town.place(name)) for name in names),
        legs=task.town.legs(names, modes),
        attribution=task.town.world.attribution,
    )
    return task.shown(facts)


def _two_modes(
    task: Task,
) -> tuple[tuple[str, ...], tuple[TravelMode, ...], str, World, list[float]] | None:
    require(len(task.town.modes) > 1)
    modes = tuple(task.draw.sample(task.town.modes, 2))
    names = need(task.town.ends(task.draw, 3, modes))
    context, world = _legs(task, names, modes)
    times = [need(amount_of(_way(names[0], names[1], each), world)) for each in modes]
    return names, modes, context, world, times


def _choice(modes: Sequence[TravelMode]) -> str:
    return " or ".join(sorted(modes))


def _two_slots(names: Sequence[str], modes: Sequence[TravelMode]) -> dict[str, str]:
    return {
        "origin": names[0],
        "destination": names[1],
        "mode": BY_MODE[modes[0]],
        "other_mode": BY_MODE[modes[1]],
    }


def _routes(task: Task, found: Sequence[Route]) -> tuple[str, World]:
    ends = dict.fromkeys((found[0].origin, found[0].destination))
    facts = World(
        places=tuple(bare(task.town.place(name)) for name in ends),
        routes=tuple(found),
        attribution=task.town.world.attribution,
    )
    return task.shown(facts)


def _among(found: Sequence[Route]) -> Routes:
    first = found[0]
    return Routes(origin=first.origin, destination=first.destination, mode=first.mode)


def _fastest(found: Sequence[Route]) -> Best:
    return Best(figure=RouteFigure(measure="time"), among=_among(found))


def _route_slots(found: Sequence[Route]) -> dict[str, str]:
    first = found[0]
    mode = BY_MODE[first.mode] if first.mode is not None else ""
    return {"origin": first.origin, "destination": first.destination, "mode": mode}


def _total(each: Route, measure: str) -> float:
    total = each.duration_s if measure == "time" else each.distance_m
    return float(total or 0)


JOURNEYS: dict[str, Callable[[Task], Draft]] = {
    "travel_time": partial(travel, measure="time", kind="travel_time"),
    "travel_distance": partial(travel, measure="distance", kind="travel_distance"),
    "travel_chain": travel_chain,
    "quickest_place": quickest_place,
    "mode": mode_of,
    "faster": faster,
    "mode_difference": mode_difference,
    "route": route,
    "turns": turns,
    "step_next": partial(step, which="next", kind="step_next"),
    "step_onto": partial(step, which="onto", kind="step_onto"),
}


def _plural(manoeuvre: str) -> str:
    return pluralise(manoeuvre_name(manoeuvre))
