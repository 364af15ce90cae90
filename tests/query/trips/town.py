"""A small invented town for trips, with short builders."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeVar

from geoeval.calculators.hours import WeeklyHours
from geoeval.query import solve as solving
from geoeval.query.algebra import Best, CheckTrip, Listing, Query, Value
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.parts import DAYS, OfferedOrder, Omissions, Orders, Trip, TripFigure, TripStop
from geoeval.query.values import CannotSolve, Derivation, Infeasible, Outcome
from geoeval.query.values import Value as Result
from geoeval.world.model import Leg, Place, TravelMode, World

T = TypeVar("T", bound=Outcome)

WALK, CAR = TravelMode.WALKING, TravelMode.DRIVING
WEEK = {
    "Castle": "10:00 AM – 5:00 PM",
    "Bank": "9:00 AM – 3:00 PM",
    "Cinema": "6:00 PM – 2:00 AM",
    "Kiosk": "Open 24 hours",
}
MINUTES = {
    ("Inn", "Castle"): 10,
    ("Inn", "Bank"): 5,
    ("Inn", "Park"): 20,
    ("Castle", "Bank"): 15,
    ("Bank", "Castle"): 25,
    ("Castle", "Park"): 10,
    ("Park", "Castle"): 10,
    ("Bank", "Park"): 30,
    ("Castle", "Inn"): 12,
    ("Bank", "Inn"): 6,
    ("Cinema", "Inn"): 15,
    ("Inn", "Cinema"): 15,
    ("Kiosk", "Park"): 4,
}


def hours(text: str, **other: str) -> WeeklyHours:
    """Return hours that are equal on all days except the named ones."""
    lines = [f"{day.capitalize()}: {other.get(day, text)}" for day in DAYS]
    return WeeklyHours.parse_lines(lines)


def town(**changed: WeeklyHours) -> World:
    """Return the town with some hours changed; every leg is on foot."""
    names = ("Inn", "Castle", "Bank", "Park", "Cinema", "Kiosk", "Lake")
    regular = {name: hours(text) for name, text in WEEK.items()} | changed
    return World(
        places=tuple(
            Place(name=name, hours=regular.get(name), line=number)
            for number, name in enumerate(names, start=1)
        ),
        legs=tuple(
            Leg(origin=a, destination=b, mode=WALK, duration_s=60 * minutes, line=50 + number)
            for number, ((a, b), minutes) in enumerate(MINUTES.items())
        ),
    )


def stop(place: str, visit_min: int = 0, starts_at: str | None = None) -> TripStop:
    """Return a stop."""
    return TripStop(place=place, visit_min=visit_min, starts_at=starts_at)


def figure(
    name: str, *, place: str | None = None, before_closing: str | None = None, **trip: object
) -> TripFigure:
    """Build a figure of a trip."""
    fields = {"figure": name, "place": place, "before_closing": before_closing}
    return TripFigure.model_validate({**fields, "trip": Trip.model_validate(trip)})


def ask(
    name: str, *, place: str | None = None, before_closing: str | None = None, **trip: object
) -> Value:
    """Ask for a figure of a trip."""
    return Value(figure=figure(name, place=place, before_closing=before_closing, **trip))


def feasible(*, holds: bool = True, **trip: object) -> CheckTrip:
    """Ask whether a trip is feasible, or infeasible, in its order."""
    return CheckTrip(trip=Trip.model_validate(trip), holds=holds)


def left_out(**trip: object) -> Listing:
    """Ask for the stop to leave out."""
    return Listing(of=Omissions(trip=Trip.model_validate(trip)))


def best_order(
    *,
    orders: tuple[OfferedOrder, ...] = (),
    names: Literal["first", "last"] = "first",
    either: str | None = None,
    neither: str | None = None,
    most: bool = False,
    rank: int = 1,
    by: Literal["finish", "travel"] = "finish",
    **trip: object,
) -> Best:
    """Ask for the order with the earliest finish or the least travel, of some or all orders."""
    among = Orders(
        trip=Trip.model_validate(trip), orders=orders, names=names, either=either, neither=neither
    )
    return Best(figure=TripFigure(figure=by), among=among, most=most, rank=rank)


def solve(query: Query, world: World | None = None, conventions: Conventions = DEFAULT) -> Outcome:
    """Solve a query in the town."""
    return solving.solve(query, world or town(), conventions)


def _solve_to(
    kind: type[T],
    query: Query,
    world: World | None = None,
    conventions: Conventions = DEFAULT,
) -> T:
    outcome = solve(query, world, conventions)
    assert isinstance(outcome, kind), outcome
    return outcome


derived = partial(_solve_to, Derivation)
failure = partial(_solve_to, CannotSolve)
infeasible = partial(_solve_to, Infeasible)


def value(query: Query, world: World | None = None, conventions: Conventions = DEFAULT) -> Result:
    """Return the value that a query derives in the town."""
    return derived(query, world, conventions).value
