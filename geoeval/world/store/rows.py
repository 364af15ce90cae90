"""What rows of a map file say, and by which words kinds of places are found."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from geoeval.world.categories import category_of, kinds_of
from geoeval.world.records import Place
from geoeval.world.serial import record_from_json
from geoeval.world.service import MapPlace

PLACE: Final = (
    "SELECT place.*, source.name AS told_by FROM place JOIN source ON source.number = source"
)
"""The beginning of a statement whose rows ``place_of`` reads."""


def place_of(row: sqlite3.Row) -> MapPlace:
    """Return the place of a row."""
    return MapPlace(
        place=record_from_json(Place, json.loads(row["record"])),
        types=tuple(json.loads(row["types"])),
        names=tuple((code, name) for code, name in json.loads(row["names"])),
        prominence=row["prominence"],
        source=row["told_by"],
        known_until=row["known_until"],
    )


def kind_key(place_type: str) -> str:
    """Return what all names of a kind of place have in common.

    Examples
    --------
    >>> kind_key("movie_theater"), kind_key("Cinemas"), kind_key("sauna_world")
    ('cinema', 'cinema', 'sauna world')
    """
    words = place_type.replace("_", " ")
    return category_of(words) or " ".join(words.casefold().split())


def kinds_of_type(place_type: str) -> frozenset[str]:
    """Return a kind of place with all that it is a kind of.

    Examples
    --------
    >>> sorted(kinds_of_type("coffee_shop"))
    ['cafe', 'food place']
    """
    kind = kind_key(place_type)
    return kinds_of(kind) if category_of(kind) else frozenset({kind})
