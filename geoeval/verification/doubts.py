"""Whether the coordinates beside a question are so wrong that they decide nothing."""

from __future__ import annotations

from dataclasses import replace

from geoeval.datasets.records import Record
from geoeval.query.solve import solve
from geoeval.query.values import Derivation
from geoeval.text import normalise
from geoeval.verification.contexts import Context, Located, repeats
from geoeval.verification.coordinates import cause_of
from geoeval.verification.model import Answer, Cause
from geoeval.world.model import World


def doubt(record: Record, context: Context, points: Located, answer: Answer) -> Cause | None:
    """Return why the coordinates of a record prove nothing, or None where they are not doubted."""
    if record.world is None or context.fault is not None or _holds_regardless(answer, context):
        return None
    asked = f" {normalise(record.question.text)} "
    named = [p for p in context.impossible if f" {normalise(p.name)} " in asked]
    if named:
        return cause_of([place.location for place in named])
    return "repeated_coordinates" if repeats(context.world, points) else None


def _holds_regardless(answer: Answer, context: Context) -> bool:
    """Whether the same value comes out of the world without any coordinates."""
    if answer.query is None or not isinstance(answer.outcome, Derivation):
        return False
    outcome = solve(answer.query, _without_coordinates(context.world))
    return isinstance(outcome, Derivation) and outcome.value == answer.outcome.value


def _without_coordinates(world: World) -> World:
    """Return a world whose places have no coordinates."""
    places = tuple(replace(place, location=None) for place in world.places)
    lists = tuple(
        replace(each, places=tuple(replace(place, location=None) for place in each.places))
        for each in world.lists
    )
    return replace(world, places=places, lists=lists)
