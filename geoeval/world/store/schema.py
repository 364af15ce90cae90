"""The tables of a map file, and opening it for reading by many or writing by one process."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from geoeval.errors import MapFileError, quote_path
from geoeval.files import SQLITE_START
from geoeval.world.store.rows import NAMES_BITS, all_names, letters_of

APPLICATION_ID: Final = 0x47454F45
"""The application id in the header of a map file: "GEOE" in ASCII."""

_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    made TEXT NOT NULL,
    attribution TEXT NOT NULL,
    UNIQUE (name, made, attribution)
);
CREATE TABLE place (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    lat REAL,
    lon REAL,
    prominence REAL NOT NULL,
    described INTEGER NOT NULL,
    record TEXT NOT NULL,
    types TEXT NOT NULL,
    names TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES source,
    known_until TEXT
);
CREATE TABLE mention (
    number INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES place,
    record TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES source
);
CREATE TABLE alias (id TEXT PRIMARY KEY, place INTEGER NOT NULL REFERENCES place) WITHOUT ROWID;
CREATE TABLE place_kind (
    kind TEXT NOT NULL,
    place INTEGER NOT NULL REFERENCES place,
    PRIMARY KEY (kind, place)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE place_spot USING rtree (number, south, north, west, east);
CREATE VIRTUAL TABLE place_words USING fts5 (
    name, kind, address, tokenize = "unicode61 remove_diacritics 2"
);
CREATE TABLE nearby (
    number INTEGER PRIMARY KEY,
    center TEXT,
    kind TEXT,
    keyword TEXT,
    rank_by TEXT NOT NULL,
    radius_m REAL,
    complete INTEGER NOT NULL,
    ids TEXT NOT NULL,
    record TEXT,
    source INTEGER NOT NULL REFERENCES source,
    known_until TEXT
);
CREATE INDEX nearby_center ON nearby (center);
CREATE TABLE leg (
    number INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    destination TEXT NOT NULL,
    mode TEXT,
    duration_s INTEGER,
    distance_m REAL,
    joined INTEGER NOT NULL,
    record TEXT,
    source INTEGER NOT NULL REFERENCES source,
    known_until TEXT
);
CREATE INDEX leg_ends ON leg (origin, destination);
CREATE TABLE route (
    number INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    destination TEXT NOT NULL,
    mode TEXT,
    record TEXT,
    points TEXT NOT NULL,
    codes TEXT NOT NULL,
    begins TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES source,
    known_until TEXT
);
CREATE INDEX route_ends ON route (origin, destination);
CREATE TABLE network (mode TEXT PRIMARY KEY, arrays BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE answered (request TEXT PRIMARY KEY) WITHOUT ROWID;
"""

# The access points of areas. Networks of earlier versions have wrong headings and speeds.
_ACCESS: Final = """
CREATE TABLE access (place INTEGER PRIMARY KEY REFERENCES place, points TEXT NOT NULL);
DELETE FROM network;
"""

INDEX_LETTERS: Final = (
    "INSERT INTO place_letters (rowid, name) "
    f"SELECT number << {NAMES_BITS} | key, value FROM place, json_each(letters_of(record, names))"
)

# A trigram index of names, for parts of names in scripts without spaces and for similar names.
_LETTERS: Final = f"""
CREATE VIRTUAL TABLE place_letters USING fts5 (name, tokenize = "trigram");
{INDEX_LETTERS};
"""

# Outlines and courses, apart from the records because they are long and few questions need them.
_SHAPES: Final = """
CREATE TABLE shape (place INTEGER PRIMARY KEY REFERENCES place, wkt TEXT NOT NULL);
"""

MIGRATIONS: Final = (_TABLES, _ACCESS, _LETTERS, _SHAPES)
"""The migration to each version of the tables; the first creates version 1."""


