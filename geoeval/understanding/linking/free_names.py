"""Finds names that do not match a name of the world word for word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.text import key_words
from geoeval.understanding.kinds import is_town
from geoeval.understanding.linking.forms import is_everyday, main_names
from geoeval.understanding.linking.overlap import Link, overlap_of
from geoeval.understanding.reading import Mention, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import category_of, grammar_words, neutral_words
from geoeval.understanding.vocabulary.spelling import known_words
from geoeval.understanding.vocabulary.text import Token, split_keys
from geoeval.world.merging import is_region
from geoeval.world.model import Place, World
from geoeval.world.names import NameIndex

_NAME_END_MARKS = frozenset(',.?!;:()">')
_MAX_NAME_WORDS = 12


def ends_name(words: Sequence[Token], index: int) -> bool:
    """Whether punctuation before a word ends a name; the dot of an abbreviation does not."""
    gap = words[index].gap
    if gap == "." and words[index - 1].sentence == words[index].sentence:
        return False
    return not _NAME_END_MARKS.isdisjoint(gap)


def _capital_runs(words: Sequence[Token], excluded: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the [start, end) of each run of words that is capitalised like a name."""
    start = 0
    while start < len(words):
        if not words[start].is_capital or start in excluded:
            start += 1
            continue
        end = start + 1
        while end < len(words) and not ends_name(words, end):
            next_name = end
            while (
                next_name < len(words)
                and words[next_name].key in word_list("names.connecting")
                and not ends_name(words, next_name)
            ):
                next_name += 1
            if next_name >= len(words) or not words[next_name].is_capital or next_name in excluded:
                break
            if next_name > end and ends_name(words, next_name):
                break
            end = next_name + 1
        yield start, end
        start = end


def _only_connects(word: Token) -> bool:
    """Whether a word only connects the words of a name, unlike "Al" in "Al Khor"."""
    return word.key in word_list("names.connecting") and word.text.islower()


