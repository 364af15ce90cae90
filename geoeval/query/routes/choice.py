"""Which routes a query means, and how long they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import quote
from geoeval.query.base import RouteChoice
from geoeval.query.derive import Blocked, Working, listing
from geoeval.query.roads import Relation, relation, road_tokens
from geoeval.query.values import Quantity
from geoeval.world.model import Route, Step, TravelMode

MILE_M = 1609.344


def title(route: Route) -> str:
    """Return the name of a route as a sentence gives it.

    Examples
    --------
    >>> title(Route(origin="A", destination="B", mode=TravelMode.DRIVING, name="Elm St"))
    'via Elm St (driving)'
    """
    name = f"via {route.name}" if route.name else "the unnamed route"
    return f"{name} ({route.mode})" if route.mode else name


def _ends(query: RouteChoice, work: Working) -> list[Route]:
    """Return the routes between the ends and in the mode that the query names."""
    origin = work.place(query.origin) if query.origin else None
    destination = work.place(query.destination) if query.destination else None
    found = list(
        work.world.atlas.routes(
            origin.name if origin else None, destination.name if destination else None, query.mode
        )
    )
    if not found:
        ends = f"{query.origin or 'anywhere'} to {query.destination or 'anywhere'}"
        by = f" by {query.mode}" if query.mode else ""
        raise Blocked(reason="no_route", detail=f"the context has no route from {ends}{by}")
    if len({(route.origin, route.destination) for route in found}) > 1:
        raise Blocked(
            reason="under_specified",
            detail="the context has routes between several pairs of places",
        )
    return found


def _named(routes: list[Route], via: str) -> list[Route]:
    """Return the routes of a name: the same words, else the same set of words, else part of it.

    Where no route is called so, the name is that of a road which the routes take.
    """
    asked = road_tokens(via)
    names = {id(route): road_tokens(route.name) for route in routes}
    same = [route for route in routes if names[id(route)] == asked]
    if same:
        return same
    same = [route for route in routes if sorted(names[id(route)]) == sorted(asked)]
    if same:
        return same
    width = len(asked)
    part = [
        route
        for route in routes
        if any(
            names[id(route)][start : start + width] == asked
            for start in range(len(names[id(route)]) - width + 1)
        )
    ]
    return part or [route for route in routes if _takes(route, via)]


def _takes(route: Route, road: str) -> bool:
    """Whether a step of a route leads onto a road."""
    return any(relation(step, road) == (Relation.ON, True) for step in route.steps)


def _of_one_mode(routes: list[Route], work: Working) -> list[Route]:
    """Keep the driving routes where no mode is asked for and several are there."""
    modes = {route.mode for route in routes}
    if len(modes) == 1:
        return routes
    if TravelMode.DRIVING not in modes:
        raise Blocked(
            reason="under_specified",
            detail="routes of several modes are there and none is asked for",
        )
    work.say("no mode of travel is asked for: driving is taken")
    return [route for route in routes if route.mode is TravelMode.DRIVING]


def chosen_routes(query: RouteChoice, work: Working) -> list[Route]:
    """Return the routes that a query is about, in the order of the context.

    Raises
    ------
    Blocked
        If there is none, or which are meant is not said.
    """
    routes = _ends(query, work)
    if query.via is not None:
        named = _named(routes, query.via)
        if not named:
            there = listing([title(route) for route in routes])
            raise Blocked(
                reason="no_route", detail=f"no route runs via {quote(query.via)}; there are {there}"
            )
        routes = named
    routes = list(dict.fromkeys(_of_one_mode(routes, work)))
    for route in routes:
        work.use(f"route {title(route)} from {route.origin} to {route.destination}", route.line)
    return routes


def chosen_route(query: RouteChoice, work: Working, road: str | None = None) -> Route:
    """Return the one route that a query is about.

    Where several fit, it is the only one of them that takes ``road``.

    Raises
    ------
    Blocked
        If there is none, or several fit.
    """
    routes = chosen_routes(query, work)
    if len(routes) > 1 and road is not None:
        taking = [route for route in routes if _takes(route, road)]
        if len(taking) == 1:
            work.say(f"only {title(taking[0])} takes {road}")
            return taking[0]
    if len(routes) > 1:
        raise Blocked(
            reason="under_specified",
            detail=f"any of {listing([title(r) for r in routes])} may be meant",
        )
    return routes[0]


def with_steps(routes: list[Route], work: Working) -> list[Route]:
    """Return the routes whose steps are known.

    Raises
    ------
    Blocked
        If the steps of none are.
    """
    known = [route for route in routes if route.steps]
    if not known:
        raise Blocked(reason="no_such_fact", detail="the context gives no steps of the route")
    for route in routes:
        if not route.steps:
            work.say(f"{title(route)}: left out, the context gives no steps")
    return known


def half_rounding_m(distance_m: float) -> float:
    """Return half of the unit in which a map writes a distance, in metres.

    Notes
    -----
    Kilometres and miles are written with one decimal, shorter ways in whole metres.

    Examples
    --------
    >>> half_rounding_m(4200.0), half_rounding_m(350.0), round(half_rounding_m(4.0 * 1609.344), 1)
    (50.0, 0.5, 80.5)
    """
    if distance_m >= 1000 and abs(distance_m - round(distance_m, -2)) < 0.01:
        return 50.0
    tenths = distance_m / MILE_M * 10
    if tenths >= 1 and abs(tenths - round(tenths)) < 1e-3:
        return MILE_M / 20
    return 0.5


@dataclass(frozen=True, slots=True)
class Total:
    """The travel time (seconds) or length (metres) of a route, and where it comes from."""

    amount: float
    tolerance: float
    text: str

    def quantity(self, by: Literal["time", "distance"]) -> Quantity:
        """Return the figure with its unit."""
        unit: Literal["s", "m"] = "s" if by == "time" else "m"
        return Quantity(amount=self.amount, unit=unit, tolerance=self.tolerance)


def total(route: Route, by: Literal["time", "distance"]) -> Total:
    """Return the travel time or length of a route: its total, else the sum of its steps.

    Raises
    ------
    Blocked
        If neither is known.

    Notes
    -----
    A sum of steps is the figure that the context defines; its tolerance is the rounding of one
    displayed total, not of every step.
    """
    whole = route.duration_s if by == "time" else route.distance_m
    if whole is None:
        return figure_of(route.steps, by, title(route))
    tolerance = 30.0 if by == "time" else half_rounding_m(whole)
    figure = format_duration(whole) if by == "time" else format_distance(whole)
    return Total(float(whole), tolerance, f"{title(route)}: {figure}, in all")


def figure_of(steps: tuple[Step, ...], by: Literal["time", "distance"], what: str) -> Total:
    """Return the travel time or length of some steps together; ``what`` names them.

    Raises
    ------
    Blocked
        If it is known of none of them.
    """
    parts = [step.duration_s if by == "time" else step.distance_m for step in steps]
    known = [part for part in parts if part is not None]
    if not known:
        raise Blocked(reason="no_such_fact", detail=f"the context gives no {by} of {what}")
    whole = sum(known)
    tolerance = 30.0 if by == "time" else max(half_rounding_m(part) for part in known)
    figure = format_duration(whole) if by == "time" else format_distance(whole)
    return Total(float(whole), tolerance, f"{what}: {figure}, the sum of {_steps(len(known))}")


def _steps(number: int) -> str:
    """Write how many steps were summed."""
    return "its one step" if number == 1 else f"its {number} steps"
