"""What a step of a route says: what comes next, exits, landmarks and sides."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import StepFact, Value
from geoeval.query.routes.instructions import passed_landmarks, turned_at
from geoeval.query.values import Quantity
from geoeval.world.model import Route, World
from tests.query.routes.asking import best, failure, figure, step
from tests.query.routes.worlds import COAST, KEEP, KEEP_AND_GAP, QUAY
from tests.query.towns import DRIVING, ELM, ROADS, derived, names, reason, road


def test_the_next_step_follows_the_last_on_the_road() -> None:
    """Steps that stay on the road are passed over; all later ones are ranked."""
    found = names(step("next", via="Elm St", road="Oak Avenue"), ROADS)
    assert found.names[0] == "At the roundabout, take the 2nd exit onto Fir Ln"
    assert found.aliases[0] == ("Fir Ln",)
    assert found.names[-1] == "Turn left"
    assert found.tied == 1


def test_the_next_step_shows_where_it_was_found() -> None:
    """The derivation says which step reaches the road and which one follows."""
    steps = derived(step("next", via="Elm St", road="Oak Ave"), ROADS).steps
    assert steps == (
        "step 2 reaches Oak Ave: Turn left onto Oak Ave",
        "step 3 stays on it: Continue straight to stay on Oak Ave",
        "step 4 follows: At the roundabout, take the 2nd exit onto Fir Ln",
    )


def test_pointing_toward_a_road_does_not_reach_it() -> None:
    """A step toward Zoo Rd leads to no step after Zoo Rd."""
    assert reason(step("next", via="Elm St", road="Zoo Rd"), ROADS) == "no_such_step"
    failed = failure(step("next", via="Elm St", road="Ash Way"), ROADS)
    assert (failed.reason, failed.path, failed.value) == (
        "no_such_step",
        "$.figure.road",
        "Ash Way",
    )
    assert failed.candidates == ("Elm St", "Oak Ave", "Fir Ln", "Bay Hwy/B7")


def test_nothing_follows_the_last_road() -> None:
    """After the last step there is no next."""
    short = ELM.steps[:2]
    route = type(ELM)(origin="A", destination="B", mode=DRIVING, name="Elm St", steps=short)
    assert reason(step("next", road="Oak Ave"), World(routes=(route,))) == "no_such_step"


def test_what_follows_a_landmark() -> None:
    """The step after the one at which it is passed comes next, and manoeuvres count from there."""
    assert (
        names(step("next", via="Ash Rd", road="the Obelisk"), KEEP).names[0].endswith("onto Bay St")
    )
    counted = figure("roundabout", via="Ash Rd", after="the Obelisk")
    assert derived(counted, KEEP).value == Quantity(amount=1, unit="count")


def test_the_step_before_a_road() -> None:
    """The steps before it are ranked from the last one back."""
    found = names(step("before", via="Elm St", road="Fir Ln"), ROADS)
    assert found.names[0] == "Continue straight to stay on Oak Ave"
    assert found.aliases[0] == ("Oak Ave",)
    assert reason(step("before", via="Quay Rd", road="Quay Rd"), COAST) == "no_such_step"


@pytest.mark.parametrize(("number", "first"), [(1, "Head west"), (2, "Turn left"), (-1, "Turn")])
def test_steps_by_number(number: int, first: str) -> None:
    """Steps count from the first, or back from the last."""
    assert names(step("number", via="Elm St", number=number), COAST).names[0].startswith(first)


@pytest.mark.parametrize("number", [8, -8])
def test_steps_that_are_not_there(number: int) -> None:
    """There is no step beyond the last."""
    assert reason(step("number", via="Elm St", number=number), COAST) == "no_such_step"


def test_a_step_by_its_manoeuvre() -> None:
    """The only one, or the k-th of those that make it."""
    found = names(step("number", via="Ash Rd", manoeuvre="left_turn"), KEEP)
    assert found.names == ("Turn left onto Oak Ave",)
    last = names(step("number", via="Ash Rd", manoeuvre="roundabout", number=-1), KEEP)
    assert last.names[0].endswith("onto Bay St")
    assert reason(step("number", via="Ash Rd", manoeuvre="roundabout"), KEEP) == "under_specified"
    assert reason(step("number", via="Ash Rd", manoeuvre="u_turn"), KEEP) == "no_such_step"


def test_the_side_one_turns_to_is_another_way_to_say_a_step() -> None:
    """A turn is said by its side, too; a road that is never reached has no step."""
    assert "left" in names(step("onto", via="Ash Rd", road="Oak Ave"), KEEP).aliases[0]
    assert reason(step("onto", via="Ash Rd", road="Elm St"), KEEP) == "no_such_step"
    assert reason(step("onto", via="Ash Rd", road="the Obelisk"), KEEP) == "no_such_step"


def test_an_exit_is_said_by_its_number() -> None:
    """A motorway exit has a number, one of a roundabout a place; the road tells which."""
    assert names(step("exit", via="Fern Ln"), KEEP).aliases == (("12b", "exit 12b"),)
    onto = names(step("roundabout", via="Ash Rd", road="Bay St"), KEEP)
    assert {"3rd exit", "third"} <= {*onto.aliases[0]}
    second = names(step("roundabout", via="Ash Rd", number=2), KEEP)
    assert second.names == onto.names
    last = names(step("roundabout", via="Ash Rd", number=-1), KEEP)
    assert last.names == onto.names


def test_an_exit_that_cannot_be_told() -> None:
    """Roundabouts that are left differently leave it open, as do routes without exits."""
    assert reason(step("roundabout", via="Ash Rd"), KEEP) == "under_specified"
    assert reason(step("exit", via="Ash Rd"), KEEP) == "no_such_step"
    assert reason(step("roundabout", via="Ash Rd", number=9), KEEP) == "no_such_step"


def test_a_landmark_at_a_step() -> None:
    """The note of the step onto the road answers, if the manoeuvre is that one."""
    query = step("landmark", via="Elm St", road="Oak Ave", manoeuvre="left_turn")
    assert names(query, ROADS).names == ("Old Mill",)
    assert names(step("landmark", via="Elm St", road="Oak Ave"), ROADS).reading == "any"


def test_no_landmark_there() -> None:
    """Another manoeuvre, or a step without such a note."""
    right = step("landmark", via="Elm St", road="Oak Ave", manoeuvre="right_turn")
    assert reason(right, ROADS) == "no_such_step"
    stairs = failure(step("landmark", via="Elm St", manoeuvre="stairs"), ROADS)
    told = "no step of via Elm St (driving) makes that manoeuvre"
    assert (stairs.detail, stairs.path) == (told, "$.figure.manoeuvre")
    failed = failure(step("landmark", via="Elm St", road="Fir Ln"), ROADS)
    assert (failed.reason, failed.lacking) == ("no_such_fact", "a landmark at the step onto Fir Ln")


def test_landmarks_have_sides() -> None:
    """A note may say the side; what one turns at is a landmark without one."""
    assert passed_landmarks(QUAY.steps[2]) == (("Old Mill", "right"), ("Kiosk", None))
    assert turned_at(QUAY.steps[1]) == ("Red Barn",)
    right = step("landmark", via="Quay Rd", side="right")
    assert names(right, COAST).names == ("Lighthouse", "Old Mill")
    onto = step("landmark", via="Quay Rd", road="Sea Ln")
    assert names(onto, COAST).names == ("Lighthouse", "Red Barn")
    assert reason(step("landmark", via="Quay Rd", side="left"), COAST) == "no_such_fact"


def test_sides_of_landmarks_and_destinations() -> None:
    """A side is told where just one is noted."""
    assert names(step("side", via="Elm St"), COAST).names == ("right",)
    assert names(step("side", via="Elm St", landmark="Old Mill"), COAST).names == ("left",)
    failed = failure(step("side", via="Quay Rd"), COAST)
    assert (failed.reason, failed.lacking) == (
        "no_such_fact",
        "the side on which the destination lies",
    )
    both = road("Turn right", "Pass by Old Mill (on the right)")
    twice = Route(
        origin="A", destination="B", mode=DRIVING, name="Elm St", steps=(*ELM.steps, both)
    )
    assert reason(step("side", landmark="Old Mill"), World(routes=(twice,))) == "no_such_fact"


def test_steps_of_the_best_route() -> None:
    """The fastest route is found first, and then the step of it."""
    second = Value(figure=StepFact(step="number", number=2, route=best("time")))
    assert names(second, KEEP).names == ("Turn left onto Oak Ave",)
    assert derived(second, KEEP).steps[-1] == "step 2 of 3: Turn left onto Oak Ave"


def test_a_route_without_steps_says_nothing() -> None:
    """The world lacks its steps."""
    failed = failure(step("exit", via="Gap Rd"), KEEP_AND_GAP)
    assert (failed.reason, failed.lacking) == ("no_such_fact", "steps of via Gap Rd (driving)")


def test_the_way_onto_a_road_tells_its_step() -> None:
    """It is told and proved by its number among the steps."""
    found = derived(step("onto", via="Ash Rd", road="Oak Ave"), KEEP)
    assert found.steps == ("step 2 reaches Oak Ave: Turn left onto Oak Ave",)
    assert found.facts[-1].text == "step 2: Turn left onto Oak Ave"
