"""Figures of routes, which route has the least or most, and those that pass filters."""

from __future__ import annotations

from geoeval.errors import quote
from geoeval.query.algebra import Best, CheckRoutes, Listing, RouteFigure, Routes
from geoeval.query.filter_kinds import Manoeuvre, Total
from geoeval.query.routes.choice import (
    chosen_route,
    chosen_routes,
    no_steps,
    passing,
    titles,
    truth,
)
from geoeval.query.routes.manoeuvres import count_in_step
from geoeval.query.routes.roads import Relation, relation
from geoeval.query.routes.steps import run_on
from geoeval.query.routes.travel import Reckoned, measured, title, total, total_of_steps
from geoeval.query.values import Fact, Names, Quantity, YesNo
from geoeval.query.working import Blocked, Working, listing
from geoeval.world.model import Route


def route_figure(figure: RouteFigure, work: Working) -> Quantity:
    """Return the time (s) or length (m) of a route or of a part of it, or a count of manoeuvres.

    Several routes may be the best one if their figures are the same.
    """
    if isinstance(figure.route, Best):
        _, routes = _ranked(figure.route, work)
    else:
        routes = [chosen_route(figure.route, work, figure.road)]
    amounts: dict[float, Quantity] = {}
    for route in routes:
        if _reads_steps(figure) and not route.steps:
            raise no_steps(route)
        reckoned, facts = _reckon(route, figure)
        if _is_stretch(figure) and not facts:
            raise Blocked(reason="no_such_step", detail=reckoned.text, value=figure.road)
        for fact in facts:
            work.use(fact.text, fact.line)
        if reckoned.text not in work.steps:
            work.say(reckoned.text)
        amounts.setdefault(reckoned.quantity.amount, reckoned.quantity)
    if len(amounts) > 1:
        detail = "several routes are equal in that, with other figures"
        raise Blocked(reason="under_specified", detail=detail)
    return next(iter(amounts.values()))


def _is_stretch(figure: RouteFigure) -> bool:
    """Whether a time or length is that of a part of a route."""
    return figure.road is not None or figure.noted is not None


def _reads_steps(figure: RouteFigure) -> bool:
    """Whether a figure is not known without the steps of a route."""
    return figure.measure not in {"time", "distance"} or _is_stretch(figure)


def _what(figure: RouteFigure) -> str:
    """Write what a figure looks for on a route."""
    return figure.road or (figure.noted or figure.measure).replace("_", " ")


def _reckon(route: Route, figure: RouteFigure) -> tuple[Reckoned, list[Fact]]:
    """Return a figure of one route, and the steps of which it is read."""
    match figure.measure:
        case "time" | "distance" as measure if _is_stretch(figure):
            return _stretch(route, figure, measure)
        case "time" | "distance" as measure:
            return total(route, measure), []
        case manoeuvre:
            return _counted(route, figure, manoeuvre)


def _stretch(route: Route, figure: RouteFigure, measure: Total) -> tuple[Reckoned, list[Fact]]:
    """Sum the steps of a route on a road, or on roads of a kind; there may be none."""
    what, kind = _what(figure), figure.noted
    along = [
        step
        for step in route.steps
        if (count_in_step(step, kind) if kind else relation(step, what) == (Relation.ON, True))
    ]
    if not along:
        return Reckoned(measured(0, measure, 0.0), f"no step of {title(route)} runs on {what}"), []
    if kind is not None and any(note.startswith("Partial") for s in along for note in s.notes):
        raise Blocked(
            reason="no_such_fact",
            detail=f"how much of a step is {what} is not said",
            lacking=f"{measure} of {what} on {title(route)}",
        )
    reckoned = total_of_steps(along, measure, f"{what} on {title(route)}")
    return reckoned, [Fact(text=step.instruction, line=step.line) for step in along]


