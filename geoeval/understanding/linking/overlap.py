"""Links words to the name of a world that shares most with them; rare words weigh most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from geoeval.text import KIND_WORDS, WEAK_WORDS, key_words, short_name, words_with_digits
from geoeval.understanding.reading import OTHER_WORDS
from geoeval.understanding.vocabulary.lexicon import category_of, grammar_words
from geoeval.understanding.vocabulary.spelling import known_words
from geoeval.understanding.vocabulary.text import Token, split_keys
from geoeval.world.atlas import Atlas
from geoeval.world.merging import is_region
from geoeval.world.model import Place

Row = tuple[str, ...]

_GENERIC_WEIGHT = 0.3
"""The weight of a word that only names a category or a town."""
_GRAMMAR_WEIGHT = 0.05
_VOWELS = frozenset("aeiou")
_ABBREVIATION_QUALITY = 0.9
_INITIAL_QUALITY = 0.6
_PLURAL_QUALITY = 0.95
_MIN_PLURAL_LENGTH = 4
_MIN_KNOWN_SHARE = 0.75
"""The share of the words of a phrase, by weight, that have to be in the name."""
_MIN_NAMED_SHARE = 0.3
"""The share of the words of a name, by weight, that have to be in the phrase."""
_MIN_LEAD = 0.08
_MIN_SCORE = 0.5
_MIN_INITIALS = 3
_LONE_NAMED = 0.4
_ALTERNATIVE_NAME = re.compile(r"\(([^()]+)\)|[|]\s*([^|]+)")


class Link(NamedTuple):
    """A link to a name of the world, with its doubt (0-1) and how it was made."""

    name: str
    doubt: float
    reason: str


class _Name(NamedTuple):
    name: str
    words: Row
    forms: tuple[frozenset[str], ...]
    address: frozenset[str]
    initials: frozenset[str]
    is_region: bool


@lru_cache(maxsize=8192)
def is_short_for(short: str, word: str) -> bool:
    """Whether a word abbreviates another: its start, or some of its letters in order."""
    if len(short) < 2 or len(short) >= len(word) or short[0] != word[0] or not short.isalpha():
        return False
    if word.startswith(short):
        return len(short) > 2 or len(word) <= 5 or short[1] not in _VOWELS
    letters = iter(word)
    return all(letter in letters for letter in short) and (
        not set(short[1:]) & _VOWELS or short[-1] == word[-1]
    )


class Overlap:
    """The names of a world by their words; a word weighs more the fewer names contain it."""

    def __init__(self, atlas: Atlas) -> None:
        places = _places_by_name(atlas)
        self._names = [_build_name(name, places.get(name)) for name in atlas.names]
        shared = Counter(word for name in self._names for word in set(name.words))
        towns = Counter(word for name in self._names for word in name.address)
        count = len(self._names) + 1
        addressed = max(1, sum(bool(name.address) for name in self._names))
        self._towns = {w for w, n in towns.items() if addressed > 2 and 2 * n > addressed}
        self._weights = {
            word: log(count / n) / log(count) * self._kind_weight(word)
            for word, n in shared.items()
            if n < count
        }
        self._addresses = {name.name: name.address for name in self._names}
        self.words = frozenset(shared)
        rows = (_to_row(name.name) for name in self._names)
        self.pairs = frozenset(pair for row in rows for pair in pairwise(row))
        self._by_word: dict[str, list[int]] = {}
        for index, name in enumerate(self._names):
            for word in set(name.words):
                self._by_word.setdefault(word, []).append(index)
        self.places = self._towns | {w for w in towns if not words_with_digits((w,))}
        self._senses = lru_cache(8192)(self._word_senses)

    def _kind_weight(self, word: str) -> float:
        if word in grammar_words():
            return _GRAMMAR_WEIGHT
        if word in WEAK_WORDS or word in self._towns or category_of(word) is not None:
            return _GENERIC_WEIGHT
        return 1.0

    def _word_senses(self, key: str) -> dict[str, float]:
        if key in self.words:
            return {key: 1.0}
        other = key.removesuffix("s") if key.endswith("s") else f"{key}s"
        if len(key) >= _MIN_PLURAL_LENGTH and other in self.words:
            return {other: _PLURAL_QUALITY}
        if key in known_words():
            return {}
        return {
            word: _INITIAL_QUALITY if len(key) == 1 else _ABBREVIATION_QUALITY
            for word in self.words
            if is_short_for(key, word)
            or is_short_for(key.removesuffix("s"), word)
            or (len(key) == 1 and word[0] == key and len(word) > 3)
        }

    def link(self, words: Sequence[Token], *, whole: bool = False) -> Link | None:
        """Return the name that clearly shares most with some words, else None.

        With ``whole``, the name must contain all of them.
        """
        phrase = self.keys_of(words)
        senses_of_each = [self._senses(word) for word in phrase]
        scores = self._rank_names(phrase, senses_of_each)
        if not scores:
            return None if whole else self._link_initials(words)
        best_score, leader = scores[0]
        if whole and not all(set(leader.words) & senses.keys() for senses in senses_of_each):
            return None
        rivals = [score for score, name in scores[1:] if name.words != leader.words]
        if rivals and best_score - rivals[0] < _MIN_LEAD:
            return None
        is_distinctive = any(self._kind_weight(word) == 1.0 for word in phrase)
        if not is_distinctive and (rivals or best_score < 0.8):
            return None
        is_other = _has_other_words(leader, phrase, senses_of_each)
        reason = OTHER_WORDS if is_other else "shared words"
        return Link(leader.name, round(1 - best_score, 2), reason)

    def _rank_names(
        self, phrase: Sequence[str], senses_of_each: Sequence[dict[str, float]]
    ) -> list[tuple[float, _Name]]:
        """Return the names that share enough with a phrase, with their scores, the best first."""
        near = {at for senses in senses_of_each for word in senses for at in self._by_word[word]}
        names = (self._names[at] for at in sorted(near))
        scores = ((self._score_name(name, phrase, senses_of_each), name) for name in names)
        return sorted((each for each in scores if each[0] >= _MIN_SCORE), key=lambda each: -each[0])

    def _score_name(
        self, name: _Name, phrase: Sequence[str], senses_of_each: Sequence[dict[str, float]]
    ) -> float:
        shared: set[str] = set()
        missing: list[str] = []
        known = total = 0.0
        for word, senses in zip(phrase, senses_of_each, strict=True):
            best_word, quality = self._best_shared(senses, set(name.words) - shared)
            if best_word:
                shared.add(best_word)
                weight = max(self._weights.get(best_word, 0.0), _GRAMMAR_WEIGHT)
                known += weight * quality
                total += weight
            elif word not in name.address:
                missing.append(word)
                total += self._kind_weight(word) if _is_weak_word(word) else 1.0
        if not known or self._is_other_name(name, phrase, shared, missing):
            return 0.0
        named = max(self._named_share(known, form | shared) for form in name.forms)
        least_named = _MIN_NAMED_SHARE if len(phrase) > 1 else _LONE_NAMED
        if known / total < _MIN_KNOWN_SHARE or named < least_named:
            return 0.0
        return known / total * (0.6 + 0.4 * min(1.0, named))

    def _best_shared(self, senses: dict[str, float], words: set[str]) -> tuple[str, float]:
        return max(
            ((word, quality) for word, quality in senses.items() if word in words),
            key=lambda found: found[1] * self._weights.get(found[0], 0.0),
            default=("", 0.0),
        )

    def _is_other_name(
        self, name: _Name, phrase: Sequence[str], shared: set[str], missing: list[str]
    ) -> bool:
        """Whether words name something other than a name that shares some of them.

        "Rose Cottage" is not Rose Castle, and "Alba Rail Museum" is not Alba Museum.
        """
        others = set(name.words) - shared
        other_kind = any(map(_is_kind_word, others)) or name.words[-1] in others
        has_other_word = any(_is_kind_word(word) or not _is_weak_word(word) for word in missing)
        is_distinctive = any(self._weights.get(word, 0.0) > _GENERIC_WEIGHT for word in shared)
        return (
            bool(words_with_digits(tuple(missing)))
            or (len(phrase) == 1 and _is_before_its_head(phrase[0], name.words))
            or (has_other_word and (len(shared) < 2 or not others))
            or (not KIND_WORDS.isdisjoint(missing) and (name.is_region or other_kind))
            or (len(shared) < 2 and not is_distinctive)
        )

    def _named_share(self, known: float, form: Iterable[str]) -> float:
        """Return the share of a form of a name that the words cover, by weight."""
        return known / max(_GRAMMAR_WEIGHT, sum(self._weights.get(word, 0.0) for word in form))

    @staticmethod
    def keys_of(words: Sequence[Token]) -> list[str]:
        """Return the keys under which words of a question are compared with names."""
        return [each for word in words for each in key_words(word.key) if each != "the"]

    def expand_abbreviations(self, words: Sequence[Token]) -> str | None:
        """Return the words with their abbreviations expanded, or None if there are none."""
        senses = [self._senses(each) for each in self.keys_of(words)]
        if all(1.0 in each.values() or not each for each in senses):
            return None
        senses_by_key = zip(self.keys_of(words), senses, strict=True)
        return " ".join(next(iter(each)) if len(each) == 1 else key for key, each in senses_by_key)

    def is_distinctive(self, word: str) -> bool:
        """Whether a word occurs in few names and is not just a category or town."""
        return any(self._weights.get(each, 0.0) > _GENERIC_WEIGHT for each in key_words(word))

    def address(self, name: str) -> frozenset[str]:
        """Return the words of the address of a place, by its name."""
        return self._addresses.get(name, frozenset())

    def words_of(self, name: str) -> frozenset[str]:
        """Return the words of a name of the world."""
        return frozenset(_to_row(name))

    def _link_initials(self, words: Sequence[Token]) -> Link | None:
        if len(words) != 1 or not words[0].text.isupper() or len(words[0].text) < _MIN_INITIALS:
            return None
        found = {
            name.words: name for name in self._names if words[0].text.casefold() in name.initials
        }
        if len(found) != 1:
            return None
        return Link(next(iter(found.values())).name, 0.3, "initials")


def _has_other_words(
    name: _Name, phrase: Sequence[str], senses_of_each: Sequence[dict[str, float]]
) -> bool:
    """Whether a phrase has a distinctive word that a name lacks, or another kind of place."""
    both = [*zip(phrase, senses_of_each, strict=True)]
    lacking = [
        word
        for word, senses in both
        if senses.keys().isdisjoint(name.words) and word not in name.address
    ]
    shared = {sense for _, senses in both for sense in senses}
    has_rest = any(_is_kind_word(w) or not _is_weak_word(w) for w in set(name.words) - shared)
    return any(has_rest if _is_kind_word(w) else not _is_weak_word(w) for w in lacking)


def _is_kind_word(word: str) -> bool:
    return word in KIND_WORDS or category_of(word) is not None


def _is_weak_word(word: str) -> bool:
    return word in WEAK_WORDS or word in grammar_words() or category_of(word) is not None


def _is_before_its_head(kind: str, words: Sequence[str]) -> bool:
    """Whether a category precedes the head of a name, as in "Church Street Cafe"."""
    if kind not in KIND_WORDS and category_of(kind) is None:
        return False
    head = words[-1]
    return head != kind and (head in KIND_WORDS or category_of(head) is not None)


def _places_by_name(atlas: Atlas) -> dict[str, Place]:
    listed = (place for nearby in atlas.world.lists for place in nearby.places)
    by_name: dict[str, Place] = {}
    for place in (*atlas.world.places, *listed):
        if place.name not in by_name or (place.address and not by_name[place.name].address):
            by_name[place.name] = place
    return by_name


def _build_name(name: str, place: Place | None) -> _Name:
    words = _to_row(name)
    shorter = (short_name(name), *map("".join, _ALTERNATIVE_NAME.findall(name)))
    return _Name(
        name=name,
        words=words,
        forms=tuple(frozenset(_to_row(form)) for form in shorter),
        address=frozenset(key_words(place.address)) if place and place.address else frozenset(),
        initials=_name_initials(words),
        is_region=place is not None and is_region(place),
    )


def _to_row(name: str) -> Row:
    """Return the keys under which a name is compared with questions."""
    return key_words(" ".join(split_keys(name))) if split_keys(name) else ()


def _name_initials(words: Row) -> frozenset[str]:
    rows: Iterable[Iterable[str]] = (words, [word for word in words if word not in grammar_words()])
    initials = {"".join(word[0] for word in row) for row in rows}
    return frozenset(each for each in initials if len(each) >= _MIN_INITIALS)


@lru_cache(maxsize=64)
def overlap_of(atlas: Atlas) -> Overlap:
    """Return the overlap of a world; it is cached."""
    return Overlap(atlas)
