"""What the notes of a route say: sides, closures, exits; and its steps by number and road."""

from __future__ import annotations

import pytest
from geoeval.query.base import ClockTime, Day
from geoeval.query.closures import is_closed, is_closure
from geoeval.query.manoeuvres import count_in_step, exits, passed, turned_at
from geoeval.query.route_kinds import (
    ExtremeRoute,
    LandmarkPassed,
    NextStep,
    RoadFigure,
    RouteAttribute,
    RouteWith,
    SideNoted,
    StepBefore,
    StepNumber,
)

from geoeval.world.model import Route, Step, World
from tests.query.towns import DRIVING, ELM, FIR, ROADS, amount, names, reason, road

SUNDAY = "Closed Sundays 5:00–10:00 AM"
QUAY = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Quay Rd",
    duration_s=660,
    steps=(
        road("Head east on Quay Rd", SUNDAY, roads=("Quay Rd",)),
        road("Turn right at Red Barn onto Sea Ln", "Pass by Lighthouse (on the right in 2 km)"),
        road("Turn left", "Pass by Old Mill (on the right)", "Pass by Kiosk"),
    ),
)
DAMP = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Damp Ln",
    duration_s=660,
    steps=(road("Head east on Damp Ln", "This road may be closed at certain times or days"),),
)
COAST = World(routes=(ELM, QUAY))


@pytest.mark.parametrize(
    ("note", "day", "at", "expected"),
    [
        (SUNDAY, "sunday", "07:00", True),
        (SUNDAY, "sunday", "10:00", False),
        (SUNDAY, "monday", "07:00", False),
        (SUNDAY, None, "07:00", None),
        ("Parts of this road are closed 7:00 AM – 9:00 PM", None, "08:00", True),
        ("Parts of this road are closed 7:00 AM – 9:00 PM", "friday", "22:00", False),
        ("Parts of this road may be closed at certain times or days", "friday", "22:00", None),
        ("Toll road", "friday", "22:00", False),
    ],
)
def test_when_a_road_is_closed(
    note: str, day: Day | None, at: ClockTime, expected: bool | None
) -> None:
    """A closure holds on its days and hours; without them it is not known."""
    assert is_closed(note, day, at) is expected


def test_which_notes_are_closures() -> None:
    """A toll is none."""
    assert is_closure(SUNDAY)
    assert not is_closure("Toll road")


def test_routes_by_their_closures() -> None:
    """A road that is closed at times counts, at a time only if it is closed then."""
    assert names(RouteWith(manoeuvre="closure"), COAST).names == ("Quay Rd",)
    early = RouteWith(manoeuvre="closure", day="sunday", at="07:00", absent=True)
    assert names(early, COAST).names == ("Elm St",)
    late = early.model_copy(update={"at": "12:00"})
    assert names(late, COAST).names == ("Elm St", "Quay Rd")
    assert reason(late, World(routes=(ELM, DAMP))) == "no_such_fact"


def test_routes_by_the_number_of_an_exit() -> None:
    """An exit is known by its number alone, and by its number with its name."""
    assert names(RouteWith(exit="3"), COAST).names == ("Elm St",)
    assert reason(RouteWith(exit="4"), COAST) == "nothing_matches"
    assert exits(Step(instruction="Take exit 6 for B7")) == ("6",)
    assert exits(Step(instruction="Turn left onto Exit Rd")) == ()


def test_manoeuvres_of_notes_and_bridges() -> None:
    """Restrictions are noted; a bridge counts where one crosses it, not where one heads for it."""
    assert count_in_step(road("Turn left", "Partial restricted usage road"), "restricted") == 1
    assert count_in_step(road("Continue onto Iron Bridge"), "bridge") == 1
    assert count_in_step(road("Turn left toward Iron Bridge"), "bridge") == 0
    assert count_in_step(road("Turn left onto Bridge St"), "bridge") == 0


