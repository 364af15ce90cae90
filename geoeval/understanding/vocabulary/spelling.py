"""Corrects typos in everyday words ("wehre", "nearst"); names are left as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from itertools import product
from typing import NamedTuple

from rapidfuzz.distance import OSA

from geoeval.understanding.vocabulary import cache_vocabulary, lexicon, word_list
from geoeval.understanding.vocabulary.text import SPELLINGS, Token, key_of, tokenise

_MIN_LENGTH, _MIN_LACKING_LENGTH = 3, 7
LOOKALIKES = "lookalikes.txt"


class _Words(NamedTuple):
    """The words of the vocabulary.

    ``known`` are all correctly spelled words, ``common`` those with a meaning other than a
    category, ``lacking`` those of facts that no world records, and ``by_length`` those that a typo
    may be meant for. Short words of ``lacking`` are left out, since a chance resemblance to one is
    not a reason to reject a question.
    """

    known: frozenset[str]
    common: frozenset[str]
    lacking: frozenset[str]
    by_length: dict[int, tuple[str, ...]]


@cache_vocabulary
def _category_words() -> frozenset[str]:
    words = {word for phrase in lexicon.kind_phrases() for word in phrase.split()}
    plurals = {re.sub(r"(?<![aeiou])y$", "ie", word) + "s" for word in words if len(word) > 3}
    return frozenset(words | plurals)


@cache_vocabulary
def _known_words() -> _Words:
    known: set[str] = set()
    lacking: set[str] = set()
    meaningful = {*lexicon.neutral_words(), *lexicon.describing_words(), *SPELLINGS}
    meaningful |= lexicon.number_words()
    for entries in lexicon.all_phrases().values():
        for _, meanings in entries:
            for phrase, kinds in meanings.items():
                known.update(phrase)
                if kinds[0][0] != "lacking" or len(kinds) > 1:
                    meaningful.update(phrase)
                else:
                    lacking.update(word for word in phrase if len(word) >= _MIN_LACKING_LENGTH)
    by_length: dict[int, list[str]] = {}
    for word in sorted(filter(str.isalpha, meaningful | lacking | _category_words())):
        by_length.setdefault(len(word), []).append(word)
    return _Words(
        known=frozenset(
            known
            | meaningful
            | _category_words()
            | word_list("spelling.units")
            | lexicon.ordinary_words()
        ),
        common=frozenset(meaningful),
        lacking=frozenset(lacking),
        by_length={length: tuple(words) for length, words in by_length.items()},
    )


@cache
def _load_lookalikes() -> frozenset[str]:
    """Return the English words that look like typos of vocabulary words but are not."""
    file = resources.files("geoeval.understanding") / "vocabulary" / LOOKALIKES
    return frozenset(file.read_text(encoding="utf-8").split())


def known_words() -> frozenset[str]:
    """Return all words of the vocabulary, including everyday words."""
    return _known_words().known


def correct_text(text: str, names: Iterable[tuple[str, ...]]) -> str:
    """Return a text with typos in everyday words corrected, sparing the words of ``names``."""
    name_words = {word for row in names for word in row}
    words = tokenise(text)
    parts, end = [], 0
    for index, word in enumerate(words):
        if _may_be_typo(words, index, name_words):
            after_number = index > 0 and _is_number_key(words[index - 1].key)
            corrected = _correct_word(word.key, after_number=after_number)
            if corrected != word.key:
                parts += [text[end : word.start], corrected]
                end = word.end
    return "".join((*parts, text[end:])) if parts else text


def _is_number_key(key: str) -> bool:
    return key[-1].isdigit() or key in lexicon.number_words()


def _may_be_typo(words: Sequence[Token], index: int, name_words: set[str]) -> bool:
    """Whether a word is unknown and not written like a name."""
    word = words[index]
    key = word.key
    starts_sentence = index == 0 or words[index - 1].sentence != word.sentence
    return (
        len(key) >= _MIN_LENGTH
        and key.isalpha()
        and (starts_sentence or not word.is_capital)
        and key not in known_words()
        and key not in name_words
        and lexicon.category_of(key) is None
    )


def _typo_candidates(key: str) -> list[str]:
    """Return the everyday words at an edit distance of 1 from a word, in alphabetical order."""
    return sorted(
        word
        for length in (len(key) - 1, len(key), len(key) + 1)
        for word in _known_words().by_length.get(length, ())
        if len(word) >= _MIN_LENGTH and OSA.distance(key, word, score_cutoff=1) == 1
    )


@cache_vocabulary
def _correct_word(key: str, *, after_number: bool = False) -> str:
    """Return the everyday word that is one typo away from a word, else the word itself."""
    if key in _load_lookalikes():
        return key
    corrected = intended_word(key, after_number=after_number)
    if corrected == key:
        corrected = _base_form(key) or key
    # "closest" is a superlative, not a typo of "closes".
    return corrected if corrected.endswith("est") or not key.endswith("est") else key


def is_misspelt_unit(key: str) -> bool:
    """Return whether a word after a number is a typo of a unit."""
    return _correct_word(key, after_number=True) in word_list("spelling.units") - {key}


def _base_form(key: str) -> str | None:
    """Return the shortest known word with the same stem ("rent" for "rented"), if any."""
    stem = _stem_word(key)
    others = [word for word in _words_by_stem().get(stem, ()) if word != key]
    return min(others, key=len) if len(stem) >= _MIN_STEM_LENGTH and others else None


_MIN_STEM_LENGTH = 4
_ENDING = re.compile(r"(?:ies|ied|ying|y|es|ed|ing|s|e)$")


@cache
def _stem_word(key: str) -> str:
    stem = _ENDING.sub("", key)
    return stem[:-1] if len(stem) > _MIN_STEM_LENGTH and stem[-1] == stem[-2] != "s" else stem


@cache_vocabulary
def _words_by_stem() -> dict[str, tuple[str, ...]]:
    by_stem: dict[str, list[str]] = {}
    lacking = _known_words().lacking
    for words in _known_words().by_length.values():
        for word in words:
            if word not in lacking:
                by_stem.setdefault(_stem_word(word), []).append(word)
    return {stem: tuple(words) for stem, words in by_stem.items()}


def intended_word(key: str, *, after_number: bool = False) -> str:
    """Return the vocabulary word that a word is probably a typo of, else the word itself.

    English lookalikes are not excluded. After a number, a unit is most likely. Otherwise transposed
    letters are likelier than a missing letter, then an extra letter, then a wrong one. Function
    words come first, then the rest of the vocabulary, then categories, and last missing facts.
    """
    near = _typo_candidates(key)
    if after_number:
        near = [word for word in near if word in word_list("spelling.units")] or near
    size = len(key)
    by_typo = (
        [word for word in near if sorted(word) == sorted(key)],
        [word for word in near if len(word) > size],
        [word for word in near if len(word) < size],
        [word for word in near if len(word) == size > _MIN_LENGTH],
    )
    for group, typo in _MOST_LIKELY_FIRST:
        chosen = [word for word in by_typo[typo] if word in _word_group(group)]
        everyday = [word for word in chosen if word in lexicon.neutral_words()]
        if chosen and (len(chosen) == 1 or _are_synonyms(chosen)):
            return chosen[0]
        if chosen:
            return key if len(everyday) != 1 or any(map(_is_limiting, chosen)) else everyday[0]
    return key


_MOST_LIKELY_FIRST = (
    *product(("grammar",), range(2)),
    *product(("common",), range(3)),
    *product(("places",), range(3)),
    ("grammar", 2),
    *product(("grammar", "common", "places"), (3,)),
    *product(("lacking",), range(4)),
)


_LIMITING = frozenset(
    "ordinal negation comparator comparator_after superlative compass day price".split()
)


def _is_limiting(word: str) -> bool:
    """Whether a word on its own narrows an answer, like "third"."""
    return any(
        kind in _LIMITING
        for length, meanings in lexicon.all_phrases().get(word, ())
        if length == 1
        for kind, _ in meanings.get((word,), ())
    )


def _word_group(name: str) -> frozenset[str]:
    if name == "grammar":
        return lexicon.grammar_words()
    if name == "places":
        return _category_words()
    return _known_words().common if name == "common" else _known_words().lacking


def _are_synonyms(words: Sequence[str]) -> bool:
    """Whether words are synonyms ("farthest", "furthest") or a word and its plural."""
    if len({key_of(word).removesuffix("s") for word in words}) == 1:
        return True
    meanings = {
        tuple(
            meaning
            for length, found in lexicon.all_phrases().get(word, ())
            if length == 1
            for meaning in found.get((word,), ())
        )
        for word in words
    }
    return len(meanings) == 1 and (meanings != {()} or lexicon.grammar_words().issuperset(words))
