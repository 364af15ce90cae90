"""Solvers that read the notes of a route's steps: what one passes, and on which side."""

from __future__ import annotations

import re

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.manoeuvres import count_in_step, passed, turned_at
from geoeval.query.roads import Relation, relation
from geoeval.query.route_choice import chosen_route, title, with_steps
from geoeval.query.route_kinds import LandmarkPassed, SideNoted
from geoeval.query.values import Names
from geoeval.world.model import Step
from geoeval.world.normal import key_words

_DESTINATION = re.compile(r"^destination will be on the (left|right)\b", re.IGNORECASE)


def _is_meant(step: Step, query: LandmarkPassed) -> bool:
    """Whether a step makes the manoeuvre, and leads onto the road, that the query names."""
    on_road = query.road is None or relation(step, query.road)[0] is Relation.ON
    return on_road and (query.manoeuvre is None or count_in_step(step, query.manoeuvre) > 0)


def _landmark_passed(query: LandmarkPassed, work: Working) -> Names:
    """Answer which landmark is noted at the step onto a road, or on the whole route.

    What one turns at counts where no side is asked for.
    """
    (route,) = with_steps([chosen_route(query, work, query.road)], work)
    steps = [step for step in route.steps if _is_meant(step, query)]
    where = f"at the step onto {query.road}" if query.road else f"on {title(route)}"
    if not steps:
        raise Blocked(
            reason="no_such_step", detail=f"no such step of {title(route)} leads onto {query.road}"
        )
    names: list[str] = []
    for step in steps:
        noted = [name for name, side in passed(step) if query.side in {None, side}]
        found = [*noted, *(turned_at(step) if query.side is None else ())]
        if found:
            work.use(" — ".join((step.instruction, *step.notes)), step.line)
        names.extend(found)
    if not names:
        side = f" on the {query.side}" if query.side else ""
        raise Blocked(reason="no_such_fact", detail=f"no landmark is noted{side} {where}")
    work.say(f"noted {where}: {', '.join(names)}")
    return Names(names=tuple(names), reading="any", tied=len(names))


def _side_noted(query: SideNoted, work: Working) -> Names:
    """Answer on which side a landmark, or the destination, is noted to lie."""
    (route,) = with_steps([chosen_route(query, work)], work)
    sides: dict[str, None] = {}
    for step in route.steps:
        if query.landmark is None:
            found = [m[1].lower() for note in step.notes if (m := _DESTINATION.match(note.strip()))]
        else:
            wanted = key_words(query.landmark)
            found = [side for name, side in passed(step) if side and key_words(name) == wanted]
        if found:
            work.use(" — ".join((step.instruction, *step.notes)), step.line)
        sides.update(dict.fromkeys(found))
    what = quote(query.landmark) if query.landmark else "the destination"
    if len(sides) != 1:
        told = "both sides are" if sides else "no side is"
        raise Blocked(reason="no_such_fact", detail=f"{told} noted for {what} on {title(route)}")
    (side,) = sides
    work.say(f"{what} lies on the {side} of {title(route)}")
    return Names(names=(side,), reading="any", tied=1)


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(LandmarkPassed, _landmark_passed),
        solver(SideNoted, _side_noted),
    ]
)
