"""Reads in which order the stops are visited, which may be another than that of telling."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.understanding.journey.outline import Choice, Outline
from geoeval.understanding.reading import Mention, Reading, cover

_POINTING = frozenset({"that", "it", "this"})
_AS_TOLD = 1.0
_LAST_TELLING = 1.5
_TO_THE_OTHER = 5
_JOINING = 2


def orders(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the orders of visiting: a second full telling outranks the first."""
    stops = list(outline.stops)
    told, second = _told(stops)
    moved, prescribed = _told(_moved(reading, _with_stopovers(reading, stops)))
    prescribed = prescribed or _told_in_sequence(reading, stops)
    yield Choice(0.0, "", {"order": tuple(moved), "prescribed": prescribed})
    if told != moved:
        sets = {"order": tuple(told), "prescribed": second}
        yield Choice(_AS_TOLD, "visited in order of telling", sets)
    last = list(dict.fromkeys(m.value for m in reversed(stops)))[::-1]
    if last not in (told, moved):
        sets = {"order": tuple(last), "prescribed": prescribed}
        yield Choice(_LAST_TELLING, "visited as named last", sets)


def _told(stops: list[Mention]) -> tuple[list[str], bool]:
    """Return the stops in order of telling, and whether that is told a second time."""
    stops = [m for i, m in enumerate(stops) if i == 0 or stops[i - 1].value != m.value]
    first = list(dict.fromkeys(m.value for m in stops))
    if len(first) < 2:
        return first, False
    for start in range(1, len(stops) - len(first) + 1):
        window = [m.value for m in stops[start : start + len(first)]]
        told_before = {m.value for m in stops[:start]}
        if len(set(window)) == len(first) and told_before == set(first):
            return window, True
    return first, False


def _moved(reading: Reading, stops: list[Mention]) -> list[Mention]:
    """Return the stops with those first that are told to come before what is named before them.

    "I want an hour at the Mill. Before that, I see the Pier"; "the Mill comes after the Pier",
    "I must be at the Mill after an hour at the Pier".
    """
    for stop in list(stops):
        sentence = reading.words[stop.start].sentence
        before = stops[: stops.index(stop)]
        near = [m for m in before if reading.words[m.start].sentence == sentence]
        if told_beforehand(reading, sentence):
            near = [m for m in before if reading.words[m.start].sentence == sentence - 1]
        elif not near or not _comes_after(reading, near[-1], stop):
            continue
        if near:
            stops.remove(stop)
            stops.insert(stops.index(near[-1]), stop)
    return stops


def told_beforehand(reading: Reading, sentence: int) -> bool:
    """Whether a sentence tells what comes before that of the sentence before it."""
    begun = [word.key for word in reading.words if word.sentence == sentence][:2]
    pointed = begun[:1] == ["before"] and not _POINTING.isdisjoint(begun)
    return pointed or begun[:1] == ["beforehand"]


def _comes_after(reading: Reading, one: Mention, other: Mention) -> bool:
    """Whether it is said of a stop itself that it comes after another."""
    for after in reading.of("relation", "after"):
        pointing = reading.text(after.end, after.end + 1) in _POINTING
        if one.end <= after.start < other.start and not pointing:
            lengths = cover(reading.of("duration"))
            joining = [i for i in range(after.end, other.start) if i not in lengths]
            said_of_it = reading.words[one.end].gap == "," or after.start - one.end <= _TO_THE_OTHER
            parted = reading.separated(after.start, other.start - 1)
            return said_of_it and not parted and len(joining) <= _JOINING
    return False


def _with_stopovers(reading: Reading, stops: list[Mention]) -> list[Mention]:
    """Return the stops with each stopover before the goal it is on the way to."""
    ordered: list[Mention] = []
    for stop in stops:
        through = reading.before(stop, ("stopover",), 1)
        if through and ordered and through.start > ordered[-1].start:
            ordered.insert(len(ordered) - 1, stop)
        else:
            ordered.append(stop)
    return ordered


def _told_in_sequence(reading: Reading, stops: list[Mention]) -> bool:
    """Whether words such as "then" and "finally" join the stops."""
    return len(stops) > 1 and any(
        stops[0].start - 3 <= m.start < stops[-1].start for m in reading.of("connective")
    )