def _unusual_runs(words: Sequence[Token], excluded: set[int]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(words):
        end = start
        while (
            end < len(words)
            and (end not in excluded or category_of(words[end].key) is not None)
            and words[end].key not in neutral_words()
            and not (end > start and set(words[end].gap) & _NAME_END_MARKS)
        ):
            end += 1
        if end > start:
            yield start, end
        start = max(end, start + 1)


def _trim_run(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    """Return the run without everyday words at its ends ("Visit", "Which", "I")."""
    while start < end and (_is_capital_by_position(words, start) or _only_connects(words[start])):
        start += 1
    while start < end and (
        _only_connects(words[end - 1])
        or (words[end - 1].key == "i" and not _is_initial(words, end - 1))
    ):
        end -= 1
    return start, end


def _is_capital_by_position(words: Sequence[Token], index: int) -> bool:
    """Whether an everyday word is capitalised by its position, unlike "New" in "New Haven"."""
    word = words[index]
    starts_sentence = index == 0 or words[index - 1].sentence != word.sentence
    if _is_initial(words, index):
        return False
    if word.key in grammar_words():
        return True
    return word.key in neutral_words() and (starts_sentence or not word.is_capital)


def _is_initial(words: Sequence[Token], index: int) -> bool:
    """Whether a letter abbreviates a word of a name ("S. Mary")."""
    next_gap = words[index + 1].gap if index + 1 < len(words) else ""
    return len(words[index].text) == 1 and words[index].is_capital and next_gap.startswith(".")


class FreeNames:
    """Finds names that match no name of the world word for word.

    Each is resolved against the main names of the world, then against all names, as a whole and in
    parts. A name that matches nothing becomes an "unknown" mention with its words as written.
    """

    def __init__(self, world: World, text: str, words: Sequence[Token]) -> None:
        self.world = world
        self.text = text
        self.words = words
        self.main = main_names(world)
        self._index = NameIndex(self.main)
        self.overlap = overlap_of(world.atlas)
        self.cased = any(word.is_capital for word in words if not word.text[0].isdigit())

    def find(
        self, places: Sequence[Mention], roads: Sequence[Mention], excluded: set[int]
    ) -> list[Mention]:
        """Return the free names outside ``places`` and the words of ``excluded``.

        A name that overlaps a road counts only if it is exactly a main name and contains the road.
        """
        place_words = {index for mention in places for index in mention.span}
        road_words = {index for mention in roads for index in mention.span}
        mentions: list[Mention] = []
        runs = _capital_runs if self.cased else _unusual_runs
        for run in runs(self.words, excluded - place_words):
            for start, end in self._free_pieces(*run, place_words):
                mentions.extend(self._read_run(start, end))
        return [
            m
            for m in mentions
            if road_words.isdisjoint(m.span)
            or (
                not m.doubt
                and m.value in self.main
                and any(set(road.span) <= set(m.span) for road in roads)
            )
        ]

    def _free_pieces(self, start: int, end: int, taken: set[int]) -> Iterator[tuple[int, int]]:
        piece = start
        for index in range(start, end + 1):
            if index == end or index in taken:
                first, last = _trim_run(self.words, piece, index)
                if first < last:
                    yield first, last
                piece = index + 1

    def _read_run(self, start: int, end: int) -> Iterator[Mention]:
        """Yield the longest part of a run that resolves, and the mentions of the rest."""
        if self.resolve(start, end) is None:
            link = self._link_run(start, end)
            if link is not None:
                yield link_mention(link, start, end)
                return
        for size in range(min(end - start, _MAX_NAME_WORDS), 0, -1):
            for first in range(start, end - size + 1):
                name = self.resolve(first, first + size)
                if name is None or self._continues_otherwise(name, first + size, end):
                    continue
                exact = split_keys(name) == tuple(
                    word.key for word in self.words[first : first + size]
                )
                doubt = 0.0 if exact else _LINK_DOUBT
                reason = "" if exact else "another form"
                yield Mention("place", name, first, first + size, 0.0, doubt, reason)
                for rest in ((start, first), (first + size, end)):
                    rest_start, rest_end = _trim_run(self.words, *rest)
                    if rest_start < rest_end:
                        yield from self._read_run(rest_start, rest_end)
                return
        if end - start > 1 or not (is_everyday(self.words[start]) or self._only_opens(start)):
            yield Mention("unknown", self.written(start, end), start, end)

    def _continues_otherwise(self, name: str, index: int, end: int) -> bool:
        """Whether a run goes on with another kind than the name: "East Pharmacy", East Bakery."""
        kinds = {key for key in split_keys(name) if category_of(key) is not None}
        after = self.words[index].key if index < end else ""
        return bool(kinds) and after not in kinds and category_of(after) is not None

    def _only_opens(self, index: int) -> bool:
        """Whether a word is capitalised only as the first of its sentence."""
        words = self.words
        opens = index == 0 or words[index - 1].sentence != words[index].sentence
        next_word = words[index + 1] if index + 1 < len(words) else None
        is_lower_next = next_word is not None and not next_word.gap and next_word.text.islower()
        return opens and is_lower_next and words[index].text.isalpha()

    def written(self, start: int, end: int) -> str:
        """Return the text of a run as written."""
        return self.text[self.words[start].start : self.words[end - 1].end]

    def resolve(self, start: int, end: int) -> str | None:
        """Return the only name of the world that a run of words resolves to, else None."""
        if _only_connects(self.words[start]) or _only_connects(self.words[end - 1]):
            return None
        if end - start == 1 and is_everyday(self.words[start]):
            return None
        return self._resolve_text(self.written(start, end))

    def _link_run(self, start: int, end: int) -> Link | None:
        words = self.words[start:end]
        expanded = self.overlap.expand_abbreviations(words)
        name = self._resolve_text(expanded) if expanded else None
        if name is not None:
            return Link(name, _LINK_DOUBT, "abbreviations")
        return self.overlap.link(words)

    def _resolve_text(self, written: str) -> str | None:
        match = self._index.match(written)
        if match.index is not None and self._is_more_than_town(self.main[match.index], written):
            return self.main[match.index]
        found = self.world.atlas.resolve(written)
        if not isinstance(found, Place) or (not is_region(found) and is_town(self.world, written)):
            return None
        return found.name

    def _is_more_than_town(self, name: str, written: str) -> bool:
        """Whether words are more than the town of a name ("Springfield Abbey")."""
        return split_keys(name) == split_keys(written) or not is_town(self.world, written)


def link_mention(link: Link, start: int, end: int) -> Mention:
    """Return the mention of a name that is linked, not matched exactly."""
    return Mention("place", link.name, start, end, 0.0, max(link.doubt, _LINK_DOUBT), link.reason)


def join_names(free: FreeNames, names: Sequence[Mention]) -> list[Mention]:
    """Join an unknown mention with a neighbouring one if together they are one name.

    "Twr of Alba" is the Tower of Alba, even if Alba is a place of this world too.
    """
    joined: list[Mention] = []
    for mention in sorted(names, key=lambda m: m.start):
        previous = joined[-1] if joined else None
        both = (previous, mention)
        if previous is not None and _may_be_one_name(free, previous, mention):
            known = {m.value for m in both if m is not None and m.kind == "place"}
            link = free.overlap.link(free.words[previous.start : mention.end], whole=True)
            if link is not None and all(
                free.overlap.words_of(link.name) >= free.overlap.words_of(name) for name in known
            ):
                joined[-1] = link_mention(link, previous.start, mention.end)
                continue
        joined.append(mention)
    return joined


_LINK_DOUBT = 0.1
_MAX_WORDS_BETWEEN = 2


def _may_be_one_name(free: FreeNames, first: Mention, second: Mention) -> bool:
    """Whether only function words separate two names, one of them unknown."""
    between = range(first.end, second.start + 1)
    return (
        "unknown" in {first.kind, second.kind}
        and 0 < len(between) <= _MAX_WORDS_BETWEEN + 1
        and not any(ends_name(free.words, index) for index in between)
        and all(free.words[index].key in word_list("names.joining") for index in between[:-1])
    )


def in_plain_words(
    free: FreeNames, names: Sequence[Mention], roads: Sequence[Mention], excluded: set[int]
) -> list[Mention]:
    """Return the mentions, adding names written in lower case ("peace park")."""
    taken = covered_words(m for m in (*names, *roads) if m.kind != "unknown")
    found = []
    start = 0
    while start < len(free.words):
        end = start
        while (
            end < len(free.words)
            and end not in taken
            and not (end > start and ends_name(free.words, end))
            and _is_name_word(free, end, excluded)
        ):
            end += 1
        for first, last in _sub_runs(start, end):
            link = _link_plain_words(free, first, last)
            if link is not None:
                found.append(link_mention(link, first, last))
                end = last
                break
        start = max(end, start + 1)
    inner = {index for mention in found for index in mention.span}
    return [*found, *(m for m in names if inner.isdisjoint(m.span))]


def _sub_runs(start: int, end: int) -> Iterator[tuple[int, int]]:
    for size in range(min(end - start, _MAX_NAME_WORDS), 0, -1):
        for first in range(start, end - size + 1):
            yield first, first + size


def _is_name_word(free: FreeNames, index: int, excluded: set[int]) -> bool:
    word = free.words[index]
    if word.key in word_list("names.connecting"):
        return True
    name_keys = key_words(word.key)
    return word.is_capital or (
        (index not in excluded or category_of(word.key) is not None)
        and free.overlap.words.issuperset(name_keys)
    )


def _link_plain_words(free: FreeNames, first: int, last: int) -> Link | None:
    words = free.words[first:last]
    before = free.words[first - 1].key if first else ""
    if _only_connects(words[0]) or _only_connects(words[-1]) or all(w.is_capital for w in words):
        return None
    distinctive = [word for word in words if free.overlap.is_distinctive(word.key)]
    rare = [word for word in distinctive if word.key not in known_words()]
    is_definite = before in word_list("names.pointing") and len(words) > 1
    words_before = {word.key for word in free.words[max(0, first - 2) : first]}
    if words_before & word_list("names.indefinite") or (len(words) == 1 and before == "in"):
        return None
    if not (rare or len(distinctive) > 1 or (is_definite and distinctive)):
        return None
    name = free.resolve(first, last)
    if name is not None and free.overlap.words_of(name).issuperset(free.overlap.keys_of(words)):
        return Link(name, _LINK_DOUBT, "plain words")
    return free.overlap.link(words, whole=True)


def extend_names(
    free: FreeNames, places: Sequence[Mention], others: Sequence[Mention]
) -> list[Mention]:
    """Return place mentions extended over the capitalised words that follow them.

    "Rajpur University" is not the town "Rajpur": the mention becomes unknown if the world does not
    have the longer name. Words for the kind of place join the mention, except after a town or
    region, where they name a different place.
    """
    words = free.words
    taken = {index for mention in (*places, *others) for index in mention.span}
    extended = []
    for mention in places:
        start, end = mention.start, mention.end
        while end < len(words) and _continues_name(words, end) and end not in taken:
            end += 1
        if end == mention.end:
            extended.append(mention)
            continue
        name = free.resolve(start, end)
        if name in {None, mention.value} and all(map(is_everyday, words[mention.end : end])):
            name = None if _is_region(free.world, mention.value) else mention.value
        if name is not None:
            extended.append(Mention("place", name, start, end))
        else:
            extended.append(Mention("unknown", free.written(start, end), start, end))
    return extended


def _continues_name(words: Sequence[Token], index: int) -> bool:
    word = words[index]
    return (
        not word.gap
        and word.text[0].isupper()
        and (word.key not in neutral_words() or category_of(word.key) is not None)
    )


def _is_region(world: World, name: str) -> bool:
    found = world.atlas.resolve(name)
    return isinstance(found, Place) and is_region(found)


_TOWN_PARTS = frozenset({"center", "old", "downtown"})


def find_described(words: Sequence[Token], places: Sequence[Mention]) -> list[Mention]:
    """Return mentions of named places by a single word for their kind.

    "before the museum closes" means the Maritime Museum if that is the only museum named.
    """
    by_word: dict[str, set[str]] = {}
    for mention in places:
        previous = {words[mention.start - 1].key} if mention.start else set()
        # After "a cafe, the Fig Tree", "the cafe" means the Fig Tree.
        kinds = {key for key in previous if category_of(key) is not None}
        for key in {*split_keys(mention.value), *key_words(mention.value), *kinds}:
            by_word.setdefault(key, set()).add(mention.value)
    taken = {index for mention in places for index in mention.span}
    found = []
    for index in range(1, len(words)):
        word = words[index]
        names = by_word.get(word.key, set())
        if (
            index in taken
            or len(names) != 1
            or words[index - 1].key not in word_list("names.pointing")
        ):
            continue
        if word.gap or word.text[0].isupper():
            continue
        place = next(iter(names))
        if category_of(word.key) is not None or _is_head(word.key, place):
            found.append(Mention("place", place, index, index + 1))
    return found


def _is_head(key: str, name: str) -> bool:
    """Whether a word is the final noun of a name ("the station": the Central Station)."""
    return split_keys(name)[-1:] == (key,) and key not in neutral_words() and key not in _TOWN_PARTS


def ends_of_routes(free: FreeNames, places: Sequence[Mention]) -> list[Mention]:
    """Return the places, adding ends of routes named by lower-case words of their names.

    "the international airport" is the only end of a route with these words in its name; so is
    "Alba airport" if "Alba" alone is not a place.
    """
    ends = (end for route in free.world.routes for end in (route.origin, route.destination))
    end_words = {end: {*split_keys(end), *key_words(end)} for end in ends}
    unknown = {mention.start: mention for mention in places if mention.kind == "unknown"}
    taken = {index for mention in places for index in mention.span}
    found = list(places)
    for first in range(1, len(free.words)):
        unknown_name = unknown.get(first)
        if unknown_name is None and (
            first in taken or free.words[first - 1].key not in word_list("names.pointing")
        ):
            continue
        start = unknown_name.end if unknown_name else first
        end = _plain_run_end(
            free.words, start, set().union(*end_words.values()) if end_words else set()
        )
        run_keys = {word.key for word in free.words[first:end]}
        fitting = [name for name, words in end_words.items() if words >= run_keys]
        if end > start and len(fitting) == 1:
            found = [mention for mention in found if mention is not unknown_name]
            found.append(Mention("place", fitting[0], first, end))
    return found


def _plain_run_end(words: Sequence[Token], start: int, run_keys: set[str]) -> int:
    end = start
    while end < len(words) and words[end].text.islower() and words[end].key in run_keys:
        if words[end].gap and end > start:
            break
        end += 1
    is_distinctive = any(
        word.key not in neutral_words() or category_of(word.key) is not None
        for word in words[start:end]
    )
    return end if is_distinctive else start
