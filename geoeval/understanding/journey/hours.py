"""Reads the order, clock times and modes of a journey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from geoeval.understanding import scene
from geoeval.understanding.journey.outline import Choice, Outline, in_same_sentence
from geoeval.understanding.reading import Mention, Reading, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode

_POINTING = frozenset({"that", "it", "this"})
_TEXT_ORDER_COST = 1.0
_LAST_MENTION_COST = 1.5
_MAX_WORDS_TO_AFTER = 5
_MAX_JOINING_WORDS = 2


def read_visit_orders(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the possible orders of the stops; a second complete list outranks the first."""
    stops = list(outline.stops)
    first, second = _stops_in_order(stops)
    moved, prescribed = _stops_in_order(
        _apply_precedence(reading, _insert_stopovers(reading, stops))
    )
    prescribed = prescribed or _has_sequence_words(reading, stops)
    yield Choice(0.0, "", {"order": tuple(moved), "prescribed": prescribed})
    if first != moved:
        sets = {"order": tuple(first), "prescribed": second}
        yield Choice(_TEXT_ORDER_COST, "visited in the order of the text", sets)
    last = list(dict.fromkeys(m.value for m in reversed(stops)))[::-1]
    if last not in (first, moved):
        sets = {"order": tuple(last), "prescribed": prescribed}
        yield Choice(_LAST_MENTION_COST, "visited in the order of last mention", sets)


def _stops_in_order(stops: list[Mention]) -> tuple[list[str], bool]:
    stops = [m for i, m in enumerate(stops) if i == 0 or stops[i - 1].value != m.value]
    first = list(dict.fromkeys(m.value for m in stops))
    if len(first) < 2:
        return first, False
    for start in range(1, len(stops) - len(first) + 1):
        repeated = [m.value for m in stops[start : start + len(first)]]
        seen_before = {m.value for m in stops[:start]}
        if len(set(repeated)) == len(first) and seen_before == set(first):
            return repeated, True
    return first, False


def _apply_precedence(reading: Reading, stops: list[Mention]) -> list[Mention]:
    """Return the stops, with those moved forward that the text says come earlier.

    "I want an hour at the Mill. Before that, I see the Pier"; "the Mill comes after the Pier";
    "I must be at the Mill after an hour at the Pier".
    """
    for stop in list(stops):
        sentence = reading.words[stop.start].sentence
        before = stops[: stops.index(stop)]
        near = [m for m in before if reading.words[m.start].sentence == sentence]
        if stated_beforehand(reading, sentence):
            near = [m for m in before if reading.words[m.start].sentence == sentence - 1]
        elif not near or not _comes_after(reading, near[-1], stop):
            continue
        if near:
            stops.remove(stop)
            stops.insert(stops.index(near[-1]), stop)
    return stops


def stated_beforehand(reading: Reading, sentence: int) -> bool:
    """Whether a sentence says what happens before the previous one ("Before that, ...")."""
    first_keys = [word.key for word in reading.words if word.sentence == sentence][:2]
    is_before_that = first_keys[:1] == ["before"] and not _POINTING.isdisjoint(first_keys)
    return is_before_that or first_keys[:1] == ["beforehand"]


def _comes_after(reading: Reading, one: Mention, other: Mention) -> bool:
    for after in reading.of("relation", "after"):
        is_pointing = reading.text(after.end, after.end + 1) in _POINTING
        if one.end <= after.start < other.start and not is_pointing:
            lengths = covered_words(reading.of("duration"))
            joining = [i for i in range(after.end, other.start) if i not in lengths]
            is_near = (
                reading.words[one.end].gap == "," or after.start - one.end <= _MAX_WORDS_TO_AFTER
            )
            is_separated = reading.separated(after.start, other.start - 1)
            return is_near and not is_separated and len(joining) <= _MAX_JOINING_WORDS
    return False


def _insert_stopovers(reading: Reading, stops: list[Mention]) -> list[Mention]:
    ordered: list[Mention] = []
    for stop in stops:
        stopover = reading.before(stop, ("stopover",), 1)
        if stopover and ordered and stopover.start > ordered[-1].start:
            ordered.insert(len(ordered) - 1, stop)
        else:
            ordered.append(stop)
    return ordered


