"""Solvers over places that are picked before they are asked about, or compared with each other."""

from __future__ import annotations

from geoeval.query.attributes import attribute_of
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.filters import figure, unknown_figure
from geoeval.query.nearby import by_figure, nearest_first
from geoeval.query.place_kinds import AttributeOfPicked, ComparePlaces, Nearest
from geoeval.query.selection import choose
from geoeval.query.values import Quantity, Text, YesNo


def _attribute_of_picked(query: AttributeOfPicked, work: Working) -> Quantity | Text:
    """Answer a fact of the place that comes first in an order."""
    picked = query.picked
    rank = 1
    if isinstance(picked, Nearest):
        keyed, _, _ = nearest_first(picked, work)
        rank = picked.rank
    else:
        places = choose(picked, work, exhaustive=True).offered
        keyed = (
            sorted(by_figure(places, picked.by, picked.lowest, work), key=lambda pair: pair[0])
            if picked.by
            else [(0.0, place) for place in places]
        )
    if len(keyed) < rank:
        raise Blocked(reason="nothing_matches", detail="no place of the context is meant")
    key, place = keyed[rank - 1]
    if sum(1 for other, _ in keyed if other == key) > 1:
        raise Blocked(reason="under_specified", detail="several places fit equally")
    work.say(f"the place meant is {place.name}")
    return attribute_of(place, query.attribute, work)


def _compare_places(query: ComparePlaces, work: Working) -> YesNo:
    """Answer whether a figure of one place is higher, or lower, than that of another."""
    amounts = []
    for name in (query.first, query.second):
        place = work.place(name)
        amount = figure(place, query.measure)
        if amount is None:
            raise unknown_figure(query.measure)
        word = query.measure.replace("_", " ")
        work.use(f"{place.name}: {word} {amount:g}", place.line)
        work.say(f"{place.name}: {word} {amount:g}")
        amounts.append(amount)
    first, second = amounts
    return YesNo(yes=first < second if query.lower else first > second)


SOLVERS: dict[type[Model], Solver] = dict(
    [solver(AttributeOfPicked, _attribute_of_picked), solver(ComparePlaces, _compare_places)]
)
