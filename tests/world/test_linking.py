"""Resolving names, entries and addresses to places in generated worlds."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.query.algebra import Distance, Value
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Fact
from geoeval.world.atlas import Unresolved
from geoeval.world.model import NearbyList, Place, World, world_from_json, world_to_json
from geoeval.world.reader import read_context
from geoeval.world.writer import write_context

twins = st.builds(
    Place,
    name=st.sampled_from(["Corner Café", "The Corner Cafe", "Bean House"]),
    id=st.sampled_from(["", "", "", "x", "x/2"]),
    address=st.sampled_from([None, "5 Hill Rd", "9 Hill Road, Northam", "Northam"]),
    location=st.sampled_from([None, (10.0, 20.0), (10.0001, 20.0), (11.0, 20.0)]),
    phone=st.sampled_from([None, "555-0101"]),
)


@st.composite
def worlds_of_twins(draw: st.DrawFn) -> World:
    """Draw places with few names and addresses, some repeated across lists or within a list."""
    pool = draw(st.lists(twins, min_size=1, max_size=5))
    several = st.lists(st.sampled_from(pool), max_size=5).map(tuple)
    nearby = st.builds(NearbyList, anchor=st.none(), category=st.just("Cafes"), places=several)
    return World(places=draw(several), lists=tuple(draw(st.lists(nearby, max_size=3))))


def distinct_entries(world: World) -> list[int]:
    """Return the number of places among the entries of each list."""
    atlas = world.atlas
    assert len({place.id for place in atlas.places}) == len(atlas.places)
    for nearby in world.lists:
        assert {atlas.facts(entry).id for entry in nearby.places} <= {p.id for p in atlas.places}
    return [len({atlas.facts(entry).id for entry in nearby.places}) for nearby in world.lists]


@given(worlds_of_twins())
def test_entries_of_a_list_are_separate_places(world: World) -> None:
    """Serialization and missing facts do not change this."""
    entries = [len(nearby.places) for nearby in world.lists]
    bare = replace(
        world,
        lists=tuple(
            replace(n, places=tuple(replace(p, location=None, address=None) for p in n.places))
            for n in world.lists
        ),
    )
    read, unread = read_context(write_context(world))
    assert unread == ()
    again = world_from_json(json.loads(json.dumps(world_to_json(world))))
    assert again == world
    for each in (world, again, read, pickle.loads(pickle.dumps(world)), bare):  # noqa: S301 - written here
        assert [len(nearby.places) for nearby in each.lists] == entries
        assert distinct_entries(each) == entries


@given(worlds_of_twins())
def test_copies_of_entries_resolve_to_the_same_place(world: World) -> None:
    """An equal record that is not an object of the world is found too."""
    assume(all(len({p.id for p in n.places}) == len(n.places) for n in world.lists))
    for nearby in world.lists:
        copies = [replace(entry) for entry in nearby.places]
        found = [world.atlas.facts(copy) for copy in copies]
        assert found == [world.atlas.facts(entry) for entry in nearby.places]


def test_an_entry_of_two_lists_keeps_namesakes_separate() -> None:
    one, other = Place(name="Inn", id="a"), Place(name="Inn", id="b")
    lists = tuple(
        NearbyList(anchor=None, category="Inns", places=places) for places in ((one, other), (one,))
    )
    assert [place.id for place in World(lists=lists).atlas.places] == ["a", "b"]


CITIES = ["Paris", "Northam", "New Westport", "Đà Nẵng"]
LANDMARKS = ["Museum of Something", "Botanical Garden", "Grand Palace", "Old Mill", "Tower"]
STREETS = ["5 Hill Road", "9 Sea Lane", "Market Square"]


@st.composite
def cities(draw: st.DrawFn) -> tuple[World, str, tuple[Place, ...]]:
    """Draw a world of a city with landmarks whose names may contain the name of the city."""
    city = draw(st.sampled_from(CITIES))
    form = st.sampled_from(["{city} {thing}", "{thing} {city}", "{thing} of {city}", "{thing}"])
    address = st.sampled_from([f"{s}, {end}" for s in STREETS for end in ("{city}", "4711 {city}")])
    landmarks = tuple(
        Place(
            name=draw(form).format(city=city, thing=thing),
            address=draw(address).format(city=city),
            location=draw(st.sampled_from([None, (10.0, 20.0)])),
        )
        for thing in draw(st.lists(st.sampled_from(LANDMARKS), min_size=1, unique=True))
    )
    nearby = NearbyList(anchor=None, category="Sights", places=landmarks)
    world = World(lists=(nearby,)) if draw(st.booleans()) else World(places=landmarks)
    return world, city, landmarks


@given(cities(), st.sampled_from(["{}", "{}, Freedonia", "the {}"]))
def test_a_city_does_not_mean_its_landmark(
    drawn: tuple[World, str, tuple[Place, ...]], form: str
) -> None:
    """Even the only landmark named after the city is not meant."""
    world, city, _ = drawn
    assert isinstance(world.atlas.resolve(form.format(city)), Unresolved)


@given(cities())
def test_a_landmark_is_found_with_and_without_its_city(
    drawn: tuple[World, str, tuple[Place, ...]],
) -> None:
    world, city, landmarks = drawn
    for landmark in landmarks:
        name, *forms = landmark.name, f"{landmark.name}, {city}"
        forms += [] if city in name else [f"{name} {city}", f"{name} in {city}", f"{name} ({city})"]
        for form in (name, *forms):
            found = world.atlas.resolve(form)
            assert isinstance(found, Place), form
            assert found.name == name, form


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Comilla", "Cumilla"),  # a town under its other spelling, not the dentist
        ("Comila", None),  # a town misspelt is none of its dentists either
        ("Dentist Comilla", "Ann Dentist Comilla"),
        ("Laksam", "Laksam Town"),
        ("Station Road", None),  # as no name holds it
        ("Rail Gate", "Rail Gate Clinic"),  # no address says that it is a town
    ],
)
def test_towns_are_recognized_by_addresses(name: str, found: str | None) -> None:
    """The last part of an address is a town, while part of another name may be a short form."""
    entries = (
        Place(name="Ann Dentist Comilla", address="Laksam Road, Comilla"),
        Place(name="Laksam Town", address="Station Road, Laksam, Comilla"),
        Place(name="Rail Gate Clinic", address="Station Road, Laksam, Comilla"),
    )
    nearby = NearbyList(anchor="Cumilla", category="Dentists", places=entries)
    place = World(lists=(nearby,)).atlas.resolve(name)
    assert (place.name if isinstance(place, Place) else None) == found


NAMESAKES = (
    Place(name="Corner Café", address="5 Hill Road, Northam"),
    Place(name="Corner Café", address="9 Sea Lane, Northam"),
    Place(name="Corner Café", address="12 Hill Road, Westport"),
)


@pytest.mark.parametrize(
    ("name", "addresses"),
    [
        ("Corner Café, 9 Sea Lane", [1]),
        ("corner cafe, Sea Ln 9", [1]),
        ("Corner Café (9 Sea Lane, Northam)", [1]),
        ("The Corner Café, Sea Lane", [1]),  # a street without number
        ("Corner Café - Sea Lane branch", [1]),
        ("Corner Café, Westport", [2]),
        ("Corner Café, Hill Road", []),  # two are there
        ("Corner Café, Hill Road, Westport", [2]),
        ("Corner Café, 12", [2]),
        ("Corner Café, 9 Hill Road", []),  # none is there, though each word is in an address
        ("Corner Café, 5 Sea Lane", []),
        ("Corner Café, 77 Mill Street", []),
        ("Corner Café, Mill Street", []),
        ("Corner Café", []),
    ],
)
def test_an_address_decides_between_namesakes(name: str, addresses: list[int]) -> None:
    """Without a single match all candidates are returned."""
    found = World(places=NAMESAKES).atlas.resolve(name)
    if addresses:
        assert [found] == [NAMESAKES[at] for at in addresses]
    else:
        assert isinstance(found, Unresolved)
        assert found.tied
        assert {"Corner Café (5 Hill Road, Northam)", "Corner Café (12 Hill Road, Westport)"} <= {
            *found.candidates
        }


def test_an_address_without_a_number_fits_any_number() -> None:
    inn = Place(name="Ox Inn", address="Quay, Westport")
    assert World(places=(inn,)).atlas.resolve("Ox Inn, 7 Quay") == inn


def test_a_misspelt_town_does_not_mean_its_landmark() -> None:
    museum = Place(name="Northam Museum", address="5 Hill Road, Northam")
    atlas = World(places=(museum,)).atlas
    assert atlas.resolve("Nortam Museum") == museum
    assert isinstance(atlas.resolve("Nortam"), Unresolved)


@pytest.mark.parametrize(
    ("name", "is_meant"),
    [
        ("Old Mill, 5 Hill Road", True),
        ("Old Mill, Hill Rd", True),
        ("Old Mill, Northam", True),
        ("Old Mill, 5 Hill Road, Freedonia", True),
        ("Old Mill, Terminal 2", True),  # no street address
        ("Old Mill, near the river", True),
        ("Old Mill, 77 Sea Lane", False),
        ("Old Mill, 7 Hill Road", False),
        ("Old Mill (Sea Lane 77, Northam)", False),
        ("Old Mill, Westport", False),  # a town of this world, and not its own
    ],
)
def test_an_address_elsewhere_rules_out_a_place(name: str, is_meant: bool) -> None:
    """The only place of a name is not meant then, but offered as a candidate."""
    mill = Place(name="Old Mill", address="5 Hill Road, Northam")
    inn = Place(name="Ox Inn", address="1 Quay, Westport")
    found = World(places=(mill, inn)).atlas.resolve(name)
    unresolved = Unresolved(name=name, candidates=("Old Mill (5 Hill Road, Northam)",))
    assert found == (mill if is_meant else unresolved)


ANCHOR = Place(name="Old Mill", address="5 Hill Road, Northam", line=3)


@pytest.mark.parametrize(
    ("address", "is_there"),
    [
        ("5 Hill Road, Northam", True),
        ("5 Hill Rd, Northam 4711, Freedonia", True),
        ("Hill Road 5", True),
        ("7 Hill Road, Northam", False),
        ("5 Sea Road, Northam", False),
        ("Hill Road, Northam", False),
        ("5 Hill Road, Westport", False),
        (None, False),
    ],
)
def test_coordinates_come_from_an_equal_address(address: str | None, is_there: bool) -> None:
    """The source of the coordinates is recorded."""
    cafe = Place(name="Mill Café", address=address, location=(10.0, 20.0))
    nearby = NearbyList(anchor="Old Mill", category="Cafes", places=(cafe,))
    mill = World(places=(ANCHOR,), lists=(nearby,)).atlas.resolve("Old Mill")
    taken = replace(ANCHOR, location=(10.0, 20.0), location_from="Mill Café")
    assert mill == (taken if is_there else ANCHOR)


@pytest.mark.parametrize("address", ["Road 5, Northam", "Hill Road, Northam", "Northam", None])
def test_a_street_without_a_number_gives_no_coordinates(address: str | None) -> None:
    mill = Place(name="Old Mill", address=address)
    cafe = Place(name="Mill Café", address=address, location=(10.0, 20.0))
    assert World(places=(mill, cafe)).atlas.resolve("Old Mill") == mill


def test_contradicting_entries_give_no_coordinates() -> None:
    there = [(10.0, 20.0), (10.1, 20.0)]
    cafes = (replace(ANCHOR, name=f"Café {at}", id="", location=at) for at in there)
    assert World(places=(ANCHOR, *cafes)).atlas.resolve("Old Mill") == ANCHOR


def test_own_coordinates_are_kept() -> None:
    mill = replace(ANCHOR, location=(11.0, 20.0))
    cafe = replace(ANCHOR, name="Mill Café", id="", location=(10.0, 20.0))
    assert World(places=(mill, cafe)).atlas.resolve("Old Mill") == mill


def test_a_derivation_names_the_source_of_coordinates() -> None:
    cafe = Place(name="Mill Café", address="5 Hill Rd, Northam", location=(10.0, 20.0), line=7)
    inn = Place(name="Ox Inn", location=(10.0, 20.1), line=8)
    nearby = NearbyList(anchor="Old Mill", category="Cafes", places=(cafe,))
    world = World(places=(ANCHOR, inn), lists=(nearby,))
    found = solve(Value(figure=Distance(origin="Old Mill", destination="Ox Inn")), world)
    assert isinstance(found, Derivation)
    assert (
        Fact(text="Old Mill lies at (10.0, 20.0), taken from Mill Café at the same address", line=3)
        in found.facts
    )
    assert Fact(text="Ox Inn lies at (10.0, 20.1)", line=8) in found.facts


def test_a_place_without_a_name_is_never_meant() -> None:
    """An empty name is a prefix of every other name."""
    world = World(places=(Place(name=""), Place(name="Old Mill")))
    assert world.atlas.resolve("Fig Hall") == Unresolved(name="Fig Hall", candidates=())
