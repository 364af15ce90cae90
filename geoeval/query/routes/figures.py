"""Solvers that compare routes: totals, superlatives, and routes that have a manoeuvre or road."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Literal

from geoeval.errors import quote
from geoeval.query.base import ClockTime, Day, Model
from geoeval.query.closures import is_closed
from geoeval.query.derive import Blocked, Solver, Working, listing, solver
from geoeval.query.manoeuvres import count_in_step, exits, landmarks
from geoeval.query.roads import Relation, relation
from geoeval.query.route_choice import chosen_route, chosen_routes, title, total, with_steps
from geoeval.query.route_kinds import (
    ExtremeRoute,
    Manoeuvre,
    RouteAttribute,
    RouteOfFigure,
    RouteWith,
)
from geoeval.query.values import Names, Quantity, YesNo
from geoeval.world.model import Route, Step
from geoeval.world.normal import key_words


def _route_attribute(query: RouteAttribute, work: Working) -> Quantity:
    """Answer how long a named route takes, or is."""
    figure = total(chosen_route(query, work), query.attribute)
    work.say(figure.text)
    return figure.quantity(query.attribute)


def _counted(routes: list[Route], manoeuvre: Manoeuvre, work: Working) -> list[tuple[float, Route]]:
    """Return the routes with how often a manoeuvre occurs on each."""
    found: list[tuple[float, Route]] = []
    for route in with_steps(routes, work):
        count = sum(count_in_step(step, manoeuvre) for step in route.steps)
        work.say(f"{title(route)}: {manoeuvre.replace('_', ' ')} × {count}")
        found.append((count, route))
    return found


def _measured(
    routes: list[Route], by: Literal["time", "distance"], work: Working
) -> list[tuple[float, Route]]:
    """Return the routes with their travel times or lengths."""
    found: list[tuple[float, Route]] = []
    for route in routes:
        figure = total(route, by)
        work.say(figure.text)
        found.append((figure.amount, route))
    return found


def _extreme_route(query: ExtremeRoute, work: Working) -> Names | Quantity:
    """Answer which route has the least or most, or a figure of that route."""
    routes = chosen_routes(query, work)
    match query.by:
        case "time" | "distance" as measure:
            keyed = _measured(routes, measure, work)
        case manoeuvre:
            keyed = _counted(routes, manoeuvre, work)
            if query.most and max(count for count, _ in keyed) == 0:
                raise Blocked(
                    reason="nothing_matches", detail=f"no route has a {manoeuvre.replace('_', ' ')}"
                )
    keyed.sort(key=lambda pair: -pair[0] if query.most else pair[0])
    if query.rank > len(keyed):
        raise Blocked(reason="nothing_matches", detail=f"there are only {len(keyed)} such routes")
    sought = keyed[query.rank - 1][0]
    tied = [route for amount, route in keyed if amount == sought]
    if query.asks == "name":
        names = tuple(route.name for _, route in keyed)
        if query.rank == 1:
            return Names(names=names, reading="ranked", tied=len(tied))
        return Names(names=names, reading="nth", rank=query.rank, tied=len(tied))
    figures = [total(route, query.asks) for route in tied]
    if len({figure.amount for figure in figures}) > 1:
        raise Blocked(
            reason="under_specified", detail="several routes are equal in that, with other figures"
        )
    if query.asks != query.by:
        work.say(figures[0].text)
    return figures[0].quantity(query.asks)


def _occurrences(step: Step, query: RouteWith) -> int:
    """Count what the query looks for in one step."""
    if query.landmark is not None:
        wanted = key_words(query.landmark)
        return int(any(wanted == key_words(passed) for passed in landmarks(step)))
    on_road = query.road is None or relation(step, query.road)[0] > Relation.AHEAD
    if not on_road or (query.exit is not None and query.exit.casefold() not in exits(step)):
        return 0
    if query.manoeuvre == "closure" and query.at is not None:
        return _closed_then(step, query.day, query.at)
    return 1 if query.manoeuvre is None else count_in_step(step, query.manoeuvre)


def _closed_then(step: Step, day: Day | None, at: ClockTime) -> int:
    """Count the notes of a step by which its road is closed at a time."""
    closed = [is_closed(note, day, at) for note in step.notes]
    if None in closed:
        raise Blocked(
            reason="no_such_fact",
            detail=f"whether a road is closed then is not said: {quote(step.instruction)}",
        )
    return closed.count(True)


def _route_with(query: RouteWith, work: Working) -> Names | Quantity | YesNo:
    """Answer which routes have, or lack, a manoeuvre, a road, an exit or a landmark.

    Their number is that of all routes where nothing is said of them.
    """
    number = f"exit {query.exit}" if query.exit else None
    sought = ((query.manoeuvre or "").replace("_", " "), query.road, number, query.landmark)
    wanted = " on ".join(text for text in sought if text)
    if not wanted and query.asks == "count":
        routes = chosen_routes(query, work)
        return Quantity(amount=len(routes), unit="count")
    if not wanted:
        raise Blocked(
            reason="under_specified", detail="no road, manoeuvre or landmark is asked for"
        )
    if query.landmark and (query.manoeuvre or query.road):
        raise Blocked(
            reason="under_specified",
            detail="a landmark is looked for alone, not with a road or a manoeuvre",
        )
    found: list[str] = []
    chosen = chosen_routes(query, work)
    routes = with_steps(chosen, work)
    if query.asks != "name" and len(routes) < len(chosen):
        raise Blocked(reason="no_such_fact", detail="the context gives no steps of some routes")
    for route in routes:
        count = sum(_occurrences(step, query) for step in route.steps)
        work.say(f"{title(route)}: {wanted} × {count}")
        if (count >= query.times) is not query.absent:
            found.append(route.name)
    if query.asks == "count":
        return Quantity(amount=len(found), unit="count")
    if query.asks == "whether":
        if len(found) not in {0, len(routes)}:
            raise Blocked(
                reason="under_specified", detail=f"only {listing(found)} does, of several routes"
            )
        return YesNo(yes=bool(found))
    if not found:
        raise Blocked(
            reason="nothing_matches",
            detail=f"no route {'lacks' if query.absent else 'has'} {wanted}",
        )
    return Names(names=tuple(found), reading="any", tied=len(found))


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _route_of_figure(query: RouteOfFigure, work: Working) -> Names:
    """Answer which routes take a time, or have a length, that is given or limited."""
    found: list[str] = []
    for route in chosen_routes(query, work):
        figure = total(route, query.by)
        work.say(figure.text)
        if query.comparison == "=":
            holds = abs(figure.amount - query.amount) <= figure.tolerance
        else:
            holds = _COMPARE[query.comparison](figure.amount, query.amount)
        if holds:
            found.append(route.name)
    if not found:
        raise Blocked(reason="nothing_matches", detail=f"no route has such a {query.by}")
    return Names(names=tuple(found), reading="any", tied=len(found))


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(RouteAttribute, _route_attribute),
        solver(ExtremeRoute, _extreme_route),
        solver(RouteWith, _route_with),
        solver(RouteOfFigure, _route_of_figure),
    ]
)
