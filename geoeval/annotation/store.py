"""Drafts with their history and the answers of several annotators, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Self

from geoeval.annotation.draft import Draft
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from types import TracebackType

_FORM = 1
_APPLICATION = 0x67656F61  # "geoa"
_PATIENCE_S = 3.0
_ONE_CHANGE = timedelta(seconds=60)
"""What somebody types into one draft within this time is undone together."""

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
    """One change of a draft: who made it, when (ISO 8601, UTC), and what it was before.

    ``before`` is None where the draft was new, ``after`` where it was removed.
    """

    number: int
    by: str
    at: str
    what: str
    before: Draft | None
    after: Draft | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindAnswer:
    """What somebody answered without seeing the label: an option, or -1 for unanswerable.

    ``label`` is what the question was labelled then; ``settled`` says that a difference is.
    """

    by: str
    option: int
    at: str
    label: int | None
    settled: bool


class DraftStore:
    """A file of drafts, written at once and by several processes in turn."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        try:
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE_S, check_same_thread=False, isolation_level=None
            )
        except sqlite3.Error as error:
            raise self._explained(error) from None
        self._connection.row_factory = sqlite3.Row
        try:
            with self._writing():
                self._prepare()
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
        """Return all drafts in their order."""
        return tuple(
            _draft(row["content"]) for row in self._rows("SELECT * FROM draft ORDER BY number")
        )

    def get(self, name: int | str) -> Draft | None:
        """Return a draft by its id."""
        with self._reading():
            return self._current(name)

    def author(self, name: int | str) -> str:
        """Return who wrote a draft, "" where it was imported."""
        rows = self._rows("SELECT author FROM draft WHERE id = ?", str(name))
        return str(rows[0]["author"]) if rows else ""

    def create(self, by: str) -> Draft:
        """Return a new draft under the next free number."""
        with self._writing():
            taken = self._taken()
            draft = Draft(id=next(each for each in count(1) if str(each) not in taken))
            self._put(draft, by)
            self._note(draft.id, by, "written", None, draft)
        return draft

    def add(self, drafts: tuple[Draft, ...]) -> int:
        """Add drafts whose ids are not known, as a dataset has them; return how many were."""
        added = 0
        with self._writing():
            known = self._taken()
            for draft in drafts:
                if str(draft.id) not in known:
                    self._put(draft, "")
                    known.add(str(draft.id))
                    added += 1
        return added

    def save(self, draft: Draft, by: str, what: str = "edited") -> None:
        """Put a draft in the place of what it was; what somebody types in a row is one change."""
        with self._writing():
            before = self._current(draft.id)
            if before == draft:
                return
            self._put(draft, by)
            last = self._last(draft.id)
            goes_on = (
                last is not None
                and last.by == by
                and last.what == what
                and last.after == before
                and datetime.now(UTC) - datetime.fromisoformat(last.at) < _ONE_CHANGE
            )
            if goes_on and last is not None:
                self._connection.execute(
                    "UPDATE change SET after = ? WHERE number = ?", (_json(draft), last.number)
                )
            else:
                self._note(draft.id, by, what, before, draft)

    def remove(self, name: int | str, by: str) -> None:
        """Take a draft out; its history stays, and ``undo`` brings it back."""
        with self._writing():
            before = self._current(name)
            if before is not None:
                self._connection.execute("DELETE FROM draft WHERE id = ?", (str(name),))
                self._note(name, by, "removed", before, None)

    def undo(self, name: int | str, by: str) -> Draft | None:
        """Return a draft to what it was before its last change that is not undone, if there is one.

        The way back is a change as well, so that nothing is lost.
        """
        with self._writing():
            open_changes: list[Change] = []
            for change in self._changes(name):
                if change.what == "undone":
                    open_changes.pop()
                else:
                    open_changes.append(change)
            if not open_changes or open_changes[-1].before is None:
                return None
            before, current = open_changes[-1].before, self._current(name)
            self._put(before, by)
            self._note(name, by, "undone", current, before)
        return before

    def history(self, name: int | str) -> tuple[Change, ...]:
        """Return the changes of a draft, the oldest first."""
        with self._reading():
            return tuple(self._changes(name))

    def removed(self) -> tuple[Draft, ...]:
        """Return the drafts that were taken out."""
        with self._reading():
            rows = self._select(
                "SELECT before FROM change WHERE after IS NULL "
                "AND id NOT IN (SELECT id FROM draft) "
                "AND number IN (SELECT max(number) FROM change GROUP BY id) ORDER BY number"
            )
            return tuple(_draft(row["before"]) for row in rows)

    def answer(self, name: int | str, by: str, asked: str, option: int, label: int | None) -> None:
        """Keep what somebody answers to a question; ``asked`` is its fingerprint."""
        with self._writing():
            self._connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, 0, ?)",
                (str(name), by, asked, option, label, _now()),
            )

    def settle(self, name: int | str) -> None:
        """Keep that different answers to a question are settled."""
        with self._writing():
            self._connection.execute("UPDATE answer SET settled = 1 WHERE id = ?", (str(name),))

    def answers(self, name: int | str, asked: str) -> tuple[BlindAnswer, ...]:
        """Return what was answered to a question as it is now."""
        rows = self._rows(
            "SELECT by, option, at, label, settled FROM answer "
            "WHERE id = ? AND asked = ? ORDER BY at",
            str(name),
            asked,
        )
        return tuple(BlindAnswer(**{**row, "settled": bool(row["settled"])}) for row in rows)

    def _prepare(self) -> None:
        form = self._select("PRAGMA user_version")[0][0]
        owner = self._select("PRAGMA application_id")[0][0]
        if self._select("SELECT count(*) FROM sqlite_master")[0][0] == 0:
            for statement in _TABLES.split(";"):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {_FORM}")
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        elif owner != _APPLICATION or form != _FORM:
            raise UsageError(
                f"expected a file of drafts, got {quote(str(self.path))}; name another file"
            )

    def _put(self, draft: Draft, author: str) -> None:
        """Write a draft, at the end and with its author where it is new."""
        self._connection.execute(
            "INSERT INTO draft SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM draft WHERE true "
            "ON CONFLICT (id) DO UPDATE SET content = excluded.content",
            (str(draft.id), _json(draft), author),
        )

    def _taken(self) -> set[str]:
        """Return all ids that are or were in use."""
        return {
            row["id"] for row in self._select("SELECT id FROM draft UNION SELECT id FROM change")
        }

    def _note(
        self, name: int | str, by: str, what: str, before: Draft | None, after: Draft | None
    ) -> None:
        self._connection.execute(
            "INSERT INTO change (id, by, at, what, before, after) VALUES (?, ?, ?, ?, ?, ?)",
            (str(name), by, _now(), what, *(d and _json(d) for d in (before, after))),
        )

    def _current(self, name: int | str) -> Draft | None:
        rows = self._select("SELECT content FROM draft WHERE id = ?", str(name))
        return _draft(rows[0]["content"]) if rows else None

    def _last(self, name: int | str) -> Change | None:
        found = self._select(
            "SELECT * FROM change WHERE id = ? ORDER BY number DESC LIMIT 1", str(name)
        )
        return _change(found[0]) if found else None

    def _changes(self, name: int | str) -> Iterator[Change]:
        rows = self._select("SELECT * FROM change WHERE id = ? ORDER BY number", str(name))
        return map(_change, rows)

    def _rows(self, statement: str, *values: object) -> list[sqlite3.Row]:
        with self._reading():
            return self._select(statement, *values)

    def _select(self, statement: str, *values: object) -> list[sqlite3.Row]:
        return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise self._explained(error) from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Keep others out while something is changed; either all of it is, or nothing."""
        with self._reading():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _explained(self, error: sqlite3.Error) -> UsageError:
        name = quote(str(self.path))
        if "locked" in str(error):
            what = "is in use by another process; end that one, or try again"
        elif "not a database" in str(error):
            what = "is no file of drafts; name another file"
        else:
            what = f"cannot be used: {error}"
        return UsageError(f"the file of drafts {name} {what}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _json(draft: Draft) -> str:
    return json.dumps(asdict(draft), ensure_ascii=True)  # lone surrogates have no other form


def _draft(text: str) -> Draft:
    found = json.loads(text)
    return Draft(**{**found, "options": tuple(found["options"])})


def _change(row: sqlite3.Row) -> Change:
    drafts = {key: row[key] and _draft(row[key]) for key in ("before", "after")}
    return Change(number=row["number"], by=row["by"], at=row["at"], what=row["what"], **drafts)
