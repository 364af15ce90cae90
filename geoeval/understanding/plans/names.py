"""Names as they are written in planning prompts, and where such prompts bring them in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from geoeval.understanding.plans.vocabulary import JOINTS, NARROWING, PRONOUNS

_WORD = re.compile(r"[^\W_][\w'.&-]*")
_PLACING = frozenset({"at", "in", "on", "from", "between", "during"})


@lru_cache(maxsize=64)
def any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern that finds whole names, the longest first; none if there are none.

    Examples
    --------
    >>> any_of(frozenset({"Pier", "Pier Park"})).findall("from Pier Park to Piermont")
    ['Pier Park']
    """
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    found = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)")


@lru_cache(maxsize=1024)
def is_name(text: str) -> bool:
    """Return whether a text is written as a name is: no word of a sentence, none that narrows.

    Examples
    --------
    >>> [is_name(text) for text in ("Rio de la Plata", "Dr. Lee", "must go Old Pier", "NOT Ada")]
    [True, True, False, False]
    """
    words = text.split()
    if not words or words[0].casefold() in PRONOUNS:
        return False
    inner = range(1, len(words) - 1)
    return all(
        _WORD.fullmatch(word) is not None
        and word.casefold() not in NARROWING
        and (not word[0].islower() or (i in inner and word in JOINTS))
        for i, word in enumerate(words)
    )


def names_in(
    sentences: Iterable[str], patterns: Iterable[re.Pattern[str]], known: Collection[str] = ()
) -> set[str]:
    """Return the names that stand where certain phrases have one.

    Examples
    --------
    >>> sorted(names_in(["Will Smith will be at Old Pier"], [re.compile("(?P<name>.+?) will ")]))
    ['Will Smith']
    """
    patterns = tuple(patterns)
    found = {
        match["name"]
        for sentence in sentences
        for pattern in patterns
        for match in pattern.finditer(sentence)
    }
    return {
        name
        for name in found
        if is_name(name)
        and name.split()[0].casefold() not in _PLACING
        and not any(f" {other} " in f" {name} " for other in known)
    }
