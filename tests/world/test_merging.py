"""Deciding whether two mentions of a name are the same place."""

from __future__ import annotations

import pytest

from geoeval.world.atlas import Unresolved
from geoeval.world.merging import same_address
from geoeval.world.model import LatLon, NearbyList, Place, World


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        # Half of the words of the shorter address are enough, fewer are not.
        ("Hill Quay", "Hill Dock", True),
        ("Hill Quay Northam", "Hill Dock Westport", False),
        ("Hill Quay Old Town Northam", "Hill Quay New Port Westport", False),
        ("Hill Quay", "Sea Dock", False),
        # It is the shorter one that counts, whichever comes first.
        ("Hill Quay", "Hill Quay, Northam, Freedonia, Europe", True),
        ("Hill Quay, Northam, Freedonia, Europe", "Hill Quay", True),
        ("Hill", "Hill Quay, Northam, Freedonia, Europe", True),
        # A word counts once, and as the same one however it is spelt.
        ("Hill Hill Hill Quay Dock", "Hill Hill Hill Pier Mole", False),
        ("Saint Anna Street", "Sankt ANNA St.", True),
        ("The Quay", "Quay", True),
        # Numbers of both must have one in common.
        ("5 Hill Road, Northam", "7 Hill Road, Northam", False),
        ("5 Hill Road, Northam 4711", "7 Hill Road, Northam 4711", True),
        ("5 Hill Road, Northam", "Hill Road, Northam", True),
        ("Hill Road, Northam", "5 Hill Road, Northam", True),
        ("5", "5", True),
        # A missing address contradicts nothing.
        (None, "5 Hill Road", True),
        ("5 Hill Road", "", True),
        (None, None, True),
    ],
)
def test_addresses_are_compared_by_words(
    first: str | None, second: str | None, is_same: bool
) -> None:
    """House numbers must agree too."""
    one, other = Place(name="Mill", address=first), Place(name="Mill", address=second)
    assert same_address(one, other) is is_same


@pytest.mark.parametrize(
    ("first", "second", "with_same_address", "with_other_address"),
    [
        ((0.0, 20.0), (0.00013, 20.0), True, True),  # 14.5 m
        ((0.0, 20.0), (0.00014, 20.0), True, False),  # 15.6 m
        ((0.0, 20.0), (0.00269, 20.0), True, False),  # 299 m
        ((0.0, 20.0), (0.0027, 20.0), False, False),  # 300.2 m
        ((60.0, 20.0), (60.0, 20.00538), True, False),  # 299 m: meridians draw together
        ((60.0, 20.0), (60.0, 20.00542), False, False),
        ((60.0, 20.0), (60.002, 20.004), False, False),  # 222 m each way are 314 m
    ],
)
def test_coordinates_have_priority_over_addresses(
    first: LatLon, second: LatLon, *, with_same_address: bool, with_other_address: bool
) -> None:
    """Addresses decide only between 15 m and 300 m."""
    one = Place(name="Mill", address="5 Hill Road", location=first)
    for address, is_same in (
        ("5 Hill Road", with_same_address),
        (None, with_same_address),
        ("77 Sea Lane", with_other_address),
        ("7 Hill Road", with_other_address),
    ):
        assert same_address(one, Place(name="Mill", address=address, location=second)) is is_same


def merged(*places: Place) -> list[tuple[str | None, str | None]]:
    """Return the address and phone of each place formed by some mentions."""
    nearby = (NearbyList(anchor=None, category="Mills", places=(place,)) for place in places)
    return [(p.address, p.phone) for p in World(lists=tuple(nearby)).atlas.places]


def test_mentions_are_merged_by_shared_words() -> None:
    hill = Place(name="Mill", address="Hill Quay, Northam")
    assert merged(hill, Place(name="Mill", address="Hill Quay, Westport", phone="1")) == [
        ("Hill Quay, Northam", "1")
    ]
    assert merged(hill, Place(name="Mill", address="Sea Dock, Northam", phone="1")) == [
        ("Hill Quay, Northam", None),
        ("Sea Dock, Northam", "1"),
    ]


def test_a_mention_must_fit_all_mentions_of_a_place() -> None:
    bare = Place(name="Mill")
    hill = Place(name="Mill", address="5 Hill Road", phone="1")
    sea = Place(name="Mill", address="77 Sea Lane", phone="2")
    assert merged(bare, hill, sea) == [("5 Hill Road", "1"), ("77 Sea Lane", "2")]


def test_an_equal_id_is_preferred_over_a_fitting_address() -> None:
    """A mention without an address belongs to the place of its id."""
    bare = Place(name="Mill")
    hill = Place(name="Mill", address="5 Hill Road")
    nearby = NearbyList(anchor=None, category="Mills", places=(hill, Place(name="Mill", phone="2")))
    found = World(places=(bare,), lists=(nearby,)).atlas.places
    assert [(place.address, place.phone) for place in found] == [(None, "2"), ("5 Hill Road", None)]


def test_an_equal_address_is_preferred_over_a_similar_address() -> None:
    """The spelling of the name, and so the id, may differ."""
    hill = Place(name="Mill", address="5 Hill Road", location=(10.0, 20.0))
    sea = Place(name="Mill", address="5 Sea Road", location=(11.0, 20.0))
    found = merged(hill, sea, Place(name="The Mill", address="5 Sea Road", phone="1"))
    assert found == [("5 Hill Road", None), ("5 Sea Road", "1")]


def test_an_id_at_two_addresses_gets_a_number() -> None:
    hill = Place(name="Mill", id="m", address="5 Hill Road")
    sea = Place(name="Mill", id="m", address="77 Sea Lane")
    found = World(places=(hill, sea)).atlas.places
    assert [(place.id, place.address) for place in found] == [
        ("m", "5 Hill Road"),
        ("m/2", "77 Sea Lane"),
    ]


@pytest.mark.parametrize(
    ("address", "other", "same"),
    [
        ("5 Hill Rd, Northam", "5 Sea Rd, Northam", False),
        ("Hill Rd, Northam", "Sea Rd, Northam", False),
        ("5 North Hill Rd, Northam", "5 South Hill Rd, Northam", False),
        ("5 Hill Rd, Northam", "5 Old Hill Road, Northam", True),
        ("Shop 12, 5 Hill Rd, Northam", "5 Hill Rd, Shop 12, Northam", True),
        ("Plot 5, Hill Rd, Northam", "5 Hill Rd, Northam", True),
        ("Quay House, Northam", "5 Hill Rd, Quay House, Northam", True),
    ],
)
def test_addresses_on_different_streets_differ(address: str, other: str, *, same: bool) -> None:
    """An equal number and town are not enough."""
    first, second = Place(name="Mill", address=address), Place(name="Mill", address=other)
    assert same_address(first, second) is same_address(second, first) is same


def test_different_ids_are_different_places() -> None:
    """An id is one of the source; the hash of a place without one distinguishes nothing."""
    branches = [Place(name="Inn", id=each) for each in ("node/1", "node/2")]
    assert len(World(places=tuple(branches)).atlas.places) == 2
    assert len(World(places=(branches[0], Place(name="Inn", address="Quay"))).atlas.places) == 1


def test_labels_of_branches_without_addresses_have_their_ids() -> None:
    world = World(places=tuple(Place(name="Inn", id=each) for each in ("node/1", "node/2")))
    found = world.atlas.resolve("Inn")
    assert isinstance(found, Unresolved)
    assert found.candidates == ("Inn (no address, id node/1)", "Inn (no address, id node/2)")
    assert world.atlas.resolve("Inn (no address, id node/2)") == world.places[1]
