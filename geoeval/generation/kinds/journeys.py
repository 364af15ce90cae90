"""Questions about travel times, travel modes and routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise, permutations
from typing import Literal

from geoeval.generation import draft
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.generation.town import away_m
from geoeval.query import algebra
from geoeval.query.parts import OfferedMode
from geoeval.query.values import Quantity, YesNo
from geoeval.query.wording import BY_MODE, manoeuvre_name
from geoeval.text import pluralise
from geoeval.world.model import Route, Step, TravelMode

_FASTER_FIRST = tuple(BY_MODE)  # the one that is usually faster first
_MANOEUVRES = ("left_turn", "right_turn", "roundabout")
Measure = Literal["time", "distance"]


def ask_travel(task: draft.Task, measure: Measure) -> draft.Draft:
    """How long it takes, or how far it is, from one place to another."""
    mode = task.draw.choice(task.town.modes)
    names, scene = _draw_ends(task, 3, [mode], shown=task.town.modes)
    origin, destination, _ = names
    query = algebra.Value(figure=_build_travel(origin, destination, mode=mode, measure=measure))
    value = scene.need(Quantity, query)
    mistaken = [
        (
            scene.amount(_build_travel(*ends, mode=other, measure=measure)),
            f"that {BY_MODE[other]} from {ends[0]}",
        )
        for ends in permutations(names, 2)
        for other in task.town.modes
        if (*ends, other) != (origin, destination, mode)
    ]
    if measure == "distance":
        line = _straight_distance_m(task, origin, destination)
        mistaken.insert(0, (line, "the straight line instead of the travel distance"))
    slots = {"origin": origin, "destination": destination, "mode": BY_MODE[mode]}
    return scene.draft(slots, query, value, draft.number_options(task.draw, value, mistaken))


def travel_chain(task: draft.Task) -> draft.Draft:
    """How long it takes from one place via a second to a third."""
    mode = task.draw.choice(task.town.modes)
    (origin, middle, destination), scene = _draw_ends(task, 3, [mode])
    query = algebra.Value(figure=_build_travel(origin, middle, destination, mode=mode))
    value = scene.need(Quantity, query)
    mistaken = [
        (scene.amount(_build_travel(start, end, mode=mode)), f"that from {start} to {end} alone")
        for start, end in ((origin, destination), (origin, middle), (middle, destination))
    ]
    slots = {"origin": origin, "middle": middle, "destination": destination, "mode": BY_MODE[mode]}
    return scene.draft(slots, query, value, draft.number_options(task.draw, value, mistaken))


def quickest_place(task: draft.Task) -> draft.Draft:
    """Which of the options can be reached in the shortest time."""
    mode = task.draw.choice(task.town.modes)
    (origin, *offered), scene = _draw_ends(task, draft.OPTIONS + 1, [mode])
    times = sorted((scene.amount(_build_travel(origin, each, mode=mode)), each) for each in offered)
    draft.require_that(task.margins.clear(times[0][0], times[1][0], "s"))
    line = min(offered, key=partial(_straight_distance_m, task, origin))
    mistakes = {line: "the nearest in a straight line"}
    figure = algebra.Travel(legs=(algebra.TravelLeg(origin=origin, mode=mode),))
    return scene.draft(
        {"origin": origin, "mode": BY_MODE[mode]},
        lambda options: algebra.Best(figure=figure, among=algebra.Places(among=tuple(options))),
        times[0][1],
        [
            draft.Wrong(text=each, mistake=mistakes.get(each, "a place that takes longer"))
            for _, each in times[1:]
        ],
        margin=times[1][0] - times[0][0],
        unit="s",
    )


def mode_of(task: draft.Task) -> draft.Draft:
    """Which travel mode is the fastest."""
    draft.require_that(len(task.town.modes) > 1)
    modes = task.draw.sample(task.town.modes, 2)  # walking is hardly ever the fastest of all three
    (origin, destination), scene = _draw_ends(task, 2, modes)
    times = sorted(
        (scene.amount(_build_travel(origin, destination, mode=each)), each) for each in modes
    )
    draft.require_that(task.margins.clear(times[0][0], times[1][0], "s"))
    by_text = {BY_MODE[mode].capitalize(): mode for _, mode in times}
    right, *others = by_text
    figure = algebra.Travel(legs=(algebra.TravelLeg(origin=origin, destination=destination),))
    return scene.draft(
        {"origin": origin, "destination": destination},
        lambda options: algebra.Best(
            figure=figure,
            among=algebra.Modes(
                modes=tuple(OfferedMode(text=text, mode=by_text[text]) for text in options)
            ),
        ),
        right,
        [draft.Wrong(text=text, mistake="a slower mode") for text in others],
        margin=times[1][0] - times[0][0],
        unit="s",
        choice=_mode_choice(modes),
        expected=by_text[right] is _usually_faster(modes),
    )


def ask_faster(task: draft.Task) -> draft.Draft:
    """Whether one travel mode is faster than another; both answers are equally frequent."""
    modes, figures, times, slots, scene = _draw_modes(task)
    query = algebra.Compare(first=figures[0], second=figures[1])
    value = scene.need(YesNo, query)
    draft.require_that(task.margins.clear(times[0], times[1], "s"))
    return scene.draft(
        slots,
        query,
        value,
        yes_or_no(value),
        margin=abs(times[0] - times[1]),
        unit="s",
        choice=_mode_choice(modes),
        expected=(times[0] < times[1]) is (modes[0] is _usually_faster(modes)),
    )


def mode_difference(task: draft.Task) -> draft.Draft:
    """How much longer one travel mode takes than another."""
    modes, figures, times, slots, scene = _draw_modes(task)
    query = algebra.Difference(first=figures[0], second=figures[1])
    value = scene.need(Quantity, query)
    draft.require_that(times[0] - times[1] >= task.margins.seconds)
    mistaken = [
        *((time, f"the time {BY_MODE[mode]}") for time, mode in zip(times, modes, strict=True)),
        (times[0] + times[1], "both added"),
    ]
    return scene.draft(slots, query, value, draft.number_options(task.draw, value, mistaken))


def ask_route(task: draft.Task) -> draft.Draft:
    """Which route is the fastest or the shortest."""
    found = task.town.routes(task.draw)
    names = [each.name for each in found]
    draft.require_that(len(found) > 2 and len(set(names)) == len(found) and all(names))
    scene = _route_scene(task, found)
    measure, superlative, unit, other, of_other = task.draw.choice(_SUPERLATIVES)
    ranked = sorted(found, key=lambda each: _route_total(each, measure))
    totals = [_route_total(each, measure) for each in ranked]
    draft.require_that(task.margins.clear(totals[0], totals[1], unit))
    mistakes = {min(found, key=lambda each: _route_total(each, other)).name: of_other}
    query = algebra.Best(
        figure=algebra.RouteFigure(measure=measure), among=_candidate_routes(found)
    )
    return scene.draft(
        _route_slots(found) | {"superlative": superlative},
        query,
        f"Via {ranked[0].name}",
        [
            draft.Wrong(text=f"Via {each.name}", mistake=mistakes.get(each.name, "a longer route"))
            for each in ranked[1 : draft.OPTIONS]
        ],
        margin=totals[1] - totals[0],
        unit=unit,
    )


_SUPERLATIVES: tuple[tuple[Measure, str, str, Measure, str], ...] = (
    ("time", "fastest", "s", "distance", "the shortest"),
    ("distance", "shortest", "m", "time", "the fastest"),
)


def ask_turns(task: draft.Task) -> draft.Draft:
    """How many manoeuvres of a kind the fastest route has."""
    found = task.town.routes(task.draw)
    draft.require_that(found)
    # It is unclear whether a sharp left is a left turn.
    draft.require_that(
        not any(step.instruction.startswith("Sharp") for one in found for step in one.steps)
    )
    scene = _route_scene(task, found)
    manoeuvre = task.draw.choice(_MANOEUVRES)
    fastest = _ask_fastest(found)
    query = algebra.Value(figure=algebra.RouteFigure(route=fastest, measure=manoeuvre))
    value = scene.need(Quantity, query)
    draft.require_that(value.amount >= 1)
    mistaken = [
        (
            scene.amount(algebra.RouteFigure(route=fastest, measure=other)),
            f"the {_plural_manoeuvre(other)}",
        )
        for other in _MANOEUVRES
        if other != manoeuvre
    ]
    slots = _route_slots(found) | {"manoeuvre": _plural_manoeuvre(manoeuvre)}
    return scene.draft(slots, query, value, draft.number_options(task.draw, value, mistaken))


def ask_step(task: draft.Task, which: Literal["next", "onto"]) -> draft.Draft:
    """Which instruction follows when a road is reached, or leads onto it.

    Steps that lead onto a road on other routes, or in the other direction, also name the road, as
    the right one does.
    """
    found = task.town.routes(task.draw)
    draft.require_that(found)
    best = min(found, key=lambda each: _route_total(each, "time"))
    road = task.draw.choice(_roads_met_once(best))
    first, shown = found[0], found
    if which == "onto":
        back = task.town.routes_between(first.destination, first.origin, first.mode)
        shown = (*found, *back)
    scene = _route_scene(task, shown)
    named: Counter[str] = Counter()
    if which == "onto":
        naming = [step for each in shown for step in each.steps if road in step.roads]
        named = Counter(step.instruction for step in naming)
        texts, least, names = _distinct_instructions(naming), 1, {}
    else:
        texts, least = _distinct_instructions(best.steps), draft.OPTIONS - 1
        names = {1: "the step after that", -1: "the step before that"}
    query = algebra.Value(figure=algebra.StepFact(route=_ask_fastest(found), step=which, road=road))
    right = draft.format_value(scene.value(query))
    offered = _draw_distractors(right, texts, least)
    at = texts.index(right)
    counts = [named[text] for text in offered]
    return scene.draft(
        _route_slots(found) | {"road": road},
        query,
        right,
        [
            draft.Wrong(text=text, mistake=names.get(texts.index(text) - at, "another step"))
            for text in offered[1:]
        ],
        choice="" if min(counts) == max(counts) else "named most",
        expected=named[right] == max(counts),
    )


def _roads_met_once(best: Route) -> list[str]:
    onto = [each.roads[0] for each in best.steps[1:-1] if len(each.roads) == 1]
    roads = [road for road in onto if sum(road in each.roads for each in best.steps) == 1]
    draft.require_that(roads)
    return roads


def _draw_distractors(right: str, texts: list[str], least: int) -> list[str]:
    others = [text for text in texts if right not in text and text not in right]
    draft.require_that(right in texts and len(others) >= least)
    at = texts.index(right)
    others.sort(key=lambda text: (text.startswith("Head "), abs(texts.index(text) - at)))
    return [right, *others[: draft.OPTIONS - 1]]


def _distinct_instructions(steps: Iterable[Step]) -> list[str]:
    return list(dict.fromkeys(step.instruction for step in steps))


def _build_travel(*stops: str, mode: TravelMode, measure: Measure = "time") -> algebra.Travel:
    legs = (
        algebra.TravelLeg(origin=one, destination=other, mode=mode)
        for one, other in pairwise(stops)
    )
    return algebra.Travel(legs=tuple(legs), measure=measure)


def _straight_distance_m(task: draft.Task, origin: str, destination: str) -> float:
    one, other = (task.town.place(name).location or (0, 0) for name in (origin, destination))
    return away_m(one, other)


def _draw_ends(
    task: draft.Task, count: int, modes: Sequence[TravelMode], shown: Sequence[TravelMode] = ()
) -> tuple[tuple[str, ...], draft.Scene]:
    """Draw places with legs between them by some modes, with a scene of these or more places."""
    names = draft.require_found(task.town.ends(task.draw, count, modes))
    legs = task.town.legs(names, shown or modes)
    return names, task.scene(map(task.town.place, names), legs=legs)


def _draw_modes(
    task: draft.Task,
) -> tuple[tuple[TravelMode, ...], list[algebra.Travel], list[float], dict[str, str], draft.Scene]:
    """Draw two travel modes between two places: figures, times, slots and the scene."""
    draft.require_that(len(task.town.modes) > 1)
    modes = tuple(task.draw.sample(task.town.modes, 2))
    (origin, destination, _), scene = _draw_ends(task, 3, modes)
    figures = [_build_travel(origin, destination, mode=each) for each in modes]
    slots = {
        "origin": origin,
        "destination": destination,
        "mode": BY_MODE[modes[0]],
        "other_mode": BY_MODE[modes[1]],
    }
    return modes, figures, [scene.amount(each) for each in figures], slots, scene


def _mode_choice(modes: Sequence[TravelMode]) -> str:
    return " or ".join(sorted(modes))


def _usually_faster(modes: Sequence[TravelMode]) -> TravelMode:
    return min(modes, key=_FASTER_FIRST.index)


def _route_scene(task: draft.Task, found: Sequence[Route]) -> draft.Scene:
    ends = dict.fromkeys((found[0].origin, found[0].destination))
    return task.scene(map(task.town.place, ends), routes=tuple(found))


def _candidate_routes(found: Sequence[Route]) -> algebra.Routes:
    first = found[0]
    return algebra.Routes(origin=first.origin, destination=first.destination, mode=first.mode)


def _ask_fastest(found: Sequence[Route]) -> algebra.Best:
    return algebra.Best(figure=algebra.RouteFigure(measure="time"), among=_candidate_routes(found))


def _route_slots(found: Sequence[Route]) -> dict[str, str]:
    first = found[0]
    mode = BY_MODE[first.mode] if first.mode is not None else ""
    return {"origin": first.origin, "destination": first.destination, "mode": mode}


def _route_total(each: Route, measure: str) -> float:
    total = each.duration_s if measure == "time" else each.distance_m
    return float(total or 0)


JOURNEYS: dict[str, Callable[[draft.Task], draft.Draft]] = {
    "travel_time": partial(ask_travel, measure="time"),
    "travel_distance": partial(ask_travel, measure="distance"),
    "travel_chain": travel_chain,
    "quickest_place": quickest_place,
    "mode": mode_of,
    "faster": ask_faster,
    "mode_difference": mode_difference,
    "route": ask_route,
    "turns": ask_turns,
    "step_next": partial(ask_step, which="next"),
    "step_onto": partial(ask_step, which="onto"),
}


def _plural_manoeuvre(manoeuvre: str) -> str:
    return pluralise(manoeuvre_name(manoeuvre))
