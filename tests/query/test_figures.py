"""Comparison of two figures, and the valid combinations of figures and candidates."""

from __future__ import annotations

from itertools import product
from typing import ClassVar, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from geoeval.query.algebra import (
    AnyFigure,
    Best,
    Compare,
    Days,
    Detour,
    Difference,
    DirectionOf,
    Distance,
    Fact,
    Hours,
    Modes,
    Pairs,
    Places,
    Quality,
    RouteFigure,
    Routes,
    StepFact,
    Sum,
    Toward,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.parts import (
    Candidates,
    Figure,
    OfferedMode,
    Orders,
    Pair,
    Trip,
    TripFigure,
    TripStop,
)
from geoeval.query.solve import solve
from geoeval.query.trace import check_complete
from geoeval.query.values import CannotSolve, Derivation, Infeasible, YesNo
from geoeval.world.model import TravelMode
from tests.query.towns import ROADS, TOWN, amount, derived, reason, yes

ELM = RouteFigure(measure="time", route=Routes(via="Elm St", mode=TravelMode.DRIVING))
FIR = RouteFigure(measure="time", route=Routes(via="Elm St and Fir Ln"))
PATH = RouteFigure(measure="time", route=Routes(via="Mill Path", mode=TravelMode.WALKING))
LENGTH = RouteFigure(measure="distance", route=Routes(via="Mill Path", mode=TravelMode.WALKING))


def test_a_difference_has_no_sign() -> None:
    assert amount(Difference(first=PATH, second=FIR), ROADS) == 2520
    assert amount(Difference(first=FIR, second=PATH), ROADS) == 2520


def test_a_difference_shows_both_figures() -> None:
    """The derivation has the steps of both and the difference."""
    steps = derived(Difference(first=PATH, second=FIR), ROADS).steps
    assert steps[-1] == "they differ by 42 mins"
    assert len(steps) == 3


def test_an_unknown_figure_has_no_difference() -> None:
    """The first figure that fails gives the reason."""
    nowhere = Distance(origin="Moon", destination="Mars")
    assert reason(Difference(first=nowhere, second=LENGTH), ROADS) == "unknown_place"


def test_closing_and_opening_times_are_compared() -> None:
    """Clock times differ by minutes."""
    opens = Hours(place="Gull Cafe", edge="opens", day="monday")
    closes = Hours(place="Heron Cafe", edge="opens", day="monday")
    assert yes(Compare(first=opens, second=closes), TOWN)
    assert amount(Difference(first=opens, second=closes), TOWN) == 9 * 3600


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (PATH, LENGTH),
        (PATH, Distance(origin="Inn", destination="Zoo")),
        (Fact(place="A", fact="rating"), Fact(place="B", fact="rating_count")),
        (Fact(place="A", fact="phone"), Fact(place="B", fact="phone")),
        (DirectionOf(place="A", seen_from="B"), DirectionOf(place="B", seen_from="A")),
        (Distance(), Distance()),
    ],
)
@pytest.mark.parametrize("ask", [Compare, Difference])
def test_unlike_figures_are_rejected(
    ask: type[Compare | Difference], first: AnyFigure, second: AnyFigure
) -> None:
    with pytest.raises(ValidationError):
        ask(first=first, second=second)


