"""Find the name that a text means, by words and spelling; ties are reported, not resolved."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple, TypeVar

from geoeval.text import (
    FOREIGN_KINDS,
    KIND_WORDS,
    WEAK_WORDS,
    consonants,
    has_digit,
    key_words,
    normalise_name,
    short_name,
    word_set,
    words_with_digits,
)

CLOSE = 86.0
"""The similarity, 0-100, from which a name may be a misspelling of another."""

_SCRIPTS_THRESHOLD = 84.0
_VOWELS_ONLY_THRESHOLD = 80.0
_FIRST_WORD_THRESHOLD = 75.0
_MIN_LETTERS = 5
_MIN_CONSONANTS = 3
_CORE_PENALTY = 4.0
_MIN_SIMILARITY = 60.0
"""The similarity of misspelt words: of five letters, two may differ."""
OPPOSITES = frozenset(["left", "right", "north", "south", "east", "west"])


class Spelling(NamedTuple):
    """A name in all the forms that are compared."""

    normal: str
    words: tuple[str, ...]
    ordered: str
    core: str
    digits: frozenset[str]
    foreign: bool

    @classmethod
    @lru_cache(maxsize=8192)
    def of(cls, name: str) -> Spelling:
        """Return the comparable forms of a name."""
        words = key_words(name)
        return cls(
            normal=normalise_name(name),
            words=words,
            ordered=_sort_words(words),
            core=_join_strong_words(words),
            digits=words_with_digits(words),
            foreign=not name.isascii(),
        )


class Spellings:
    """Names that can be searched by similar spelling."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._spelling = cache(Spelling.of)

    def find_similar(self, name: str, least: float) -> dict[int, float]:
        """Return the indices and similarities, ``least`` to 100, of names that resemble a text."""
        from rapidfuzz import process
        from rapidfuzz.fuzz import ratio

        target = Spelling.of(name)
        indices = set(self._indices_by_script[not target.foreign])
        for form, column in zip(
            (target.normal, target.ordered, target.core), self._compared_forms, strict=True
        ):
            matches = process.extract(form, column, scorer=ratio, score_cutoff=least, limit=None)
            indices.update([index for _, _, index in matches])
        if not indices:
            return {}
        scores = {
            at: name_similarity(target, self._spelling(self._names[at])) for at in sorted(indices)
        }
        return {index: score for index, score in scores.items() if score >= least}

    @cached_property
    def _compared_forms(self) -> tuple[list[str], ...]:
        """The normalised, word-sorted and core forms of all names, one list per form."""
        words = [key_words(name) for name in self._names]
        return (
            [normalise_name(name) for name in self._names],
            [*map(_sort_words, words)],
            [*map(_join_strong_words, words)],
        )

    @cached_property
    def _indices_by_script(self) -> dict[bool, tuple[int, ...]]:
        return {
            foreign: tuple(i for i, name in enumerate(self._names) if name.isascii() is not foreign)
            for foreign in (False, True)
        }


def name_similarity(one: Spelling, other: Spelling) -> float:
    """Return the similarity of two names, 0-100; it is 0 if their numbers differ."""
    from rapidfuzz.fuzz import ratio

    if other.digits != one.digits:
        return 0.0
    score = max(ratio(one.normal, other.normal), ratio(one.ordered, other.ordered))
    if min(len(one.core), len(other.core)) >= _MIN_LETTERS and same_kind(one.words, other.words):
        score = max(score, ratio(one.core, other.core) - _CORE_PENALTY)
    if score >= _VOWELS_ONLY_THRESHOLD and _differ_in_vowels_only(one.normal, other.normal):
        score = max(score, CLOSE)
    if one.foreign != other.foreign and score < CLOSE:
        score = max(score, _score_across_scripts(one.normal, other.normal))
    return score