def test_landmarks_have_sides() -> None:
    """A note may say the side; what one turns at is a landmark without one."""
    assert passed(QUAY.steps[2]) == (("Old Mill", "right"), ("Kiosk", None))
    assert turned_at(QUAY.steps[1]) == ("Red Barn",)
    right = LandmarkPassed(via="Quay Rd", side="right")
    assert names(right, COAST).names == ("Lighthouse", "Old Mill")
    onto = LandmarkPassed(via="Quay Rd", road="Sea Ln")
    assert names(onto, COAST).names == ("Lighthouse", "Red Barn")
    assert reason(LandmarkPassed(via="Quay Rd", side="left"), COAST) == "no_such_fact"


def test_the_only_route_on_a_road_is_meant() -> None:
    """Where no route is named, the road tells which is meant."""
    assert names(LandmarkPassed(road="Sea Ln"), COAST).names == ("Lighthouse", "Red Barn")
    assert names(NextStep(after="Fir Ln"), COAST).names[0] == "Merge onto Bay Hwy/B7"
    assert reason(LandmarkPassed(road="Ash Way"), COAST) == "under_specified"
    assert amount(RouteAttribute(via="Sea Ln", attribute="time"), COAST) == 660


def test_sides_of_landmarks_and_destinations() -> None:
    """A side is told where just one is noted."""
    assert names(SideNoted(via="Elm St"), COAST).names == ("right",)
    assert names(SideNoted(via="Elm St", landmark="Old Mill"), COAST).names == ("left",)
    assert reason(SideNoted(via="Quay Rd"), COAST) == "no_such_fact"
    both = road("Turn right", "Pass by Old Mill (on the right)")
    twice = Route(
        origin="A", destination="B", mode=DRIVING, name="Elm St", steps=(*ELM.steps, both)
    )
    assert reason(SideNoted(landmark="Old Mill"), World(routes=(twice,))) == "no_such_fact"


def test_the_step_before_a_road() -> None:
    """The steps before it are ranked from the last one back."""
    found = names(StepBefore(via="Elm St", road="Fir Ln"), ROADS)
    assert found.names[0] == "Continue straight to stay on Oak Ave"
    assert found.aliases[0] == ("Oak Ave",)
    assert reason(StepBefore(via="Quay Rd", road="Quay Rd"), COAST) == "no_such_step"


@pytest.mark.parametrize(("number", "first"), [(1, "Head west"), (2, "Turn left"), (-1, "Turn")])
def test_steps_by_number(number: int, first: str) -> None:
    """Steps count from the first, or back from the last."""
    assert names(StepNumber(via="Elm St", number=number), COAST).names[0].startswith(first)


@pytest.mark.parametrize("number", [0, 8, -8])
def test_steps_that_are_not_there(number: int) -> None:
    """There is no step beyond the last."""
    assert reason(StepNumber(via="Elm St", number=number), COAST) == "no_such_step"


def test_how_long_one_stays_on_a_road() -> None:
    """The steps on a road are summed where they carry figures."""
    world = World(routes=(FIR,))
    assert amount(RoadFigure(road="Elm St", attribute="distance"), world) == 1500
    assert amount(RoadFigure(road="Elm St", attribute="time"), world) == 240
    assert reason(RoadFigure(road="Ash Way", attribute="time"), world) == "no_such_step"
    assert reason(RoadFigure(via="Quay Rd", road="Sea Ln", attribute="time"), COAST) == (
        "no_such_fact"
    )


def test_the_second_fastest_route() -> None:
    """A rank counts from the first; equal routes share it."""
    second = ExtremeRoute(by="time", rank=2)
    found = names(second, COAST)
    assert (found.names[found.rank - 1], found.tied) == ("Quay Rd", 1)
    assert amount(second.model_copy(update={"asks": "time"}), COAST) == 660
    assert reason(ExtremeRoute(by="time", rank=3), COAST) == "nothing_matches"
