"""Solvers of two figures of one kind: by how much they differ, and which is less."""

from __future__ import annotations

from geoeval.calculators.units import format_distance, format_duration
from geoeval.query import geometry, routes, travel
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.figure_kinds import CompareFigures, Difference, Figured
from geoeval.query.values import CannotSolve, Derivation, Quantity, YesNo

_FIGURES = {**geometry.SOLVERS, **travel.SOLVERS, **routes.SOLVERS}


def _figure(query: Figured, work: Working) -> Quantity:
    """Return one of the two figures; its steps and facts are written on the same sheet."""
    outcome = _FIGURES[type(query)](query, work.world, work.conventions)
    if isinstance(outcome, CannotSolve):
        raise Blocked(reason=outcome.reason, detail=outcome.detail, candidates=outcome.candidates)
    assert isinstance(outcome, Derivation)
    if not isinstance(outcome.value, Quantity):
        raise Blocked(
            reason="under_specified", detail="a difference needs two figures, and a name was asked"
        )
    work.steps.extend(outcome.steps)
    work.facts.update(dict.fromkeys(outcome.facts))
    work.assumed.update(outcome.conventions)
    return outcome.value


def _difference(query: Difference, work: Working) -> Quantity:
    """Answer by how much the greater figure exceeds the other."""
    first, second = _figure(query.first, work), _figure(query.second, work)
    if first.unit != second.unit:
        raise Blocked(reason="under_specified", detail="a time and a distance have no difference")
    apart = abs(first.amount - second.amount)
    written = format_duration(apart) if first.unit == "s" else format_distance(apart)
    work.say(f"they differ by {written}")
    tolerance = max(first.tolerance, second.tolerance)
    return Quantity(amount=apart, unit=first.unit, tolerance=tolerance)


def _compare(query: CompareFigures, work: Working) -> YesNo:
    """Answer whether the first figure is less, or more, than the second."""
    first, second = _figure(query.first, work), _figure(query.second, work)
    if first.unit != second.unit:
        raise Blocked(reason="under_specified", detail="a time and a distance do not compare")
    if query.more:
        return YesNo(yes=first.amount > second.amount)
    return YesNo(yes=first.amount < second.amount)


SOLVERS: dict[type[Model], Solver] = dict(
    [solver(Difference, _difference), solver(CompareFigures, _compare)]
)
