"""Finds the places, roads and routes of a world in the words of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from geoeval.query.routes.instructions import landmark_names
from geoeval.text import key_words
from geoeval.understanding.reading import Mention
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import category_of, neutral_words
from geoeval.understanding.vocabulary.text import Token, split_keys
from geoeval.world.model import World

_CUTS = re.compile(r"\s[-–—~]\s|\s?\|\s?|,|\(|/")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

Row = tuple[str, ...]


@lru_cache(maxsize=8192)
def short_forms(name: str) -> tuple[Row, ...]:
    """Return the full and shortened forms of a name, as tuples of keys."""
    forms: dict[Row, None] = {}
    cut = _CUTS.search(name)
    texts = [name]
    if cut is not None:
        texts += [_BRACKETS.sub(" ", name), name[: cut.start()]]
    for text in texts:
        keys = split_keys(text)
        for form in (keys, keys[1:] if keys[:1] == ("the",) else keys):
            if form:
                forms[form] = None
    return tuple(forms)


class NameIndex:
    """Finds the names of one kind in a sequence of words, longest first, without ambiguous ones.

    Only names whose words all occur in the sequence are indexed. Of several that differ only in
    case or punctuation, the one that is written in the text is found.
    """

    def __init__(self, kind: str, forms: Iterable[tuple[str, Row]], words: Sequence[Token]) -> None:
        self.kind = kind
        self.forms: dict[Row, str | None] = {}
        word_keys = {word.key for word in words}
        text = "".join(f"{word.gap or ' '}{word.text}" for word in words)
        for name, row in forms:
            if not word_keys.issuperset(row):
                continue
            other = self.forms.setdefault(row, name)
            if other != name and split_keys(name) == row:
                self.forms[row] = other if other is not None and other in text else name
            elif other != name and other is not None and split_keys(other) != row:
                self.forms[row] = None
        self.lengths: dict[str, list[int]] = {}
        for size, first in sorted({(len(row), row[0]) for row in self.forms}, reverse=True):
            self.lengths.setdefault(first, []).append(size)

    def find(self, words: Sequence[Token]) -> list[Mention]:
        """Return the mentions of the indexed names.

        A single everyday word is a mention only if it is written as a name.
        """
        keys = tuple(word.key for word in words)
        mentions = []
        position = 0
        while position < len(keys):
            step = 1
            for size in self.lengths.get(keys[position], ()):
                name = self.forms.get(keys[position : position + size])
                if any(">" in word.gap for word in words[position + 1 : position + size]):
                    continue
                if (
                    position + size > len(keys)
                    or name is None
                    or (
                        size == 1
                        and is_everyday(words[position])
                        and not is_written_as_name(name, words, position)
                    )
                ):
                    continue
                mentions.append(Mention(self.kind, name, position, position + size))
                step = size
                break
            position += step
        return mentions


def is_everyday(word: Token) -> bool:
    """Whether a word alone is not a name: a common word or a category."""
    return word.key in neutral_words() or category_of(word.key) is not None


def is_written_as_name(name: str, words: Sequence[Token], position: int) -> bool:
    """Whether a word is spelt as a whole name, with a capital after a word in lower case."""
    word, before = words[position], words[max(0, position - 1)]
    return (
        word.text == name
        and name[0].isupper()
        and before.sentence == word.sentence
        and before.text[0].islower()
    )


def known_names(world: World, words: Sequence[Token]) -> list[Mention]:
    """Return the mentions of places, routes, roads and landmarks in a known form."""
    names = (*world.atlas.names, *world.atlas.river_names)
    places = NameIndex("place", ((n, form) for n in names for form in short_forms(n)), words)
    road_names = dict.fromkeys(
        road for route in world.routes for step in route.steps for road in step.roads
    )
    road_parts = ((road, part) for road in road_names for part in (road, *road.split("/")))
    roads = NameIndex(
        "road", ((road, split_keys(part)) for road, part in road_parts if split_keys(part)), words
    )
    full_names = {split_keys(road) for road in road_names}
    forms = ((r.name, form) for r in world.routes for form in _route_forms(r.name, full_names))
    routes = NameIndex("route", forms, words)
    landmarks = dict.fromkeys(
        name for route in world.routes for step in route.steps for name in landmark_names(step)
    )
    landmark_forms = ((name, form) for name in landmarks for form in short_forms(name))
    sights = NameIndex("passed", landmark_forms, words)
    return [*places.find(words), *routes.find(words), *roads.find(words), *sights.find(words)]


def _route_forms(name: str, road_names: set[Row]) -> Iterator[Row]:
    """Yield the forms of a route name: the full name, and the ends of the names of its roads.

    A form that is the full name of a road is left out.
    """
    if name:
        yield split_keys(name)
    for part in re.split(r" and |/", name):
        keys = split_keys(part)
        yield from (keys[n:] for n in range(1, len(keys) - 1) if keys[n:] not in road_names)


def main_names(world: World) -> tuple[str, ...]:
    """Return the main names of a world: places, anchors of lists, ends of legs and routes.

    Entries of lists are left out: they are candidates, not places where the asker is.
    """
    return tuple(
        dict.fromkeys(
            (
                *(place.name for place in world.places),
                *(nearby.anchor for nearby in world.lists if nearby.anchor),
                *(end for leg in world.legs for end in (leg.origin, leg.destination)),
                *(end for route in world.routes for end in (route.origin, route.destination)),
            )
        )
    )


_OWNING = frozenset({"my", "our", "their", "his", "her"})
_LISTING = frozenset(",:;->")
_LODGING = frozenset({"hotel", "hostel", "guest house", "motel", "resort", "apartment"})


def named_by_kind(
    world: World, words: Sequence[Token], places: Sequence[Mention], meaningful: set[int]
) -> list[Mention]:
    """Return mentions such as "the museum" for the only leg endpoint with that word."""
    endpoints_by_word: dict[str, set[str]] = {}
    for name in {end for leg in world.legs for end in (leg.origin, leg.destination)}:
        for key in {*split_keys(name), *key_words(name)}:
            endpoints_by_word.setdefault(key, set()).add(name)
    taken = {index for mention in places for index in mention.span}
    found = []
    for index in range(1, len(words)):
        kind = category_of(words[index].key)
        endpoints = endpoints_by_word.get(words[index].key, set())
        if index in taken or kind is None or kind in _LODGING or len(endpoints) != 1:
            continue
        if _is_definite(words, index, meaningful) and not _is_continued(words, index, taken):
            found.append(Mention("place", next(iter(endpoints)), index, index + 1))
    return found


def _is_definite(words: Sequence[Token], index: int, meaningful: set[int]) -> bool:
    """Whether a noun is definite: after "the" or "our beloved", or a name in a list."""
    word, before = words[index], words[index - 1]
    if word.gap or before.sentence != word.sentence:
        next_gap = words[index + 1].gap if index + 1 < len(words) else ""
        return (
            (word.text[0].isupper() or "(" in next_gap)
            and before.sentence == word.sentence
            and not _LISTING.isdisjoint(word.gap)
        )
    if before.key in word_list("names.named_by_kind_pointing"):
        return True
    is_owned = index > 1 and words[index - 2].key in _OWNING and not before.gap
    return is_owned and index - 1 not in meaningful and category_of(before.key) is None


def _is_continued(words: Sequence[Token], index: int, taken: set[int]) -> bool:
    """Whether a noun only starts a longer name ("the museum shop", "the Cathedral Hotel")."""
    after = index + 1
    if after == len(words) or words[after].gap:
        return False
    next_word = words[after]
    return after in taken or next_word.text[0].isupper() or category_of(next_word.key) is not None
