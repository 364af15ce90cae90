"""Decisions of authors on kept queries, and the file to which each is written immediately."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from geoeval.datasets.records import Record
from geoeval.files import write_file
from geoeval.verification.kept.entries import (
    REJECTED,
    KeptQuery,
    Reading,
    id_of,
    query_lines,
    question_fingerprint,
    read_queries,
)
from geoeval.verification.kept.matching import Matched, match_entries


def unread_entry(record: Record) -> KeptQuery:
    """Return the entry for a question that has not been read yet."""
    return KeptQuery(
        id=id_of(record), fingerprint=question_fingerprint(record.question), query=None
    )


def accept_entry(entry: KeptQuery) -> KeptQuery:
    """Return an entry marked as reviewed."""
    return replace(entry, reviewed=True)


def reject_entry(entry: KeptQuery, why: str = "") -> KeptQuery:
    """Return an entry without a query, marked as rejected by the author."""
    return replace(
        entry,
        query=None,
        reason=REJECTED,
        conventions=(),
        doubts=(),
        basis={},
        reviewed=True,
        remark=why or entry.remark,
    )


def edit_entry(entry: KeptQuery, reading: Reading, by: str) -> KeptQuery:
    """Return an entry with the reading of an author, or unchanged if the reading is the same."""
    current = (entry.query, entry.remark, entry.conventions)
    if current == (reading.query, reading.remark, reading.conventions):
        return entry
    return replace(
        entry,
        query=reading.query,
        remark=reading.remark,
        conventions=reading.conventions,
        reason=None if reading.query is not None else entry.reason,
        by=by,
        doubts=(),
        basis={},
    )


class QueriesFile:
    """A file of queries to which decisions are written one at a time.

    The file is read again if another program has changed it, so that no decision is lost.
    ``seed`` has the entries until the file exists.
    """

    def __init__(self, path: str | Path, seed: tuple[KeptQuery, ...] = ()) -> None:
        self.path = Path(path)
        self._seed = seed
        self._read: tuple[KeptQuery, ...] = ()
        self._stamp: tuple[int, int] | None = None

    @property
    def entries(self) -> tuple[KeptQuery, ...]:
        """The current entries."""
        stamp = self._file_stamp()
        if stamp is None:
            return self._seed
        if stamp != self._stamp:
            self._read = read_queries(self.path)
            self._stamp = stamp
        return self._read

    def of(self, records: Iterable[Record]) -> Matched:
        """Match the entries to some records."""
        return match_entries(tuple(records), self.entries)

    def put(self, decided: KeptQuery, *instead: KeptQuery) -> None:
        """Write a decision in place of its entry and ``instead``, or at the end."""
        replaced = {_entry_key(each) for each in (decided, *instead)}
        entries: list[KeptQuery] = []
        index: int | None = None
        for each in self.entries:
            if _entry_key(each) not in replaced:
                entries.append(each)
            elif index is None:
                index = len(entries)
        entries.insert(len(entries) if index is None else index, decided)
        self.write(entries)

    def write(self, entries: Iterable[KeptQuery]) -> None:
        """Write the file with these entries."""
        lines = "".join(f"{line}\n" for line in query_lines(entries))
        write_file(self.path, lines.encode())
        self._stamp = None

    def _file_stamp(self) -> tuple[int, int] | None:
        """Return the modification time and size, which change if the file is written."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_size


def _entry_key(entry: KeptQuery) -> tuple[str, str]:
    return str(entry.id), entry.fingerprint
