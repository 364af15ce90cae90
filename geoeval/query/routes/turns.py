"""Solvers of how a route gets onto a road: the instruction, the side, and the exit taken."""

from __future__ import annotations

import re

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.manoeuvres import count_in_step, exits
from geoeval.query.roads import Relation, reached, relation
from geoeval.query.route_choice import chosen_route, title, with_steps
from geoeval.query.route_kinds import ExitTaken, StepOnto
from geoeval.query.values import Names
from geoeval.world.model import Step

_NTH = re.compile(r"\btake the (\d)(st|nd|rd|th) exit\b", re.IGNORECASE)
_TURNS = re.compile(r"^(?:(?:turn|keep|slight|sharp) )?(left|right)\b", re.IGNORECASE)
_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")


def _said(step: Step) -> tuple[str, ...]:
    """Return the other ways to say a step: the exit it takes, the side it turns to."""
    said = [text for number in exits(step) for text in (number, f"exit {number}")]
    nth = _NTH.search(step.instruction)
    if nth is not None:
        place = nth[1] + nth[2]
        word = _WORDS[int(nth[1]) - 1] if int(nth[1]) <= len(_WORDS) else place
        said += [
            form for each in (place, word) for form in (each, f"{each} exit", f"the {each} exit")
        ]
        said += [nth[1], f"exit {nth[1]}"]
    turned = _TURNS.match(step.instruction)
    if turned is not None:
        side = turned[1].lower()
        said += [side, f"turn {side}", f"to the {side}", f"a {side} turn"]
    return tuple(said)


def _step_onto(query: StepOnto, work: Working) -> Names:
    """Answer how a route gets onto a road."""
    (route,) = with_steps([chosen_route(query, work, query.road)], work)
    run = reached(route.steps, query.road)
    if run is None:
        raise Blocked(
            reason="no_such_step", detail=f"no step of {title(route)} reaches {quote(query.road)}"
        )
    step = route.steps[run[0]]
    work.use(f"step {run[0] + 1}: {step.instruction}", step.line)
    work.say(f"step {run[0] + 1} reaches {query.road}: {step.instruction}")
    return Names(names=(step.instruction,), reading="any", aliases=(_said(step),))


def _is_exit(step: Step, query: ExitTaken) -> bool:
    """Whether a step takes an exit of the kind asked for, toward the road that is named."""
    if query.road is not None and relation(step, query.road)[0] is Relation.ABSENT:
        return False
    if query.roundabout:
        return count_in_step(step, "roundabout") > 0 and bool(_NTH.search(step.instruction))
    return bool(exits(step))


def _exit_taken(query: ExitTaken, work: Working) -> Names:
    """Answer which exit a route takes."""
    (route,) = with_steps([chosen_route(query, work, query.road)], work)
    taken = [step for step in route.steps if _is_exit(step, query)]
    if query.rank is not None:
        taken = taken[query.rank - 1 : query.rank]
    if not taken:
        raise Blocked(reason="no_such_step", detail=f"{title(route)} takes no such exit")
    for step in taken:
        work.use(step.instruction, step.line)
    if query.roundabout and len({_said(step) for step in taken}) > 1:
        raise Blocked(reason="under_specified", detail=f"{title(route)} leaves several roundabouts")
    work.say(f"{title(route)}: {'; '.join(step.instruction for step in taken)}")
    return Names(
        names=tuple(step.instruction for step in taken),
        reading="any",
        tied=len(taken),
        aliases=tuple(_said(step) for step in taken),
    )


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(StepOnto, _step_onto),
        solver(ExitTaken, _exit_taken),
    ]
)
