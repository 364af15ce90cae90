"""Building map files from extracts, including skipped features and unreadable files."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from pathlib import Path

import pytest

from geoeval import World
from geoeval.errors import MapFileError, UsageError, WorldError
from geoeval.world.atlas import Unresolved
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.kinds import types_of
from geoeval.world.osm.places import join_features, places_of
from geoeval.world.records import Place, TravelMode
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import STEP, Town, spot

CASTLE = ["castle", "historical_landmark", "tourist_attraction"]


def town() -> Town:
    """Return a town with a street, a café and several incomplete features."""
    made = Town()
    made.way("0 0", "3 0", name="High Street")
    made.node(
        "1 0.1",
        amenity="cafe",
        name="Café Bleu",
        name__en="Blue Café",
        cuisine="coffee_shop",
        opening_hours="Mo-Fr 08:00-18:00; PH off",
        phone="+1 555 0100",
        wheelchair="yes",
        addr__street="High Street",
        addr__housenumber="5",
        addr__city="Springfield",
        wikidata="Q1",
    )
    made.node("2 0.1", shop="bakery", name="Bread", opening_hours="whenever we like")
    made.node("2 0.3", amenity="cafe")
    made.node("2 0.4", amenity="bench", name="Bench")
    made.way("0 1", "1 1", "1 2", "0 1", amenity="school", name="School")
    return made


def test_facts_are_read_from_tags(tmp_path: Path) -> None:
    """Names, types, address, hours, phone and features are read."""
    skipped: Counter[str] = Counter()
    extract = town().extract(tmp_path)
    found = {each.place.name: each for each in places_of(extract.features, skipped)}
    cafe = found["Café Bleu"]
    assert set(found) == {"Café Bleu", "Bread", "School"}
    assert cafe.names == (("en", "Blue Café"),)
    assert cafe.types == ("cafe",)
    assert cafe.place.address == "5 High Street, Springfield"
    assert cafe.place.location == spot("1 0.1")
    assert cafe.place.phone == "+1 555 0100"
    assert cafe.place.features == ("Wheelchair Accessible Entrance",)
    assert cafe.place.hours is not None
    assert cafe.place.hours.to_osm() == "Mo-Fr 08:00-18:00; Sa-Su off"
    assert cafe.prominence == pytest.approx(7.1)
    assert found["School"].place.id.startswith("w")
    assert found["School"].types == ("school",)
    assert skipped == {
        "holiday rules in opening hours": 1,
        "opening hours that cannot be read": 1,
    }
    assert extract.skipped == {
        "places without a name": 1,
        "named features of an unsupported kind": 1,
    }


@pytest.mark.parametrize(
    ("tags", "types"),
    [
        ({"tourism": "information", "information": "office"}, ["tourist_information"]),
        ({"tourism": "information"}, ["tourist_information"]),
        ({"tourism": "information", "information": "guidepost"}, []),
        ({"tourism": "information", "information": "terminal", "amenity": "bank"}, ["bank"]),
        ({"railway": "station", "station": "subway"}, ["subway_station", "transit_station"]),
        ({"railway": "subway_entrance"}, []),
        ({"natural": "water", "water": "river"}, []),
        ({"natural": "water", "amenity": "fountain"}, ["fountain"]),
        ({"historic": "memorial", "memorial": "plaque"}, []),
        ({"tourism": "attraction", "leisure": "park"}, ["park", "tourist_attraction"]),
        ({"office": "diplomatic"}, ["embassy"]),
        ({"office": "government", "government": "ministry"}, ["government_office"]),
        ({"office": "government", "government": "police"}, ["police"]),
        ({"amenity": "public_building"}, ["government_office"]),
        ({"shop": "vacant"}, []),
        ({"highway": "bus_stop", "disused": "yes"}, []),
        ({"historic": "castle", "abandoned": "yes", "tourism": "museum"}, CASTLE),
        ({"place": "borough"}, ["neighborhood"]),
        ({"amenity": "parking;fuel"}, ["parking", "gas_station"]),
        ({"amenity": "parking", "access": "private"}, []),
        ({"amenity": "parking", "access": "no"}, []),
        (
            {"amenity": "restaurant", "cuisine": "Thai, steak_house;coffee_shop"},
            ["thai_restaurant", "steak_house", "restaurant"],
        ),
    ],
)
def test_tags_give_place_types(tags: dict[str, str], types: list[str]) -> None:
    """The most specific type comes first."""
    assert [*types_of(tags)] == types


def test_similar_place_types_are_distinguished(tmp_path: Path) -> None:
    """A search for a pharmacy does not return a chemist, nor a search for a hotel a motel."""
    made = Town()
    for at, (key, value) in enumerate(
        [
            *(("amenity", "pharmacy"), ("shop", "chemist"), ("tourism", "hotel")),
            *(("tourism", "motel"), ("amenity", "school"), ("amenity", "kindergarten")),
            *(("amenity", "parking"), ("amenity", "bicycle_parking")),
        ]
    ):
        made.node(f"{at} 0", **{key: value, "name": value})
    build_from_osm(made.write(tmp_path), tmp_path / "town.world", modes=())
    with MapFile(tmp_path / "town.world") as file:
        kinds = "pharmacy", "hotel", "school", "parking", "drugstore", "lodging"
        found = {kind: {each.place.name for each in file.of_kind(kind)} for kind in kinds}
    for kind in kinds[:4]:
        assert found[kind] == {kind}
    assert found["drugstore"] == {"pharmacy", "chemist"}
    assert found["lodging"] == {"hotel", "motel"}


def test_the_location_of_an_area_is_inside_it(tmp_path: Path) -> None:
    """It is not in a bay of the outline, in a hole or between two parts."""
    made = Town()
    made.way(*"0 0|3 0|3 3|2 3|2 1|1 1|1 3|0 3|0 0".split("|"), amenity="school", name="Bay")
    ring, hole = (
        made.way(*corners.split("|"), building="yes")
        for corners in ("10 0|14 0|14 4|10 4|10 0", "11 1|13 1|13 3|11 3|11 1")
    )
    part = made.way("20 0", "21 0", "21 1", "20 0", building="yes")
    made.area([ring, part], [hole], leisure="park", name="Ring")
    bay, around = sorted(made.extract(tmp_path).features, key=lambda each: each.tags["name"])
    for feature, within in (
        (bay, lambda x, y: 0 < x < 3 and 0 < y < 3 and not (1 <= x <= 2 and y >= 1)),
        (around, lambda x, y: 10 < x < 14 and 0 < y < 4 and not (11 <= x <= 13 and 1 <= y <= 3)),
    ):
        lat, lon = feature.location
        assert within(lon / STEP, lat / STEP)
    assert spot("14 4") in around.access


def test_a_node_and_its_area_are_joined(tmp_path: Path) -> None:
    """They need the same name and type, and other places stay separate."""
    made = Town()
    made.way("0 0", "4 0", "4 4", "0 4", "0 0", amenity="place_of_worship", name="St Ann")
    worship = {"amenity": "place_of_worship", "religion": "christian"}
    made.node("1 1", **worship, name="St. Ann", phone="5", opening_hours="24/7")
    made.node("0 4", historic="church", name="St Ann", website="https://example.org")
    made.node("2 2", amenity="library", name="St Ann")
    made.node("9 9", **worship, name="St Ann")
    built = build_from_osm(made.write(tmp_path), tmp_path / "town.world", modes=())
    assert built.skipped == {"features joined to the area of the same place": 2}
    with MapFile(tmp_path / "town.world") as file:
        found = {each.place.id[0] + each.types[0]: each for each in file.search("St Ann")}
    assert set(found) == {"wchurch", "nlibrary", "nchurch"}
    church = found["wchurch"]
    assert church.place.phone == "5"
    assert church.place.hours is not None
    assert church.prominence == 3
    assert church.place.location not in (spot("1 1"), spot("0 4"))


def test_an_area_and_its_relation_are_joined(tmp_path: Path) -> None:
    """Equal size does not prevent it, and two nodes at one position stay two places."""
    made = Town()
    ring = made.way("0 0", "4 0", "4 4", "0 4", "0 0", leisure="park", name="Green")
    made.area([ring], leisure="park", name="Green", wikidata="Q1")
    made.node("9 9", amenity="cafe", name="Corner")
    made.node("9.0 9", amenity="cafe", name="Corner")
    skipped: Counter[str] = Counter()
    found = join_features(made.extract(tmp_path).features, skipped)
    assert sorted(each.tags["name"] for each in found) == ["Corner", "Corner", "Green"]
    assert "Q1" in {each.tags.get("wikidata") for each in found}
    assert skipped == {"features joined to the area of the same place": 1}


def test_incomplete_places_are_counted(tmp_path: Path) -> None:
    """These are cut or open areas, lines and named features of unknown types."""
    made = Town()
    ring = [f"{x} {y}" for x, y in ((0, 0), (3, 0), (3, 3), (0, 3), (0, 0))]
    lost = made.node("8 8")
    made.way(*ring[:3], "8 8", ring[0], amenity="school", name="Cut")
    made.way(ring[0], ring[2], ring[1], ring[3], ring[0], amenity="school", name="Crossing")
    made.way(*ring[:3], leisure="park", name="Line")
    made.area([made.way(*ring[:3], building="yes"), 999], leisure="park", name="Half")
    made.area([made.way(*ring, building="yes")], type="site", tourism="museum", name="Site")
    made.way(*ring, leisure="dance", name="Unknown")
    made.node("5 5", tourism="information", information="board", name="Board")
    made.way("0 0", "5 5", name="Road")
    xml = "".join(line for line in made.xml().splitlines() if f'<node id="{lost}"' not in line)
    source = tmp_path / "town.osm"
    source.write_text(xml, encoding="utf-8")
    built = build_from_osm(source, tmp_path / "town.world", modes=())
    assert built.places == 0
    assert built.skipped == {
        "areas with nodes or ways outside the extract": 2,
        "areas whose outline is open or crosses itself": 1,
        "places drawn as a line": 1,
        "places whose parts do not form an area": 1,
        "named features of an unsupported kind": 2,
    }


def test_settlements_are_found_by_name(tmp_path: Path) -> None:
    """The location is the centre that mappers gave, and routes start there too."""
    made = Town()
    made.way("0 0", "9 0", "9 9", "0 9", "0 0", building="no", place="town", name="Springfield")
    made.node("1 1", place="town", name="Springfield")
    made.node("2 2", place="hamlet", name="Ashby")
    made.node("3 3", place="suburb", name="Northam", name__de="Nordheim")
    made.node("4 4", amenity="cafe", name="Springfield Café")
    features = join_features(made.extract(tmp_path).features, Counter())
    build_from_osm(made.write(tmp_path), tmp_path / "town.world", modes=())
    with MapFile(tmp_path / "town.world") as file:
        first = {name: file.search(name)[0] for name in ("springfield", "Ashby", "Nordheim")}
    assert [each.types for each in first.values()] == [
        ("locality",),
        ("locality",),
        ("neighborhood",),
    ]
    assert first["springfield"].place.location == spot("1 1")
    assert all(each.access == () for each in features)


def test_places_with_the_same_name_stay_separate(tmp_path: Path) -> None:
    """Bus stops 100 m apart are ambiguous, and at one spot the more prominent place is meant."""
    made = Town()
    for at in ("0 0", "1 0", "2 0"):
        made.node(at, highway="bus_stop", name="Market")
    made.node("5 5", amenity="restaurant", name="Inn")
    made.node("5.05 5", tourism="hotel", name="Inn", website="https://example.org")
    build_from_osm(made.write(tmp_path), tmp_path / "town.world")
    atlas = World.open(tmp_path / "town.world").atlas
    stops, inn = atlas.resolve("Market"), atlas.resolve("Inn")
    assert isinstance(stops, Unresolved)
    assert stops.tied
    assert len(stops.places) == len(stops.candidates) == 3
    assert isinstance(inn, Place)
    assert inn.location == spot("5.05 5")


def test_a_built_map_is_complete(tmp_path: Path) -> None:
    """It has places, roads, counts of skipped features, an extent and an attribution."""
    target = tmp_path / "town.world"
    stages: list[str] = []
    built = build_from_osm(
        town().write(tmp_path), target, report=lambda _done, _of, what: stages.append(what)
    )
    assert built.places == 3
    assert set(built.roads) == {TravelMode.DRIVING, TravelMode.WALKING, TravelMode.BICYCLING}
    assert built.skipped["places without a name"] == 1
    assert len(stages) == 5
    with MapFile(target) as file:
        assert "OpenStreetMap" in file.attribution
        assert file.extent == pytest.approx((0.0, 0.0, 3 / 2 * STEP, 3 * STEP))
        ((travel,),) = file.matrix([spot("0 0")], [spot("3 0")], TravelMode.WALKING)
        assert travel is not None
        assert travel.source == "geoeval"
        assert [road.name for road in file.roads()] == ["High Street"]


def test_a_map_without_modes_has_no_roads(tmp_path: Path) -> None:
    target = tmp_path / "town.world"
    assert build_from_osm(town().write(tmp_path), target, modes=()).roads == {}
    with MapFile(target) as file:
        assert file.modes == ()


def test_an_extract_without_roads_has_only_places(tmp_path: Path) -> None:
    made = Town()
    made.node("0 0", amenity="cafe", name="Café")
    target = tmp_path / "cafe.world"
    built = build_from_osm(made.write(tmp_path), target)
    assert set(built.roads.values()) == {0}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.osm", b""),
        ("none.osm", b'<?xml version="1.0"?><osm version="0.6"></osm>'),
        ("broken.osm", b'<?xml version="1.0"?><osm version="0.6"><node id="1"'),
        ("text.osm.pbf", b"no extract"),
    ],
)
def test_invalid_extracts_are_rejected(tmp_path: Path, name: str, content: bytes) -> None:
    """The error names the file, and nothing is written."""
    source, target = tmp_path / name, tmp_path / "out.world"
    source.write_bytes(content)
    with pytest.raises(WorldError, match=name):
        build_from_osm(source, target)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_truncated_extract_is_rejected(tmp_path: Path, data_dir: Path) -> None:
    """An earlier map at the target stays unchanged."""
    whole = (data_dir / "osm" / "monaco.osm.pbf").read_bytes()
    source, target = tmp_path / "half.osm.pbf", tmp_path / "monaco.world"
    source.write_bytes(whole[: len(whole) // 2])
    target.write_bytes(b"earlier")
    with pytest.raises(WorldError, match="cannot be read"):
        build_from_osm(source, target)
    assert target.read_bytes() == b"earlier"


def test_a_missing_extract_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match=r"none\.osm\.pbf"):
        build_from_osm(tmp_path / "none.osm.pbf", tmp_path / "out.world")


def test_a_missing_target_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(MapFileError, match="does not exist"):
        build_from_osm(town().write(tmp_path), tmp_path / "no" / "out.world")


def test_nodes_out_of_range_are_counted(tmp_path: Path) -> None:
    """They are left out of the map."""
    xml = town().xml().replace('lat="0.0001"', 'lat="95.5"')
    source = tmp_path / "town.osm"
    source.write_text(xml, encoding="utf-8")
    built = build_from_osm(source, tmp_path / "town.world")
    assert built.skipped["places without a position"] >= 1


def test_valhalla_needs_a_newer_python(tmp_path: Path) -> None:
    """An older Python is rejected before anything is built."""
    import sys

    if sys.version_info >= (3, 12):
        pytest.skip("this Python can run Valhalla")
    with pytest.raises(UsageError, match=r"Python 3\.12"):
        build_from_osm(town().write(tmp_path), tmp_path / "out.world", engine="valhalla")
    assert not (tmp_path / "out.world").exists()


@pytest.mark.slow
def test_routes_by_valhalla_name_their_engine(tmp_path: Path, data_dir: Path) -> None:
    """The tiles are stored next to the map and are required."""
    pytest.importorskip("valhalla")
    target = tmp_path / "monaco.world"
    build_from_osm(data_dir / "osm" / "monaco.osm.pbf", target, engine="valhalla")
    with MapFile(target) as file:
        ends = (43.7391605, 7.428023), (43.727568, 7.415532)
        for mode in file.modes:
            ((travel,),) = file.matrix([ends[0]], [ends[1]], mode)
            (drawn,) = file.routes(*ends, mode)
            assert travel is not None
            assert travel.source == drawn.source == "valhalla"
            assert drawn.route.duration_s == pytest.approx(travel.duration_s, rel=0.05)
            assert drawn.route.steps[-1].notes
            assert len(drawn.codes) == len(drawn.step_starts) == len(drawn.route.steps)
            assert file.matrix([ends[0]], [(43.5, 7.4)], mode) == [[None]]
            assert file.routes(ends[0], (43.5, 7.4), mode) == []
    shutil.rmtree(tmp_path / "monaco.world.tiles")
    with MapFile(target) as file, pytest.raises(MapFileError, match="tiles"):
        file.matrix([ends[0]], [ends[1]], TravelMode.DRIVING)


def test_routes_can_be_requested_from_a_new_thread(tmp_path: Path) -> None:
    """Reading the road network does not wait for a lock that the thread itself holds."""
    target = tmp_path / "town.world"
    build_from_osm(town().write(tmp_path), target)
    found: list[int] = []
    with MapFile(target) as file:
        ends = spot("0 0"), spot("3 0")
        mode = file.modes[0]

        def route() -> None:
            found.append(len(file.routes(*ends, mode)))

        thread = threading.Thread(target=route, daemon=True)
        thread.start()
        thread.join(timeout=20)
        assert found == [1]
