"""Find the places of a map file that a text may name: by words, letters and parts of names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from geoeval.calculators.sphere.distance import haversine
from geoeval.text import key_words
from geoeval.world.categories import category_of
from geoeval.world.names import strong_words
from geoeval.world.records import LatLon
from geoeval.world.store import ranking
from geoeval.world.store.rows import NAMES_BITS, all_of, kind_key

_MAX_MATCHES = 100
_MAX_MATCHES_ANYWHERE = 1000  # before filtering by distance
_TRIGRAM = 3  # letters, the shortest text that the index of letters finds
_WORDS = (
    "SELECT rowid AS number, bm25(place_words, 10, 3, 1) AS rank FROM place_words "
    "WHERE place_words MATCH ?"
)
_KIND = "SELECT place AS number, 0.0 AS rank FROM place_kind WHERE kind = ?"
_NAME = f"SELECT rowid >> {NAMES_BITS} AS number"
_LETTERS = f"{_NAME}, length(name) AS rank FROM place_letters WHERE place_letters MATCH ?"
_FEW_LETTERS = f"{_NAME}, length(name) AS rank FROM place_letters WHERE instr(name, ?)"
_SIMILAR = f"{_NAME}, rank FROM place_letters WHERE place_letters MATCH ?"


@dataclass(frozen=True, slots=True)
class Search:
    """A search for all places or some; ``rows`` runs SQL queries."""

    rows: Callable[..., list[sqlite3.Row]]
    near: LatLon | None = None
    radius_m: float | None = None
    place_type: str | None = None

    def candidates(self, text: str) -> list[tuple[float, ranking.Candidate]]:
        """Return the places that a text may name with their fit, the best first."""
        wanted = ranking.PlaceQuery.of(text.partition(",")[0])
        found = self._run_query(_WORDS, all_of(key_words(text))) or self._run_query(
            _WORDS, _distinctive_query(text)
        )
        if kind := category_of(text):
            return wanted.sorted(found + self._run_query(_KIND, kind), self.near)
        if not found and "," in text:
            found = self._run_query(_WORDS, _distinctive_query(wanted.text))
        best = wanted.sorted(found, self.near)
        fit = best[0][0] if best else ranking.OTHER
        is_cut = len(found) >= _MAX_MATCHES and fit > ranking.SAME
        if is_cut or not text.isascii() or fit >= ranking.HAS_LETTERS:
            found += self._run_query(*_letters_query(wanted.letters))
            best = wanted.sorted(found, self.near)
        return self._find_similar(wanted, best)

    def _find_similar(
        self, wanted: ranking.PlaceQuery, best: list[tuple[float, ranking.Candidate]]
    ) -> list[tuple[float, ranking.Candidate]]:
        """Return places with a similar name if there is no better match."""
        if len(wanted.letters) < ranking.MIN_LETTERS or (best and best[0][0] < ranking.SIMILAR):
            return best
        similar = self._run_query(_SIMILAR, all_of(parts_of(wanted.letters), " OR "))
        return [
            each for each in wanted.sorted(similar, self.near) if each[0] < ranking.OTHER
        ] or best

    def _run_query(self, statement: str, query: str) -> list[tuple[float, ranking.Candidate]]:
        """Return the places that a query finds, each with the rank of its words or letters."""
        if not query:
            return []
        values = [query]
        if self.place_type is not None:
            statement += " AND number IN (SELECT place FROM place_kind WHERE kind = ?)"
            values.append(kind_key(self.place_type))
        most = _MAX_MATCHES if self.radius_m is None else _MAX_MATCHES_ANYWHERE
        rows = self.rows(f"{statement} ORDER BY rank LIMIT {most}", *values)
        ranks = {row["number"]: row["rank"] for row in reversed(rows)}
        marks = ", ".join("?" * len(ranks))
        found = map(
            ranking.candidate_of,
            self.rows(f"{ranking.CANDIDATE} WHERE number IN ({marks})", *ranks),
        )
        return [(ranks[each.number], each) for each in found if self._is_in_reach(each)]

    def _is_in_reach(self, found: ranking.Candidate) -> bool:
        if self.near is None or self.radius_m is None:
            return True
        return found.location is not None and haversine(self.near, found.location) <= self.radius_m


def parts_of(letters: str) -> list[str]:
    """Return parts of a string, at least one of which occurs in any string with few differences."""
    count = max(2, -(-len(letters) // 4))
    size = max(_TRIGRAM, -(-len(letters) // count))
    ends = range(size, len(letters), size)
    return [letters[end - size : end] for end in (*ends, len(letters))]


def _distinctive_query(text: str) -> str:
    return all_of(strong_words(key_words(text)) or key_words(text))


def _letters_query(letters: str) -> tuple[str, str]:
    if len(letters) < _TRIGRAM:
        return _FEW_LETTERS, letters
    return _LETTERS, all_of([letters])
