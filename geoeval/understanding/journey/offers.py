"""Reads the plans that options offer: orders of stops, schedules and pairs of places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from geoeval.calculators.units import find_clocks, parse_clock
from geoeval.query.parts import OfferedOrder, OfferedSchedule, Pair, ScheduledVisit
from geoeval.text import key_words
from geoeval.understanding.linking.forms import NameIndex, is_everyday, short_forms
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.scene import clock_text
from geoeval.understanding.vocabulary import lexicon
from geoeval.understanding.vocabulary.text import Token, clean_text, split_keys, tokenise
from geoeval.world.merging import is_region
from geoeval.world.model import Place

_ARROW = re.compile(r"\s*(?:-+>|=+>|→|»|>|;|\n)\s*|,\s*then\s+|\s+then\s+")
_COMMA = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_RANGE = re.compile(
    r"(\d{1,2}(?:[.:]\d{2})?)\s*(?:-|to)\s*(\d{1,2}(?:[.:]\d{2})?\s*([ap])\.?m\.?)", re.IGNORECASE
)
_PAIR = re.compile(r"\s+(?:and|&|to|-|–|—|/)\s+|\s*[,;]\s*(?:and\s+)?", re.IGNORECASE)


_DISTANCE = re.compile(r"\s*[:=(]\s*[\d.,]+\s*(?:km|kilometers|m|miles)?\s*\)?$", re.IGNORECASE)
"""The distance at the end of an offered pair: "A and B: 12 km"."""
_HALF_DAY = 720
_ORDINAL = frozenset({"first", "second", "third", "last", "the"})
_VERBS = ("visit", "return", "leave", "relation", "finish", "connective")
_LODGING = frozenset({"hotel", "hostel", "guest house", "motel", "resort", "apartment"})


def split_plan(option: str) -> list[str]:
    """Return the parts of an offered plan, split at arrows, else at commas."""
    text = clean_text(option)
    parts = [part for part in _ARROW.split(text) if part.strip()]
    if len(parts) < 2:
        parts = [part for part in _COMMA.split(text) if part.strip()]
    return [part.strip(" .") for part in parts]


class PlanReader:
    """Reads the places in offered plans; "home" and "hotel" mean ``home``."""

    def __init__(self, reading: Reading, home: str | None) -> None:
        self.home = home
        self.atlas = reading.world.atlas
        matching = [
            word for option in reading.question.options for word in tokenise(clean_text(option))
        ]
        forms = ((name, form) for name in self.atlas.names for form in short_forms(name))
        self.index = NameIndex("place", forms, matching)
        self.named = {m.value for m in reading.of("place")}

    def place(self, piece: str) -> str | None:
        """Return the place that a part of a plan names, if any."""
        words = tokenise(piece)
        found = self.index.find(words)
        phrases = list(lexicon.find_phrases([word.key for word in words]))
        verbs = {i for kind, _, start, end in phrases if kind in _VERBS for i in range(start, end)}
        known = self._find_by_part([w for i, w in enumerate(words) if i not in verbs])
        if known is not None:
            return known
        if found:
            named = max(found, key=lambda m: m.end - m.start)
            return self._find_longer_name(piece, words, named, verbs)
        is_home = any(kind == "home" for kind, *_ in phrases) or any(
            lexicon.category_of(word.key) in _LODGING for word in words
        )
        rest = [word for i, word in enumerate(words) if i not in verbs and _may_name(word)]
        if rest and not (is_home and self.home is not None and all(map(is_everyday, rest))):
            written = piece[rest[0].start : rest[-1].end]
            place = self.atlas.resolve(written)
            return place.name if isinstance(place, Place) else written
        return self.home if is_home else None

    def _find_by_part(self, words: Sequence[Token]) -> str | None:
        """Return the only place of the question with all words of a part ("the castle")."""
        keys = {word for each in words for word in key_words(each.key)} - _ORDINAL
        matches = [name for name in self.named if keys and keys <= {*key_words(name)}]
        return matches[0] if len(matches) == 1 else None

    def _find_longer_name(
        self, piece: str, words: Sequence[Token], named: Mention, verbs: set[int]
    ) -> str:
        """Return the place of the name around a shorter one ("the Springfield Eye").

        If there is none, return the shorter name, or the text as written if it is a town or region.
        """
        start, end = named.start, named.end
        while start and _is_name_word(words, start - 1, verbs) and not words[start].gap:
            start -= 1
        while end < len(words) and _is_name_word(words, end, verbs) and not words[end].gap:
            end += 1
        written = piece[words[start].start : words[end - 1].end]
        place = self.atlas.resolve(written)
        if isinstance(place, Place):
            return place.name
        shorter = self.atlas.resolve(named.value)
        return written if isinstance(shorter, Place) and is_region(shorter) else named.value


def _may_name(word: Token) -> bool:
    is_number = word.text[0].isdigit() or word.key in {"am", "pm"}
    return word.is_capital and not is_number and word.key != "only"


def _is_name_word(words: Sequence[Token], index: int, verbs: set[int]) -> bool:
    return words[index].is_capital and index not in verbs


_EITHER = frozenset({"either", "both", "any"})
_NEITHER = frozenset({"neither", "none"})


def verdict_option(reading: Reading, *, holds: bool) -> str | None:
    """Return the option that says "both" of the orders, or "neither" without ``holds``."""
    words = _EITHER if holds else _NEITHER
    options = (option.strip() for option in reading.question.options if option.strip())
    return next((option for option in options if _begins_with(split_keys(option), words)), None)


def _begins_with(keys: tuple[str, ...], words: frozenset[str]) -> bool:
    return not words.isdisjoint(keys[:1])


def offered_orders(reading: Reading, home: str | None) -> tuple[OfferedOrder, ...]:
    """Return the orders of stops that the options offer; () if an option is not an order."""
    offered = []
    reader = PlanReader(reading, home)
    verdicts = {verdict_option(reading, holds=True), verdict_option(reading, holds=False)}
    for option in reading.question.options:
        if not option.strip() or option.strip() in verdicts:
            continue
        places = [reader.place(piece) for piece in split_plan(option)]
        named = tuple(place for place in places if place is not None)
        if not named:
            return ()
        offered.append(OfferedOrder(text=option.strip(), places=named))
    return tuple(offered)


def _clock_minutes(piece: str) -> list[int]:
    """Return up to two clock times of a part of a schedule, in minutes after midnight."""
    time_range = _RANGE.search(piece)
    if time_range:
        end = parse_clock(time_range[2])
        start = parse_clock(time_range[1] + time_range[3] + "m")
        return [start if start <= end else start - _HALF_DAY, end]
    return [minute for _, _, minute in find_clocks(piece)][:2]


def offered_schedules(reading: Reading, home: str | None) -> tuple[OfferedSchedule, ...]:
    """Return the schedules that the options offer; the visit of an arrival has no end."""
    offered = []
    reader = PlanReader(reading, home)
    for option in reading.question.options:
        visits = tuple(_read_visits(reader, option))
        if visits:
            offered.append(OfferedSchedule(text=option.strip(), visits=visits))
    return tuple(offered)


def _read_visits(reader: PlanReader, option: str) -> Iterator[ScheduledVisit]:
    arrival: ScheduledVisit | None = None
    for piece in split_plan(option):
        hours = _clock_minutes(piece)
        place = reader.place(piece)
        if place is None or not hours:
            continue
        visit = ScheduledVisit(
            place=place,
            start=clock_text(hours[0]),
            end=clock_text(hours[1]) if len(hours) > 1 else None,
        )
        if arrival is not None and arrival.place != place:
            yield arrival
        arrival = visit if visit.end is None else None
        if arrival is None:
            yield visit
    if arrival is not None:
        yield arrival


def offered_pairs(reading: Reading) -> tuple[Pair, ...]:
    """Return the pairs of places that the options offer."""
    found = []
    for option in filter(None, map(str.strip, reading.question.options)):
        halves = _split_pair(reading, option)
        if halves is not None:
            found.append(Pair(text=option, first=halves[0], second=halves[1]))
    return tuple(found)


def _split_pair(reading: Reading, option: str) -> tuple[str, str] | None:
    """Return the names of a pair, split where both are known places, else at the only split."""
    option = _DISTANCE.sub("", option).strip()
    cuts = [
        (option[: m.start()].strip(), option[m.end() :].strip()) for m in _PAIR.finditer(option)
    ]
    cuts = [cut for cut in cuts if all(cut)]
    cuts = [(_strip_town(reading, first), _strip_town(reading, second)) for first, second in cuts]
    resolve = reading.world.atlas.resolve
    known = [cut for cut in cuts if all(hasattr(resolve(name), "id") for name in cut)]
    chosen = known or cuts
    return chosen[0] if len(chosen) == 1 or known else None


def _strip_town(reading: Reading, name: str) -> str:
    """Return a name without its town if the world only knows the name without it."""
    bare = name.partition(" in ")[0]
    resolve = reading.world.atlas.resolve
    is_bare = hasattr(resolve(bare), "id") and not hasattr(resolve(name), "id")
    return bare if is_bare else name


def order_in_text(reading: Reading, stops: list[Mention]) -> list[str]:
    """Return the places that the question joins with arrows, in order."""
    joined = [
        m.value for m in stops if ">" in reading.words[m.start].gap or _has_arrow_after(reading, m)
    ]
    return list(dict.fromkeys(joined))


def _has_arrow_after(reading: Reading, mention: Mention) -> bool:
    return mention.end < len(reading.words) and ">" in reading.words[mention.end].gap
