"""The vocabulary as data: phrases of the files in ``vocabulary/``, found in a row of tokens."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import product

from geoeval.understanding.text import key_of, keys

Phrase = tuple[str, ...]
Trie = dict[str, list[tuple[Phrase, str]]]


def expand(pattern: str) -> Iterator[Phrase]:
    """Yield the phrases that a vocabulary pattern stands for.

    A slot ``a|b`` is either word, ``a?`` may be left out, ``a|b?`` is either word or none;
    ``a~`` is the word or its plural in s.

    Examples
    --------
    >>> list(expand("by|in a? car"))
    [('by', 'a', 'car'), ('by', 'car'), ('in', 'a', 'car'), ('in', 'car')]
    """
    slots: list[list[Phrase]] = []
    for slot in pattern.split():
        optional = slot.endswith("?")
        words = [
            _keys(form)
            for word in slot.removesuffix("?").split("|")
            for form in ((word[:-1], word[:-1] + "s") if word.endswith("~") else (word,))
        ]
        slots.append([*words, ()] if optional else [*words])
    for choice in product(*slots):
        phrase = tuple(word for words in choice for word in words)
        if phrase:
            yield phrase


@cache
def _keys(word: str) -> Phrase:
    return (key_of(word),) if word.isalpha() else keys(word) or (word,)


def _read(name: str) -> dict[str, dict[str, list[str] | str]]:
    file = resources.files("geoeval.understanding") / "vocabulary" / name
    return tomllib.loads(file.read_text(encoding="utf-8"))


_FILES = (
    "asks.toml", "superlatives.toml", "relations.toml", "travel.toml", "places.toml",
    "routes.toml", "lacking.toml",
)  # fmt: skip


@cache
def tries() -> dict[str, Trie]:
    """Return, for each kind of vocabulary, its phrases by their first word, longest first."""
    built: dict[str, Trie] = {}
    for name in _FILES:
        for kind, values in _read(name).items():
            trie = built.setdefault(kind, {})
            for value, patterns in values.items():
                for pattern in patterns:
                    for phrase in expand(pattern):
                        trie.setdefault(phrase[0], []).append((phrase, value))
    for trie in built.values():
        for entries in trie.values():
            entries.sort(key=lambda entry: -len(entry[0]))
    return built


@cache
def neutral_words() -> frozenset[str]:
    """Return the words that never narrow an answer."""
    words: set[str] = set()
    for text in _read("neutral.toml")["neutral"].values():
        words.update(key for word in str(text).split() for key in keys(word))
    return frozenset(words)


def find(trie: Trie, row: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, value) of the phrases of one kind in a row of keys, longest first."""
    position = 0
    while position < len(row):
        step = 1
        for phrase, value in trie.get(row[position], ()):
            if tuple(row[position : position + len(phrase)]) == phrase:
                yield position, position + len(phrase), value
                step = len(phrase)
                break
        position += step
