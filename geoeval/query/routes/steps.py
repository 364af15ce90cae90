"""Solvers that read the steps of one route: what comes next or before, how often, how long."""

from __future__ import annotations

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.manoeuvres import count_in_step, landmarks
from geoeval.query.roads import Relation, reached, relation, roads_taken
from geoeval.query.route_choice import chosen_route, figure_of, title, with_steps
from geoeval.query.route_kinds import CountManoeuvres, NextStep, RoadFigure, StepBefore, StepNumber
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Route, Step
from geoeval.world.normal import key_words


def _run(route: Route, road: str) -> tuple[int, int]:
    """Return where a route reaches a road, or passes a landmark, and where the steps there end."""
    run = reached(route.steps, road)
    if run is None:
        wanted = key_words(road)
        passing = [
            index
            for index, step in enumerate(route.steps)
            if any(key_words(name) == wanted for name in landmarks(step))
        ]
        run = (passing[0], passing[0] + 1) if passing else None
    if run is None:
        raise Blocked(
            reason="no_such_step", detail=f"no step of {title(route)} reaches {quote(road)}"
        )
    return run


def _next_step(query: NextStep, work: Working) -> Names:
    """Answer what follows after reaching a road: the later steps, in order."""
    (route,) = with_steps([chosen_route(query, work, query.after)], work)
    first, after = _run(route, query.after)
    later = route.steps[after:]
    if not later:
        raise Blocked(
            reason="no_such_step", detail=f"{quote(query.after)} is the last road of {title(route)}"
        )
    for index in range(first, after + 1):
        step = route.steps[index]
        work.use(f"step {index + 1}: {step.instruction}", step.line)
    work.say(f"step {first + 1} reaches {query.after}: {route.steps[first].instruction}")
    for index in range(first + 1, after):
        work.say(f"step {index + 1} stays on it: {route.steps[index].instruction}")
    work.say(f"step {after + 1} follows: {later[0].instruction}")
    return Names(
        names=tuple(step.instruction for step in later),
        reading="ranked",
        aliases=tuple(roads_taken(step) for step in later),
    )


def _count_manoeuvres(query: CountManoeuvres, work: Working) -> Quantity:
    """Answer how often a manoeuvre occurs on a route, or on a part of it."""
    (route,) = with_steps([chosen_route(query, work)], work)
    start = _run(route, query.after)[0] + 1 if query.after else 0
    end = _run(route, query.before)[0] if query.before else len(route.steps)
    if start > end:
        raise Blocked(
            reason="no_such_step", detail=f"{quote(query.before)} comes before {quote(query.after)}"
        )
    count = 0
    for index in range(start, end):
        step = route.steps[index]
        here = count_in_step(step, query.manoeuvre)
        if here and query.manoeuvre != "step":
            work.use(f"step {index + 1}: {' — '.join((step.instruction, *step.notes))}", step.line)
        count += here
    part = f"steps {start + 1} to {end} of {len(route.steps)}"
    work.say(f"{title(route)}, {part}: {query.manoeuvre.replace('_', ' ')} × {count}")
    return Quantity(amount=count, unit="count")


def _step_before(query: StepBefore, work: Working) -> Names:
    """Answer what comes before a road is reached: the earlier steps, the last of them first."""
    (route,) = with_steps([chosen_route(query, work, query.road)], work)
    first, _ = _run(route, query.road)
    earlier = route.steps[:first][::-1]
    if not earlier:
        raise Blocked(
            reason="no_such_step", detail=f"{quote(query.road)} is where {title(route)} begins"
        )
    for number in (first, first + 1):
        step = route.steps[number - 1]
        work.use(f"step {number}: {step.instruction}", step.line)
    work.say(f"step {first + 1} reaches {query.road}: {route.steps[first].instruction}")
    work.say(f"step {first} comes before it: {earlier[0].instruction}")
    return Names(
        names=tuple(step.instruction for step in earlier),
        reading="ranked",
        aliases=tuple(roads_taken(step) for step in earlier),
    )


def _step_number(query: StepNumber, work: Working) -> Names:
    """Answer which step has a number, counted from the first or back from the last."""
    (route,) = with_steps([chosen_route(query, work)], work)
    index = query.number - 1 if query.number > 0 else len(route.steps) + query.number
    if not 0 <= index < len(route.steps) or query.number == 0:
        raise Blocked(
            reason="no_such_step", detail=f"{title(route)} has only {len(route.steps)} steps"
        )
    step = route.steps[index]
    work.use(f"step {index + 1}: {step.instruction}", step.line)
    work.say(f"step {index + 1} of {len(route.steps)}: {step.instruction}")
    return Names(names=(step.instruction,), reading="ranked", aliases=(roads_taken(step),))


def _is_along(step: Step, query: RoadFigure) -> bool:
    """Whether a step runs on the road, or the kind of road, that is asked about."""
    if query.noted is not None:
        return count_in_step(step, query.noted) > 0
    assert query.road is not None
    return relation(step, query.road) == (Relation.ON, True)


def _road_figure(query: RoadFigure, work: Working) -> Quantity:
    """Answer how long, or how far, a route stays on a road: the sum of its steps there."""
    (route,) = with_steps([chosen_route(query, work, query.road)], work)
    what = query.road or (query.noted or "").replace("_", " ")
    along = [step for step in route.steps if _is_along(step, query)]
    if not along:
        raise Blocked(reason="no_such_step", detail=f"no step of {title(route)} runs on {what}")
    if query.noted and any(note.startswith("Partial") for step in along for note in step.notes):
        raise Blocked(reason="no_such_fact", detail=f"how much of a step is {what} is not said")
    for step in along:
        work.use(step.instruction, step.line)
    figure = figure_of(tuple(along), query.attribute, f"{what} on {title(route)}")
    work.say(figure.text)
    return figure.quantity(query.attribute)


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(NextStep, _next_step),
        solver(CountManoeuvres, _count_manoeuvres),
        solver(StepBefore, _step_before),
        solver(StepNumber, _step_number),
        solver(RoadFigure, _road_figure),
    ]
)
