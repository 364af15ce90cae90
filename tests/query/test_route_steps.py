"""Reading the steps of one route: what comes next, how often, what one passes."""

from __future__ import annotations

import pytest
from geoeval.query.manoeuvres import count_in_step, landmarks
from geoeval.query.roads import Relation, is_onto, reached, relation, road_tokens, roads_taken
from geoeval.query.route_kinds import CountManoeuvres, LandmarkPassed, Manoeuvre, NextStep

from geoeval.world.model import World
from tests.query.towns import DRIVING, ELM, ROADS, amount, derived, names, reason, road


def test_the_next_step_follows_the_last_on_the_road() -> None:
    """Steps that stay on the road are passed over; all later ones are ranked."""
    found = names(NextStep(via="Elm St", after="Oak Avenue"), ROADS)
    assert found.names[0] == "At the roundabout, take the 2nd exit onto Fir Ln"
    assert found.aliases[0] == ("Fir Ln",)
    assert found.names[-1] == "Turn left"
    assert found.tied == 1


def test_the_next_step_shows_where_it_was_found() -> None:
    """The derivation says which step reaches the road and which one follows."""
    steps = derived(NextStep(via="Elm St", after="Oak Ave"), ROADS).steps
    assert steps == (
        "step 2 reaches Oak Ave: Turn left onto Oak Ave",
        "step 3 stays on it: Continue straight to stay on Oak Ave",
        "step 4 follows: At the roundabout, take the 2nd exit onto Fir Ln",
    )


def test_pointing_toward_a_road_does_not_reach_it() -> None:
    """A step toward Zoo Rd leads to no step after Zoo Rd."""
    assert reason(NextStep(via="Elm St", after="Zoo Rd"), ROADS) == "no_such_step"
    assert reason(NextStep(via="Elm St", after="Ash Way"), ROADS) == "no_such_step"


def test_nothing_follows_the_last_road() -> None:
    """After the last step there is no next."""
    short = ELM.steps[:2]
    route = type(ELM)(origin="A", destination="B", mode=DRIVING, name="Elm St", steps=short)
    assert reason(NextStep(after="Oak Ave"), World(routes=(route,))) == "no_such_step"


@pytest.mark.parametrize(
    ("manoeuvre", "expected"),
    [
        ("turn", 2),
        ("left_turn", 2),
        ("right_turn", 0),
        ("roundabout", 1),
        ("exit", 1),
        ("merge", 1),
        ("toll_road", 1),
        ("merge_onto_toll_road", 1),
        ("step", 7),
    ],
)
def test_counting_manoeuvres(manoeuvre: Manoeuvre, expected: int) -> None:
    """Each manoeuvre is counted by its own words."""
    assert amount(CountManoeuvres(via="Elm St", manoeuvre=manoeuvre), ROADS) == expected


def test_counting_on_a_part_of_the_route() -> None:
    """Before a road means before the step onto it; after a road, after that step."""
    before = CountManoeuvres(via="Elm St", manoeuvre="left_turn", before="Fir Ln")
    after = CountManoeuvres(via="Elm St", manoeuvre="left_turn", after="Oak Ave")
    assert (amount(before, ROADS), amount(after, ROADS)) == (1, 1)
    between = CountManoeuvres(via="Elm St", manoeuvre="step", after="Oak Ave", before="B7")
    assert amount(between, ROADS) == 2


def test_counting_on_a_part_that_is_not() -> None:
    """The end cannot come before the start."""
    query = CountManoeuvres(via="Elm St", manoeuvre="turn", after="Bay Hwy", before="Oak Ave")
    assert reason(query, ROADS) == "no_such_step"


