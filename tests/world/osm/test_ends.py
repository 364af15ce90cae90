"""Where routes begin and end: gaps to the road, areas, separate networks and local roads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from geoeval.calculators.sphere.distance import haversine
from geoeval.tools import ToolSession
from geoeval.world.model import Leg, World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.extract import read_extract
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import DRIVING as CARS
from geoeval.world.osm.roads import Roads
from geoeval.world.osm.routing import Router
from geoeval.world.records import TravelMode
from geoeval.world.service import Area, MapRoute, Travel
from geoeval.world.store.atlas import MapAtlas
from tests.world.osm.towns import STEP, Town, spot, step_texts

DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING
UNIT_M = haversine((0.0, 0.0), (0.0, STEP))  # of the grid


def street() -> Town:
    """Return a street of ten blocks from west to east."""
    town = Town()
    town.way("0 0", "10 0", name="High Street")
    return town


def metres(route: MapRoute) -> float:
    """Return the length of a route in metres."""
    assert route.route.distance_m is not None
    return route.route.distance_m


@pytest.mark.parametrize(("off_m", "noted"), [(29.9, False), (30, True), (31.4, True)])
def test_the_gap_to_the_road_is_walked(tmp_path: Path, off_m: float, noted: bool) -> None:
    """It is part of the time and length, and is noted from 30 m on."""
    off = off_m / UNIT_M
    (route,) = street().routes(tmp_path, f"2 {off}", f"8 -{off}")
    assert route.route.gaps_m == (off_m, off_m)
    assert metres(route) == pytest.approx(6 * UNIT_M + 2 * off_m, abs=0.2)
    drive_s = 6 * UNIT_M / 25 * 3.6
    assert route.route.duration_s == pytest.approx(drive_s + 2 * off_m / 5 * 3.6, abs=1)
    notes = [f"Walk {round(off_m)} m {which} the road" for which in ("to", "from") if noted]
    side = "Destination will be on the right"
    assert list(route.route.steps[0].notes) == [*notes, side]
    assert haversine(route.points[-1], spot(f"8 -{off}")) == pytest.approx(off_m, abs=0.1)


@pytest.mark.parametrize(("off_m", "reached"), [(999, True), (1000, True), (1000.2, False)])
def test_places_far_from_roads_are_unreachable(tmp_path: Path, off_m: float, reached: bool) -> None:
    """The limit is one kilometre."""
    town = street()
    far = spot(f"5 {off_m / UNIT_M}")
    roads = town.roads(tmp_path)
    ((there,), (back,)) = roads.matrix([spot("0 0"), far], [far], DRIVING)
    assert (there is not None) == reached
    assert (back is not None) == reached
    drawn = roads.routes(spot("0 0"), far, DRIVING)
    assert bool(drawn) == reached


def test_both_ends_use_the_same_network(tmp_path: Path) -> None:
    """Each end uses the nearest part of the network that both can reach, however small it is."""
    town = street()
    town.way("0 1", "4 1", name="Island Road")
    town.way("6 2", "6.5 2", name="Yard")
    (inside,) = town.routes(tmp_path, "0.5 1.1", "3.5 1.1")
    assert inside.route.name == "Island Road"
    (across,) = town.routes(tmp_path, "0.5 0.9", "9 0.1")
    assert across.route.name == "High Street"
    assert across.route.gaps_m[0] == pytest.approx(0.9 * UNIT_M, abs=0.1)
    roads = town.roads(tmp_path)
    spots = [spot(at) for at in ("0.5 1.1", "3.5 1.1", "9 0.1", "6.2 2")]
    matrix = roads.matrix(spots, spots, DRIVING)
    for row, one in enumerate(spots):
        for column, other in enumerate(spots):
            found = matrix[row][column]
            drawn = roads.routes(one, other, DRIVING)
            assert found is not None
            assert found.gaps_m == drawn[0].route.gaps_m
            assert found.distance_m == drawn[0].route.distance_m
            assert found.duration_s == drawn[0].route.duration_s


def test_a_network_without_a_path_is_passed_over(tmp_path: Path) -> None:
    """If the nearest shared part has no path in this direction, the next part is used."""
    town = street()
    town.way("2 1", "6 1", name="One Way", oneway="yes")
    (along,) = town.routes(tmp_path, "3 1", "5 1")
    assert along.route.name == "One Way"
    (against,) = town.routes(tmp_path, "5 1", "3 1")
    assert against.route.name == "High Street"
    assert against.route.gaps_m == pytest.approx((UNIT_M, UNIT_M), abs=0.1)
    roads = town.roads(tmp_path)
    ((found,),) = roads.matrix([spot("5 1")], [spot("3 1")], DRIVING)
    assert found is not None
    assert found.distance_m == against.route.distance_m


def test_two_ends_on_an_edge_keep_its_direction(tmp_path: Path) -> None:
    """Against a one-way street the route goes around the block."""
    town = Town()
    town.way("0 0", "4 0", name="One Way", oneway="yes")
    town.way("4 0", "4 1", "0 1", "0 0", name="Round")
    (along,) = town.routes(tmp_path, "1 0", "3 0")
    (back,) = town.routes(tmp_path, "3 0", "1 0")
    assert metres(along) == pytest.approx(2 * UNIT_M, abs=0.2)
    assert metres(back) == pytest.approx(8 * UNIT_M, abs=0.3)


@pytest.mark.parametrize(("hours", "is_found"), [(745, True), (746, False)])
def test_very_long_trips_are_not_found(tmp_path: Path, hours: int, is_found: bool) -> None:
    """The limit is 2 ** 28 hundredths of a second, a little over 31 days."""
    town = Town()
    town.way("0 0", "1 0", name="Pier Road")
    town.way("1 0", "11 0", name="Slow Ferry", route="ferry", duration=f"{hours}:00")
    town.way("11 0", "12 0", name="Island Road")
    roads = town.roads(tmp_path)
    ends = spot("0.5 0"), spot("11.5 0")
    assert bool(roads.routes(*ends, DRIVING)) == is_found


def test_only_the_nearest_road_is_used(tmp_path: Path) -> None:
    """Walking to a more distant road would be faster here."""
    town = street()
    for x in range(10, 14):  # the largest part is another one
        town.way(f"{x} 0", f"{x + 1} 0", name="High Street")
    town.way("0 3", "8 3", name="Near")
    town.way("8 3", "8 4", name="Bend")
    town.way("8 4", "0 4", name="Far")
    (route,) = town.routes(tmp_path, "1 3.4", "1 4")
    assert route.route.gaps_m == pytest.approx((0.4 * UNIT_M, 0), abs=0.1)
    assert metres(route) == pytest.approx(15.4 * UNIT_M, abs=0.3)
    assert [step.roads[0] for step in route.route.steps] == ["Near", "Bend", "Far"]


@pytest.mark.parametrize(("east", "name"), [(1.65, "Meridian"), (1.85, "Parallel")])
def test_the_nearest_road_far_north(tmp_path: Path, east: float, name: str) -> None:
    """On a tall map a degree of longitude has its local length, here at 55° N."""
    town = Town()
    town.way("0 50000", "0 55001", "0 60000", name="Meridian")
    town.way("0 55001", "5 55001", name="Parallel")
    (route,) = town.routes(tmp_path, f"{east} 55000", f"{east} 55000")
    assert route.route.name == name
    off_m = min(UNIT_M, haversine(spot("0 55000"), spot(f"{east} 55000")))
    assert route.route.gaps_m == pytest.approx((off_m, off_m), abs=0.1)


@pytest.mark.parametrize("mode", [DRIVING, WALKING])
def test_roads_touched_at_an_end_are_left_out(tmp_path: Path, mode: TravelMode) -> None:
    """The direction in which the roads are drawn does not matter."""
    for first in (("0 0", "5 0"), ("5 0", "0 0")):
        for second in (("5 0", "10 0"), ("10 0", "5 0")):
            town = Town()
            town.way(*second, name="East")
            town.way(*first, name="West")
            town.way("0 0", "-5 0", name="Far West")
            for nodes, names in (
                (("-2 0", "0 0", "5 0"), ["Far West", "West"]),
                (("5 0", "0 0", "-2 0"), ["West", "Far West"]),
                (("8 0", "5 0", "0 0"), ["East", "West"]),
                (("0 0", "5 0", "8 0"), ["West", "East"]),
            ):
                (route,) = town.routes(tmp_path, nodes[0], nodes[-1], mode)
                assert [step.roads[0] for step in route.route.steps] == names
                assert list(route.points) == [spot(at) for at in nodes]
            for start, goal, name in (("2 0", "5 0", "West"), ("5 0", "2 0", "West")):
                (route,) = town.routes(tmp_path, start, goal, mode)
                assert [step.roads for step in route.route.steps] == [(name,)]
                assert metres(route) == pytest.approx(3 * UNIT_M, abs=0.2)
                assert list(route.points) == [spot(start), spot(goal)]
            (route,) = town.routes(tmp_path, "5 0", "5 0", mode)
            assert (metres(route), route.route.duration_s) == (0, 0)
            for end in ("-5 0", "10 0"):
                (route,) = town.routes(tmp_path, end, end, mode)
                assert (metres(route), len(route.route.steps)) == (0, 1)


def park(**gate: str) -> Town:
    """Return a park between two streets, with a gate on its northern side if it has tags."""
    town = Town()
    town.way("0 -4", "8 -4", name="South Street")
    town.way("0 4", "8 4", name="North Street")
    town.way("0 -4", "0 4", name="West Street")
    town.way("2 -3", "6 -3", "6 3", "4 3", "2 3", "2 -3", name="Park", leisure="park")
    if gate:
        town.node("4 3", **gate)
    return town


def area(town: Town, folder: Path) -> Area:
    """Return the only area of a town."""
    (feature,) = town.extract(folder).features
    return Area(feature.location, feature.access)


@pytest.mark.parametrize(
    "gate",
    [{"entrance": "main"}, {"entrance": "yes"}, {"barrier": "gate"}],
    ids=lambda gate: " ".join(gate.values()),
)
def test_an_area_is_entered_at_its_gate(tmp_path: Path, gate: dict[str, str]) -> None:
    """Without a gate the road nearest to the outline is used."""
    town = park(**gate)
    (route,) = town.routes(tmp_path, "8 -4", area(town, tmp_path))
    assert route.points[-1] == pytest.approx(spot("4 4"), abs=1e-6)
    assert route.route.gaps_m[1] == pytest.approx(UNIT_M, abs=0.1)
    open_park = park()
    (open_,) = open_park.routes(tmp_path, "8 -4", area(open_park, tmp_path))
    gap_m = open_.route.gaps_m[1]  # a road along the park leads there where it first comes near
    assert UNIT_M < gap_m <= UNIT_M + 10
    assert open_.points[-1] == pytest.approx(
        spot(f"{6 + ((gap_m / UNIT_M) ** 2 - 1) ** 0.5} -4"), abs=1e-5
    )


def test_a_main_entrance_is_preferred(tmp_path: Path) -> None:
    """Other entrances are ignored then, and emergency entrances always."""
    town = park(entrance="main")
    town.node("2 -3", entrance="yes")
    assert area(town, tmp_path).access == (spot("4 3"),)
    town = park(entrance="emergency")
    assert len(area(town, tmp_path).access) == 6


def test_matrices_between_areas_equal_routes(tmp_path: Path) -> None:
    town = park()
    roads = town.roads(tmp_path)
    ends = [area(town, tmp_path), *map(spot, ("8 -4", "0 0", "3 -4.1", "4 -4", "5 4"))]
    matrix = roads.matrix(ends, ends, DRIVING)
    for row, one in enumerate(ends):
        for column, other in enumerate(ends):
            if row == column:
                continue
            drawn = roads.routes(one, other, DRIVING)
            found = matrix[row][column]
            assert found is not None
            assert found.duration_s == drawn[0].route.duration_s
            assert found.distance_m == drawn[0].route.distance_m


@pytest.mark.parametrize("elsewhere", [0, 9])
@pytest.mark.parametrize(("off_m", "south"), [(9.5, True), (10.5, False)])
def test_the_fastest_of_similarly_near_roads_is_used(
    tmp_path: Path, off_m: float, south: bool, elsewhere: int
) -> None:
    """Roads within 10 m of the nearest distance are candidates."""
    town = Town()
    shift = off_m / UNIT_M
    town.way("0 4", "8 4", name="North Street")
    town.way("0 4", "0 0", f"0 {-4 - shift}", f"8 {-4 - shift}", name="South Street")
    town.way("0 0", f"{1 - 6 / UNIT_M} 0", name="Lane")  # in between: it is not the nearest
    for x in range(elsewhere):  # whether or not it is the largest part of the network
        town.way(f"{x} 9", f"{x + 1} 9", name="Elsewhere")
    town.way("2 -3", "6 -3", "6 3", "2 3", "2 -3", name="Park", leisure="park")
    (route,) = town.routes(tmp_path, f"8 {-4 - shift}", area(town, tmp_path))
    assert (metres(route) < 8 * UNIT_M) == south


@pytest.mark.parametrize("east", [7.5, 9])
def test_an_area_is_left_on_its_nearest_side(tmp_path: Path, east: float) -> None:
    """A trip along the street begins and ends at the side facing the other end."""
    town = Town()
    town.way("0 0", "8 0", name="West Street")
    town.way("8 0", "10 0", name="East Street")
    town.way("2 0.04", "6 0.04", "6 3", "2 3", "2 0.04", name="Park", leisure="park")
    garden = area(town, tmp_path)
    goal = f"{east} 0"
    (out,) = town.routes(tmp_path, garden, goal)
    (into,) = town.routes(tmp_path, goal, garden)
    length_m = (east - 6) * UNIT_M
    for route in (out, into):
        assert length_m - 12 < metres(route) < length_m + 5
    roads = town.roads(tmp_path)
    ((there,),) = roads.matrix([garden], [spot(goal)], DRIVING)
    ((back,),) = roads.matrix([spot(goal)], [garden], DRIVING)
    assert there is not None
    assert back is not None
    assert (there.distance_m, back.distance_m) == (metres(out), metres(into))


def test_gates_are_distinguished_from_outlines(tmp_path: Path) -> None:
    """With four gates only the gates count, and without gates the outline does."""
    town = Town()
    town.way("0 0", "8 0", name="Street")
    corners = "3 0.5", "5 0.5", "5 -0.5", "3 -0.5"
    gates = Area(spot("4 0"), tuple(map(spot, corners)))
    (route,) = town.routes(tmp_path, "0 0", gates)
    assert route.route.gaps_m[1] == pytest.approx(UNIT_M / 2, abs=0.1)
    assert route.points[-1] == pytest.approx(spot("3 0"), abs=2e-4)
    for count in (3, 4):
        ring = (*corners[:count], corners[0])
        outline = Area(spot("4 0"), tuple(map(spot, ring)))
        (route,) = town.routes(tmp_path, "0 0", outline)
        assert route.route.gaps_m[1] <= 10


@pytest.mark.parametrize(("off_m", "is_island"), [(7, True), (9, False)])
def test_an_area_uses_the_network_of_its_nearest_road(
    tmp_path: Path, off_m: float, is_island: bool
) -> None:
    """The distance of the other roads of that network does not matter."""
    town = street()
    town.way("10 0", "20 0", name="High Street")
    town.way("20 0", "30 0", name="High Street")
    top, bottom = 1 - off_m / UNIT_M, 8 / UNIT_M
    close = 1 + 5 / UNIT_M
    town.way("0 1", "8 1", name="Island Road")
    town.way("8 1", f"8 {close}", f"0 {close}", name="Island Close")
    outline = f"3 {top}", f"5 {top}", f"5 {bottom}", f"3 {bottom}", f"3 {top}"
    town.way(*outline, leisure="park", name="Park")
    garden = area(town, tmp_path)
    other = "4 0.5"
    for ends in ((garden, other), (other, garden)):
        (route,) = town.routes(tmp_path, *ends)
        assert ("Island" in route.route.name) == is_island


def test_the_side_follows_the_middle_of_an_area(tmp_path: Path) -> None:
    town = park()
    (route,) = town.routes(tmp_path, "8 -4", area(town, tmp_path))
    assert step_texts(route)[-1].endswith(
        "Walk 121 m from the road · Destination will be on the right"
    )


@pytest.mark.parametrize("value", ["destination", "customers", "delivery"])
def test_local_roads_are_used_only_at_the_ends(tmp_path: Path, value: str) -> None:
    """Routes begin and end on them but do not pass through."""
    town = Town()
    town.way("0 0", "1 0", name="West")
    town.way("1 0", "1 1", "2 1", name="Local", motor_vehicle=value)
    town.way("2 1", "2 0", "3 0", name="East")
    town.way("1 0", "1 -5", "2 -5", "2 0", name="Round")
    (through,) = town.routes(tmp_path, "0 0", "3 0")
    assert not any("Local" in step for step in step_texts(through))
    (into,) = town.routes(tmp_path, "0 0", "1.5 1")
    assert any("Local" in step for step in step_texts(into))
    (out_of,) = town.routes(tmp_path, "1.5 1", "3 0")
    assert metres(out_of) == pytest.approx(2.5 * UNIT_M, abs=0.3)
    (within,) = town.routes(tmp_path, "1 0.5", "1.5 1")
    assert metres(within) == pytest.approx(UNIT_M, abs=0.3)
    (walked,) = town.routes(tmp_path, "0 0", "3 0", WALKING)
    assert metres(walked) == pytest.approx(5 * UNIT_M, abs=0.3)


def test_a_local_street_has_no_through_traffic(data_dir: Path) -> None:
    extract = read_extract(data_dir / "cases" / "field" / "destination_only.osm")
    network = build_network(extract, CARS)
    assert network is not None
    roads = Roads({DRIVING: network}.get)

    def roads_to(goal: tuple[float, float]) -> list[str]:
        (route,) = roads.routes((0, 0.0005), goal, DRIVING)
        return [name for step in route.route.steps for name in step.roads]

    assert "Mid" not in roads_to((0.002, 0.001))
    assert roads_to((0.001, 0.002))[-1] == "Mid"


def test_ferries_take_their_stated_time(tmp_path: Path) -> None:
    """Without a duration the speed is 5 km/h."""
    town = Town()
    town.way("0 0", "1 0", name="Pier Road")
    town.way("1 0", "11 0", name="Blue Ferry", route="ferry", duration="00:20")
    town.way("11 0", "12 0", name="Island Road")
    (route,) = town.routes(tmp_path, "0 0", "12 0")
    assert [each.split(" · ")[0] for each in step_texts(route)] == [
        "Head east on Pier Road toward Blue Ferry",
        "Take the ferry Blue Ferry",
        "Leave the ferry onto Island Road",
    ]
    assert route.codes == ("depart", "ferry", "straight")
    assert route.route.steps[1].duration_s == pytest.approx(1200, abs=1)
    slow = Town()
    slow.way("1 0", "11 0", name="Blue Ferry", route="ferry", duration="when the tide is in")
    (route,) = slow.routes(tmp_path, "1 0", "11 0", WALKING)
    assert route.route.duration_s == pytest.approx(10 * UNIT_M / 5 * 3.6, abs=1)
    closed = Town()
    closed.way("1 0", "11 0", route="ferry", motor_vehicle="no")
    assert build_network(closed.extract(tmp_path), CARS) is None


def test_traffic_lights_cost_two_seconds(tmp_path: Path) -> None:
    """They apply only in the direction that they face."""
    times = {}
    for facing in ("", "forward", "backward", "both"):
        town = Town()
        town.way("0 0", "5 0", "10 0", name="High Street")
        if facing:
            tags = {"traffic_signals:direction": facing} if facing != "both" else {}
            town.node("5 0", highway="traffic_signals", **tags)
        roads = town.roads(tmp_path)
        ends = [spot("0 0"), spot("10 0")]
        ((_, there), (back, _)) = roads.matrix(ends, ends, DRIVING)
        assert there is not None
        assert back is not None
        times[facing] = there.duration_s, back.duration_s
    plain = times[""][0]
    assert times == {
        "": (plain, plain),
        "forward": (plain + 2, plain),
        "backward": (plain, plain + 2),
        "both": (plain + 2, plain + 2),
    }


def test_turns_cost_time_at_junctions(tmp_path: Path) -> None:
    """The cost is a sigmoid of the angle, and a bend costs nothing."""

    def time(*, crossing: bool) -> float:
        town = Town()
        town.way("0 0", "5 0", name="First")
        town.way("5 0", "5 5", name="Second")
        if crossing:
            town.way("5 0", "10 0", name="Third")
        ((found,),) = Router(town.network(tmp_path)).matrix([spot("0 0")], [spot("5 5")]).times_s
        return float(found)

    right_angle_s = 7.5 / (1 + math.exp(6.5 - 13 * 90 / 180))
    assert time(crossing=True) - time(crossing=False) == pytest.approx(right_angle_s, abs=0.02)


def test_a_restriction_with_a_missing_member_is_counted(tmp_path: Path) -> None:
    """A restriction that names a road outside the extract is ignored."""
    town = street()
    town.restrict("only_straight_on", 1001, "10 0", 9999)
    extract = town.extract(tmp_path)
    assert extract.restrictions == []
    assert extract.skipped["turn restrictions with missing members"] == 1


def test_without_roads_the_extent_is_that_of_places(tmp_path: Path) -> None:
    town = Town()
    town.node("1 1", amenity="cafe", name="Inn")
    town.node("3 2", amenity="cafe", name="Bar")
    assert town.extract(tmp_path).extent() == (*spot("1 1"), *spot("3 2"))


def test_gates_are_kept_in_map_files(tmp_path: Path) -> None:
    town = park(entrance="main")
    town.node("8 -2", amenity="cafe", name="Hut")
    build_from_osm(town.write(tmp_path), tmp_path / "town.world")
    world = World.open(tmp_path / "town.world")
    leg = world.atlas.leg("Hut", "Park", DRIVING)
    route, *_ = world.atlas.routes("Hut", "Park", DRIVING)
    assert leg is not None
    assert leg.gaps_m == route.gaps_m == pytest.approx((2 * UNIT_M, UNIT_M), abs=0.1)
    assert route.steps[-1].notes[0] == "Walk 111 m from the road"
    reply = ToolSession(world).call(
        "TravelTime", {"originId": "Hut", "destinationId": "Park", "travelMode": "driving"}
    )
    assert reply.content["note"] == "Hut is reached on foot from the nearest road, 222 m away"


def test_two_threads_can_search_for_the_same_leg(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = park(entrance="main")
    town.node("8 -2", amenity="cafe", name="Hut")
    build_from_osm(town.write(tmp_path), tmp_path / "town.world")
    atlas = World.open(tmp_path / "town.world").atlas
    assert isinstance(atlas, MapAtlas)
    matrix = atlas.file.matrix
    meanwhile: list[Leg | None] = []

    def search(
        origins: Sequence[Area], destinations: Sequence[Area], mode: TravelMode
    ) -> list[list[Travel | None]]:
        monkeypatch.setattr(atlas.file, "matrix", matrix)
        with ThreadPoolExecutor(1) as other:
            meanwhile.append(other.submit(atlas.leg, "Hut", "Park", DRIVING).result())
        return matrix(origins, destinations, mode)

    monkeypatch.setattr(atlas.file, "matrix", search)
    leg = atlas.leg("Hut", "Park", DRIVING)
    assert leg is not None
    assert meanwhile == [leg]
