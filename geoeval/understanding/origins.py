"""Finds where a journey starts, and the names that only say where it plays."""

from __future__ import annotations

from geoeval.understanding import scene
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.towns import is_town
from geoeval.understanding.vocabulary import word_list

_TO_THE_GOAL = 5


def placed_names(reading: Reading) -> list[Mention]:
    """Return the places of a question without the town that all of it plays in."""
    return [
        m
        for m in scene.names(reading)
        if not scene.is_locality(reading, m)
        and not (m.kind == "unknown" and is_town(reading.world, m.value))
    ]


def left_for_good(
    reading: Reading, places: list[Mention], visits: dict[str, float]
) -> Mention | None:
    """Return the first place of a journey that goes back without a word of where to.

    "We rent a car at the Inn, see the Mill for an hour and return": it is not visited itself.
    """
    if not places or not reading.of("return") or places[0].value in visits or len(places) < 2:
        return None
    back = reading.of("return")[0]
    goals = [m for m in places if 0 <= m.start - back.end <= _TO_THE_GOAL]
    return None if goals or back.start < places[0].start else places[0]


def origin_of(reading: Reading, visits: dict[str, float]) -> Mention | None:
    """Return the place the journey starts from: "from X", else where the asker is."""
    placed = placed_names(reading)
    told = [m for m in placed if m.value not in visits and scene.is_told_at(reading, m)]
    told = [m for m in told if reading.before(m, ("stay",), 2) is None]
    free = [m for m in placed if m.value not in visits]
    left = [m for m in free if _is_left(reading, m)] or _left_behind(reading, free)
    starts = [m for m in free if reading.relation(m, 2) == "from" and not _is_event(reading, m)]
    begun = told or left or starts or _begun_at(reading, free, visits)
    return next(iter(begun or _routed(reading, free)), None)


def _is_event(reading: Reading, mention: Mention) -> bool:
    """Whether something begins or departs at a place ("my tour starts at the Pier")."""
    return reading.before(mention, ("event",), 2) is not None


def _left_behind(reading: Reading, placed: list[Mention]) -> list[Mention]:
    """Return the place that "leave it" or "leave there" points back to."""
    for verb in reading.of("leave"):
        behind = reading.text(verb.end, verb.end + 2).split()
        before = [m for m in placed if m.end <= verb.start]
        if before and {"it", "there"} & set(behind):
            return before[-1:]
    return []


def _begun_at(reading: Reading, free: list[Mention], visits: dict[str, float]) -> list[Mention]:
    """Return the only place without a visit, where one sets out ("we met at the Inn and left")."""
    if len(visits) < 2 or len({m.value for m in free}) != 1:
        return []
    place = free[0]
    sentence = reading.words[place.start].sentence
    ahead = [m for m in reading.of("leave") if m.start >= place.end]
    here = [m for m in ahead if reading.words[m.start].sentence == sentence]
    awaited = reading.before(place, ("event", "booked", "happening"), 3)
    idle = awaited is not None or is_setting(reading, place)
    return [place] if here and not idle else []


def _routed(reading: Reading, placed: list[Mention]) -> list[Mention]:
    """Return the first place if the journey is told as "X to Y": what stands before the "to"."""
    first = placed[:1]
    if not first:
        return []
    again = [m for m in placed[1:] if m.value == first[0].value]
    if any(reading.before(m, ("return",), 3) for m in again) or is_loop(reading, placed, first[0]):
        return first
    return scene.named_before_goal(reading, placed)


def _is_left(reading: Reading, mention: Mention) -> bool:
    """Whether a place follows "leave", "set off from", "start at" within its clause."""
    verb = reading.before(mention, ("leave",), 3)
    if verb is None or reading.covering(verb.start, "event"):
        return False
    if reading.separated(verb.end, mention.start - 1):
        return False
    between = {word.key for word in reading.words[verb.end : mention.start]}
    return between <= word_list("journeys.leaving")


def is_setting(reading: Reading, mention: Mention) -> bool:
    """Whether a place only says where the story plays ("a day in Tartu")."""
    lead = reading.words[mention.start - 1].key if mention.start else ""
    if reading.before(mention, ("happening", "stay", "visit"), 2):
        return False
    return mention.start > 0 and lead in {"in", "around", "near"}


def is_loop(reading: Reading, places: list[Mention], origin: Mention) -> bool:
    """Whether arrows lead back to where they began ("A -> B -> A")."""
    last = places[-1]
    return last.value == origin.value and ">" in reading.words[last.start].gap