def is_misspelling(name: str, other: str) -> bool:
    """Return whether a name may be another that is similar, with words misspelt or left out.

    "Tallinn Tower" may be the Tallinn TV Tower; a name with a word more is another one. Slips of
    spelling seldom change the first letter of a word, and a word of four letters or less with
    another letter is usually another word: "Hansen" is not "Jansen", and "Lola" is not "Lolo", but
    "Mlil" may be "Mill". If a word that differs is not in ASCII, it may be in another language, and
    the names are compared as a whole only.
    """
    words, others = key_words(name), key_words(other)
    if OPPOSITES.intersection(words) != OPPOSITES.intersection(others):
        return False
    left = [word for word in words if word not in others]
    other_left = [word for word in others if word not in words]
    return (
        not left
        or "".join(left) == "".join(other_left)
        or _may_be_translated(name, other)
        or all(
            any(_is_misspelt_word(word, each) for each in two)
            for one, two in ((left, other_left), (other_left, left))
            for word in one
        )
    )


def _may_be_translated(name: str, other: str) -> bool:
    """Return whether a word that only one of two names has is not in ASCII."""
    foreign = " ".join(word for word in f"{name} {other}".split() if not word.isascii())
    return not {*key_words(name)}.symmetric_difference(key_words(other)).isdisjoint(
        key_words(foreign) if foreign else ()
    )


def _is_misspelt_word(word: str, other: str) -> bool:
    from rapidfuzz.fuzz import ratio

    if word[0] != other[0]:
        return False
    is_long = max(len(word), len(other)) >= _MIN_LETTERS
    return sorted(word) == sorted(other) or (is_long and ratio(word, other) >= _MIN_SIMILARITY)


def _sort_words(words: tuple[str, ...]) -> str:
    return " ".join(sorted(words))


def _join_strong_words(words: tuple[str, ...]) -> str:
    return "".join(strong_words(words))


def strong_words(words: tuple[str, ...]) -> list[str]:
    """Return the words that are not generic."""
    return [word for word in words if word not in WEAK_WORDS]


