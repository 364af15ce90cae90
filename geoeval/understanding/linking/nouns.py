"""Finds the places of journeys that are named by what they are: "the zoo" of a town."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.text import key_words
from geoeval.understanding.lexicon import category_of
from geoeval.understanding.reading import Mention
from geoeval.understanding.text import Token, keys
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import World

_OWNING = frozenset({"my", "our", "their", "his", "her"})
_LISTING = frozenset(",:;->")
_LODGING = frozenset({"hotel", "hostel", "guest house", "motel", "resort", "apartment"})


def named_by_kind(
    world: World, words: Sequence[Token], places: Sequence[Mention], meant: set[int]
) -> list[Mention]:
    """Return the mentions of the one place travelled to that bears the word for its kind."""
    bearing: dict[str, set[str]] = {}
    for name in {end for leg in world.legs for end in (leg.origin, leg.destination)}:
        for key in {*keys(name), *key_words(name)}:
            bearing.setdefault(key, set()).add(name)
    taken = {index for mention in places for index in mention.span}
    found = []
    for index in range(1, len(words)):
        kind = category_of(words[index].key)
        named = bearing.get(words[index].key, set())
        if index in taken or kind is None or kind in _LODGING or len(named) != 1:
            continue
        if _is_pointed_at(words, index, meant) and not _is_continued(words, index, taken):
            found.append(Mention("place", next(iter(named)), index, index + 1))
    return found


def _is_pointed_at(words: Sequence[Token], index: int, meant: set[int]) -> bool:
    """Whether a noun is definite: behind "the", "our beloved", or a name in a list."""
    word, before = words[index], words[index - 1]
    if word.gap or before.sentence != word.sentence:
        ahead = words[index + 1].gap if index + 1 < len(words) else ""
        return (
            (word.text[0].isupper() or "(" in ahead)
            and before.sentence == word.sentence
            and not _LISTING.isdisjoint(word.gap)
        )
    if before.key in word_list("names.named_by_kind_pointing"):
        return True
    owned = index > 1 and words[index - 2].key in _OWNING and not before.gap
    return owned and index - 1 not in meant and category_of(before.key) is None


def _is_continued(words: Sequence[Token], index: int, taken: set[int]) -> bool:
    """Whether a noun only begins a longer name ("the museum shop", "the Cathedral Hotel")."""
    after = index + 1
    if after == len(words) or words[after].gap:
        return False
    word = words[after]
    return after in taken or word.text[0].isupper() or category_of(word.key) is not None
