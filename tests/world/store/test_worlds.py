"""Saving and opening worlds, and merging several contexts into one map."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings

from geoeval.datasets.load import load_dataset
from geoeval.errors import NotRecordedError, UnknownPlaceError
from geoeval.verification.contexts import read_contexts
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World
from geoeval.world.reader import read_context
from geoeval.world.store.checking import check_map
from geoeval.world.store.reading import MapFile
from geoeval.world.store.worlds import add_worlds
from geoeval.world.store.writing import new_map
from geoeval.world.writer import write_context
from tests.strategies import worlds

WALKING = TravelMode.WALKING
INN, PORT = Place(name="Inn", location=(0.0, 0.0)), Place(name="Port", location=(0.0, 0.01))


@given(worlds)
@settings(max_examples=60)
def test_a_saved_world_is_unchanged(tmp_path_factory: pytest.TempPathFactory, world: World) -> None:
    path = tmp_path_factory.mktemp("maps") / "any.world"
    world.save(path)
    assert World.open(path) == world


def test_attribution_is_kept(tmp_path: Path) -> None:
    """It is in the file, in the world and in a written context."""
    path = tmp_path / "inn.world"
    World(places=(INN,), attribution="© Somebody").save(path)
    with MapFile(path) as file:
        assert file.attribution == "© Somebody"
    world = World.open(path)
    text = write_context(world)
    assert text.endswith("Map data: © Somebody\n")
    assert read_context(text) == (world, ())


def merged(tmp_path: Path, *each: World) -> MapFile:
    """Return the map of several worlds."""
    path = tmp_path / "all.world"
    with new_map(path) as writer:
        add_worlds(writer, [(world, f"context {number}") for number, world in enumerate(each, 1)])
    return MapFile(path)


def test_a_place_of_two_contexts_is_merged(tmp_path: Path) -> None:
    """It has both ids and the facts of both."""
    first = World(places=(Place(name="The Inn", id="a", address="5 Hill Road", rating=4.0),))
    second = World(places=(Place(name="Inn", id="b", address="5 Hill Rd", phone="1"),))
    with merged(tmp_path, first, second) as file:
        assert len(list(file.places())) == 1
        assert file.details("a") == file.details("b")
        assert (file.details("a").place.rating, file.details("a").place.phone) == (4.0, "1")
        assert [place.id for place in file.described()] == ["a", "b"]


def test_namesakes_in_two_cities_stay_separate(tmp_path: Path) -> None:
    """Each leg leads to the place of its own context."""
    legs = (Leg(origin="Inn", destination="Port", mode=WALKING, duration_s=60),)
    north = World(places=(Place(name="Inn", address="5 Hill Road, Northam"), PORT), legs=legs)
    legs = (Leg(origin="Inn", destination="Port", mode=WALKING, duration_s=600),)
    south = World(places=(Place(name="Inn", address="9 Sea Lane, Southam"), PORT), legs=legs)
    with merged(tmp_path, north, south) as file:
        inns = file.search("Inn")
        times = {
            each.place.address: file.matrix(
                [each.place.id], [file.search("Port")[0].place.id], WALKING
            )
            for each in inns
        }
        assert {address: row[0][0].duration_s for address, row in times.items() if row[0][0]} == {
            "5 Hill Road, Northam": 60,
            "9 Sea Lane, Southam": 600,
        }


def test_disagreeing_sources_are_kept(tmp_path: Path) -> None:
    """Both durations are reported without averaging."""
    each = [
        World(
            places=(INN, PORT),
            legs=(Leg(origin="Inn", destination="Port", mode=WALKING, duration_s=seconds),),
        )
        for seconds in (60, 90, 60)
    ]
    with merged(tmp_path, *each) as file:
        ((travel,),) = file.matrix([INN.id], [PORT.id], WALKING)
        assert travel is not None
        assert (travel.duration_s, travel.source) == (60, "context 1")
        assert [(other.duration_s, other.source) for other in travel.others] == [(90, "context 2")]
    (disagreement,) = check_map(tmp_path / "all.world").disagreeing
    assert disagreement == "Inn to Port, walking: 60 s,90 s"


def test_an_ambiguous_end_is_counted(tmp_path: Path) -> None:
    """The leg is kept but not used for travel."""
    mills = (Place(name="Mill", address="1 Quay"), Place(name="Mill", address="9 Hill Lane"))
    legs = (Leg(origin="Mill", destination="Port", mode=WALKING, duration_s=60),)
    path = tmp_path / "all.world"
    with new_map(path) as writer:
        doubts = add_worlds(writer, [(World(places=(*mills, PORT), legs=legs), "")])
    assert doubts == {"ends of legs, routes or lists that match several places": 1}
    assert World.open(path).legs == legs
    with MapFile(path) as file, pytest.raises(NotRecordedError):
        file.matrix([mills[0].id], [PORT.id], WALKING)


def test_contexts_of_mapeval_merge_into_a_map(data_dir: Path, tmp_path: Path) -> None:
    """Every leg of every context is found by ids."""
    records = load_dataset(data_dir / "mapeval" / "dev.json").records
    contexts = [(each.world, "") for each in read_contexts(records).values()]
    path = tmp_path / "dev.world"
    with new_map(path) as writer:
        doubts = add_worlds(writer, contexts)
    assert not doubts
    with MapFile(path) as file:
        for world, _ in contexts:
            for leg in world.legs:
                ends = [world.atlas.resolve(name) for name in (leg.origin, leg.destination)]
                ids = [file.details(each.id).place.id for each in ends if isinstance(each, Place)]
                if len(ids) == 2 and leg.mode:
                    ((travel,),) = file.matrix(ids[:1], ids[1:], leg.mode)
                    assert travel is not None
                    known = {each.duration_s for each in (travel, *travel.others)}
                    assert leg.duration_s in known


def test_an_excerpt_contains_chosen_facts() -> None:
    """Missing facts are named."""
    route = Route(origin="Inn", destination="Port", mode=WALKING, name="Quay", duration_s=60)
    world = World(
        places=(INN, PORT),
        lists=(NearbyList(anchor="Inn", category="cafe", places=(Place(name="Bleu"),)),),
        legs=(Leg(origin="Inn", destination="Port", mode=WALKING, duration_s=60),),
        routes=(route,),
        attribution="© Somebody",
    )
    whole = world.excerpt(
        ["Inn", "Port"],
        lists=[("Inn", "cafe")],
        legs=[("Inn", "Port", WALKING)],
        routes=[("Inn", "Port", WALKING)],
    )
    assert whole == world
    assert world.excerpt(["Port"]) == World(places=(PORT,), attribution="© Somebody")
    with pytest.raises(UnknownPlaceError, match="'Moon'"):
        world.excerpt(["Moon"])
    with pytest.raises(NotRecordedError, match="list of hospital around Inn"):
        world.excerpt(lists=[("Inn", "hospital")])
    with pytest.raises(NotRecordedError, match="walking time from Port to Inn"):
        world.excerpt(legs=[("Port", "Inn", WALKING)])


def test_worlds_of_files_can_be_pickled(tmp_path: Path) -> None:
    path = tmp_path / "inn.world"
    World(places=(INN, PORT)).save(path)
    world = World.open(path)
    assert pickle.loads(pickle.dumps(world)) == world  # noqa: S301 - our own bytes
