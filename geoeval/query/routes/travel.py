"""Travel times and lengths of legs, routes and steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import quote
from geoeval.query.algebra import Travel
from geoeval.query.filter_kinds import Total
from geoeval.query.trace import Blocked, Trace, missing_fact, missing_travel
from geoeval.query.values import Quantity
from geoeval.query.wording import join_words
from geoeval.world.model import Leg, Place, Route, Step, TravelMode

MILE_M = 1609.344


def route_title(route: Route) -> str:
    """Return the name and mode of a route, for use in sentences."""
    name = f"via {route.name}" if route.name else "the unnamed route"
    return f"{name} ({route.mode})" if route.mode else name


def half_rounding_m(distance_m: float) -> float:
    """Return half the unit to which a map rounds a distance, in metres."""
    if distance_m >= 1000 and abs(distance_m - round(distance_m, -2)) < 0.01:
        return 50.0
    tenths = distance_m / MILE_M * 10
    if tenths >= 1 and abs(tenths - round(tenths)) < 1e-3:
        return MILE_M / 20
    return 0.5


def _rounding_tolerance(amount: float, measure: Total) -> float:
    return 30.0 if measure == "time" else half_rounding_m(amount)


def _format_amount(amount: float, measure: Total) -> str:
    return format_duration(amount) if measure == "time" else format_distance(amount)


class Computed(NamedTuple):
    """A figure and its derivation in words."""

    quantity: Quantity
    text: str


def to_quantity(amount: float, measure: Total, tolerance: float) -> Quantity:
    """Return an amount as a quantity in seconds or metres."""
    return Quantity(
        amount=float(amount), unit="s" if measure == "time" else "m", tolerance=tolerance
    )


def route_total(route: Route, measure: Total) -> Computed:
    """Return the travel time or length of a route: the stated total, else the sum of its steps."""
    whole = route.duration_s if measure == "time" else route.distance_m
    if whole is None:
        return total_of_steps(route.steps, measure, route_title(route))
    return Computed(
        to_quantity(whole, measure, _rounding_tolerance(whole, measure)),
        f"{route_title(route)}: {_format_amount(whole, measure)}, in all",
    )


def total_of_steps(steps: Sequence[Step], measure: Total, what: str) -> Computed:
    """Return the travel time or length of some steps; ``what`` names them."""
    parts = [step.duration_s if measure == "time" else step.distance_m for step in steps]
    known = [part for part in parts if part is not None]
    if not known:
        raise missing_fact(reason="no_such_fact", fact=f"{measure} of {what}")
    whole = sum(known)
    number = "its one step" if len(known) == 1 else f"its {len(known)} steps"
    return Computed(
        to_quantity(whole, measure, max(_rounding_tolerance(part, measure) for part in known)),
        f"{what}: {_format_amount(whole, measure)}, the sum of {number}",
    )


def _find_stated_leg(
    origin: Place, destination: Place, mode: TravelMode | None, measure: Total, trace: Trace
) -> tuple[Leg, float] | None:
    atlas = trace.world.atlas
    start, end = trace.known_by(origin), trace.known_by(destination)
    leg = atlas.leg(start, end, mode)
    legs = atlas.legs(start, end)
    if leg is None:
        if mode is None and len({each.mode for each in legs}) > 1:
            modes = tuple(dict.fromkeys(str(each.mode) for each in legs if each.mode))
            detail = f"the mode of travel from {origin.name} to {destination.name} is not stated"
            detail += f"; the context has {join_words(modes)}"
            raise Blocked(reason="under_specified", detail=detail, candidates=modes)
        return None
    for each in legs:
        amount = each.duration_s if measure == "time" else each.distance_m
        if each.mode is leg.mode and amount is not None:
            return each, amount
    return None


def travel_figure(
    origin: Place, destination: Place, mode: TravelMode | None, measure: Total, trace: Trace
) -> float:
    """Return the travel time (s) or distance (m) of one leg, and record it."""
    found, note = _find_stated_leg(origin, destination, mode, measure, trace), ""
    if found is None:
        back = _find_stated_leg(destination, origin, mode, measure, trace)
        if back is not None and trace.assume("missing_leg") == "symmetric":
            found, note = back, ", taken from the opposite direction"
    how = f" by {mode}" if mode else ""
    leg_text = f"{origin.name} to {destination.name}{how}"
    if found is None:
        by_route = _find_best_route_figure(origin, destination, mode, measure, trace)
        if by_route is not None:
            return by_route
        fact = f"travel {measure} from {leg_text}"
        raise missing_travel(fact, origin.name, destination.name, mode)
    leg, amount = found
    trace.assume_walks(leg)
    written = _format_amount(amount, measure)
    trace.use(f"{leg.origin} to {leg.destination}{how}: {written}", leg.line)
    trace.say(f"{leg_text}: {written}{note}")
    return amount


def _find_best_route_figure(
    origin: Place, destination: Place, mode: TravelMode | None, measure: Total, trace: Trace
) -> float | None:
    """Return the figure of the fastest (or shortest) route if all routes have the same mode."""
    start, end = trace.known_by(origin), trace.known_by(destination)
    routes = trace.world.atlas.routes(start, end, mode)
    if not routes or len({route.mode for route in routes}) > 1:
        return None
    totals = [route_total(route, measure) for route in routes]
    route, best = min(zip(routes, totals, strict=True), key=lambda each: each[1].quantity.amount)
    trace.assume_walks(route)
    trace.say(f"{best.text}, the {'fastest' if measure == 'time' else 'shortest'} of the routes")
    return best.quantity.amount


def travel_total(figure: Travel, trace: Trace) -> Quantity:
    """Return the total travel time (s) or distance (m) of all legs."""
    amount = tolerance = 0.0
    for leg in figure.legs:
        assert leg.origin is not None, "the algebra allows no open end here"
        assert leg.destination is not None, "the algebra allows no open end here"
        origin, destination = trace.place(leg.origin), trace.place(leg.destination)
        if origin == destination:
            origin_name = leg.origin if isinstance(leg.origin, str) else origin.name
            detail = f"a leg both starts and ends at {quote(origin_name)}"
            raise Blocked(reason="same_place", detail=detail, value=origin_name)
        part = travel_figure(origin, destination, leg.mode, figure.measure, trace)
        amount += part
        tolerance += _rounding_tolerance(part, figure.measure)
    if len(figure.legs) > 1:
        trace.say(f"together {_format_amount(amount, figure.measure)}")
    return to_quantity(amount, figure.measure, tolerance)
