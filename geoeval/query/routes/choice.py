"""Select routes by their ends, mode, name and filters."""

from __future__ import annotations

from geoeval.calculators.filters.truth import COMPARE
from geoeval.errors import quote
from geoeval.query.algebra import Best, Routes
from geoeval.query.filter_kinds import AnyFilter, CompareFilter, Filter, NotFilter, RouteHas
from geoeval.query.routes.instructions import (
    Relation,
    count_in_step,
    exit_numbers,
    is_closed,
    is_landmark_noted,
    reaches_road,
    relation_to_road,
    road_tokens,
)
from geoeval.query.routes.travel import route_title, route_total
from geoeval.query.trace import Blocked, Trace, join_names, missing_fact, under_specified
from geoeval.world.model import Route, Step, TravelMode


def _find_routes(of: Routes, trace: Trace) -> list[Route]:
    ends = [
        None if end is None else trace.known_by(trace.place(end))
        for end in (of.origin, of.destination)
    ]
    found = list(trace.world.atlas.routes(ends[0], ends[1], of.mode))
    if not found:
        by = f" by {of.mode}" if of.mode else ""
        lacking = f"route from {ends[0] or 'anywhere'} to {ends[1] or 'anywhere'}{by}"
        detail = f"the context has no {lacking}"
        value = of.destination if isinstance(of.destination, str) else None
        raise Blocked(
            reason="no_route",
            detail=detail,
            value=value,
            lacking=f"a {lacking}",
            travel=(ends[0], ends[1], of.mode),
        )
    if len({(route.origin, route.destination) for route in found}) > 1:
        raise under_specified(detail="the context has routes between several pairs of places")
    return found


def _match_name(routes: list[Route], via: str) -> list[Route]:
    """Return the routes with the closest names: same words, else reordered, else containing them.

    If no route has such a name, return the routes that take a road of that name.
    """
    wanted = road_tokens(via)
    graded = [(_grade_name_match(road_tokens(route.name), wanted), route) for route in routes]
    best = min((grade for grade, _ in graded), default=_NO_MATCH)
    if best == _NO_MATCH:
        return [route for route in routes if _takes_road(route, via)]
    return [route for grade, route in graded if grade == best]


_NO_MATCH = 3


