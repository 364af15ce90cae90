"""Drafts with their history and the answers of several annotators, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from itertools import count, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Self

from geoeval.annotation.draft import Draft, letter_of
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from types import TracebackType

_SCHEMA_VERSION = 1
_APPLICATION_ID = 0x67656F61  # "geoa"
_PATIENCE_S = 3.0
_MERGE_WINDOW = timedelta(seconds=60)
"""Consecutive edits of a field by one author within this time form one change."""

_PAGE_NAMES = {"text": "question", "label": "right option"}
"""The fields of a draft that have another name on the page."""

_TABLES = """
CREATE TABLE draft (
  id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, content TEXT NOT NULL, author TEXT NOT NULL
);
CREATE TABLE change (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL,
  what TEXT NOT NULL, before TEXT, after TEXT
);
CREATE INDEX change_of ON change (id, number);
CREATE TABLE answer (
  id TEXT NOT NULL, by TEXT NOT NULL, asked TEXT NOT NULL, option INTEGER NOT NULL,
  label INTEGER, settled INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (id, by)
);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of a draft: its author, its time (ISO 8601, UTC), and the draft before and after.

    ``before`` is None if the draft was new, ``after`` if it was removed.
    """

    number: int
    by: str
    at: str
    what: str
    before: Draft | None
    after: Draft | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindAnswer:
    """An answer given without seeing the label: an option index, or -1 for unanswerable.

    ``label`` is the label at that time. ``settled`` is True if a difference from it is settled.
    """

    by: str
    option: int
    at: str
    label: int | None
    settled: bool


class DraftStore:
    """A file of drafts that is written immediately and shared by several processes."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        try:
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE_S, check_same_thread=False, isolation_level=None
            )
        except sqlite3.Error as error:
            raise self._explain_error(error) from None
        self._connection.row_factory = sqlite3.Row
        try:
            with self._write_access():
                self._prepare_database()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def drafts(self) -> tuple[Draft, ...]:
        """Return all drafts in order."""
        return tuple(
            _draft_from_json(row["content"])
            for row in self._select_locked("SELECT * FROM draft ORDER BY number")
        )

    def get(self, name: int | str) -> Draft | None:
        """Return a draft by its id."""
        with self._read_access():
            return self._current_draft(name)

    def author(self, name: int | str) -> str:
        """Return the author of a draft; "" if it was imported."""
        rows = self._select_locked("SELECT author FROM draft WHERE id = ?", str(name))
        return str(rows[0]["author"]) if rows else ""

    def create(self, by: str) -> Draft:
        """Create a draft with the next free number as its id."""
        with self._write_access():
            taken = self._used_ids()
            draft = Draft(id=next(each for each in count(1) if str(each) not in taken))
            self._write_draft(draft, by)
            self._record_change(draft.id, by, "written", None, draft)
        return draft

    def add(self, drafts: tuple[Draft, ...]) -> int:
        """Add the drafts of a dataset whose ids are new; return how many were added."""
        added = 0
        with self._write_access():
            known = self._used_ids()
            for draft in drafts:
                if str(draft.id) not in known:
                    self._write_draft(draft, "")
                    known.add(str(draft.id))
                    added += 1
        return added

    def save(self, draft: Draft, by: str, what: str | None = None) -> None:
        """Save a new version of a draft; each field that differs is a change of its own.

        Consecutive edits of a field by one author form one change. If ``what`` happened to the
        draft, all fields form one change.
        """
        with self._write_access():
            before = self._current_draft(draft.id)
            if before == draft:
                return
            self._write_draft(draft, by)
            if what is None and before is not None:
                steps = _split_edit(before, draft)
            else:
                steps = [(what or "written", draft)]
            for name, after in steps:
                self._record_edit(by, name, before, after)
                before = after

    def remove(self, name: int | str, by: str) -> None:
        """Remove a draft; its history stays, and ``undo`` restores it."""
        with self._write_access():
            before = self._current_draft(name)
            if before is not None:
                self._connection.execute("DELETE FROM draft WHERE id = ?", (str(name),))
                self._record_change(name, by, "removed", before, None)

    def undo(self, name: int | str, by: str) -> Draft | None:
        """Revert the last change of a draft that is not undone yet; return None if there is none.

        The reversal is recorded as a change as well, so that nothing is lost.
        """
        with self._write_access():
            open_changes: list[Change] = []
            for change in self._list_changes(name):
                if change.what == "undone":
                    open_changes.pop()
                else:
                    open_changes.append(change)
            if not open_changes or open_changes[-1].before is None:
                return None
            before, current = open_changes[-1].before, self._current_draft(name)
            self._write_draft(before, by)
            self._record_change(name, by, "undone", current, before)
        return before

    def history(self, name: int | str) -> tuple[Change, ...]:
        """Return the changes of a draft, oldest first."""
        with self._read_access():
            return tuple(self._list_changes(name))

    def removed(self) -> tuple[Draft, ...]:
        """Return the drafts that were removed."""
        with self._read_access():
            rows = self._select_rows(
                "SELECT before FROM change WHERE after IS NULL "
                "AND id NOT IN (SELECT id FROM draft) "
                "AND number IN (SELECT max(number) FROM change GROUP BY id) ORDER BY number"
            )
            return tuple(_draft_from_json(row["before"]) for row in rows)

    def answer(self, name: int | str, by: str, asked: str, option: int, label: int | None) -> None:
        """Store an answer to a question; ``asked`` is the fingerprint of the question."""
        with self._write_access():
            self._connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, 0, ?)",
                (str(name), by, asked, option, label, _current_time()),
            )

    def settle(self, name: int | str) -> None:
        """Mark the answers to a question as settled."""
        with self._write_access():
            self._connection.execute("UPDATE answer SET settled = 1 WHERE id = ?", (str(name),))

    def answers(self, name: int | str, asked: str) -> tuple[BlindAnswer, ...]:
        """Return the answers to the current form of a question."""
        rows = self._select_locked(
            "SELECT by, option, at, label, settled FROM answer "
            "WHERE id = ? AND asked = ? ORDER BY at",
            str(name),
            asked,
        )
        return tuple(BlindAnswer(**{**row, "settled": bool(row["settled"])}) for row in rows)

    def _prepare_database(self) -> None:
        version = self._select_rows("PRAGMA user_version")[0][0]
        owner = self._select_rows("PRAGMA application_id")[0][0]
        if self._select_rows("SELECT count(*) FROM sqlite_master")[0][0] == 0:
            for statement in _TABLES.split(";"):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        elif owner != _APPLICATION_ID or version != _SCHEMA_VERSION:
            raise UsageError(
                f"expected a file of drafts, got {quote(str(self.path))}; choose another file"
            )

    def _write_draft(self, draft: Draft, author: str) -> None:
        """Write a draft; a new one goes to the end, with its author."""
        self._connection.execute(
            "INSERT INTO draft SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM draft WHERE true "
            "ON CONFLICT (id) DO UPDATE SET content = excluded.content",
            (str(draft.id), _draft_to_json(draft), author),
        )

    def _used_ids(self) -> set[str]:
        return {
            row["id"]
            for row in self._select_rows("SELECT id FROM draft UNION SELECT id FROM change")
        }

    def _record_edit(self, by: str, what: str, before: Draft | None, after: Draft) -> None:
        """Record a change, or extend the last one if it is continued."""
        last = self._last_change(after.id)
        if (
            last is not None
            and (last.by, last.what, last.after) == (by, what, before)
            and datetime.now(UTC) - datetime.fromisoformat(last.at) < _MERGE_WINDOW
        ):
            self._connection.execute(
                "UPDATE change SET after = ? WHERE number = ?",
                (_draft_to_json(after), last.number),
            )
        else:
            self._record_change(after.id, by, what, before, after)

    def _record_change(
        self, name: int | str, by: str, what: str, before: Draft | None, after: Draft | None
    ) -> None:
        self._connection.execute(
            "INSERT INTO change (id, by, at, what, before, after) VALUES (?, ?, ?, ?, ?, ?)",
            (
                str(name),
                by,
                _current_time(),
                what,
                *(d and _draft_to_json(d) for d in (before, after)),
            ),
        )

    def _current_draft(self, name: int | str) -> Draft | None:
        rows = self._select_rows("SELECT content FROM draft WHERE id = ?", str(name))
        return _draft_from_json(rows[0]["content"]) if rows else None

    def _last_change(self, name: int | str) -> Change | None:
        found = self._select_rows(
            "SELECT * FROM change WHERE id = ? ORDER BY number DESC LIMIT 1", str(name)
        )
        return _change_from_row(found[0]) if found else None

    def _list_changes(self, name: int | str) -> Iterator[Change]:
        rows = self._select_rows("SELECT * FROM change WHERE id = ? ORDER BY number", str(name))
        return map(_change_from_row, rows)

    def _select_locked(self, statement: str, *values: object) -> list[sqlite3.Row]:
        with self._read_access():
            return self._select_rows(statement, *values)

    def _select_rows(self, statement: str, *values: object) -> list[sqlite3.Row]:
        return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _read_access(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise self._explain_error(error) from None

    @contextmanager
    def _write_access(self) -> Iterator[None]:
        """Exclude other processes during a change, which happens completely or not at all."""
        with self._read_access():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _explain_error(self, error: sqlite3.Error) -> UsageError:
        name = quote(str(self.path))
        if "locked" in str(error):
            what = "is in use by another process; end that process, or try again"
        elif "not a database" in str(error):
            what = "is not a file of drafts; choose another file"
        else:
            what = f"cannot be used: {error}"
        return UsageError(f"the file of drafts {name} {what}")


def _split_edit(before: Draft, after: Draft) -> list[tuple[str, Draft]]:
    """Return what is edited, field by field, each with the draft after it."""
    steps: list[tuple[str, Draft]] = []
    draft = before
    for name in (each.name for each in fields(Draft)):
        old, new = getattr(before, name), getattr(after, name)
        if name == "options":
            for number, options in _edit_options(old, new):
                draft = replace(draft, options=options)
                steps.append((f"option {letter_of(number)} edited", draft))
        elif old != new:
            draft = replace(draft, **{name: new})
            steps.append((f"{_PAGE_NAMES.get(name, name)} edited", draft))
    # The last one is the draft as it is, which may have fewer empty options at the end.
    return [*steps[:-1], *((what, after) for what, _ in steps[-1:])]


def _edit_options(
    old: tuple[str, ...], new: tuple[str, ...]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each option that differs, with the options after this and the earlier edits."""
    texts = list(old)
    for number, (text, edited) in enumerate(zip_longest(old, new, fillvalue="")):
        if text != edited:
            texts[number : number + 1] = [*[""] * (number - len(texts)), edited]
            yield number, tuple(texts)


def _current_time() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _draft_to_json(draft: Draft) -> str:
    return json.dumps(
        asdict(draft), ensure_ascii=True
    )  # ASCII, since UTF-8 cannot encode lone surrogates


def _draft_from_json(text: str) -> Draft:
    fields = json.loads(text)
    return Draft(**{**fields, "options": tuple(fields["options"])})


def _change_from_row(row: sqlite3.Row) -> Change:
    drafts = {key: row[key] and _draft_from_json(row[key]) for key in ("before", "after")}
    return Change(number=row["number"], by=row["by"], at=row["at"], what=row["what"], **drafts)
