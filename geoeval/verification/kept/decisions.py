"""What authors decide on kept queries, and the file in which each decision is put at once."""

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
    """Return the entry of a question that nobody has read yet."""
    return KeptQuery(
        id=id_of(record), fingerprint=question_fingerprint(record.question), query=None
    )


def accept_entry(entry: KeptQuery) -> KeptQuery:
    """Return an entry with which its author agrees."""
    return replace(entry, reviewed=True)


def reject_entry(entry: KeptQuery, why: str = "") -> KeptQuery:
    """Return the entry of a question that has no query, by decision of its author."""
    return replace(
        entry,
        query=None,
        reason=REJECTED,
        conventions=(),
        doubts=(),
        reviewed=True,
        remark=why or entry.remark,
    )


def edit_entry(entry: KeptQuery, reading: Reading, by: str) -> KeptQuery:
    """Return an entry with the reading of an author; as it was if that is the same."""
    same = (entry.query, entry.remark, entry.conventions)
    if same == (reading.query, reading.remark, reading.conventions):
        return entry
    return replace(
        entry,
        query=reading.query,
        remark=reading.remark,
        conventions=reading.conventions,
        reason=None if reading.query is not None else entry.reason,
        by=by,
        doubts=(),
    )


class QueriesFile:
    """A file of queries into which decisions are put one by one.

    It is read anew where another program has written it, so that no decision is lost. ``seed``
    are the entries until there is a file.
    """

    def __init__(self, path: str | Path, seed: tuple[KeptQuery, ...] = ()) -> None:
        self.path = Path(path)
        self._seed = seed
        self._read: tuple[KeptQuery, ...] = ()
        self._stamp: tuple[int, int] | None = None

    @property
    def entries(self) -> tuple[KeptQuery, ...]:
        """The entries as they are now."""
        stamp = self._file_stamp()
        if stamp is None:
            return self._seed
        if stamp != self._stamp:
            self._read = read_queries(self.path)
            self._stamp = stamp
        return self._read

    def of(self, records: Iterable[Record]) -> Matched:
        """Return which entry belongs to which of some records."""
        return match_entries(tuple(records), self.entries)

    def put(self, decided: KeptQuery, *instead: KeptQuery) -> None:
        """Write a decision in the place of the first of other entries, which go, or at the end."""
        gone = {_entry_key(each) for each in (decided, *instead)}
        kept: list[KeptQuery] = []
        at: int | None = None
        for each in self.entries:
            if _entry_key(each) not in gone:
                kept.append(each)
            elif at is None:
                at = len(kept)
        kept.insert(len(kept) if at is None else at, decided)
        self.write(kept)

    def write(self, entries: Iterable[KeptQuery]) -> None:
        """Write all entries anew."""
        lines = "".join(f"{line}\n" for line in query_lines(entries))
        write_file(self.path, lines.encode())
        self._stamp = None

    def _file_stamp(self) -> tuple[int, int] | None:
        """Return what shows whether the file is still the one that was read."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size


def _entry_key(entry: KeptQuery) -> tuple[str, str]:
    return str(entry.id), entry.fingerprint
