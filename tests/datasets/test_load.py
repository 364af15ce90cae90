"""Loading files: unreadable or undecodable ones, ids, and the shipped data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset, parse_dataset
from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError
from geoeval.reporting.summary import Solutions, summarise_solutions
from tests.datasets.conftest import record

Write = Callable[[str, bytes], Path]


def encoded(*raws: object) -> bytes:
    """Return records as a JSON file with one record per line."""
    lines = ",\n".join(json.dumps(raw, ensure_ascii=False) for raw in raws)
    return f"[\n{lines}\n]".encode()


def only_issue(dataset: Dataset) -> tuple[str, str, str]:
    """Return code, place and message of the only issue."""
    (issue,) = dataset.issues
    return issue.code, str(issue.span), issue.message


def test_missing_files_are_unreadable(tmp_path: Path) -> None:
    """The message names the file."""
    path = tmp_path / "none.json"
    dataset = load_dataset(path)
    assert only_issue(dataset) == ("GEO101", f"{path}:1:1", "the file does not exist")
    assert not dataset.readable


def test_directories_are_unreadable(tmp_path: Path) -> None:
    """They are distinguished from files."""
    assert "got a folder" in only_issue(load_dataset(tmp_path))[2]


def test_paths_with_a_null_character_are_unreadable() -> None:
    """The file system rejects them."""
    assert "cannot be opened" in only_issue(load_dataset("a\0b"))[2]


def test_files_without_permission_are_unreadable(
    monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    def reject(_path: Path) -> bytes:
        raise PermissionError

    path = write("file.json", b"[]")
    monkeypatch.setattr(Path, "read_bytes", reject)
    assert "permission denied" in only_issue(load_dataset(path))[2]


def test_undecodable_records_are_dropped_alone(write: Write) -> None:
    """The issue has the id, the byte offset, the line and the column."""
    raw = encoded(record(id=1), record(id=2, question="Caf\u00e9?"), record(id=3))
    raw = raw.replace("\u00e9".encode(), b"\xe9")
    dataset = load_dataset(write("file.json", raw))
    assert [found.question.id for found in dataset.records] == [1, 3]
    (issue,) = dataset.issues
    assert (issue.code, issue.id, issue.span.line) == ("GEO101", 2, 3)
    offset = raw.index(b"\xe9")
    column = offset - raw.rindex(b"\n", 0, offset)
    assert issue.message == (
        f"expected UTF-8, got the byte 0xE9 at offset {offset} (line 3, column {column}); "
        "save the file as UTF-8"
    )
    assert not dataset.readable


def test_invalid_bytes_are_located_in_long_records() -> None:
    """Line and column are those of the byte, not of the record."""
    raw = b'[{"id": 1,\n "question": "\xff"}]'
    (issue, *_) = [i for i in parse_dataset(raw).issues if i.code == "GEO101"]
    assert "at offset 25 (line 2, column 15)" in issue.message


def test_binary_files_are_reported_as_not_utf8_first() -> None:
    dataset = parse_dataset(b"\x7f\x8b\xff\x00")
    assert [issue.code for issue in dataset.issues] == ["GEO101", "GEO102"]
    assert "the byte 0x8B at offset 1" in dataset.issues[0].message


def test_broken_gzip_files_are_reported() -> None:
    dataset = parse_dataset(gzip.compress(b"[]")[:-4])
    assert not dataset.readable
    assert "expected a complete gzip file" in dataset.issues[0].message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_named(encoding: str) -> None:
    """UTF-16 and UTF-32 are recognised by their byte order mark."""
    message = only_issue(parse_dataset("[]".encode(encoding)))[2]
    assert encoding.upper() in message


def test_byte_order_marks_are_accepted(write: Write) -> None:
    """Columns do not count the mark."""
    dataset = load_dataset(write("file.json", b"\xef\xbb\xbf" + encoded(record())))
    assert dataset.issues == ()
    assert str(dataset.records[0].span).endswith(":2:1")


def test_offsets_count_the_byte_order_mark() -> None:
    """It has three bytes."""
    dataset = parse_dataset(b'\xef\xbb\xbf["\xff"]')
    assert "at offset 5" in dataset.issues[-1].message


def test_broken_json_keeps_earlier_records(write: Write) -> None:
    """The place of the fault is in the span and in the message."""
    raw = encoded(record(id=1), record(id=2))[:-20]
    dataset = load_dataset(write("file.json", raw))
    assert [found.question.id for found in dataset.records] == [1]
    (issue,) = dataset.issues
    assert issue.code == "GEO102"
    assert issue.message.startswith("invalid JSON at line 3, column ")
    assert not dataset.readable


def test_json_lines_need_no_list(write: Write) -> None:
    """A file with a broken line is read in part."""
    lines = [json.dumps(record(id=1)), '{"id": ', json.dumps(record(id=3))]
    dataset = load_dataset(write("file.jsonl", "\n".join(lines).encode()))
    assert [found.question.id for found in dataset.records] == [1, 3]
    assert [(issue.code, issue.span.line) for issue in dataset.issues] == [("GEO102", 2)]
    assert not dataset.readable


def test_single_records_need_no_list(write: Write) -> None:
    dataset = load_dataset(write("file.json", json.dumps(record(), indent=1).encode()))
    assert [found.question.id for found in dataset.records] == [1]
    assert dataset.issues == ()


def test_records_are_found_in_objects() -> None:
    """They may be listed by id or under usual names; an id inside a record takes precedence."""
    raw = {"question": "How far?", "options": ["1 km", "2 km"], "answer": "A", "context": ""}
    keyed = parse_dataset(json.dumps({"q1": raw, "q2": {**raw, "id": 7}}, indent=1))
    assert [record.question.id for record in keyed.records] == ["q1", 7]
    assert [record.span.line for record in keyed.records] == [2, 11]
    (under,) = parse_dataset(json.dumps({"version": "1.0", "dataset": [raw]})).records
    assert under.question.options == ("1 km", "2 km")


def test_invalid_members_are_skipped() -> None:
    """The other members are read."""
    raw = {"question": "How far?", "options": ["1 km", "2 km"], "answer": "A", "context": ""}
    result = parse_dataset(json.dumps({"version": 2, "q1": raw}))
    assert [record.question.id for record in result.records] == ["q1"]
    assert [issue.message for issue in result.issues] == [
        "expected a record (an object), got a number: 2"
    ]


@pytest.mark.parametrize("text", ['{"a": 1}', "42", '"a"', "null"])
def test_json_without_records_is_still_valid(text: str) -> None:
    """The message reports an unknown layout."""
    (issue,) = parse_dataset(text).issues
    assert issue.code == "GEO104"
    assert issue.message.startswith("expected a")
    assert issue.fatal


def test_records_without_questions_are_reported_once() -> None:
    """One sentence states what a record needs."""
    rows = [{"text": f"Is it {number} km?", "answer": "Yes"} for number in range(3)]
    result = parse_dataset(json.dumps(rows))
    (issue,) = result.issues
    assert issue.code == "GEO103"
    assert issue.message == (
        "expected a question, its options or answer, and a context or a world, got "
        "'text, answer'; declare columns that have other names, for example with "
        "--columns question=NAME,answer=NAME (geoeval datasets inspect proposes them) "
        "(the same in 2 more records)"
    )
    assert summarise_solutions(Solutions(items=(), errors=result.issues)).unusable == 3


def test_faults_of_a_column_are_reported_once() -> None:
    """The message counts the records; a fault of only some is reported at each."""
    row = {"question": "How far?", "answer": "A", "context": ""}
    texts = ["1 or 2 km"] * 3
    wrong = [{**row, "options": text} for text in texts]
    (issue,) = parse_dataset(json.dumps(wrong)).issues
    assert issue.message.endswith("got a string: '1 or 2 km' (the same in 2 more records)")
    assert [span.column > 1 for span in issue.others] == [True, True]
    some = parse_dataset(json.dumps([*wrong, {**row, "options": ["1 km", "2 km"]}]))
    assert [issue.others for issue in some.issues] == [(), (), ()]


def test_other_objects_are_unreadable() -> None:
    """The message states what is expected."""
    dataset = parse_dataset('{"name": "map"}')
    assert not dataset.readable
    assert "expected a list of records, got an object" in only_issue(dataset)[2]


def test_not_a_number_is_reported_and_read_as_null() -> None:
    """The record stays usable where null is allowed."""
    text = json.dumps([record(classification=float("nan"))])
    dataset = parse_dataset(text)
    (issue,) = dataset.issues
    assert (issue.code, issue.path, issue.id, issue.fatal) == (
        "GEO102",
        "$.classification",
        1,
        False,
    )
    assert len(dataset.records) == 1


def test_repeated_ids_are_reported_and_kept() -> None:
    """Each later use is a fault; 1 and "1" are the same id."""
    dataset = parse_dataset(encoded(record(id=1), record(id="1"), record(id=1)))
    assert len(dataset.records) == 3
    assert [(issue.code, issue.id, issue.span.line, issue.fatal) for issue in dataset.issues] == [
        ("GEO106", "1", 3, False),
        ("GEO106", 1, 4, False),
    ]
    assert all("the record at line 2 already" in issue.message for issue in dataset.issues)


def test_repeated_keys_are_reported_and_kept() -> None:
    """The last value counts, and the path names the key."""
    text = json.dumps([record(id=1)]).replace('"correct": 1', '"correct": 0, "correct": 1')
    dataset = parse_dataset(text)
    (issue,) = dataset.issues
    assert (issue.code, issue.path, issue.id, issue.fatal) == (
        "GEO110",
        "$.answer.correct",
        1,
        False,
    )
    assert dataset.records[0].label == 1


def test_unknown_formats_are_rejected(tmp_path: Path) -> None:
    """The message lists the formats."""
    with pytest.raises(
        UsageError, match=r"expected a record format \(auto, mapeval, mapeval-api, .*mcq\), got 'x'"
    ):
        load_dataset(tmp_path, "x")
    with pytest.raises(UsageError, match="got 'y'"):
        parse_dataset("[]", dataset="y")


def test_formats_may_be_named() -> None:
    """The result is the same as with a guessed format."""
    text = json.dumps([record()])
    assert parse_dataset(text, dataset="mapeval") == parse_dataset(text)


def test_lone_surrogates_are_ordinary_text() -> None:
    """They are read from escapes."""
    dataset = parse_dataset('[{"id": 1, "question": "\\ud800", "context": "c", '
                            '"answer": {"options": ["a", "b"], "correct": 0}}]')  # fmt: skip
    assert dataset.issues == ()
    assert dataset.records[0].question.text == "\ud800"


def test_large_contexts_are_read() -> None:
    """Five megabytes are accepted."""
    dataset = parse_dataset(encoded(record(context="- x\n" * 1_250_000)))
    assert dataset.issues == ()
    assert len(dataset.records[0].context) == 5_000_000


def test_development_half_of_mapeval_is_read(data_dir: Path) -> None:
    """All 151 records are usable, each at the line of its opening brace."""
    path = data_dir / "mapeval" / "dev.json"
    dataset = load_dataset(path)
    assert len(dataset.records) == 151
    assert not any(issue.fatal for issue in dataset.issues)
    lines = path.read_text(encoding="utf-8").split("\n")
    for found in dataset.records:
        assert lines[found.span.line - 1][found.span.column - 1] == "{"
        assert lines[found.span.line].strip() == f'"id": {found.question.id},'
