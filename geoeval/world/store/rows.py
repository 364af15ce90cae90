"""Convert rows of a map file to records, and names and categories to search keys."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeVar

from geoeval.text import normalise_name
from geoeval.world.categories import category_of, kinds_of
from geoeval.world.records import Leg, NearbyList, Place, Route
from geoeval.world.serial import record_from_json
from geoeval.world.service import MapPlace

_Kind = TypeVar("_Kind", Place, NearbyList, Leg, Route)

PLACE: Final = (
    "SELECT place.*, source.name AS source_name FROM place JOIN source ON source.number = source"
)
"""The start of a statement whose rows ``place_of`` converts."""


def record_of(row: sqlite3.Row, kind: type[_Kind]) -> _Kind:
    """Return the record stored in a row."""
    return record_from_json(kind, json.loads(row["record"]))


def place_of(row: sqlite3.Row) -> MapPlace:
    """Convert a row to a place."""
    return MapPlace(
        place=record_of(row, Place),
        types=tuple(json.loads(row["types"])),
        names=tuple((code, name) for code, name in json.loads(row["names"])),
        prominence=row["prominence"],
        source=row["source_name"],
        known_until=row["known_until"],
    )


STREET: Final = "route"
"""The place type of streets."""
WATERWAY: Final = "waterway"
"""The place type of rivers and canals."""
LINES: Final = frozenset({STREET, WATERWAY})
"""The types of places that can be searched by name but are not in lists: no point is all of them.
"""

NAMES_BITS: Final = 10
"""The bits that the number of a name appends to that of its place; no place has 1,024 names."""

# How letters are written if only ASCII is available, as in URLs.
_ASCII_SPELLINGS = str.maketrans(
    {"ä": "ae", "å": "aa", "ö": "oe", "ø": "oe", "ü": "ue", "№": "no "}
)


def all_names(name: str, others: Iterable[str]) -> list[str]:
    """Return all names of a place, split at semicolons, with their ASCII spellings."""
    parts = [part.strip() for each in (name, *others) for part in (each, *each.split(";"))]
    spelt = [part.casefold().translate(_ASCII_SPELLINGS) for part in parts if not part.isascii()]
    return list(dict.fromkeys((*parts, *spelt)))


def all_of(words: Iterable[str], joint: str = " ") -> str:
    """Return the full-text query for all words, or for any of them with ``joint=" OR "``."""
    return joint.join('"{}"'.format(word.replace('"', '""')) for word in words)


def letters_of(name: str) -> str:
    """Return the Latin letters of a name without spaces, to find parts of names in any script."""
    return normalise_name(name).replace(" ", "")


def kind_key(place_type: str) -> str:
    """Return the search key shared by all names of a category."""
    words = place_type.replace("_", " ")
    return category_of(words) or " ".join(words.casefold().split())


@lru_cache(maxsize=4096)
def kinds_of_type(place_type: str) -> frozenset[str]:
    """Return the keys of a place type and of all its wider categories."""
    kind = kind_key(place_type)
    return kinds_of(kind) if category_of(kind) else frozenset({kind})
