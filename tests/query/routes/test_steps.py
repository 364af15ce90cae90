"""Details of a step of a route: the next step, exits, landmarks and sides."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import StepFact, Value
from geoeval.query.routes.instructions import passed_landmarks, turned_at
from geoeval.query.values import Quantity
from geoeval.verification.labels.match import match_options
from geoeval.world.model import Route, World
from tests.query.routes.asking import best, figure, step
from tests.query.routes.worlds import COAST, KEEP, KEEP_AND_GAP, QUAY
from tests.query.towns import DRIVING, ELM, ROADS, derived, failure, names, reason, road


def test_the_next_step_follows_the_last_on_the_road() -> None:
    """Steps that stay on the road are skipped; all later steps are ranked."""
    found = names(step("next", via="Elm St", road="Oak Avenue"), ROADS)
    assert found.names[0] == "At the roundabout, take the 2nd exit onto Fir Ln"
    assert found.aliases[0] == ("Fir Ln", "At the roundabout, take the 2nd exit")
    assert found.names[-1] == "Turn left"
    assert found.tied == 1


def test_the_next_step_may_be_offered_without_its_road() -> None:
    """The options of later steps do not count."""
    found = names(step("next", via="Elm St", road="Fir Ln"), ROADS)
    assert found.names[0] == "Merge onto Bay Hwy/B7"
    known = [each.instruction for each in ELM.steps]
    assert match_options(found, ("Turn left", "Merge", "Turn right"), known=known).fits == (1,)


def test_the_next_step_is_explained() -> None:
    """The derivation has the step onto the road and the step after it."""
    steps = derived(step("next", via="Elm St", road="Oak Ave"), ROADS).steps
    assert steps == (
        "step 2 reaches Oak Ave: Turn left onto Oak Ave",
        "step 3 stays on it: Continue straight to stay on Oak Ave",
        "step 4 follows: At the roundabout, take the 2nd exit onto Fir Ln",
    )


def test_pointing_toward_a_road_does_not_reach_it() -> None:
    assert reason(step("next", via="Elm St", road="Zoo Rd"), ROADS) == "no_such_step"
    failed = failure(step("next", via="Elm St", road="Ash Way"), ROADS)
    assert (failed.reason, failed.path, failed.value) == (
        "no_such_step",
        "$.figure.road",
        "Ash Way",
    )
    assert failed.candidates == ("Elm St", "Oak Ave", "Fir Ln", "Bay Hwy/B7")


def test_nothing_follows_the_last_step() -> None:
    short = ELM.steps[:2]
    route = type(ELM)(origin="A", destination="B", mode=DRIVING, name="Elm St", steps=short)
    assert reason(step("next", road="Oak Ave"), World(routes=(route,))) == "no_such_step"


def test_the_step_after_a_landmark_is_found() -> None:
    """Manoeuvres count from the step that passes it."""
    assert (
        names(step("next", via="Ash Rd", road="the Obelisk"), KEEP).names[0].endswith("onto Bay St")
    )
    counted = figure("roundabout", via="Ash Rd", after="the Obelisk")
    assert derived(counted, KEEP).value == Quantity(amount=1, unit="count")


def test_the_step_before_a_road_is_found() -> None:
    """Earlier steps are ranked from the last to the first."""
    found = names(step("before", via="Elm St", road="Fir Ln"), ROADS)
    assert found.names[0] == "Continue straight to stay on Oak Ave"
    assert found.aliases[0] == ("Oak Ave", "Continue straight")
    assert reason(step("before", via="Quay Rd", road="Quay Rd"), COAST) == "no_such_step"


@pytest.mark.parametrize(("number", "first"), [(1, "Head west"), (2, "Turn left"), (-1, "Turn")])
def test_steps_are_found_by_number(number: int, first: str) -> None:
    """Negative numbers count from the last."""
    assert names(step("number", via="Elm St", number=number), COAST).names[0].startswith(first)


@pytest.mark.parametrize("number", [8, -8])
def test_missing_step_numbers_are_reported(number: int) -> None:
    assert reason(step("number", via="Elm St", number=number), COAST) == "no_such_step"


def test_a_step_is_found_by_its_manoeuvre() -> None:
    """The only such step, or the k-th."""
    found = names(step("number", via="Ash Rd", manoeuvre="left_turn"), KEEP)
    assert found.names == ("Turn left onto Oak Ave",)
    last = names(step("number", via="Ash Rd", manoeuvre="roundabout", number=-1), KEEP)
    assert last.names[0].endswith("onto Bay St")
    assert reason(step("number", via="Ash Rd", manoeuvre="roundabout"), KEEP) == "under_specified"
    assert reason(step("number", via="Ash Rd", manoeuvre="u_turn"), KEEP) == "no_such_step"


def test_a_step_may_be_described_by_its_side() -> None:
    """A road that is never reached has no step."""
    assert "left" in names(step("onto", via="Ash Rd", road="Oak Ave"), KEEP).aliases[0]
    assert reason(step("onto", via="Ash Rd", road="Elm St"), KEEP) == "no_such_step"
    assert reason(step("onto", via="Ash Rd", road="the Obelisk"), KEEP) == "no_such_step"


def test_exits_have_a_number() -> None:
    """A motorway exit has a number, a roundabout exit a rank; road or number selects it."""
    assert names(step("exit", via="Fern Ln"), KEEP).aliases == (("12b", "exit 12b"),)
    onto = names(step("roundabout", via="Ash Rd", road="Bay St"), KEEP)
    assert {"3rd exit", "third"} <= {*onto.aliases[0]}
    second = names(step("roundabout", via="Ash Rd", number=2), KEEP)
    assert second.names == onto.names
    last = names(step("roundabout", via="Ash Rd", number=-1), KEEP)
    assert last.names == onto.names


def test_an_ambiguous_exit_is_undecided() -> None:
    """Roundabouts left by different exits disagree; other routes have no exit."""
    assert reason(step("roundabout", via="Ash Rd"), KEEP) == "under_specified"
    assert reason(step("exit", via="Ash Rd"), KEEP) == "no_such_step"
    assert reason(step("roundabout", via="Ash Rd", number=9), KEEP) == "no_such_step"


def test_a_landmark_at_a_step_is_found() -> None:
    """The note of the step onto the road answers if the manoeuvre matches."""
    query = step("landmark", via="Elm St", road="Oak Ave", manoeuvre="left_turn")
    assert names(query, ROADS).names == ("Old Mill",)
    assert names(step("landmark", via="Elm St", road="Oak Ave"), ROADS).reading == "any"


def test_a_step_without_landmark_is_reported() -> None:
    """Another manoeuvre does not match."""
    right = step("landmark", via="Elm St", road="Oak Ave", manoeuvre="right_turn")
    assert reason(right, ROADS) == "no_such_step"
    stairs = failure(step("landmark", via="Elm St", manoeuvre="stairs"), ROADS)
    detail = "no step of via Elm St (driving) makes that manoeuvre"
    assert (stairs.detail, stairs.path) == (detail, "$.figure.manoeuvre")
    failed = failure(step("landmark", via="Elm St", road="Fir Ln"), ROADS)
    assert (failed.reason, failed.lacking) == ("no_such_fact", "a landmark at the step onto Fir Ln")


def test_landmarks_may_have_a_side() -> None:
    """The note may have the side; the landmark of a turn has none."""
    assert passed_landmarks(QUAY.steps[2]) == (("Old Mill", "right"), ("Kiosk", None))
    assert turned_at(QUAY.steps[1]) == ("Red Barn",)
    right = step("landmark", via="Quay Rd", side="right")
    assert names(right, COAST).names == ("Lighthouse", "Old Mill")
    onto = step("landmark", via="Quay Rd", road="Sea Ln")
    assert names(onto, COAST).names == ("Lighthouse", "Red Barn")
    assert reason(step("landmark", via="Quay Rd", side="left"), COAST) == "no_such_fact"


def test_sides_of_landmarks_and_destinations() -> None:
    """A side is known if only a single side is noted."""
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


def test_steps_of_the_best_route_are_found() -> None:
    second = Value(figure=StepFact(step="number", number=2, route=best("time")))
    assert names(second, KEEP).names == ("Turn left onto Oak Ave",)
    assert derived(second, KEEP).steps[-1] == "step 2 of 3: Turn left onto Oak Ave"


def test_a_route_without_steps_has_no_details() -> None:
    failed = failure(step("exit", via="Gap Rd"), KEEP_AND_GAP)
    assert (failed.reason, failed.lacking) == ("no_such_fact", "steps of via Gap Rd (driving)")


def test_the_way_onto_a_road_is_its_step() -> None:
    """The derivation has its number among the steps."""
    found = derived(step("onto", via="Ash Rd", road="Oak Ave"), KEEP)
    assert found.steps == ("step 2 reaches Oak Ave: Turn left onto Oak Ave",)
    assert found.facts[-1].text == "step 2: Turn left onto Oak Ave"
