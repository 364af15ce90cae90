"""Writing a map file: whole under a draft's name, or fact by fact while it is recorded."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from geoeval.errors import MapFileError
from geoeval.files import replace_file
from geoeval.text import key_words
from geoeval.world.merging import merge_mentions
from geoeval.world.records import LatLon, Leg, NearbyList, Place, Route, TravelMode
from geoeval.world.serial import record_to_json
from geoeval.world.service import MapPlace, MapRoute, RankBy, Travel
from geoeval.world.store import rows
from geoeval.world.store.schema import INDEX_LETTERS, create_tables, explain_errors, open_writable


class MapWriter:
    """A map file that facts are added to.

    Nothing is kept until ``commit``; what was committed survives the end of the process, however
    it comes. Used as a context manager it commits at the end unless an error leaves it.
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
        """Open a map file to add to it; made if it does not exist."""
        target = Path(path)
        return cls(open_writable(target) if target.exists() else create_tables(target), target)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(keep=kind is None)

    def close(self, *, keep: bool = True) -> None:
        """Commit unless ``keep`` is false, and leave the file whole by itself."""
        try:
            with explain_errors(self.path):
                if self._connection.in_transaction:  # a full disk has ended it already
                    self._connection.execute("COMMIT" if keep else "ROLLBACK")
                # Readers may still have the file open; it is then whole with its log beside it.
                with suppress(sqlite3.OperationalError):
                    self._connection.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._connection.close()

    def commit(self) -> None:
        """Write all that was added through to the disk."""
        with explain_errors(self.path):
            self._connection.execute("COMMIT")
        self._begin_transaction()

    def meta(self, key: str, value: object) -> None:
        """Keep a value about the map as a whole, as JSON."""
        self._run_statement("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, _encode_json(value))

    def has(self, request: str) -> bool:
        """Tell whether a request was answered and its answer committed or added."""
        found = self._run_statement("SELECT 1 FROM answered WHERE request = ?", request)
        return found.fetchone() is not None

    def done(self, request: str) -> None:
        """Commit the answer to a request."""
        self._run_statement("INSERT OR IGNORE INTO answered VALUES (?)", request)
        self.commit()

    def place(self, added: MapPlace, *, described: bool = True) -> int:
        """Add a place, or what is newly known of it; return its number.

        ``described`` says that the source describes it, and does not only list its name.
        """
        known = self._run_statement("SELECT * FROM place WHERE id = ?", added.place.id).fetchone()
        place, types, names = added.place, added.types, dict(added.names)
        number = None
        if known is not None:
            number = known["number"]
            place = merge_mentions([place, rows.record_of(known, Place)])
            types = tuple(dict.fromkeys((*types, *json.loads(known["types"]))))
            names = {**dict(json.loads(known["names"])), **names}
            described = described or bool(known["described"])
        lat, lon = place.location or (None, None)
        row = (
            *(number, place.id, lat, lon, added.prominence, described),
            *(
                _encode_json(record_to_json(place)),
                _encode_json(types),
                _encode_json(list(names.items())),
            ),
            *(self._source_number(added.source), added.known_until),
        )
        marks = ", ".join("?" * len(row))
        self._run_statement(
            f"INSERT INTO place VALUES ({marks}) ON CONFLICT (number) DO UPDATE SET "
            "lat = excluded.lat, lon = excluded.lon, described = excluded.described, "
            "prominence = max(prominence, excluded.prominence), record = excluded.record, "
            "types = excluded.types, names = excluded.names, known_until = excluded.known_until",
            *row,
        )
        if number is None:
            (number,) = self._run_statement("SELECT last_insert_rowid()").fetchone()
        self._index_place(number, place, types, names.values())
        return int(number)

    def access(self, number: int, points: Sequence[LatLon]) -> None:
        """Keep where an area is reached: its entrances, or its outline, closed."""
        self._run_statement(
            "INSERT OR REPLACE INTO access VALUES (?, ?)", number, _encode_json(points)
        )

    def mention(self, number: int, place: Place, source: str) -> None:
        """Keep what one source says of a place that is in the map."""
        text = _encode_json(record_to_json(place))
        self._run_statement(
            "INSERT INTO mention VALUES (NULL, ?, ?, ?)", number, text, self._source_number(source)
        )

    def alias(self, other_id: str, number: int) -> None:
        """Let a place be found by another id."""
        self._run_statement("INSERT OR IGNORE INTO alias VALUES (?, ?)", other_id, number)

    def by_alias(self, other_id: str) -> MapPlace | None:
        """Return the place that was given another id."""
        row = self._run_statement(
            f"{rows.PLACE} WHERE place.number = (SELECT place FROM alias WHERE id = ?)", other_id
        ).fetchone()
        return None if row is None else rows.place_of(row)

    def travel(
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
        """Add the travel between two places; None says that none is possible."""
        self._run_statement(
            f"INSERT INTO leg VALUES ({', '.join('?' * 10)})",
            *(None, origin_id, destination_id, mode),
            *(travel and travel.duration_s, travel and travel.distance_m, travel is not None),
            None if leg is None else _encode_json(record_to_json(leg)),
            self._source_number(travel.source if travel else source),
            known_until,
        )

    def routes(
        self,
        origin_id: str,
        destination_id: str,
        mode: TravelMode | None,
        routes: Sequence[MapRoute],
        *,
        source: str = "",
        known_until: str | None = None,
    ) -> None:
        """Add the routes between two places in their order; none says that there is none."""
        for each in routes or (None,):
            drawn = each or MapRoute(route=_NO_ROUTE, source=source)
            self._run_statement(
                f"INSERT INTO route VALUES ({', '.join('?' * 10)})",
                *(None, origin_id, destination_id, mode),
                None if each is None else _encode_json(record_to_json(each.route)),
                *(
                    _encode_json(drawn.points),
                    _encode_json(drawn.codes),
                    _encode_json(drawn.begins),
                ),
                *(self._source_number(drawn.source), known_until),
            )

    def nearby(  # noqa: PLR0913 - a list and how it came about
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
        """Add a list of places around a centre; ``complete`` says that no more are within reach."""
        self._run_statement(
            f"INSERT INTO nearby VALUES ({', '.join('?' * 11)})",
            *(None, center_id, rows.kind_key(place_type) if place_type else None, keyword, rank_by),
            *(radius_m, complete, _encode_json(ids)),
            None if record is None else _encode_json(record_to_json(record)),
            *(self._source_number(source), known_until),
        )

    def network(self, mode: TravelMode, arrays: bytes) -> None:
        """Keep the road network of a mode."""
        self._run_statement("INSERT OR REPLACE INTO network VALUES (?, ?)", mode, arrays)

    def _index_place(
        self, number: int, place: Place, types: Sequence[str], names: Iterable[str]
    ) -> None:
        """Let a place be found by its words, kinds and position."""
        for table, key in (("place_words", "rowid"), ("place_spot", "number")):
            self._run_statement(f"DELETE FROM {table} WHERE {key} = ?", number)
        first, following = number << rows.NAMES_BITS, (number + 1) << rows.NAMES_BITS
        self._run_statement(
            "DELETE FROM place_letters WHERE rowid >= ? AND rowid < ?", first, following
        )
        if place.location is not None and rows.STREET not in types:
            lat, lon = place.location
            self._run_statement(
                "INSERT INTO place_spot VALUES (?, ?, ?, ?, ?)", number, lat, lat, lon, lon
            )
        kinds = {each for given in types for each in rows.kinds_of_type(given)} - {rows.STREET}
        self._connection.executemany(
            "INSERT OR IGNORE INTO place_kind VALUES (?, ?)", [(kind, number) for kind in kinds]
        )
        texts = rows.all_names(place.name, names), sorted(kinds), [place.address or ""]
        self._run_statement(
            "INSERT INTO place_words (rowid, name, kind, address) VALUES (?, ?, ?, ?)",
            *(number, *(" ".join(dict.fromkeys(key_words(" ".join(each)))) for each in texts)),
        )
        self._run_statement(f"{INDEX_LETTERS} WHERE number = ?", number)

    def _source_number(self, name: str) -> int:
        """Return the number of a source, with the date of today."""
        key = (name, self.today, self.attribution)
        if key not in self._sources:
            columns = "name, made, attribution"
            self._run_statement(f"INSERT OR IGNORE INTO source ({columns}) VALUES (?, ?, ?)", *key)
            found = self._run_statement(
                f"SELECT number FROM source WHERE ({columns}) = (?, ?, ?)",
                *key,
            )
            self._sources[key] = found.fetchone()[0]
        return self._sources[key]

    def _run_statement(self, statement: str, *values: object) -> sqlite3.Cursor:
        with explain_errors(self.path):
            return self._connection.execute(statement, values)

    def _begin_transaction(self) -> None:
        self._connection.row_factory = sqlite3.Row
        self._run_statement("BEGIN IMMEDIATE")


@contextmanager
def new_map(path: str | Path) -> Iterator[MapWriter]:
    """Write a new map file: it has its name only when it is whole, and replaces an earlier one."""
    target = Path(path)
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
