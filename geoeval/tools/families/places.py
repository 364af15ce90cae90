"""The tool that finds and counts places by what is known of them, in one query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from geoeval.calculators.sphere.distance import haversine
from geoeval.query.base import (
    CompareFilter,
    FeatureFilter,
    Filter,
    NameFilter,
    OpenFilter,
    PlaceName,
)
from geoeval.query.conventions import DEFAULT
from geoeval.query.derive import Blocked, Working
from geoeval.query.filters import figure, is_open, price_rank
from geoeval.query.place_kinds import ListPlaces
from geoeval.query.selection import choose
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Infeasible, Reason
from geoeval.tools.arguments import ClockArgument, DayArgument, place_text
from geoeval.tools.families.maps.facts import PlaceFacts, facts_of
from geoeval.tools.families.queries.absence import refuse
from geoeval.tools.families.queries.outcome import steps_of
from geoeval.tools.tool import Result, tool
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place, World

MOST_SHOWN = 20
"""Of more places than these only the number is told."""

_UNKNOWN_FACTS: frozenset[Reason] = frozenset({"no_hours", "no_rating", "no_such_fact"})
Sort = Literal["listed", "distance", "rating", "price", "name"]
Fact = Literal["hours", "rating", "price_level"]


def _level(value: object) -> object:
    """Return the level of a price that came in words."""
    known = price_rank(value) if isinstance(value, str) else None
    return value if known is None else known


class Undecided(Result):
    """A place that would count if what is not known of it were as asked."""

    name: str
    unknown: tuple[Fact, ...]


class FoundPlaces(Result):
    """Places that pass every condition, and those of which that is not known."""

    count: Annotated[int, Field(description="How many pass every condition")]
    places: Annotated[tuple[PlaceFacts, ...], Field(description="The first of them")]
    not_shown: Annotated[int | None, Field(description="How many more there are")] = None
    undecided_count: Annotated[
        int, Field(description="How many pass but for facts that are not known; not counted above")
    ] = 0
    undecided: tuple[Undecided, ...] | None = None
    sorted_by: Sort
    steps: tuple[str, ...] = ()


@tool(
    name="find_places",
    example={"anchor": "Town Hall", "type": "restaurant", "open_day": "monday", "min_rating": 4},
)
def _find_places(  # noqa: PLR0913, PLR0917 - a flat list of conditions is what a model fills best
    world: World,
    anchor: Annotated[
        PlaceName | None,
        BeforeValidator(lambda value: place_text(value) or value),
        Field(description="Around which place, as its list on the map", max_length=300),
    ] = None,
    kind: Annotated[
        str | None, Field(alias="type", description='Such as "restaurant"', max_length=80)
    ] = None,
    within_m: Annotated[float | None, Field(description="Metres", gt=0, le=20_100_000)] = None,
    open_day: DayArgument | None = None,
    open_time: ClockArgument | None = None,
    min_rating: Annotated[float | None, Field(ge=0, le=5)] = None,
    max_price_level: Annotated[
        int | None,
        BeforeValidator(_level),
        Field(description="1 inexpensive to 4 very expensive", ge=0, le=4),
    ] = None,
    service: Annotated[
        str | None, Field(description='"serves dinner"; not noted counts as no', max_length=80)
    ] = None,
    name_contains: Annotated[str | None, Field(max_length=80)] = None,
    sort: Sort = "listed",
) -> FoundPlaces:
    """Find and count the places around another that pass every condition given.

    "How many restaurants near X are open on Monday" is one call. Places whose hours, rating or
    price are not known are not counted, but named under "undecided". Distances in metres.
    """
    facts = _fact_filters(open_day, open_time, min_rating, max_price_level)
    query = ListPlaces(
        category=kind,
        anchor=anchor,
        within_m=within_m,
        filters=(
            *facts.values(),
            *([FeatureFilter(feature=service)] if service else ()),
            *([NameFilter(contains=name_contains)] if name_contains else ()),
        ),
    )
    outcome = solve(query, world)
    assert not isinstance(outcome, Infeasible)
    undecided = _undecided(query, facts, world)
    decided = len(_chosen(_without(query, list(facts.values())), world)) - len(undecided)
    steps: tuple[str, ...] = ()
    if not isinstance(outcome, CannotSolve):
        steps = steps_of(outcome.steps)
    elif not (
        outcome.reason == "nothing_matches"
        or (outcome.reason in _UNKNOWN_FACTS and undecided and decided)
    ):
        given = {"anchor": anchor, "type": kind, "within_m": within_m, "open_day": open_day}
        given |= {"open_time": open_time, "min_rating": min_rating, "sort": sort}
        given |= {"service": service, "name_contains": name_contains}
        given |= {"max_price_level": max_price_level}
        said = {name: each for name, each in given.items() if each is not None}
        refuse(outcome, _find_places.parameters, said, world)
    found = _chosen(query, world)
    placed = _sorted(found, sort, anchor, world)
    return FoundPlaces(
        count=len(placed),
        places=tuple(facts_of(place, metres) for place, metres in placed[:MOST_SHOWN]),
        not_shown=len(placed) - MOST_SHOWN if len(placed) > MOST_SHOWN else None,
        undecided_count=len(undecided),
        undecided=undecided[:MOST_SHOWN] or None,
        sorted_by=sort,
        steps=steps,
    )


def _fact_filters(
    day: DayArgument | None,
    time: ClockArgument | None,
    min_rating: float | None,
    max_price: int | None,
) -> dict[Fact, Filter]:
    """Return the filters by facts that may be unknown of a place."""
    filters: dict[Fact, Filter] = {}
    if day is not None or time is not None:
        filters["hours"] = OpenFilter(day=day, at=time)
    if min_rating is not None:
        filters["rating"] = CompareFilter(measure="rating", comparator=">=", value=min_rating)
    if max_price is not None:
        filters["price_level"] = CompareFilter(
            measure="price_level", comparator="<=", value=max_price
        )
    return filters


def _chosen(query: ListPlaces, world: World) -> list[Place]:
    """Return the places that a query lists, none where it cannot list any."""
    try:
        return choose(query, Working(world=world, conventions=DEFAULT), exhaustive=True).offered
    except Blocked:
        return []


def _without(query: ListPlaces, left_out: Sequence[Filter]) -> ListPlaces:
    """Return a query without some of its filters."""
    kept = tuple(each for each in query.filters if each not in left_out)
    return query.model_copy(update={"filters": kept})


def _undecided(query: ListPlaces, facts: dict[Fact, Filter], world: World) -> tuple[Undecided, ...]:
    """Return the places that pass every filter but those of which a fact is not known."""
    by_unknown: dict[tuple[Fact, ...], list[Place]] = {}
    for place in _chosen(_without(query, list(facts.values())), world):
        unknown = tuple(fact for fact, each in facts.items() if _is_unknown(place, each, world))
        if unknown:
            by_unknown.setdefault(unknown, []).append(place)
    found = []
    for unknown, places in by_unknown.items():
        passing = _chosen(_without(query, [facts[fact] for fact in unknown]), world)
        ids = {place.id for place in passing}
        found += [Undecided(name=p.name, unknown=unknown) for p in places if p.id in ids]
    return tuple(found)


def _is_unknown(place: Place, wanted: Filter, world: World) -> bool:
    """Return whether what a filter asks for is not known of a place."""
    if isinstance(wanted, CompareFilter):
        return figure(place, wanted.measure) is None
    assert isinstance(wanted, OpenFilter)
    work = Working(world=world, conventions=DEFAULT)
    try:
        return is_open(place, wanted.day, wanted.at, None, work) is None
    except Blocked:
        return False


Measured = list[tuple[Place, float | None]]


def _sorted(found: list[Place], sort: Sort, anchor: str | None, world: World) -> Measured:
    """Return places with their distances in order; those of which it is not known come last."""
    origin = world.atlas.resolve(anchor) if anchor else None
    start = None if origin is None or isinstance(origin, Unresolved) else origin.location
    measured = [
        (place, haversine(start, place.location) if start and place.location else None)
        for place in found
    ]
    if sort == "name":
        return sorted(measured, key=lambda pair: pair[0].name.casefold())
    if sort == "listed":
        return measured

    def rank(pair: tuple[Place, float | None]) -> tuple[bool, float]:
        place, metres = pair
        rated = None if place.rating is None else -place.rating
        known = {"distance": metres, "rating": rated, "price": figure(place, "price_level")}[sort]
        return known is None, known or 0.0

    return sorted(measured, key=rank)


TOOLS = (_find_places,)
