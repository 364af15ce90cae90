"""Looking up places, lists, legs and routes."""

from __future__ import annotations

import pickle

import pytest

from geoeval.world.atlas import Unresolved
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World


@pytest.fixture
def world() -> World:
    """Return a small town with homonyms, two lists and some travel."""
    return World(
        places=(
            Place(name="The Old Mill", address="5 Hill Road, Northam", rating=4.5),
            Place(name="Corner Café", address="9 Port Street, Northam", location=(10.0, 20.0)),
        ),
        lists=(
            NearbyList(
                anchor="The Old Mill",
                category="Cafes",
                places=(
                    Place(name="Corner Café", address="9 Port St", location=(10.0001, 20.0)),
                    Place(name="Corner Café", address="77 Sea Lane"),
                    Place(name="Bean House", phone="123"),
                ),
            ),
            NearbyList(
                anchor=None, category=None, places=(), search="pizza restaurants in Northam"
            ),
            NearbyList(anchor="Quay", category="Odd Things", places=()),
        ),
        legs=(
            Leg(origin="Old Mill", destination="Quay", mode=TravelMode.DRIVING, duration_s=60),
            Leg(origin="Old Mill", destination="Quay", mode=TravelMode.WALKING, duration_s=600),
            Leg(origin="Quay", destination="Old Mill", mode=TravelMode.WALKING, duration_s=660),
        ),
        routes=(Route(origin="Quay", destination="Old Mill", mode=None, name="Hill Rd"),),
        user_location="Bean House",
    )


def test_mentions_of_one_place_are_merged(world: World) -> None:
    """Blocks and list entries of one name and address give one place with all facts."""
    assert world.atlas.facts(world.lists[0].places[0]).location == (10.0, 20.0)
    mill = world.atlas.resolve("old mill")
    assert isinstance(mill, Place)
    assert mill.rating == 4.5
    assert world.atlas.resolve(mill.id) is mill
    assert [place.name for place in world.atlas.places] == [
        "The Old Mill",
        "Corner Café",
        "Corner Café",
        "Bean House",
        "Quay",
    ]


def test_homonyms_are_told_apart_by_address_only(world: World) -> None:
    """A bare name of two places is tied; with the address it means one."""
    tied = world.atlas.resolve("Corner Café")
    assert isinstance(tied, Unresolved)
    assert tied.tied
    assert len(tied.candidates) == 2
    sea = world.atlas.resolve("Corner Café, 77 Sea Lane")
    assert isinstance(sea, Place)
    assert sea.address == "77 Sea Lane"
    assert world.atlas.facts(world.lists[0].places[1]) == sea


def test_homonyms_spelt_another_way_stay_tied(world: World) -> None:
    """A spelling that neither bears decides nothing, and no address is read out of it."""
    found = world.atlas.resolve("the corner cafe")
    assert isinstance(found, Unresolved)
    assert found.tied
    assert found.candidates == (
        "Corner Café (9 Port Street, Northam)",
        "Corner Café (77 Sea Lane)",
    )


def test_an_equal_address_goes_before_a_similar_one() -> None:
    """A mention without coordinates that could be either of two places is that of its address."""
    hill = Place(name="Mill", address="5 Hill Road", location=(10.0, 20.0))
    sea = Place(name="Mill", address="5 Sea Road", location=(11.0, 20.0))
    entry = Place(name="Mill", address="5 Sea Road", phone="555-0101")
    nearby = NearbyList(anchor=None, category="Mills", places=(entry,))
    found = World(places=(hill, sea), lists=(nearby,)).atlas.places
    assert [(place.location, place.phone) for place in found] == [
        ((10.0, 20.0), None),
        ((11.0, 20.0), "555-0101"),
    ]


def test_exact_spelling_tells_homonyms_apart() -> None:
    """Of two different places the one spelt as asked is meant."""
    world = World(
        lists=(
            NearbyList(
                anchor=None,
                category="Cafes",
                places=(Place(name="The Bean", address="A 1"), Place(name="Bean", address="B 2")),
            ),
        )
    )
    found = world.atlas.resolve("Bean")
    assert isinstance(found, Place)
    assert found.address == "B 2"


def test_unknown_names_are_absent(world: World) -> None:
    """A name that nothing bears is unresolved, not tied; an unknown place keeps its facts."""
    unknown = world.atlas.resolve("Xyzzy Palace")
    assert unknown == Unresolved(name="Xyzzy Palace")
    stranger = Place(name="Xyzzy")
    assert world.atlas.facts(stranger) is stranger


def test_lists_by_anchor_and_category(world: World) -> None:
    """Lists are found by any name of the anchor and any word for the kind of place."""
    atlas = world.atlas
    assert atlas.entries("Old Mill", "coffee shop") == (world.lists[0],)
    assert atlas.entries(category="food place") == world.lists[:2]
    assert atlas.entries("Northam", "restaurant") == (world.lists[1],)
    assert atlas.entries("Quay", "odd thing") == (world.lists[2],)
    assert atlas.entries("Quay", "cafe") == ()
    assert atlas.entries(category="wombats") == ()
    assert atlas.entries() == world.lists


