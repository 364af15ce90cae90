"""A question as the learned reader sees it: mentions, a row of stems, and the types of options."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile

from geoeval.calculators.clock import clock_text
from geoeval.datasets.records import Question
from geoeval.text import FOREIGN_KINDS, GLUE_WORDS, KIND_WORDS, key_words, normalise_name
from geoeval.understanding.choices import is_count, without_hedges
from geoeval.understanding.reading import Mention, Reading, covered_words
from geoeval.understanding.recognise import read_question
from geoeval.understanding.vocabulary.lexicon import category_of
from geoeval.world.model import World

_MARKS = {
    "place": "P",
    "unknown": "U",
    "category": "C",
    "clock": "K",
    "duration": "D",
    "length": "L",
    "number": "N",
    "ordinal": "O",
    "day": "W",
    "mode": "M",
    "mode_verb": "M",
    "road": "R",
    "route": "V",
    "passed": "S",
    "feature": "F",
    "price": "Z",
}
"""The kinds of mentions that may fill a slot of a query, with their marks in the row."""
_MASKED_MARKS = frozenset("PUCKDLNRVS")
"""Marks that replace the words of their mentions in the row; other words keep their stems."""
_TYPES: dict[str, frozenset[str]] = {
    "verdict": frozenset({"yesno"}),
    "schedule": frozenset({"schedule"}),
    "count": frozenset({"count", "stars", "level", "m", "s"}),
    "clock": frozenset({"clock"}),
    "duration": frozenset({"s"}),
    "distance": frozenset({"m"}),
    "direction": frozenset({"bearing"}),
    "order": frozenset({"order"}),
    "mode": frozenset({"mode"}),
    "pair": frozenset({"pair", "names"}),
    "route": frozenset({"route"}),
    "place": frozenset({"names", "text", "pair", "order"}),
}
"""The values that options of each type may state."""
_PATTERNS = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "phone": r"\d[\d\s()./+-]{4,}\d",
        "address": r"\d|,",
        "stars": r"\d|star|\b(?:one|two|three|four|five)\b",
        "level": r"[$€£\d]|pric|cheap|expensive|moderate|free|mid|low|high|budget|afford",
        "days": r"\b(?:mon|tue|wed|thu|fri|sat|sun|day|week|every|never|none)",
    }.items()
}
"""What at least half of the options contain if they state values of a type."""
_TEXT_TYPES = frozenset(_PATTERNS) | {"names", "text", "order", "pair", "route", "mode"}
_ALL_TYPES = frozenset().union(*_TYPES.values(), _TEXT_TYPES)
_NUMBER = re.compile(r"\s*\d+(?:\.\d+)?(?:\s*(?:stars?|/\s*5))?\s*")
_TURNING = ("turn", "under_way", "change", "unwilling", "barred", "doubtful")
"""Kinds of words that may change a question; what exactly they change is not known."""
_MIN_NAME_WORD = 4
_TYPE_BY_UNIT = {
    **dict.fromkeys(("minutes", "mins", "hours"), "s"),
    **dict.fromkeys(("kilometers", "km", "kms", "meters", "miles"), "m"),
}
_DEFINITE = frozenset({"the", "my", "our", "this", "that"})
_LISTING = re.compile(r"\w,\s+(?:and\s+)?\w")
_CUE_REACH = 4
"""How many words before a mention a negation or a comparison may be to apply to it."""
_CUES = {
    word: (name,)
    for name, words in {
        "most": "most highest largest greatest maximum max biggest longest latest farthest "
        "furthest top best slowest dearest priciest last",
        "least": "least fewest lowest smallest minimum min shortest earliest nearest closest "
        "quickest fastest cheapest soonest worst first",
        "not": "not no never without except isnt isn't doesn't don't aren't avoid avoiding "
        "excluding other apart besides free nor non",
        "shut": "closed shut closes close shuts closing",
    }.items()
    for word in words.split()
}
"""Words with the same sense, so that a word without examples is weighed like the others."""
WEAK = frozenset(
    {"serv", "good", "for", "avail", "availabl", "in", "entranc", "food", "accessibl", "out", "liv"}
)
"""Stems that many features share."""
_COMPASS = re.compile(r"(north|south)?(east|west)?(?:wards?|ern|ernmost|erly|most)?")
_DIRECTION_AND_FIGURE = re.compile(
    r"(?i)(?:north|south|east|west)\w*\W.*\d|\d.*(?:north|south|east|west)"
)
"""An option with both a direction and a figure."""
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHIFTS = {"today": 0, "tonight": 0, "now": 0, "currently": 0, "tomorrow": 1, "yesterday": -1}
_SAYS_TODAY = frozenset({"today", "is", "currently", "now", "it's", "its", "today's"})
_ENDINGS = ("ations", "ation", "ings", "ing", "iest", "ies", "est", "ed", "es", "s", "e", "y")
_MIN_STEM = 3


def stem_word(word: str) -> str:
    """Return a word without its most common ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            return word[: -len(ending)]
    return word


