"""Step instructions: turns, forks, ramps, roundabouts, names, notes and sides."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

import pytest

from geoeval.world.records import TravelMode
from geoeval.world.service import MapRoute
from tests.world.osm.test_ends import UNIT_M
from tests.world.osm.towns import Town, spot, step_texts

DRIVING = TravelMode.DRIVING
START = "0 -2"


def arm(bearing: float, blocks: float = 3.0) -> str:
    """Return the node some blocks from the middle of a town in a direction."""
    x, y = blocks * sin(radians(bearing)), blocks * cos(radians(bearing))
    return f"{x:.6f} {y:.6f}"


def junction(*others: float, **main: str) -> Town:
    """Return a road from the south to a junction with other roads at given angles."""
    town = Town()
    town.way("0 -3", "0 0", **{"name": "Main", "oneway": "no", **main})
    for each in others:
        town.way("0 0", arm(each), name=f"Other {each}")
    return town


def turn(town: Town, folder: Path, angle: float, **tags: str) -> str:
    """Return the instruction for turning into one more road, "" if there is none."""
    town.way("0 0", arm(angle), **{"name": "Side", "oneway": "no", **tags})
    (route,) = town.routes(folder, START, arm(angle, 2.5))
    return instruction(route) if len(route.route.steps) > 1 else ""


def instruction(route: MapRoute, at: int = 1) -> str:
    """Return the instruction of a step."""
    return route.route.steps[at].instruction


@pytest.mark.parametrize(
    ("angle", "words"),
    [
        (0, "Continue"),
        (24.9, "Continue"),
        (25.1, "Slight right"),
        (49.9, "Slight right"),
        (50.1, "Turn right"),
        (129.9, "Turn right"),
        (130.1, "Sharp right"),
        (178, "Sharp right"),
        (182, "Sharp left"),
        (-130.1, "Sharp left"),
        (-129.9, "Turn left"),
        (-50.1, "Turn left"),
        (-49.9, "Slight left"),
        (-25.1, "Slight left"),
        (-24.9, "Continue"),
    ],
)
def test_instructions_depend_on_the_turn_angle(tmp_path: Path, angle: float, words: str) -> None:
    """Up to 25° is straight on, up to 50° slight, and from 130° sharp."""
    town = junction(100 if angle < 0 else -100)
    assert turn(town, tmp_path, angle) == f"{words} onto Side"


@pytest.mark.parametrize(
    ("angle", "name", "words"),
    [
        (59.9, "Side", "Continue onto Side"),
        (60.1, "Side", "Turn right onto Side"),
        (-59.9, "Side", "Continue onto Side"),
        (-60.1, "Side", "Turn left onto Side"),
        (59.9, "", ""),
        (60.1, "", ""),
        (100, "Main", ""),
        (100, "MAIN", ""),
    ],
)
def test_bends_are_mentioned_only_with_a_new_name(
    tmp_path: Path, angle: float, name: str, words: str
) -> None:
    """Up to 60° the road continues, beyond that it turns."""
    assert turn(junction(), tmp_path, angle, name=name) == words


@pytest.mark.parametrize(
    ("angle", "other", "words"),
    [
        (59.9, -90, ""),
        (60.1, -90, "Turn right to stay on Main"),
        (-59.9, 90, ""),
        (-60.1, 90, "Turn left to stay on Main"),
        (55, -25.1, ""),
        (55, -24.9, "Turn right to stay on Main"),
        (55, 24.9, "Turn right to stay on Main"),
    ],
)
def test_a_bending_road_continues_without_an_instruction(
    tmp_path: Path, angle: float, other: float, words: str
) -> None:
    """The limit is 60°, and no other road may go straight on."""
    assert turn(junction(other), tmp_path, angle, name="Main") == words


def test_a_turn_into_an_unnamed_road_is_mentioned(tmp_path: Path) -> None:
    """Going straight on into an unnamed road is not."""
    assert turn(junction(-90), tmp_path, 90, name="") == "Turn right"
    assert turn(junction(-90), tmp_path, 20, name="") == ""
    assert turn(junction(-90, name=""), tmp_path, 100, name="") == "Turn right"


@pytest.mark.parametrize(
    ("angle", "others", "words"),
    [
        (39.9, [-39.9], "Keep right onto Side"),
        (-39.9, [39.9], "Keep left onto Side"),
        (40.1, [-30], "Slight right onto Side"),
        (20, [-40.1], "Continue onto Side"),
        (15.1, [-39.9], "Keep right onto Side"),
        (14.7, [-39.9], "Continue onto Side"),
        (-20, [20], "Keep left onto Side"),
        (10, [30], "Keep left onto Side"),
        (-10, [20, -60], "Keep left onto Side"),
        (-10, [20, -60, 120], "Keep left onto Side"),
    ],
)
def test_two_similar_arms_are_a_fork(
    tmp_path: Path, angle: float, others: list[float], words: str
) -> None:
    """Both are within 40° of straight on, and neither is straighter by 25°."""
    assert turn(junction(*others), tmp_path, angle) == words


@pytest.mark.parametrize(
    ("angle", "others", "words"),
    [
        (5, [-20], ""),
        (20, [-5], "Keep right to stay on Main"),
        (-5, [-20, 15], ""),
        (-15, [-20, 5], "Keep right to stay on Main"),
    ],
)
def test_the_straightest_arm_of_a_fork_continues(
    tmp_path: Path, angle: float, others: list[float], words: str
) -> None:
    """It needs no instruction if it keeps the name."""
    assert turn(junction(*others), tmp_path, angle, name="Main") == words


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"name": "Main"}, {"name": "Side"}, False),
        ({"name": "Main"}, {"name": "main"}, True),
        ({"name": ""}, {"name": ""}, False),
        ({"name": "", "ref": "A1;B2"}, {"name": "Side", "ref": "B2"}, True),
        ({"name": "", "ref": "A1"}, {"name": "", "ref": "A10"}, False),
        ({"name": "Main", "ref": "A1"}, {"name": "Side", "ref": "A1;B2"}, True),
    ],
)
def test_a_shared_name_or_number_makes_the_same_road(
    tmp_path: Path, one: dict[str, str], other: dict[str, str], same: bool
) -> None:
    words = turn(junction(-90, **one), tmp_path, 90, **other)
    assert ("stay on" in words) == same


def test_road_numbers_are_part_of_names(tmp_path: Path) -> None:
    """A road without a name goes by its number."""
    assert turn(junction(-90), tmp_path, 90, ref="A1;B2") == "Turn right onto Side/A1/B2"
    assert turn(junction(-90), tmp_path, 90, name="", ref="A1") == "Turn right onto A1"
    assert turn(junction(), tmp_path, 10, name="", ref="A1") == "Continue onto A1"


@pytest.mark.parametrize(
    ("kind", "tags", "others", "words"),
    [
        ("primary", {"name": "Slip"}, [0], "Take the ramp onto Slip"),
        ("primary", {"name": "", "ref": "A1"}, [0], "Take the ramp onto A1"),
        ("primary", {"name": ""}, [0], "Take the ramp"),
        ("primary", {"name": "", "destination": "Port"}, [0], "Take the ramp toward Port"),
        (
            "primary",
            {"name": "Slip", "destination": "Port"},
            [0],
            "Take the ramp onto Slip toward Port",
        ),
        ("primary", {"name": "Slip"}, [], "Continue onto Slip"),
        ("primary_link", {"name": "Slip"}, [-90], "Continue onto Slip"),
    ],
)
def test_ramps_give_their_name_and_signs(
    tmp_path: Path, kind: str, tags: dict[str, str], others: list[float], words: str
) -> None:
    """A link is a ramp where it leaves a road that continues."""
    town = junction(*others, highway=kind)
    assert turn(town, tmp_path, 20, highway="motorway_link", **tags) == words


@pytest.mark.parametrize(("angle", "code"), [(0.5, "ramp-right"), (-0.5, "ramp-left")])
def test_the_code_of_a_ramp_gives_its_side(tmp_path: Path, angle: float, code: str) -> None:
    town = junction(0, highway="trunk")
    town.way("0 0", arm(angle), highway="trunk_link", name="Slip")
    (route,) = town.routes(tmp_path, START, arm(angle, 2.5))
    assert route.codes[1] == code


@pytest.mark.parametrize(
    ("old", "new", "angle", "words"),
    [
        ("motorway_link", "motorway", 49.9, "Merge onto Side"),
        ("motorway_link", "motorway", -49.9, "Merge onto Side"),
        ("motorway_link", "motorway", 50.1, "Turn right onto Side"),
        ("trunk_link", "trunk", 20, "Merge onto Side"),
        ("trunk", "trunk", 20, "Continue onto Side"),
        ("trunk_link", "primary", 20, "Continue onto Side"),
    ],
)
def test_a_ramp_merges_onto_a_main_road(
    tmp_path: Path, old: str, new: str, angle: float, words: str
) -> None:
    """A turn of more than 50° is not a merge."""
    town = junction(120 if angle < 0 else -120, highway=old)
    assert turn(town, tmp_path, angle, highway=new) == words


@pytest.mark.parametrize(
    ("bearing", "wind"),
    [
        *((0, "north"), (45, "northeast"), (90, "east"), (135, "southeast")),
        *((180, "south"), (225, "southwest"), (270, "west"), (315, "northwest")),
    ],
)
def test_the_first_step_names_a_compass_direction(
    tmp_path: Path, bearing: float, wind: str
) -> None:
    town = Town()
    town.way("0 0", arm(bearing), name="Road")
    (route,) = town.routes(tmp_path, "0 0", arm(bearing, 2.5))
    assert instruction(route, 0) == f"Head {wind} on Road"


@pytest.mark.parametrize(("first_m", "wind"), [(9, "north"), (11, "east")])
def test_the_direction_is_that_of_the_first_ten_metres(
    tmp_path: Path, first_m: float, wind: str
) -> None:
    town = Town()
    town.way("-2 0", f"{first_m / UNIT_M} 0", f"{first_m / UNIT_M} 2", "5 2", name="Road")
    for goal in (f"{first_m / UNIT_M} 1.5", "4 2"):
        (route,) = town.routes(tmp_path, "0 0", goal)
        assert instruction(route, 0) == f"Head {wind} on Road"


def test_very_short_routes_have_a_direction(tmp_path: Path) -> None:
    """A route of no length has the direction of its road."""
    town = Town()
    town.way("0 0", "1 0", "1 1", name="Road")
    town.way("1 1", "3 1", name="Further")
    (short,) = town.routes(tmp_path, "0.97 0", "1 0.04")
    assert instruction(short, 0) == "Head northeast on Road"
    (none,) = town.routes(tmp_path, "0.5 0", "0.5 0")
    assert (none.route.distance_m, none.route.duration_s) == (0, 0)
    assert step_texts(none) == ["Head east on Road · Arrive at your destination"]


def test_the_first_step_names_the_next_road(tmp_path: Path) -> None:
    """Both roads need a name."""
    town = junction(-90)
    town.way("0 0", arm(90), name="Side")
    (route,) = town.routes(tmp_path, START, arm(90, 2))
    assert instruction(route, 0) == "Head north on Main toward Side"
    assert route.route.steps[0].roads == ("Main", "Side")
    (single,) = town.routes(tmp_path, START, "0 -1")
    assert instruction(single, 0) == "Head north on Main"
    for one, other, words in (
        ("", "Side", "Head north"),
        ("Main", "", "Head north on Main"),
        ("", "", "Head north"),
    ):
        town = junction(-90, name=one)
        town.way("0 0", arm(90), name=other)
        (route,) = town.routes(tmp_path, START, arm(90, 2))
        assert instruction(route, 0) == words


def ring(spokes: int) -> Town:
    """Return a roundabout in right-hand traffic with named roads, counted from the south."""
    town = Town()
    bearings = [180 - 360 * at / spokes for at in range(spokes)]
    nodes = [arm(each, 2) for each in bearings]
    town.way(*nodes, nodes[0], junction="roundabout")
    for at, each in enumerate(bearings):
        town.way(nodes[at], arm(each, 4), name=f"Road {at}")
    return town


def test_exit_numbers_have_ordinal_endings(tmp_path: Path) -> None:
    spokes = 125
    town = ring(spokes)
    roads = town.roads(tmp_path)
    origin = spot(arm(180, 3.5))
    exits = (
        "1st 2nd 3rd 4th 9th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 24th "
        "101st 102nd 103rd 110th 111th 112th 113th 114th 121st"
    )
    for word in exits.split():
        number = int(word[:-2])
        goal = spot(arm(180 - 360 * number / spokes, 3.5))
        (route,) = roads.routes(origin, goal, DRIVING)
        words = f"At the roundabout, take the {word} exit onto Road {number}"
        assert instruction(route) == words
        assert len(route.route.steps) == 2


def test_a_trip_ending_in_a_roundabout_has_no_exit(tmp_path: Path) -> None:
    """A trip within the roundabout does not enter it."""
    town = ring(4)
    inside = arm(45, 2**0.5)
    (into,) = town.routes(tmp_path, arm(180, 3.5), inside)
    assert [step.instruction for step in into.route.steps] == [
        "Head north on Road 0",
        "Enter the roundabout",
    ]
    assert into.codes == ("depart", "roundabout")
    (within,) = town.routes(tmp_path, arm(135, 2**0.5), inside)
    assert within.codes == ("depart",)


def test_each_roundabout_has_its_own_exit_count(tmp_path: Path) -> None:
    town = ring(4)
    entry = arm(0, 4)
    town.way(entry, "1 5", "0 6", "-1 5", entry, junction="roundabout")
    town.way("1 5", "3 5", name="East End")
    town.way("0 6", "0 8", name="North End")
    (route,) = town.routes(tmp_path, arm(180, 3.5), "0 7.5")
    assert [step.instruction for step in route.route.steps[1:]] == [
        "At the roundabout, take the 2nd exit onto Road 2",
        "At the roundabout, take the 2nd exit onto North End",
    ]


def test_entries_do_not_count_as_exits(tmp_path: Path) -> None:
    town = Town()
    town.way("0 -2", "2 0", "0 2", "-2 0", "0 -2", junction="roundabout")
    town.way("0 -4", "0 -2", name="South")
    town.way("4 0", "2 0", name="East", oneway="yes")
    town.way("0 2", "0 4", name="North")
    (route,) = town.routes(tmp_path, "0 -3", "0 3.5")
    assert instruction(route) == "At the roundabout, take the 1st exit onto North"


def test_consecutive_ferries_are_mentioned_once(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "1 0", name="Pier Road")
    town.way("1 0", "3 0", name="Red Ferry", route="ferry")
    town.way("3 0", "3 3", name="Blue Ferry", route="ferry")
    town.way("3 3", "4 3", highway="residential")
    (route,) = town.routes(tmp_path, "0 0", "4 3")
    assert route.codes == ("depart", "ferry", "straight")
    assert instruction(route, 2) == "Leave the ferry"


@pytest.mark.parametrize(
    ("off_m", "side"),
    [
        (0, "Arrive at your destination"),
        (2.9, "Arrive at your destination"),
        (3.1, "Destination will be on the left"),
        (-2.9, "Arrive at your destination"),
        (-3.1, "Destination will be on the right"),
        (60, "Destination will be on the left"),
    ],
)
def test_a_destination_off_the_road_has_a_side(tmp_path: Path, off_m: float, side: str) -> None:
    """It must be at least three metres from the road."""
    town = Town()
    town.way("0 0", "2 0", "2 2", "4 2", name="Road")
    off = off_m / UNIT_M
    (east,) = town.routes(tmp_path, "0.5 0", f"3 {2 + off}")
    assert east.route.steps[-1].notes[-1] == side
    (north,) = town.routes(tmp_path, "0.5 0", f"{2 - off} 1")
    assert north.route.steps[-1].notes[-1] == side
    (west,) = town.routes(tmp_path, "3.5 2", f"1 {-off}")
    assert west.route.steps[-1].notes[-1] == side


def test_the_last_stretch_decides_the_side_past_its_end(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "2 0", "2 2", name="Road")
    (route,) = town.routes(tmp_path, "0.5 0", "2.5 2.5")
    assert route.route.steps[-1].notes[-1] == "Destination will be on the right"
    (route,) = town.routes(tmp_path, "0.5 0", "1.5 2.5")
    assert route.route.steps[-1].notes[-1] == "Destination will be on the left"


def test_the_side_is_right_far_north(tmp_path: Path) -> None:
    """At 80° N degrees of longitude are short."""
    town = Town()
    shrink = cos(radians(80))
    town.way("0 80000", "0 80002", name="Road")
    for off_m, side in ((2.9, "Arrive at your"), (3.1, "Destination will be on the right")):
        (route,) = town.routes(tmp_path, "0 80000.5", f"{off_m / UNIT_M / shrink} 80001.5")
        assert route.route.steps[-1].notes[-1].startswith(side)


@pytest.mark.parametrize(
    ("second", "name"),
    [(0.98, "Long"), (1.0, "Long and Short"), (1.02, "Long and Short"), (2.04, "Short and Long")],
)
def test_a_route_is_named_by_its_longest_roads(tmp_path: Path, second: float, name: str) -> None:
    """The second name needs at least half the length of the first."""
    town = Town()
    town.way("0 0", "1 0", name="Long")
    town.way("1 0", f"1 {second}", name="Short")
    town.way(f"1 {second}", f"2 {second}", name="Long")
    town.way(f"2 {second}", f"2 {second + 0.2}", name="Least")
    (route,) = town.routes(tmp_path, "0 0", f"2 {second + 0.2}")
    assert route.route.name == name


def test_unnamed_roads_do_not_name_a_route(tmp_path: Path) -> None:
    """A number serves as a name."""
    town = Town()
    town.way("0 0", "5 0")
    (route,) = town.routes(tmp_path, "0 0", "4 0")
    assert route.route.name == ""
    town.way("5 0", "5 1", ref="A1")
    (route,) = town.routes(tmp_path, "0 0", "5 1")
    assert route.route.name == "A1"


def test_steps_have_the_length_and_time_of_their_road(tmp_path: Path) -> None:
    """The gap to the road belongs to the first or last step."""
    town = Town()
    town.way("0 0", "3 0", name="First")
    town.way("3 0", "3 4", name="Second")
    town.way("3 0", "5 0", name="Other")
    town.way("3 4", "8 4", name="Third")
    town.way("3 4", "1 4", name="Fourth")
    (route,) = town.routes(tmp_path, "1 0.5", "7 5", TravelMode.WALKING)
    lengths = [step.distance_m for step in route.route.steps]
    assert lengths == pytest.approx([2.5 * UNIT_M, 4 * UNIT_M, 5 * UNIT_M], abs=0.2)
    times = [step.duration_s for step in route.route.steps]
    assert times == pytest.approx([length * 3.6 / 5 for length in (278, 444.8, 556)], abs=1)
    assert route.route.steps[0].notes == ("Walk 56 m to the road",)
    assert route.route.steps[1].notes == ()
    assert route.route.steps[2].notes[0] == "Walk 111 m from the road"


def test_tolls_are_noted_on_their_step(tmp_path: Path) -> None:
    """The note about the toll comes first."""
    town = Town()
    town.way("0 0", "3 0", name="First")
    town.way("3 0", "4 0", name="First", toll="yes")
    town.way("4 0", "4 4", name="Second")
    town.way("4 0", "6 0", name="Other")
    (route,) = town.routes(tmp_path, "1 0.5", "4 3")
    assert route.route.steps[0].notes == ("Toll road", "Walk 56 m to the road")
    assert route.route.steps[1].notes == ("Arrive at your destination",)
