"""What rows of a map file say, and by which words kinds of places are found."""

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
    "SELECT place.*, source.name AS told_by FROM place JOIN source ON source.number = source"
)
"""The beginning of a statement whose rows ``place_of`` reads."""


def record_of(row: sqlite3.Row, kind: type[_Kind]) -> _Kind:
    """Return the record that a row keeps."""
    return record_from_json(kind, json.loads(row["record"]))


def place_of(row: sqlite3.Row) -> MapPlace:
    """Return the place of a row."""
    return MapPlace(
        place=record_of(row, Place),
        types=tuple(json.loads(row["types"])),
        names=tuple((code, name) for code, name in json.loads(row["names"])),
        prominence=row["prominence"],
        source=row["told_by"],
        known_until=row["known_until"],
    )


STREET: Final = "route"
"""The place type of streets, which are searched for and are in no list of places."""

NAMES_BITS: Final = 10
"""The number of a name is that of its place and so many bits: none has 1,024 names."""

# As Latin letters are written where the signs are lacking, such as in addresses of web pages.
_SPELT = str.maketrans({"ä": "ae", "å": "aa", "ö": "oe", "ø": "oe", "ü": "ue", "№": "no "})


def all_names(name: str, others: Iterable[str]) -> list[str]:
    """Return the names of a place, each of a list by itself, with other ways to spell them."""
    parts = [part.strip() for each in (name, *others) for part in (each, *each.split(";"))]
    spelt = [part.casefold().translate(_SPELT) for part in parts if not part.isascii()]
    return list(dict.fromkeys((*parts, *spelt)))


def all_of(words: Iterable[str], joint: str = " ") -> str:
    """Return the query for all of some words, or for any of them with the joint " OR "."""
    return joint.join('"{}"'.format(word.replace('"', '""')) for word in words)


def letters_of(name: str) -> str:
    """Return a name in Latin letters without spaces: parts of it are found in any script."""
    return normalise_name(name).replace(" ", "")


def kind_key(place_type: str) -> str:
    """Return what all names of a kind of place have in common."""
    words = place_type.replace("_", " ")
    return category_of(words) or " ".join(words.casefold().split())


@lru_cache(maxsize=4096)
def kinds_of_type(place_type: str) -> frozenset[str]:
    """Return a kind of place with all that it is a kind of."""
    kind = kind_key(place_type)
    return kinds_of(kind) if category_of(kind) else frozenset({kind})