_KIND_STEMS = frozenset(map(stem_word, (*KIND_WORDS, *FOREIGN_KINDS.values())))


def _is_kind_of(kinds: Container[str], name: str) -> bool:
    """Whether the head of a name is one of some kinds: "Gare du Palais" is a station."""
    words = key_words(name)
    phrase = list(takewhile(lambda word: word not in GLUE_WORDS, words)) or words
    stems = [stem_word(word) for word in phrase]
    heads = [each for each in stems if each in kinds or each in _KIND_STEMS or category_of(each)]
    return bool(heads) and heads[-1] in kinds


@dataclass(frozen=True, slots=True)
class Slot:
    """A mention that may fill a slot: its kind, its value as a query writes it, its words."""

    number: int
    kind: str
    value: str
    start: int
    end: int
    amount: float = 0.0
    doubt: float = 0.0

    @property
    def bit(self) -> int:
        """Its bit in sets of mentions."""
        return 1 << self.number

    @property
    def clock(self) -> str:
        """Its time of day as a query writes it."""
        return clock_text(int(self.amount) % 1440)


@dataclass(slots=True, eq=False)
class Entity:
    """A name and all its mentions."""

    name: str
    known: bool
    slots: list[Slot] = field(default_factory=list)

    @property
    def bits(self) -> int:
        """All its mentions as a bit set."""
        return sum(slot.bit for slot in self.slots)


def service_key(name: str) -> str:
    """Return the distinctive words of a service, the same for all its names."""
    words = (stem_word(word) for word in name.lower().replace("-", " ").split())
    return " ".join(sorted(set(words) - WEAK))


