"""Write map files: at once under a temporary name, or fact by fact while recording."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from geoeval.errors import MapFileError, quote_path
from geoeval.files import replace_file
from geoeval.text import key_words
from geoeval.world.merging import merge_mentions
from geoeval.world.records import LatLon, Leg, NearbyList, Place, Route, TravelMode
from geoeval.world.serial import record_to_json
from geoeval.world.service import MapPlace, MapRoute, RankBy, Travel
from geoeval.world.store import rows
from geoeval.world.store.schema import INDEX_LETTERS, create_tables, explain_errors, open_writable


class MapWriter:
    """A map file to which facts are added.

    Nothing is kept until ``commit``; what was committed survives even a crash of the process. As a
    context manager, it commits at the end unless an error occurred.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self.today = datetime.now(UTC).date().isoformat()
        self.attribution = ""
        self._connection = connection
        self._sources: dict[tuple[str, str, str], int] = {}
        try:
            self._begin_transaction()
        except MapFileError:  # another process is writing
            connection.close()
            raise

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a map file to add to it, creating it if it does not exist."""
        target = Path(path)
        return cls(open_writable(target) if target.exists() else create_tables(target), target)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(keep=kind is None)

    def close(self, *, keep: bool = True) -> None:
        """Commit unless ``keep`` is false, and leave a self-contained file."""
        try:
            with explain_errors(self.path):
                if self._connection.in_transaction:  # a full disk ends the transaction
                    self._connection.execute("COMMIT" if keep else "ROLLBACK")
                # While readers have the file open, it is complete only together with its log.
                with suppress(sqlite3.OperationalError):
                    self._connection.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._connection.close()

    def commit(self) -> None:
        """Write everything that was added through to the disk."""
        with explain_errors(self.path):
            self._connection.execute("COMMIT")
        self._begin_transaction()

    def set_meta(self, key: str, value: object) -> None:
        """Set a property of the whole map, as JSON."""
        self._execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, _encode_json(value))

    def is_answered(self, request: str) -> bool:
        """Return whether a request was answered."""
        found = self._execute("SELECT 1 FROM answered WHERE request = ?", request)
        return found.fetchone() is not None

    def mark_answered(self, request: str) -> None:
        """Mark a request as answered and commit."""
        self._execute("INSERT OR IGNORE INTO answered VALUES (?)", request)
        self.commit()

    def add_place(self, added: MapPlace, *, described: bool = True) -> int:
        """Add a place, or new facts about it; return its number.

        ``described`` says that the source describes the place instead of only listing its name.
        """
        stored = self._execute("SELECT * FROM place WHERE id = ?", added.place.id).fetchone()
        place, types, names = added.place, added.types, dict(added.names)
        number = None
        if stored is not None:
            number = stored["number"]
            place = merge_mentions([place, rows.record_of(stored, Place)])
            types = tuple(dict.fromkeys((*types, *json.loads(stored["types"]))))
            names = {**dict(json.loads(stored["names"])), **names}
            described = described or bool(stored["described"])
        lat, lon = place.location or (None, None)
        row = (
            *(number, place.id, lat, lon, added.prominence, described),
            *(
                _encode_json(record_to_json(replace(place, shape=None))),
                _encode_json(types),
                _encode_json(list(names.items())),
            ),
            *(self._source_number(added.source), added.known_until),
        )
        marks = ", ".join("?" * len(row))
        self._execute(
            f"INSERT INTO place VALUES ({marks}) ON CONFLICT (number) DO UPDATE SET "
            "lat = excluded.lat, lon = excluded.lon, described = excluded.described, "
            "prominence = max(prominence, excluded.prominence), record = excluded.record, "
            "types = excluded.types, names = excluded.names, known_until = excluded.known_until",
            *row,
        )
        if number is None:
            (number,) = self._execute("SELECT last_insert_rowid()").fetchone()
        if place.shape is not None:
            self._execute("INSERT OR REPLACE INTO shape VALUES (?, ?)", number, place.shape)
        self._index_place(number, place, types, names.values())
        return int(number)

    def set_access(self, number: int, points: Sequence[LatLon]) -> None:
        """Set the access points of an area: its entrances, or its closed outline."""
        self._execute("INSERT OR REPLACE INTO access VALUES (?, ?)", number, _encode_json(points))

    def add_mention(self, number: int, place: Place, source: str) -> None:
        """Add the description by one source of a place in the map."""
        text = _encode_json(record_to_json(place))
        self._execute(
            "INSERT INTO mention VALUES (NULL, ?, ?, ?)", number, text, self._source_number(source)
        )

    def add_alias(self, other_id: str, number: int) -> None:
        """Add another id by which a place can be found."""
        self._execute("INSERT OR IGNORE INTO alias VALUES (?, ?)", other_id, number)

    def find_by_alias(self, other_id: str) -> MapPlace | None:
        """Return the place with another id, or None."""
        row = self._execute(
            f"{rows.PLACE} WHERE place.number = (SELECT place FROM alias WHERE id = ?)", other_id
        ).fetchone()
        return None if row is None else rows.place_of(row)

    def add_leg(
        self,
        origin_id: str,
        destination_id: str,
        mode: TravelMode | None,
        travel: Travel | None,
        *,
        leg: Leg | None = None,
        source: str = "",
        known_until: str | None = None,
    ) -> None:
        """Add the travel between two places; None means that there is no route."""
        self._execute(
            f"INSERT INTO leg VALUES ({', '.join('?' * 10)})",
            *(None, origin_id, destination_id, mode),
            *(travel and travel.duration_s, travel and travel.distance_m, travel is not None),
            None if leg is None else _encode_json(record_to_json(leg)),
            self._source_number(travel.source if travel else source),
            known_until,
        )

    def add_routes(
        self,
        origin_id: str,
        destination_id: str,
        mode: TravelMode | None,
        routes: Sequence[MapRoute],
        *,
        source: str = "",
        known_until: str | None = None,
    ) -> None:
        """Add the routes between two places in their order; empty if there is no route."""
        for each in routes or (None,):
            drawn = each or MapRoute(route=_NO_ROUTE, source=source)
            self._execute(
                f"INSERT INTO route VALUES ({', '.join('?' * 10)})",
                *(None, origin_id, destination_id, mode),
                None if each is None else _encode_json(record_to_json(each.route)),
                *(
                    _encode_json(drawn.points),
                    _encode_json(drawn.codes),
                    _encode_json(drawn.step_starts),
                ),
                *(self._source_number(drawn.source), known_until),
            )

    def add_list(  # noqa: PLR0913 - a list and its provenance
        self,
        center_id: str | None,
        *,
        place_type: str | None,
        keyword: str | None,
        rank_by: RankBy,
        radius_m: float | None,
        ids: Sequence[str],
        complete: bool,
        record: NearbyList | None = None,
        source: str = "",
        known_until: str | None = None,
    ) -> None:
        """Add a list of places around a centre; a ``complete`` list misses none in its radius."""
        self._execute(
            f"INSERT INTO nearby VALUES ({', '.join('?' * 11)})",
            *(None, center_id, rows.kind_key(place_type) if place_type else None, keyword, rank_by),
            *(radius_m, complete, _encode_json(ids)),
            None if record is None else _encode_json(record_to_json(record)),
            *(self._source_number(source), known_until),
        )

    def set_network(self, mode: TravelMode, arrays: bytes) -> None:
        """Set the road network of a mode."""
        self._execute("INSERT OR REPLACE INTO network VALUES (?, ?)", mode, arrays)

    def _index_place(
        self, number: int, place: Place, types: Sequence[str], names: Iterable[str]
    ) -> None:
        for table, key in (("place_words", "rowid"), ("place_spot", "number")):
            self._execute(f"DELETE FROM {table} WHERE {key} = ?", number)
        first, following = number << rows.NAMES_BITS, (number + 1) << rows.NAMES_BITS
        self._execute("DELETE FROM place_letters WHERE rowid >= ? AND rowid < ?", first, following)
        if place.location is not None and rows.LINES.isdisjoint(types):
            lat, lon = place.location
            self._execute(
                "INSERT INTO place_spot VALUES (?, ?, ?, ?, ?)", number, lat, lat, lon, lon
            )
        kinds = {each for given in types for each in rows.kinds_of_type(given)} - rows.LINES
        self._connection.executemany(
            "INSERT OR IGNORE INTO place_kind VALUES (?, ?)", [(kind, number) for kind in kinds]
        )
        texts = rows.all_names(place.name, names), sorted(kinds), [place.address or ""]
        self._execute(
            "INSERT INTO place_words (rowid, name, kind, address) VALUES (?, ?, ?, ?)",
            *(number, *(" ".join(dict.fromkeys(key_words(" ".join(each)))) for each in texts)),
        )
        self._execute(f"{INDEX_LETTERS} WHERE number = ?", number)

    def _source_number(self, name: str) -> int:
        key = (name, self.today, self.attribution)
        if key not in self._sources:
            columns = "name, made, attribution"
            self._execute(f"INSERT OR IGNORE INTO source ({columns}) VALUES (?, ?, ?)", *key)
            found = self._execute(
                f"SELECT number FROM source WHERE ({columns}) = (?, ?, ?)",
                *key,
            )
            self._sources[key] = found.fetchone()[0]
        return self._sources[key]

    def _execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        with explain_errors(self.path):
            return self._connection.execute(statement, values)

    def _begin_transaction(self) -> None:
        self._connection.row_factory = sqlite3.Row
        self._execute("BEGIN IMMEDIATE")


@contextmanager
def new_map(path: str | Path) -> Iterator[MapWriter]:
    """Write a new map file under a temporary name, which replaces ``path`` once it is complete."""
    target = Path(path)
    if not target.parent.is_dir():
        raise MapFileError(f"the folder of {quote_path(target)} does not exist")
    draft = target.with_name(f".geoeval-{secrets.token_hex(8)}.tmp")
    try:
        with MapWriter(create_tables(draft), target) as writer:
            yield writer
        with explain_errors(target):
            replace_file(draft, target)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                draft.with_name(draft.name + suffix).unlink()


_NO_ROUTE = Route(origin="", destination="", mode=None, name="")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _encode_json(value: object) -> str:
    return _ENCODER.encode(value)
