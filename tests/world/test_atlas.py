"""Looking up places, lists, legs and routes."""

from __future__ import annotations

import pickle

import pytest

from geoeval.world.atlas import Unresolved
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World


@pytest.fixture
def world() -> World:
    """Return a small town with namesakes, lists and travel."""
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


def test_mentions_of_a_place_are_merged(world: World) -> None:
    """Blocks and list entries with the same name and address form a place with all facts."""
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


def test_namesakes_are_distinguished_by_address(world: World) -> None:
    """The name alone is ambiguous."""
    tied = world.atlas.resolve("Corner Café")
    assert isinstance(tied, Unresolved)
    assert tied.tied
    assert len(tied.candidates) == 2
    sea = world.atlas.resolve("Corner Café, 77 Sea Lane")
    assert isinstance(sea, Place)
    assert sea.address == "77 Sea Lane"
    assert world.atlas.facts(world.lists[0].places[1]) == sea


def test_another_spelling_does_not_resolve_namesakes(world: World) -> None:
    """No address is read out of the spelling."""
    found = world.atlas.resolve("the corner cafe")
    assert isinstance(found, Unresolved)
    assert found.tied
    assert found.candidates == (
        "Corner Café (9 Port Street, Northam)",
        "Corner Café (77 Sea Lane)",
    )


def test_an_equal_address_is_preferred_over_a_similar_address() -> None:
    """The mention has no coordinates and fits two places."""
    hill = Place(name="Mill", address="5 Hill Road", location=(10.0, 20.0))
    sea = Place(name="Mill", address="5 Sea Road", location=(11.0, 20.0))
    entry = Place(name="Mill", address="5 Sea Road", phone="555-0101")
    nearby = NearbyList(anchor=None, category="Mills", places=(entry,))
    found = World(places=(hill, sea), lists=(nearby,)).atlas.places
    assert [(place.location, place.phone) for place in found] == [
        ((10.0, 20.0), None),
        ((11.0, 20.0), "555-0101"),
    ]


def test_exact_spelling_distinguishes_similar_names() -> None:
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


def test_unknown_names_are_unresolved(world: World) -> None:
    """An unknown place keeps its own facts."""
    unknown = world.atlas.resolve("Xyzzy Palace")
    assert unknown == Unresolved(name="Xyzzy Palace")
    stranger = Place(name="Xyzzy")
    assert world.atlas.facts(stranger) is stranger


def test_lists_are_found_by_anchor_and_category(world: World) -> None:
    """Any name of the anchor and any word for the category match."""
    atlas = world.atlas
    assert atlas.entries("Old Mill", "coffee shop") == (world.lists[0],)
    assert atlas.entries(category="food place") == world.lists[:2]
    assert atlas.entries("Northam", "restaurant") == (world.lists[1],)
    assert atlas.entries("Quay", "odd thing") == (world.lists[2],)
    assert atlas.entries("Quay", "cafe") == ()
    assert atlas.entries(category="wombats") == ()
    assert atlas.entries() == world.lists


def test_legs_are_found_by_direction_and_mode(world: World) -> None:
    """Without a mode the leg must be the only match."""
    atlas = world.atlas
    assert atlas.leg("The Old Mill", "Quay", TravelMode.WALKING) is world.legs[1]
    assert atlas.leg("The Old Mill", "Quay") is None
    assert atlas.leg("Quay", "Old Mill") is world.legs[2]
    assert atlas.leg("Quay", "Old Mill", TravelMode.DRIVING) is None
    assert atlas.legs("Quay") == (world.legs[2],)
    assert len(atlas.legs()) == 3


def test_travel_and_lists_are_found_by_id(world: World) -> None:
    """An id is accepted wherever a name is."""
    atlas = world.atlas
    mill, quay = atlas.resolve("Old Mill"), atlas.resolve("Quay")
    assert isinstance(mill, Place)
    assert isinstance(quay, Place)
    assert atlas.leg(quay.id, mill.id) is world.legs[2]
    assert atlas.routes(quay.id, mill.id) == world.routes
    assert atlas.entries(mill.id, "cafe") == (world.lists[0],)


def test_legs_without_a_mode_match_any_mode() -> None:
    leg = Leg(origin="A1", destination="B1", mode=None, duration_s=60)
    assert World(legs=(leg,)).atlas.leg("A1", "B1", TravelMode.DRIVING) is leg


def test_routes_are_found_by_ends_and_mode(world: World) -> None:
    assert world.atlas.routes("Quay", "The Old Mill") == world.routes
    assert world.atlas.routes(mode=TravelMode.DRIVING) == ()
    assert world.atlas.routes("Old Mill") == ()


def test_names_of_the_same_place_are_equal(world: World) -> None:
    """Both names must resolve to it."""
    assert world.atlas.is_same_place("Old Mill", "The Old Mill")
    assert not world.atlas.is_same_place("Old Mill", "Quay")
    assert not world.atlas.is_same_place("Corner Café", "Corner Café")


def test_the_same_object_is_not_a_namesake() -> None:
    """It may occur among the places and in a list."""
    inn = Place(name="Ox Inn", location=(60.1, 24.9))
    nearby = NearbyList(anchor=None, category="Inns", places=(inn,))
    assert World(places=(inn,), lists=(nearby,)).atlas.resolve("Ox Inn") == inn


def test_coordinates_mean_a_point() -> None:
    """A name that contains the same numbers is not meant."""
    world = World(places=(Place(name="Milestone 48.8584, 2.2945"),))
    point = world.atlas.resolve("48.8584, 2.2945")
    assert isinstance(point, Place)
    assert point.location == (48.8584, 2.2945)


def test_coordinates_as_names_keep_their_signs() -> None:
    """A place named by its coordinates differs from the place across the equator."""
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
def test_candidates_of_an_ambiguous_name_are_resolvable(namesakes: tuple[Place, ...]) -> None:
    atlas = World(places=namesakes).atlas
    found = atlas.resolve("Mill")
    assert isinstance(found, Unresolved)
    resolved = [atlas.resolve(name) for name in found.candidates]
    assert [(p.address, p.location) for p in resolved if isinstance(p, Place)] == [
        (p.address, p.location) for p in namesakes
    ]
    assert len({p.id for p in resolved if isinstance(p, Place)}) == len(namesakes)


def test_a_queried_world_can_be_pickled(world: World) -> None:
    """Its indexes are left out."""
    assert isinstance(world.atlas.resolve("Bean House"), Place)
    again = pickle.loads(pickle.dumps(world))  # noqa: S301 - written here
    assert again == world
    assert again.atlas.resolve("Bean House") == world.atlas.resolve("Bean House")
