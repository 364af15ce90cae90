"""Sums, multiples and offsets of figures."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from geoeval.query.algebra import (
    DirectionOf,
    Distance,
    Hours,
    RouteFigure,
    Routes,
    Sum,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.describe import describe
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Clock, Quantity
from tests.query.towns import derived, failure
from tests.understanding.towns import ROADS, TOWN

LINE = Distance(origin="Old Mill", destination="Stone Pier")
WALK = Travel(legs=(TravelLeg(origin="Old Mill", destination="Stone Pier", mode="walking"),))
OPENS = Hours(place="Stone Pier", edge="opens", day="tuesday")
CLOSES = Hours(place="Stone Pier", edge="closes", day="tuesday")
LENGTH = Hours(place="Stone Pier", edge="length", day="tuesday")
TOGETHER = Sum(of=(LENGTH, Hours(place="Stone Pier", edge="length", day="sunday")))


@pytest.mark.parametrize(
    ("figure", "amount", "sentence"),
    [
        (Sum(of=(LINE,), times=2), 22239.0, "2 times the straight-line distance"),
        (Sum(of=(WALK,), times=0.5), 300, "0.5 times the travel time"),
        (Sum(of=(WALK,), plus=600), 1200, "on foot, plus 10 mins"),
        (Sum(of=(WALK,), times=2, plus=-300), 900, "on foot, minus 5 mins"),
        (Sum(of=(LINE,), plus=-1000), 10119.5, "Stone Pier, minus 1.0 km"),
        (TOGETHER, 14 * 3600, "the sum of how long Stone Pier is open on Tuesday and how long"),
    ],
)
def test_amounts_are_added_after_multiplication(figure: Sum, amount: float, sentence: str) -> None:
    """The sentence has both."""
    outcome = derived(Value(figure=figure), TOWN)
    assert isinstance(outcome.value, Quantity)
    assert outcome.value.amount == pytest.approx(amount, abs=0.1)
    assert sentence in describe(Value(figure=figure))


@pytest.mark.parametrize(
    ("figure", "step"),
    [
        (Sum(of=(LINE,), times=2), "2 times that is 22.2 km"),
        (Sum(of=(WALK,), plus=600), "that +600 s is 20 mins"),
        (Sum(of=(LINE,), plus=-1000), "that -1000 m is 10.1 km"),
        (TOGETHER, "the sum is 14 hours 0 mins"),
    ],
)
def test_the_last_step_shows_the_sum(figure: Sum, step: str) -> None:
    """It has the multiple, the offset and the amount."""
    outcome = derived(Value(figure=figure), TOWN)
    assert outcome.steps[-1] == step


def test_the_tolerance_is_multiplied_too() -> None:
    """Rounded minutes are doubled for the way there and back."""
    outcome = derived(Value(figure=Sum(of=(WALK,), times=2)), TOWN)
    assert isinstance(outcome.value, Quantity)
    assert outcome.value.tolerance == 60


@pytest.mark.parametrize(
    ("figure", "minute"),
    [
        (Sum(of=(CLOSES,), plus=-1800), 16 * 60 + 30),
        (Sum(of=(OPENS, WALK), plus=3600), 10 * 60 + 10),
        (Sum(of=(OPENS,), plus=-10 * 3600), 23 * 60),
        (Sum(of=(OPENS,), plus=90), 9 * 60 + 2),
        (Sum(of=(OPENS,), plus=-9 * 3600), 0),
    ],
)
def test_amounts_are_added_to_a_time_of_day(figure: Sum, minute: int) -> None:
    """An hour after opening, half an hour before closing, and an arrival after a walk."""
    outcome = derived(Value(figure=figure), TOWN)
    assert outcome.value == Clock(minute=minute)


@pytest.mark.parametrize(
    "part",
    [
        {"of": [LINE]},
        {"of": [LINE, WALK]},
        {"of": [WALK, OPENS]},
        {"of": [OPENS, CLOSES]},
        {"of": [OPENS], "times": 2},
        {"of": [LINE], "times": 0},
        {"of": [DirectionOf(place="Old Mill", seen_from="Stone Pier")], "times": 2},
        {"of": [RouteFigure(measure="turn", route=Routes())], "times": 2},
        {"of": [Distance(origin="Old Mill")], "times": 2},
        {"of": []},
    ],
)
def test_invalid_sums_are_rejected(part: dict[str, object]) -> None:
    """Mixed units, two times of day, their multiples, and a figure without a change."""
    with pytest.raises(ValidationError):
        Sum.model_validate(part)


def test_a_time_cannot_be_negative() -> None:
    """No more can be subtracted than there is."""
    failure(Value(figure=Sum(of=(WALK,), plus=-900)), TOWN)


def test_figures_of_a_route_may_be_multiplied() -> None:
    elm = Routes(via="Elm Street")
    outcome = derived(
        Value(figure=Sum(of=(RouteFigure(measure="time", route=elm),), times=2)), ROADS
    )
    assert isinstance(outcome.value, Quantity)
    assert outcome.value.amount == 1200


@pytest.mark.parametrize(
    ("edge", "day", "since", "minutes"),
    [("closes", "tuesday", "16:30", 30), ("opens", "tuesday", "08:15", 45)],
)
def test_the_time_until_an_edge_is_computed(edge: str, day: str, since: str, minutes: int) -> None:
    """The time from a given hour until the place closes or opens."""
    figure = Hours.model_validate({"place": "Stone Pier", "edge": edge, "day": day, "since": since})
    outcome = derived(Value(figure=figure), TOWN)
    assert outcome.value == Quantity(amount=minutes * 60, unit="s")
    assert f"how long it is until Stone Pier {edge}" in describe(Value(figure=figure))


@pytest.mark.parametrize(
    ("edge", "day", "since"),
    [
        ("closes", "tuesday", "08:15"),  # closed at that time
        ("opens", "tuesday", "10:00"),  # open at that time
        ("closes", None, "11:00"),  # closing differs by day
        ("opens", "tuesday", "18:00"),  # hours of the next days are unknown
    ],
)
def test_an_edge_that_is_not_ahead_is_undecided(edge: str, day: str | None, since: str) -> None:
    """An open place does not open, and hours that differ by day need a day."""
    figure = Hours.model_validate({"place": "Stone Pier", "edge": edge, "day": day, "since": since})
    assert isinstance(solve(Value(figure=figure), TOWN), CannotSolve)


def test_a_length_accepts_no_starting_hour() -> None:
    """It is counted from the opening."""
    with pytest.raises(ValidationError):
        Hours(place="Stone Pier", edge="length", since="09:00")
