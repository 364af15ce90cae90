"""Solvers over places around an anchor: nearest, counts, lists, picks, between, in a direction."""

from __future__ import annotations

from dataclasses import replace

from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.path import detour
from geoeval.calculators.units import format_distance
from geoeval.query.base import Measure, Model
from geoeval.query.derive import Blocked, Solver, Working, at, listing, solver
from geoeval.query.filters import figure, unknown_figure
from geoeval.query.geometry import bearing_between
from geoeval.query.place_kinds import (
    BetweenPlaces,
    CountPlaces,
    InDirection,
    ListPlaces,
    Nearest,
    PickPlace,
    Recommend,
)
from geoeval.query.selection import Choice, choose, needed_anchor
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Place
from geoeval.world.normal import normalise

# Words of praise that a place earns from others, so that being there is not enough for them.
_FAME = frozenset({"reputable", "renowned", "famous", "popular", "trusted", "known"})
Keyed = list[tuple[float, Place]]


def _require(places: list[Place]) -> list[Place]:
    """Return the places, of which there must be one."""
    if not places:
        raise Blocked(reason="nothing_matches", detail="no place of the context is of that kind")
    return places


def _ranked(keyed: Keyed, choice: Choice, *, by_length: bool = False) -> Names:
    """Return places ranked by what was computed of them, least first: a length in metres, perhaps.

    The farthest of several are ranked by lengths below zero.
    """
    keyed = sorted(keyed, key=lambda pair: pair[0])
    places = [place for _, place in keyed]
    return Names(
        names=tuple(place.name for place in places),
        reading="ranked",
        tied=sum(1 for key, _ in keyed if key == keyed[0][0]),
        aliases=choice.aliases(places),
        lengths_m=tuple(abs(key) for key, _ in keyed) if by_length else (),
    )


def nearest_first(query: Nearest, work: Working) -> tuple[Keyed, Choice, bool]:
    """Return the places of a selection with what they are ranked by, and the choice.

    Last comes whether that is a distance in metres; else it is the place in a sorted list.
    """
    choice = choose(query, work)
    # The k-th nearest counts all places; the nearest is only compared with those offered.
    places = _require(choice.pool if query.rank > 1 else choice.offered)
    if choice.ordered and work.assume("nearest") == "list":
        places = places[::-1] if query.farthest else places
        order = listing([place.name for place in places], 5)
        work.say(f"the list is sorted by distance; in that order: {order}")
        return [(float(index), place) for index, place in enumerate(places)], choice, False
    sign = -1 if query.farthest else 1
    keyed = _by_distance(places, needed_anchor(choice.anchor), sign, work)
    return sorted(keyed, key=lambda pair: pair[0]), choice, True


def _nearest(query: Nearest, work: Working) -> Names:
    """Answer which place is nearest, farthest or k-th nearest."""
    keyed, choice, measured = nearest_first(query, work)
    ranked = _ranked(keyed, choice, by_length=measured)
    if query.rank == 1:
        return ranked
    if query.rank > len(keyed):
        raise Blocked(reason="nothing_matches", detail=f"there are only {len(keyed)} such places")
    rank_key = keyed[query.rank - 1][0]
    tied = sum(1 for key, _ in keyed if key == rank_key)
    return replace(ranked, reading="nth", rank=query.rank, tied=tied)


def _by_distance(places: list[Place], anchor: Place, sign: int, work: Working) -> Keyed:
    """Return places with their distances from the anchor, written down nearest first."""
    start = work.location(anchor)
    keyed = [(sign * haversine(start, work.location(place)), place) for place in places]
    for metres, place in sorted(keyed, key=lambda pair: pair[0]):
        work.say(f"{at(anchor)} to {at(place)}: {format_distance(abs(metres))} great-circle")
        work.drawing.measured(anchor, place, format_distance(abs(metres)))
    return keyed


def _count_places(query: CountPlaces, work: Working) -> Quantity:
    """Answer how many places there are."""
    count = len(choose(query, work, exhaustive=True).offered)
    work.say(f"counted: {count}")
    return Quantity(amount=count, unit="count")


def _list_places(query: ListPlaces, work: Working) -> Names:
    """Answer which places there are, all of them."""
    choice = choose(query, work, exhaustive=True)
    places = _require(choice.offered)
    names = tuple(place.name for place in places)
    return Names(names=names, reading="all", tied=len(names), aliases=choice.aliases(places))


