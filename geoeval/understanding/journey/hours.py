"""Reads what each clock time of a journey means: its start, its deadline, an appointment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from geoeval.understanding import scene
from geoeval.understanding.journey.order import told_beforehand
from geoeval.understanding.journey.outline import Choice, Outline, beside
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list

_CUES = ("leave", "deadline", "finish", "event", "booked", "visit")
_OF_A_VISIT = frozenset({"event", "booked", "visit"})
_REACH = 12
_BEFOREHAND = frozenset({"beforehand"})
_UNTIL = frozenset({"until", "till"})

Role = str
_ROLES: dict[Role, tuple[float, str]] = {
    "left": (0.3, "when a stop is left"),
    "depart": (1.0, "when the journey starts"),
    "finish": (1.0, "when it must be over"),
    "start": (1.0, "when a visit starts"),
}


@dataclass(slots=True)
class _Clocks:
    """The clock times of a journey as HH:MM, and the mentions that say them."""

    depart: str | None = None
    finish_by: str | None = None
    starts: dict[str, str] = field(default_factory=dict)
    leaves: dict[str, str] = field(default_factory=dict)
    timed: list[Mention] = field(default_factory=list)
    roles: dict[Mention, Role] = field(default_factory=dict)


def hours(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the clock times by the nearest word that says what they bound, else by another role.

    A second time for what has one already is not taken for it.
    """
    given = _read(reading, outline, {})
    yield Choice(0.0, "", _sets(reading, outline, given))
    for clock in reading.of("clock"):
        for role, (cost, meaning) in _ROLES.items():
            found = _read(reading, outline, {clock: role})
            other = given.roles.get(clock) != role == found.roles.get(clock)
            if other and _agree(found, outline) and len(found.timed) >= len(given.timed):
                note = f"{scene.clock_text(clock.amount)} is {meaning}"
                yield Choice(cost, note, _sets(reading, outline, found))


def _agree(found: _Clocks, outline: Outline) -> bool:
    """Whether a journey ends after it begins, and all its appointments are at its stops."""
    if found.depart and found.finish_by and found.depart >= found.finish_by:
        return False
    if found.depart and any(at < found.depart for at in found.starts.values()):
        return False
    visited = {*outline.order, outline.end}
    return visited.issuperset(found.starts) and not (found.leaves and found.depart is None)


def _sets(reading: Reading, outline: Outline, found: _Clocks) -> dict[str, object]:
    """Return what some clock times set, an appointment told beforehand put last."""
    starts = dict(found.starts)
    order = _appointment_last(reading, replace(outline, starts=starts))
    depart = found.depart
    if outline.origin is None and depart is None and order and order[0] in starts:
        depart = starts.pop(order[0])
    return {
        "order": order,
        "depart": depart,
        "finish_by": found.finish_by,
        "starts": starts,
        "leaves": found.leaves,
        "timed": tuple(found.timed),
    }


def _appointment_last(reading: Reading, outline: Outline) -> tuple[str, ...]:
    """Return the stops with an appointment that is told beforehand at their end.

    "My train leaves the Station at 6. I go to the Mill …": it stands alone in its sentence, or
    something is done "beforehand", and it is no visit of its own.
    """
    order = outline.order
    if len(order) < 2 or order[0] in outline.visits:
        return order
    told = next(m for m in outline.stops if m.value == order[0])
    alone = {m.value for m in beside(reading, outline.stops, told)} == {told.value}
    if order[0] in outline.starts:
        moved = alone or not _BEFOREHAND.isdisjoint(word.key for word in reading.words)
    else:
        moved = alone and any(
            0 <= clock.start - m.end <= _reach(reading, m, clock)
            for m in beside(reading, reading.of("deadline"), told)
            for clock in reading.of("clock")
        )
    return (*order[1:], order[0]) if moved else order


def _read(reading: Reading, outline: Outline, forced: Mapping[Mention, Role]) -> _Clocks:
    """Return the clock times of a question, the roles of some being given."""
    clocks = _Clocks()
    origin = outline.origin
    stops = [*outline.stops, *([outline.goal] if outline.goal else [])]
    home = [m for m in scene.names(reading) if origin and m.value == origin.value]
    for clock in _without_the_span(reading, clocks):
        at = scene.clock_text(clock.amount)
        place = _nearest(reading, clock, [*stops, *home])
        role = _role(reading, clock, place, home, clocks.depart)
        if role == "start" and place in home and outline.end != place.value:
            role = "depart"
        if role == "finish" and clocks.depart and _stays_until(reading, clock, outline):
            role = "left"
        role = forced.get(clock, role)
        given = None
        if role == "finish":
            clocks.finish_by = given = clocks.finish_by or at
        elif role == "depart":
            clocks.depart = given = clocks.depart or at
        elif role == "start" and place is not None:
            given = clocks.starts.setdefault(place.value, at)
        elif role == "left":
            place = _left(reading, clock, outline.stops)
            given = clocks.leaves.setdefault(place.value, at) if place else None
        if given == at:
            clocks.timed.append(clock)
            clocks.roles[clock] = role
    return clocks


def _role(
    reading: Reading,
    clock: Mention,
    place: Mention | None,
    home: list[Mention],
    depart: str | None,
) -> Role:
    """Return what a clock time is by the words around it."""
    cue = "event" if timed_event(reading, clock) else _cue(reading, clock)
    lead = reading.words[clock.start - 1].key if clock.start else ""
    if cue in {"deadline", "finish"}:
        return "finish"
    if cue == "leave" or lead in {"from", "starting"}:
        return "depart"
    sets_out = place and not cue and not depart and _is_setting_out(reading, clock, place)
    awaited = cue == "event" or _is_awaited(reading, clock)
    if (place and not sets_out and (awaited or place not in home)) or cue == "event":
        return "start"
    last = place in home and told_beforehand(reading, reading.words[clock.start].sentence + 1)
    return "finish" if last else "depart"


