"""Phrases of the vocabulary files, and how to find them in a sequence of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from geoeval.understanding.vocabulary import KINDS, cache_vocabulary, read_table
from geoeval.understanding.vocabulary.text import key_of, split_keys
from geoeval.world.categories import category_phrase

Phrase = tuple[str, ...]


def expand_pattern(pattern: str) -> Iterator[Phrase]:
    """Yield the phrases that a vocabulary pattern matches.

    A slot ``a|b`` matches either word, ``a?`` is optional, and ``a|b?`` matches either or none.
    ``a~`` matches the word and its plural in -s; ``a_b`` puts two words into one slot.
    """
    slots: list[list[Phrase]] = []
    for slot in pattern.split():
        optional = slot.endswith("?")
        words = [
            _phrase_keys(form)
            for word in slot.removesuffix("?").split("|")
            for form in ((word[:-1], word[:-1] + "s") if word.endswith("~") else (word,))
        ]
        slots.append([*words, ()] if optional else [*words])
    for choice in product(*slots):
        phrase = tuple(word for words in choice for word in words)
        if phrase:
            yield phrase


@cache
def _phrase_keys(word: str) -> Phrase:
    return (key_of(word),) if word.isalpha() else split_keys(word.replace("_", " ")) or (word,)


_FILES = (
    "asks.toml", "superlatives.toml", "relations.toml", "travel.toml", "places.toml",
    "routes.toml", "turns.toml", "lacking.toml", "scales.toml",
)  # fmt: skip


Meanings = dict[Phrase, tuple[tuple[str, str], ...]]


@cache_vocabulary
def all_phrases() -> dict[str, tuple[tuple[int, Meanings], ...]]:
    """Return all phrases with their (kind, value), by first word and length, longest first."""
    found: dict[str, dict[int, dict[Phrase, dict[str, str]]]] = {}
    for name in _FILES:
        for kind, values in read_table(name).items():
            for value, patterns in values.items():
                for pattern in patterns:
                    for phrase in expand_pattern(pattern):
                        by_length = found.setdefault(phrase[0], {})
                        meanings = by_length.setdefault(len(phrase), {}).setdefault(phrase, {})
                        meanings.setdefault(kind, value)
    return {
        first: tuple(
            (length, {phrase: tuple(kinds.items()) for phrase, kinds in by_length[length].items()})
            for length in sorted(by_length, reverse=True)
        )
        for first, by_length in found.items()
    }


def _listed_words(name: str, heading: str, *parts: str) -> frozenset[str]:
    lists = read_table(name)[heading]
    chosen = [lists[part] for part in parts] if parts else list(lists.values())
    return frozenset(
        key for text in chosen for word in str(text).split() for key in split_keys(word)
    )


@cache_vocabulary
def grammar_words() -> frozenset[str]:
    """Return the function words: articles, pronouns, auxiliaries."""
    return _listed_words("neutral.toml", "neutral", "grammar")


@cache_vocabulary
def neutral_words() -> frozenset[str]:
    """Return the words that never narrow an answer."""
    return _listed_words("neutral.toml", "neutral")


@cache_vocabulary
def describing_words() -> frozenset[str]:
    """Return the words that say what kind of thing a preceding name is ("the Mermaid statue")."""
    return _listed_words("neutral.toml", "describing")


@cache_vocabulary
def number_words() -> frozenset[str]:
    """Return the words for numbers."""
    return _listed_words("ordinary.toml", "ordinary", "numbers")


@cache_vocabulary
def ordinary_words() -> frozenset[str]:
    """Return words that are not typos, although they have no meaning here."""
    return _listed_words("ordinary.toml", "ordinary")


@cache_vocabulary
def kind_phrases() -> Mapping[str, str]:
    """Return the category of each phrase that names one, in the singular."""
    return {
        phrase: category
        for category, phrases in read_table(KINDS)["kind"].items()
        for phrase in phrases
    }


def category_of(words: str) -> str | None:
    """Return the category that words name, in singular or plural, else None."""
    phrase = category_phrase(words)
    return None if phrase is None else kind_phrases().get(phrase)


def find_phrases(keys: Sequence[str]) -> Iterator[tuple[str, str, int, int]]:
    """Yield (kind, value, start, end) for each phrase in a sequence of keys.

    For each kind, the longest phrase at a position wins and the next one starts after it. Phrases
    of different kinds may overlap.
    """
    next_free: dict[str, int] = {}
    index = all_phrases()
    for position, word in enumerate(keys):
        for length, meanings in index.get(word, ()):
            end = position + length
            for kind, value in meanings.get(tuple(keys[position:end]), ()):
                if next_free.get(kind, 0) <= position:
                    yield kind, value, position, end
                    next_free[kind] = end
