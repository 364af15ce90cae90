"""Boundary cases of answers: tolerances, whole minutes and the number of feasible orders."""

from __future__ import annotations

from itertools import pairwise

import pytest

from geoeval.errors import UsageError
from geoeval.query.algebra import Best, Difference, Hours, Sum, Travel, TravelLeg, Value
from geoeval.query.conventions import DEFAULT
from geoeval.query.filter_kinds import RouteHas
from geoeval.query.parts import OfferedOrder, Orders, Trip, TripFigure
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Clock, Derivation, Names, Quantity
from geoeval.query.values import Value as Result
from geoeval.world.model import Leg, TravelMode, World
from tests.query.trips.town import stop, town

WORLD = World(
    legs=(
        Leg(origin="Inn", destination="Zoo", mode=TravelMode.DRIVING, duration_s=600),
        Leg(origin="Zoo", destination="Fair", mode=TravelMode.DRIVING, duration_s=7200),
    )
)


def value_of(query: Value | Difference | Best, world: World = WORLD) -> Result:
    """Return the value of an answer."""
    outcome = solve(query, world, DEFAULT)
    assert isinstance(outcome, Derivation), outcome
    return outcome.value


def travel(*places: str) -> Travel:
    """Ask for the drive through some places."""
    legs = [
        TravelLeg(origin=a, destination=b, mode=TravelMode.DRIVING) for a, b in pairwise(places)
    ]
    return Travel(legs=tuple(legs))


def test_a_difference_has_the_greater_tolerance() -> None:
    """The order of the figures does not matter."""
    short, long = travel("Inn", "Zoo"), travel("Inn", "Zoo", "Fair")
    known = [value_of(Value(figure=each)) for each in (short, long)]
    assert all(isinstance(each, Quantity) for each in known)
    least, most = (each.tolerance for each in known if isinstance(each, Quantity))
    assert least < most
    for first, second in ((short, long), (long, short)):
        assert value_of(Difference(first=first, second=second)) == Quantity(
            amount=7200, unit="s", tolerance=most
        )


@pytest.mark.parametrize(("seconds", "minute"), [(59, 601), (60, 601), (61, 602), (-60, 599)])
def test_times_of_day_round_up_to_minutes(seconds: int, minute: int) -> None:
    opens = Hours(place="Castle", edge="opens", day="monday")
    later = Value(figure=Sum(of=(opens,), plus=seconds))
    assert value_of(later, town()) == Clock(minute=minute)


def test_subtraction_stops_at_zero() -> None:
    """Zero is allowed, a negative result is not."""
    whole = Sum(of=(travel("Inn", "Zoo"),), plus=-600)
    assert value_of(Value(figure=whole)) == Quantity(amount=0, unit="s", tolerance=30)
    too_much = solve(Value(figure=whole.model_copy(update={"plus": -601})), WORLD, DEFAULT)
    assert isinstance(too_much, CannotSolve)


def trip(*orders: str) -> Best:
    """Ask in which order to visit three places; the Bank closes at three."""
    stops = (stop("Bank", 30), stop("Castle", 30), stop("Park", 0))
    offered = tuple(OfferedOrder(text=each, places=tuple(each.split())) for each in orders)
    among = Orders(
        trip=Trip(origin="Inn", depart="14:00", stops=stops),
        orders=offered,
        either="Either",
        neither="Neither",
    )
    return Best(figure=TripFigure(figure="finish"), among=among)


FIRST, SECOND = "Bank Castle Park", "Bank Park Castle"
LATE, LATER = "Castle Bank Park", "Castle Park Bank"


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ((FIRST, SECOND), "Either"),
        ((FIRST, SECOND, LATE), FIRST),
        ((FIRST, LATE), FIRST),
        ((LATE, LATER), "Neither"),
    ],
)
def test_either_needs_every_order_to_hold(orders: tuple[str, ...], expected: str) -> None:
    """Neither needs all of them to fail."""
    found = value_of(trip(*orders), town())
    assert isinstance(found, Names)
    assert found.names[0] == expected


@pytest.mark.parametrize(("pier_s", "expected"), [(720, "Mill Pier"), (480, "Either")])
def test_either_without_demands_needs_equal_times(pier_s: int, expected: str) -> None:
    """Every order can be travelled then, so that only the times differ."""
    stops = (stop("Mill", 0), stop("Pier", 0))
    offered = (
        OfferedOrder(text="Mill Pier", places=("Mill", "Pier")),
        OfferedOrder(text="Pier Mill", places=("Pier", "Mill")),
    )
    among = Orders(trip=Trip(origin="Inn", stops=stops), orders=offered, either="Either")
    legs = (("Inn", "Mill", 480), ("Inn", "Pier", pier_s), ("Mill", "Pier", 300))
    world = World(
        legs=tuple(
            Leg(origin=origin, destination=end, mode=TravelMode.DRIVING, duration_s=time)
            for origin, end, time in legs
        )
    )
    found = value_of(Best(figure=TripFigure(figure="finish"), among=among), world)
    assert isinstance(found, Names)
    assert found.names[0] == expected


def test_amounts_out_of_range_are_named() -> None:
    with pytest.raises(UsageError, match="expected a number of at least 1 as 'times' of RouteHas"):
        RouteHas(manoeuvre="turn", times=0)
