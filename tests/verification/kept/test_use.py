"""Query files and their use in datasets."""

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
    """Return questions with the given ids and the same text."""
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
    """Write entries to a file and return its path."""
    target = path / "queries.jsonl"
    target.write_text("\n".join(query_lines(entries)) + "\n\n", encoding="utf-8")
    return str(target)


def test_query_files_survive_a_round_trip(tmp_path: Path) -> None:
    """Each entry knows its line."""
    first, second = (entry(record) for record in records(1, "b").records)
    path = saved(tmp_path, first, second)
    assert read_queries(path) == (replace(first, line=1), replace(second, line=2))


def test_duplicate_entries_are_rejected(tmp_path: Path) -> None:
    """Neither of two lines about one question is preferred."""
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
def test_unreadable_files_are_rejected(tmp_path: Path, content: bytes, message: str) -> None:
    """The message begins with the place."""
    path = tmp_path / "q.jsonl"
    path.write_bytes(content)
    with pytest.raises(QueriesError, match=message):
        read_queries(path)


def test_folders_are_rejected(tmp_path: Path) -> None:
    """The message lists what is available."""
    with pytest.raises(QueriesError, match="expected a file of queries, or the name of a set"):
        read_queries(tmp_path)


def test_shipped_sets_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the same name in the working folder takes precedence."""
    (record,) = records(1).records
    monkeypatch.setattr(entries, "SETS", tmp_path)
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, entry(record))
    assert len(read_queries("queries")) == 1
    with pytest.raises(QueriesError, match=r"ships \(queries\), got 'mapeval'"):
        read_queries("mapeval")
    (tmp_path / "queries").write_text("", encoding="utf-8")
    assert read_queries("queries") == ()


def test_entries_match_questions_by_id_and_text() -> None:
    """An entry with another text is stale, one with another id is gone."""
    data = records(1, "2").records
    fresh, stale = entry(data[0]), entry(data[0], fingerprint="0" * 16)
    gone, other = entry(data[0], id=9), entry(data[1], id=2)
    found = match_entries(data, (stale, fresh, gone, other))
    assert found.entries == (fresh, other)
    assert found.stale == ((stale, data[0]),)
    assert found.gone == (gone,)


def test_records_without_ids_match_by_text() -> None:
    """Row numbers are not ids, because rows may move."""
    data = records(None, None).records
    moved = entry(data[0], id=44)
    assert match_entries(data, [moved]).entries == (moved, moved)


def test_questions_carry_their_kept_queries(tmp_path: Path) -> None:
    """Doubts and assumptions count until an entry is reviewed; a stale entry is an issue."""
    data = records(1, 2, 3, 4)
    read, reviewed, changed, _ = data.records
    path = saved(
        tmp_path,
        entry(
            read,
            doubts=("only",),
            basis={"assumptions": ["it is open"]},
            conventions=(("nearest", "computed"),),
        ),
        entry(reviewed, doubts=("only",), basis={"assumptions": ["it is open"]}, reviewed=True),
        entry(changed, fingerprint="0" * 16),
    )
    (kept,) = with_queries([data], path)
    asked = [record.question for record in kept.records]
    assert [question.query is not None for question in asked] == [True, True, False, False]
    assert [question.doubts for question in asked[:2]] == [("only", "it is open"), ()]
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
