"""Places reached within a time, routes within a budget, and turns before or after a manoeuvre."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Distance, Listing, Places, RouteFigure, Routes, Value
from geoeval.query.filter_kinds import CompareFilter, FigureFilter
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Quantity
from geoeval.understanding import NotUnderstood
from geoeval.world.model import Route, Step, TravelMode, World
from tests.query.asking import any_of
from tests.understanding.asking import answer_text, query_of, solved_value
from tests.understanding.towns import ROADS, TOWN

SIGHTS = ("Stone Pier", "Gorm Castle", "Rose Garden")
CAFES = ("Heron Cafe", "Egret Cafe")
HERE = "I am at the Old Mill. "


def reachable(comparator: str, minutes: float, mode: str = "walking") -> Listing:
    """Return a query for places by travel time."""
    fields = {"comparator": comparator, "value": minutes * 60, "mode": mode}
    wanted = FigureFilter.model_validate(
        {"figure": "travel_time", "seen_from": "Old Mill", **fields}
    )
    return any_of(filters=(wanted,), among=SIGHTS)


WITHIN = {
    "Which place can I walk to in less than 15 minutes?": reachable("<", 15),
    "Which place can I reach on foot within 15 minutes?": reachable("<=", 15),
    "Which of these can I drive to in 15 minutes?": reachable("<=", 15, "driving"),
    "Which of these takes more than 12 minutes to walk to?": reachable(">", 12),
    "Which place takes longer than 12 minutes to drive to?": reachable(">", 12, "driving"),
    "Which of these takes at least 5 minutes by car?": reachable(">=", 5, "driving"),
}


@pytest.mark.parametrize(("text", "wanted"), WITHIN.items(), ids=list(WITHIN))
def test_travel_time_filters_places(text: str, wanted: Listing) -> None:
    assert query_of(HERE + text, TOWN, *SIGHTS) == wanted


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
def test_other_times_do_not_filter_places(text: str) -> None:
    """A way back, another mode or a visit is not part of the travel time."""
    query = query_of(HERE + text, TOWN, *SIGHTS)
    assert isinstance(query, NotUnderstood) or query not in WITHIN.values()


def test_a_time_budget_filters_routes() -> None:
    """The route of ten minutes fits into twelve."""
    text = "If I have 12 minutes, which route can I take from Hotel Vardo to Gorm Castle?"
    names = ("Via Elm Street", "Via Bay Highway")
    query = query_of(text, ROADS, *names)
    assert isinstance(query, Listing)
    assert query.of.filters == (CompareFilter(measure="time", comparator="<=", value=720),)
    assert answer_text(text, ROADS, names) == "Via Elm Street"


@pytest.mark.parametrize(
    ("position", "number"), [("before the roundabout", 1), ("after the roundabout", 0)]
)
def test_turns_are_counted_before_or_after_a_manoeuvre(position: str, number: int) -> None:
    way = "On the route via Elm Street from Hotel Vardo to Gorm Castle"
    text = f"{way}, how many times do I turn left {position}?"
    value = solved_value(text, ROADS, "0", "1")
    assert isinstance(value, Quantity)
    assert value.amount == number


def test_an_ambiguous_manoeuvre_is_under_specified() -> None:
    circle = Step(instruction="At the roundabout, take the 1st exit")
    turn = Step(instruction="Turn left")
    route = Route(
        origin="A", destination="B", mode=TravelMode.DRIVING, name="C", steps=(circle, turn, circle)
    )
    query = Value(figure=RouteFigure(route=Routes(), measure="left_turn", before="roundabout"))
    outcome = solve(query, World(routes=(route,)))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "under_specified"


def test_the_last_street_is_found_without_which() -> None:
    text = "On the route via Elm Street from Hotel Vardo to Gorm Castle, what is the last street I "
    names = ("Oak Avenue", "Fir Lane", "Elm Street")
    assert answer_text(f"{text}turn left onto?", ROADS, names) == "Oak Avenue"


def test_the_next_place_by_distance_is_found() -> None:
    """The distance is measured from the anchor."""
    text = "Which cafe comes right after Gull Cafe in distance from the Old Mill?"
    places = Places(category="cafe", anchor="Old Mill", among=CAFES)
    assert query_of(text, TOWN, *CAFES) == Best(figure=Distance(), among=places, after="Gull Cafe")
    assert answer_text(text, TOWN, CAFES) == "Heron Cafe"