def _grade_name_match(name: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    reordered = sorted(name) == sorted(wanted)
    return (name == wanted, reordered, _contains_words(name, wanted), True).index(True)


def _contains_words(name: tuple[str, ...], part: tuple[str, ...]) -> bool:
    width = len(part)
    return any(name[at : at + width] == part for at in range(len(name) - width + 1))


def _takes_road(route: Route, road: str) -> bool:
    return any(relation_to_road(step, road) == (Relation.ON, True) for step in route.steps)


def _keep_one_mode(routes: list[Route], trace: Trace) -> list[Route]:
    """Return the driving routes if there are several modes, none of them stated."""
    modes = {route.mode for route in routes}
    if len(modes) == 1:
        return routes
    if TravelMode.DRIVING not in modes:
        raise under_specified(detail="there are routes by several modes, and no mode is given")
    trace.say("no mode of travel is given, so driving is assumed")
    return [route for route in routes if route.mode is TravelMode.DRIVING]


def _filter_routes(routes: list[Route], of: Routes, trace: Trace, *, sure: bool) -> list[Route]:
    results = [(route, _passes_filters(route, of, trace)) for route in routes]
    unknown = [passes for _, passes in results if isinstance(passes, Blocked)]
    if unknown and (sure or len(unknown) == len(routes)):
        raise unknown[0]
    for each in unknown:
        trace.say(f"left out: {each.detail}")
    return [route for route, passes in results if passes is True]


def _passes_filters(route: Route, of: Routes, trace: Trace) -> bool | Blocked:
    return _join_truths(
        [evaluate_on_route(route, wanted, trace) for wanted in of.filters], decides=False
    )


def passing_routes(of: Routes, trace: Trace, *, sure: bool = True) -> list[Route]:
    """Return the routes that match a description, if any, in the order of the context.

    Raise Blocked if a filter result is unknown and ``sure``; else leave out such routes.
    """
    routes = _find_routes(of, trace)
    if of.via is not None:
        named = _match_name(routes, of.via)
        if not named:
            raise Blocked(
                reason="no_route",
                detail=f"no route runs via {quote(of.via)}; there are {join_titles(routes)}",
                value=of.via,
                candidates=_route_names(routes),
            )
        routes = named
    routes = list(dict.fromkeys(_keep_one_mode(routes, trace)))
    for route in routes:
        trace.use(
            f"route {route_title(route)} from {route.origin} to {route.destination}", route.line
        )
    passing = _filter_routes(routes, of, trace, sure=sure)
    for route in passing:
        trace.assume_walks(route)
    return passing


def chosen_routes(of: Routes, trace: Trace, *, sure: bool = True) -> list[Route]:
    """Return the routes that match a description; raise Blocked if none does."""
    routes = passing_routes(of, trace, sure=sure)
    if not routes:
        wanted = " and ".join(_describe_filter(each) for each in of.filters)
        raise Blocked(reason="nothing_matches", detail=f"no route {wanted}")
    return routes


def chosen_route(of: Routes | Best | None, trace: Trace, road: str | None = None) -> Route:
    """Return the only route that matches a description.

    If several routes match, return the only one that takes ``road``.
    """
    assert of is not None, "the algebra allows no open route here"
    if isinstance(of, Best):
        return trace.best_route(of, trace)
    routes = chosen_routes(of, trace)
    if len(routes) > 1 and road is not None:
        taking = [route for route in routes if _takes_road(route, road)]
        if len(taking) == 1:
            trace.say(f"only {route_title(taking[0])} takes {road}")
            return taking[0]
    if len(routes) > 1:
        raise Blocked(
            reason="under_specified",
            detail=f"the question may refer to any of {join_titles(routes)}",
            value=of.via,
            candidates=_route_names(routes),
        )
    return routes[0]


def join_titles(routes: list[Route]) -> str:
    """Join the titles of several routes."""
    return join_names([route_title(route) for route in routes])


def _route_names(routes: list[Route]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(route.name for route in routes if route.name))


def no_steps(route: Route) -> Blocked:
    """Return the exception for a route without steps."""
    return missing_fact(reason="no_such_fact", fact=f"steps of {route_title(route)}")


def evaluate_on_route(route: Route, wanted: Filter, trace: Trace) -> bool | Blocked:
    """Return whether a route passes a filter, or the exception if that is unknown."""
    match wanted:
        case NotFilter(of=of):
            result = evaluate_on_route(route, of, trace)
            return result if isinstance(result, Blocked) else not result
        case AnyFilter(of=several):
            return _join_truths(
                [evaluate_on_route(route, each, trace) for each in several], decides=True
            )
        case RouteHas():
            return _has_step(route, wanted, trace)
        case CompareFilter(measure="time" | "distance" as measure):
            try:
                figure, text = route_total(route, measure)
            except Blocked as unknown:
                return unknown
            trace.say(text)
            if wanted.comparator == "==":
                return abs(figure.amount - wanted.value) <= figure.tolerance
            return COMPARE[wanted.comparator](figure.amount, wanted.value)
        case _:
            raise AssertionError("the algebra allows no filters of places here")


def _join_truths(results: list[bool | Blocked], *, decides: bool) -> bool | Blocked:
    if decides in results:
        return decides
    return next((each for each in results if isinstance(each, Blocked)), not decides)


def _has_step(route: Route, wanted: RouteHas, trace: Trace) -> bool | Blocked:
    if not route.steps:
        return no_steps(route)
    bounds = [_count_occurrences(step, wanted) for step in route.steps]
    least, most = (sum(bound[index] for bound in bounds) for index in (0, 1))
    count = least if least == most else f"{least} to {most}"
    trace.say(f"{route_title(route)}: {_describe_target(wanted)} × {count}")
    if least < wanted.times <= most:
        unsure = next(step for step, (a, b) in zip(route.steps, bounds, strict=True) if a < b)
        return Blocked(
            reason="no_such_fact",
            detail=f"it is not stated when this road is closed: {quote(unsure.instruction)}",
            lacking=f"when roads of {route_title(route)} are closed",
        )
    return least >= wanted.times


def _count_occurrences(step: Step, wanted: RouteHas) -> tuple[int, int]:
    if wanted.landmark is not None:
        here = int(is_landmark_noted(step, wanted.landmark))
        return here, here
    on_road = wanted.road is None or reaches_road(step, wanted.road)
    if not on_road or (
        wanted.exit is not None and wanted.exit.casefold() not in exit_numbers(step)
    ):
        return 0, 0
    if wanted.manoeuvre == "closure" and (wanted.day, wanted.at) != (None, None):
        closed = [is_closed(note, wanted.day, wanted.at) for note in step.notes]
        sure = closed.count(True)
        return sure, sure + closed.count(None)
    count = 1 if wanted.manoeuvre is None else count_in_step(step, wanted.manoeuvre)
    return count, count


def _describe_target(wanted: RouteHas) -> str:
    number = f"exit {wanted.exit}" if wanted.exit else None
    words = ((wanted.manoeuvre or "").replace("_", " "), wanted.road, number, wanted.landmark)
    return " on ".join(text for text in words if text)


def _describe_filter(wanted: Filter) -> str:
    match wanted:
        case RouteHas():
            return f"has {_describe_target(wanted)}"
        case NotFilter(of=of):
            return f"lacks {_describe_filter(of).removeprefix('has ')}"
        case AnyFilter(of=several):
            return " or ".join(_describe_filter(each) for each in several)
        case _:
            figure = wanted.measure if isinstance(wanted, CompareFilter) else wanted.kind
            return f"has such a {figure}"
