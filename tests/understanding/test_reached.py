"""Places reached within a time, routes inside a budget, and turns before or after another one."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Distance, Listing, Places, RouteFigure, Routes, Value
from geoeval.query.filter_kinds import CompareFilter, FigureFilter
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Derivation, Quantity
from geoeval.understanding import NotUnderstood
from geoeval.world.model import Route, Step, TravelMode, World
from tests.query.asking import any_of
from tests.understanding.asking import answered, asked, chosen
from tests.understanding.towns import ROADS, TOWN

SIGHTS = ("Stone Pier", "Gorm Castle", "Rose Garden")
CAFES = ("Heron Cafe", "Egret Cafe")
HERE = "I am at the Old Mill. "


def reached(comparator: str, minutes: float, mode: str = "walking") -> Listing:
    """Ask for places by the time of the way to them."""
    fields = {"comparator": comparator, "value": minutes * 60, "mode": mode}
    wanted = FigureFilter.model_validate(
        {"figure": "travel_time", "seen_from": "Old Mill", **fields}
    )
    return any_of(filters=(wanted,), among=SIGHTS)


WITHIN = {
    "Which place can I walk to in less than 15 minutes?": reached("<", 15),
    "Which place can I reach on foot within 15 minutes?": reached("<=", 15),
    "Which of these can I drive to in 15 minutes?": reached("<=", 15, "driving"),
    "Which of these takes more than 12 minutes to walk to?": reached(">", 12),
    "Which place takes longer than 12 minutes to drive to?": reached(">", 12, "driving"),
    "Which of these takes at least 5 minutes by car?": reached(">=", 5, "driving"),
}


@pytest.mark.parametrize(("text", "wanted"), WITHIN.items(), ids=list(WITHIN))
def test_ways_are_bounded_by_a_time(text: str, wanted: Listing) -> None:
    """The place is the one to which the way is so short, or so long."""
    assert asked(HERE + text, TOWN, *SIGHTS) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Which place can I not walk to in 15 minutes?",
        "Which place can I walk to and be back from in 15 minutes?",
        "Which place can I walk or drive to in 15 minutes?",
        "Which place can I walk to in 15 minutes and see for an hour?",
        "Which place opens 15 minutes after I walk there?",
    ],
)
def test_other_times_bound_no_way(text: str) -> None:
    """A way back, another mode or a visit are no part of it."""
    query = asked(HERE + text, TOWN, *SIGHTS)
    assert isinstance(query, NotUnderstood) or query not in WITHIN.values()


def test_a_budget_bounds_the_routes() -> None:
    """One of ten minutes fits into twelve."""
    text = "If I have 12 minutes, which route can I take from Hotel Vardo to Gorm Castle?"
    names = ("Via Elm Street", "Via Bay Highway")
    query = asked(text, ROADS, *names)
    assert isinstance(query, Listing)
    assert query.of.filters == (CompareFilter(measure="time", comparator="<=", value=720),)
    assert chosen(answered(text, ROADS, names), names) == "Via Elm Street"


@pytest.mark.parametrize(
    ("beside", "number"), [("before the roundabout", 1), ("after the roundabout", 0)]
)
def test_turns_count_before_or_after_another_manoeuvre(beside: str, number: int) -> None:
    """The route turns left once, and then comes to its one roundabout."""
    way = "On the route via Elm Street from Hotel Vardo to Gorm Castle"
    query = asked(f"{way}, how many times do I turn left {beside}?", ROADS, "0", "1")
    assert isinstance(query, Value)
    assert isinstance(query.figure, RouteFigure)
    outcome = solve(query, ROADS)
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, Quantity)
    assert outcome.value.amount == number


def test_one_of_several_is_not_meant() -> None:
    """Of two roundabouts nobody knows which."""
    circle = Step(instruction="At the roundabout, take the 1st exit")
    turn = Step(instruction="Turn left")
    route = Route(
        origin="A", destination="B", mode=TravelMode.DRIVING, name="C", steps=(circle, turn, circle)
    )
    query = Value(figure=RouteFigure(route=Routes(), measure="left_turn", before="roundabout"))
    outcome = solve(query, World(routes=(route,)))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "under_specified"


def test_the_last_street_turned_onto() -> None:
    """It may be asked for without a "which"."""
    text = "On the route via Elm Street from Hotel Vardo to Gorm Castle, what is the last street I "
    names = ("Oak Avenue", "Fir Lane", "Elm Street")
    assert chosen(answered(f"{text}turn left onto?", ROADS, names), names) == "Oak Avenue"


def test_a_place_comes_after_another_in_distance() -> None:
    """The order is that of distance from the anchor."""
    text = "Which cafe comes right after Gull Cafe in distance from the Old Mill?"
    places = Places(category="cafe", anchor="Old Mill", among=CAFES)
    assert asked(text, TOWN, *CAFES) == Best(figure=Distance(), among=places, after="Gull Cafe")
    assert chosen(answered(text, TOWN, CAFES), CAFES) == "Heron Cafe"