def _stays_until(reading: Reading, clock: Mention, outline: Outline) -> bool:
    """Whether one stays until then at a stop of no other length ("stay at the Mill until 2")."""
    stop = _left(reading, clock, outline.stops)
    behind = stop and stop.value not in outline.visits and stop.end == clock.start - 1
    return bool(behind) and reading.text(clock.start - 1, clock.start) in _UNTIL


def _left(reading: Reading, clock: Mention, stops: Sequence[Mention]) -> Mention | None:
    """Return the stop that is left at a clock time: "leave the Mill at 2", "stay there until 2"."""
    cues = beside(reading, (*reading.of("leave"), *reading.of("deadline")), clock)
    before = [m for m in stops if m.end <= clock.start]
    ahead = {m.value for m in stops if m.start >= clock.end}
    if not before or not ahead - {before[-1].value}:
        return None
    return before[-1] if any(m.end <= clock.start for m in cues) else None


def _without_the_span(reading: Reading, clocks: _Clocks) -> list[Mention]:
    """Return the clock times but for those of "between 11 and 5", which bound the whole."""
    times = reading.of("clock")
    for first, last in pairwise(times):
        lead = reading.text(first.start - 1, first.start)
        joined = reading.text(first.end, last.start) in {"and", "to", "until", "till", ""}
        if lead in {"between", "from"} and joined and _cue(reading, first) not in _OF_A_VISIT:
            clocks.depart = scene.clock_text(first.amount)
            clocks.finish_by = scene.clock_text(last.amount)
            clocks.timed += [first, last]
            return [m for m in times if m not in {first, last}]
    return times


def timed_event(reading: Reading, clock: Mention) -> Mention | None:
    """Return what is called by its hour ("the 1:05 PM train", "my 3 o'clock tour")."""
    return next((m for m in reading.of("happening") if m.start == clock.end), None)


def _is_awaited(reading: Reading, clock: Mention) -> bool:
    """Whether a clock time is that of a booking ("a table booked at the Mill for 8")."""
    bookings = [m for m in reading.of("booked") if 0 <= clock.start - m.end <= _REACH]
    return any(scene.is_of_happening(reading, m) for m in bookings)


def _is_setting_out(reading: Reading, clock: Mention, place: Mention) -> bool:
    """Whether one moves between a clock time and a place ("at ten I take the tram to the Mill")."""
    moves = (*reading.of("mode"), *reading.of("mode_verb"))
    if place.end <= clock.start:
        left = [m for m in scene.names(reading) if m.end < place.start]
        between = reading.text(place.end, clock.start)
        led = left and reading.relation(left[-1], 2) == "from" and between == "at"
        return bool(led) and any(m.end <= left[-1].start for m in moves)
    return any(clock.end <= m.start < place.start for m in moves)


def _cue(reading: Reading, clock: Mention) -> str | None:
    """Return the kind of the word nearest before a clock time, else after it, in its sentence."""
    key = f"cue of the clock at {clock.start}"
    if key not in reading.memory:
        reading.memory[key] = _nearest_cue(reading, clock)
    kind: str | None = reading.memory[key]
    return kind


def _nearest_cue(reading: Reading, clock: Mention) -> str | None:
    cues = beside(reading, (m for kind in _CUES for m in reading.of(kind)), clock)
    before = [m for m in cues if 0 <= clock.start - m.end <= _reach(reading, m, clock)]
    after = [m for m in cues if 0 <= m.start - clock.end <= (0 if m.kind == "deadline" else _REACH)]
    if before:
        nearest = min(before, key=lambda m: (clock.start - m.end, m.start, _CUES.index(m.kind)))
        return "event" if _departs(reading, nearest) else nearest.kind
    return min(after, key=lambda m: m.start).kind if after else None


def _departs(reading: Reading, verb: Mention) -> bool:
    """Whether a verb says when something begins ("my train from the Station leaves at")."""
    return any(
        0 <= verb.start - place.end <= 1
        and reading.words[place.start].sentence == reading.words[verb.start].sentence
        and (reading.before(place, ("event",), 1) or reading.before(place, ("happening",), 2))
        for place in scene.names(reading)
    )


def _reach(reading: Reading, cue: Mention, clock: Mention) -> int:
    """Return how many words may part a cue from its clock time: few for "by" and "finish"."""
    if cue.kind == "deadline":
        between = {word.key for word in reading.words[cue.end : clock.start]}
        return _REACH if between <= word_list("times.about") else -1
    if cue.kind == "finish":
        return -1 if cue.end < clock.start and reading.separated(cue.end, clock.start - 1) else 4
    return _REACH


def _nearest(reading: Reading, clock: Mention, stops: list[Mention]) -> Mention | None:
    """Return the stop that a clock time stands with: the last one before it in its sentence."""
    here = sorted(beside(reading, stops, clock), key=lambda m: m.start)
    before = [m for m in here if m.end <= clock.start]
    after = [m for m in here if m.start >= clock.end]
    if before and not _parted(reading, before[-1], clock):
        return before[-1]
    return after[0] if after and not before else None


def _parted(reading: Reading, place: Mention, clock: Mention) -> bool:
    """Whether a new clause begins between a place and a clock time ("…, then a cruise at 2")."""
    joined = any(place.end <= m.start < clock.start for m in reading.of("connective"))
    return joined or reading.text(clock.start - 2, clock.start).startswith("and ")