def create_tables(path: Path) -> sqlite3.Connection:
    """Create the tables of a new map file; commits are flushed to disk."""
    with explain_errors(path):
        connection = sqlite3.connect(path, isolation_level=None)
    with explain_errors(path), _close_on_error(connection):
        connection.executescript(f"{_WRITE_AHEAD_LOG} PRAGMA application_id = {APPLICATION_ID};")
        _migrate_tables(connection, 0)
    return connection


def open_writable(path: Path) -> sqlite3.Connection:
    """Open a map file for writing, and migrate its tables to the current version."""
    connection = _open_connection(path, "rw")
    with explain_errors(path), _close_on_error(connection):
        version = _read_version(connection, path)
        connection.executescript(_WRITE_AHEAD_LOG)
        _migrate_tables(connection, version)
    return connection


def open_readable(path: Path) -> sqlite3.Connection:
    """Open a map file read-only; another process may write to it meanwhile."""
    connection = _open_connection(path, "ro")
    with explain_errors(path), _close_on_error(connection):
        version = _read_version(connection, path)
        if version < len(MIGRATIONS):
            raise MapFileError(
                f"the map file {quote_path(path)} has tables of version {version}, older than "
                f"version {len(MIGRATIONS)}; build it again, or record into it to migrate it"
            )
    return connection


_WRITE_AHEAD_LOG: Final = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"


@contextmanager
def _close_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def is_map_file(path: str | Path) -> bool:
    """Return whether a file is an SQLite database, judging by its first bytes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(SQLITE_START)) == SQLITE_START
    except OSError:
        return False


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn SQLite errors about a file into ``MapFileError`` with advice."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        code = getattr(error, "sqlite_errorname", "")
        reasons = (reason for codes, reason in _REASONS if code.startswith(codes))
        reason = _NO_TOKENIZER if "no such tokenizer" in str(error) else next(reasons)
        raise MapFileError(reason.format(name=quote_path(path), reason=error)) from error


_REASONS: Final = (
    ("SQLITE_NOTADB", "expected a map file of geoeval, got another kind of file: {name}"),
    (
        "SQLITE_CORRUPT",
        "the map file {name} is damaged ({reason}); run geoeval world check for details",
    ),
    ("SQLITE_FULL", "the map file {name} cannot be written: the disk is full"),
    (
        ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR"),
        "the map file {name} cannot be opened or written: {reason}",
    ),
    (
        "SQLITE_BUSY",
        "the map file {name} is being written by another process; try again later",
    ),
    ("", "the map file {name} cannot be used: {reason}"),
)
_NO_TOKENIZER: Final = (
    f"maps need SQLite 3.34 or newer, but this Python has {sqlite3.sqlite_version}"
)


def _open_connection(path: Path, mode: str) -> sqlite3.Connection:
    if not path.is_file():
        raise MapFileError(f"expected a map file, but {quote_path(path)} does not exist")
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    with explain_errors(path):
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def _migrate_tables(connection: sqlite3.Connection, version: int) -> None:
    """Migrate the tables to the current version, one transaction per step."""
    connection.create_function("letters_of", 2, _letters_of)
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")


def _letters_of(record: str, names: str) -> str:
    """Return as JSON the letters of the names of a place, and of an address that is not ASCII."""
    place = json.loads(record)
    texts = all_names(place["name"], (name for _, name in json.loads(names)))
    texts += [text for text in [place.get("address") or ""] if not text.isascii()]
    return json.dumps(list(dict.fromkeys(map(letters_of, texts)))[: 1 << NAMES_BITS])


def _read_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the tables; raise MapFileError if this geoeval is too old for it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise MapFileError(
            f"expected a map file of geoeval, got another SQLite database: {quote_path(path)}"
        )
    if version > len(MIGRATIONS):
        raise MapFileError(
            f"the map file {quote_path(path)} has tables of version {version}, newer than "
            f"version {len(MIGRATIONS)}, the newest that this geoeval supports; update geoeval"
        )
    return int(version)
