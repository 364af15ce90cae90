"""Finds where a journey starts and ends, and the names that only say where it plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.understanding import scene
from geoeval.understanding.journey.outline import Choice, Outline, beside
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.towns import is_town
from geoeval.understanding.vocabulary import word_list

_TO_THE_GOAL = 5
_FIRST_TOLD = 0.5
_NO_START = 1.5
_WAY_BACK = 1.5
_NO_PLACE = 0.7


def placed_names(reading: Reading) -> list[Mention]:
    """Return the places of a question without the town that all of it plays in."""
    return [
        m
        for m in scene.names(reading)
        if not scene.is_locality(reading, m)
        and not (m.kind == "unknown" and is_town(reading.world, m.value))
    ]


def visited(_: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the places of the journey: all that are named, else only those of this world."""
    yield Choice(0.0, "", {})
    unknown = [m.value for m in outline.places if m.kind == "unknown"]
    if 0 < len(unknown) < len(outline.places):
        known = tuple(m for m in outline.places if m.kind != "unknown")
        yield Choice(_NO_PLACE, f"{', '.join(unknown)}: no place of the journey", {"places": known})


def origins(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield where the journey starts: where the words say, else where it is told first."""
    placed = [m for m in outline.places if m.kind != "category"]
    free = [m for m in placed if m.value not in outline.visits]
    start = _origin(reading, placed, free)
    yield Choice(0.0, "", {"origin": start})
    if free and (start is None or free[0].value != start.value):
        yield Choice(_FIRST_TOLD, f"it starts at {free[0].value}", {"origin": free[0]})
    if start is not None:
        yield Choice(_NO_START, f"{start.value} is a stop", {"origin": None})


def _origin(reading: Reading, placed: list[Mention], free: list[Mention]) -> Mention | None:
    """Return the place the journey starts from: where the asker is, what is left, "from X"."""
    told = [m for m in free if scene.is_told_at(reading, m)]
    told = [m for m in told if reading.before(m, ("stay",), 2) is None]
    left = [m for m in free if _is_left(reading, m)]
    starts = [
        m for m in free if reading.relation(m, 2) == "from" and not reading.before(m, ("event",), 2)
    ]
    if left or starts:
        told = [m for m in told if reading.words[m.start].sentence not in reading.asking]
    reached = {m.value for m in free if m not in left and reading.relation(m, 1) == "to"}
    new = [m for m in left if m.value not in reached]
    begun = told or new or starts or left or _routed(reading, free)
    begun = begun or [m for m in free[:1] if _first_told(reading, placed, m)]
    return begun[0] if begun else None


def _first_told(reading: Reading, placed: Sequence[Mention], place: Mention) -> bool:
    """Whether one starts where the journey is told to begin, which is not visited itself.

    One leaves it before the next place is named ("we met at the Inn and left"), or goes back
    without a word of where to ("we rent a car at the Inn, see the Mill and return").
    """
    awaited = reading.before(place, ("event", "booked", "happening"), 3)
    if place is not placed[0] or len(placed) < 2 or _is_setting(reading, place):
        return False
    leaving = any(place.end <= m.start < placed[1].start for m in reading.of("leave"))
    back = next((m for m in reading.of("return") if m.start >= place.end), None)
    goals = [m for m in placed if back and 0 <= m.start - back.end <= _TO_THE_GOAL]
    if placed[-1].value == place.value and reading.of("return"):
        return True
    return (leaving and not awaited) or (back is not None and not goals)


def _routed(reading: Reading, placed: list[Mention]) -> list[Mention]:
    """Return the first place if the journey is told as "X to Y": what stands before the "to"."""
    first = placed[:1]
    if not first:
        return []
    again = [m for m in placed[1:] if m.value == first[0].value]
    if any(reading.before(m, ("return",), 3) for m in again) or _is_loop(reading, placed, first[0]):
        return first
    if len(placed) == 2 and reading.relation(placed[0], 2) == "between":
        return first
    return scene.named_before_goal(reading, placed)


def _is_left(reading: Reading, mention: Mention) -> bool:
    """Whether a place follows "leave", "set off from", "start at" within its clause."""
    verb = reading.before(mention, ("leave",), _TO_THE_GOAL)
    if verb is None or reading.covering(verb.start, "event"):
        return False
    if reading.separated(verb.end, mention.start - 1):
        return False
    moving = cover(reading.of("mode"))
    between = (i for i in range(verb.end, mention.start) if i not in moving)
    return {reading.words[i].key for i in between} <= word_list("journeys.leaving")


def _is_setting(reading: Reading, mention: Mention) -> bool:
    """Whether a place only says where the story plays ("a day in Tartu")."""
    lead = reading.words[mention.start - 1].key if mention.start else ""
    if reading.before(mention, ("happening", "stay", "visit"), 2):
        return False
    return mention.start > 0 and lead in {"in", "around", "near"}


def _is_loop(reading: Reading, places: Sequence[Mention], origin: Mention) -> bool:
    """Whether arrows or dashes lead back to where they began ("A -> B -> A")."""
    last = places[-1]
    gap = reading.words[last.start].gap
    return last.value == origin.value and last is not origin and (">" in gap or gap == "-")


def ends(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the stops and the end: whether the way back counts, and where it leads."""
    origin, visits = outline.origin, outline.visits
    start = origin.value if origin else None
    named = [m for m in outline.places if m.value != start]
    named = [m for m in named if m.value in visits or not _is_setting(reading, m)]
    returning, goal = _return(reading, origin, named)
    if goal is None and origin is not None and _is_loop(reading, outline.places, origin):
        goal = origin
    stops = named
    if goal is not None:
        stops = [m for m in named if m.value != goal.value or m.value in visits] or named
    if returning is None and goal is None and origin is not None:
        returning = _homeward(reading, named)
    sets = {"returning": returning, "goal": goal, "stops": tuple(stops)}
    yield Choice(0.0, "", sets)
    if origin is not None and returning is None and goal is None and len(named) > 1:
        yield Choice(_WAY_BACK, "the way back counts", {**sets, "goal": origin})
    elif returning is not None and goal is None:
        yield Choice(_WAY_BACK, "the way back does not count", {**sets, "returning": None})


def _return(
    reading: Reading, origin: Mention | None, stops: list[Mention]
) -> tuple[Mention | None, Mention | None]:
    """Return the mention that says the journey goes back, and the place it names as the end.

    Without a place behind it, it goes back to where the journey began.
    """
    for mention in reading.of("return"):
        here = beside(reading, stops, mention)
        after = [m for m in here if 0 <= m.start - mention.end <= _TO_THE_GOAL]
        if not after:
            return mention, None
        if not origin or after[0].value != origin.value:
            return mention, after[0]
    return None, None


def _homeward(reading: Reading, stops: list[Mention]) -> Mention | None:
    """Return the "home" that all stops are told before, whatever the verb ("and whizz home")."""
    last = max((m.end for m in stops), default=0)
    home = [m for m in reading.told("home") if reading.keys(m) == ("home",)]
    return next((m for m in home if m.start >= last), None)
