"""Places of several kinds at once, such as cafes or bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.query.algebra import Places
from geoeval.query.solve import parse_query
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import all_of, count, highest, nearest
from tests.query.towns import amount, failure, names

PIER = Place(name="Pier", location=(0.0, 0.0))
CAFE = Place(name="Gull Cafe", location=(0.0, 0.003), rating=4.0)
BOTH = Place(name="Heron", location=(0.0, 0.002), rating=4.5)
BAR = Place(name="Egret Bar", location=(0.0, 0.001), rating=3.0)
CAFES = NearbyList(anchor="Pier", category="Cafes", places=(CAFE, BOTH), sorted_by_distance=True)
BARS = NearbyList(anchor="Pier", category="Bars", places=(replace(BOTH), BAR))
LISTED = World(places=(PIER,), lists=(CAFES, BARS))
DESCRIBED = World(
    places=(PIER, replace(CAFE, category="cafe"), replace(BAR, category="bar"),
            Place(name="Ibis Bank", category="bank", location=(0.0, 0.0001)))
)  # fmt: skip
EITHER = {"category": "cafe", "or_categories": ["bar"], "anchor": "Pier"}


def test_a_place_of_both_kinds_counts_once() -> None:
    assert amount(count(**EITHER), LISTED) == 3
    assert set(names(all_of(**EITHER), LISTED).names) == {"Gull Cafe", "Heron", "Egret Bar"}


def test_the_best_place_is_of_either_kind() -> None:
    assert names(nearest(**EITHER), LISTED).names == ("Egret Bar", "Heron", "Gull Cafe")
    assert names(highest("rating", **EITHER), LISTED).names[0] == "Heron"
    offered = nearest(**EITHER, among=["Gull Cafe", "Egret Bar"])
    assert names(offered, LISTED).names == ("Egret Bar", "Gull Cafe")


def test_described_places_of_another_kind_are_left_out() -> None:
    assert names(nearest(**EITHER), DESCRIBED).names == ("Egret Bar", "Gull Cafe")
    assert amount(count(**EITHER), DESCRIBED) == 2


@pytest.mark.parametrize("anchor", ["Pier", None])
@pytest.mark.parametrize("among", [[], ["Gull Cafe"]])
def test_each_kind_needs_a_list(anchor: str | None, among: list[str]) -> None:
    """Without a list of banks, one of them may be nearer than any cafe."""
    query = count(category="cafe", or_categories=["bank"], anchor=anchor, among=among)
    found = failure(query, LISTED)
    assert (found.reason, found.value) == ("no_such_fact", "bank")
    assert found.candidates == ("Cafes", "Bars")


def test_candidates_outside_the_lists_may_be_of_either_kind() -> None:
    world = replace(LISTED, places=(PIER, Place(name="Ibis", location=(0.0, 0.0005))))
    query = nearest(category="cafe", or_categories=["bank"], anchor="Pier", among=["Ibis"])
    assert names(query, world).names == ("Ibis",)


def test_the_kind_of_each_place_must_be_known() -> None:
    world = World(places=(PIER, replace(CAFE, category="cafe"), Place(name="Ibis")))
    found = failure(count(**EITHER), world)
    assert found.detail.endswith("the category 'bar' or 'cafe'")
    assert (found.path, found.candidates) == ("$.of.category", ("cafe",))


def test_one_anchor_is_needed() -> None:
    far = replace(BARS, anchor="Mole")
    world = replace(LISTED, lists=(CAFES, far))
    query = count(category="cafe", or_categories=["bar"])
    assert failure(query, world).reason == "under_specified"


def test_equal_kinds_compare_equal() -> None:
    first = Places(category="cafe", or_categories=("bar", "pub"))
    for category, others in (("pub", ("cafe", "bar")), (None, ("bar", "cafe", "pub", "pub"))):
        assert Places(category=category, or_categories=others) == first
    assert Places(or_categories=("cafe",)) == Places(category="cafe", or_categories=("cafe",))
    stored = {"ask": "count", "of": {"kind": "places", "category": "cafe"}}
    assert parse_query(stored) == count(category="cafe")
