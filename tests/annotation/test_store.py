"""The file of drafts: history, undo, several processes, bad files."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.annotation import store as stores
from geoeval.annotation.draft import Draft
from geoeval.annotation.store import DraftStore
from geoeval.errors import UsageError

ONE = Draft(id=1, text="Which way?", options=("North", "South"), label=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the drafts are."""
    return tmp_path / "drafts.sqlite"


def test_drafts_outlive_the_process(path: Path) -> None:
    """With whatever characters they have."""
    odd = replace(ONE, id="ü/1", text="\ud800 \u202e 北", world={"places": []})
    with DraftStore(path) as store:
        store.save(ONE, "Ann")
        assert store.add((odd, ONE)) == 1
    with DraftStore(path) as store:
        assert store.drafts() == (ONE, odd)
        assert (store.author(1), store.author("ü/1"), store.author("?")) == ("Ann", "", "")


def test_new_drafts_take_numbers_that_were_never_used(path: Path) -> None:
    """A number that was deleted would bring another question back."""
    with DraftStore(path) as store:
        first = store.create("Ann")
        store.remove(first.id, "Ann")
        assert store.create("Ann").id == 2
        assert [draft.id for draft in store.removed()] == [1]


def test_what_is_typed_in_a_row_is_one_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one person, within a minute."""
    with DraftStore(path) as store:
        store.add((ONE,))
        for text in ("W", "Wh", "Wh"):
            store.save(replace(ONE, text=text), "Ann")
        assert [(each.by, each.what) for each in store.history(1)] == [("Ann", "edited")]
        store.save(replace(ONE, text="Why"), "Ben")
        assert [each.by for each in store.history(1)] == ["Ann", "Ben"]
        monkeypatch.setattr(stores, "_MERGE_WINDOW", stores.timedelta(0))
        store.save(replace(ONE, text="Who"), "Ben")
        assert [each.by for each in store.history(1)] == ["Ann", "Ben", "Ben"]


def test_changes_are_undone_one_by_one(path: Path) -> None:
    """Each way back is a change as well; the first text stays."""
    with DraftStore(path) as store:
        store.add((ONE,))
        store.save(replace(ONE, text="b"), "Ann")
        store.save(replace(ONE, text="c"), "Ben")
        assert [store.undo(1, "Cy").text for _ in range(2)] == ["b", "Which way?"]  # type: ignore[union-attr]
        assert store.undo(1, "Cy") is None
        assert [each.what for each in store.history(1)] == ["edited", "edited", "undone", "undone"]
        store.save(replace(ONE, text="d"), "Ann")
        assert store.undo(1, "Cy") == ONE


def test_deleted_drafts_come_back(path: Path) -> None:
    """As they were."""
    with DraftStore(path) as store:
        store.save(ONE, "Ann")
        store.remove(1, "Ben")
        store.remove(1, "Ben")
        assert (store.drafts(), store.get(1)) == ((), None)
        assert store.undo(1, "Ben") == ONE
        assert (store.drafts(), store.removed()) == ((ONE,), ())


def test_another_process_that_writes_is_waited_for_and_then_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost: what was there stays, and saving again works."""
    monkeypatch.setattr(stores, "_PATIENCE_S", 0.05)
    with DraftStore(path) as store:
        store.save(ONE, "Ann")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match="is in use by another process"):
            store.save(replace(ONE, text="b"), "Ann")
        with pytest.raises(UsageError, match="is in use by another process"):
            DraftStore(path)
        other.execute("ROLLBACK")
        other.close()
        assert store.drafts() == (ONE,)
        store.save(replace(ONE, text="b"), "Ann")
        assert store.drafts() == (replace(ONE, text="b"),)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"no database" * 100, "is not a file of drafts"), (None, "expected a file of drafts")],
)
def test_other_files_are_left_as_they_are(path: Path, content: bytes | None, message: str) -> None:
    """A text, or a database of something else."""
    if content is None:
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE place (id)")
        other.commit()
        other.close()
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=message):
        DraftStore(path)
    assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With what is wrong."""
    with pytest.raises(UsageError, match="cannot be used: unable to open"):
        DraftStore(tmp_path / "no" / "drafts.sqlite")


def test_the_last_answer_of_each_counts_while_the_question_is_the_same(path: Path) -> None:
    """An answer belongs to the words that were asked."""
    with DraftStore(path) as store:
        store.answer(1, "Ben", "abc", 0, 1)
        store.answer(1, "Ben", "abc", 1, 1)
        store.answer(1, "Cy", "abc", 0, 1)
        found = {each.by: (each.option, each.settled) for each in store.answers(1, "abc")}
        assert found == {"Ben": (1, False), "Cy": (0, False)}
        assert store.answers(1, "other") == ()
        store.settle(1)
        assert all(each.settled for each in store.answers(1, "abc"))
