"""Figures of routes, their ranking, and facts of their steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Literal, cast, get_args

from geoeval.errors import quote
from geoeval.query.algebra import Best, CheckRoutes, Listing, RouteFigure, Routes, Side, StepFact
from geoeval.query.filter_kinds import Manoeuvre, Total
from geoeval.query.routes.choice import (
    chosen_route,
    chosen_routes,
    evaluate_on_route,
    join_titles,
    no_steps,
    passing_routes,
)
from geoeval.query.routes.instructions import (
    Relation,
    count_in_step,
    exit_numbers,
    is_landmark_noted,
    is_noted,
    landmark_names,
    passed_landmarks,
    reaches_road,
    relation_to_road,
    roads_taken,
    run_reaching,
    turned_at,
)
from geoeval.query.routes.travel import (
    Computed,
    route_title,
    route_total,
    to_quantity,
    total_of_steps,
)
from geoeval.query.trace import Blocked, Trace, join_names, under_specified
from geoeval.query.values import Fact, Names, Quantity, YesNo
from geoeval.query.wording import ORDINALS
from geoeval.text import key_words
from geoeval.world.model import Route, Step

_NTH = re.compile(r"\btake the (\d)(st|nd|rd|th) exit\b", re.IGNORECASE)
_PLACE_OF_MANOEUVRE = re.compile(r"\s+(?:onto|on|towards?|to|at|for|past)\b", re.IGNORECASE)
_TURNS = re.compile(r"^(?:(?:turn|keep|slight|sharp) )?(left|right)\b", re.IGNORECASE)
_DESTINATION = re.compile(r"^destination will be on the (left|right)\b", re.IGNORECASE)


def step_fact(figure: StepFact, trace: Trace) -> Names:
    """Return what a step of a route states: an instruction, exit, landmark or side."""
    route = chosen_route(figure.route, trace, figure.road)
    if not route.steps:
        raise no_steps(route)
    match figure:
        case StepFact(step="next" | "before" as step, road=str(road)):
            return _find_steps_around(route, road, step, trace)
        case StepFact(step="onto", road=str(road)):
            return _find_steps_onto(route, road, trace)
        case StepFact(step="number"):
            return _find_step_by_number(route, figure, trace)
        case StepFact(step="exit" | "roundabout"):
            return _find_exit(route, figure, trace)
        case StepFact(step="landmark"):
            return _find_landmark(route, figure, trace)
        case _:
            return _find_side(route, figure.landmark, trace)


def run_on(route: Route, road: str, *, or_past: bool = True) -> tuple[int, int]:
    """Return the index of the first step on a road, and of the first step after the road.

    With ``or_past``, the road may also be a landmark or another name in the notes of a step, or a
    manoeuvre ("roundabout") that only one step makes.
    """
    if or_past and road in get_args(Manoeuvre):
        return _find_only_step(route, cast("Manoeuvre", road))
    run = run_reaching(route.steps, road)
    for notes in (is_landmark_noted, is_noted) if run is None and or_past else ():
        for index, step in enumerate(route.steps):
            if notes(step, road):
                return index, index + 1
    if run is None:
        raise _no_step_on(route, road, f"no step of {route_title(route)} reaches {quote(road)}")
    return run


def _no_step_on(route: Route, road: str | None, detail: str) -> Blocked:
    """Return the exception for a road that a route does not take, with those that it takes."""
    roads = dict.fromkeys(name for step in route.steps for name in roads_taken(step))
    return Blocked(reason="no_such_step", detail=detail, value=road, candidates=tuple(roads))


def _find_only_step(route: Route, manoeuvre: Manoeuvre) -> tuple[int, int]:
    """Return the index of the only step with a manoeuvre, and the index after it."""
    found = [i for i, step in enumerate(route.steps) if count_in_step(step, manoeuvre)]
    if len(found) != 1:
        raise Blocked(
            reason="under_specified" if found else "no_such_step",
            detail=f"{route_title(route)} has {len(found)} steps "
            f"with a {manoeuvre.replace('_', ' ')}",
            value=manoeuvre,
        )
    return found[0], found[0] + 1


def _use_step(route: Route, index: int, trace: Trace) -> str:
    step = route.steps[index]
    trace.use(f"step {index + 1}: {step.instruction}", step.line)
    return step.instruction


def _rank_instructions(steps: Sequence[Step]) -> Names:
    first, *later = steps
    # A later step is no answer by its bare manoeuvre, such as "Turn right".
    bare = _PLACE_OF_MANOEUVRE.split(first.instruction, maxsplit=1)[0]
    return Names(
        names=tuple(step.instruction for step in steps),
        reading="ranked",
        aliases=((*roads_taken(first), bare), *map(roads_taken, later)),
    )


def _find_steps_around(
    route: Route, road: str, side: Literal["next", "before"], trace: Trace
) -> Names:
    """Return the steps after a road, or the steps before it in reverse order."""
    first, after = run_on(route, road)
    others = route.steps[after:] if side == "next" else route.steps[:first][::-1]
    if not others:
        is_end = f"is the last road of {route_title(route)}"
        is_start = f"is where {route_title(route)} begins"
        detail = f"{quote(road)} {is_end if side == 'next' else is_start}"
        raise Blocked(reason="no_such_step", detail=detail, value=road)
    used = range(first, after + 1) if side == "next" else (first - 1, first)
    instructions = {index: _use_step(route, index, trace) for index in used}
    trace.say(f"step {first + 1} reaches {road}: {instructions[first]}")
    if side == "before":
        trace.say(f"step {first} comes before it: {instructions[first - 1]}")
        return _rank_instructions(others)
    for index in range(first + 1, after):
        trace.say(f"step {index + 1} stays on it: {instructions[index]}")
    trace.say(f"step {after + 1} follows: {instructions[after]}")
    return _rank_instructions(others)


def _resolve_index(steps: Sequence[object], number: int) -> int | None:
    index = number - 1 if number > 0 else len(steps) + number
    return index if 0 <= index < len(steps) else None


def _find_step_by_number(route: Route, figure: StepFact, trace: Trace) -> Names:
    manoeuvre = figure.manoeuvre
    steps = [
        index
        for index, step in enumerate(route.steps)
        if manoeuvre is None or count_in_step(step, manoeuvre) > 0
    ]
    kind = "" if manoeuvre is None else f" with a {manoeuvre.replace('_', ' ')}"
    if figure.number is None and len(steps) > 1:
        raise under_specified(detail=f"{route_title(route)} has {len(steps)} steps{kind}")
    nth = _resolve_index(steps, figure.number or 1)
    if nth is None:
        detail = f"{route_title(route)} has only {len(steps)} steps{kind}"
        raise Blocked(reason="no_such_step", detail=detail)
    index = steps[nth]
    total = f"{len(steps)} steps{kind}, step {index + 1}" if manoeuvre else f"{len(steps)}"
    trace.say(f"step {nth + 1} of {total}: {_use_step(route, index, trace)}")
    return _rank_instructions([route.steps[index]])


def _build_exit_aliases(step: Step) -> tuple[str, ...]:
    aliases = [text for number in exit_numbers(step) for text in (number, f"exit {number}")]
    nth = _NTH.search(step.instruction)
    if nth is not None:
        digits = nth[1] + nth[2]
        word = ORDINALS[int(nth[1]) - 1] if int(nth[1]) <= len(ORDINALS) else digits
        aliases += [
            form for each in (digits, word) for form in (each, f"{each} exit", f"the {each} exit")
        ]
        aliases += [nth[1], f"exit {nth[1]}"]
    turned = _TURNS.match(step.instruction)
    if turned is not None:
        side = turned[1].lower()
        aliases += [side, f"turn {side}", f"to the {side}", f"a {side} turn"]
    return tuple(aliases)


def _accept_any_instruction(steps: Sequence[Step]) -> Names:
    return Names(
        names=tuple(step.instruction for step in steps),
        reading="any",
        tied=len(steps),
        aliases=tuple(_build_exit_aliases(step) for step in steps),
    )


def _find_steps_onto(route: Route, road: str, trace: Trace) -> Names:
    index, _ = run_on(route, road, or_past=False)
    trace.say(f"step {index + 1} reaches {road}: {_use_step(route, index, trace)}")
    return _accept_any_instruction([route.steps[index]])


def _is_exit(step: Step, figure: StepFact) -> bool:
    if figure.road is not None and relation_to_road(step, figure.road)[0] is Relation.ABSENT:
        return False
    if figure.step == "roundabout":
        return count_in_step(step, "roundabout") > 0 and bool(_NTH.search(step.instruction))
    return bool(exit_numbers(step))


def _find_exit(route: Route, figure: StepFact, trace: Trace) -> Names:
    taken = [step for step in route.steps if _is_exit(step, figure)]
    if figure.number is not None:
        index = _resolve_index(taken, figure.number)
        taken = [] if index is None else [taken[index]]
    if not taken:
        detail = f"{route_title(route)} takes no such exit"
        raise Blocked(reason="no_such_step", detail=detail, value=figure.road)
    for step in taken:
        trace.use(step.instruction, step.line)
    if figure.step == "roundabout" and len({_build_exit_aliases(step) for step in taken}) > 1:
        raise under_specified(detail=f"{route_title(route)} leaves several roundabouts")
    trace.say(f"{route_title(route)}: {_join_instructions(taken)}")
    return _accept_any_instruction(taken)


def _join_instructions(steps: Iterable[Step]) -> str:
    return "; ".join(step.instruction for step in steps)


def _matches_step(step: Step, figure: StepFact) -> bool:
    on_road = figure.road is None or relation_to_road(step, figure.road)[0] is Relation.ON
    return on_road and (figure.manoeuvre is None or count_in_step(step, figure.manoeuvre) > 0)


def _find_step_landmarks(step: Step, side: Side | None) -> list[str]:
    noted = [name for name, lies in passed_landmarks(step) if side in {None, lies}]
    return [*noted, *(turned_at(step) if side is None else ())]


def _find_landmark(route: Route, figure: StepFact, trace: Trace) -> Names:
    """Return the landmarks noted at the matching steps, or on the whole route.

    Landmarks to turn at count only if no side is given.
    """
    steps = [step for step in route.steps if _matches_step(step, figure)]
    where = f"at the step onto {figure.road}" if figure.road else f"on {route_title(route)}"
    if not steps:
        predicate = f"leads onto {figure.road}" if figure.road else "makes that manoeuvre"
        detail = f"no step of {route_title(route)} {predicate}"
        if figure.road:
            raise _no_step_on(route, figure.road, detail)
        raise Blocked(reason="no_such_step", detail=detail, value=figure.manoeuvre)
    names: list[str] = []
    for step in steps:
        names += _use_notes(step, _find_step_landmarks(step, figure.side), trace)
    if not names:
        where = f"on the {figure.side} {where}" if figure.side else where
        detail, lacking = f"no landmark is noted {where}", f"a landmark {where}"
        raise Blocked(reason="no_such_fact", detail=detail, lacking=lacking)
    trace.say(f"noted {where}: {', '.join(names)}")
    return Names(names=tuple(names), reading="any", tied=len(names))


def _use_notes(step: Step, found: list[str], trace: Trace) -> list[str]:
    if found:
        trace.use(" — ".join((step.instruction, *step.notes)), step.line)
    return found


def _find_noted_sides(step: Step, landmark: str | None) -> list[str]:
    if landmark is None:
        return [m[1].lower() for note in step.notes if (m := _DESTINATION.match(note.strip()))]
    wanted = key_words(landmark)
    return [side for name, side in passed_landmarks(step) if side and key_words(name) == wanted]


def _find_side(route: Route, landmark: str | None, trace: Trace) -> Names:
    sides: dict[str, None] = {}
    for step in route.steps:
        sides.update(dict.fromkeys(_use_notes(step, _find_noted_sides(step, landmark), trace)))
    what = quote(landmark) if landmark else "the destination"
    if len(sides) != 1:
        subject = "both sides are" if sides else "no side is"
        detail = f"{subject} noted for {what} on {route_title(route)}"
        lacking = f"the side on which {what} lies"
        noted = dict.fromkeys(name for step in route.steps for name in landmark_names(step))
        raise Blocked(
            reason="no_such_fact",
            detail=detail,
            value=landmark,
            candidates=tuple(noted),
            lacking=lacking,
        )
    (side,) = sides
    trace.say(f"{what} lies on the {side} of {route_title(route)}")
    return Names(names=(side,), reading="any")


def route_figure(figure: RouteFigure, trace: Trace) -> Quantity:
    """Return the time (s) or length (m) of a route or part of it, or a count of manoeuvres.

    Several best routes are accepted if their figures are equal.
    """
    if isinstance(figure.route, Best):
        _, routes = _rank_routes(figure.route, trace)
    else:
        routes = [chosen_route(figure.route, trace, figure.road)]
    amounts: dict[float, Quantity] = {}
    for route in routes:
        if _needs_steps(figure) and not route.steps:
            raise no_steps(route)
        computed, facts = _compute_figure(route, figure)
        if _covers_part(figure) and not facts:
            raise _no_step_on(route, figure.road, computed.text)
        for fact in facts:
            trace.use(fact.text, fact.line)
        if computed.text not in trace.steps:
            trace.say(computed.text)
        amounts.setdefault(computed.quantity.amount, computed.quantity)
    if len(amounts) > 1:
        raise under_specified(detail="several routes tie, and their figures differ")
    return next(iter(amounts.values()))


def _covers_part(figure: RouteFigure) -> bool:
    return figure.road is not None or figure.noted is not None


def _needs_steps(figure: RouteFigure) -> bool:
    return figure.measure not in {"time", "distance"} or _covers_part(figure)


def _format_figure_name(figure: RouteFigure) -> str:
    if figure.unit == "count" and figure.road is not None:
        return f"{figure.measure.replace('_', ' ')} on {figure.road}"
    return figure.road or (figure.noted or figure.measure).replace("_", " ")


def _compute_figure(route: Route, figure: RouteFigure) -> tuple[Computed, list[Fact]]:
    match figure.measure:
        case "time" | "distance" as measure if _covers_part(figure):
            return _sum_part(route, figure, measure)
        case "time" | "distance" as measure:
            return route_total(route, measure), []
        case manoeuvre:
            return _count_manoeuvre(route, figure, manoeuvre)


def _sum_part(route: Route, figure: RouteFigure, measure: Total) -> tuple[Computed, list[Fact]]:
    """Sum the steps on a road or on a kind of road; without such steps, return 0 and no facts."""
    what, kind = _format_figure_name(figure), figure.noted
    along = [
        step
        for step in route.steps
        if (
            count_in_step(step, kind)
            if kind
            else relation_to_road(step, what) == (Relation.ON, True)
        )
    ]
    if not along:
        return Computed(
            to_quantity(0, measure, 0.0), f"no step of {route_title(route)} runs on {what}"
        ), []
    if kind is not None and any(note.startswith("Partial") for s in along for note in s.notes):
        raise Blocked(
            reason="no_such_fact",
            detail=f"it is not stated how much of a step is {what}",
            lacking=f"{measure} of {what} on {route_title(route)}",
        )
    computed = total_of_steps(along, measure, f"{what} on {route_title(route)}")
    return computed, [Fact(text=step.instruction, line=step.line) for step in along]


def _count_manoeuvre(
    route: Route, figure: RouteFigure, manoeuvre: Manoeuvre
) -> tuple[Computed, list[Fact]]:
    start = run_on(route, figure.after)[0] + 1 if figure.after else 0
    end = _find_last_before(route, figure.before) if figure.before else len(route.steps)
    if start > end:
        raise Blocked(
            reason="no_such_step",
            detail=f"{quote(figure.before)} comes before {quote(figure.after)}",
            value=figure.before,
        )
    count, facts = 0, []
    for index in range(start, end):
        step = route.steps[index]
        on_road = figure.road is None or reaches_road(step, figure.road)
        here = count_in_step(step, manoeuvre) if on_road else 0
        if (here and manoeuvre != "step") or (on_road and figure.road is not None):
            instruction = " — ".join((step.instruction, *step.notes))
            facts.append(Fact(text=f"step {index + 1}: {instruction}", line=step.line))
        count += here
    whole = figure.route is None and not figure.before and not figure.after
    part = "" if whole else f", steps {start + 1} to {end} of {len(route.steps)}"
    text = f"{route_title(route)}{part}: {_format_figure_name(figure)} × {count}"
    return Computed(Quantity(amount=count, unit="count"), text), facts


def _find_last_before(route: Route, name: str) -> int:
    """Return the index after the last step that turns before a road or a landmark."""
    index, _ = run_on(route, name)
    step, is_manoeuvre = route.steps[index], name in get_args(Manoeuvre)
    return index if is_manoeuvre or reaches_road(step, name) else index + 1


def _compute_amounts(
    routes: Iterable[Route], figure: RouteFigure, trace: Trace
) -> Iterator[tuple[float, Route]]:
    """Yield each route with its figure; skip routes that lack the steps needed for it."""
    for route in routes:
        if _needs_steps(figure) and not route.steps:
            trace.say(f"left out: {no_steps(route).detail}")
        else:
            computed, _ = _compute_figure(route, figure)
            trace.say(computed.text)
            yield computed.quantity.amount, route


def _rank_routes(query: Best, trace: Trace) -> tuple[list[Route], list[Route]]:
    """Return the routes ranked by a figure, and those that share the wanted rank."""
    assert isinstance(query.among, Routes)
    assert isinstance(query.figure, RouteFigure)
    keyed = _require_amounts(query.figure, chosen_routes(query.among, trace), query.most, trace)
    if query.rank > len(keyed):
        detail = f"there are only {len(keyed)} such routes"
        raise Blocked(reason="nothing_matches", detail=detail)
    keyed.sort(key=itemgetter(0), reverse=query.most)
    target = keyed[query.rank - 1][0]
    return [route for _, route in keyed], [route for amount, route in keyed if amount == target]


def _require_amounts(
    figure: RouteFigure, routes: list[Route], most: bool, trace: Trace
) -> list[tuple[float, Route]]:
    """Return routes with their figures; if ``most``, raise Blocked if all counts are 0."""
    keyed = list(_compute_amounts(routes, figure, trace))
    if not keyed:
        raise no_steps(routes[0])
    if most and _needs_steps(figure) and not any(amount for amount, _ in keyed):
        verb = "has a" if figure.unit == "count" else "runs on"
        raise Blocked(
            reason="nothing_matches", detail=f"no route {verb} {_format_figure_name(figure)}"
        )
    return keyed


def best_route(query: Best, trace: Trace) -> Names:
    """Return the routes ranked by a figure, starting with the least or the greatest."""
    routes, tied = _rank_routes(query, trace)
    return Names(
        names=tuple(route.name for route in routes),
        reading="ranked" if query.rank == 1 else "nth",
        rank=query.rank,
        tied=len(tied),
    )


def pick_route(query: Best, trace: Trace) -> Route:
    """Return the only route with the least or the greatest figure."""
    _, tied = _rank_routes(query, trace)
    if len(tied) > 1:
        raise under_specified(detail=f"{join_titles(tied)} tie")
    return tied[0]


def list_routes(query: Listing, trace: Trace) -> Names:
    """Return the routes that match a description, without those not known to pass."""
    assert isinstance(query.of, Routes)
    names = tuple(route.name for route in chosen_routes(query.of, trace, sure=False))
    return Names(names=names, reading=query.wanted, tied=len(names))


def count_routes(routes: Routes, trace: Trace) -> Quantity:
    """Return the number of routes that match a description."""
    return Quantity(amount=len(passing_routes(routes, trace)), unit="count")


def check_routes(query: CheckRoutes, trace: Trace) -> YesNo:
    """Return whether the matching routes pass a filter; raise Blocked if only some do."""
    if isinstance(query.routes, Best):
        _, routes = _rank_routes(query.routes, trace)
    else:
        routes = chosen_routes(query.routes, trace)
    passing: list[str] = []
    for route in routes:
        result = evaluate_on_route(route, query.passes, trace)
        if isinstance(result, Blocked):
            raise result
        if result:
            passing.append(route.name)
    if len(passing) not in {0, len(routes)}:
        detail = f"of {len(routes)} routes, only {join_names(passing)} match the question"
        raise under_specified(detail=detail)
    return YesNo(yes=bool(passing))
