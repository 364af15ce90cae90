"""Finds the kinds of place that a question names, and descriptions of places beside their names."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.understanding.lexicon import category_of
from geoeval.understanding.reading import Mention
from geoeval.understanding.text import Token
from geoeval.understanding.vocabulary import word_list
from geoeval.world.categories import may_name_category

_LONGEST_CATEGORY = 4
_LONGEST_DESCRIPTION = 5
_DEFINITE = frozenset({"the", "my", "our", "its"})


def categories(words: Sequence[Token], taken: set[int]) -> list[Mention]:
    """Return the kinds of place that are named, the longest first, outside of names."""
    mentions = []
    position = 0
    while position < len(words):
        step = 1
        ahead = range(position, min(position + _LONGEST_CATEGORY, len(words)))
        free = next((i for i in ahead if i in taken), ahead.stop) - position
        for size in range(free if may_name_category(words[position].key) else 0, 0, -1):
            category = category_of(" ".join(w.key for w in words[position : position + size]))
            if category is not None:
                mentions.append(Mention("category", category, position, position + size))
                step = size
                break
        position += step
    return mentions


def is_verb(kind: Mention, words: Sequence[Token]) -> bool:
    """Whether a word spelt like a kind of place says what one does ("I like to shop early")."""
    if kind.end - kind.start > 1 or kind.start == 0:
        return False
    before = [word.key for word in words[max(0, kind.start - 2) : kind.start]]
    return before[-1] in word_list("names.subjects") or (
        before[-1] == "to" and before[0] in word_list("names.wishing")
    )


def is_common_noun(kind: Mention, words: Sequence[Token]) -> bool:
    """Whether a kind of place is written as one though it begins in capitals ("Thai temples")."""
    return kind.end - kind.start > 1 and words[kind.end - 1].text.islower()


def with_descriptions(words: Sequence[Token], places: Sequence[Mention]) -> list[Mention]:
    """Return mentions of places that take in what they are said to be: "the old mill (Mühle)".

    The description is a noun with an article, in plain words; the name follows it in brackets.
    """
    grown = []
    for mention in places:
        start = mention.start
        if mention.kind == "place" and "(" in words[start].gap:
            start = _description(words, mention.start)
        grown.append(mention._replace(start=start))
    inner = {i for g, m in zip(grown, places, strict=True) for i in range(g.start, m.start)}
    return [g for g, m in zip(grown, places, strict=True) if m.start not in inner]


def _description(words: Sequence[Token], end: int) -> int:
    """Return where the noun that ends before a word begins, behind its article."""
    for start in range(end - 1, max(0, end - 1 - _LONGEST_DESCRIPTION), -1):
        if words[start].gap or not words[start].text[0].islower():
            return (
                end if words[start].gap or words[start - 1].key != "of" else _of(words, start, end)
            )
        if words[start - 1].key in _DEFINITE and words[start - 1].sentence == words[end].sentence:
            return start
    return end


def _of(words: Sequence[Token], town: int, end: int) -> int:
    """Return the beginning of "garden of Springfield", whose last word is a name."""
    begun = _description(words, town - 1)
    return end if begun == town - 1 else begun
