"""Which routes are offered besides the fastest."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from geoeval.world.records import TravelMode
from tests.world.osm.test_ends import UNIT_M
from tests.world.osm.towns import Town

END = 10.0


def straight(*corners: float) -> Town:
    """Return a street of ten blocks to the east, of one way between corners each."""
    town = Town()
    at = [0.0, *corners, END]
    for one, other in pairwise(at):
        town.way(node(one), node(other), name=f"Street {one}")
    return town


def node(x: float, y: float = 0.0) -> str:
    """Return the node at a place of the grid."""
    return f"{round(x, 4):g} {round(y, 4):g}"


def detour(town: Town, start: float, end: float, more: float) -> None:
    """Add a way beside a part of the street, longer by some blocks; south of it if negative."""
    side = more / 2
    way = (start, 0), (start, side), (end, side), (end, 0)
    town.way(*(node(*each) for each in way), name=f"Detour {more}")


def lengths(town: Town, folder: Path, most: int) -> list[float]:
    """Return the lengths of the routes offered to a walker, in blocks; turns cost no time."""
    found = town.routes(folder, "0 0", f"{END} 0", TravelMode.WALKING, most)
    return [round((each.route.distance_m or 0) / UNIT_M, 2) for each in found]


@pytest.mark.parametrize(("more", "offered"), [(4.9, [10, 14.9]), (5.1, [10])])
def test_an_alternative_is_not_too_slow(tmp_path: Path, more: float, offered: list[float]) -> None:
    """It takes at most one and a half times as long as the fastest."""
    town = straight()
    detour(town, 0, END, more)
    assert lengths(town, tmp_path, 2) == offered
    assert lengths(town, tmp_path, 3) == offered
    assert lengths(town, tmp_path, 1) == [10]


@pytest.mark.parametrize(("shared", "offered"), [(7.12, [10, 10.2]), (7.16, [10])])
def test_an_alternative_is_mostly_new(tmp_path: Path, shared: float, offered: list[float]) -> None:
    """It shares at most seven tenths of its length with the fastest: 7.14 blocks of 10.2."""
    town = straight(shared)
    detour(town, shared, END, 0.2)
    assert lengths(town, tmp_path, 2) == offered


def test_an_alternative_differs_from_each(tmp_path: Path) -> None:
    """A third route that is much like the second is not offered."""
    town = straight()
    town.way("0 0", "0 -1", "9 -1")
    town.way("9 -1", "10 -1")
    town.way("9 -1", "9 -1.5", "10 -1.5", "10 -1")
    town.way("10 -1", "10 0")
    assert lengths(town, tmp_path, 3) == [10, 12]


@pytest.mark.parametrize(("more", "offered"), [(3.6, [10, 11.5]), (3.4, [10, 13.4])])
def test_new_roads_go_before_used_ones(tmp_path: Path, more: float, offered: list[float]) -> None:
    """A road used before counts 1.4 times: a longer way that is all new may come first."""
    town = straight(5)
    detour(town, 5, END, 1.5)  # 5 blocks used before and 6.5 new ones count as 13.5
    detour(town, 0, END, -more)
    assert lengths(town, tmp_path, 2) == offered


def test_alternatives_are_in_the_order_of_their_times(tmp_path: Path) -> None:
    """The fastest comes first, whichever was found first."""
    town = straight(5)
    detour(town, 5, END, 1.5)
    detour(town, 0, END, -3.4)
    assert lengths(town, tmp_path, 3) == [10, 11.5, 13.4]


@pytest.mark.parametrize(("new", "is_found"), [(0.85, True), (0.82, False)])
def test_the_search_for_alternatives_ends(tmp_path: Path, new: float, is_found: bool) -> None:
    """Three searches for each route wanted: the last of six counts 1.4 ** 5 for roads in use."""
    town = straight(END - new)
    detour(town, END - new, END, 4.5 - new)
    assert (new * 1.4**5 > 4.5) == is_found
    found = lengths(town, tmp_path, 2)
    assert found == ([10, round(END - new + 4.5, 2)] if is_found else [10])


@pytest.mark.parametrize("forbidden", [False, True])
def test_no_alternative_turns_round(tmp_path: Path, forbidden: bool) -> None:
    """Where the second way only leads to the goal by a turn back in a dead end, it is left out."""
    town = straight()
    south = town.way("0 0", "0 -0.5", "10 -0.5", name="South Street")
    leg = town.way("10 -0.5", "10 0", name="Leg")
    town.way("10 -0.5", "10.2 -0.5", name="Dead End")
    if forbidden:
        town.restrict("no_left_turn", south, "10 -0.5", leg)
    found = town.routes(tmp_path, "0 0", "10 0", most=3)
    assert len(found) == (1 if forbidden else 2)
