"""Reads in which order the stops are visited, which may be another than that of telling."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.understanding.journey.outline import Choice, Outline
from geoeval.understanding.reading import Mention, Reading

_POINTING = frozenset({"that", "it", "this"})
_AS_TOLD = 1.0
_LAST_TELLING = 1.5
_TO_THE_OTHER = 3


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

    "I want an hour at the Mill. Before that, I see the Pier"; "the Mill comes after the Pier".
    """
    for stop in list(stops):
        first = _sentence_start(reading, stop)
        lead = reading.text(first, first + 2).split()
        earlier = [
            m
            for m in stops
            if reading.words[m.start].sentence == reading.words[stop.start].sentence - 1
        ]
        pointed = lead[:1] == ["before"] and lead[1:] and lead[1] in _POINTING
        if (pointed or lead[:1] == ["beforehand"]) and earlier:
            stops.remove(stop)
            stops.insert(stops.index(earlier[-1]), stop)
            continue
        before = stops[: stops.index(stop)]
        after = reading.before(stop, ("relation",), 1)
        if before and after is not None and after.value == "after":
            near = before[-1]
            clause = not reading.separated(after.start, stop.start - 1) and after.start > first
            joined = not reading.separated(after.start, after.start) and near.end < after.start
            if clause and joined and _is_told_of(reading, near, after):
                stops.remove(stop)
                stops.insert(stops.index(near), stop)
    return stops


def _is_told_of(reading: Reading, stop: Mention, after: Mention) -> bool:
    """Whether it is said of a stop itself that it comes after another."""
    near = after.start - stop.end
    sentence = reading.words[stop.start].sentence
    same = reading.words[after.start].sentence == sentence
    return same and (near <= _TO_THE_OTHER or reading.words[stop.end].gap == ",")


def _sentence_start(reading: Reading, mention: Mention) -> int:
    first = mention.start
    while first and reading.words[first - 1].sentence == reading.words[mention.start].sentence:
        first -= 1
    return first


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
