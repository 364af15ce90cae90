"""Solvers over travel times and distances between places: totals, and what is soonest reached."""

from __future__ import annotations

from typing import Literal

from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.route_choice import half_rounding_m, total
from geoeval.query.travel_kinds import ClosestByTravel, ExtremeMode, TravelTotal
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Leg, Place, TravelMode

Measured = Literal["time", "distance"]


def _figure(leg: Leg, quantity: Measured) -> float | None:
    """Return the travel time (seconds) or distance (metres) of a leg, if it is known."""
    return leg.duration_s if quantity == "time" else leg.distance_m


def _stated(
    origin: Place, destination: Place, mode: TravelMode | None, quantity: Measured, work: Working
) -> tuple[Leg, float] | None:
    """Return the first leg in one direction that states the figure, with it."""
    atlas = work.world.atlas
    leg = atlas.leg(origin.name, destination.name, mode)
    legs = atlas.legs(origin.name, destination.name)
    if leg is None:
        if mode is None and len({each.mode for each in legs}) > 1:
            detail = f"how one travels from {origin.name} to {destination.name} is not said"
            raise Blocked(reason="under_specified", detail=detail)
        return None
    for each in legs:
        amount = _figure(each, quantity)
        if each.mode is leg.mode and amount is not None:
            return each, amount
    return None


def travel_figure(
    origin: Place, destination: Place, mode: TravelMode | None, quantity: Measured, work: Working
) -> float:
    """Return the travel time (seconds) or distance (metres) of one leg, and write it down.

    Raises
    ------
    Blocked
        If the context gives it in neither direction, or only in the other and the conventions
        do not take travel as symmetric.
    """
    found, note = _stated(origin, destination, mode, quantity, work), ""
    if found is None:
        back = _stated(destination, origin, mode, quantity, work)
        if back is not None and work.assume("missing_leg") == "symmetric":
            found, note = back, ", taken from the opposite direction"
    how = f" by {mode}" if mode else ""
    way = f"{origin.name} to {destination.name}{how}"
    if found is None:
        by_route = _by_route(origin, destination, mode, quantity, work)
        if by_route is not None:
            return by_route
        detail = f"the context gives no travel {quantity} from {way}"
        raise Blocked(reason="missing_leg", detail=detail)
    leg, amount = found
    written = format_duration(amount) if quantity == "time" else format_distance(amount)
    work.use(f"{leg.origin} to {leg.destination}{how}: {written}", leg.line)
    work.say(f"{way}: {written}{note}")
    return amount


def _by_route(
    origin: Place, destination: Place, mode: TravelMode | None, quantity: Measured, work: Working
) -> float | None:
    """Return the figure of the fastest (shortest) route, where routes are all that is known."""
    routes = work.world.atlas.routes(origin.name, destination.name, mode)
    if not routes or len({route.mode for route in routes}) > 1:
        return None
    totals = [total(route, quantity) for route in routes]
    best = min(totals, key=lambda each: each.amount)
    work.say(f"{best.text}, the {'fastest' if quantity == 'time' else 'shortest'} of the routes")
    return best.amount


def _travel_total(query: TravelTotal, work: Working) -> Quantity:
    """Answer how long, or how far, the legs are together."""
    amount = tolerance = 0.0
    for leg in query.legs:
        origin, destination = work.place(leg.origin), work.place(leg.destination)
        if origin == destination:
            raise Blocked(
                reason="same_place", detail=f"{quote(leg.origin)} is where that leg ends as well"
            )
        part = travel_figure(origin, destination, leg.mode, query.quantity, work)
        amount += part
        tolerance += 30.0 if query.quantity == "time" else half_rounding_m(part)
    if query.quantity == "time":
        work.say(f"together {format_duration(amount)}")
        return Quantity(amount=amount, unit="s", tolerance=tolerance)
    work.say(f"together {format_distance(amount)}")
    return Quantity(amount=amount, unit="m", tolerance=tolerance)


def _closest_by_travel(query: ClosestByTravel, work: Working) -> Names:
    """Answer which place is reached first, or last."""
    origin = work.place(query.origin)
    keyed = [
        (travel_figure(origin, work.place(name), query.mode, query.quantity, work), name)
        for name in query.among
    ]
    keyed.sort(key=lambda pair: -pair[0] if query.farthest else pair[0])
    tied = sum(1 for amount, _ in keyed if amount == keyed[0][0])
    return Names(
        names=tuple(work.place(name).name for _, name in keyed),
        reading="ranked",
        tied=tied,
        aliases=tuple((name,) for _, name in keyed),
    )


def _extreme_mode(query: ExtremeMode, work: Working) -> Names:
    """Answer which way of travelling is the quickest or shortest, or the opposite."""
    origin, destination = work.place(query.origin), work.place(query.destination)
    keyed = [
        (travel_figure(origin, destination, offer.mode, query.by, work), offer.text)
        for offer in query.among
    ]
    keyed.sort(key=lambda pair: -pair[0] if query.most else pair[0])
    tied = sum(1 for amount, _ in keyed if amount == keyed[0][0])
    return Names(names=tuple(text for _, text in keyed), reading="ranked", tied=tied)


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(TravelTotal, _travel_total),
        solver(ClosestByTravel, _closest_by_travel),
        solver(ExtremeMode, _extreme_mode),
    ]
)
