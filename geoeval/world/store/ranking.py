"""How well places fit a text that names one: by names in any language, then by their kinds."""

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

SAME, BEGINS, HOLDS, INSIDE, AT, NEAR, OTHER = 0, 1, 2, 3, 4, 5, 9
"""How a place fits, the best first: the words of its name are those of the text, it begins with or
holds them, it holds their letters, its address with a number has them, its name is near. Other
places fit by kind or address."""

FEWEST_LETTERS: Final = 5  # in a shorter text one error leaves too little to know it by

_CLOSE = 80.0  # likeness of a word to a part of a name: "museu" has one other letter than "musem"
_BY_ITS_KIND = 0.5  # between the steps: "Larvotto beach" for the beach Plage Larvotto
_OTHER_SIGNS = 0.25  # signs that are only read alike are behind the very signs
# Bus stops, signposts and the like bear the name of what is beside them. Of the same name they go
# behind it, and behind a longer name of it: "Heliport" is Heliport of Monaco and not its bus stop.
_FIT_WITH_OTHERS = 1.5
_WITH_OTHERS: Final = frozenset(
    "atm bicycle_rental bus_stop light_rail_station parking public_restroom taxi_stand "
    "tourist_information".split()
)


class Candidate(NamedTuple):
    """What is compared of a place, and its number in the map file."""

    number: int
    name: str
    others: tuple[str, ...]
    address: str
    types: tuple[str, ...]
    prominence: float
    location: LatLon | None


class Wanted(NamedTuple):
    """A text that names a place, in the forms that are compared."""

    text: str
    words: tuple[str, ...]
    letters: str
    kinds: dict[str, str | None]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the forms of a text; ``kinds`` has the kind that each word or phrase names."""
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
        """Return places by fit, kind, prominence, rank of words and distance, with their fit."""
        keyed = []
        for rank, each in {each.number: (rank, each) for rank, each in found}.values():
            off_m = haversine(near, each.location) if near and each.location else 0.0
            fit, is_of_kind = self._fit_candidate(each)
            keyed.append(((fit, not is_of_kind, -each.prominence, rank, off_m), each))
        return [(key[0], each) for key, each in sorted(keyed, key=itemgetter(0))]

    def _fit_candidate(self, found: Candidate) -> tuple[float, bool]:
        """Return how well a place fits, and whether it is of a kind that the text names."""
        kinds = frozenset[str]().union(*map(kinds_of_type, found.types))
        names = all_names(found.name, found.others)
        best = _best_fit(self, names)
        is_of_kind = not kinds.isdisjoint(self.kinds.values())
        if is_of_kind and best > BEGINS:
            best = min(best, self._fit_without_kind(kinds, names) + _BY_ITS_KIND)
        if best > AT and any(map(has_digit, self.words)):
            held = {*key_words(found.name), *key_words(found.address)}
            best = AT if held.issuperset(self.words) else best
        is_ignorable = (
            not is_of_kind and not _WITH_OTHERS.isdisjoint(found.types[:1]) and best < OTHER
        )
        return best + is_ignorable * _FIT_WITH_OTHERS, is_of_kind

    def _fit_without_kind(self, kinds: Container[str | None], names: Iterable[str]) -> float:
        """Return how well names fit the text without the words for a kind of place."""
        rest = Wanted.of(" ".join(words for words, kind in self.kinds.items() if kind not in kinds))
        return _best_fit(rest, names) if rest.words[0] else BEGINS


CANDIDATE: Final = (
    "SELECT number, json_extract(record, '$.name') AS name, names, types, prominence, lat, lon, "
    "json_extract(record, '$.address') AS address FROM place"
)
"""The beginning of a statement whose rows ``candidate_of`` reads."""


def candidate_of(row: sqlite3.Row) -> Candidate:
    """Return the candidate of a row."""
    return Candidate(
        number=row["number"],
        name=row["name"],
        others=tuple(name for _, name in json.loads(row["names"])),
        address=row["address"] or "",
        types=tuple(json.loads(row["types"])),
        prominence=row["prominence"],
        location=None if row["lat"] is None else (row["lat"], row["lon"]),
    )


def _best_fit(wanted: Wanted, names: Iterable[str]) -> float:
    return min(_name_fit(wanted, name) for name in names)


def _name_fit(wanted: Wanted, name: str) -> float:
    named, letters = key_words(name), letters_of(name)
    fit = SAME if letters == wanted.letters else _words_fit(wanted.words, named)
    if fit == OTHER and wanted.letters in letters:
        fit = INSIDE
    if fit == OTHER:
        return _near_fit(wanted, named, letters)
    is_of_other_signs = not wanted.text.isascii() and wanted.text not in name.casefold()
    return fit + is_of_other_signs * _OTHER_SIGNS


def _words_fit(words: tuple[str, ...], named: tuple[str, ...]) -> int:
    core = set(words) - GLUE_WORDS or set(words)
    if core == set(named) - GLUE_WORDS:
        return SAME
    if named[: len(words)] == words and KIND_WORDS.isdisjoint(named[len(words) :]):
        return BEGINS
    return HOLDS if core <= set(named) else OTHER


def _near_fit(wanted: Wanted, named: tuple[str, ...], letters: str) -> float:
    """Return how well a name fits of which each word is near to a part; numbers are the same."""
    from rapidfuzz.fuzz import partial_ratio, ratio

    words = set(wanted.words) - GLUE_WORDS
    is_near = FEWEST_LETTERS <= len(wanted.letters) <= len(letters) + 2 and all(
        word in named if has_digit(word) else partial_ratio(word, letters) >= _CLOSE
        for word in words
    )
    return NEAR + 1 - ratio(wanted.letters, letters) / 100 if is_near else OTHER