def _counted(
    route: Route, figure: RouteFigure, manoeuvre: Manoeuvre
) -> tuple[Reckoned, list[Fact]]:
    """Count a manoeuvre on a route, or on a part of it."""
    start = run_on(route, figure.after)[0] + 1 if figure.after else 0
    end = run_on(route, figure.before)[0] if figure.before else len(route.steps)
    if start > end:
        raise Blocked(
            reason="no_such_step",
            detail=f"{quote(figure.before)} comes before {quote(figure.after)}",
            value=figure.before,
        )
    count, facts = 0, []
    for index in range(start, end):
        step = route.steps[index]
        here = count_in_step(step, manoeuvre)
        if here and manoeuvre != "step":
            told = " — ".join((step.instruction, *step.notes))
            facts.append(Fact(text=f"step {index + 1}: {told}", line=step.line))
        count += here
    whole = figure.route is None and not figure.before and not figure.after
    part = "" if whole else f", steps {start + 1} to {end} of {len(route.steps)}"
    text = f"{title(route)}{part}: {_what(figure)} × {count}"
    return Reckoned(Quantity(amount=count, unit="count"), text), facts


def _ranked(query: Best, work: Working) -> tuple[list[Route], list[Route]]:
    """Return routes in the order of a figure, and those of them that are meant: equal ones all."""
    assert isinstance(query.among, Routes)
    assert isinstance(query.figure, RouteFigure)
    figure, routes = query.figure, chosen_routes(query.among, work)
    keyed: list[tuple[float, Route]] = []
    for route in routes:
        if _reads_steps(figure) and not route.steps:
            work.say(f"left out: {no_steps(route).detail}")
            continue
        reckoned, _ = _reckon(route, figure)
        work.say(reckoned.text)
        keyed.append((reckoned.quantity.amount, route))
    if not keyed:
        raise no_steps(routes[0])
    if query.most and _reads_steps(figure) and not any(amount for amount, _ in keyed):
        does = "runs on" if _is_stretch(figure) else "has a"
        raise Blocked(reason="nothing_matches", detail=f"no route {does} {_what(figure)}")
    if query.rank > len(keyed):
        raise Blocked(reason="nothing_matches", detail=f"there are only {len(keyed)} such routes")
    keyed.sort(key=lambda pair: -pair[0] if query.most else pair[0])
    sought = keyed[query.rank - 1][0]
    return [route for _, route in keyed], [route for amount, route in keyed if amount == sought]


def best_route(query: Best, work: Working) -> Names:
    """Answer which route has the least or most of a figure, or the k-th."""
    routes, tied = _ranked(query, work)
    return Names(
        names=tuple(route.name for route in routes),
        reading="ranked" if query.rank == 1 else "nth",
        rank=query.rank,
        tied=len(tied),
    )


def pick_route(query: Best, work: Working) -> Route:
    """Return the one route that has the least or most of a figure."""
    _, tied = _ranked(query, work)
    if len(tied) > 1:
        raise Blocked(reason="under_specified", detail=f"{titles(tied)} are equal in that")
    return tied[0]


def list_routes(query: Listing, work: Working) -> Names:
    """Answer which routes there are; those that are not known to pass are left out."""
    assert isinstance(query.of, Routes)
    names = tuple(route.name for route in chosen_routes(query.of, work, sure=False))
    return Names(names=names, reading=query.wanted, tied=len(names))


def count_routes(routes: Routes, work: Working) -> Quantity:
    """Answer how many routes there are."""
    return Quantity(amount=len(passing(routes, work)), unit="count")


def check_routes(query: CheckRoutes, work: Working) -> YesNo:
    """Answer whether the routes that are meant, perhaps one, pass a filter."""
    if isinstance(query.routes, Best):
        _, routes = _ranked(query.routes, work)
    else:
        routes = chosen_routes(query.routes, work)
    found: list[str] = []
    for route in routes:
        held = truth(route, query.passes, work)
        if isinstance(held, Blocked):
            raise held
        if held:
            found.append(route.name)
    if len(found) not in {0, len(routes)}:
        detail = f"only {listing(found)} does, of several routes"
        raise Blocked(reason="under_specified", detail=detail)
    return YesNo(yes=bool(found))
