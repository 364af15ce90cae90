"""Solve queries against a world, and read queries from JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import RecordError, UsageError, describe_limit, quote
from geoeval.query import algebra, parts
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.figures import FIGURES
from geoeval.query.inspect import candidates_of
from geoeval.query.places.figures import VALUES, count_days, list_days, number_of
from geoeval.query.places.ranking import (
    best_place,
    check_place,
    count_places,
    described_place,
    list_places,
)
from geoeval.query.plans import meeting_plan, stay_plan
from geoeval.query.routes.figures import (
    best_route,
    check_routes,
    count_routes,
    list_routes,
    pick_route,
    route_figure,
    step_fact,
)
from geoeval.query.routes.travel import travel_total
from geoeval.query.trace import (
    Blocked,
    NoPlan,
    Trace,
    check_complete,
    rank_names,
    sort_by_key,
    under_specified,
)
from geoeval.query.trips.figures import solve_omissions, trip_figure
from geoeval.query.trips.orders import best_order, check_trip
from geoeval.query.trips.schedules import feasible_schedules
from geoeval.query.values import (
    Bearing,
    CannotSolve,
    Clock,
    Compound,
    Derivation,
    Infeasible,
    Names,
    Outcome,
    Quantity,
    Text,
    YesNo,
)
from geoeval.query.values import Value as Result
from geoeval.world.model import Leg, Route, World
from geoeval.world.place_facts import FACTS


def solve(query: algebra.Query, world: World, conventions: Conventions = DEFAULT) -> Outcome:
    """Solve a query against a world.

    Parameters
    ----------
    query
        The question as a query model.
    world
        The known places, legs and routes.
    conventions
        How to settle what the question leaves open.

    Returns
    -------
    Derivation or CannotSolve or Infeasible
        The value with its steps, facts and the conventions that mattered; or the reason why the
        world cannot decide the query; or the first constraint that a plan violates.

    Raises
    ------
    UsageError
        If ``query`` is not a Query or ``world`` is not a World.

    Examples
    --------
    >>> from geoeval.query.algebra import Distance, Value
    >>> from geoeval.world.model import Place
    >>> world = World(places=(Place(name="Pier", location=(0.0, 0.0)),
    ...                       Place(name="Mast", location=(0.0, 0.01))))
    >>> outcome = solve(Value(figure=Distance(origin="Pier", destination="Mast")), world)
    >>> round(outcome.value.amount)
    1112
    >>> failed = solve(Value(figure=Distance(origin="Pier", destination="Moon")), world)
    >>> failed.reason, failed.path, failed.value
    ('unknown_place', '$.figure.destination', 'Moon')
    """
    if not isinstance(query, _ASKS):
        raise UsageError(
            f"expected a query, such as one returned by parse_query, got {quote(query)}"
        )
    if not isinstance(world, World):
        raise UsageError(
            f"expected a World, such as one returned by read_context, got {quote(world)}"
        )
    outcome, consulted = _solve_with_conventions(query, world, conventions)
    if isinstance(outcome, CannotSolve):
        return outcome
    mattered = dict(outcome.conventions)
    for name, (usual, other) in _ALTERNATIVES.items():
        if name in consulted and name not in mattered:
            chosen: str = getattr(conventions, name)
            changes: dict[str, Any] = {name: other if chosen == usual else usual}
            changed, _ = _solve_with_conventions(query, world, replace(conventions, **changes))
            if _outcome_key(changed) != _outcome_key(outcome):
                mattered[name] = chosen
    return replace(outcome, conventions=tuple(mattered.items()))


# Conventions of trips and their choices: one that was consulted mattered if the other choice
# changes the answer.
_ALTERNATIVES: Final[dict[str, tuple[str, str]]] = {
    "opening_hours": ("bind", "ignore"),
    "unstated_day": ("most", "ignore"),
    "return_leg": ("unless_asked", "always"),
    "missing_leg": ("symmetric", "absent"),
}
_ASKS = get_args(get_args(algebra.Query)[0])


def _solve_with_conventions(
    query: algebra.Query, world: World, conventions: Conventions
) -> tuple[Outcome, set[str]]:
    """Return the outcome under the conventions, and the names of those consulted."""
    trace = Trace(
        world=world, conventions=conventions, described=described_place, best_route=pick_route
    )
    try:
        answer = _compute_answer(query, trace)
    except Blocked as blocked:
        value, candidates = _find_candidates(blocked, world)
        value = trace.query_texts.get(value or "", value)
        path = None if value is None else path_of(query, value, within=blocked.within)
        failure = CannotSolve(
            reason=blocked.reason,
            detail=blocked.detail,
            path=path,
            value=None if path is None else value,
            candidates=candidates,
            lacking=blocked.lacking,
        )
        return failure, trace.consulted
    except NoPlan as error:
        derived = trace.derive(Compound(parts=()))
        return Infeasible(
            first_broken=error.broken,
            steps=derived.steps,
            facts=derived.facts,
            conventions=derived.conventions,
            assumptions=derived.assumptions,
            illustration=derived.illustration,
        ), trace.consulted
    return trace.derive(answer), trace.consulted


def _find_candidates(blocked: Blocked, world: World) -> tuple[str | None, tuple[str, ...]]:
    """Return the value that blocks a query, and the values that would work in its place.

    For missing travel these are the other modes between its ends, else the places that can be
    reached from its origin.
    """
    if blocked.travel is None:
        return blocked.value, blocked.candidates
    origin, destination, mode = blocked.travel
    atlas = world.atlas
    between: tuple[Leg | Route, ...] = (
        *atlas.legs(origin, destination),
        *atlas.legs(destination, origin),
        *atlas.routes(origin, destination),
    )
    modes = dict.fromkeys(each.mode for each in between if each.mode not in {None, mode})
    if modes:
        return mode, tuple(str(each) for each in modes)
    reached: tuple[Leg | Route, ...] = (*atlas.legs(origin), *atlas.routes(origin))
    return blocked.value, tuple(dict.fromkeys(each.destination for each in reached))


def _compute_answer(query: algebra.Query, trace: Trace) -> Result:
    candidates = candidates_of(query)
    if candidates is None:
        return _ANSWERS[type(query)](query, trace)
    return _CHOICES[type(query), type(candidates)](query, trace)


def _raise_unanswerable(query: algebra.Unanswerable, _: Trace) -> Result:
    raise Blocked(
        reason="no_such_fact",
        detail=f"a map does not record {query.fact} ({quote(query.words)})",
        lacking=query.fact,
    )


def _compute_value(query: algebra.Value, trace: Trace) -> Result:
    first = value_of(query.figure, trace)
    if query.also is None:
        return first
    second = value_of(query.also, trace)
    combinable = (Quantity, Bearing, Clock, Text)
    if not isinstance(first, combinable) or not isinstance(second, combinable):
        detail = "only numbers, directions, times and texts can be combined in one answer"
        raise under_specified(detail=detail)
    return Compound(parts=(first, second))


def _outcome_key(outcome: Outcome) -> Result | str:
    return outcome.value if isinstance(outcome, Derivation) else type(outcome).__name__


# Comparing and adding figures.
_MINUTE = 60


def value_of(figure: algebra.AnyFigure, trace: Trace) -> Result:
    """Return the value of a complete figure."""
    return _VALUES[type(figure)](figure, trace)


def _compute_sum(figure: algebra.Sum, trace: Trace) -> Quantity | Clock:
    first, *others = values = _compute_terms(figure.of, trace)
    added = sum(_to_number(value) for value in others) + figure.plus
    if isinstance(first, Clock):
        minute = first.minute + math.ceil(added / _MINUTE)
        trace.say(f"{format_duration(abs(added))} {'before' if added < 0 else 'after'} that")
        return Clock(minute=minute if minute >= 0 else minute + DAY_MIN)
    amount = figure.times * (first.amount + added - figure.plus) + figure.plus
    if amount < 0:
        raise under_specified(detail="the amount subtracted exceeds the total")
    written = format_duration(amount) if first.unit == "s" else format_distance(amount)
    trace.say(f"{_format_terms(figure)} is {written}")
    tolerance = sum(value.tolerance for value in values if isinstance(value, Quantity))
    return Quantity(amount=amount, unit=first.unit, tolerance=figure.times * tolerance)


def _format_terms(figure: algebra.Sum) -> str:
    plus = f" {figure.plus:+g} {'s' if figure.unit == 'time' else 'm'}" if figure.plus else ""
    times = "" if figure.times == 1 else f"{figure.times:g} times "
    return f"{times}{'that' if len(figure.of) == 1 else 'the sum'}{plus}"


def best_offered(query: algebra.Best, trace: Trace) -> Names:
    """Return the offered pairs of places or modes, ranked by a figure."""
    assert isinstance(query.among, algebra.Pairs | algebra.Modes)
    offered = query.among.offered
    values = _compute_terms([query.figure.filled(update) for update, _ in offered], trace)
    sign = -1 if query.most else 1
    keyed = sort_by_key(
        (sign * _to_number(value), text) for value, (_, text) in zip(values, offered, strict=True)
    )
    keys = [key for key, _ in keyed]
    ranked = rank_names((text for _, text in keyed), keys, query.rank, "of them")
    return (
        replace(ranked, lengths_m=tuple(map(abs, keys)))
        if isinstance(query.figure, algebra.Distance)
        else ranked
    )


def solve_compare(query: algebra.Compare, trace: Trace) -> YesNo:
    """Return whether one figure is less than another, or more if ``query.more``."""
    values = _compute_terms((query.first, query.second), trace)
    first, second = (_to_number(value) for value in values)
    return YesNo(yes=first > second if query.more else first < second)


def solve_difference(query: algebra.Difference, trace: Trace) -> Quantity:
    """Return the absolute difference of two figures."""
    first, second = (
        Quantity(amount=each.minute * 60, unit="s") if isinstance(each, Clock) else each
        for each in _compute_terms((query.first, query.second), trace)
    )
    difference = abs(first.amount - second.amount)
    format_amount = _FORMATS.get(first.unit, "{:g}".format)
    trace.say(f"they differ by {format_amount(difference)}")
    tolerance = max(first.tolerance, second.tolerance)
    return Quantity(amount=difference, unit=first.unit, tolerance=tolerance)


_FORMATS: dict[str, Callable[[float], str]] = {"s": format_duration, "m": format_distance}


def _compute_terms(figures: Sequence[algebra.AnyFigure], trace: Trace) -> list[Quantity | Clock]:
    terms: list[Quantity | Clock] = []
    for figure in figures:
        if isinstance(figure, algebra.Fact) and figure.place is not None:
            unit = FACTS[figure.fact].unit
            if unit is not None:
                amount = number_of(trace.place(figure.place), figure.fact, trace)
                terms.append(Quantity(amount=amount, unit=unit))
                continue
        value = value_of(figure, trace)
        if not isinstance(value, Quantity | Clock):
            detail = f"the {figure.kind} is not a number here, so it cannot be compared"
            raise Blocked(reason="no_such_fact", detail=detail)
        terms.append(value)
    return terms


def _to_number(value: Quantity | Clock) -> float:
    return value.minute if isinstance(value, Clock) else value.amount


_VALUES: dict[type[parts.Figure], Callable[..., Result]] = {
    **VALUES,
    algebra.Travel: travel_total,
    algebra.RouteFigure: route_figure,
    algebra.StepFact: step_fact,
    parts.TripFigure: trip_figure,
    algebra.Sum: _compute_sum,
}
_ANSWERS: dict[type[parts.Model], Callable[..., Result]] = {
    algebra.Value: _compute_value,
    algebra.Compare: solve_compare,
    algebra.Difference: solve_difference,
    algebra.Check: check_place,
    algebra.CheckRoutes: check_routes,
    algebra.CheckTrip: check_trip,
    parts.MeetingPlan: meeting_plan,
    parts.StayPlan: stay_plan,
    algebra.Unanswerable: _raise_unanswerable,
}
_CHOICES: dict[tuple[type[parts.Model], type[parts.Model]], Callable[..., Result]] = {
    (algebra.Best, algebra.Places): best_place,
    (algebra.Best, algebra.Routes): best_route,
    (algebra.Best, parts.Orders): best_order,
    (algebra.Best, algebra.Pairs): best_offered,
    (algebra.Best, algebra.Modes): best_offered,
    (algebra.Listing, algebra.Places): list_places,
    (algebra.Listing, algebra.Routes): list_routes,
    (algebra.Listing, algebra.Days): list_days,
    (algebra.Listing, parts.Schedules): lambda query, trace: feasible_schedules(query.of, trace),
    (algebra.Listing, parts.Omissions): lambda query, trace: solve_omissions(query.of, trace),
    (algebra.Count, algebra.Places): lambda query, trace: count_places(query.of, trace),
    (algebra.Count, algebra.Routes): lambda query, trace: count_routes(query.of, trace),
    (algebra.Count, algebra.Days): lambda query, trace: count_days(query.of, trace),
}
check_complete(_VALUES, [each for each in FIGURES if each.can_be_complete()])
check_complete(_ANSWERS, set(_ASKS) - {ask for ask, _ in _CHOICES})


# Queries as JSON.
_REASONS = {
    "union_tag_not_found": "{discriminator} is missing",
    "union_tag_invalid": "expected {discriminator} to be one of {expected_tags}",
}


@cache
def query_adapter() -> TypeAdapter[algebra.Query]:
    """Return the pydantic validator of queries, built on first use."""
    return TypeAdapter(algebra.Query)


def path_of(part: object, text: str, path: str = "$", *, within: str | None = None) -> str | None:
    """Return the JSON path, from "$", of the first string in a query that equals ``text``.

    If ``within`` is given, search only inside fields of that name.
    """
    if isinstance(part, str):
        return path if part == text and within is None else None
    paths = (
        path_of(child, text, f"{path}{step}", within=None if step == f".{within}" else within)
        for step, child in _child_parts(part)
    )
    return next((each for each in paths if each is not None), None)


def _child_parts(part: object) -> list[tuple[str, object]]:
    if isinstance(part, parts.Model):
        return [(f".{name}", getattr(part, name)) for name in type(part).model_fields]
    members = part if isinstance(part, tuple) else ()
    return [(f"[{index}]", each) for index, each in enumerate(members)]


def parse_query(source: object) -> algebra.Query:
    """Read a query from decoded JSON.

    Parameters
    ----------
    source
        The decoded JSON, usually the "query" of a record.

    Returns
    -------
    Query
        The validated query.

    Raises
    ------
    RecordError
        If ``source`` is not a valid query; ``path`` is the JSON path of the problem, from "$".

    Examples
    --------
    >>> places = {"kind": "places", "category": "cafe", "anchor": "Pier"}
    >>> parse_query({"ask": "count", "of": places}).of.category
    'cafe'
    >>> nearest = {"ask": "best", "figure": {"kind": "distance"}, "among": places}
    >>> parse_query({**nearest, "rank": "first"})
    Traceback (most recent call last):
    ...
    geoeval.errors.RecordError: expected a query, got 'first' at $.rank: input should be a valid \