def _pick_place(query: PickPlace, work: Working) -> Names:
    """Answer with any place of the selection, or the one with the highest or lowest figure."""
    choice = choose(query, work, exhaustive=True)
    places = _require(choice.offered)
    if query.by is not None:
        keyed = by_figure(places, query.by, query.lowest, work)
        return _ranked(_behind(keyed, query, query.by, work), choice)
    names = tuple(place.name for place in places)
    return Names(names=names, reading="any", tied=len(names), aliases=choice.aliases(places))


def _behind(keyed: Keyed, query: PickPlace, by: Measure, work: Working) -> Keyed:
    """Return the places that follow the one after which the next is asked for."""
    if query.after is None:
        return keyed
    first = work.place(query.after)
    [(limit, _)] = by_figure([first], by, query.lowest, work)
    behind = [(key, place) for key, place in keyed if key >= limit and place.id != first.id]
    if not behind:
        raise Blocked(reason="nothing_matches", detail=f"none comes after {first.name}")
    return behind


def by_figure(places: list[Place], by: Measure, lowest: bool, work: Working) -> Keyed:
    """Return the places that have a figure with it, negated where the highest is asked for."""
    word = by.replace("_", " ")
    keyed: Keyed = []
    for place in places:
        amount = figure(place, by)
        if amount is None:
            work.say(f"{place.name}: {word} unknown, left out")
            continue
        work.use(f"{place.name}: {word} {amount:g}", place.line)
        work.say(f"{place.name}: {word} {amount:g}")
        keyed.append((amount if lowest else -amount, place))
    if not keyed:
        raise unknown_figure(by)
    return keyed


def _recommend(query: Recommend, work: Working) -> Names:
    """Answer which place is best: by rating, or because only one candidate is there at all."""
    choice = choose(query, work)
    places = _require(choice.offered)
    rated = any(place.rating is not None for place in choice.pool)
    if rated and work.assume("recommend") == "rating":
        return _ranked(by_figure(places, "rating", lowest=False, work=work), choice)
    if query.among and len(places) == 1 and not _FAME & set(normalise(query.quality).split()):
        work.say(f"{places[0].name} is the only candidate that the context knows")
        return _ranked([(0.0, places[0])], choice)
    raise Blocked(reason="subjective", detail=f"no ratings say which place is {query.quality}")


def _between_places(query: BetweenPlaces, work: Working) -> Names:
    """Answer which place lies between two others: the smallest detour over it."""
    choice = choose(query, work)
    first, second = work.place(query.first), work.place(query.second)
    ends = {first.id, second.id}
    places = _require([place for place in choice.offered if place.id not in ends])
    start, end = work.location(first), work.location(second)
    direct = haversine(start, end)
    work.say(f"{at(first)} to {at(second)}: {format_distance(direct)} great-circle")
    work.drawing.measured(first, second, format_distance(direct))
    keyed = [(detour(start, work.location(place), end), place) for place in places]
    for extra, place in sorted(keyed, key=lambda pair: pair[0]):
        work.say(f"over {at(place)}: {format_distance(direct + extra)}")
    return _ranked(keyed, choice, by_length=True)


def _in_direction(query: InDirection, work: Working) -> Names:
    """Answer which place lies in a direction of the anchor, the one nearest to it first."""
    choice = choose(query, work)
    anchor = needed_anchor(choice.anchor)
    keyed: Keyed = []
    for place in _require(choice.offered):
        bearing = bearing_between(anchor, place, work)
        off = angle_between(bearing, Compass(query.direction).degrees)
        inside = is_directly(work.location(anchor), work.location(place), query.direction)
        word = "in" if inside else "outside"
        work.say(f"{place.name}: {off:.1f}° off {query.direction}, {word} its sector")
        if inside:
            keyed.append((off, place))
    if not keyed:
        raise Blocked(
            reason="nothing_matches", detail=f"nothing lies {query.direction} of {anchor.name}"
        )
    return _ranked(keyed, choice)


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(Nearest, _nearest),
        solver(CountPlaces, _count_places),
        solver(ListPlaces, _list_places),
        solver(PickPlace, _pick_place),
        solver(Recommend, _recommend),
        solver(BetweenPlaces, _between_places),
        solver(InDirection, _in_direction),
    ]
)
