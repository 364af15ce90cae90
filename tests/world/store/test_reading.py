"""Searches and travel in map files from extracts and from recorded lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.calculators.sphere.distance import haversine
from geoeval.errors import NotRecordedError, UsageError
from geoeval.tools.session import ToolSession
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.service import MapPlace
from geoeval.world.store.reading import MapFile
from geoeval.world.store.writing import new_map
from tests.world.osm.towns import Town, spot

BY = {"rank_by": "distance"}
DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING


def sample_town() -> Town:
    """Return a street with cafés, a museum, a restaurant and two pharmacies of the same name."""
    town = Town()
    town.way("0 0", "10 0", name="High Street")
    for x, name in ((1, "Café Bleu"), (3, "Le Petit Café"), (8, "Coffee Point")):
        town.node(f"{x} 0.1", amenity="cafe", name=name)
    town.node(
        "5 0.1",
        tourism="museum",
        name="Museum of Boats",
        name__fr="Musée des Bateaux",
        wikidata="Q1",
    )
    for x in (2, 9):
        town.node(f"{x} 0.1", amenity="pharmacy", name="Pharmacy", addr__street=f"Block {x}")
    town.node("6 0.1", amenity="restaurant", name="Chez Léon", cuisine="pizza")
    return town


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MapFile]:
    """Return the map of the sample town."""
    folder = tmp_path_factory.mktemp("town")
    build_from_osm(sample_town().write(folder), folder / "town.world")
    with MapFile(folder / "town.world") as file:
        yield file


def names(found: list[MapPlace]) -> list[str]:
    """Return the names of places."""
    return [each.place.name for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Café Bleu", ["Café Bleu"]),
        ("cafe bleu", ["Café Bleu"]),
        ("museum of boats", ["Museum of Boats"]),
        ("Musée des Bateaux", ["Museum of Boats"]),
        ("Museum of Boats, High Street", ["Museum of Boats"]),
        ("pizza restaurant", ["Chez Léon"]),
        ("coffee shops near Museum of Boats", ["Le Petit Café", "Coffee Point", "Café Bleu"]),
        ("pharmacies in Nowhere", []),
        ("zoo", []),
        ("'; DROP TABLE place; --", []),
        ('" OR name:*', []),
        ("", []),
    ],
)
def test_search_finds_names_and_kinds(town: MapFile, text: str, expected: list[str]) -> None:
    """Spelling and language may differ, and unknown places are not found."""
    assert names(town.search(text)) == expected


NAMED = (
    # name, kind, prominence, other names
    ("Ösel Straße № 7", "museum", 0.0, {}),
    ("北湖寺站", "train_station", 0.0, {"en": "North Lake Temple"}),
    ("สวนนกยูง", "park", 0.0, {}),
    ("Castel Vorn", "castle", 1.0, {"en": "Vorn Palace of Eastland", "alt_name": "Vornik; Keep"}),
    ("Vorn Palace", "bicycle_rental", 9.0, {}),
    ("Rock (Harbor)", "bus_stop", 0.0, {}),
    ("Harbor of Rock", "marina", 0.0, {}),
    ("Harbor Rock", "tourist_information", 5.0, {}),
    ("أرنب", "cafe", 0.0, {}),
    ("Meritwell Tower", "tower", 0.0, {}),
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MapFile]:
    """Return a map of places with names in many scripts."""
    path = tmp_path_factory.mktemp("named") / "named.world"
    with new_map(path) as writer:
        writer.set_meta("extent", (0.0, 0.0, 1.0, 1.0))
        for number, (name, kind, prominence, others) in enumerate(NAMED):
            place = Place(name=name, id=f"p{number}", location=(0.1, number / 100))
            other = tuple(others.items())
            found = MapPlace(place=place, types=(kind,), names=other, prominence=prominence)
            writer.add_place(found)
    with MapFile(path) as file:
        yield file


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Oesel Strasse No. 7", "Ösel Straße № 7"),
        ("osel strasse №7", "Ösel Straße № 7"),
        ("湖寺", "北湖寺站"),
        ("湖", "北湖寺站"),
        ("นกยูง", "สวนนกยูง"),
        ("ارنب", "أرنب"),
        ("Vornik", "Castel Vorn"),
        ("Vorn Palace", "Castel Vorn"),
        ("Rock Harbour", "Harbor of Rock"),
        ("Merritwel", "Meritwell Tower"),
        ("Nort Lake", "北湖寺站"),
        ("Meritwell 2", None),
        ('"', None),
        ("%", None),
    ],
)
def test_search_ranks_inexact_names(named: MapFile, text: str, first: str | None) -> None:
    """Parts, other spellings and typing errors match, and the place precedes what is next to it."""
    assert next(iter(names(named.search(text))), None) == first


@pytest.mark.parametrize(("name", "longer"), [("Oak", "Oak {} Row"), ("中山", "新中山路{}")])
def test_an_exact_name_precedes_longer_names(tmp_path: Path, name: str, longer: str) -> None:
    """Hundreds of more prominent places contain the name."""
    with new_map(tmp_path / "many.world") as writer:
        for number in range(450):
            place = Place(name=longer.format(number), id=f"p{number}", location=(0.1, 0.1))
            writer.add_place(MapPlace(place=place, types=("cafe",), prominence=9.0))
        own = Place(name=name, id="own", address="A Long Way From The Other Ones", location=(0, 0))
        writer.add_place(MapPlace(place=own, types=("cafe",)))
    with MapFile(tmp_path / "many.world") as file:
        first, *others = file.search(name, limit=7)
        assert first.place.id == "own"
        assert len(others) == 6


def test_an_address_excludes_other_places(tmp_path: Path) -> None:
    """The text after the comma must match, however many places share the name."""
    with new_map(tmp_path / "inns.world") as writer:
        for number in range(30):
            place = Place(name="Inn", id=f"p{number}", address=f"{number} Oak Street, Aldea")
            writer.add_place(MapPlace(place=place, types=("hotel",), prominence=30.0 - number))
    with MapFile(tmp_path / "inns.world") as file:
        found = file.search("Inn, 29 Oak Street, Aldea", limit=1)
        assert [each.place.id for each in found] == ["p29"]


def test_place_search_lists_other_matches(named: MapFile) -> None:
    """All tools resolve the name to the same place."""
    session = ToolSession(World.open(named.path))
    found = session.call("PlaceSearch", {"placeName": "Rock Harbour"}).content
    assert (found["placeId"], found["types"]) == ("p6", ["marina"])
    others = [(each["placeId"], each["types"][0]) for each in found["others"]]  # type: ignore[attr-defined,index]
    assert others == [("p7", "tourist_information"), ("p5", "bus_stop")]
    details = session.call("PlaceDetails", {"placeId": "Palace of Vorn"}).content
    assert details["placeId"] == "p3"


def test_search_can_be_limited(town: MapFile) -> None:
    """The limits are a circle, a type and a number of results."""
    near = spot("9 0")
    assert [each.place.address for each in town.search("Pharmacy", near=near, radius_m=200)] == [
        "Block 9"
    ]
    assert names(town.search("cafe", place_type="cafe", limit=2)) == ["Café Bleu", "Le Petit Café"]
    assert town.search("Café Bleu", place_type="museum") == []


def test_nearby_sorts_by_distance_or_prominence(town: MapFile) -> None:
    """The centre itself is left out."""
    museum = town.search("Museum of Boats")[0].place
    assert names(town.nearby(museum.id, place_type="cafe", **BY)) == [
        "Le Petit Café",
        "Coffee Point",
        "Café Bleu",
    ]
    assert names(town.nearby(museum.id, place_type="food place", **BY, limit=1)) == ["Chez Léon"]
    assert names(town.nearby(spot("5 0"), radius_m=300))[0] == "Museum of Boats"
    assert names(town.nearby(museum.id, keyword="petit", **BY)) == ["Le Petit Café"]
    assert town.nearby(museum.id, place_type="hospital", **BY) == []
    for each in town.nearby(spot("5 0"), place_type="cafe", radius_m=400):
        assert haversine(spot("5 0"), each.place.location or (0, 0)) <= 400


def test_nearby_equals_brute_force(town: MapFile) -> None:
    every = list(town.places())
    for center in (spot("0 0"), spot("4 0.05"), spot("10 0")):
        for radius in (50.0, 333.0, 5000.0):
            for kind in ("cafe", "pharmacy", None):
                found = town.nearby(center, place_type=kind, radius_m=radius)
                expected = {
                    each.place.id
                    for each in every
                    if haversine(center, each.place.location or (0, 0)) <= radius
                    and (kind is None or kind in each.types)
                }
                assert {each.place.id for each in found} == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "radius_m"),
        ({"rank_by": "distance"}, "place_type or keyword"),
        ({"radius_m": -5.0}, "above 0"),
        ({"radius_m": float("nan")}, "above 0"),
    ],
)
def test_incomplete_searches_are_rejected(
    town: MapFile, given: dict[str, float], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        town.nearby(spot("5 0"), **given)  # type: ignore[arg-type]


def test_places_outside_the_map_are_not_recorded(town: MapFile) -> None:
    """Nothing is reported as absent there."""
    with pytest.raises(NotRecordedError, match="is outside the map"):
        town.nearby((50.0, 8.0), place_type="cafe", **BY)


def test_circles_cross_the_antimeridian_and_poles(tmp_path: Path) -> None:
    path = tmp_path / "edge.world"
    spots = {
        "west": (0.0, 179.999),
        "east": (0.0, -179.999),
        "pole": (89.9999, 10.0),
        "far": (89.9999, -170.0),
    }
    with new_map(path) as writer:
        writer.set_meta("extent", (-90, -180, 90, 180))
        for name, at in spots.items():
            writer.add_place(
                MapPlace(place=Place(name=name, id=name, location=at), types=("cafe",))
            )
    with MapFile(path) as file:
        assert set(names(file.nearby((0.0, 179.9995), radius_m=1000))) == {"west", "east"}
        assert set(names(file.nearby((89.9999, 100.0), radius_m=100))) == {"pole", "far"}
        assert names(file.nearby("west", place_type="cafe", **BY))[0] == "east"


def test_tools_use_the_whole_map(town: MapFile) -> None:
    """Their replies state what is computed."""
    session = ToolSession(World.open(town.path))

    def call(name: str, **arguments: object) -> dict[str, object]:
        result = session.call(name, arguments)
        assert result.failure is None, result
        return dict(result.content)

    found = call("find_places", category="cafe", anchor="Museum of Boats", within_m=350)
    assert (found["count"], found.get("note")) == (2, None)
    travel = call(
        "TravelTime", originId="Café Bleu", destinationId="Museum of Boats", travelMode="walking"
    )
    ((expected,),) = town.matrix(
        [town.search("Café Bleu")[0].place.id],
        [town.search("Museum of Boats")[0].place.id],
        WALKING,
    )
    assert expected is not None
    assert travel["duration_s"] == expected.duration_s
    near = call("NearbySearch", placeId="Museum of Boats", type="pharmacy", rankby="distance")
    assert near["count"] == 2
    assert "computed on request" in str(call("map_contents")["note"])
    assert "Computed on request" in session.instructions
    routes = call(
        "Directions", originId="Café Bleu", destinationId="Museum of Boats", travelMode="driving"
    )
    assert len(routes["routes"]) == 1  # type: ignore[arg-type]
    absent = session.call(
        "TravelTime",
        {"originId": "Café Bleu", "destinationId": "Museum of Boats", "travelMode": "transit"},
    )
    assert absent.failure is not None


def around(center: Place, *entries: Place, **how: object) -> NearbyList:
    """Return a recorded list of cafés."""
    return NearbyList(anchor=center.name, category="cafe", places=entries, **how)  # type: ignore[arg-type]


def recorded(tmp_path: Path, *lists: NearbyList, places: tuple[Place, ...]) -> MapFile:
    """Return the map of a world with lists."""
    path = tmp_path / "recorded.world"
    World(places=places, lists=lists).save(path)
    return MapFile(path)


CAFES = tuple(Place(name=f"Café {x}", location=spot(f"{x} 0")) for x in (1, 3, 6))
INN, PORT = Place(name="Inn", location=spot("0 0")), Place(name="Port", location=spot("1 0.5"))


def test_smaller_circles_use_recorded_lists(tmp_path: Path) -> None:
    """The centre may differ if the recorded circle contains the requested circle."""
    listed = around(INN, *CAFES, radius_m=1000.0)
    with recorded(tmp_path, listed, places=(INN, PORT)) as file:
        assert names(file.nearby(INN.id, place_type="cafe", radius_m=1000)) == [
            "Café 1",
            "Café 3",
            "Café 6",
        ]
        assert names(file.nearby(INN.id, place_type="cafe", radius_m=400)) == ["Café 1", "Café 3"]
        assert names(file.nearby(PORT.id, place_type="coffee_shop", radius_m=300, **BY)) == [
            "Café 1",
            "Café 3",
        ]
        with pytest.raises(NotRecordedError, match="list of cafe within 950 m around Port"):
            file.nearby(PORT.id, place_type="cafe", radius_m=950)
        with pytest.raises(NotRecordedError):
            file.nearby(INN.id, place_type="pharmacy", radius_m=400)


def test_a_sorted_list_answers_near_its_centre(tmp_path: Path) -> None:
    """For other centres it is valid only as far as it reaches."""
    listed = around(INN, *CAFES, sorted_by_distance=True)
    with recorded(tmp_path, listed, places=(INN, PORT)) as file:
        assert names(file.nearby(INN.id, place_type="cafe", **BY)) == [
            "Café 1",
            "Café 3",
            "Café 6",
        ]
        assert names(file.nearby(PORT.id, place_type="cafe", **BY)) == [
            "Café 1",
            "Café 3",
        ]
        with pytest.raises(NotRecordedError):
            file.nearby(PORT.id, place_type="cafe", radius_m=5000)


def test_a_cut_list_answers_only_its_own_radius(tmp_path: Path) -> None:
    """A page of twenty may be incomplete."""
    cafes = [Place(name=f"Café {n}", location=spot(f"{n / 10} 0")) for n in range(20)]
    with recorded(tmp_path, around(INN, *cafes, radius_m=1000.0), places=(INN,)) as file:
        assert len(file.nearby(INN.id, place_type="cafe", radius_m=1000)) == 20
        with pytest.raises(NotRecordedError):
            file.nearby(INN.id, place_type="cafe", radius_m=100)


def test_entries_without_a_position_prevent_filtering(tmp_path: Path) -> None:
    """The recorded answer still contains them."""
    listed = around(INN, Place(name="Somewhere"), radius_m=1000.0)
    with recorded(tmp_path, listed, places=(INN,)) as file:
        assert names(file.nearby(INN.id, place_type="cafe", radius_m=1000)) == ["Somewhere"]
        with pytest.raises(NotRecordedError):
            file.nearby(INN.id, place_type="cafe", radius_m=500)


def test_recorded_travel_needs_direction_and_mode(tmp_path: Path) -> None:
    """A leg without a mode is valid for any mode."""
    path = tmp_path / "travel.world"
    leg = Leg(origin="Inn", destination="Port", mode=WALKING, duration_s=60, distance_m=80.0)
    without_mode = Leg(origin="Port", destination="Inn", mode=None, duration_s=70)
    slow = Route(origin="Inn", destination="Port", mode=WALKING, name="Quay", duration_s=90)
    fast = Route(origin="Inn", destination="Port", mode=WALKING, name="Bridge", duration_s=60)
    World(places=(INN, PORT), legs=(leg, without_mode), routes=(slow, fast)).save(path)
    with MapFile(path) as file:
        ((there,),) = file.matrix([INN.id], [PORT.id], WALKING)
        assert there is not None
        assert (there.duration_s, there.distance_m) == (60, 80.0)
        assert file.matrix([PORT.id], [INN.id], DRIVING)[0][0] is not None
        assert [each.route.name for each in file.routes(INN.id, PORT.id, WALKING, most=3)] == [
            "Bridge",
            "Quay",
        ]
        for end in (PORT.id, spot("1 1")):
            with pytest.raises(NotRecordedError):
                file.matrix([INN.id], [end], DRIVING)
            with pytest.raises(NotRecordedError):
                file.routes(INN.id, end, DRIVING)


def test_a_missing_road_can_be_recorded(tmp_path: Path) -> None:
    path = tmp_path / "apart.world"
    with new_map(path) as writer:
        for each in (INN, PORT):
            writer.add_place(MapPlace(place=each, source="survey"))
        writer.add_leg(INN.id, PORT.id, DRIVING, None, source="survey")
        writer.add_routes(INN.id, PORT.id, DRIVING, [], source="survey")
    with MapFile(path) as file:
        assert file.matrix([INN.id], [PORT.id], DRIVING) == [[None]]
        assert file.routes(INN.id, PORT.id, DRIVING) == []


def test_search_in_a_circle_ignores_distant_namesakes(tmp_path: Path) -> None:
    with new_map(tmp_path / "inns.world") as writer:
        for number in range(450):
            spot_of = (0.1, number / 450)
            inn = Place(name="Inn", id=f"p{number}", location=spot_of)
            writer.add_place(MapPlace(place=inn, types=("hotel",)))
    with MapFile(tmp_path / "inns.world") as file:
        for text in ("Inn", "hotel"):
            found = file.search(text, near=(0.1, 1.0), radius_m=300.0)
            assert [each.place.id for each in found] == ["p449"]