class AskedQuestion:
    """A question, its world and everything that candidates are made of."""

    def __init__(self, question: Question, world: World) -> None:
        self.question, self.world = question, world
        self.reading: Reading = read_question(question, world)
        self.slots = tuple(self._find_slots())
        self.types = option_types(question.options, self.reading.answers)
        if self._are_known_names(question.options):
            self.types -= {"text", *_PATTERNS}
        self.types = self._types_of_asked_unit(self.types)
        self.covered = [self._inner_bits(slot) for slot in self.slots]
        self._write_row()

    def _are_known_names(self, options: Sequence[str]) -> bool:
        known = {normalise_name(place.name) for place in self.world.atlas.places}
        named = sum(normalise_name(option) in known for option in options)
        return named > 0 and 2 * named >= len(options)

    def _types_of_asked_unit(self, types: frozenset[str]) -> frozenset[str]:
        """Return the type of bare numbers if the question asks how many minutes or km."""
        words = self.reading.words
        for first, second, unit in zip(words, words[1:], words[2:], strict=False):
            if (first.key, second.key) == ("how", "many"):
                type_ = _TYPE_BY_UNIT.get(unit.key)
                return frozenset({type_}) if type_ in types else types
        return types

    def _inner_bits(self, slot: Slot) -> int:
        if slot.kind not in _MASKED_MARKS:
            return slot.bit
        inside = (s for s in self.slots if slot.start <= s.start and s.end <= slot.end)
        return sum(s.bit for s in inside) | slot.bit

    def _find_slots(self) -> Iterator[Slot]:
        found = [(m.start, mark, m) for kind, mark in _MARKS.items() for m in self.reading.of(kind)]
        words = self.reading.words
        named = {i for _, mark, m in found if mark in "PRVS" for i in m.span}
        found = [
            (start, mark, m)
            for start, mark, m in found
            if mark != "U" or any(words[i].is_capital or words[i].key.isdigit() for i in m.span)
        ]
        for index, word in enumerate(words):
            match = _COMPASS.fullmatch(word.key)
            if index not in named and match and any(match.groups()):
                point = "".join(filter(None, match.groups()))
                found.append((index, "X", Mention("direction", point, index, index + 1)))
        found += [(m.start, "F", m) for m in self._find_features(named)]
        found += [(m.start, "Q", m) for m in self._find_name_words(named)]
        found += [(m.start, "P", m) for m in self._find_repeated(found)]
        found += [(m.start, "W", m) for m in self._find_relative_days()]
        taken: set[tuple[int, str, str]] = set()
        number = 0
        for start, mark, m in sorted(found, key=lambda each: each[:2]):
            key = (start, mark, service_key(m.value) if mark == "F" else "")
            if key in taken:
                continue
            taken.add(key)
            yield Slot(number, mark, m.value, m.start, m.end, m.amount, m.doubt)
            number += 1

    def _find_relative_days(self) -> Iterator[Mention]:
        """Yield the days that "tomorrow" and the like mean, if the current day is known."""
        words = self.reading.words
        today = self.world.today
        for named in self.reading.of("day"):
            before = {word.key for word in words[max(0, named.start - 5) : named.start]}
            shift = next((n for word, n in _SHIFTS.items() if word in before), None)
            if named.value in _DAYS and (shift is not None or before & _SAYS_TODAY):
                twice = 1 + (not before.isdisjoint(("after", "before")))
                today = (_DAYS.index(named.value) - (shift or 0) * twice) % 7
                break
        if today is None:
            return
        for index, word in enumerate(words):
            shift = _SHIFTS.get(word.key)
            if shift is not None:
                twice = 1 + (index > 1 and words[index - 1].key in ("after", "before"))
                day = _DAYS[(today + shift * twice) % 7]
                yield Mention("day", day, index, index + 1)

    def _find_features(self, named: set[int]) -> Iterator[Mention]:
        """Yield the flags of places in the world, at the first of their distinctive words."""
        listed = (place for nearby in self.world.lists for place in nearby.places)
        known = {service_key(m.value) for m in self.reading.of("feature")}
        flags = {flag for place in (*self.world.places, *listed) for flag in place.features}
        flags = {flag for flag in flags if service_key(flag) not in known}
        strong = {
            flag: {stem_word(w) for w in re.split(r"[ -]", flag.lower())} - WEAK for flag in flags
        }
        for flag in sorted(flags):
            for index, word in enumerate(self.reading.words):
                if index not in named and stem_word(word.key) in strong[flag]:
                    yield Mention("feature", flag, index, index + 1)
                    break

    def doubtful(self, known: Container[str]) -> list[Mention]:
        """Return the words that may change the question, and the unknown ones where it asks."""
        named = {i for slot in self.slots for i in range(slot.start, slot.end)}
        turning = [m for kind in _TURNING for m in self.reading.of(kind) if m.start not in named]
        unknown = (
            Mention("unknown", word.key, i, i + 1)
            for i, word in enumerate(self.reading.words)
            if self.word_asks[i] and i not in named and word.key.isalpha()
            if stem_word(word.key) not in known
        )
        return [*turning, *unknown]

    def narrowing(self, known: Container[str]) -> tuple[str, ...]:
        """Return unknown words right before a kind of place: they narrow it, whatever they mean."""
        words = self.reading.words
        familiar = {i for slot in self.slots for i in range(slot.start, slot.end)}
        familiar |= {i for mention in self.reading.of("praise") for i in mention.span}
        found: set[int] = set()
        for slot in self.of("C"):
            for index in range(slot.start - 1, -1, -1):
                word = words[index]
                if index in familiar or not word.key.isalpha() or stem_word(word.key) in known:
                    break
                if word.sentence != words[slot.start].sentence:
                    break
                found.add(index)
        return tuple(dict.fromkeys(words[index].key for index in sorted(found)))

    def cues_before(self, slot: Slot) -> list[str]:
        """Return the senses of the few words before a mention in its sentence."""
        words = self.reading.words
        sentence = words[slot.start].sentence
        before = words[max(0, slot.start - _CUE_REACH) : slot.start]
        near = (_CUES.get(word.key, ()) for word in before if word.sentence == sentence)
        return sorted({name for names in near for name in names})

    def _find_name_words(self, named: set[int]) -> Iterator[Mention]:
        listed = [place.name for nearby in self.world.lists for place in nearby.places]
        names = [{stem_word(w) for w in key_words(name)} for name in listed]
        kinds = (nearby.category or "" for nearby in self.world.lists)
        categories = {stem_word(word) for kind in kinds for word in key_words(kind)}
        for index, word in enumerate(self.reading.words):
            key = stem_word(word.key)
            if index in named or len(key) < _MIN_NAME_WORD or key in categories:
                continue
            if 0 < sum(key in each for each in names) < len(names) / 2:
                yield Mention("name word", word.key, index, index + 1)

    def _find_repeated(self, found: Sequence[tuple[int, str, Mention]]) -> Iterator[Mention]:
        """Yield "the airport" and the like, if only one named or described place has that word."""
        words = self.reading.words
        # The bar of "the Bar Lola", which the world lacks, is not the only bar that it has.
        proper = [m for _, mark, m in found if mark in "PRVS" or (mark == "U" and len(m.span) > 1)]
        taken = covered_words(proper)
        named = {m.value for _, mark, m in found if mark == "P"}
        described = {place.name for place in self.world.places}
        kinds = {m.start: m.end for _, mark, m in found if mark == "C"}
        plain = set(range(len(words))) - covered_words(chain(*self.reading.mentions.values()))
        for start in range(1, len(words)):
            first = self._noun_phrase_start(start, plain)
            if start in taken or first is None:
                continue
            end = kinds.get(start, start + 1)
            stems = {stem_word(w) for word in words[start:end] for w in key_words(word.key)}
            if start not in kinds and stems.isdisjoint(_KIND_STEMS):
                continue
            for names in (named, described):
                matches = [n for n in names if _is_kind_of(stems, n)]
                if len(matches) == 1:
                    yield Mention("place", matches[0], first, end)
                if matches:
                    break

    def _noun_phrase_start(self, index: int, plain: Container[int]) -> int | None:
        """Return the start of a noun phrase: the noun, or a word before it with no other sense."""
        words = self.reading.words
        if words[index - 1].key in _DEFINITE:
            return index
        has_word = index > 1 and index - 1 in plain and words[index - 2].key in _DEFINITE
        return index - 1 if has_word else None

    def of(self, *kinds: str) -> list[Slot]:
        """Return the mentions of some kinds in order."""
        return [slot for slot in self.slots if slot.kind in kinds]

    def _write_row(self) -> None:
        words, asking = self.reading.words, self.reading.asking
        self.word_asks = [word.sentence in asking for word in words]
        first: dict[int, Slot] = {}
        for slot in self.slots:
            if slot.kind in _MASKED_MARKS:
                longest = first.get(slot.start)
                if longest is None or slot.end > longest.end:
                    first[slot.start] = slot
        self.row: list[str] = []
        self.asks: list[bool] = []
        self.sentence: list[int] = []
        position: dict[int, int] = {}
        index = 0
        while index < len(words):
            named = first.get(index)
            end = index + 1 if named is None else named.end
            for each in range(index, end):
                position[each] = len(self.row)
            self.row.append(stem_word(words[index].key) if named is None else f"<{named.kind}>")
            self.asks.append(words[index].sentence in asking)
            self.sentence.append(words[index].sentence)
            index = end
        self.at = [position[slot.start] for slot in self.slots]

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The names of places, known or not, in the order of their first mention."""
        found: dict[str, Entity] = {}
        for slot in self.of("P", "U"):
            entity = found.setdefault(slot.value, Entity(slot.value, slot.kind == "P"))
            entity.slots.append(slot)
        return tuple(found.values())

    @cached_property
    def modes(self) -> dict[str, list[Slot]]:
        """The travel modes that are named, with their mentions."""
        found: dict[str, list[Slot]] = {}
        for slot in self.of("M"):
            found.setdefault(slot.value, []).append(slot)
        return found

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The options that are not blank."""
        texts = (" ".join(option.split()) for option in self.question.options)
        return tuple(text for text in texts if any(map(str.isalnum, text)))

    def grams(self) -> dict[str, float]:
        """Return runs of one to three stems, and pairs with a gap of one, with their weights.

        Runs in sentences that ask count a second time, with a question mark before them.
        """
        found: dict[str, float] = {}
        sentences = _split_sentences(self.row, self.sentence)
        asking = _split_sentences(
            [word for word, asks in zip(self.row, self.asks, strict=True) if asks],
            [number for number, asks in zip(self.sentence, self.asks, strict=True) if asks],
        )
        for mark, rows in (("", sentences), ("?", asking)):
            for row in rows:
                _add_grams(found, mark, ["^", *row, "$"])
        for name in sorted(self.types):
            found[f"options:{name}"] = 1.0
        found[f"options:{','.join(self.reading.answers)}"] = 1.0
        listing = sum(_LISTING.search(option) is not None for option in self.options)
        if listing > len(self.options) / 2:
            found["options:rows"] = 1.0
        for word, asks in zip(self.reading.words, self.word_asks, strict=True):
            for name in _CUES.get(word.key, ()):
                found[f"cue:{name}"] = 1.0
                if asks:
                    found[f"?cue:{name}"] = 1.0
        world = self.world
        for name, holds in (("lists", world.lists), ("legs", world.legs), ("routes", world.routes)):
            found[f"world:{name}={bool(holds)}"] = 1.0
        return found


