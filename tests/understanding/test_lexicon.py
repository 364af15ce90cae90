"""The vocabulary: its pattern grammar, its files, and the search for phrases."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources

import pytest

from geoeval.understanding.vocabulary.lexicon import (
    all_phrases,
    expand_pattern,
    find_phrases,
    grammar_words,
    neutral_words,
)

FOLDER = resources.files("geoeval.understanding") / "vocabulary"
TWO_SENSES = {
    ("ask", "what is the time"),
    ("topic", "order is"),
    ("superlative", "soonest"),
    ("superlative", "as soon as possible"),
    ("relation", "into"),
    ("relation", "until"),
    ("relation", "on"),
    ("relation", "following"),
}
"""Phrases with two values of a kind: the first in the file counts."""


WORD_LISTS = {"neutral.toml", "ordinary.toml"}
"""Files of plain words, without patterns."""


def entries() -> Iterator[tuple[str, str, str, str]]:
    """Yield file, kind, value and pattern of every entry of the vocabulary."""
    for file in sorted(FOLDER.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".toml") or file.name in WORD_LISTS:
            continue
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        tables.pop("words", None)
        for kind, values in tables.items():
            for value, patterns in values.items():
                for pattern in patterns:
                    yield file.name, kind, value, pattern


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("by car", ["by car"]),
        ("by|in car", ["by car", "in car"]),
        ("in a? car", ["in a car", "in car"]),
        ("left|right? turn", ["left turn", "right turn", "turn"]),
        ("place~", ["place", "places"]),
        ("set_off|leave", ["set off", "leave"]),
        ("a? b?", ["a b", "a", "b"]),
        ("straight-line", ["straight line"]),
        ("a.m", ["a.m"]),
        ("+", ["+"]),
    ],
)
def test_patterns_expand_as_the_grammar_says(pattern: str, expected: list[str]) -> None:
    """Alternatives, optional words, plurals and joined words."""
    assert [" ".join(phrase) for phrase in expand_pattern(pattern)] == expected


def test_every_pattern_expands_to_a_phrase() -> None:
    assert [entry for entry in entries() if not all([*expand_pattern(entry[3])] or [()])] == []


def test_every_pattern_is_in_the_index() -> None:
    index = all_phrases()
    missing = [
        (name, kind, pattern)
        for name, kind, _, pattern in entries()
        for phrase in expand_pattern(pattern)
        if not any(
            kind in dict(meanings.get(phrase, ())) for _, meanings in index.get(phrase[0], ())
        )
    ]
    assert missing == []


def test_no_phrase_has_two_values_of_a_kind() -> None:
    """The few exceptions are listed above."""
    values = defaultdict(set)
    for _, kind, value, pattern in entries():
        for phrase in expand_pattern(pattern):
            values[kind, " ".join(phrase)].add(value)
    conflicts = {key for key, meanings in values.items() if len(meanings) > 1}
    assert conflicts <= TWO_SENSES, sorted(conflicts - TWO_SENSES)


def test_the_longest_phrase_of_a_kind_counts() -> None:
    """The search continues after it."""
    row = "turn left then turn".split()
    found = [
        (value, start, end) for kind, value, start, end in find_phrases(row) if kind == "manoeuvre"
    ]
    assert found == [("left_turn", 0, 2), ("turn", 3, 4)]


def test_phrases_of_different_kinds_may_overlap() -> None:
    kinds = {kind for kind, *_ in find_phrases(["nearest"])} | {
        kind for kind, *_ in find_phrases(["by", "bus"])
    }
    assert {"superlative", "mode", "relation"} <= kinds


def test_grammar_words_are_neutral() -> None:
    """Nouns of places and words that narrow an answer are not."""
    assert grammar_words() < neutral_words()
    assert {"the", "please", "thank"} <= neutral_words()
    assert {"scenic", "nearest", "restaurant", "monday"}.isdisjoint(neutral_words())
