"""Files of queries, and their use in datasets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.datasets.load import load_records
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import QueriesError
from geoeval.query.solve import parse_query
from geoeval.verification.kept import entries
from geoeval.verification.kept.entries import (
    KeptQuery,
    query_lines,
    question_fingerprint,
    read_queries,
)
from geoeval.verification.kept.matching import match_entries, with_queries
from tests.queries import value

WAY = parse_query(value("direction", place="Pier", seen_from="Mill"))


def records(*names: int | str | None) -> Dataset:
    """Return questions of these ids, all of one text."""
    made = [
        {"id": name, "question": "Which way?", "options": ["North", "South"], "label": "A"}
        for name in names
    ]
    return load_records([{k: v for k, v in each.items() if v is not None} for each in made])


def entry(record: Record, **changes: object) -> KeptQuery:
    """Return the entry of a record."""
    name, digits = record.question.id, question_fingerprint(record.question)
    return replace(KeptQuery(id=name, fingerprint=digits, query=WAY), **changes)


def saved(path: Path, *entries: KeptQuery) -> str:
    """Return the path of a file of entries."""
    target = path / "queries.jsonl"
    target.write_text("\n".join(query_lines(entries)) + "\n\n", encoding="utf-8")
    return str(target)


def test_a_file_comes_back(tmp_path: Path) -> None:
    """Each entry knows its line."""
    first, second = (entry(record) for record in records(1, "b").records)
    path = saved(tmp_path, first, second)
    assert read_queries(path) == (replace(first, line=1), replace(second, line=2))


def test_two_lines_about_one_question(tmp_path: Path) -> None:
    """Which of them holds is not guessed."""
    (record,) = records(1).records
    path = saved(tmp_path, entry(record), entry(record, reviewed=True))
    with pytest.raises(QueriesError, match=r"jsonl:2: line 1 is about the same question"):
        read_queries(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": 1', r":1: expected a JSON object on the line, got"),
        (b"\n[]", r":2: expected a JSON object, got \[\]"),
        (b"\xff", "expected UTF-8, got the byte 0xFF at offset 0"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, content: bytes, message: str) -> None:
    """The place comes first."""
    path = tmp_path / "q.jsonl"
    path.write_bytes(content)
    with pytest.raises(QueriesError, match=message):
        read_queries(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """The message names what there is."""
    with pytest.raises(QueriesError, match="expected a file of queries, or the name of a set"):
        read_queries(tmp_path)


def test_a_shipped_set_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of the same name in the working folder goes first."""
    (record,) = records(1).records
    monkeypatch.setattr(entries, "SETS", tmp_path)
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, entry(record))
    assert len(read_queries("queries")) == 1
    with pytest.raises(QueriesError, match=r"ships \(queries\), got 'mapeval'"):
        read_queries("mapeval")
    (tmp_path / "queries").write_text("", encoding="utf-8")
    assert read_queries("queries") == ()


def test_entries_find_their_questions() -> None:
    """By id and text; an entry of another text is stale, one of another id is gone."""
    data = records(1, "2").records
    fresh, stale = entry(data[0]), entry(data[0], fingerprint="0" * 16)
    gone, other = entry(data[0], id=9), entry(data[1], id=2)
    found = match_entries(data, (stale, fresh, gone, other))
    assert found.entries == (fresh, other)
    assert found.stale == ((stale, data[0]),)
    assert found.gone == (gone,)


def test_records_without_ids_are_known_by_their_text() -> None:
    """The number of a row is no id: rows may move."""
    data = records(None, None).records
    moved = entry(data[0], id=44)
    assert match_entries(data, [moved]).entries == (moved, moved)


def test_questions_carry_what_is_kept_for_them(tmp_path: Path) -> None:
    """Doubts count until an entry is reviewed; a stale one is an issue at its line."""
    data = records(1, 2, 3, 4)
    read, reviewed, lost, _ = data.records
    path = saved(
        tmp_path,
        entry(read, doubts=("only",), conventions=(("nearest", "computed"),)),
        entry(reviewed, doubts=("only",), reviewed=True),
        entry(lost, fingerprint="0" * 16),
    )
    (kept,) = with_queries([data], path)
    asked = [record.question for record in kept.records]
    assert [question.query is not None for question in asked] == [True, True, False, False]
    assert [question.doubts for question in asked[:2]] == [("only",), ()]
    assert asked[0].conventions == (("nearest", "computed"),)
    (issue,) = kept.issues
    assert (issue.code, issue.id, issue.fatal, str(issue.span)) == (
        "GEO117",
        3,
        False,
        f"{path}:3:1",
    )
    other = records(7)
    assert [len(each.issues) for each in with_queries([other, data], path)] == [0, 1]