@pytest.mark.parametrize(
    ("instruction", "manoeuvre", "expected"),
    [
        ("Use the right lane to turn left at Elm St", "left_turn", 1),
        ("Keep left", "left_turn", 0),
        ("Slight left", "left_turn", 0),
        ("Take the ramp on the left to Elm St", "left_turn", 0),
        ("Turn right to merge onto Elm St", "merge", 1),
        ("Take exit 22 for Elm St", "exit", 1),
        ("Take the Elm St exit", "exit", 1),
        ("Exit onto Elm St", "exit", 1),
        ("Take the 2nd exit at the roundabout", "exit", 0),
        ("Take the 2nd exit at the roundabout", "roundabout", 1),
        ("At the roundabout, take the Elm St exit", "exit", 0),
        ("Take the ramp to exit 5", "exit", 0),
        ("At the traffic circle, take the 1st exit", "roundabout", 1),
        ("Make a U-turn at Elm St", "u_turn", 1),
        ("Turn left onto the ramp to Elm St", "ramp", 1),
        ("Take the pedestrian overpass", "pedestrian_overpass", 1),
        ("Take the stairs", "stairs", 1),
        ("Take the Bay ferry", "ferry", 1),
        ("Continue onto Elm St", "toll_road", 0),
    ],
)
def test_words_of_manoeuvres(instruction: str, manoeuvre: Manoeuvre, expected: int) -> None:
    """What counts as which manoeuvre."""
    assert count_in_step(road(instruction), manoeuvre) == expected


def test_stairs_may_stand_in_a_note() -> None:
    """A note beside an instruction counts as well."""
    assert count_in_step(road("Turn left", "Take the stairs"), "stairs") == 1


def test_a_landmark_at_a_step() -> None:
    """The note of the step onto the road answers, if the manoeuvre is that one."""
    query = LandmarkPassed(via="Elm St", road="Oak Ave", manoeuvre="left_turn")
    assert names(query, ROADS).names == ("Old Mill",)
    assert names(LandmarkPassed(via="Elm St", road="Oak Ave"), ROADS).reading == "any"


def test_no_landmark_there() -> None:
    """Another manoeuvre, or a step without such a note."""
    right = LandmarkPassed(via="Elm St", road="Oak Ave", manoeuvre="right_turn")
    assert reason(right, ROADS) == "no_such_step"
    assert reason(LandmarkPassed(via="Elm St", road="Fir Ln"), ROADS) == "no_such_fact"


def test_landmarks_keep_their_own_brackets() -> None:
    """Only the side of the road is cut off."""
    step = road(
        "Turn left", "Pass by Mill (Old) (on the left in 1.2 km)", "Toll road", "Pass by Inn"
    )
    assert landmarks(step) == ("Mill (Old)", "Inn")


@pytest.mark.parametrize(
    ("instruction", "name", "expected"),
    [
        ("Turn left onto Elm St", "Elm Street", Relation.ON),
        ("Head west on Elm St", "Elm St", Relation.ON),
        ("Elm St turns right and becomes Oak Ave", "Oak Ave", Relation.ON),
        ("Take the ramp to Elm St", "Elm St", Relation.NEAR),
        ("Elm St turns right and becomes Oak Ave", "Elm St", Relation.NEAR),
        ("Take exit 4 toward Elm St", "Elm St", Relation.AHEAD),
        ("Turn left onto Elm St/B7", "B7/Elm St", Relation.ON),
        ("Turn left", "Elm St", Relation.ABSENT),
        ("Turn left", "", Relation.ABSENT),
    ],
)
def test_what_a_step_does_with_a_road(instruction: str, name: str, expected: Relation) -> None:
    """On it, near it, pointing at it, or not naming it."""
    assert relation(road(instruction), name)[0] is expected


def test_a_whole_name_beats_a_part() -> None:
    """Mill Rd is not Old Mill Rd where both are there."""
    steps = (road("Turn left onto Old Mill Rd"), road("Turn left onto Mill Rd"))
    assert reached(steps, "Mill Road") == (1, 2)
    assert reached(steps[:1], "Mill Road") == (0, 1)


def test_changing_onto_a_road() -> None:
    """Starting on a road and staying on it are no change onto it."""
    assert is_onto(road("Turn left onto Elm St"), "Elm St")
    assert not is_onto(road("Head west on Elm St"), "Elm St")
    assert not is_onto(road("Continue straight to stay on Elm St"), "Elm St")


def test_roads_taken_leave_out_those_pointed_at() -> None:
    """The road of a step is the one it leads onto."""
    step = road("Turn left onto Elm St toward Oak Ave", roads=("Elm St", "Oak Ave"))
    assert roads_taken(step) == ("Elm St",)


def test_road_words_have_no_accents() -> None:
    """A road is found with and without its accents and apostrophes."""
    assert road_tokens("King's Road/Épine") == ("kings", "rd", "/", "epine")
