"""Routes over small towns with one-way streets, restrictions and barriers."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import NotRecordedError
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.records import TravelMode
from tests.world.osm.towns import Town, spot, step_texts

DRIVING, WALKING, BICYCLING = TravelMode.DRIVING, TravelMode.WALKING, TravelMode.BICYCLING


def cross(**south: str) -> Town:
    """Return four roads that meet at a junction."""
    town = Town()
    town.way("0 -2", "0 0", name="South Road", **south)
    town.way("0 0", "0 2", name="North Road")
    town.way("-2 0", "0 0", name="West Road")
    town.way("0 0", "2 0", name="East Road")
    return town


def test_turns_name_side_and_road(tmp_path: Path) -> None:
    """The last step says on which side the destination is."""
    town = cross()
    (left,) = town.routes(tmp_path, "0.0 -1.5", "-1.5 0.2")
    assert step_texts(left) == [
        "Head north on South Road toward West Road",
        "Turn left onto West Road · Destination will be on the right",
    ]
    assert left.codes == ("depart", "turn-left")
    assert left.route.steps[1].roads == ("West Road",)
    assert left.route.name == "South Road and West Road"
    (right,) = town.routes(tmp_path, "0 -1.5", "1.5 0.2")
    assert step_texts(right)[1] == "Turn right onto East Road · Destination will be on the left"
    (ahead,) = town.routes(tmp_path, "0 -1.5", "0 1.5")
    assert step_texts(ahead)[1] == "Continue onto North Road · Arrive at your destination"


@pytest.mark.parametrize(
    ("bend", "words", "code"),
    [
        ("0.6 1", "Slight right onto Bend", "turn-slight-right"),
        ("-0.6 1", "Slight left onto Bend", "turn-slight-left"),
        ("1 -1", "Sharp right onto Bend", "turn-sharp-right"),
        ("-1 -1", "Sharp left onto Bend", "turn-sharp-left"),
    ],
)
def test_turn_texts_depend_on_the_angle(tmp_path: Path, bend: str, words: str, code: str) -> None:
    town = Town()
    town.way("0 -2", "0 0", name="Main")
    town.way("0 0", bend, name="Bend")
    town.way("0 0", "-2 0.1", name="Other")
    (route,) = town.routes(tmp_path, "0 -1.5", bend)
    assert step_texts(route)[1].split(" · ")[0] == words
    assert route.codes[1] == code


def test_one_way_streets_do_not_bind_pedestrians(tmp_path: Path) -> None:
    """A bicycle may be exempt too."""
    town = Town()
    town.way("0 0", "2 0", name="Short", oneway="yes", oneway__bicycle="no")
    town.way("2 0", "2 1", "0 1", "0 0", name="Long")
    lengths = {
        mode: town.routes(tmp_path, "2 0", "0 0", mode)[0].route.distance_m
        for mode in (DRIVING, WALKING, BICYCLING)
    }
    assert lengths == {DRIVING: 444.8, WALKING: 222.4, BICYCLING: 222.4}


def test_a_reversed_one_way_is_respected(tmp_path: Path) -> None:
    """``oneway=-1`` runs against the drawn direction."""
    town = Town()
    town.way("0 0", "2 0", oneway="-1")
    assert town.routes(tmp_path, "1.5 0", "0.5 0")
    assert not town.routes(tmp_path, "0.5 0", "1.5 0")


def test_a_forbidden_turn_is_avoided(tmp_path: Path) -> None:
    """A car continues, makes a U-turn and returns, and a bicycle is exempt."""
    town = cross()
    town.restrict("no_left_turn", 1001, "0 0", 1003, **{"except": "bicycle"})
    (car,) = town.routes(tmp_path, "0 -1", "-1 0")
    assert step_texts(car)[2].startswith("Make a U-turn at")
    (bicycle,) = town.routes(tmp_path, "0 -1", "-1 0", BICYCLING)
    assert len(bicycle.route.steps) == 2


def test_a_mandatory_turn_excludes_others(tmp_path: Path) -> None:
    town = cross()
    town.restrict("only_straight_on", 1001, "0 0", 1002)
    assert len(town.routes(tmp_path, "0 -1", "0 1")[0].route.steps) == 2
    assert len(town.routes(tmp_path, "0 -1", "1 0")[0].route.steps) > 2


def test_conditional_restrictions_are_partly_used(tmp_path: Path) -> None:
    """Restrictions by hour are ignored, and those for cars do not bind bicycles."""
    town = cross()
    town.restrict("no_left_turn", 1001, "0 0", 1003, hour_on="07:00", hour_off="19:00")
    assert len(town.routes(tmp_path, "0 -1", "-1 0")[0].route.steps) == 2
    assert sum(town.extract(tmp_path).skipped.values()) == 1
    town = cross()
    cars = {"restriction": "", "restriction:motorcar": "no_left_turn"}
    town.restrict("", 1001, "0 0", 1003, **cars)
    assert len(town.routes(tmp_path, "0 -1", "-1 0")[0].route.steps) > 2
    assert len(town.routes(tmp_path, "0 -1", "-1 0", BICYCLING)[0].route.steps) == 2


def test_a_restriction_from_a_way_to_itself_prevents_turns(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "1 0", "2 0", name="High Street")
    town.way("1 0", "1 1", name="Side")
    town.restrict("only_straight_on", 1001, "1 0", 1001)
    assert len(town.routes(tmp_path, "0 0", "2 0")[0].route.steps) == 1
    assert "Side" not in " ".join(step_texts(town.routes(tmp_path, "0 0", "1 1")[0]))


def test_forbidden_u_turns_leave_a_dead_end_reachable(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "2 0", name="Lane")
    assert town.routes(tmp_path, "1 0", "0.5 0")
    town.restrict("no_u_turn", 1001, "2 0", 1001)
    town.restrict("no_u_turn", 1001, "0 0", 1001)
    roads = town.roads(tmp_path)
    assert roads.matrix([spot("1 0")], [spot("0.5 0")], DRIVING)[0][0] is not None


def test_a_restriction_via_a_way_binds_its_first_way(tmp_path: Path) -> None:
    """Traffic that joins in between is not bound."""
    town = Town()
    town.way("0 0", "1 0", name="From")
    between = town.way("1 0", "2 0", name="Bridge")
    target = town.way("2 0", "2 2", name="To")
    town.way("2 0", "3 0", name="On")
    town.way("1 0", "1 -2", name="Side")
    town.restrict("no_left_turn", 1001, [between], target)
    (bound,) = town.routes(tmp_path, "0.5 0", "2 1")
    (free,) = town.routes(tmp_path, "1 -1", "2 1")
    assert any("U-turn" in each for each in step_texts(bound))
    assert not any("U-turn" in each for each in step_texts(free))


def test_barriers_depend_on_the_mode(tmp_path: Path) -> None:
    """A bollard stops cars only, a private gate everybody."""
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
    """Return a roundabout in right-hand traffic with four roads."""
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
def test_roundabout_exits_are_counted_from_the_entry(tmp_path: Path, goal: str, exit_: str) -> None:
    """The last exit is the road of arrival."""
    town = roundabout()
    origin = "0 -1.5"
    (route,) = town.routes(tmp_path, origin, goal)
    if exit_ == "4th":
        assert len(route.route.steps) == 1
        return
    road = {"1st": "East", "2nd": "North", "3rd": "West"}[exit_]
    assert (
        step_texts(route)[1].split(" · ")[0]
        == f"At the roundabout, take the {exit_} exit onto {road}"
    )
    assert route.route.steps[1].roads == (road,)
    assert route.codes[1] == "roundabout"


def test_a_start_inside_a_roundabout_has_no_exit_number(tmp_path: Path) -> None:
    (route,) = roundabout().routes(tmp_path, "-0.2 0", "1.5 0")
    assert [each.split(" · ")[0] for each in step_texts(route)][
        -1
    ] == "Exit the roundabout onto East"


def test_forks_and_ramps_are_named(tmp_path: Path) -> None:
    """Two roads ahead are a fork, and a link is a ramp that leads to a merge."""
    town = Town()
    town.way("0 -3", "0 0", name="Trunk", highway="trunk")
    town.way("0 0", "-0.3 3", name="Left Arm", highway="trunk")
    town.way("0 0", "0.3 3", name="Right Arm", highway="trunk")
    (fork,) = town.routes(tmp_path, "0 -2", "0.3 3")
    assert step_texts(fork)[1].startswith("Keep right onto Right Arm")
    ramp = Town()
    ramp.way("0 -3", "0 0", name="Road", highway="primary")
    ramp.way("0 0", "0 3", name="Road", highway="primary")
    ramp.way("0 0", "0.5 1", "0.5 2", highway="trunk_link", oneway="yes", destination="Port")
    ramp.way("0.5 0", "0.5 2", "0.5 6", name="Fast Road", ref="T1", highway="trunk", oneway="yes")
    ramp.way("0.5 6", "0 3", name="Back", oneway="yes")
    (route,) = ramp.routes(tmp_path, "0 -2", "0.5 5")
    words = [each.split(" · ")[0] for each in step_texts(route)]
    assert words[1:] == ["Take the ramp toward Port", "Merge onto Fast Road/T1"]
    assert route.codes == ("depart", "ramp-right", "merge")


def test_a_bend_is_not_a_manoeuvre(tmp_path: Path) -> None:
    """A turn to stay on the road at a junction is."""
    town = Town()
    town.way("0 0", "0 1", "1 1", name="Winding Road", toll="yes")
    assert len(town.routes(tmp_path, "0 0.2", "0.8 1")[0].route.steps) == 1
    town.way("0 1", "-1 1", name="Side")
    (route,) = town.routes(tmp_path, "0 0.2", "0.8 1")
    assert step_texts(route)[0] == "Head north on Winding Road · Toll road"
    assert step_texts(route)[1].startswith("Turn right to stay on Winding Road · Toll road")


def test_steps_add_up_to_the_route(tmp_path: Path) -> None:
    """The matrix has the same totals."""
    town = roundabout()
    roads = town.roads(tmp_path)
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


def test_two_ways_around_a_lake_are_offered(tmp_path: Path) -> None:
    """No third route is invented."""
    town = Town()
    town.way("0 0", "0 1", "4 1", "4 0", name="North Shore")
    town.way("0 0", "0 -1.2", "4 -1.2", "4 0", name="South Shore")
    found = town.routes(tmp_path, "0 0", "4 0", most=3)
    assert [each.route.name for each in found] == ["North Shore", "South Shore"]
    times = [each.route.duration_s or 0 for each in found]
    assert times == sorted(times)


def test_a_u_turn_does_not_make_an_alternative(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "10 0", name="High Street")
    assert len(town.routes(tmp_path, "2 0", "8 0", most=3)) == 1


def test_unconnected_places_have_no_route(tmp_path: Path) -> None:
    """A place over a kilometre from any road is unconnected, and so is a mode without a network."""
    town = Town()
    town.way("0 0", "3 0")
    assert town.routes(tmp_path, "0 0", "0 50") == []
    roads = town.roads(tmp_path)
    assert roads.matrix([spot("0 0"), spot("0 50")], [spot("3 0")], DRIVING)[1] == [None]
    assert roads.matrix([], [spot("3 0")], DRIVING) == []
    with pytest.raises(NotRecordedError, match="no road network for walking"):
        roads.matrix([spot("0 0")], [spot("3 0")], WALKING)


def test_a_mode_without_roads_has_no_network(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "1 0", highway="footway")
    extract = town.extract(tmp_path)
    assert build_network(extract, PROFILES[DRIVING]) is None
    assert build_network(extract, PROFILES[WALKING]) is not None
