"""The text of a step: manoeuvres, landmarks, closures and the role of a road."""

from __future__ import annotations

import pytest

from geoeval.query.filter_kinds import Manoeuvre
from geoeval.query.parts import ClockTime, Day
from geoeval.query.routes.instructions import (
    Relation,
    count_in_step,
    is_closed,
    is_closure,
    is_onto,
    landmark_names,
    relation_to_road,
    road_tokens,
    roads_taken,
    run_reaching,
)
from tests.query.routes.worlds import SUNDAY
from tests.query.towns import road


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
def test_instructions_have_their_manoeuvre(
    instruction: str, manoeuvre: Manoeuvre, expected: int
) -> None:
    assert count_in_step(road(instruction), manoeuvre) == expected


def test_stairs_may_be_in_a_note() -> None:
    assert count_in_step(road("Turn left", "Take the stairs"), "stairs") == 1


def test_manoeuvres_of_notes_and_bridges() -> None:
    """Restrictions are notes; a bridge counts if it is crossed, not if it is a destination."""
    assert count_in_step(road("Turn left", "Partial restricted usage road"), "restricted") == 1
    assert count_in_step(road("Continue onto Iron Bridge"), "bridge") == 1
    assert count_in_step(road("Turn left toward Iron Bridge"), "bridge") == 0
    assert count_in_step(road("Turn left onto Bridge St"), "bridge") == 0


def test_landmarks_keep_their_own_brackets() -> None:
    """Only the side of the road is removed."""
    step = road(
        "Turn left", "Pass by Mill (Old) (on the left in 1.2 km)", "Toll road", "Pass by Inn"
    )
    assert landmark_names(step) == ("Mill (Old)", "Inn")


@pytest.mark.parametrize(
    ("note", "day", "at", "expected"),
    [
        (SUNDAY, "sunday", "07:00", True),
        (SUNDAY, "sunday", "10:00", False),
        (SUNDAY, "monday", "07:00", False),
        (SUNDAY, None, "07:00", None),
        (SUNDAY, "sunday", None, True),
        (SUNDAY, "monday", None, False),
        ("This road may be closed at certain times or days", "monday", None, None),
        ("Parts of this road are closed 7:00 AM – 9:00 PM", None, "08:00", True),
        ("Parts of this road are closed 7:00 AM – 9:00 PM", "friday", "22:00", False),
        ("Parts of this road may be closed at certain times or days", "friday", "22:00", None),
        ("Toll road", "friday", "22:00", False),
    ],
)
def test_closures_follow_their_days_and_hours(
    note: str, day: Day | None, at: ClockTime | None, expected: bool | None
) -> None:
    """A closure without them is unknown."""
    assert is_closed(note, day, at) is expected


def test_closure_notes_are_recognised() -> None:
    """A toll is not a closure."""
    assert is_closure(SUNDAY)
    assert not is_closure("Toll road")


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
def test_a_step_has_a_relation_to_a_road(instruction: str, name: str, expected: Relation) -> None:
    """It is on the road, near it, pointing at it, or does not name it."""
    assert relation_to_road(road(instruction), name)[0] is expected


def test_a_whole_name_precedes_a_part() -> None:
    """Mill Rd is not Old Mill Rd if both are known."""
    steps = (road("Turn left onto Old Mill Rd"), road("Turn left onto Mill Rd"))
    assert run_reaching(steps, "Mill Road") == (1, 2)
    assert run_reaching(steps[:1], "Mill Road") == (0, 1)


def test_changing_onto_a_road_is_recognised() -> None:
    """Starting or staying on a road is not a change."""
    assert is_onto(road("Turn left onto Elm St"), "Elm St")
    assert not is_onto(road("Head west on Elm St"), "Elm St")
    assert not is_onto(road("Continue straight to stay on Elm St"), "Elm St")


def test_roads_pointed_at_are_not_taken() -> None:
    """The road of a step is the road it leads onto."""
    step = road("Turn left onto Elm St toward Oak Ave", roads=("Elm St", "Oak Ave"))
    assert roads_taken(step) == ("Elm St",)


def test_roads_match_without_accents() -> None:
    """Apostrophes do not matter either."""
    assert road_tokens("King's Road/Épine") == ("kings", "rd", "/", "epine")
