"""Records about pictures in MapEval-Visual's format."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import load_dataset, parse_dataset
from geoeval.datasets.records import Dataset

Parse = Callable[..., Dataset]


def record(**changes: object) -> dict[str, object]:
    """Return a sound record with some fields changed; a field set to ``...`` is taken out."""
    raw: dict[str, object] = {
        "image_path": "maps/harbour.png",
        "question": "\nHow many piers are there?",
        "option_count": "4",
        "options": "1)One\n2.Two \n3) Three\n4)Four",
        "answer": "3",
        "classification": "counting",
    }
    return {name: value for name, value in (raw | changes).items() if value is not ...}


def test_sound_records_are_read(parse: Parse) -> None:
    """The row is the id, the answer counts from 1, and the picture is kept."""
    dataset = parse(record(), record(answer=1))
    assert dataset.issues == ()
    first, second = dataset.records
    assert (first.question.id, first.question.text) == (1, "How many piers are there?")
    assert first.question.options == ("One", "Two", "Three", "Four")
    assert (first.label, first.category, first.picture) == (2, "counting", "maps/harbour.png")
    assert (second.question.id, second.label) == (2, 0)


@pytest.mark.parametrize("options", ["0) Unanswerable\n1) One\n2) Two", "1) One\n2) Two"])
def test_zero_means_unanswerable(parse: Parse, options: str) -> None:
    """Zero may be among the options or not."""
    dataset = parse(record(options=options, option_count="2", answer="0"))
    assert dataset.issues == ()
    assert dataset.records[0].question.options == ("One", "Two")
    assert dataset.records[0].label == -1


@pytest.mark.parametrize(
    ("raw", "code", "path", "words"),
    [
        (record(answer="5"), "GEO105", "$.answer", "expected a label from 1 to 4, got '5'"),
        (record(option_count="2"), "GEO105", "$.answer", "within the stated 2 options, got '3'"),
        (record(option_count="5"), "GEO114", "$.option_count", "which is 4, got '5'"),
        (record(answer="B"), "GEO104", "$.answer", "an integer that counts from 1"),
        (record(answer=...), "GEO103", "$.answer", 'expected an "answer", got none'),
    ],
)
def test_small_faults_keep_the_record(
    parse: Parse, raw: object, code: str, path: str, words: str
) -> None:
    """An answer beyond the options is such a fault."""
    dataset = parse(record(), raw)
    issue = dataset.issues[-1]
    assert (issue.code, issue.path, issue.fatal, issue.id) == (code, path, False, 2)
    assert words in issue.message
    assert len(dataset.records) == 2


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        (record(options=...), "GEO103", "$.options"),
        (record(options="One or two"), "GEO104", "$.options"),
        (record(question=""), "GEO103", "$.question"),
        (7, "GEO104", "$"),
    ],
)
def test_fatal_faults_drop_only_their_record(
    parse: Parse, raw: object, code: str, path: str
) -> None:
    dataset = parse(record(), raw)
    assert [found.question.id for found in dataset.records] == [1]
    fatal = [issue for issue in dataset.issues if issue.fatal]
    assert (fatal[0].code, fatal[0].path) == (code, path)


def test_other_label_forms_can_be_declared() -> None:
    """The published form is the default."""
    declared = Declared(labels=parse_label_form("from-0"))
    (found,) = parse_dataset(json.dumps([record()]), dataset=declared).records
    assert found.label == 3
    assert choose_format("auto", [record()]).name == "mapeval-visual"


@pytest.mark.parametrize(
    ("stored", "named", "is_reported"),
    [
        ("Maps/Harbour.png", "maps/harbour.png", True),
        ("maps/harbour.png", "maps/harbour.png", False),
        ("maps/other.png", "maps/harbour.png", False),
        ("maps/harbour.png", "maps/harbour.png/x", False),
        ("maps/harbour.png", "/etc/../x", False),
    ],
)
def test_pictures_with_other_case_are_reported_once(
    tmp_path: Path, stored: str, named: str, is_reported: bool
) -> None:
    """A picture that does not exist at all is not reported."""
    picture = tmp_path / stored
    picture.parent.mkdir()
    picture.write_bytes(b"")
    path = tmp_path / "set.json"
    path.write_text(json.dumps([record(image_path=named)] * 2), encoding="utf-8")
    issues = load_dataset(path).issues
    assert [issue.code for issue in issues] == (["GEO116"] if is_reported else [])
    for issue in issues:
        assert f"got '{named}', which is stored as '{stored}' (2 of 2 records)" in issue.message


def test_published_records_are_read(data_dir: Path) -> None:
    """All 21 are usable, although their folder has another case."""
    dataset = load_dataset(data_dir / "visual" / "dev.json")
    assert len(dataset.records) == 21
    assert [issue.code for issue in dataset.issues] == ["GEO116"]
    labels = [found.label for found in dataset.records]
    assert labels.count(-1) == 4
    assert None not in labels
