"""Solvers that read the steps of one route: what comes next, how often, and what one passes."""

from __future__ import annotations

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.kinds import CountManoeuvres, LandmarkPassed, NextStep
from geoeval.query.manoeuvres import count_in_step, landmarks
from geoeval.query.roads import Relation, reached, relation, roads_taken
from geoeval.query.route_choice import chosen_route, title, with_steps
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Route


def _run(route: Route, road: str) -> tuple[int, int]:
    """Return where a route reaches a road and where the steps along it end."""
    run = reached(route.steps, road)
    if run is None:
        raise Blocked(
            reason="no_such_step", detail=f"no step of {title(route)} reaches {quote(road)}"
        )
    return run


def _next_step(query: NextStep, work: Working) -> Names:
    """Answer what follows after reaching a road: the later steps, in order."""
    (route,) = with_steps([chosen_route(query, work)], work)
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


def _landmark_passed(query: LandmarkPassed, work: Working) -> Names:
    """Answer which landmark is noted at the step onto a road."""
    (route,) = with_steps([chosen_route(query, work)], work)
    onto = [
        step
        for step in route.steps
        if relation(step, query.road)[0] is Relation.ON
        and (query.manoeuvre is None or count_in_step(step, query.manoeuvre))
    ]
    if not onto:
        raise Blocked(
            reason="no_such_step", detail=f"no such step of {title(route)} leads onto {query.road}"
        )
    names = [name for step in onto for name in landmarks(step)]
    if not names:
        raise Blocked(
            reason="no_such_fact", detail=f"no landmark is noted at the step onto {query.road}"
        )
    for step in onto:
        work.use(" — ".join((step.instruction, *step.notes)), step.line)
    work.say(f"noted at the step onto {query.road}: {', '.join(names)}")
    return Names(names=tuple(names), reading="any", tied=len(names))


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(NextStep, _next_step),
        solver(CountManoeuvres, _count_manoeuvres),
        solver(LandmarkPassed, _landmark_passed),
    ]
)
