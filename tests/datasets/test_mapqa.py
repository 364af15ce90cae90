"""Records of MapQA: a CSV of questions, the JSON of places beside it, and folders of pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset, load_datasets, parse_dataset
from geoeval.datasets.mapqa import Companion, paired_files
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
def test_pair_is_read_as_one(tmp_path: Path, name: str) -> None:
    """Question, answer in words and places arrive, at their row of the CSV."""
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


def test_a_row_may_carry_its_query(tmp_path: Path) -> None:
    """As JSON in a column of its own."""
    rows = 'ID,Question,Answer,query\r\n1,Zorb?,11.10 km,"{""ask"": ""value""}"\r\n'
    (found,) = load_dataset(pair(tmp_path, rows)).records
    assert found.question.query == {"ask": "value"}
    assert "query" not in found.fields


def test_answers_are_not_read_without_labels(tmp_path: Path) -> None:
    """Solving never sees them."""
    dataset = load_dataset(pair(tmp_path), labels=False)
    assert {record.expected for record in dataset.records} == {None}
    assert all(not record.fields for record in dataset.records)


def test_impossible_coordinates_survive(tmp_path: Path) -> None:
    """They are for verification to report."""
    places = {"1": {"Old Mill": {"latitude": -118.2, "longitude": 4e6}}, "2": {}}
    record = load_dataset(pair(tmp_path, places=places)).records[0]
    assert record.world == {
        "places": [{"name": "Old Mill", "location": [-118.2, 4e6]}],
        "partial": True,
    }


def test_header_without_a_name_for_the_ids(tmp_path: Path) -> None:
    """The first column is then taken for them, and other columns are kept as fields."""
    rows = "Question,Answer,Area\n1,Where?,there,north\n2,When?,then,south\n"
    dataset = load_dataset(pair(tmp_path, rows))
    assert [record.question.id for record in dataset.records] == ["1", "2"]
    assert [record.fields for record in dataset.records] == [{"Area": "north"}, {"Area": "south"}]
    assert [issue.code for issue in dataset.issues] == ["GEO113"]


def test_each_fault_of_the_places_is_named(tmp_path: Path) -> None:
    """The record is kept, the place loses what cannot be read."""
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


def test_places_of_another_type_are_a_fault(tmp_path: Path) -> None:
    """A list is no object of places."""
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
def test_broken_file_of_places_is_one_fault(
    tmp_path: Path, places: str, code: str, words: str
) -> None:
    """The questions are kept, without places and without a fault each."""
    dataset = load_dataset(pair(tmp_path, places=places), "mapqa")
    (issue,) = dataset.issues
    assert (issue.code, issue.span.file) == (code, str(tmp_path / "far.json"))
    assert words in issue.message
    assert not dataset.readable
    assert len(dataset.records) == 2


def test_missing_and_undecodable_files_of_places(tmp_path: Path) -> None:
    """Both are told, at the path of the JSON file."""
    path = pair(tmp_path)
    path.with_suffix(".json").write_bytes(b'{"caf\xe9": 1}')
    assert "as UTF-8" in Companion.find_for(path).issues[0].message
    path.with_suffix(".json").unlink()
    (issue,) = load_dataset(path).issues
    assert "the file does not exist; it should hold the places" in issue.message


def test_oddities_of_the_places_are_told_once(tmp_path: Path) -> None:
    """NaN and repeated names are passed over by most programs."""
    places = '{"1": {"A": {"latitude": NaN, "longitude": 1}, "A": {}}, "2": {"B": NaN}}'
    companion = Companion.find_for(pair(tmp_path, places=places))
    assert [(issue.code, issue.path) for issue in companion.issues] == [
        ("GEO102", "$.2.B"),
        ("GEO110", "$.1.A"),
    ]
    assert companion.readable


def test_what_is_no_row_is_not_joined() -> None:
    """A fault, a value that is no object, and a row that has places stay as they are."""
    companion = Companion(places={"1": {}})
    values: tuple[object, ...] = (7, {"ID": "1", "places": 5}, {"ID": "2"})
    for value in values:
        element = Element(value=value, start=0, end=1, line=1, column=1)
        assert companion.joined(element) is element
    fault = Fault(message="broken", line=1, column=1)
    assert companion.joined(fault) is fault


def test_folder_gives_a_dataset_for_each_pair(tmp_path: Path) -> None:
    """A CSV without places is a list of something else."""
    pair(tmp_path, name="b")
    pair(tmp_path, name="a")
    (tmp_path / "kinds.csv").write_text("kind\nmill\n", encoding="utf-8")
    (tmp_path / "notes.json").write_text("{}", encoding="utf-8")
    datasets = load_datasets(tmp_path, "mapqa")
    assert [Path(dataset.path).name for dataset in datasets] == ["a.csv", "b.csv"]
    assert paired_files(tmp_path / "kinds.csv") == ()


def test_folder_without_pairs_cannot_be_read(tmp_path: Path) -> None:
    """The message says what a folder must hold."""
    (dataset,) = load_datasets(tmp_path)
    assert "got a folder without such files" in dataset.issues[0].message


def test_joined_records_are_read_from_json_too() -> None:
    """With the faults of records of any format."""
    raws = [
        {"ID": 1, "Question": "Where?", "Answer": "there", "places": {}},
        {"ID": 2, "Question": "Where?", "Answer": 5, "places": {}},
        {"Question": "", "Answer": None},
        "text",
    ]
    dataset = parse_dataset(json.dumps(raws), dataset="mapqa")
    assert [record.expected for record in dataset.records] == ["there", None]
    assert faults(dataset) == [
        ("GEO104", 2, "$.Answer"),
        ("GEO103", None, "$.ID"),
        ("GEO103", None, "$.Question"),
        ("GEO103", None, "$.Answer"),
        ("GEO103", None, "$.places"),
        ("GEO104", None, "$"),
    ]
