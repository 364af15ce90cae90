"""How a function that answers one kind of trip becomes a solver that names its conventions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, TypeVar, cast

from geoeval.query.base import Model
from geoeval.query.conventions import Conventions
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.values import CannotSolve, Derivation, Infeasible, Outcome, Value
from geoeval.world.model import World

Kind = TypeVar("Kind", bound=Model)
TripConvention = Literal["opening_hours", "unstated_day", "return_leg", "missing_leg"]

_OTHERWISE: Final[dict[TripConvention, Callable[[Conventions], Conventions]]] = {
    "opening_hours": lambda chosen: replace(
        chosen, opening_hours="ignore" if chosen.opening_hours == "bind" else "bind"
    ),
    "unstated_day": lambda chosen: replace(
        chosen, unstated_day="ignore" if chosen.unstated_day == "most" else "most"
    ),
    "return_leg": lambda chosen: replace(
        chosen, return_leg="always" if chosen.return_leg == "unless_asked" else "unless_asked"
    ),
    "missing_leg": lambda chosen: replace(
        chosen, missing_leg="absent" if chosen.missing_leg == "symmetric" else "symmetric"
    ),
}


class _Watched:
    """Conventions that remember which of them were asked for."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.asked.add(name)
        return getattr(self._conventions, name)


def trip_solver(
    kind: type[Kind],
    answer: Callable[[Kind, Working], Value | Infeasible],
    *conventions: TripConvention,
) -> tuple[type[Model], Solver]:
    """Make a solver of a function that answers one kind of trip.

    Parameters
    ----------
    kind
        The query model that ``answer`` takes.
    answer
        Returns the value or why no plan holds, writing its steps down, or raises ``Blocked``.
    conventions
        The conventions that may matter. One does if the answer is another without it: that is
        tried for those that ``answer`` asked for, and the outcome names the ones for which it
        is, beside those that ``answer`` noted.

    Returns
    -------
    tuple
        The kind and its solver: an entry for a dictionary of solvers.
    """

    def run(query: Model, world: World, chosen: Conventions) -> Outcome:
        assert isinstance(query, kind)
        watched = _Watched(chosen)
        outcome = _attempt(query, world, cast("Conventions", watched), answer)
        if isinstance(outcome, CannotSolve):
            return outcome
        mattered = dict(outcome.conventions) | {
            name: str(getattr(chosen, name))
            for name in conventions
            if name in watched.asked
            and _gist(_attempt(query, world, _OTHERWISE[name](chosen), answer)) != _gist(outcome)
        }
        return replace(outcome, conventions=tuple(mattered.items()))

    return kind, run


def _attempt(
    query: Kind,
    world: World,
    conventions: Conventions,
    answer: Callable[[Kind, Working], Value | Infeasible],
) -> Outcome:
    """Answer a query under given conventions."""
    work = Working(world=world, conventions=conventions)
    try:
        value = answer(query, work)
    except Blocked as blocked:
        return blocked.outcome
    if isinstance(value, Infeasible):
        return replace(
            value,
            steps=tuple(work.steps),
            facts=tuple(work.facts),
            conventions=tuple(work.assumed.items()),
            illustration=work.drawing.finished(),
        )
    return work.derive(value)


def _gist(outcome: Outcome) -> Value | str:
    """Return what counts as the answer of an outcome."""
    return outcome.value if isinstance(outcome, Derivation) else type(outcome).__name__