def test_legs_by_mode(world: World) -> None:
    """A leg is directional; without a mode it is found where only one mode is known."""
    atlas = world.atlas
    assert atlas.leg("The Old Mill", "Quay", TravelMode.WALKING) is world.legs[1]
    assert atlas.leg("The Old Mill", "Quay") is None
    assert atlas.leg("Quay", "Old Mill") is world.legs[2]
    assert atlas.leg("Quay", "Old Mill", TravelMode.DRIVING) is None
    assert atlas.legs("Quay") == (world.legs[2],)
    assert len(atlas.legs()) == 3


def test_travel_and_lists_are_found_by_id(world: World) -> None:
    """The id of a place serves wherever its name does."""
    atlas = world.atlas
    mill, quay = atlas.resolve("Old Mill"), atlas.resolve("Quay")
    assert isinstance(mill, Place)
    assert isinstance(quay, Place)
    assert atlas.leg(quay.id, mill.id) is world.legs[2]
    assert atlas.routes(quay.id, mill.id) == world.routes
    assert atlas.entries(mill.id, "cafe") == (world.lists[0],)


def test_legs_without_modes_serve_for_all() -> None:
    """Where no leg has a mode, a leg serves for any mode asked."""
    leg = Leg(origin="A1", destination="B1", mode=None, duration_s=60)
    assert World(legs=(leg,)).atlas.leg("A1", "B1", TravelMode.DRIVING) is leg


def test_routes_by_ends(world: World) -> None:
    """Routes are found by their ends and mode."""
    assert world.atlas.routes("Quay", "The Old Mill") == world.routes
    assert world.atlas.routes(mode=TravelMode.DRIVING) == ()
    assert world.atlas.routes("Old Mill") == ()


def test_sameness_of_names(world: World) -> None:
    """Two names are the same place if both resolve to it."""
    assert world.atlas.is_same_place("Old Mill", "The Old Mill")
    assert not world.atlas.is_same_place("Old Mill", "Quay")
    assert not world.atlas.is_same_place("Corner Café", "Corner Café")


def test_one_object_is_one_place_wherever_it_stands() -> None:
    """A place among the places of a world and in a list, as the same object, is no namesake."""
    inn = Place(name="Ox Inn", location=(60.1, 24.9))
    nearby = NearbyList(anchor=None, category="Inns", places=(inn,))
    assert World(places=(inn,), lists=(nearby,)).atlas.resolve("Ox Inn") == inn


def test_coordinates_are_no_name() -> None:
    """They mean a point, though a name holds the same figures."""
    world = World(places=(Place(name="Milestone 48.8584, 2.2945"),))
    point = world.atlas.resolve("48.8584, 2.2945")
    assert isinstance(point, Place)
    assert point.location == (48.8584, 2.2945)


def test_coordinates_as_names_keep_their_signs() -> None:
    """A place that is named by its coordinates is not the one across the equator, or near it."""
    start, end = "60.1,24.9", "60.2,24.9"
    leg = Leg(origin=start, destination=end, mode=TravelMode.WALKING, duration_s=60)
    atlas = World(legs=(leg,)).atlas
    for name, location in (
        ("60.10, 24.90", (60.1, 24.9)),
        ("-60.1,24.9", (-60.1, 24.9)),
        ("60.1,24.8", (60.1, 24.8)),
    ):
        place = atlas.resolve(name)
        assert isinstance(place, Place)
        assert place.location == location
    assert atlas.leg("60.10, 24.90", end) is leg
    assert atlas.leg("-60.1,24.9", end) is None


@pytest.mark.parametrize(
    "namesakes",
    [
        (Place(name="Mill", address="A street", location=(1.0, 1.0)),
         Place(name="Mill", address="B street", location=(2.0, 2.0))),
        (Place(name="Mill", location=(1.0, 1.0)), Place(name="Mill", location=(2.0, 2.0))),
        (Place(name="Mill", address="Quay", location=(1.0, 1.0)),
         Place(name="Mill", address="Quay", location=(2.0, 2.0))),
    ],
)  # fmt: skip
def test_what_tells_namesakes_apart_is_understood(namesakes: tuple[Place, ...]) -> None:
    """The candidates of an ambiguous name are names of their own."""
    atlas = World(places=namesakes).atlas
    found = atlas.resolve("Mill")
    assert isinstance(found, Unresolved)
    resolved = [atlas.resolve(name) for name in found.candidates]
    assert [(p.address, p.location) for p in resolved if isinstance(p, Place)] == [
        (p.address, p.location) for p in namesakes
    ]
    assert len({p.id for p in resolved if isinstance(p, Place)}) == len(namesakes)


def test_a_world_that_was_asked_can_be_pickled(world: World) -> None:
    """What was indexed is left behind."""
    assert isinstance(world.atlas.resolve("Bean House"), Place)
    again = pickle.loads(pickle.dumps(world))  # noqa: S301 - written here
    assert again == world
    assert again.atlas.resolve("Bean House") == world.atlas.resolve("Bean House")
