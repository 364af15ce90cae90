"""Figures of places beside that of another one, and ways to places beside an amount."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from geoeval.calculators.filters.truth import COMPARE, Truth
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.query.filter_kinds import FigureFilter, Measure
from geoeval.query.places.figures import figure
from geoeval.query.routes.travel import travel_figure
from geoeval.query.working import Blocked, Working
from geoeval.world.model import Place

Amount = Callable[[Place], float | None]
_FACTS: dict[str, Measure] = {each: each for each in get_args(Measure)}


def outdone(
    places: Sequence[Place],
    wanted: FigureFilter,
    work: Working,
    anchor: Place | None,
    order: Sequence[Place],
) -> list[Truth]:
    """Return whether the figure of each place compares as is asked; None where it is not known.

    ``order`` holds the places of the only list, where it is sorted by distance from the anchor.
    """
    amount = _amount(wanted, work, anchor, order)
    limit = wanted.value if wanted.than is None else amount(work.place(wanted.than))
    found: list[Truth] = []
    for place in places:
        own = None if limit is None else amount(place)
        holds = None if own is None or limit is None else COMPARE[wanted.comparator](own, limit)
        found.append(holds)
    return found


def _amount(
    wanted: FigureFilter, work: Working, anchor: Place | None, order: Sequence[Place]
) -> Amount:
    """Return what gives the figure of a place, and writes it down."""
    if wanted.figure in _FACTS:
        return lambda place: _fact(place, _FACTS[wanted.figure], work)
    start = anchor if wanted.seen_from is None else work.place(wanted.seen_from)
    if start is None:
        detail = "the place to measure from is not said"
        raise Blocked(reason="under_specified", detail=detail)
    if wanted.figure == "travel_time":
        return lambda place: _travel(start, place, wanted, work)
    ranks = {place.id: float(rank) for rank, place in enumerate(order)}
    listed = wanted.than is not None and work.place(wanted.than).id in ranks
    if listed and start is anchor and work.assume("nearest") == "list":
        work.say("the list is sorted by distance")
        return lambda place: ranks.get(place.id)
    return lambda place: _distance(start, place, work)


def _fact(place: Place, measure: Measure, work: Working) -> float | None:
    """Return a fact of a place that is a number."""
    amount = figure(place, measure)
    if amount is not None:
        text = f"{place.name}: {measure.replace('_', ' ')} {amount:g}"
        work.use(text, place.line)
        work.say(text)
    return amount


def _distance(start: Place, place: Place, work: Working) -> float | None:
    """Return how far a place lies, where both have coordinates."""
    if start.location is None or place.location is None:
        return None
    metres = haversine(work.location(start), work.location(place))
    work.say(f"{start.name} to {place.name}: {format_distance(metres)} great-circle")
    return metres


def _travel(start: Place, place: Place, wanted: FigureFilter, work: Working) -> float | None:
    """Return how long the way to a place takes, where that is told."""
    if place.id == start.id:
        return None
    try:
        return travel_figure(start, place, wanted.mode, "time", work)
    except Blocked as blocked:
        if blocked.reason != "missing_leg":
            raise
        return None