_WEIGHTS = (1.0, 0.8, 0.8)
_SKIP_WEIGHT = 0.6


def _add_grams(found: dict[str, float], mark: str, row: list[str]) -> None:
    for size, weight in enumerate(_WEIGHTS, 1):
        for start in range(len(row) - size + 1):
            found[mark + " ".join(row[start : start + size])] = weight
    for start in range(len(row) - 2):
        found[f"{mark}{row[start]} _ {row[start + 2]}"] = _SKIP_WEIGHT


def _split_sentences(row: Sequence[str], numbers: Sequence[int]) -> list[list[str]]:
    found: dict[int, list[str]] = {}
    for word, number in zip(row, numbers, strict=True):
        found.setdefault(number, []).append(word)
    return list(found.values())


def option_types(options: Sequence[str], answers: Sequence[str]) -> frozenset[str]:
    """Return the types of value that the options may state, or all types without options."""
    if not answers:
        return _ALL_TYPES
    if options and all(map(_DIRECTION_AND_FIGURE.search, filter(str.strip, options))):
        return frozenset({"compound"})
    found = frozenset().union(*(_TYPES.get(name, _TEXT_TYPES) for name in answers))
    stated = [text for text in options if any(map(str.isalnum, text))]
    in_words = any(map(str.isalpha, "".join(stated)))
    if stated and in_words and all(map(is_count, stated)):
        return frozenset({"count"})
    if "name" in answers and options and all(map(_NUMBER.fullmatch, map(without_hedges, options))):
        return frozenset({"stars", "count", "m", "s"})
    if "name" not in answers:
        return found

    def is_unlike(pattern: re.Pattern[str]) -> bool:
        return 2 * sum(pattern.search(text) is not None for text in stated) < len(stated)

    return found - {name for name, pattern in _PATTERNS.items() if is_unlike(pattern)}
