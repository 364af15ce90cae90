"""Finds names that are written as such though no list holds them word for word."""

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

_PARTING = frozenset(',.?!;:()">')
_MAX_NAME = 12


def ends_name(words: Sequence[Token], index: int) -> bool:
    """Whether a mark before a word ends a name; the dot of an abbreviation does not."""
    gap = words[index].gap
    if gap == "." and words[index - 1].sentence == words[index].sentence:
        return False
    return not _PARTING.isdisjoint(gap)


def _capital_runs(words: Sequence[Token], stop: set[int]) -> Iterator[tuple[int, int]]:
    """Yield [start, end) of the runs of words that are written as names."""
    start = 0
    while start < len(words):
        if not _may_start(words, start, stop):
            start += 1
            continue
        end = start + 1
        while end < len(words) and not ends_name(words, end):
            ahead = end
            while (
                ahead < len(words)
                and words[ahead].key in word_list("names.connecting")
                and not ends_name(words, ahead)
            ):
                ahead += 1
            if ahead >= len(words) or not words[ahead].is_capital or ahead in stop:
                break
            if ahead > end and ends_name(words, ahead):
                break
            end = ahead + 1
        yield start, end
        start = end


def _only_connects(word: Token) -> bool:
    """Whether a word joins the words of a name, and is not one of them itself ("Al Khor")."""
    return word.key in word_list("names.connecting") and word.text.islower()


