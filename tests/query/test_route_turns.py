"""How a route gets onto a road, which exits it takes, and routes told by what they have."""

from __future__ import annotations

import pytest
from geoeval.query.base import Model
from geoeval.query.figure_kinds import CompareFigures, Difference
from geoeval.query.route_kinds import (
    CountManoeuvres,
    ExitTaken,
    NextStep,
    RoadFigure,
    RouteAttribute,
    RouteOfFigure,
    RouteWith,
    StepOnto,
)
from geoeval.query.travel_kinds import ExtremeMode, OfferedMode

from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Derivation, Names, Quantity, YesNo
from geoeval.world.model import Leg, Place, Route, Step, TravelMode, World

DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING


def _step(instruction: str, *notes: str, metres: float = 100.0) -> Step:
    return Step(instruction=instruction, notes=notes, distance_m=metres, duration_s=60)


def _route(name: str, seconds: int, *steps: Step) -> Route:
    return Route(
        origin="Inn",
        destination="Keep",
        mode=DRIVING,
        name=name,
        duration_s=seconds,
        distance_m=seconds * 10.0,
        steps=steps,
    )


ASH = _route(
    "Ash Rd",
    600,
    _step("At the roundabout, take the 2nd exit onto Ash Rd", "Toll road", metres=1500.0),
    _step("Turn left onto Oak Ave", "Pass by the Obelisk (on the left)"),
    _step("At the roundabout, take the 3rd exit onto Bay St", "Toll road", metres=300.0),
)
FIR = _route(
    "Fir Ln",
    900,
    _step("Merge onto Fir Ln", "Partial toll road"),
    _step("Take exit 12B toward Elm St"),
)
BARE = _route("Gap Rd", 1200)
PLACES = (Place(name="Inn"), Place(name="Keep"))
LEGS = tuple(
    Leg(origin="Inn", destination="Keep", mode=mode, duration_s=seconds)
    for mode, seconds in ((DRIVING, 600), (WALKING, 3600))
)
ROADS = World(places=PLACES, routes=(ASH, FIR), legs=LEGS)


def _value(query: Model, world: World = ROADS) -> object:
    outcome = solve(query, world)  # type: ignore[arg-type]  # every query here is of the union
    assert isinstance(outcome, Derivation), outcome
    return outcome.value


def _reason(query: Model, world: World = ROADS) -> str:
    outcome = solve(query, world)  # type: ignore[arg-type]  # every query here is of the union
    assert isinstance(outcome, CannotSolve), outcome
    return outcome.reason


def _names(query: Model) -> Names:
    value = _value(query)
    assert isinstance(value, Names)
    return value


def test_the_side_one_turns_to_is_another_way_to_say_a_step() -> None:
    """A turn is said by its side, too; a road that is never reached has no step."""
    assert "left" in _names(StepOnto(via="Ash Rd", road="Oak Ave")).aliases[0]
    assert _reason(StepOnto(via="Ash Rd", road="Elm St")) == "no_such_step"


def test_an_exit_is_said_by_its_number() -> None:
    """A motorway exit has a number, one of a roundabout a place; the road tells which."""
    assert _names(ExitTaken(via="Fir Ln")).aliases == (("12b", "exit 12b"),)
    onto = _names(ExitTaken(via="Ash Rd", roundabout=True, road="Bay St"))
    assert {"3rd exit", "third"} <= {*onto.aliases[0]}
    second = _names(ExitTaken(via="Ash Rd", roundabout=True, rank=2))
    assert second.names == onto.names


def test_an_exit_that_cannot_be_told() -> None:
    """Roundabouts that are left differently leave it open, as do routes without exits."""
    assert _reason(ExitTaken(via="Ash Rd", roundabout=True)) == "under_specified"
    assert _reason(ExitTaken(via="Ash Rd")) == "no_such_step"


