"""The words of steps: turns by their angle, forks, ramps, roundabouts, names, notes and sides."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

import pytest

from geoeval.world.osm.roads import Roads
from geoeval.world.records import TravelMode
from geoeval.world.service import MapRoute
from tests.world.osm.test_ends import UNIT_M
from tests.world.osm.towns import Town, said, spot

DRIVING = TravelMode.DRIVING
START = "0 -2"


def arm(bearing: float, blocks: float = 3.0) -> str:
    """Return the node some blocks from the middle of a town in a direction."""
    x, y = blocks * sin(radians(bearing)), blocks * cos(radians(bearing))
    return f"{x:.6f} {y:.6f}"


def junction(*others: float, **main: str) -> Town:
    """Return a road from the south to a junction, with other roads at angles to straight on."""
    town = Town()
    town.way("0 -3", "0 0", **{"name": "Main", "oneway": "no", **main})
    for each in others:
        town.way("0 0", arm(each), name=f"Other {each}")
    return town


def turn(town: Town, folder: Path, angle: float, **tags: str) -> str:
    """Return what is done at the junction of a town to take one more road; "" for nothing."""
    town.way("0 0", arm(angle), **{"name": "Side", "oneway": "no", **tags})
    (route,) = town.routes(folder, START, arm(angle, 2.5))
    return instruction(route) if len(route.route.steps) > 1 else ""


def instruction(route: MapRoute, at: int = 1) -> str:
    """Return the words of one step of a route."""
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
def test_an_angle_has_its_words(tmp_path: Path, angle: float, words: str) -> None:
    """Up to 25° a road goes straight on, up to 50° a turn is slight, and from 130° sharp."""
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
def test_a_bend_without_another_road(tmp_path: Path, angle: float, name: str, words: str) -> None:
    """Up to 60° the road just has a new name; without a new name nothing is done at all."""
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
def test_a_road_that_bends_at_a_junction(
    tmp_path: Path, angle: float, other: float, words: str
) -> None:
    """One stays on it without a word up to 60°, unless another road goes straight on."""
    assert turn(junction(other), tmp_path, angle, name="Main") == words


def test_a_nameless_side_road(tmp_path: Path) -> None:
    """A turn onto a road without a name is named, straight on is not."""
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
def test_a_fork(tmp_path: Path, angle: float, others: list[float], words: str) -> None:
    """Two roads within 40° of straight on are a fork, unless one is straighter by 25°."""
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
def test_a_road_that_goes_on_at_a_fork(
    tmp_path: Path, angle: float, others: list[float], words: str
) -> None:
    """The straightest arm of a fork needs no words if it has the same name."""
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
def test_roads_with_a_name_or_number_in_common(
    tmp_path: Path, one: dict[str, str], other: dict[str, str], same: bool
) -> None:
    """They count as one road on which one stays."""
    words = turn(junction(-90, **one), tmp_path, 90, **other)
    assert ("stay on" in words) == same


def test_numbers_are_part_of_names(tmp_path: Path) -> None:
    """A step names road and number; a road without a name goes by its number."""
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
def test_ramps(
    tmp_path: Path, kind: str, tags: dict[str, str], others: list[float], words: str
) -> None:
    """A link is a ramp where it leaves another road that goes on, with its name and its signs."""
    town = junction(*others, highway=kind)
    assert turn(town, tmp_path, 20, highway="motorway_link", **tags) == words


@pytest.mark.parametrize(("angle", "code"), [(0.5, "ramp-right"), (-0.5, "ramp-left")])
def test_the_side_of_a_ramp(tmp_path: Path, angle: float, code: str) -> None:
    """A ramp has its side in its code."""
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
def test_merging(tmp_path: Path, old: str, new: str, angle: float, words: str) -> None:
    """From a ramp one merges onto a motorway or trunk road unless that is a real turn."""
    town = junction(120 if angle < 0 else -120, highway=old)
    assert turn(town, tmp_path, angle, highway=new) == words


@pytest.mark.parametrize(
    ("bearing", "wind"),
    [
        *((0, "north"), (45, "northeast"), (90, "east"), (135, "southeast")),
        *((180, "south"), (225, "southwest"), (270, "west"), (315, "northwest")),
    ],
)
def test_the_direction_to_head_in(tmp_path: Path, bearing: float, wind: str) -> None:
    """The first step says in which of eight directions the road is left."""
    town = Town()
    town.way("0 0", arm(bearing), name="Road")
    (route,) = town.routes(tmp_path, "0 0", arm(bearing, 2.5))
    assert instruction(route, 0) == f"Head {wind} on Road"


@pytest.mark.parametrize(("first_m", "wind"), [(9, "north"), (11, "east")])
def test_the_first_metres_do_not_count(tmp_path: Path, first_m: float, wind: str) -> None:
    """The direction at the start is that of the first ten metres, wherever on a road they are."""
    town = Town()
    town.way("-2 0", f"{first_m / UNIT_M} 0", f"{first_m / UNIT_M} 2", "5 2", name="Road")
    for goal in (f"{first_m / UNIT_M} 1.5", "4 2"):
        (route,) = town.routes(tmp_path, "0 0", goal)
        assert instruction(route, 0) == f"Head {wind} on Road"


def test_a_few_metres_have_a_direction(tmp_path: Path) -> None:
    """A route shorter than ten metres heads to its end, and one of no length along its road."""
    town = Town()
    town.way("0 0", "1 0", "1 1", name="Road")
    town.way("1 1", "3 1", name="Further")
    (short,) = town.routes(tmp_path, "0.97 0", "1 0.04")
    assert instruction(short, 0) == "Head northeast on Road"
    (none,) = town.routes(tmp_path, "0.5 0", "0.5 0")
    assert (none.route.distance_m, none.route.duration_s) == (0, 0)
    assert said(none) == ["Head east on Road · Arrive at your destination"]


def test_the_first_step_names_the_next_road(tmp_path: Path) -> None:
    """It says which road it leads toward, if both have a name, and holds the names of both."""
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
    """Return a roundabout, driven on the right, with named roads all round from the south on."""
    town = Town()
    bearings = [180 - 360 * at / spokes for at in range(spokes)]
    nodes = [arm(each, 2) for each in bearings]
    town.way(*nodes, nodes[0], junction="roundabout")
    for at, each in enumerate(bearings):
        town.way(nodes[at], arm(each, 4), name=f"Road {at}")
    return town


def test_exits_are_counted_in_words(tmp_path: Path) -> None:
    """Exits are the 1st, 2nd, 3rd, but the 11th, 12th, 13th, in every hundred."""
    spokes = 125
    town = ring(spokes)
    roads = Roads({DRIVING: town.network(tmp_path)}.get)
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


def test_a_trip_that_ends_in_a_roundabout(tmp_path: Path) -> None:
    """It enters the roundabout and takes no exit; one within it does not enter it."""
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


def test_two_roundabouts_on_one_way(tmp_path: Path) -> None:
    """The exits of each are counted from its own entry on."""
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


def test_roads_into_a_roundabout_are_no_exits(tmp_path: Path) -> None:
    """A one-way that leads into it is not counted."""
    town = Town()
    town.way("0 -2", "2 0", "0 2", "-2 0", "0 -2", junction="roundabout")
    town.way("0 -4", "0 -2", name="South")
    town.way("4 0", "2 0", name="East", oneway="yes")
    town.way("0 2", "0 4", name="North")
    (route,) = town.routes(tmp_path, "0 -3", "0 3.5")
    assert instruction(route) == "At the roundabout, take the 1st exit onto North"


def test_ferries_in_a_row(tmp_path: Path) -> None:
    """One ferry after another, and a road to itself, are named once."""
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
def test_the_side_of_a_destination(tmp_path: Path, off_m: float, side: str) -> None:
    """A destination at least three metres off the road lies on a side, as one comes along."""
    town = Town()
    town.way("0 0", "2 0", "2 2", "4 2", name="Road")
    off = off_m / UNIT_M
    (east,) = town.routes(tmp_path, "0.5 0", f"3 {2 + off}")
    assert east.route.steps[-1].notes[-1] == side
    (north,) = town.routes(tmp_path, "0.5 0", f"{2 - off} 1")
    assert north.route.steps[-1].notes[-1] == side
    (west,) = town.routes(tmp_path, "3.5 2", f"1 {-off}")
    assert west.route.steps[-1].notes[-1] == side


def test_the_side_beyond_the_end_of_a_road(tmp_path: Path) -> None:
    """Past the end of a road, its last stretch decides."""
    town = Town()
    town.way("0 0", "2 0", "2 2", name="Road")
    (route,) = town.routes(tmp_path, "0.5 0", "2.5 2.5")
    assert route.route.steps[-1].notes[-1] == "Destination will be on the right"
    (route,) = town.routes(tmp_path, "0.5 0", "1.5 2.5")
    assert route.route.steps[-1].notes[-1] == "Destination will be on the left"


def test_sides_far_north(tmp_path: Path) -> None:
    """At 80° N, where degrees of longitude are short, three metres are three metres as well."""
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
def test_the_name_of_a_route(tmp_path: Path, second: float, name: str) -> None:
    """It is that of its longest road, and of a second one that is half as long or longer."""
    town = Town()
    town.way("0 0", "1 0", name="Long")
    town.way("1 0", f"1 {second}", name="Short")
    town.way(f"1 {second}", f"2 {second}", name="Long")
    town.way(f"2 {second}", f"2 {second + 0.2}", name="Least")
    (route,) = town.routes(tmp_path, "0 0", f"2 {second + 0.2}")
    assert route.route.name == name


def test_nameless_roads_give_no_name(tmp_path: Path) -> None:
    """A route is named by its named roads only, by numbers where they have no name."""
    town = Town()
    town.way("0 0", "5 0")
    (route,) = town.routes(tmp_path, "0 0", "4 0")
    assert route.route.name == ""
    town.way("5 0", "5 1", ref="A1")
    (route,) = town.routes(tmp_path, "0 0", "5 1")
    assert route.route.name == "A1"


def test_steps_hold_their_stretches(tmp_path: Path) -> None:
    """Each step has the length and time of its road, with the gap where it begins or ends."""
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


def test_tolls_are_noted_where_they_are_due(tmp_path: Path) -> None:
    """A step over a toll road says so, first of its notes; the others do not."""
    town = Town()
    town.way("0 0", "3 0", name="First")
    town.way("3 0", "4 0", name="First", toll="yes")
    town.way("4 0", "4 4", name="Second")
    town.way("4 0", "6 0", name="Other")
    (route,) = town.routes(tmp_path, "1 0.5", "4 3")
    assert route.route.steps[0].notes == ("Toll road", "Walk 56 m to the road")
    assert route.route.steps[1].notes == ("Arrive at your destination",)