TRIP = Trip(origin="Inn", depart="09:00", stops=(TripStop(place="Zoo", visit_min=30),))
FIGURES: tuple[AnyFigure, ...] = (
    Distance(),
    Distance(origin="Gull Cafe"),
    Distance(origin="Gull Cafe", destination="Heron Cafe"),
    DirectionOf(place="Gull Cafe", seen_from="Heron Cafe"),
    Fact(fact="rating"),
    Fact(fact="phone"),
    Fact(place="Gull Cafe", fact="hours"),
    Hours(edge="opens", day="monday"),
    Hours(place="Gull Cafe", edge="length", week=True),
    Detour(first="Gull Cafe", second="Heron Cafe"),
    Detour(first="Gull Cafe", second="Heron Cafe", place="Egret Cafe"),
    Quality(),
    Toward(direction="north"),
    Toward(direction="southwest", of_anchor=True),
    Travel(legs=(TravelLeg(origin="Inn"),)),
    Travel(legs=(TravelLeg(origin="Inn", destination="Zoo"),), measure="distance"),
    Travel(legs=(TravelLeg(),)),
    RouteFigure(measure="time"),
    RouteFigure(measure="left_turn", route=Routes(via="Elm St")),
    StepFact(step="side", route=Routes(via="Elm St")),
    StepFact(step="onto", road="Oak Ave"),
    TripFigure(figure="finish"),
    TripFigure(figure="finish", trip=TRIP),
    TripFigure(figure="visits", trip=TRIP),
    TripFigure(figure="stay", place="Zoo", trip=TRIP),
    Sum(of=(Distance(origin="Gull Cafe", destination="Heron Cafe"),), times=0.5),
    Sum(
        of=(
            Hours(place="Gull Cafe", edge="opens"),
            Travel(legs=(TravelLeg(origin="Inn", destination="Zoo"),)),
        )
    ),
)
CANDIDATES: tuple[Places | Routes | Pairs | Modes | Orders, ...] = (
    Places(category="cafe", anchor="Harbour Square"),
    Places(among=("Gull Cafe", "Heron Cafe")),
    Routes(origin="Inn", destination="Zoo"),
    Pairs(
        pairs=(
            Pair(text="a", first="Gull Cafe", second="Heron Cafe"),
            Pair(text="b", first="Gull Cafe", second="Egret Cafe"),
        )
    ),
    Modes(
        modes=(
            OfferedMode(text="by car", mode=TravelMode.DRIVING),
            OfferedMode(text="on foot", mode=TravelMode.WALKING),
        )
    ),
    Orders(trip=TRIP),
)


def test_the_samples_cover_every_figure() -> None:
    assert {type(figure) for figure in FIGURES} == set(get_args(get_args(AnyFigure)[0]))


@given(
    figure=st.sampled_from(FIGURES),
    among=st.sampled_from(CANDIDATES),
    most=st.booleans(),
    rank=st.integers(1, 4),
)
def test_accepted_superlatives_can_be_solved(
    figure: AnyFigure, among: BaseModel, most: bool, rank: int
) -> None:
    """Each figure with each kind of candidates is rejected early or solved without a crash."""
    try:
        query = Best.model_validate({"figure": figure, "among": among, "most": most, "rank": rank})
    except ValidationError:
        return
    for world in (TOWN, ROADS):
        assert isinstance(solve(query, world), Derivation | CannotSolve | Infeasible)


def test_accepted_comparisons_can_be_solved() -> None:
    """Compared figures share a unit, and the outcome is yes, no or a reason."""
    for first, second in product(FIGURES, repeat=2):
        try:
            query = Compare(first=first, second=second)
        except ValidationError:
            continue
        outcome = solve(query, TOWN)
        if isinstance(outcome, Derivation):
            assert isinstance(outcome.value, YesNo), query


def test_an_undefined_figure_has_no_value() -> None:
    """The message says what is missing."""
    for figure in FIGURES:
        if figure.left_open:
            with pytest.raises(ValidationError, match="must be complete"):
                Value(figure=figure)


def test_a_described_place_may_replace_a_named_place() -> None:
    """The distance from the best rated cafe to the cafe nearest to the square."""
    cafes = Places(category="cafe", anchor="Harbour Square")
    nearest = Best(figure=Distance(), among=cafes)
    busiest = Best(figure=Fact(fact="rating_count"), among=cafes, most=True)
    cheapest = Best(figure=Fact(fact="price_level"), among=cafes)
    assert reason(Value(figure=DirectionOf(place=nearest, seen_from=busiest)), TOWN) == "same_place"
    query = Value(figure=Distance(origin=nearest, destination=cheapest))
    assert amount(query, TOWN) == pytest.approx(351.6, abs=0.1)
    hours = Value(figure=Hours(place=cheapest, edge="opens", day="monday"))
    assert "the intended place is Heron Cafe" in derived(hours, TOWN).steps


def test_a_described_place_has_opening_days() -> None:
    """The only match of a filter is a described place as well."""
    only = Places(among=("Gull Cafe",))
    assert Days(place=only).place == only


def test_a_figure_class_must_be_complete() -> None:
    """A class without a part, or without a solver, cannot be defined."""
    with pytest.raises(TypeError, match="class Height to declare 'of_unit' and 'rule'"):

        class Height(Figure):
            kind: Literal["height"] = "height"
            phrase: ClassVar = "the height of {place}"
            noun: ClassVar = "height"

    with pytest.raises(TypeError, match="expected the class Towers to declare 'rule'"):

        class Towers(Candidates):
            kind: Literal["towers"] = "towers"

    with pytest.raises(TypeError, match="expected a solver for Distance"):
        check_complete({}, [Distance])
