"""What a question reveals about its asker: where they are, when, and how they travel."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from geoeval.understanding.reading import Mention, NotUnderstood, Reading, covered_words
from geoeval.understanding.vocabulary import lexicon, word_list
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.merging import is_region as is_place_a_region
from geoeval.world.model import Place, TravelMode

_PLACING = ("at", "near", "from")


def clock_text(minute: float) -> str:
    """Return a minute of the day as HH:MM."""
    return f"{int(minute) // 60 % 24:02d}:{int(minute) % 60:02d}"


def named_places(reading: Reading, *, asked: bool | None = None) -> list[Mention]:
    """Return the mentions of places, known or not, in order.

    ``asked`` limits them to the sentences that ask (True) or to the others (False).
    """
    found = sorted((*reading.of("place"), *reading.of("unknown")), key=lambda m: m.start)
    if asked is None:
        return found
    return [m for m in found if (reading.words[m.start].sentence in reading.asking) is asked]


_MOST_UNKNOWN = 0.5
"""Share of unknown words from which a question is not English: of 1,600 questions in English none
has more than 0.34, of ten in other languages none less than 0.5."""


def find_unreadable(reading: Reading) -> NotUnderstood | None:
    """Return why no query can be read from a question."""
    misspelt = {word: written for written, word in reading.corrections}
    left = (word for word in unknown_words(reading) if word not in misspelt)
    unknown = (*misspelt.values(), *left)
    names = covered_words(m for kind in _NAMES for m in reading.of(kind))
    asking = [i for i, word in enumerate(reading.words) if word.sentence in reading.asking]
    others = len(set(asking) - names)
    if len(unknown) > 1 and len(unknown) >= _MOST_UNKNOWN * others:
        detail = "most of its words are unknown; questions are read in English"
        return NotUnderstood(reason="words unexplained", unexplained=unknown, detail=detail)
    return _find_unread_part(reading)


_NAMES = ("place", "unknown", "road", "route", "passed")


def unknown_words(reading: Reading) -> tuple[str, ...]:
    """Return the words of the sentences that ask that have no meaning in the vocabulary."""
    known = covered_words(m for kind in reading.mentions for m in reading.of(kind))
    neutral = lexicon.neutral_words()
    return tuple(
        word.key
        for index, word in enumerate(reading.words)
        if word.sentence in reading.asking and index not in known and word.key not in neutral
    )


def _find_unread_part(reading: Reading) -> NotUnderstood | None:
    """Return why a part of the day ("dinner") cannot be read for a place with split hours.

    No query can select such a part, unless the question gives a clock time.
    """
    if reading.of("clock") or not {"clock", "duration"}.intersection(reading.answers):
        return None
    found = map(reading.world.atlas.resolve, {m.value for m in reading.of("place")})
    weeks = [place.hours.days for place in found if isinstance(place, Place) and place.hours]
    if not any(len(day) > 1 for week in weeks for day in week if day is not None):
        return None
    parts = word_list("times.parts_of_hours")
    asking = (word.key for word in reading.words if word.sentence in reading.asking)
    words = tuple(dict.fromkeys(key for key in asking if key in parts))
    detail = "the place has split opening hours, and a query cannot select one part"
    if not words:
        return None
    return NotUnderstood(reason="words unexplained", unexplained=words, detail=detail)


def is_locality(reading: Reading, mention: Mention) -> bool:
    """Whether a name only says where the name before it is ("the Obelisk in Buenos Aires")."""
    if leads_a_kind(reading, mention):
        return True
    if _is_part_of_name(reading, mention):
        return True
    earlier = [
        m
        for m in named_places(reading)
        if m.end <= mention.start and not _is_part_of_name(reading, m)
    ]
    if not earlier:
        return False
    last = earlier[-1]
    if reading.words[last.start].sentence != reading.words[mention.start].sentence:
        return False
    between = [word.key for word in reading.words[last.end : mention.start]]
    return _is_joined_as_locality(reading, mention, between)


def _is_joined_as_locality(reading: Reading, mention: Mention, between: list[str]) -> bool:
    """Whether the words between a name and a mention say that the mention locates the name."""
    if not between:
        gap = reading.words[mention.start].gap
        return bool(set(gap) & set(",(") or gap == "-") and is_region(reading, mention)
    return (
        between in (["in"], ["of"], ["in", "the"])
        or (between == ["near"] and is_region(reading, mention))
        or (between[0] == "in" and len(between) <= 2)
        or (between[0] == "of" and len(between) == 2 and mention.kind == "unknown")
        or (between[-1] == "in" and len(between) <= 3 and mention.kind == "unknown")
    )


def leads_a_kind(reading: Reading, mention: Mention) -> bool:
    """Whether the name of a town precedes the kind of places in it ("these Springfield cafes").

    A name that is part of an option, such as the name of a chain, narrows the choice instead.
    """
    if mention.end == len(reading.words) or reading.words[mention.end].gap:
        return False
    kinds = [m.end for m in reading.of("category") if m.start == mention.end]
    kinds += (
        [mention.end + 1] if reading.words[mention.end].key in word_list("names.listed") else []
    )
    before = reading.text(max(0, mention.start - 1), mention.start)
    is_led = before in word_list("names.indefinite")
    plural = any(is_led or reading.words[end - 1].key.endswith("s") for end in kinds)
    mention_keys = set(reading.keys(mention))
    offered = any(mention_keys <= set(split_keys(option)) for option in reading.question.options)
    return plural and not offered and is_region(reading, mention)


def is_region(reading: Reading, mention: Mention) -> bool:
    """Whether a name is a town, region or country: unknown, or a place that is its own address.

    A name with travel times is a destination, and not a region.
    """
    if mention.kind == "unknown":
        return True
    found = reading.world.atlas.resolve(mention.value)
    if any(mention.value in {leg.origin, leg.destination} for leg in reading.world.legs):
        return False
    return isinstance(found, Place) and is_place_a_region(found)


def _is_part_of_name(reading: Reading, mention: Mention) -> bool:
    """Whether an unknown name belongs to the next place: "Skydeck of the Tower", "Met (Museum)"."""
    if mention.kind != "unknown":
        return False
    places = reading.of("place")
    if any(m.start == mention.end and "(" in reading.words[m.start].gap for m in places):
        return True
    of = reading.text(mention.end, mention.end + 1) == "of"
    return of and any(0 < m.start - mention.end <= 2 for m in places)


def named_before_goal(reading: Reading, placed: list[Mention]) -> list[Mention]:
    """Return the first place of "X to Y" or "X -> Y", if a journey is described so."""
    for first, second in pairwise(placed):
        words = reading.words[first.end : second.start + 1]
        joined = words[0].key == "to" and len(words) <= 3
        if joined or (len(words) <= 2 and ">" in words[0].gap):
            return [first]
    return []


def user_place(reading: Reading) -> Mention | None:
    """Return the place where the asker is, lives or stays."""
    placed = [m for m in named_places(reading) if not is_locality(reading, m)]
    story_places = [m for m in placed if is_location_of_asker(reading, m)]
    related = [m for m in placed if reading.relation(m) in _PLACING]
    return next(iter(story_places or related or (placed if len(placed) == 1 else [])), None)


def is_location_of_asker(reading: Reading, mention: Mention) -> bool:
    """Whether a place follows "I am at", "I live in", "my hotel, the …" or the like."""
    sentence = reading.words[mention.start].sentence
    words = reading.words
    placed = any(
        0 <= mention.start - m.end <= 2
        and words[m.start].sentence == sentence
        and not is_of_happening(reading, m)
        for m in reading.of("placing")
    )
    lodged = any(
        words[m.start].sentence == sentence
        and (
            (
                mention.start - m.end in (0, 1)
                and (words[mention.start].gap or words[m.end].key in word_list("names.is"))
            )
            or (m.start == mention.end and words[m.start].gap == ",")
        )
        for m in reading.of("home")
    )
    return (
        (placed and not _is_yet_to_come(reading, mention)) or lodged or _is_now_at(reading, mention)
    )


def _is_yet_to_come(reading: Reading, mention: Mention) -> bool:
    """Whether a place is only reached in the end ("until we reach the Mill")."""
    keys_before = reading.text(max(0, mention.start - _UNTIL_REACH), mention.start).split()
    return not _UNTIL.isdisjoint(keys_before)


_UNTIL = frozenset({"until", "till"})
_UNTIL_REACH = 6


def _is_now_at(reading: Reading, mention: Mention) -> bool:
    """Whether a place follows the current time ("It is Sunday, 2 PM, at the Mill")."""
    now_ends = [m.end for m in reading.of("moment", "is_now") if m.end < mention.start]
    if not now_ends or reading.text(mention.start - 1, mention.start) != "at":
        return False
    time_words = covered_words((*reading.of("day"), *reading.of("clock"), *reading.of("moment")))
    return time_words.issuperset(range(now_ends[-1], mention.start - 1))


def timed_event(reading: Reading, clock: Mention) -> Mention | None:
    """Return the event that a clock time names ("the 1:05 PM train", "my 3 o'clock tour")."""
    return next((m for m in reading.of("happening") if m.start == clock.end), None)


def is_of_happening(reading: Reading, booked: Mention) -> bool:
    """Whether a meal or a show is booked, and not a bed ("a table booked at the Mill")."""
    word = reading.words[booked.start].key
    return word == "booked" and any(0 <= booked.start - m.end <= 2 for m in reading.of("happening"))


def single_mode(mentions: Iterable[Mention]) -> TravelMode | None:
    """Return the only mode that some mentions name, or None if there are none or several."""
    values = {m.value for m in mentions}
    return TravelMode(values.pop()) if len(values) == 1 else None


def named_modes(reading: Reading) -> list[Mention]:
    """Return all mentions of travel modes, adverbs ("by bike") and verbs ("bike"), in order."""
    adverbs = reading.of("mode")
    adverb_words = covered_words(adverbs)
    verbs = (verb for verb in reading.of("mode_verb") if verb.start not in adverb_words)
    return sorted((*adverbs, *verbs), key=lambda m: m.start)