def same_kind(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Return whether two names may be of the same kind: "Park" and "Park Hotel" are not."""
    kinds, other_kinds = KIND_WORDS.intersection(words), KIND_WORDS.intersection(others)
    if not kinds:
        return not other_kinds or others[-1] in KIND_WORDS
    return not other_kinds or kinds == other_kinds


def _differ_in_vowels_only(normal: str, other: str) -> bool:
    skeleton = consonants(normal)
    return (
        len(skeleton) >= _MIN_CONSONANTS and normal[0] == other[0] and skeleton == consonants(other)
    )


def _score_across_scripts(normal: str, other: str) -> float:
    from rapidfuzz.fuzz import ratio

    skeleton, other_skeleton = consonants(normal), consonants(other)
    if min(len(skeleton), len(other_skeleton)) < _MIN_LETTERS or not _sound_alike_at_start(
        normal, other
    ):
        return 0.0
    return ratio(skeleton, other_skeleton) + CLOSE - _SCRIPTS_THRESHOLD - 1


def _sound_alike_at_start(normal: str, other: str) -> bool:
    """Compare only the first words: across scripts, the kind words after them say little."""
    from rapidfuzz.fuzz import ratio

    first, other_first = (consonants(text.split(" ")[0]) for text in (normal, other))
    return first[:1] == other_first[:1] and ratio(first, other_first) >= _FIRST_WORD_THRESHOLD


__all__ = ["How", "NameIndex", "NameMatch", "best_match", "normalise_name"]

How = Literal["exact", "normalised", "short_form", "close"]
_Key = TypeVar("_Key")
_CUT = re.compile("[,،|(;]| (?=[-–—] )")
_REGIONS = word_set(
    "city town village municipality district county province state region territory federal "
    "republic kingdom island metropolis capital area commune prefecture greater"
)
_RELATIONS = word_set("at in of near by opposite behind beside to from for inside")
_CACHE_SIZE = 10_000  # bounded because a server may run for months
_MARGIN = 5.0
_MAX_SUGGESTIONS = 5  # also the most names that a rare word occurs in
_MIN_SUGGESTED = 55.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMatch:
    """The candidate that a name means, by index.

    ``index`` is None if there is no match or a tie; ``tied`` holds the indices of a tie. ``how`` is
    the rule that matched. ``candidates`` are the tied names or, without a match, the most similar
    names.
    """

    index: int | None = None
    how: How | None = None
    tied: tuple[int, ...] = ()
    candidates: tuple[str, ...] = ()


class NameIndex:
    """Matches texts against names; lookup tables are built on first use."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._cached_match = lru_cache(_CACHE_SIZE)(self._match_uncached)

    def match(self, name: str) -> NameMatch:
        """Return the match of a text among the names."""
        return self._cached_match(name)

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return up to five names that resemble a text, by shared rare words, then by spelling."""
        return self._suggest_names(name, self._name_spellings.find_similar(name, _MIN_SUGGESTED))

    def _match_uncached(self, name: str) -> NameMatch:
        rules: tuple[tuple[How, Callable[[str], Collection[int]]], ...] = (
            ("exact", self._find_equal),
            ("normalised", self._find_normalised),
            ("short_form", self._find_same_words),
            ("short_form", self._find_shortened),
            ("short_form", self._find_containing),
            ("short_form", self._find_reordered),
        )
        for how, rule in rules:
            found = rule(name)
            if found:
                return self._build_match(sorted(set(found)), how)
        scores = self._name_spellings.find_similar(name, _MIN_SUGGESTED)
        misspelt = {
            at: score for at, score in scores.items() if is_misspelling(name, self.names[at])
        }
        close = (
            _find_closest(self.names, misspelt) if len(normalise_name(name)) >= _MIN_LETTERS else []
        )
        if close:
            return self._build_match(close, "close")
        return NameMatch(candidates=self._suggest_names(name, scores))

    def _suggest_names(self, name: str, scores: Mapping[int, float]) -> tuple[str, ...]:
        """Return names that resemble a text, those that share its rare words first."""
        shared: Counter[int] = Counter()
        for word in dict.fromkeys(strong_words(key_words(name))):
            indices = () if has_digit(word) else self._indices_by_word.get(word, ())
            if len(indices) <= _MAX_SUGGESTIONS:
                shared.update(indices)
        best = sorted(
            {*shared, *scores}, key=lambda index: (-shared[index], -scores.get(index, 0.0), index)
        )
        return tuple(dict.fromkeys(self.names[index] for index in best))[:_MAX_SUGGESTIONS]

    def _build_match(self, found: list[int], how: How) -> NameMatch:
        if len(found) == 1:
            return NameMatch(index=found[0], how=how)
        return NameMatch(how=how, tied=tuple(found), candidates=tuple(self.names[i] for i in found))

    @cached_property
    def _indices_by_words(self) -> dict[tuple[str, ...], list[int]]:
        return _group_indices(map(key_words, self.names))

    @cached_property
    def _indices_by_short_form(self) -> dict[tuple[str, ...], list[int]]:
        """Maps the words of a short form to the names that may be longer than it."""
        index: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for at, name in enumerate(self.names):
            if not _is_short(name):
                index[key_words(short_name(name))].append(at)
        return index

    @cached_property
    def _indices_by_word(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = defaultdict(list)
        for words, found in self._indices_by_words.items():
            for word in set(words):
                index[word].extend(found)
        return index

    def _find_equal(self, name: str) -> Collection[int]:
        return [i for i in self._find_same_words(name) if self.names[i] == name.strip()]

    def _find_normalised(self, name: str) -> Collection[int]:
        return [
            i
            for i in self._find_same_words(name)
            if normalise_name(self.names[i]) == normalise_name(name)
        ]

    def _find_same_words(self, name: str) -> Collection[int]:
        return self._indices_by_words.get(key_words(name), ())

    def _find_shortened(self, name: str) -> Collection[int]:
        """Find names that equal the text without its tail, or whose short form is the text."""
        for words in _split_leading_parts(name):
            if words in self._indices_by_words:
                return self._indices_by_words[words]
        if found := self._indices_by_short_form.get(key_words(name), ()):
            return found
        words = key_words(short_name(name))
        short = (at for at in self._indices_by_words.get(words, ()) if _is_short(self.names[at]))
        return [*short, *self._indices_by_short_form.get(words, ())]

    def _find_containing(self, name: str) -> Collection[int]:
        words = key_words(name)
        if not strong_words(words) and FOREIGN_KINDS.keys().isdisjoint(
            normalise_name(name).split()
        ):
            return ()
        rarest = min((self._indices_by_word.get(word, []) for word in words), key=len)
        pairs = ((index, self._find_words_in_name(index, words)) for index in set(rarest))
        positions = {index: at for index, at in pairs if at is not None}
        if len(words) == len(positions) == 1 < len(rarest) and 0 not in positions.values():
            return ()
        return self._select_best_containing(words, positions)

    def _select_best_containing(
        self, words: tuple[str, ...], positions: Mapping[int, int]
    ) -> Collection[int]:
        """Prefer names whose other words are all weak, then names that begin with the words."""
        only_weak = [
            i for i in positions if WEAK_WORDS.union(words).issuperset(self._split_name(i))
        ]
        return only_weak or [i for i, at in positions.items() if at == 0] or [*positions]

    def _find_words_in_name(self, index: int, words: tuple[str, ...]) -> int | None:
        """Return the position of words in a name, or None if it names a place of another kind."""
        inside = self._split_name(index)
        at = _find_position(words, inside)
        return None if at is None or _is_other_kind(words, inside, at) else at

    def _split_name(self, index: int) -> tuple[str, ...]:
        return key_words(self.names[index])

    def _find_reordered(self, name: str) -> Collection[int]:
        """Find names with the same words in another order, ignoring weak words."""
        words = sorted(strong_words(key_words(name)))
        if not words:
            return ()
        return [
            index
            for index in set(self._indices_by_word.get(words[0], ()))
            if sorted(strong_words(self._split_name(index))) == words
            and same_kind(key_words(name), self._split_name(index))
        ]

    @cached_property
    def _name_spellings(self) -> Spellings:
        return Spellings(self.names)


def _find_closest(names: Sequence[str], scores: Mapping[int, float]) -> list[int]:
    """Return the name with the best score, and other names within the margin of it."""
    best = max(scores.values(), default=0.0)
    if best < CLOSE:
        return []
    near = [index for index, score in scores.items() if score > best - _MARGIN]
    return near if len({normalise_name(names[i]) for i in near}) > 1 else near[:1]


def is_guess(text: str, name: str) -> bool:
    """Return whether a text means a name only if it is misspelt or lacks one of its words.

    It is no guess if the text has the whole short form of the name, or is in another language.
    """
    has_short_form = set(key_words(text)).issuperset(key_words(short_name(name)))
    is_close = best_match(text, (name,)).how == "close"
    return is_close and not has_short_form and not _may_be_translated(text, name)


def best_match(name: str, candidates: Sequence[str]) -> NameMatch:
    """Return the match of a name among candidates."""
    return NameIndex(candidates).match(name)


def _group_indices(keys: Iterable[_Key]) -> dict[_Key, list[int]]:
    groups: dict[_Key, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    return groups


def _is_short(name: str) -> bool:
    """Return whether a name is certainly its own short form, since it has no punctuation."""
    return "  " not in name and name.replace(" ", "").isalnum()


def _split_leading_parts(name: str) -> list[tuple[str, ...]]:
    cuts = [cut.start() for cut in _CUT.finditer(name)]
    return [key_words(name[:at]) for at in reversed(cuts[:16]) if name[:at].strip()]


def _find_position(words: tuple[str, ...], inside: tuple[str, ...]) -> int | None:
    """Return the position of a run of words that does not follow a relation such as "at".

    "City of" and similar words may precede the run, because they name the kind of the place itself.
    """
    count = len(words)
    for at in range(len(inside) - count + 1):
        behind_relation = at > 0 and inside[at - 1] in _RELATIONS
        of_region = inside[at - 1] == "of" and _REGIONS.issuperset(inside[: at - 1])
        if inside[at : at + count] == words and (not behind_relation or of_region):
            return at
    return None


def _is_other_kind(words: tuple[str, ...], inside: tuple[str, ...], at: int) -> bool:
    """Return whether a longer name is of another kind: "Hill Park" and "Hill Park Hotel"."""
    after = inside[at + len(words) :]
    return bool(after) and words[-1] in KIND_WORDS and after[-1] in KIND_WORDS
