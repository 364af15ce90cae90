"""Results of tools: places, opening hours in short form, and answers to queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from typing import Annotated

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.days import UNKNOWN_WEEK, week_text
from geoeval.query import values
from geoeval.query.algebra import Query
from geoeval.query.conventions import DEFAULT
from geoeval.query.parts import DAYS
from geoeval.query.places.ranking import described_place
from geoeval.query.routes.figures import pick_route
from geoeval.query.solve import solve
from geoeval.query.trace import Blocked, Trace
from geoeval.tools.linking import distinct_label
from geoeval.tools.tool import PlacedResult, Result
from geoeval.verification.describe import describe_value
from geoeval.world.model import Place, World

_FACTS = {
    "address": "address", "coordinates": "location", "rating": "rating", "price": "price_level",
    "hours": "hours", "services": "features", "phone": "phone",
}  # fmt: skip


class PlaceFacts(Result):
    """A place with what is known of it; what is absent is not known."""

    placeId: str  # noqa: N815 - the paper's name, as the other tools take it
    name: Annotated[str, Field(description="With the address or id where others share the name")]
    types: tuple[str, ...] | None = None
    address: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    rating: Annotated[float | None, Field(description="0 to 5")] = None
    rating_count: int | None = None
    price_level: str | None = None
    phone: str | None = None
    hours: Annotated[str | None, Field(description="Opening hours, 24-hour times")] = None
    services: tuple[str, ...] | None = None
    distance_m: Annotated[float | None, Field(description="Straight line, in metres")] = None


def facts_of(place: Place, world: World, distance_m: float | None = None) -> PlaceFacts:
    """Return the known facts of a place, without reviews."""
    latitude, longitude = place.location or (None, None)
    return PlaceFacts(
        placeId=place.id,
        name=distinct_label(place, world),
        types=world.atlas.types(place) or None,
        address=place.address,
        latitude=latitude,
        longitude=longitude,
        rating=place.rating,
        rating_count=place.rating_count,
        price_level=place.price_level,
        phone=place.phone,
        hours=None if place.hours is None else hours_text(place.hours),
        services=place.features or None,
        distance_m=None if distance_m is None else round(distance_m, 1),
    )


def known_facts(world: World) -> dict[str, int]:
    """Return for how many places of a world each fact is known.

    Examples
    --------
    >>> known_facts(World(places=(Place(name="Mill", rating=4.5), Place(name="Inn"))))["rating"]
    1
    """
    places = world.atlas.places
    return {
        fact: sum(getattr(place, field) not in (None, ()) for place in places)
        for fact, field in _FACTS.items()
    }


def hours_text(hours: WeeklyHours) -> str | None:
    """Return weekly and seasonal hours in short form; None if no hours are known.

    Examples
    --------
    >>> hours_text(WeeklyHours.parse("Monday: 9 AM – 5 PM, Tuesday: 9 AM – 5 PM, Sunday: Closed"))
    'Mon-Tue 09:00-17:00; Wed-Sat unknown; Sun closed'
    """
    seasons = tuple(" ".join(line.split()) for line in _season_lines(hours))
    if hours.days == (None,) * len(DAYS):
        return "; ".join(seasons) or None
    return "; ".join((week_text(hours.days), *seasons))


def _season_lines(hours: WeeklyHours) -> tuple[str, ...]:
    return replace(hours, days=UNKNOWN_WEEK, dates=(), valid=None, zone=None).lines()


_MAX_LINES = 40
_MAX_CHARACTERS = 400
_DIGITS = 6


class UsedFact(Result):
    """A fact of the map that the answer depends on."""

    text: str
    line: Annotated[int | None, Field(description="Line of the source text")] = None


class QueryOutcome(Result):
    """The answer to a query, with its derivation."""

    feasible: bool | None = Field(
        None, description="false: no plan satisfies every constraint; there is no value"
    )
    first_broken: str | None = Field(
        None, description="The first constraint that the nearest plan violates"
    )
    value: dict[str, object] | None = Field(
        None,
        description="By its kind: quantity (amount; unit m, s, count, stars or level), clock "
        "(time), bearing (degrees), yes_no (yes), text, names (any: each is right; order: the "
        "whole ranking), compound (parts), meetings, stays",
    )
    text: Annotated[str, Field(description="The answer in words")]
    steps: Annotated[tuple[str, ...], Field(description="Steps of the derivation")] = ()
    facts: tuple[UsedFact, ...] | None = None
    conventions: dict[str, str] | None = Field(
        None, description="Conventions applied to details that the query leaves open"
    )


class QueryAnswer(QueryOutcome, PlacedResult):
    """The answer to a query about places, and which ones they are."""

    read_as: Annotated[str | None, Field(description="What the query asks, in words")] = None


def new_trace(world: World) -> Trace:
    """Return an empty trace for the steps and facts of a call."""
    return Trace(world=world, conventions=DEFAULT, described=described_place, best_route=pick_route)


def answer_query_tool(query: Query, world: World) -> QueryAnswer:
    """Return the result of a query about places."""
    return QueryAnswer(**dict(outcome_of(query, world)))


def outcome_of(query: Query, world: World) -> QueryOutcome:
    """Return the result of a query."""
    outcome = solve(query, world)
    if isinstance(outcome, values.CannotSolve):
        shape = asdict(outcome)
        del shape["path"]
        raise Blocked(**shape)
    return answer_of(outcome)


def answer_of(outcome: values.Derivation | values.Infeasible) -> QueryOutcome:
    """Return a derived answer, or the fact that no plan is feasible, as the result of a tool."""
    value = outcome.value if isinstance(outcome, values.Derivation) else None
    broken = shorten(outcome.first_broken) if isinstance(outcome, values.Infeasible) else None
    return QueryOutcome(
        feasible=None if broken is None else False,
        first_broken=broken,
        value=None if value is None else value_shape(value),
        text=f"not feasible: {broken}" if value is None else describe_value(value),
        steps=steps_of(outcome.steps),
        facts=_used_facts(outcome.facts),
        conventions=dict(outcome.conventions) or None,
    )


def value_shape(value: values.Value) -> dict[str, object]:
    """Return a value as JSON: its kind first, figures to a millionth, defaults left out.

    Of names those that answer stand under "names", several of which may be equally good or be
    asked for together; "order" is the whole ranking they head or are taken from.

    Examples
    --------
    >>> from geoeval.query.values import Bearing, Names
    >>> value_shape(Bearing(degrees=182.123456789))
    {'kind': 'bearing', 'degrees': 182.123457}
    >>> value_shape(Names(names=("Ox Inn", "Old Mill"), reading="nth", rank=2))
    {'kind': 'names', 'names': ['Old Mill'], 'order': ['Ox Inn', 'Old Mill']}
    """
    if isinstance(value, values.Names):
        return _names_shape(value)
    shape: dict[str, object] = {"kind": value.kind}
    if isinstance(value, values.Compound):
        return {**shape, "parts": [value_shape(part) for part in value.parts]}
    if isinstance(value, values.Clock):
        days, minute = divmod(value.minute, DAY_MIN)
        shape |= {"time": clock_text(minute)} | ({"days_later": days} if days else {})
    plain = asdict(value)
    given_names = [each.name for each in fields(value) if plain[each.name] != each.default]
    return shape | {name: _round_figures(plain[name]) for name in given_names}


def _names_shape(value: values.Names) -> dict[str, object]:
    ranked = value.reading in {"ranked", "nth"}
    first = value.rank - 1 if value.reading == "nth" else 0
    last = value.rank if value.reading == "nth" else value.tied if ranked else len(value.names)
    shape: dict[str, object] = {"kind": value.kind, "names": list(value.names[first:last])}
    if value.reading == "any" and len(value.names) > 1:
        shape["any"] = True
    if ranked and len(value.names) > last - first:
        shape["order"] = list(value.names[:_MAX_LINES])
    return shape


def steps_of(steps: Sequence[str]) -> tuple[str, ...]:
    """Return the first steps, each cut to a readable length, and how many more there are."""
    shown = [shorten(step) for step in steps[:_MAX_LINES]]
    rest = len(steps) - len(shown)
    return (*shown, f"and {rest} more steps") if rest else tuple(shown)


def _used_facts(facts: Sequence[values.Fact]) -> tuple[UsedFact, ...] | None:
    shown = (UsedFact(text=shorten(fact.text), line=fact.line) for fact in facts[:_MAX_LINES])
    return tuple(shown) or None


def shorten(text: str) -> str:
    """Cut a text to a readable length."""
    return text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + "…"


def _round_figures(value: object) -> object:
    """Round the numbers in a part of a value; integral floats become integers."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _round_figures(each) for key, each in value.items()}
    return [_round_figures(each) for each in value] if isinstance(value, tuple | list) else value