def test_routes_with_something_are_counted() -> None:
    """All routes count where nothing is said of them; none is a number as well."""
    assert _value(RouteWith(asks="count")) == Quantity(amount=2, unit="count")
    tolls = RouteWith(manoeuvre="roundabout", asks="count")
    assert _value(tolls) == Quantity(amount=1, unit="count")
    assert _value(RouteWith(road="Yew Rd", asks="count")) == Quantity(amount=0, unit="count")


def test_whether_a_route_has_something() -> None:
    """It is yes or no of one route, and undecided where several differ or steps are missing."""
    ask = RouteWith(manoeuvre="roundabout", asks="whether")
    assert _value(ask.model_copy(update={"via": "Ash Rd"})) == YesNo(yes=True)
    assert _value(ask.model_copy(update={"via": "Fir Ln"})) == YesNo(yes=False)
    assert _reason(ask) == "under_specified"
    assert _reason(ask, World(places=PLACES, routes=(ASH, BARE))) == "no_such_fact"


def test_routes_are_known_by_their_figure() -> None:
    """A figure fits within its rounding; a limit is taken as it stands."""
    assert _names(RouteOfFigure(by="time", amount=610)).names == ("Ash Rd",)
    assert _names(RouteOfFigure(by="distance", amount=7000, comparison=">")).names == ("Fir Ln",)
    assert _reason(RouteOfFigure(by="time", amount=60, comparison="<=")) == "nothing_matches"


def test_the_length_of_toll_roads_is_summed() -> None:
    """Steps noted as toll roads count whole; of a partial one the length is not known."""
    figure = _value(RoadFigure(via="Ash Rd", noted="toll_road", attribute="distance"))
    assert isinstance(figure, Quantity)
    assert figure.amount == 1800
    partial = RoadFigure(via="Fir Ln", noted="toll_road", attribute="distance")
    assert _reason(partial) == "no_such_fact"
    none = RoadFigure(via="Fir Ln", noted="ferry", attribute="time")
    assert _reason(none) == "no_such_step"


def test_a_stretch_needs_a_road_or_a_kind_of_road() -> None:
    """Neither and both are refused."""
    with pytest.raises(ValueError, match="either a road or a kind of road"):
        RoadFigure(attribute="time")


def test_what_follows_a_landmark() -> None:
    """The step after the one at which it is passed comes next, and manoeuvres count from there."""
    assert _names(NextStep(via="Ash Rd", after="the Obelisk")).names[0].endswith("onto Bay St")
    counted = CountManoeuvres(via="Ash Rd", manoeuvre="roundabout", after="the Obelisk")
    assert _value(counted) == Quantity(amount=1, unit="count")


def test_the_quickest_of_the_offered_ways_of_travelling() -> None:
    """The offered text of the quickest way answers; one that is not known leaves it open."""
    drive, walk = OfferedMode(text="Car", mode=DRIVING), OfferedMode(text="Walk", mode=WALKING)
    ask = ExtremeMode(origin="Inn", destination="Keep", among=(walk, drive))
    assert _names(ask).names == ("Car", "Walk")
    assert _names(ask.model_copy(update={"most": True})).names == ("Walk", "Car")
    bus = OfferedMode(text="Bus", mode=TravelMode.TRANSIT)
    assert _reason(ask.model_copy(update={"among": (drive, bus)})) == "missing_leg"


def test_figures_are_compared() -> None:
    """Less and more are asked for apart, and only of one kind of figure."""
    ash, fir = (RouteAttribute(via=name, attribute="time") for name in ("Ash Rd", "Fir Ln"))
    assert _value(CompareFigures(first=ash, second=fir)) == YesNo(yes=True)
    assert _value(CompareFigures(first=ash, second=fir, more=True)) == YesNo(yes=False)
    length = RouteAttribute(via="Fir Ln", attribute="distance")
    assert _reason(CompareFigures(first=ash, second=length)) == "under_specified"
    assert _reason(Difference(first=ash, second=length)) == "under_specified"
