"""Which alternative routes are offered."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from geoeval.world.records import TravelMode
from tests.world.osm.test_ends import UNIT_M
from tests.world.osm.towns import Town

END = 10.0


def straight(*corners: float) -> Town:
    """Return a street of ten blocks to the east, divided into ways at the corners."""
    town = Town()
    at = [0.0, *corners, END]
    for one, other in pairwise(at):
        town.way(node(one), node(other), name=f"Street {one}")
    return town


def node(x: float, y: float = 0.0) -> str:
    """Return the grid node at a position."""
    return f"{round(x, 4):g} {round(y, 4):g}"


def detour(town: Town, start: float, end: float, more: float) -> None:
    """Add a way parallel to part of the street, longer by some blocks, to the south if negative."""
    side = more / 2
    way = (start, 0), (start, side), (end, side), (end, 0)
    town.way(*(node(*each) for each in way), name=f"Detour {more}")


def lengths(town: Town, folder: Path, most: int) -> list[float]:
    """Return the lengths of the routes offered to a pedestrian in blocks."""
    found = town.routes(folder, "0 0", f"{END} 0", TravelMode.WALKING, most)
    return [round((each.route.distance_m or 0) / UNIT_M, 2) for each in found]


@pytest.mark.parametrize(("more", "offered"), [(4.9, [10, 14.9]), (5.1, [10])])
def test_slow_alternatives_are_left_out(tmp_path: Path, more: float, offered: list[float]) -> None:
    """An alternative may take 1.5 times as long as the fastest route."""
    town = straight()
    detour(town, 0, END, more)
    assert lengths(town, tmp_path, 2) == offered
    assert lengths(town, tmp_path, 3) == offered
    assert lengths(town, tmp_path, 1) == [10]


@pytest.mark.parametrize(("shared", "offered"), [(7.12, [10, 10.2]), (7.16, [10])])
def test_alternatives_share_little_with_the_fastest_route(
    tmp_path: Path, shared: float, offered: list[float]
) -> None:
    """At most 70 % of the length may be shared, here 7.14 of 10.2 blocks."""
    town = straight(shared)
    detour(town, shared, END, 0.2)
    assert lengths(town, tmp_path, 2) == offered


def test_alternatives_differ_from_each_other(tmp_path: Path) -> None:
    """A third route that resembles the second is left out."""
    town = straight()
    town.way("0 0", "0 -1", "9 -1")
    town.way("9 -1", "10 -1")
    town.way("9 -1", "9 -1.5", "10 -1.5", "10 -1")
    town.way("10 -1", "10 0")
    assert lengths(town, tmp_path, 3) == [10, 12]


@pytest.mark.parametrize(("more", "offered"), [(3.6, [10, 11.5]), (3.4, [10, 13.4])])
def test_new_roads_are_preferred_over_used_roads(
    tmp_path: Path, more: float, offered: list[float]
) -> None:
    """A used road counts 1.4 times, so a longer route over new roads may come first."""
    town = straight(5)
    detour(town, 5, END, 1.5)  # 5 blocks used before and 6.5 new ones count as 13.5
    detour(town, 0, END, -more)
    assert lengths(town, tmp_path, 2) == offered


def test_alternatives_are_sorted_by_time(tmp_path: Path) -> None:
    """The order in which they are found does not matter."""
    town = straight(5)
    detour(town, 5, END, 1.5)
    detour(town, 0, END, -3.4)
    assert lengths(town, tmp_path, 3) == [10, 11.5, 13.4]


@pytest.mark.parametrize(("new", "is_found"), [(0.85, True), (0.82, False)])
def test_the_search_for_alternatives_ends(tmp_path: Path, new: float, is_found: bool) -> None:
    """Three searches per wanted route are made, so the last weighs used roads by 1.4 ** 5."""
    town = straight(END - new)
    detour(town, END - new, END, 4.5 - new)
    assert (new * 1.4**5 > 4.5) == is_found
    found = lengths(town, tmp_path, 2)
    assert found == ([10, round(END - new + 4.5, 2)] if is_found else [10])


@pytest.mark.parametrize("forbidden", [False, True])
def test_alternatives_contain_no_u_turns(tmp_path: Path, forbidden: bool) -> None:
    """A second way that only works with a U-turn in a dead end is left out."""
    town = straight()
    south = town.way("0 0", "0 -0.5", "10 -0.5", name="South Street")
    leg = town.way("10 -0.5", "10 0", name="Leg")
    town.way("10 -0.5", "10.2 -0.5", name="Dead End")
    if forbidden:
        town.restrict("no_left_turn", south, "10 -0.5", leg)
    found = town.routes(tmp_path, "0 0", "10 0", most=3)
    assert len(found) == (1 if forbidden else 2)
