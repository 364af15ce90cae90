"""The words that understanding knows, as data: every word list is a file beside this one."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

Table = dict[str, dict[str, list[str] | str]]


def read(name: str) -> Table:
    """Return the tables of a vocabulary file."""
    text = (resources.files(__name__) / name).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def word_list(name: str) -> frozenset[str]:
    """Return a list of words by its file and its name there.

    Examples
    --------
    >>> "going" in word_list("journeys.going")
    True
    """
    file, _, heading = name.partition(".")
    return frozenset(str(read(f"{file}.toml")["words"][heading]).split())
