"""From extracts to map files: places, skipped facts, and files that cannot be read or written."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from pathlib import Path

import pytest

from geoeval.errors import MapFileError, UsageError, WorldError
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.places import places_of
from geoeval.world.records import TravelMode
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import STEP, Town, spot


def town() -> Town:
    """Return a town with a street, a café and a few faulty features."""
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


def test_places_have_their_facts(tmp_path: Path) -> None:
    """Name, languages, kinds, address, hours, phone and features are read."""
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
        "rule for holidays in opening hours": 1,
        "opening hours that cannot be read": 1,
    }
    assert extract.skipped == {"place without a name": 1}


def test_a_map_is_built(tmp_path: Path) -> None:
    """It knows places, roads, what was skipped, where it ends and whom to name."""
    target = tmp_path / "town.world"
    stages: list[str] = []
    built = build_from_osm(
        town().write(tmp_path), target, report=lambda _done, _of, what: stages.append(what)
    )
    assert built.places == 3
    assert set(built.roads) == {TravelMode.DRIVING, TravelMode.WALKING, TravelMode.BICYCLING}
    assert built.skipped["place without a name"] == 1
    assert len(stages) == 5
    with MapFile(target) as file:
        assert "OpenStreetMap" in file.attribution
        assert file.extent == pytest.approx((0.0, 0.0, 4 / 3 * STEP, 3 * STEP))
        ((travel,),) = file.matrix([spot("0 0")], [spot("3 0")], TravelMode.WALKING)
        assert travel is not None
        assert travel.source == "geoeval"
        assert [road.name for road in file.roads()] == ["High Street"]


def test_places_only(tmp_path: Path) -> None:
    """Without modes no roads are built."""
    target = tmp_path / "town.world"
    assert build_from_osm(town().write(tmp_path), target, modes=()).roads == {}
    with MapFile(target) as file:
        assert file.modes == ()


def test_extract_without_roads(tmp_path: Path) -> None:
    """Its places are kept; no mode has a network."""
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
def test_what_is_no_extract(tmp_path: Path, name: str, content: bytes) -> None:
    """The error quotes the file, and nothing is written."""
    source, target = tmp_path / name, tmp_path / "out.world"
    source.write_bytes(content)
    with pytest.raises(WorldError, match=name):
        build_from_osm(source, target)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_truncated_extract(tmp_path: Path, data_dir: Path) -> None:
    """A file that was cut in half is refused; a map made before stays."""
    whole = (data_dir / "osm" / "monaco.osm.pbf").read_bytes()
    source, target = tmp_path / "half.osm.pbf", tmp_path / "monaco.world"
    source.write_bytes(whole[: len(whole) // 2])
    target.write_bytes(b"earlier")
    with pytest.raises(WorldError, match="cannot read"):
        build_from_osm(source, target)
    assert target.read_bytes() == b"earlier"


def test_missing_extract(tmp_path: Path) -> None:
    """It is named."""
    with pytest.raises(WorldError, match=r"none\.osm\.pbf"):
        build_from_osm(tmp_path / "none.osm.pbf", tmp_path / "out.world")


def test_folder_that_does_not_exist(tmp_path: Path) -> None:
    """A map that cannot be written says so."""
    with pytest.raises(MapFileError, match="cannot be opened or written"):
        build_from_osm(town().write(tmp_path), tmp_path / "no" / "out.world")


def test_coordinates_out_of_range(tmp_path: Path) -> None:
    """A node that lies nowhere on the Earth is counted and left out."""
    xml = town().xml().replace('lat="0.0001"', 'lat="95.5"')
    source = tmp_path / "town.osm"
    source.write_text(xml, encoding="utf-8")
    built = build_from_osm(source, tmp_path / "town.world")
    assert built.skipped["place without a position"] >= 1


def test_valhalla_needs_a_newer_python(tmp_path: Path) -> None:
    """On an older Python the engine is refused before anything is built."""
    import sys

    if sys.version_info >= (3, 12):
        pytest.skip("this Python can run Valhalla")
    with pytest.raises(UsageError, match=r"Python 3\.12"):
        build_from_osm(town().write(tmp_path), tmp_path / "out.world", engine="valhalla")
    assert not (tmp_path / "out.world").exists()


@pytest.mark.slow
def test_valhalla_routes(tmp_path: Path, data_dir: Path) -> None:
    """Its routes name their engine, and its tiles lie beside the map."""
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
            assert len(drawn.codes) == len(drawn.begins) == len(drawn.route.steps)
            assert file.matrix([ends[0]], [(43.5, 7.4)], mode) == [[None]]
            assert file.routes(ends[0], (43.5, 7.4), mode) == []
    shutil.rmtree(tmp_path / "monaco.world.tiles")
    with MapFile(target) as file, pytest.raises(MapFileError, match="tiles"):
        file.matrix([ends[0]], [ends[1]], TravelMode.DRIVING)


def test_routes_in_a_thread_that_has_not_read_the_map(tmp_path: Path) -> None:
    """The road network is read without waiting for a lock that the thread itself holds."""
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
