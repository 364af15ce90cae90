"""Score how well places match a text: by names in any language, then by category."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Container, Iterable
from operator import itemgetter
from typing import Final, NamedTuple, Self

from geoeval.calculators.sphere.distance import haversine
from geoeval.text import GLUE_WORDS, KIND_WORDS, has_digit, key_words, normalise_name
from geoeval.world.categories import category_of
from geoeval.world.records import LatLon
from geoeval.world.store.rows import all_names, kinds_of_type, letters_of

SAME, STARTS_WITH, CONTAINS, HAS_LETTERS, HAS_ADDRESS, SIMILAR, OTHER = 0, 1, 2, 3, 4, 5, 9
"""How a place matches a text, best first: its name has the same words, starts with them, contains
them, or contains their letters; its address with a number contains them; its spelling is similar.
OTHER places match by category or address only."""

MIN_LETTERS: Final = 5  # one error makes a shorter text unrecognisable

_MIN_SIMILARITY = 80.0  # of a word to part of a name: "museu" and "musem" differ in one letter
_CATEGORY_PENALTY = 0.5  # between two steps: "Larvotto beach" for the beach Plage Larvotto
_SCRIPT_PENALTY = 0.25  # exact characters rank before mere transliterations
# Bus stops, signposts and the like are named after a nearby place. They rank after a place of the
# same name or a longer one: "Heliport" is the Heliport of Monaco, not its bus stop.
_NAMESAKE_PENALTY = 1.5
_NAMESAKE_TYPES: Final = frozenset(
    "atm bicycle_rental bus_stop light_rail_station parking public_restroom taxi_stand "
    "tourist_information".split()
)


class Candidate(NamedTuple):
    """The number of a place in the map file and the facts that are compared."""

    number: int
    name: str
    others: tuple[str, ...]
    address: str
    types: tuple[str, ...]
    prominence: float
    location: LatLon | None


class PlaceQuery(NamedTuple):
    """A text that names a place, in the forms that are compared."""

    text: str
    words: tuple[str, ...]
    letters: str
    kinds: dict[str, str | None]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the forms of a text; ``kinds`` maps its words and phrases to categories."""
        kinds, rest = {}, normalise_name(text).split()
        while rest:
            phrases = (" ".join(rest[:count]) for count in (len(rest), 2, 1))
            phrase = next(filter(category_of, phrases), rest[0])
            kinds[phrase] = category_of(phrase)
            rest = rest[len(phrase.split()) :]
        return cls(text.casefold(), key_words(text), letters_of(text), kinds)

    def sorted(
        self, found: Iterable[tuple[float, Candidate]], near: LatLon | None
    ) -> list[tuple[float, Candidate]]:
        """Return places with their fit, sorted by fit, category, prominence, rank and distance."""
        keyed = []
        for rank, each in {each.number: (rank, each) for rank, each in found}.values():
            off_m = haversine(near, each.location) if near and each.location else 0.0
            fit, is_of_kind = self._fit_candidate(each)
            keyed.append(((fit, not is_of_kind, -each.prominence, rank, off_m), each))
        return [(key[0], each) for key, each in sorted(keyed, key=itemgetter(0))]

    def _fit_candidate(self, found: Candidate) -> tuple[float, bool]:
        """Return how well a place fits, and whether it is of a category that the text names."""
        kinds = frozenset[str]().union(*map(kinds_of_type, found.types))
        names = all_names(found.name, found.others)
        best = _best_fit(self, names)
        is_of_kind = not kinds.isdisjoint(self.kinds.values())
        if is_of_kind and best > STARTS_WITH:
            best = min(best, self._fit_without_kind(kinds, names) + _CATEGORY_PENALTY)
        if best > HAS_ADDRESS and any(map(has_digit, self.words)):
            known_words = {*key_words(found.name), *key_words(found.address)}
            best = HAS_ADDRESS if known_words.issuperset(self.words) else best
        is_ignorable = (
            not is_of_kind and not _NAMESAKE_TYPES.isdisjoint(found.types[:1]) and best < OTHER
        )
        return best + is_ignorable * _NAMESAKE_PENALTY, is_of_kind

    def _fit_without_kind(self, kinds: Container[str | None], names: Iterable[str]) -> float:
        """Return how well names fit the text without its words for a category of place."""
        rest = PlaceQuery.of(
            " ".join(words for words, kind in self.kinds.items() if kind not in kinds)
        )
        return _best_fit(rest, names) if rest.words[0] else STARTS_WITH


CANDIDATE: Final = (
    "SELECT number, json_extract(record, '$.name') AS name, names, types, prominence, lat, lon, "
    "json_extract(record, '$.address') AS address FROM place"
)
"""The start of a statement whose rows ``candidate_of`` converts."""


def candidate_of(row: sqlite3.Row) -> Candidate:
    """Convert a row to a candidate."""
    return Candidate(
        number=row["number"],
        name=row["name"],
        others=tuple(name for _, name in json.loads(row["names"])),
        address=row["address"] or "",
        types=tuple(json.loads(row["types"])),
        prominence=row["prominence"],
        location=None if row["lat"] is None else (row["lat"], row["lon"]),
    )


def _best_fit(wanted: PlaceQuery, names: Iterable[str]) -> float:
    return min(_name_fit(wanted, name) for name in names)


def _name_fit(wanted: PlaceQuery, name: str) -> float:
    name_words, letters = key_words(name), letters_of(name)
    fit = SAME if letters == wanted.letters else _words_fit(wanted.words, name_words)
    if fit == OTHER and wanted.letters in letters:
        fit = HAS_LETTERS
    if fit == OTHER:
        return _near_fit(wanted, name_words, letters)
    is_transliterated = not wanted.text.isascii() and wanted.text not in name.casefold()
    return fit + is_transliterated * _SCRIPT_PENALTY


def _words_fit(words: tuple[str, ...], name_words: tuple[str, ...]) -> int:
    core = set(words) - GLUE_WORDS or set(words)
    if core == set(name_words) - GLUE_WORDS:
        return SAME
    if name_words[: len(words)] == words and KIND_WORDS.isdisjoint(name_words[len(words) :]):
        return STARTS_WITH
    return CONTAINS if core <= set(name_words) else OTHER


def _near_fit(wanted: PlaceQuery, name_words: tuple[str, ...], letters: str) -> float:
    """Return how well a name fits whose parts are similar to the words; numbers must be equal."""
    from rapidfuzz.fuzz import partial_ratio, ratio

    words = set(wanted.words) - GLUE_WORDS
    is_similar = MIN_LETTERS <= len(wanted.letters) <= len(letters) + 2 and all(
        word in name_words if has_digit(word) else partial_ratio(word, letters) >= _MIN_SIMILARITY
        for word in words
    )
    return SIMILAR + 1 - ratio(wanted.letters, letters) / 100 if is_similar else OTHER
