"""Candidates whose name is shared by several described places."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Query
from geoeval.query.filter_kinds import CompareFilter, DirectionFilter
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import all_of, count, highest, nearest
from tests.query.towns import amount, failure, names

INN = Place(name="Inn", address="1 Quay", location=(60.0, 25.0))
NEAR = Place(name="Mart", address="2 Quay", location=(60.001, 25.0), rating=4.9)
FAR = Place(name="Mart", address="9 Hill Road", location=(59.9, 25.0), rating=4.5)
SHOP = Place(name="Shop", address="3 Quay", location=(60.01, 25.0), rating=4.7)
TOWN = World(places=(INN, NEAR, FAR, SHOP))
BOTH = ("Mart", "Shop")
NORTH = DirectionFilter(direction="north", seen_from="Inn")
GOOD = CompareFilter(measure="rating", comparator=">", value=4.0)
GREAT = CompareFilter(measure="rating", comparator=">", value=4.8)


@pytest.mark.parametrize("farthest", [False, True])
def test_the_best_place_ranks_for_a_shared_name(*, farthest: bool) -> None:
    value = names(nearest(anchor="Inn", among=BOTH, farthest=farthest), TOWN)
    assert value.names[0] == "Mart"
    assert value.names.count("Mart") == 2


def test_homonyms_that_all_pass_count_once() -> None:
    assert amount(count(among=BOTH, filters=(GOOD,)), TOWN) == 2
    assert names(all_of(among=BOTH, filters=(GOOD,)), TOWN).names == ("Mart", "Shop")


@pytest.mark.parametrize(
    "query",
    [
        count(among=BOTH, filters=(NORTH,)),
        all_of(among=BOTH, filters=(GREAT,)),
        nearest(anchor="Inn", among=BOTH, rank=2),
        nearest(anchor="Mart", among=("Shop", "Inn")),
    ],
)
def test_homonyms_that_matter_are_undecided(query: Query) -> None:
    found = failure(query, TOWN)
    assert (found.reason, found.value) == ("ambiguous_place", "Mart")
    assert found.candidates == ("Mart (2 Quay)", "Mart (9 Hill Road)")


def test_a_rank_before_the_shared_name_is_decided() -> None:
    other = Place(name="Stall", location=(60.0001, 25.0))
    town = World(places=(INN, NEAR, FAR, SHOP, other))
    near = Place(name="Kiosk", location=(60.0002, 25.0))
    town = World(places=(*town.places, near))
    value = names(nearest(anchor="Inn", among=("Kiosk", "Stall", "Mart"), rank=2), town)
    assert value.names[1] == "Kiosk"


def test_listed_homonyms_precede_others() -> None:
    shops = NearbyList(anchor="Inn", category="Shops", places=(NEAR, SHOP))
    town = World(places=(INN, FAR), lists=(shops,))
    assert amount(count(among=BOTH, category="shop", anchor="Inn"), town) == 2


def test_the_highest_figure_ranks_for_a_shared_name() -> None:
    assert names(highest("rating", among=BOTH), TOWN).names == ("Mart", "Shop", "Mart")
