"""The places, roads and routes of a world in the words of a question."""

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
    """Return the word rows by which a name is known: whole, and without what trails it."""
    forms: dict[Row, None] = {}
    cut = _CUTS.search(name)
    texts = [name]
    if cut is not None:
        texts += [_BRACKETS.sub(" ", name), name[: cut.start()]]
    for text in texts:
        row = split_keys(text)
        for form in (row, row[1:] if row[:1] == ("the",) else row):
            if form:
                forms[form] = None
    return tuple(forms)


class NameIndex:
    """The names of one kind, found in a row of words: the longest first, ties left out.

    Only names all of whose words occur in the row are kept.
    """

    def __init__(self, kind: str, named: Iterable[tuple[str, Row]], words: Sequence[Token]) -> None:
        self.kind = kind
        self.forms: dict[Row, str | None] = {}
        word_keys = {word.key for word in words}
        for name, row in named:
            if not word_keys.issuperset(row):
                continue
            known = self.forms.setdefault(row, name)
            if known != name and split_keys(name) == row:
                self.forms[row] = name
            elif known != name and known is not None and split_keys(known) != row:
                self.forms[row] = None
        self.lengths: dict[str, list[int]] = {}
        for size, first in sorted({(len(row), row[0]) for row in self.forms}, reverse=True):
            self.lengths.setdefault(first, []).append(size)

    def find(self, words: Sequence[Token]) -> list[Mention]:
        """Return the mentions of these names; single everyday words do not count as one."""
        row = tuple(word.key for word in words)
        mentions = []
        position = 0
        while position < len(row):
            step = 1
            for size in self.lengths.get(row[position], ()):
                name = self.forms.get(row[position : position + size])
                if any(">" in word.gap for word in words[position + 1 : position + size]):
                    continue
                if (
                    position + size > len(row)
                    or name is None
                    or (size == 1 and is_everyday(words[position]))
                ):
                    continue
                mentions.append(Mention(self.kind, name, position, position + size))
                step = size
                break
            position += step
        return mentions


def is_everyday(word: Token) -> bool:
    """Whether a single word means no name of its own: a common word or a kind of place."""
    return word.key in neutral_words() or category_of(word.key) is not None


def known_names(world: World, words: Sequence[Token]) -> list[Mention]:
    """Return the places, roads and routes that a question names by a known form."""
    places = NameIndex(
        "place", ((n, form) for n in world.atlas.names for form in short_forms(n)), words
    )
    along = dict.fromkeys(
        road for route in world.routes for step in route.steps for road in step.roads
    )
    parts = ((road, part) for road in along for part in (road, *road.split("/")))
    roads = NameIndex(
        "road", ((road, split_keys(part)) for road, part in parts if split_keys(part)), words
    )
    whole = {split_keys(road) for road in along}
    ways = ((r.name, form) for r in world.routes for form in _route_forms(r.name, whole))
    routes = NameIndex("route", ways, words)
    passed = dict.fromkeys(
        name for route in world.routes for step in route.steps for name in landmark_names(step)
    )
    forms = ((name, form) for name in passed for form in short_forms(name))
    sights = NameIndex("passed", forms, words)
    return [*places.find(words), *routes.find(words), *roads.find(words), *sights.find(words)]


def _route_forms(name: str, taken: set[Row]) -> Iterator[Row]:
    """Yield how a route is called: by its whole name, or by the end of one of its roads' names.

    What is the whole name of another road means that one.
    """
    if name:
        yield split_keys(name)
    for part in re.split(r" and |/", name):
        row = split_keys(part)
        yield from (row[n:] for n in range(1, len(row) - 1) if row[n:] not in taken)


def main_names(world: World) -> tuple[str, ...]:
    """Return the names that the world is about: its places, anchors and ends of journeys.

    Entries of its lists are left out: they are candidates, not where somebody is.
    """
    return tuple(
        dict.fromkeys(
            (
                *(place.name for place in world.places),
                *(found.anchor for found in world.lists if found.anchor),
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
    """Return the mentions of the one place travelled to that bears the word for its kind."""
    bearing: dict[str, set[str]] = {}
    for name in {end for leg in world.legs for end in (leg.origin, leg.destination)}:
        for key in {*split_keys(name), *key_words(name)}:
            bearing.setdefault(key, set()).add(name)
    taken = {index for mention in places for index in mention.span}
    found = []
    for index in range(1, len(words)):
        kind = category_of(words[index].key)
        named = bearing.get(words[index].key, set())
        if index in taken or kind is None or kind in _LODGING or len(named) != 1:
            continue
        if _is_definite(words, index, meaningful) and not _is_continued(words, index, taken):
            found.append(Mention("place", next(iter(named)), index, index + 1))
    return found


def _is_definite(words: Sequence[Token], index: int, meaningful: set[int]) -> bool:
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
    return owned and index - 1 not in meaningful and category_of(before.key) is None


def _is_continued(words: Sequence[Token], index: int, taken: set[int]) -> bool:
    """Whether a noun only begins a longer name ("the museum shop", "the Cathedral Hotel")."""
    after = index + 1
    if after == len(words) or words[after].gap:
        return False
    word = words[after]
    return after in taken or word.text[0].isupper() or category_of(word.key) is not None
