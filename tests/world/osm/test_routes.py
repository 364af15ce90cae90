"""Routes over small towns: one-ways, restrictions, barriers, and the words of their steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import NotRecordedError
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.osm.roads import Roads
from geoeval.world.records import TravelMode
from tests.world.osm.towns import Town, said, spot

DRIVING, WALKING, BICYCLING = TravelMode.DRIVING, TravelMode.WALKING, TravelMode.BICYCLING


def cross(**south: str) -> Town:
    """Return four roads that meet in the middle of a block, with a way round it."""
    town = Town()
    town.way("0 -2", "0 0", name="South Road", **south)
    town.way("0 0", "0 2", name="North Road")
    town.way("-2 0", "0 0", name="West Road")
    town.way("0 0", "2 0", name="East Road")
    return town


def test_turns_are_named(tmp_path: Path) -> None:
    """A turn says its side and road, and the last step on which side the destination lies."""
    town = cross()
    (left,) = town.routes(tmp_path, "0.0 -1.5", "-1.5 0.2")
    assert said(left) == [
        "Head north on South Road toward West Road",
        "Turn left onto West Road · Destination will be on the right",
    ]
    assert left.codes == ("depart", "turn-left")
    assert left.route.steps[1].roads == ("West Road",)
    assert left.route.name == "South Road and West Road"
    (right,) = town.routes(tmp_path, "0 -1.5", "1.5 0.2")
    assert said(right)[1] == "Turn right onto East Road · Destination will be on the left"
    (ahead,) = town.routes(tmp_path, "0 -1.5", "0 1.5")
    assert said(ahead)[1] == "Continue onto North Road · Arrive at your destination"


@pytest.mark.parametrize(
    ("bend", "words", "code"),
    [
        ("0.6 1", "Slight right onto Bend", "turn-slight-right"),
        ("-0.6 1", "Slight left onto Bend", "turn-slight-left"),
        ("1 -1", "Sharp right onto Bend", "turn-sharp-right"),
        ("-1 -1", "Sharp left onto Bend", "turn-sharp-left"),
    ],
)
def test_slight_and_sharp_turns(tmp_path: Path, bend: str, words: str, code: str) -> None:
    """The angle of a turn is in its words."""
    town = Town()
    town.way("0 -2", "0 0", name="Main")
    town.way("0 0", bend, name="Bend")
    town.way("0 0", "-2 0.1", name="Other")
    (route,) = town.routes(tmp_path, "0 -1.5", bend)
    assert said(route)[1].split(" · ")[0] == words
    assert route.codes[1] == code


def test_one_ways_bind_cars_and_not_walkers(tmp_path: Path) -> None:
    """A car goes round; a walker goes straight; a bicycle where it is excepted."""
    town = Town()
    town.way("0 0", "2 0", name="Short", oneway="yes", oneway__bicycle="no")
    town.way("2 0", "2 1", "0 1", "0 0", name="Long")
    lengths = {
        mode: town.routes(tmp_path, "2 0", "0 0", mode)[0].route.distance_m
        for mode in (DRIVING, WALKING, BICYCLING)
    }
    assert lengths == {DRIVING: 444.8, WALKING: 222.4, BICYCLING: 222.4}


def test_reversed_one_way(tmp_path: Path) -> None:
    """``oneway=-1`` runs against the direction in which a way is drawn."""
    town = Town()
    town.way("0 0", "2 0", oneway="-1")
    assert town.routes(tmp_path, "1.5 0", "0.5 0")
    assert not town.routes(tmp_path, "0.5 0", "1.5 0")


def test_forbidden_turn(tmp_path: Path) -> None:
    """A car goes on, turns round at the next dead end and comes back; a bicycle is excepted."""
    town = cross()
    town.restrict("no_left_turn", 1001, "0 0", 1003, **{"except": "bicycle"})
    (car,) = town.routes(tmp_path, "0 -1", "-1 0")
    assert said(car)[2].startswith("Make a U-turn at")
    (bicycle,) = town.routes(tmp_path, "0 -1", "-1 0", BICYCLING)
    assert len(bicycle.route.steps) == 2


def test_only_turn(tmp_path: Path) -> None:
    """Where only one turn is allowed, no other is taken."""
    town = cross()
    town.restrict("only_straight_on", 1001, "0 0", 1002)
    assert len(town.routes(tmp_path, "0 -1", "0 1")[0].route.steps) == 2
    assert len(town.routes(tmp_path, "0 -1", "1 0")[0].route.steps) > 2


def test_restrictions_of_some_times_or_vehicles(tmp_path: Path) -> None:
    """One that binds at certain hours is not used, one for cars does not bind bicycles."""
    town = cross()
    town.restrict("no_left_turn", 1001, "0 0", 1003, hour_on="07:00", hour_off="19:00")
    assert len(town.routes(tmp_path, "0 -1", "-1 0")[0].route.steps) == 2
    assert sum(town.extract(tmp_path).skipped.values()) == 1
    town = cross()
    cars = {"restriction": "", "restriction:motorcar": "no_left_turn"}
    town.restrict("", 1001, "0 0", 1003, **cars)
    assert len(town.routes(tmp_path, "0 -1", "-1 0")[0].route.steps) > 2
    assert len(town.routes(tmp_path, "0 -1", "-1 0", BICYCLING)[0].route.steps) == 2


def test_only_straight_on_along_one_way(tmp_path: Path) -> None:
    """A rule whose first and last road are one keeps who drives along it from turning off."""
    town = Town()
    town.way("0 0", "1 0", "2 0", name="High Street")
    town.way("1 0", "1 1", name="Side")
    town.restrict("only_straight_on", 1001, "1 0", 1001)
    assert len(town.routes(tmp_path, "0 0", "2 0")[0].route.steps) == 1
    assert "Side" not in " ".join(said(town.routes(tmp_path, "0 0", "1 1")[0]))


def test_turn_back_is_forbidden(tmp_path: Path) -> None:
    """Without the turn back at its end a dead end cannot be left."""
    town = Town()
    town.way("0 0", "2 0", name="Lane")
    assert town.routes(tmp_path, "1 0", "0.5 0")
    town.restrict("no_u_turn", 1001, "2 0", 1001)
    town.restrict("no_u_turn", 1001, "0 0", 1001)
    roads = Roads({DRIVING: town.network(tmp_path)}.get)
    assert roads.matrix([spot("1 0")], [spot("0.5 0")], DRIVING)[0][0] is not None


def test_restriction_over_a_way(tmp_path: Path) -> None:
    """It binds who comes from its first way, and nobody who joins in between."""
    town = Town()
    town.way("0 0", "1 0", name="From")
    between = town.way("1 0", "2 0", name="Bridge")
    target = town.way("2 0", "2 2", name="To")
    town.way("2 0", "3 0", name="On")
    town.way("1 0", "1 -2", name="Side")
    town.restrict("no_left_turn", 1001, [between], target)
    (bound,) = town.routes(tmp_path, "0.5 0", "2 1")
    (free,) = town.routes(tmp_path, "1 -1", "2 1")
    assert any("U-turn" in each for each in said(bound))
    assert not any("U-turn" in each for each in said(free))


def test_barriers(tmp_path: Path) -> None:
    """A bollard stops a car and nobody else; a private gate stops everybody."""
    town = Town()
    town.way("0 0", "1 0", "2 0")
    town.way("0 0", "0 3", "2 3", "2 0")
    town.node("1 0", barrier="bollard")
    near, far = 222.4, 889.6
    assert town.routes(tmp_path, "0 0", "2 0")[0].route.distance_m == far
    assert town.routes(tmp_path, "0 0", "2 0", WALKING)[0].route.distance_m == near
    town.node("1 0", barrier="gate", access="private")
    assert town.routes(tmp_path, "0 0", "2 0", WALKING)[0].route.distance_m == far


def roundabout() -> Town:
    """Return a roundabout, driven on the right, with four roads at its corners."""
    town = Town()
    ring = ("0.2 0", "0 0.2", "-0.2 0", "0 -0.2", "0.2 0")
    town.way(*ring, junction="roundabout", name="Circle")
    town.way("0 -0.2", "0 -2", name="South")
    town.way("0.2 0", "2 0", name="East")
    town.way("0 0.2", "0 2", name="North")
    town.way("-0.2 0", "-2 0", name="West")
    return town


@pytest.mark.parametrize(
    ("goal", "exit_"), [("1.5 0", "1st"), ("0 1.5", "2nd"), ("-1.5 0", "3rd"), ("0 -1.9", "4th")]
)
def test_exits_of_a_roundabout(tmp_path: Path, goal: str, exit_: str) -> None:
    """Exits are counted from the entry on; the last is the road that one came from."""
    town = roundabout()
    origin = "0 -1.5"
    (route,) = town.routes(tmp_path, origin, goal)
    if exit_ == "4th":
        assert len(route.route.steps) == 1
        return
    road = {"1st": "East", "2nd": "North", "3rd": "West"}[exit_]
    assert said(route)[1].split(" · ")[0] == f"At the roundabout, take the {exit_} exit onto {road}"
    assert route.route.steps[1].roads == (road,)
    assert route.codes[1] == "roundabout"


def test_start_inside_a_roundabout(tmp_path: Path) -> None:
    """Who starts inside has no exit to count."""
    (route,) = roundabout().routes(tmp_path, "-0.2 0", "1.5 0")
    assert [each.split(" · ")[0] for each in said(route)][-1] == "Exit the roundabout onto East"


def test_forks_and_ramps(tmp_path: Path) -> None:
    """Two roads ahead are a fork; a link is a ramp, from which one merges."""
    town = Town()
    town.way("0 -3", "0 0", name="Trunk", highway="trunk")
    town.way("0 0", "-0.3 3", name="Left Arm", highway="trunk")
    town.way("0 0", "0.3 3", name="Right Arm", highway="trunk")
    (fork,) = town.routes(tmp_path, "0 -2", "0.3 3")
    assert said(fork)[1].startswith("Keep right onto Right Arm")
    ramp = Town()
    ramp.way("0 -3", "0 0", name="Road", highway="primary")
    ramp.way("0 0", "0 3", name="Road", highway="primary")
    ramp.way("0 0", "0.5 1", "0.5 2", highway="trunk_link", oneway="yes", destination="Port")
    ramp.way("0.5 0", "0.5 2", "0.5 6", name="Fast Road", ref="T1", highway="trunk", oneway="yes")
    ramp.way("0.5 6", "0 3", name="Back", oneway="yes")
    (route,) = ramp.routes(tmp_path, "0 -2", "0.5 5")
    words = [each.split(" · ")[0] for each in said(route)]
    assert words[1:] == ["Take the ramp toward Port", "Merge onto Fast Road/T1"]
    assert route.codes == ("depart", "ramp-right", "merge")


def test_staying_on_a_road(tmp_path: Path) -> None:
    """A bend of a road is no manoeuvre; a turn to stay on it at a junction is."""
    town = Town()
    town.way("0 0", "0 1", "1 1", name="Winding Road", toll="yes")
    assert len(town.routes(tmp_path, "0 0.2", "0.8 1")[0].route.steps) == 1
    town.way("0 1", "-1 1", name="Side")
    (route,) = town.routes(tmp_path, "0 0.2", "0.8 1")
    assert said(route)[0] == "Head north on Winding Road · Toll road"
    assert said(route)[1].startswith("Turn right to stay on Winding Road · Toll road")


def test_figures_add_up(tmp_path: Path) -> None:
    """Steps add up to the route, a matrix says what the route says, lines have their ends."""
    town = roundabout()
    roads = Roads({DRIVING: town.network(tmp_path)}.get)
    spots = [spot(at) for at in ("0 -1.5", "1.5 0", "0 1.5", "-1 0.1", "0.1 0.2")]
    matrix = roads.matrix(spots, spots, DRIVING)
    for row, origin in enumerate(spots):
        for column, goal in enumerate(spots):
            if row == column:
                continue
            (drawn,) = roads.routes(origin, goal, DRIVING)
            found, route = matrix[row][column], drawn.route
            assert found is not None
            assert found.duration_s == route.duration_s
            assert found.distance_m == pytest.approx(route.distance_m, abs=0.2)
            assert sum(s.distance_m or 0 for s in route.steps) == pytest.approx(
                found.distance_m, abs=1
            )
            assert sum(s.duration_s or 0 for s in route.steps) == pytest.approx(
                found.duration_s, abs=3
            )
            assert len(drawn.step_starts) == len(drawn.codes) == len(route.steps)
            assert drawn.step_starts[0] == 0
            assert drawn.step_starts[-1] < len(drawn.points)


def test_alternatives_differ(tmp_path: Path) -> None:
    """Of two ways round a lake both are offered; a third that is neither is not made up."""
    town = Town()
    town.way("0 0", "0 1", "4 1", "4 0", name="North Shore")
    town.way("0 0", "0 -1.2", "4 -1.2", "4 0", name="South Shore")
    found = town.routes(tmp_path, "0 0", "4 0", most=3)
    assert [each.route.name for each in found] == ["North Shore", "South Shore"]
    times = [each.route.duration_s or 0 for each in found]
    assert times == sorted(times)


def test_turning_round_is_no_alternative(tmp_path: Path) -> None:
    """On a street without a way round there is one route, though one may turn at its end."""
    town = Town()
    town.way("0 0", "10 0", name="High Street")
    assert len(town.routes(tmp_path, "2 0", "8 0", most=3)) == 1


def test_what_no_road_joins(tmp_path: Path) -> None:
    """There is no route to a place over a kilometre from any road, or for a mode without one."""
    town = Town()
    town.way("0 0", "3 0")
    assert town.routes(tmp_path, "0 0", "0 50") == []
    roads = Roads({DRIVING: town.network(tmp_path)}.get)
    assert roads.matrix([spot("0 0"), spot("0 50")], [spot("3 0")], DRIVING)[1] == [None]
    assert roads.matrix([], [spot("3 0")], DRIVING) == []
    with pytest.raises(NotRecordedError, match="no road network for walking"):
        roads.matrix([spot("0 0")], [spot("3 0")], WALKING)


def test_no_road_for_a_mode(tmp_path: Path) -> None:
    """A town of paths has no network for cars."""
    town = Town()
    town.way("0 0", "1 0", highway="footway")
    extract = town.extract(tmp_path)
    assert build_network(extract, PROFILES[DRIVING]) is None
    assert build_network(extract, PROFILES[WALKING]) is not None
