"""Mends slips of the pen in everyday words: "wehre", "nearst"; names are left as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from geoeval.understanding import lexicon
from geoeval.understanding.text import Token
from geoeval.world.categories import category_of

_SHORTEST = 3


class _Words(NamedTuple):
    """All words that are spelled right, and by their length those a slip may have stood for.

    Facts that no world holds are none of these: a slip is no reason to refuse a question.
    """

    known: frozenset[str]
    by_length: dict[int, tuple[str, ...]]


@cache
def _words() -> _Words:
    known: set[str] = set()
    meant = set(lexicon.neutral_words())
    for entries in lexicon.phrases().values():
        for _, meanings in entries:
            for phrase, kinds in meanings.items():
                known.update(phrase)
                if kinds[0][0] != "lacking" or len(kinds) > 1:
                    meant.update(phrase)
    by_length: dict[int, list[str]] = {}
    for word in sorted(filter(str.isalpha, meant)):
        by_length.setdefault(len(word), []).append(word)
    return _Words(
        known=frozenset(known | lexicon.neutral_words() | lexicon.ordinary_words()),
        by_length={length: tuple(words) for length, words in by_length.items()},
    )


def known_words() -> frozenset[str]:
    """Return all words of the vocabulary, everyday words included."""
    return _words().known


def mended(words: Sequence[Token], names: Iterable[tuple[str, ...]]) -> tuple[Token, ...]:
    """Return the words with misspelt everyday ones set right.

    Parameters
    ----------
    words
        The words of a question.
    names
        The word rows of the names and options it may speak of: their words are never mended.

    Returns
    -------
    tuple of Token
        The same words; the key of one that is no word known, and one slip away from a single
        everyday word, is that word's.
    """
    spared = {word for row in names for word in row}
    return tuple(
        word._replace(key=_mend(word.key)) if _is_slip(words, index, spared) else word
        for index, word in enumerate(words)
    )


def _is_slip(words: Sequence[Token], index: int, spared: set[str]) -> bool:
    """Whether a word is none that is known, and not written as a name would be."""
    word = words[index]
    key = word.key
    opens = index == 0 or words[index - 1].sentence != word.sentence
    return (
        len(key) >= _SHORTEST
        and key.isalpha()
        and (opens or not word.is_capital)
        and key not in known_words()
        and key not in spared
        and category_of(key) is None
    )


@cache
def _mend(key: str) -> str:
    """Return the everyday word that a single slip turns into this one, else the word itself.

    Swapped letters are likelier than a missing one, that than one too many, that than a wrong
    one; within the likeliest kind, the words that questions are made of go first.
    """
    from rapidfuzz.distance import OSA

    size = len(key)
    near = [
        word
        for length in (size - 1, size, size + 1)
        for word in _words().by_length.get(length, ())
        if len(word) >= _SHORTEST and OSA.distance(key, word, score_cutoff=1) == 1
    ]
    kinds = (
        [word for word in near if sorted(word) == sorted(key)],
        [word for word in near if len(word) > size],
        [word for word in near if len(word) < size],
        [word for word in near if len(word) == size > _SHORTEST],
    )
    for meant in filter(None, kinds):
        common = [word for word in meant if word in lexicon.grammar_words()]
        chosen = common or meant
        return chosen[0] if len(chosen) == 1 else key
    return key