def _unusual_runs(words: Sequence[Token], stop: set[int]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(words):
        end = start
        while (
            end < len(words)
            and (end not in stop or category_of(words[end].key) is not None)
            and words[end].key not in neutral_words()
            and not (end > start and set(words[end].gap) & _PARTING)
        ):
            end += 1
        if end > start:
            yield start, end
        start = max(end, start + 1)


def _may_start(words: Sequence[Token], start: int, stop: set[int]) -> bool:
    return words[start].is_capital and start not in stop


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
    """Whether an everyday word is capital only for where it is; "New Haven" keeps its own."""
    word = words[index]
    opens = index == 0 or words[index - 1].sentence != word.sentence
    if _is_initial(words, index):
        return False
    if word.key in grammar_words():
        return True
    return word.key in neutral_words() and (opens or not word.is_capital)


def _is_initial(words: Sequence[Token], index: int) -> bool:
    """Whether a letter stands for the word of a name that it begins ("S. Mary")."""
    after = words[index + 1].gap if index + 1 < len(words) else ""
    return len(words[index].text) == 1 and words[index].is_capital and after.startswith(".")


class FreeNames:
    """Names that are written as such but stand in no list word for word.

    Each is resolved against what the world is about, then against all of it, whole and in
    parts; what stands for nothing there is an "unknown" mention, its words as written.
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
        self, places: Sequence[Mention], roads: Sequence[Mention], stop: set[int]
    ) -> list[Mention]:
        """Return the free names outside of the known ones and of words that mean other things.

        A road may bear the name of a town that the world is about; other roads are no places.
        """
        taken = {index for mention in places for index in mention.span}
        paved = {index for mention in roads for index in mention.span}
        mentions: list[Mention] = []
        runs = _capital_runs if self.cased else _unusual_runs
        for run in runs(self.words, stop - taken):
            for start, end in self._free_pieces(*run, taken):
                mentions.extend(self._read_run(start, end))
        return [
            m
            for m in mentions
            if paved.isdisjoint(m.span)
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
        """Yield the longest part of a run that resolves, and what is left of it as unknown."""
        if self.resolve(start, end) is None:
            link = self._link_run(start, end)
            if link is not None:
                yield link_mention(link, start, end)
                return
        for size in range(min(end - start, _MAX_NAME), 0, -1):
            for first in range(start, end - size + 1):
                name = self.resolve(first, first + size)
                if name is None:
                    continue
                exact = split_keys(name) == tuple(
                    word.key for word in self.words[first : first + size]
                )
                doubt = 0.0 if exact else _LINKED
                reason = "" if exact else "another form"
                yield Mention("place", name, first, first + size, 0.0, doubt, reason)
                for rest in ((start, first), (first + size, end)):
                    begin, stop = _trim_run(self.words, *rest)
                    if begin < stop:
                        yield from self._read_run(begin, stop)
                return
        if end - start > 1 or not (is_everyday(self.words[start]) or self._only_opens(start)):
            yield Mention("unknown", self.written(start, end), start, end)

    def _only_opens(self, index: int) -> bool:
        """Whether a word is capital as it opens a sentence, and the next one is plain."""
        words = self.words
        opens = index == 0 or words[index - 1].sentence != words[index].sentence
        after = words[index + 1] if index + 1 < len(words) else None
        plain = after is not None and not after.gap and after.text.islower()
        return opens and plain and words[index].text.isalpha()

    def written(self, start: int, end: int) -> str:
        """Return the words of a run as they are written."""
        return self.text[self.words[start].start : self.words[end - 1].end]

    def resolve(self, start: int, end: int) -> str | None:
        """Return the name of the world that a run of words stands for, if exactly one does."""
        if _only_connects(self.words[start]) or _only_connects(self.words[end - 1]):
            return None
        if end - start == 1 and is_everyday(self.words[start]):
            return None
        return self._resolve_text(self.written(start, end))

    def _link_run(self, start: int, end: int) -> Link | None:
        words = self.words[start:end]
        written = self.overlap.written_out(words)
        name = self._resolve_text(written) if written else None
        if name is not None:
            return Link(name, _LINKED, "abbreviations")
        return self.overlap.link(words)

    def _resolve_text(self, written: str) -> str | None:
        match = self._index.match(written)
        if match.index is not None and self._is_no_town(self.main[match.index], written):
            return self.main[match.index]
        found = self.world.atlas.resolve(written)
        if not isinstance(found, Place) or (not is_region(found) and is_town(self.world, written)):
            return None
        return found.name

    def _is_no_town(self, name: str, written: str) -> bool:
        """Whether words are more than the town in the name of a place ("Springfield Abbey")."""
        return split_keys(name) == split_keys(written) or not is_town(self.world, written)


def link_mention(link: Link, start: int, end: int) -> Mention:
    """Return the mention of a name that is no exact one."""
    return Mention("place", link.name, start, end, 0.0, max(link.doubt, _LINKED), link.reason)


def join_names(free: FreeNames, names: Sequence[Mention]) -> list[Mention]:
    """Return mentions, an unknown one and the place beside it as one name where they are that.

    "Twr of Alba" is the Tower of Alba, though Alba may be a place of this world too.
    """
    found: list[Mention] = []
    for mention in sorted(names, key=lambda m: m.start):
        last = found[-1] if found else None
        both = (last, mention)
        if last is not None and _may_be_one_name(free, last, mention):
            known = {m.value for m in both if m is not None and m.kind == "place"}
            link = free.overlap.link(free.words[last.start : mention.end], whole=True)
            if link is not None and all(
                free.overlap.words_of(link.name) >= free.overlap.words_of(name) for name in known
            ):
                found[-1] = Mention(
                    "place",
                    link.name,
                    last.start,
                    mention.end,
                    0.0,
                    max(link.doubt, _LINKED),
                    link.reason,
                )
                continue
        found.append(mention)
    return found


_LINKED = 0.1
_LONGEST_BETWEEN = 2


def _may_be_one_name(free: FreeNames, first: Mention, second: Mention) -> bool:
    """Whether nothing but grammar parts two names one of which is unknown."""
    between = range(first.end, second.start + 1)
    return (
        "unknown" in {first.kind, second.kind}
        and 0 < len(between) <= _LONGEST_BETWEEN + 1
        and not any(ends_name(free.words, index) for index in between)
        and all(free.words[index].key in word_list("names.joining") for index in between[:-1])
    )


def in_plain_words(
    free: FreeNames, names: Sequence[Mention], roads: Sequence[Mention], stop: set[int]
) -> list[Mention]:
    """Return the names that are told by words of the world without capitals ("peace park")."""
    taken = covered_words(m for m in (*names, *roads) if m.kind != "unknown")
    found = []
    start = 0
    while start < len(free.words):
        end = start
        while (
            end < len(free.words)
            and end not in taken
            and not (end > start and ends_name(free.words, end))
            and _is_name_word(free, end, stop)
        ):
            end += 1
        for first, last in _sub_runs(start, end):
            link = _link_plain_words(free, first, last)
            if link is not None:
                found.append(
                    Mention(
                        "place", link.name, first, last, 0.0, max(link.doubt, _LINKED), link.reason
                    )
                )
                end = last
                break
        start = max(end, start + 1)
    inner = {index for mention in found for index in mention.span}
    return [*found, *(m for m in names if inner.isdisjoint(m.span))]


def _sub_runs(start: int, end: int) -> Iterator[tuple[int, int]]:
    for size in range(min(end - start, _MAX_NAME), 0, -1):
        for first in range(start, end - size + 1):
            yield first, first + size


def _is_name_word(free: FreeNames, index: int, stop: set[int]) -> bool:
    word = free.words[index]
    if word.key in word_list("names.connecting"):
        return True
    name_keys = key_words(word.key)
    return word.is_capital or (
        (index not in stop or category_of(word.key) is not None)
        and free.overlap.words.issuperset(name_keys)
    )


def _link_plain_words(free: FreeNames, first: int, last: int) -> Link | None:
    words = free.words[first:last]
    before = free.words[first - 1].key if first else ""
    if _only_connects(words[0]) or _only_connects(words[-1]) or all(w.is_capital for w in words):
        return None
    telling = [word for word in words if free.overlap.is_distinctive(word.key)]
    rare = [word for word in telling if word.key not in known_words()]
    pointed = before in word_list("names.pointing") and len(words) > 1
    asked = {word.key for word in free.words[max(0, first - 2) : first]}
    if asked & word_list("names.indefinite") or (len(words) == 1 and before == "in"):
        return None
    if not (rare or len(telling) > 1 or (pointed and telling)):
        return None
    name = free.resolve(first, last)
    if name is not None and free.overlap.words_of(name).issuperset(free.overlap.keys_of(words)):
        return Link(name, _LINKED, "plain words")
    return free.overlap.link(words, whole=True)


def extend_names(
    free: FreeNames, places: Sequence[Mention], others: Sequence[Mention]
) -> list[Mention]:
    """Return place mentions grown over the name words that touch them.

    "Rajpur University" is not the town "Rajpur": a longer name that stands for nothing replaces
    the shorter one by an unknown. Words that only say what kind of place it is are taken in,
    unless the place is a town or region, which such words make another place.
    """
    words = free.words
    taken = {index for mention in (*places, *others) for index in mention.span}
    grown = []
    for mention in places:
        start, end = mention.start, mention.end
        while end < len(words) and _continues_name(words, end) and end not in taken:
            end += 1
        if end == mention.end:
            grown.append(mention)
            continue
        name = free.resolve(start, end)
        if name in {None, mention.value} and all(map(is_everyday, words[mention.end : end])):
            name = None if _is_region(free.world, mention.value) else mention.value
        if name is not None:
            grown.append(Mention("place", name, start, end))
        else:
            grown.append(Mention("unknown", free.written(start, end), start, end))
    return grown


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
    """Return the mentions of a place by the one word of its name that says what it is.

    "before the museum closes" means the Maritime Museum, if that is the only museum named.
    """
    by_word: dict[str, set[str]] = {}
    for mention in places:
        previous = {words[mention.start - 1].key} if mention.start else set()
        # "a cafe, the Fig Tree": later "the cafe" is that one.
        kinds = {key for key in previous if category_of(key) is not None}
        for key in {*split_keys(mention.value), *key_words(mention.value), *kinds}:
            by_word.setdefault(key, set()).add(mention.value)
    taken = {index for mention in places for index in mention.span}
    found = []
    for index in range(1, len(words)):
        word = words[index]
        named = by_word.get(word.key, set())
        if (
            index in taken
            or len(named) != 1
            or words[index - 1].key not in word_list("names.pointing")
        ):
            continue
        if word.gap or word.text[0].isupper():
            continue
        place = next(iter(named))
        if category_of(word.key) is not None or _is_head(word.key, place):
            found.append(Mention("place", place, index, index + 1))
    return found


def _is_head(key: str, name: str) -> bool:
    """Whether a word is the noun that ends a name ("the station": the Central Station)."""
    return split_keys(name)[-1:] == (key,) and key not in neutral_words() and key not in _TOWN_PARTS


def ends_of_routes(free: FreeNames, places: Sequence[Mention]) -> list[Mention]:
    """Return the places with the ends of routes that are told by plain words of their names.

    "the international airport" is the one end of a route with these words in its name; so is
    "Alba airport", where "Alba" alone is no place.
    """
    ends = (end for route in free.world.routes for end in (route.origin, route.destination))
    named = {end: {*split_keys(end), *key_words(end)} for end in ends}
    unknown = {mention.start: mention for mention in places if mention.kind == "unknown"}
    taken = {index for mention in places for index in mention.span}
    found = list(places)
    for first in range(1, len(free.words)):
        known = unknown.get(first)
        if known is None and (
            first in taken or free.words[first - 1].key not in word_list("names.pointing")
        ):
            continue
        start = known.end if known else first
        end = _plain_run_end(free.words, start, set().union(*named.values()) if named else set())
        run_keys = {word.key for word in free.words[first:end]}
        fitting = [name for name, words in named.items() if words >= run_keys]
        if end > start and len(fitting) == 1:
            found = [mention for mention in found if mention is not known]
            found.append(Mention("place", fitting[0], first, end))
    return found


def _plain_run_end(words: Sequence[Token], start: int, run_keys: set[str]) -> int:
    end = start
    while end < len(words) and words[end].text.islower() and words[end].key in run_keys:
        if words[end].gap and end > start:
            break
        end += 1
    telling = any(
        word.key not in neutral_words() or category_of(word.key) is not None
        for word in words[start:end]
    )
    return end if telling else start