integer, unable to parse string as an integer
    """
    try:
        return query_adapter().validate_python(source)
    except ValidationError as error:
        # For a union, report the alternative that failed deepest.
        faults = [(_json_path(source, fault), fault) for fault in error.errors(include_url=False)]
        path, fault = max(faults, key=lambda each: each[0].count(".") + each[0].count("["))
        template = _REASONS.get(fault["type"])
        limit = describe_limit(fault["type"], fault.get("ctx", {}))
        message = template.format(**fault["ctx"]) if template else fault["msg"]
        message = f"expected {limit}" if limit else message.removeprefix("Value error, ")
        reason = message[:1].lower() + message[1:]
        got = quote(fault["input"])
        raise RecordError(
            f"expected a query, got {got} at {path}: {reason}", path, reason=reason, got=got
        ) from error


def _json_path(source: object, fault: ErrorDetails) -> str:
    """Return the JSON path of a validation error, without the union tags in its location."""
    path, part, tag = "$", source, _object_tag(source)
    for index, step in enumerate(fault["loc"]):
        if step == tag:
            tag = None
        elif isinstance(part, dict) and step in part:
            path, part = f"{path}.{step}", part[step]
            tag = _object_tag(part)
        elif isinstance(part, list | tuple) and isinstance(step, int):
            path, part = f"{path}[{step}]", part[step]
            tag = _object_tag(part)
        elif fault["type"] == "missing" and index == len(fault["loc"]) - 1:
            path = f"{path}.{step}"
    return path


def _object_tag(part: object) -> object:
    return part.get("ask", part.get("kind")) if isinstance(part, dict) else None
