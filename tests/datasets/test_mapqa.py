"""MapQA records: a CSV of questions with a JSON of places, and folders of such pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.datasets.companion import Companion, paired_files
from geoeval.datasets.load import load_dataset, load_datasets, parse_dataset
from geoeval.datasets.records import Dataset
from geoeval.datasets.scan import Element, Fault

ROWS = "ID,Question,Answer\r\n1,How far is Old Mill from Ox Inn?,11.10 km\r\n2,What is there?,\r\n"
MILL = {"osm_id": 7, "latitude": 60.0, "longitude": 25.0}
INN = {"osm_id": -8, "latitude": 60.0, "longitude": 25.2}
PLACES: dict[str, object] = {"1": {"Old Mill": MILL, "Ox Inn": INN}, "2": {"null": MILL}}


def pair(folder: Path, rows: str = ROWS, places: object = PLACES, name: str = "far") -> Path:
    """Write a pair of files and return the path of the CSV."""
    path = folder / f"{name}.csv"
    path.write_text(rows, encoding="utf-8")
    text = places if isinstance(places, str) else json.dumps(places)
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    return path


def faults(dataset: Dataset) -> list[tuple[str, object, str]]:
    """Return code, id and path of each issue."""
    return [(issue.code, issue.id, issue.path) for issue in dataset.issues]


@pytest.mark.parametrize("name", ["auto", "mapqa"])
def test_pairs_are_read_as_one_dataset(tmp_path: Path, name: str) -> None:
    """Each question has its row, its open answer and its places."""
    dataset = load_dataset(pair(tmp_path), name)
    first, second = dataset.records
    assert dataset.issues == ()
    assert (first.question.id, first.question.options) == ("1", ())
    assert (first.expected, first.label, first.context) == ("11.10 km", None, "")
    assert first.world == {
        "places": [
            {"name": "Old Mill", "id": "7", "location": [60.0, 25.0]},
            {"name": "Ox Inn", "id": "-8", "location": [60.0, 25.2]},
        ],
        "partial": True,
    }
    assert (first.span.line, second.span.line) == (2, 3)
    assert (second.expected, second.world) == ("", {"places": [], "partial": True})


def test_rows_may_carry_a_query(tmp_path: Path) -> None:
    """It is JSON in its own column."""
    rows = 'ID,Question,Answer,query\r\n1,Zorb?,11.10 km,"{""ask"": ""value""}"\r\n'
    (found,) = load_dataset(pair(tmp_path, rows)).records
    assert found.question.query == {"ask": "value"}
    assert "query" not in found.fields


def test_answers_are_ignored_for_solving(tmp_path: Path) -> None:
    dataset = load_dataset(pair(tmp_path), labels=False)
    assert {record.expected for record in dataset.records} == {None}
    assert all(not record.fields for record in dataset.records)


def test_impossible_coordinates_are_kept(tmp_path: Path) -> None:
    """Verification reports them."""
    places = {"1": {"Old Mill": {"latitude": -118.2, "longitude": 4e6}}, "2": {}}
    record = load_dataset(pair(tmp_path, places=places)).records[0]
    assert record.world == {
        "places": [{"name": "Old Mill", "location": [-118.2, 4e6]}],
        "partial": True,
    }


def test_headers_may_lack_the_id_column(tmp_path: Path) -> None:
    """The first column then has the ids, and other columns are kept as fields."""
    rows = "Question,Answer,Area\n1,Where?,there,north\n2,When?,then,south\n"
    dataset = load_dataset(pair(tmp_path, rows))
    assert [record.question.id for record in dataset.records] == ["1", "2"]
    assert [record.fields for record in dataset.records] == [{"Area": "north"}, {"Area": "south"}]
    assert [issue.code for issue in dataset.issues] == ["GEO113"]


def test_faults_of_places_are_reported(tmp_path: Path) -> None:
    """The record is kept, and the place loses what cannot be read."""
    places = {
        "1": {"Old Mill": {"latitude": "north", "longitude": True}, "Ox Inn": [60, 25], "": MILL}
    }
    dataset = load_dataset(pair(tmp_path, places=places))
    assert faults(dataset) == [
        ("GEO104", "1", "$.places.Old Mill.latitude"),
        ("GEO104", "1", "$.places.Old Mill.longitude"),
        ("GEO104", "1", "$.places.Ox Inn"),
        ("GEO103", "2", "$.places"),
    ]
    assert dataset.records[0].world == {"places": [{"name": "Old Mill"}], "partial": True}
    assert dataset.readable


def test_places_must_be_an_object(tmp_path: Path) -> None:
    dataset = load_dataset(pair(tmp_path, places={"1": [MILL], "2": {}}))
    assert faults(dataset) == [("GEO104", "1", "$.places")]


@pytest.mark.parametrize(
    ("places", "code", "words"),
    [
        ("[1]", "GEO102", "expected an object that maps the id of each question to its places"),
        ('{"1": {}\n,', "GEO102", "invalid JSON at line 2, column"),
        ('{"1": {}} x', "GEO102", "expected the end of the file after the object, got 'x'"),
    ],
)
def test_broken_place_files_are_one_fault(
    tmp_path: Path, places: str, code: str, words: str
) -> None:
    """The questions are kept without places and without further faults."""
    dataset = load_dataset(pair(tmp_path, places=places), "mapqa")
    (issue,) = dataset.issues
    assert (issue.code, issue.span.file) == (code, str(tmp_path / "far.json"))
    assert words in issue.message
    assert not dataset.readable
    assert len(dataset.records) == 2


def test_missing_and_undecodable_place_files_are_reported(tmp_path: Path) -> None:
    """The span has the path of the JSON file."""
    path = pair(tmp_path)
    path.with_suffix(".json").write_bytes(b'{"caf\xe9": 1}')
    assert "as UTF-8" in Companion.find_for(path).issues[0].message
    path.with_suffix(".json").unlink()
    (issue,) = load_dataset(path, "mapqa").issues
    assert "expected a file with the places" in issue.message


def test_irregular_places_are_reported_once(tmp_path: Path) -> None:
    """Most programs ignore NaN and repeated names."""
    places = '{"1": {"A": {"latitude": NaN, "longitude": 1}, "A": {}}, "2": {"B": NaN}}'
    companion = Companion.find_for(pair(tmp_path, places=places))
    assert [(issue.code, issue.path) for issue in companion.issues] == [
        ("GEO102", "$.2.B"),
        ("GEO110", "$.1.A"),
    ]
    assert companion.readable


def test_only_plain_rows_are_joined() -> None:
    """Faults, other values and rows with places stay unchanged."""
    companion = Companion(places={"1": {}})
    values: tuple[object, ...] = (7, {"ID": "1", "places": 5}, {"ID": "2"})
    for value in values:
        element = Element(value=value, start=0, end=1, line=1, column=1)
        assert companion.joined(element) is element
    fault = Fault(message="broken", line=1, column=1)
    assert companion.joined(fault) is fault


def test_folders_give_a_dataset_for_each_pair(tmp_path: Path) -> None:
    """A CSV without places is skipped."""
    pair(tmp_path, name="b")
    pair(tmp_path, name="a")
    (tmp_path / "kinds.csv").write_text("kind\nmill\n", encoding="utf-8")
    (tmp_path / "notes.json").write_text("{}", encoding="utf-8")
    datasets = load_datasets(tmp_path, "mapqa")
    assert [Path(dataset.path).name for dataset in datasets] == ["a.csv", "b.csv"]
    assert paired_files(tmp_path / "kinds.csv") == ()


def test_folders_without_pairs_are_rejected(tmp_path: Path) -> None:
    """The message states what a folder must contain."""
    (dataset,) = load_datasets(tmp_path)
    assert "got a folder without such files" in dataset.issues[0].message


def test_joined_records_are_read_from_json_too() -> None:
    """They have the faults of records of any format."""
    raws = [
        {"ID": 1, "Question": "Where?", "Answer": "there", "places": {}},
        {"ID": 2, "Question": "Where?", "Answer": 5, "places": {}},
        {"Question": "", "Answer": None},
        "text",
    ]
    dataset = parse_dataset(json.dumps(raws), dataset="mapqa")
    assert [record.expected for record in dataset.records] == ["there", "5"]
    assert faults(dataset) == [
        ("GEO103", 3, "$.Question"),
        ("GEO103", 3, "$.Answer"),
        ("GEO103", 3, "$.places"),
        ("GEO104", None, "$"),
    ]