def _has_sequence_words(reading: Reading, stops: list[Mention]) -> bool:
    """Whether words such as "then" and "finally" join the stops."""
    return len(stops) > 1 and any(
        stops[0].start - 3 <= m.start < stops[-1].start for m in reading.of("connective")
    )


_CUES = ("leave", "deadline", "finish", "event", "booked", "visit")
_VISIT_CUES = frozenset({"event", "booked", "visit"})
_REACH = 12
_BEFOREHAND = frozenset({"beforehand"})
_UNTIL = frozenset({"until", "till"})

Role = str
_ROLES: dict[Role, tuple[float, str]] = {
    "left": (0.3, "when a stop is left"),
    "depart": (1.0, "when the journey starts"),
    "finish": (1.0, "when the journey must be over"),
    "start": (1.0, "when a visit starts"),
}


@dataclass(slots=True)
class _Clocks:
    """The clock times of a journey as HH:MM, with the mentions that give them."""

    depart: str | None = None
    finish_by: str | None = None
    starts: dict[str, str] = field(default_factory=dict)
    leaves: dict[str, str] = field(default_factory=dict)
    timed: list[Mention] = field(default_factory=list)
    roles: dict[Mention, Role] = field(default_factory=dict)


def read_hours(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the clock times with roles by the nearest cue, then with one role changed.

    A role that has a time already does not take another.
    """
    base = _read_clocks(reading, outline, {})
    yield Choice(0.0, "", _clock_settings(reading, outline, base))
    for clock in reading.of("clock"):
        for role, (cost, meaning) in _ROLES.items():
            other = _read_clocks(reading, outline, {clock: role})
            differs = base.roles.get(clock) != role == other.roles.get(clock)
            if differs and _is_consistent(other, outline) and len(other.timed) >= len(base.timed):
                note = f"{scene.clock_text(clock.amount)} is {meaning}"
                yield Choice(cost, note, _clock_settings(reading, outline, other))


def _is_consistent(clocks: _Clocks, outline: Outline) -> bool:
    if clocks.depart and clocks.finish_by and clocks.depart >= clocks.finish_by:
        return False
    if clocks.depart and any(at < clocks.depart for at in clocks.starts.values()):
        return False
    visited = {*outline.order, outline.end}
    return visited.issuperset(clocks.starts) and not (clocks.leaves and clocks.depart is None)


def _clock_settings(reading: Reading, outline: Outline, clocks: _Clocks) -> dict[str, object]:
    starts = dict(clocks.starts)
    order = _move_appointment_last(reading, replace(outline, starts=starts))
    begins_there = (
        outline.origin is None and clocks.depart is None and bool(order) and order[0] in starts
    )
    depart = starts.pop(order[0]) if begins_there else clocks.depart
    return {
        "order": order,
        "depart": depart,
        "begins_there": begins_there,
        "finish_by": clocks.finish_by,
        "starts": starts,
        "leaves": clocks.leaves,
        "timed": tuple(clocks.timed),
    }


def _move_appointment_last(reading: Reading, outline: Outline) -> tuple[str, ...]:
    """Return the stops, moving an appointment that is mentioned first to the end.

    "My train leaves the Station at 6. I go to the Mill …": it is alone in its sentence, or the text
    says "beforehand", and it has no visit of its own.
    """
    order = outline.order
    if len(order) < 2 or order[0] in outline.visits:
        return order
    first_stop = next(m for m in outline.stops if m.value == order[0])
    is_alone = {m.value for m in in_same_sentence(reading, outline.stops, first_stop)} == {
        first_stop.value
    }
    if order[0] in outline.starts:
        is_moved = is_alone or not _BEFOREHAND.isdisjoint(word.key for word in reading.words)
    else:
        is_moved = is_alone and any(
            0 <= clock.start - m.end <= _cue_reach(reading, m, clock)
            for m in in_same_sentence(reading, reading.of("deadline"), first_stop)
            for clock in reading.of("clock")
        )
    return (*order[1:], order[0]) if is_moved else order


def _read_clocks(reading: Reading, outline: Outline, forced: Mapping[Mention, Role]) -> _Clocks:
    clocks = _Clocks()
    origin = outline.origin
    stops = [*outline.stops, *([outline.goal] if outline.goal else [])]
    home = [m for m in scene.named_places(reading) if origin and m.value == origin.value]
    for clock in _take_span(reading, clocks):
        time = scene.clock_text(clock.amount)
        place = _find_nearest_stop(reading, clock, [*stops, *home])
        role = _find_role(reading, clock, place, home, clocks.depart)
        if role == "start" and place in home and outline.end != place.value:
            role = "depart"
        if role == "finish" and clocks.depart and _stays_until(reading, clock, outline):
            role = "left"
        role = forced.get(clock, role)
        recorded = None
        if role == "finish":
            clocks.finish_by = recorded = clocks.finish_by or time
        elif role == "depart":
            clocks.depart = recorded = clocks.depart or time
        elif role == "start" and place is not None:
            recorded = clocks.starts.setdefault(place.value, time)
        elif role == "left":
            place = _stop_left_at(reading, clock, outline.stops)
            recorded = clocks.leaves.setdefault(place.value, time) if place else None
        if recorded == time:
            clocks.timed.append(clock)
            clocks.roles[clock] = role
    return clocks


def _find_role(
    reading: Reading,
    clock: Mention,
    place: Mention | None,
    home: list[Mention],
    depart: str | None,
) -> Role:
    cue = "event" if scene.timed_event(reading, clock) else _find_cue(reading, clock)
    lead = reading.words[clock.start - 1].key if clock.start else ""
    if cue in {"deadline", "finish"}:
        return "finish"
    if cue == "leave" or lead in {"from", "starting"}:
        return "depart"
    is_departure = place and not cue and not depart and _is_setting_out(reading, clock, place)
    is_appointment = cue == "event" or _is_booked(reading, clock)
    if (place and not is_departure and (is_appointment or place not in home)) or cue == "event":
        return "start"
    is_last = place in home and stated_beforehand(reading, reading.words[clock.start].sentence + 1)
    return "finish" if is_last else "depart"


def _stays_until(reading: Reading, clock: Mention, outline: Outline) -> bool:
    """Whether a clock time ends a stay without a duration ("stay at the Mill until 2")."""
    stop = _stop_left_at(reading, clock, outline.stops)
    behind = stop and stop.value not in outline.visits and stop.end == clock.start - 1
    return bool(behind) and reading.text(clock.start - 1, clock.start) in _UNTIL


def _stop_left_at(reading: Reading, clock: Mention, stops: Sequence[Mention]) -> Mention | None:
    """Return the stop left at a clock time ("leave the Mill at 2", "stay there until 2")."""
    cues = in_same_sentence(reading, (*reading.of("leave"), *reading.of("deadline")), clock)
    before = [m for m in stops if m.end <= clock.start]
    later_stops = {m.value for m in stops if m.start >= clock.end}
    if not before or not later_stops - {before[-1].value}:
        return None
    return before[-1] if any(m.end <= clock.start for m in cues) else None


def _take_span(reading: Reading, clocks: _Clocks) -> list[Mention]:
    """Take "between 11 and 5" as bounds of the whole journey; return the other clock times."""
    times = reading.of("clock")
    for first, last in pairwise(times):
        lead = reading.text(first.start - 1, first.start)
        joined = reading.text(first.end, last.start) in {"and", "to", "until", "till", ""}
        if lead in {"between", "from"} and joined and _find_cue(reading, first) not in _VISIT_CUES:
            clocks.depart = scene.clock_text(first.amount)
            clocks.finish_by = scene.clock_text(last.amount)
            clocks.timed += [first, last]
            return [m for m in times if m not in {first, last}]
    return times


def _is_booked(reading: Reading, clock: Mention) -> bool:
    """Whether a clock time is that of a booking ("a table booked at the Mill for 8")."""
    bookings = [m for m in reading.of("booked") if 0 <= clock.start - m.end <= _REACH]
    return any(scene.is_of_happening(reading, m) for m in bookings)


def _is_setting_out(reading: Reading, clock: Mention, place: Mention) -> bool:
    """Whether a clock time starts a leg to a place ("at ten I take the tram to the Mill")."""
    moves = (*reading.of("mode"), *reading.of("mode_verb"))
    if place.end <= clock.start:
        left = [m for m in scene.named_places(reading) if m.end < place.start]
        between = reading.text(place.end, clock.start)
        comes_from = left and reading.relation(left[-1], 2) == "from" and between == "at"
        return bool(comes_from) and any(m.end <= left[-1].start for m in moves)
    return any(clock.end <= m.start < place.start for m in moves)


def _find_cue(reading: Reading, clock: Mention) -> str | None:
    """Return the kind of the nearest cue before a clock time, else of the first one after it."""
    key = f"cue of the clock at {clock.start}"
    if key not in reading.memory:
        reading.memory[key] = _find_nearest_cue(reading, clock)
    kind: str | None = reading.memory[key]
    return kind


def _find_nearest_cue(reading: Reading, clock: Mention) -> str | None:
    cues = in_same_sentence(reading, (m for kind in _CUES for m in reading.of(kind)), clock)
    before = [m for m in cues if 0 <= clock.start - m.end <= _cue_reach(reading, m, clock)]
    after = [m for m in cues if 0 <= m.start - clock.end <= (0 if m.kind == "deadline" else _REACH)]
    if before:
        nearest = min(before, key=lambda m: (clock.start - m.end, m.start, _CUES.index(m.kind)))
        return "event" if _says_departure(reading, nearest) else nearest.kind
    return min(after, key=lambda m: m.start).kind if after else None


def _says_departure(reading: Reading, verb: Mention) -> bool:
    """Whether a verb gives the start of an event ("my train from the Station leaves at")."""
    return any(
        0 <= verb.start - place.end <= 1
        and reading.words[place.start].sentence == reading.words[verb.start].sentence
        and (reading.before(place, ("event",), 1) or reading.before(place, ("happening",), 2))
        for place in scene.named_places(reading)
    )


def _cue_reach(reading: Reading, cue: Mention, clock: Mention) -> int:
    """Return how many words may be between a cue and its clock time; -1 rules the cue out."""
    if cue.kind == "deadline":
        between = {word.key for word in reading.words[cue.end : clock.start]}
        return _REACH if between <= word_list("times.about") else -1
    if cue.kind == "finish":
        return -1 if cue.end < clock.start and reading.separated(cue.end, clock.start - 1) else 4
    return _REACH


def _find_nearest_stop(reading: Reading, clock: Mention, stops: list[Mention]) -> Mention | None:
    here = sorted(in_same_sentence(reading, stops, clock), key=lambda m: m.start)
    before = [m for m in here if m.end <= clock.start]
    after = [m for m in here if m.start >= clock.end]
    if before and not _are_in_different_clauses(reading, before[-1], clock):
        return before[-1]
    return after[0] if after and not before else None


def _are_in_different_clauses(reading: Reading, place: Mention, clock: Mention) -> bool:
    """Whether a clause starts between a place and a clock time ("…, then a cruise at 2")."""
    has_connective = any(place.end <= m.start < clock.start for m in reading.of("connective"))
    return has_connective or reading.text(clock.start - 2, clock.start).startswith("and ")


_ONWARD = frozenset({"to", "for", "toward", "towards"})


def read_modes(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the mode to each stop, of the way back and of the whole journey.

    An adverb ("by bus") belongs to the destination before it in its clause, a verb ("drive",
    "take a tram") to the one after it. At a cost, all modes belong to the destination before, or
    to the one after. A walk in a garden and the train that leaves at noon are not modes of it.
    """
    modes, ignored = _find_modes(reading)
    known = (*outline.used_words, *ignored)
    single = scene.single_mode(modes)
    if single is not None or not modes:
        yield Choice(0.0, "", {"mode": single, "used_words": (*known, *modes)})
        return
    goals = [*outline.stops, *([outline.returning] if outline.returning else [])]
    goals.sort(key=lambda m: m.start)
    seen = []
    for cost, note, side in _SIDES:
        chosen: dict[Mention, TravelMode] = {}
        used = []
        for mention in modes:
            goal = _mode_goal(reading, mention, goals, side)
            mode = TravelMode(mention.value)
            if goal is not None and chosen.setdefault(goal, mode) is mode:
                used.append(mention)
        if (chosen, used) not in seen:
            seen.append((chosen, used))
            by_place = _modes_by_place(chosen, goals, outline)
            yield Choice(cost, note, {**by_place, "used_words": (*known, *used)})


def _find_modes(reading: Reading) -> tuple[list[Mention], list[Mention]]:
    """Return the modes of a journey, and those named that are not modes of it."""
    timed = (scene.timed_event(reading, clock) for clock in reading.of("clock"))
    events = covered_words((*reading.of("event"), *(m for m in timed if m)))
    share = asked_share(reading)
    modes = [m for m in scene.named_modes(reading) if m.start not in events and m != share]
    ignored = [m for m in modes if _is_vehicle(reading, m)]
    modes = [m for m in modes if m not in ignored]
    if scene.single_mode(modes) is None:
        ignored += [m for m in modes if _is_pastime(reading, m)]
        modes = [m for m in modes if m not in ignored]
    return modes, ignored


_SIDES = (
    (0.0, "", None),
    (1.0, "each mode leads to the place after it", "after"),
    (1.0, "each mode leads to the place before it", "before"),
)


def _modes_by_place(
    mode_to: dict[Mention, TravelMode], goals: list[Mention], outline: Outline
) -> dict[str, object]:
    """Return the modes to each stop and back; a leg without one has the previous mode."""
    current: TravelMode | None = None
    by_place: dict[str, TravelMode] = {}
    return_mode: TravelMode | None = None
    for goal in goals:
        current = mode_to.get(goal, current)
        if goal is outline.returning:
            return_mode = current
        elif current is not None:
            by_place.setdefault(goal.value, current)
    return {"modes": by_place, "back": return_mode}


def asked_share(reading: Reading) -> Mention | None:
    """Return the mode whose share of a journey is asked for ("how much of that is on foot")."""
    for ask in reading.asked("ask", "time"):
        later_modes = [m for m in scene.named_modes(reading) if m.start >= ask.start]
        asking_words = reading.text(ask.start, ask.end + 2).split()
        if later_modes and word_list("journeys.of_it") & set(asking_words) and "of" in asking_words:
            last = later_modes[-1]
            between = reading.text(ask.end, last.start).split()
            if len(later_modes) == 1 or not reading.names_between(ask.end, last.start):
                return last if word_list("journeys.shared").issuperset(between) else None
    return None


def _is_vehicle(reading: Reading, mention: Mention) -> bool:
    """Whether a mode is only a vehicle ("to the bus"), or left ("I leave the bike there")."""
    verb = mention.start - 2
    if reading.text(verb, mention.start) in {"to the", "at the", "to our", "to my"}:
        return True
    is_owned = (
        reading.text(mention.start - 1, mention.start) in word_list("journeys.own") and verb >= 0
    )
    is_left = is_owned and reading.text(verb, verb + 1) in word_list("journeys.parking")
    return is_left and not reading.covering(verb, "place", "unknown")


def _is_pastime(reading: Reading, mention: Mention) -> bool:
    """Whether a verb of movement is an activity at a place ("a walk in the garden")."""
    next_word = reading.text(mention.end, mention.end + 1)
    return mention.kind == "mode_verb" and next_word in word_list("journeys.pastime")


def _mode_goal(
    reading: Reading, mention: Mention, goals: list[Mention], side: str | None
) -> Mention | None:
    here = in_same_sentence(reading, goals, mention)
    inside = [g for g in here if g.start <= mention.start < g.end]
    after = inside or [g for g in here if g.start >= mention.end]
    before = [g for g in here if g.end <= mention.start]
    if side is not None:
        return next(iter(after if side == "after" else before[-1:]), None)
    lead = {word.key for word in reading.words[max(0, mention.start - 2) : mention.start + 1]}
    is_verb = mention.kind == "mode_verb" or not word_list("journeys.verb_like").isdisjoint(lead)
    is_verb |= reading.text(mention.end, mention.end + 1) in word_list("journeys.carrying")
    onward = reading.text(mention.end, mention.end + 1) in _ONWARD and after
    trailing = before and not inside and not is_verb and not onward
    if trailing and not reading.separated(before[-1].end, mention.start):
        return before[-1]
    return next(iter(after), before[-1] if before else None)
