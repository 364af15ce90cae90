"""The file of drafts: history, undo, several processes and invalid files."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.annotation import store as stores
from geoeval.annotation.draft import Draft
from geoeval.annotation.store import DraftStore
from geoeval.errors import UsageError

DRAFT = Draft(id=1, text="Which way?", options=("North", "South"), label=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the drafts."""
    return tmp_path / "drafts.sqlite"


def test_drafts_outlive_the_process(path: Path) -> None:
    """Any characters are kept."""
    unusual = replace(DRAFT, id="ü/1", text="\ud800 \u202e 北", world={"places": []})
    with DraftStore(path) as store:
        store.save(DRAFT, "Ann")
        assert store.add((unusual, DRAFT)) == 1
    with DraftStore(path) as store:
        assert store.drafts() == (DRAFT, unusual)
        assert (store.author(1), store.author("ü/1"), store.author("?")) == ("Ann", "", "")


def test_new_drafts_take_unused_numbers(path: Path) -> None:
    """A deleted number could restore another question."""
    with DraftStore(path) as store:
        first = store.create("Ann")
        store.remove(first.id, "Ann")
        assert store.create("Ann").id == 2
        assert [draft.id for draft in store.removed()] == [1]


def test_consecutive_edits_are_one_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They must be of one field by one person within a minute."""
    with DraftStore(path) as store:
        store.add((DRAFT,))
        for text in ("W", "Wh", "Wh"):
            store.save(replace(DRAFT, text=text), "Ann")
        assert [(each.by, each.what) for each in store.history(1)] == [("Ann", "question edited")]
        store.save(replace(DRAFT, text="Why"), "Ben")
        assert [each.by for each in store.history(1)] == ["Ann", "Ben"]
        monkeypatch.setattr(stores, "_MERGE_WINDOW", stores.timedelta(0))
        store.save(replace(DRAFT, text="Who"), "Ben")
        assert [each.by for each in store.history(1)] == ["Ann", "Ben", "Ben"]


def test_changes_are_undone_one_by_one(path: Path) -> None:
    """Each undo is a change as well, and the first text stays."""
    with DraftStore(path) as store:
        store.add((DRAFT,))
        store.save(replace(DRAFT, text="b"), "Ann")
        store.save(replace(DRAFT, text="c"), "Ben")
        assert [store.undo(1, "Cy").text for _ in range(2)] == ["b", "Which way?"]  # type: ignore[union-attr]
        assert store.undo(1, "Cy") is None
        assert [each.what for each in store.history(1)] == [
            *["question edited"] * 2,
            *["undone"] * 2,
        ]
        store.save(replace(DRAFT, text="d"), "Ann")
        assert store.undo(1, "Cy") == DRAFT


def test_edits_of_several_fields_are_undone_field_by_field(path: Path) -> None:
    """Fields that are saved together, as while a slow proof runs, are changes of their own."""
    typed = replace(DRAFT, text="Where?", options=("Here", "", "There"), label=0, context="Facts")
    with DraftStore(path) as store:
        store.add((DRAFT,))
        store.save(typed, "Ann")
        assert [each.what for each in store.history(1)] == [
            "question edited",
            "option A edited",
            "option B edited",
            "option C edited",
            "right option edited",
            "context edited",
        ]
        undone = [store.undo(1, "Ann") for _ in range(7)]
        assert undone == [
            replace(typed, context=""),
            replace(typed, context="", label=1),
            replace(DRAFT, text="Where?", options=("Here", "")),
            replace(DRAFT, text="Where?", options=("Here", "South")),
            replace(DRAFT, text="Where?"),
            DRAFT,
            None,
        ]


@pytest.mark.parametrize(
    ("options", "texts"), [(("A", "B", ""), ("A",)), (("A", "B"), ("A", "", ""))]
)
def test_empty_options_at_the_end_do_not_count_as_edits(
    path: Path, options: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    """Option B alone is deleted, and the draft is saved as it is."""
    before, after = replace(DRAFT, options=options), replace(DRAFT, options=texts)
    with DraftStore(path) as store:
        store.add((before,))
        store.save(after, "Ann")
        assert [(each.what, each.after) for each in store.history(1)] == [
            ("option B edited", after)
        ]
        assert store.undo(1, "Ann") == before


def test_deleted_drafts_can_be_restored(path: Path) -> None:
    with DraftStore(path) as store:
        store.save(DRAFT, "Ann")
        store.remove(1, "Ben")
        store.remove(1, "Ben")
        assert (store.drafts(), store.get(1)) == ((), None)
        assert store.undo(1, "Ben") == DRAFT
        assert (store.drafts(), store.removed()) == ((DRAFT,), ())


def test_concurrent_writers_are_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a wait the save fails, no draft is lost, and saving again works."""
    monkeypatch.setattr(stores, "_PATIENCE_S", 0.05)
    with DraftStore(path) as store:
        store.save(DRAFT, "Ann")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match="is in use by another process"):
            store.save(replace(DRAFT, text="b"), "Ann")
        with pytest.raises(UsageError, match="is in use by another process"):
            DraftStore(path)
        other.execute("ROLLBACK")
        other.close()
        assert store.drafts() == (DRAFT,)
        store.save(replace(DRAFT, text="b"), "Ann")
        assert store.drafts() == (replace(DRAFT, text="b"),)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"no database" * 100, "is not a file of drafts"), (None, "expected a file of drafts")],
)
def test_unrelated_files_are_left_unchanged(
    path: Path, content: bytes | None, message: str
) -> None:
    """They are texts or other databases."""
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


def test_missing_folders_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used: unable to open"):
        DraftStore(tmp_path / "no" / "drafts.sqlite")


def test_last_answers_to_a_question_count(path: Path) -> None:
    """An answer belongs to the text of its question."""
    with DraftStore(path) as store:
        store.answer(1, "Ben", "abc", 0, 1)
        store.answer(1, "Ben", "abc", 1, 1)
        store.answer(1, "Cy", "abc", 0, 1)
        found = {each.by: (each.option, each.settled) for each in store.answers(1, "abc")}
        assert found == {"Ben": (1, False), "Cy": (0, False)}
        assert store.answers(1, "other") == ()
        store.settle(1)
        assert all(each.settled for each in store.answers(1, "abc"))
