"""``geoeval world build|check|show`` and ``geoeval serve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.world.model import Leg, Place, TravelMode, World
from tests.cli.conftest import CONTEXT, Run, Save, question
from tests.world.osm.towns import Town


@pytest.fixture
def extract(tmp_path: Path) -> Path:
    """Return an extract: a street with a museum, a café, and a café without a name."""
    town = Town()
    town.way("0 0", "5 0", name="High Street")
    town.node("1 0.1", amenity="cafe", name="Café Bleu")
    town.node("4 0.1", tourism="museum", name="Museum")
    town.node("2 0.1", amenity="cafe")
    return town.write(tmp_path)


def test_extract_is_built_checked_and_shown(run: Run, extract: Path, tmp_path: Path) -> None:
    """The output has what was skipped and the attribution."""
    target = str(tmp_path / "town.world")
    built = run("world", "build", str(extract), "-o", target)
    assert built.code == 0
    assert built.out.startswith(f"{target}: 2 places, 2 road segments for driving")
    assert "© OpenStreetMap" in built.out
    assert "skipped: places without a name (1)" in built.err
    checked = run("world", "check", target, "--format", "json").shape
    assert checked["counts"]["places"] == 2  # type: ignore[index]
    assert checked["damaged"] == []
    page = tmp_path / "map.html"
    shown = run("world", "show", target, "-o", str(page), "--from", "Café Bleu", "--to", "Museum")
    assert shown.code == 0
    assert "Head east" in page.read_text(encoding="utf-8")
    table = tmp_path / "places.geojson"
    assert run("world", "show", target, "-o", str(table)).code == 0
    assert len(json.loads(table.read_text(encoding="utf-8"))["features"]) == 2
    again = str(tmp_path / "again.world")
    assert run("world", "build", str(table), "-o", again).out.startswith(f"{again}: 2 places")
    called = run(
        "call",
        "NearbySearch",
        '{"placeId": "Museum", "type": "cafe", "rankby": "distance"}',
        "--world",
        target,
    )
    assert "Café Bleu" in called.out


PLACES = "id,name,lat,lon,rating\n01,Old Mill,60.2,24.9,4.5\n02,NA,60.1,24.8,\n"


@pytest.mark.parametrize(
    ("name", "table", "options"),
    [
        ("places.csv", PLACES, ()),
        ("places.TSV", "\ufeff" + PLACES.replace(",", "\t"), ()),
        ("places.csv", PLACES.replace(",", ";").replace("lat;lon", '"Latitude";longitude'), ()),
        ("places.csv", PLACES.replace("id,name", "code,title"), ("--fields", "id=code,name=title")),
    ],
)  # fmt: skip
def test_csv_table_of_places_becomes_a_map(
    run: Run, tmp_path: Path, name: str, table: str, options: tuple[str, ...]
) -> None:
    """Ids stay texts, and "NA" is a name."""
    source, target = tmp_path / name, tmp_path / "places.world"
    source.write_text(table, encoding="utf-8")
    built = run("world", "build", str(source), "-o", str(target), *options)
    assert (built.code, built.out.strip()) == (0, f"{target}: 2 places")
    places = {each.id: each for each in World.open(target).places}
    assert {key: (each.name, each.location, each.rating) for key, each in places.items()} == {
        "01": ("Old Mill", (60.2, 24.9), 4.5),
        "02": ("NA", (60.1, 24.8), None),
    }


def test_csv_table_with_questions_is_a_dataset(run: Run, tmp_path: Path) -> None:
    """It may have coordinates, too."""
    source = tmp_path / "questions.csv"
    text = f'question,context,name,lat,lon\nWhere?,"{CONTEXT}",x,1,2\n'
    source.write_text(text, encoding="utf-8")
    built = run("world", "build", str(source), "-o", str(tmp_path / "a.world"))
    assert "1 contexts" in built.out


@pytest.mark.parametrize("command", [("world", "build", "-o", "a.world"), ("mcp", "--world")])
def test_csv_table_with_other_columns_gets_advice(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    source = tmp_path / "places.csv"
    source.write_text(PLACES.replace("name", "title"), encoding="utf-8")
    result = run(*command, str(source))
    assert result.code == 2
    assert "needs the columns name (or --fields name=COLUMN), lat and lon" in result.err
    source.unlink()
    missing = run(*command, str(source))
    assert "does not exist" in missing.err
    assert "--fields" not in missing.err


@pytest.mark.parametrize("name", ["places.csv", "places.geojson", "places.gpkg", "a.osm.pbf"])
def test_input_of_build_is_not_yet_a_world(run: Run, tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_text(PLACES, encoding="utf-8")
    result = run("mcp", "--world", str(source))
    assert result.code == 2
    assert (
        "expected a world (a map file, a world as JSON, a dataset or a context), got" in result.err
    )
    output = f"{name.partition('.')[0]}.world"
    assert f"; build a world of it: geoeval world build {source} -o {output}\n" in result.err


@pytest.mark.parametrize("command", [("world", "read"), ("verify",), ("solve",)])
def test_table_of_places_is_no_dataset(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    source = tmp_path / "places.csv"
    source.write_text(PLACES, encoding="utf-8")
    result = run(*command, str(source))
    assert result.code == 2
    assert "expected a dataset, got" in result.err
    assert f"build a world of it: geoeval world build {source} -o places.world" in result.err


@pytest.mark.parametrize(
    "command", [("world", "read"), ("world", "build", "-o", "a.world"), ("verify",)]
)
def test_map_files_and_excel_files_are_recognised(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """They are not called text in a wrong encoding."""
    path = tmp_path / "inn.world"
    World(places=(Place(name="Inn"),)).save(path)
    found = run(*command, str(path))
    assert found.code == 2
    assert "got a map file or another database; geoeval world check and" in found.out + found.err
    for start in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        book = tmp_path / "book.xlsx"
        book.write_bytes(start + b"\xff" * 20)
        found = run(*command, str(book))
        assert found.code == 2
        assert "an Excel file, which is not read; save the sheet as CSV" in found.out + found.err


def test_build_limits_travel_modes(run: Run, extract: Path, tmp_path: Path) -> None:
    """With the mode "none" there are no roads."""
    target = str(tmp_path / "town.world")
    walking = run("world", "build", str(extract), "-o", target, "--mode", "walking").out
    assert ("walking" in walking, "driving" in walking) == (True, False)
    none = run("world", "build", str(extract), "-o", target, "--mode", "none").out
    assert none.splitlines()[0] == f"{target}: 2 places"


def test_dataset_contexts_become_one_map(run: Run, save: Save, tmp_path: Path) -> None:
    target = str(tmp_path / "all.world")
    other = CONTEXT.replace("Old Mill", "New Mill").replace("1 Quay", "7 Lane")
    built = run("world", "build", save([question(1), question(2, context=other)]), "-o", target)
    assert built.out.startswith(f"{target}: 2 contexts")
    assert {place.name for place in World.open(target).places} == {
        "Old Mill",
        "New Mill",
        "Stone Pier",
    }


def test_check_reports_disagreement_and_damage(run: Run, tmp_path: Path) -> None:
    """Damage exits with 1."""
    path = tmp_path / "two.world"
    legs = tuple(
        Leg(origin="Inn", destination="Port", mode=TravelMode.WALKING, duration_s=seconds)
        for seconds in (60, 90)
    )
    World(places=(Place(name="Inn"), Place(name="Port")), legs=legs).save(path)
    assert (
        "sources disagree: Inn to Port, walking: 60 s,90 s" in run("world", "check", str(path)).out
    )
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    damaged = run("world", "check", str(path))
    assert (damaged.code, "damage" in damaged.out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("build", "none.osm.pbf", "-o", "a.world"), "none.osm.pbf"),
        (("build", "none.geojson", "-o", "a.world"), "none.geojson"),
        (("check", "none.world"), "does not exist"),
        (("show", "none.world", "-o", "a.html"), "does not exist"),
        (("show", "{file}", "-o", "a.html", "--from", "Inn"), "both --from and --to"),
        (("show", "{file}", "-o", "a.html", "--from", "Inn", "--to", "Moon"), "'Moon'"),
        (
            ("show", "{file}", "-o", "a.html", "--from", "Inn", "--to", "Port", "--mode", "fly"),
            "'fly'",
        ),
        (("show", "{file}", "-o", "a.html", "--from", "Inn", "--to", "Port"), "no driving route"),
        (("build", "x.osm", "-o", "a.world", "--mode", "swimming"), "swimming"),
    ],
)
def test_wrong_usage_exits_with_2(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    """No file is written."""
    monkeypatch.chdir(tmp_path)
    World(places=(Place(name="Inn"), Place(name="Port"))).save("inn.world")
    result = run("world", *(each.format(file="inn.world") for each in arguments))
    assert result.code == 2
    assert words in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["inn.world"]


def test_serving_to_other_machines_needs_a_key(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GEOEVAL_SERVER_KEY", raising=False)
    path = tmp_path / "inn.world"
    World(places=(Place(name="Inn"),)).save(path)
    assert (
        "serving on '192.0.2.1' is open to other machines and needs a key"
        in run("serve", str(path), "--host", "192.0.2.1").err
    )
    empty = tmp_path / "key"
    empty.touch()
    assert "empty file" in run("serve", str(path), "--key-file", str(empty)).err
    assert "cannot be read" in run("serve", str(path), "--key-file", "none").err
    assert run("serve", str(tmp_path / "none.world")).code == 2
