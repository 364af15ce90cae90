"""The vocabulary of the understanding package; every word list is a data file in this directory."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import ParamSpec, TypeVar, cast

from geoeval.world.categories import all_categories, category_words

KINDS = "kinds of place"
Table = dict[str, dict[str, list[str] | str]]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_changes: list[Callable[[Table], Table]] = []
_cache_clearers: list[Callable[[], None]] = []


def read_table(name: str) -> Table:
    """Return the tables of a vocabulary file; for ``KINDS``, the phrases that name categories."""
    table = _kinds_table() if name == KINDS else _load_file(name)
    for change in _changes:
        table = change(table)
    return table


def _load_file(name: str) -> Table:
    return tomllib.loads((resources.files(__name__) / name).read_text(encoding="utf-8"))


def _kinds_table() -> Table:
    phrases: dict[str, list[str] | str] = {category: [] for category in all_categories()}
    for phrase, category in category_words().items():
        phrases[category] = [*phrases[category], phrase]
    return {"kind": phrases}


def cache_vocabulary(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Cache the results of a function until the vocabulary changes."""
    cached = cache(function)
    _cache_clearers.append(cached.cache_clear)
    return cast("Callable[_P, _T]", cached)


@contextmanager
def change_vocabulary(change: Callable[[Table], Table]) -> Iterator[None]:
    """Apply a change to the vocabulary temporarily, to measure what its words contribute."""
    _changes.append(change)
    _clear_caches()
    try:
        yield
    finally:
        _changes.remove(change)
        _clear_caches()


def _clear_caches() -> None:
    for clear in _cache_clearers:
        clear()


@cache_vocabulary
def word_list(name: str) -> frozenset[str]:
    """Return the word list ``name``, given as ``file.heading``."""
    file, _, heading = name.partition(".")
    return frozenset(str(read_table(f"{file}.toml")["words"][heading]).split())
