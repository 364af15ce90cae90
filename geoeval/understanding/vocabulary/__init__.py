"""The words that understanding knows, as data: every word list is a file beside this one."""

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
_forget: list[Callable[[], None]] = []


def read_table(name: str) -> Table:
    """Return the tables of a vocabulary file, or of ``KINDS``: phrases that name kinds of place."""
    table = _kinds_table() if name == KINDS else _load_file(name)
    for change in _changes:
        table = change(table)
    return table


def _load_file(name: str) -> Table:
    return tomllib.loads((resources.files(__name__) / name).read_text(encoding="utf-8"))


def _kinds_table() -> Table:
    found: dict[str, list[str] | str] = {category: [] for category in all_categories()}
    for phrase, category in category_words().items():
        found[category] = [*found[category], phrase]
    return {"kind": found}


def cache_vocabulary(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Keep what a function makes of the vocabulary until the vocabulary changes."""
    keeping = cache(function)
    _forget.append(keeping.cache_clear)
    return cast("Callable[_P, _T]", keeping)


@contextmanager
def change_vocabulary(change: Callable[[Table], Table]) -> Iterator[None]:
    """Understand by other words for a while, to measure what the words are worth."""
    _changes.append(change)
    _clear_caches()
    try:
        yield
    finally:
        _changes.remove(change)
        _clear_caches()


def _clear_caches() -> None:
    for forget in _forget:
        forget()


@cache_vocabulary
def word_list(name: str) -> frozenset[str]:
    """Return a list of words by its file and its name there."""
    file, _, heading = name.partition(".")
    return frozenset(str(read_table(f"{file}.toml")["words"][heading]).split())
