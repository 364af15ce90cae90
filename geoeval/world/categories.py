"""Kinds of places: maps words used by people and maps to one canonical singular name."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ENDINGS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("shes", "sh"),
    ("ches", "ch"),
    ("xes", "x"),
    ("s", ""),
)
_SEPARATOR = re.compile(r"\s*[,;/|]\s*")
_SINGULAR_ENDINGS = ("ss", "us", "is")
_MAX_SUBKINDS = 7  # people see a category with so few subcategories, such as lodging, as one kind


class _Categories(NamedTuple):
    """The canonical names of phrases, the wider categories, and the first words of phrases."""

    by_words: dict[str, str]
    wider: dict[str, tuple[str, ...]]
    openings: frozenset[str]


def category_of(words: str) -> str | None:
    """Return the canonical category named by a word or phrase, or None."""
    phrase = category_phrase(words)
    return None if phrase is None else _load_categories().by_words[phrase]


def category_phrase(words: str) -> str | None:
    """Return the phrase in ``category_words`` that the words match, or None."""
    return _find_known_form(words) if len(words) <= 60 else None


@lru_cache(maxsize=4096)
def may_name_category(word: str) -> bool:
    """Return whether a phrase that begins with a word may name a category."""
    openings = _load_categories().openings
    return _normalise_phrase(word) in openings or singular(word) in openings


@lru_cache(maxsize=4096)
def _find_known_form(words: str) -> str | None:
    phrases = _load_categories().by_words
    return next(
        (form for form in (_normalise_phrase(words), singular(words)) if form in phrases), None
    )


def is_kind_of(category: str, wider: str) -> bool:
    """Return whether a category equals another or is a subcategory of it."""
    narrow, wide = category_of(category), category_of(wider)
    if narrow is None or wide is None:
        return False
    return wide in kinds_of(narrow)


def stated_kinds(stated: str | None) -> tuple[str, ...]:
    """Return the kinds in a category as a source writes it: "cafe;ice_cream" names two."""
    parts = _SEPARATOR.split((stated or "").replace("_", " "))
    return tuple(dict.fromkeys(category_of(part) or singular(part) for part in parts if part))


def states_kind(stated: str | None, wanted: str) -> bool | None:
    """Return whether a stated category is of the kind wanted; None if it does not decide."""
    kinds = stated_kinds(stated)
    if any(is_kind_of(kind, wanted) or kind == singular(wanted) for kind in kinds):
        return True
    may_be = any(
        None in (category_of(kind), category_of(wanted))
        or are_akin(kind, wanted)
        or is_kind_of(wanted, kind)
        for kind in kinds
    )
    return False if kinds and not may_be else None


def are_akin(one: str, other: str) -> bool:
    """Return whether maps may confuse two categories: they share a word or a narrow parent."""
    category, other_category = category_of(one), category_of(other)
    if category is None or other_category is None:
        return False
    if not set(category.split()).isdisjoint(other_category.split()):
        return True
    wider = _load_categories().wider
    shared = {category, *wider[category]} & {other_category, *wider[other_category]}
    return any(sum(kind in each for each in wider.values()) <= _MAX_SUBKINDS for kind in shared)


def all_categories() -> tuple[str, ...]:
    """Return all canonical categories, sorted."""
    return tuple(sorted(_load_categories().wider))


def category_words() -> dict[str, str]:
    """Return every known phrase, in lower case and singular, with its canonical category."""
    return dict(_load_categories().by_words)


@cache
def kinds_of(category: str) -> frozenset[str]:
    """Return a canonical category together with all its wider categories."""
    categories = {category}
    for parent in _load_categories().wider[category]:
        categories |= kinds_of(parent)
    return frozenset(categories)


@cache
def _load_categories() -> _Categories:
    """Parse categories.json: category → {"words": synonyms, "kind_of": wider categories}."""
    text = files("geoeval.world").joinpath("categories.json").read_text(encoding="utf-8")
    by_words: dict[str, str] = {}
    wider: dict[str, tuple[str, ...]] = {}
    for category, entry in json.loads(text).items():
        wider[category] = tuple(entry.get("kind_of", ()))
        for words in (category, *entry.get("words", ())):
            by_words[_normalise_phrase(words)] = category
    return _Categories(by_words, wider, frozenset(phrase.split()[0] for phrase in by_words))


def _normalise_phrase(words: str) -> str:
    text = words.casefold().replace("é", "e").replace("’", "'")
    return " ".join(_WORD.findall(text))


def singular(words: str) -> str:
    """Return a category, known or not, in lower case and singular."""
    phrase = _normalise_phrase(words)
    head, of, tail = phrase.partition(" of ")
    if not of:
        head, of, tail = phrase.partition(" to ")
    before, space, last = head.rpartition(" ")
    if not last.endswith(_SINGULAR_ENDINGS):
        for ending, singular in _ENDINGS:
            if last.endswith(ending) and len(last) > len(ending) + 1:
                last = last.removesuffix(ending) + singular
                break
    return before + space + last + of + tail
