"""Typos in everyday words, corrected: "wehre", "nearst"; names are left as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from itertools import product
from typing import NamedTuple

from geoeval.understanding.vocabulary import cache_vocabulary, lexicon, word_list
from geoeval.understanding.vocabulary.text import SPELLINGS, Token, key_of, tokenise

_SHORTEST, _LONG = 3, 7
LOOKALIKES = "lookalikes.txt"


class _Words(NamedTuple):
    """All words that are spelled right, and by their length those a slip may have stood for.

    ``said`` are those that no kind of place is named by, ``lacking`` those of facts that no world
    holds.
    Of facts that no world holds only long words are among these: a word that is like a short one
    by chance is no reason to refuse a question.
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
                    lacking.update(word for word in phrase if len(word) >= _LONG)
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
    """Return the words of English that look like typos of others, though they are none."""
    file = resources.files("geoeval.understanding") / "vocabulary" / LOOKALIKES
    return frozenset(file.read_text(encoding="utf-8").split())


def known_words() -> frozenset[str]:
    """Return all words of the vocabulary, everyday words included."""
    return _known_words().known


def correct_text(text: str, names: Iterable[tuple[str, ...]]) -> str:
    """Return a text with its misspelt everyday words set right."""
    spared = {word for row in names for word in row}
    words = tokenise(text)
    parts, last = [], 0
    for index, word in enumerate(words):
        if _may_be_typo(words, index, spared):
            after_figure = index > 0 and _is_figure(words[index - 1].key)
            corrected = _correct_word(word.key, after_figure=after_figure)
            if corrected != word.key:
                parts += [text[last : word.start], corrected]
                last = word.end
    return "".join((*parts, text[last:])) if parts else text


def _is_figure(key: str) -> bool:
    return key[-1].isdigit() or key in lexicon.number_words()


def _may_be_typo(words: Sequence[Token], index: int, spared: set[str]) -> bool:
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
        and lexicon.category_of(key) is None
    )


def _typo_candidates(key: str) -> list[str]:
    """Return the everyday words of which a word may be a slip, in the order of the alphabet."""
    from rapidfuzz.distance import OSA

    return sorted(
        word
        for length in (len(key) - 1, len(key), len(key) + 1)
        for word in _known_words().by_length.get(length, ())
        if len(word) >= _SHORTEST and OSA.distance(key, word, score_cutoff=1) == 1
    )


@cache_vocabulary
def _correct_word(key: str, *, after_figure: bool = False) -> str:
    """Return the everyday word that a single slip turns into this one, else the word itself."""
    if key in _load_lookalikes():
        return key
    corrected = slips_into(key, after_figure=after_figure)
    if corrected == key:
        corrected = _base_form(key) or key
    # "closest" is a superlative, and no slip of "closes".
    return corrected if corrected.endswith("est") or not key.endswith("est") else key


def is_misspelt_unit(key: str) -> bool:
    """Return whether a word behind a figure is a typo of a unit."""
    return _correct_word(key, after_figure=True) in word_list("spelling.units") - {key}


def _base_form(key: str) -> str | None:
    """Return the one known word of which a word is another form ("rented": "rent")."""
    stem = _stem_word(key)
    forms = [word for word in _words_by_stem().get(stem, ()) if word != key]
    return min(forms, key=len) if len(stem) >= _STEM_MIN and forms else None


_STEM_MIN = 4
_ENDING = re.compile(r"(?:ies|ied|ying|y|es|ed|ing|s|e)$")


@cache
def _stem_word(key: str) -> str:
    bare = _ENDING.sub("", key)
    return bare[:-1] if len(bare) > _STEM_MIN and bare[-1] == bare[-2] != "s" else bare


@cache_vocabulary
def _words_by_stem() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    lacking = _known_words().lacking
    for words in _known_words().by_length.values():
        for word in words:
            if word not in lacking:
                found.setdefault(_stem_word(word), []).append(word)
    return {stem: tuple(words) for stem, words in found.items()}


def slips_into(key: str, *, after_figure: bool = False) -> str:
    """Return the everyday word that a word may be a typo of, words of English not set apart.

    Behind a figure a unit is likeliest. Else swapped letters are likelier than a missing one, that
    than one too many, and a wrong one is least likely. The words that questions are made of go
    first, then the rest of the vocabulary, then kinds of place, and last what no world holds.
    """
    near = _typo_candidates(key)
    if after_figure:
        near = [word for word in near if word in word_list("spelling.units")] or near
    size = len(key)
    kinds = (
        [word for word in near if sorted(word) == sorted(key)],
        [word for word in near if len(word) > size],
        [word for word in near if len(word) < size],
        [word for word in near if len(word) == size > _SHORTEST],
    )
    for group, kind in _LIKELIEST_FIRST:
        chosen = [word for word in kinds[kind] if word in _word_group(group)]
        everyday = [word for word in chosen if word in lexicon.neutral_words()]
        if chosen and (len(chosen) == 1 or _are_alike(chosen)):
            return chosen[0]
        if chosen:
            return key if len(everyday) != 1 or any(map(_is_limiting, chosen)) else everyday[0]
    return key


_LIKELIEST_FIRST = (
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
    """Whether a word by itself narrows an answer, as "third" does."""
    return any(
        kind in _LIMITING
        for length, found in lexicon.all_phrases().get(word, ())
        if length == 1
        for kind, _ in found.get((word,), ())
    )


def _word_group(name: str) -> frozenset[str]:
    if name == "grammar":
        return lexicon.grammar_words()
    if name == "places":
        return _category_words()
    return _known_words().common if name == "common" else _known_words().lacking


def _are_alike(words: Sequence[str]) -> bool:
    """Whether some words say the same, as "farthest" and "furthest" do, or one and its plural."""
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
