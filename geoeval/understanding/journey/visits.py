"""Reads where a journey starts and ends, and how long each visit takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from geoeval.understanding import scene
from geoeval.understanding.figures import is_added
from geoeval.understanding.journey.outline import Choice, Outline, in_same_sentence
from geoeval.understanding.kinds import is_town
from geoeval.understanding.reading import Mention, Reading, covered_words, split_cue
from geoeval.understanding.vocabulary import word_list

_MAX_WORDS_TO_GOAL = 5
_FIRST_COST = 0.5
_NO_ORIGIN_COST = 1.5
_WAY_BACK_COST = 1.5
_UNVISITED_COST = 0.7


def placed_names(reading: Reading) -> list[Mention]:
    """Return the places of a question without the town where it is set."""
    return [
        m
        for m in scene.named_places(reading)
        if not scene.is_locality(reading, m)
        and not (m.kind == "unknown" and is_town(reading.world, m.value))
    ]


def visited_places(_: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the places of the journey: all that are named, then only those of the world."""
    yield Choice(0.0, "", {})
    unknown = [m.value for m in outline.places if m.kind == "unknown"]
    if 0 < len(unknown) < len(outline.places):
        known = tuple(m for m in outline.places if m.kind != "unknown")
        yield Choice(_UNVISITED_COST, f"not visited: {', '.join(unknown)}", {"places": known})


def read_origins(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the origins: as the words say, then the first place without a visit, then none."""
    placed = [m for m in outline.places if m.kind != "category"]
    free = [m for m in placed if m.value not in outline.visits]
    start = _find_origin(reading, placed, free)
    yield Choice(0.0, "", {"origin": start})
    if free and (start is None or free[0].value != start.value):
        yield Choice(_FIRST_COST, f"the journey starts at {free[0].value}", {"origin": free[0]})
    if start is not None:
        yield Choice(_NO_ORIGIN_COST, f"{start.value} is a stop, not the origin", {"origin": None})


def _find_origin(reading: Reading, placed: list[Mention], free: list[Mention]) -> Mention | None:
    """Return the origin of a journey: where the asker is, what is left, or "from X"."""
    story_places = [m for m in free if scene.is_location_of_asker(reading, m)]
    story_places = [m for m in story_places if reading.before(m, ("stay",), 2) is None]
    left = [m for m in free if _is_left(reading, m)]
    after_from = [
        m for m in free if reading.relation(m, 2) == "from" and not reading.before(m, ("event",), 2)
    ]
    if left or after_from:
        story_places = [
            m for m in story_places if reading.words[m.start].sentence not in reading.asking
        ]
    reached = {m.value for m in free if m not in left and reading.relation(m, 1) == "to"}
    not_reached = [m for m in left if m.value not in reached]
    origins = story_places or not_reached or after_from or left or _route_start(reading, free)
    origins = origins or [m for m in free[:1] if _starts_at_first_place(reading, placed, m)]
    return origins[0] if origins else None


def _starts_at_first_place(reading: Reading, placed: Sequence[Mention], place: Mention) -> bool:
    """Whether the journey starts at the first place named, without a visit there.

    The travellers leave it before the next place is named ("we met at the Inn and left"), or return
    without a destination ("we rent a car at the Inn, see the Mill and return").
    """
    is_appointment = reading.before(place, ("event", "booked", "happening"), 3)
    if place is not placed[0] or len(placed) < 2 or _is_setting(reading, place):
        return False
    is_left = any(place.end <= m.start < placed[1].start for m in reading.of("leave"))
    returning = next((m for m in reading.of("return") if m.start >= place.end), None)
    goals = [m for m in placed if returning and 0 <= m.start - returning.end <= _MAX_WORDS_TO_GOAL]
    if placed[-1].value == place.value and reading.of("return"):
        return True
    return (is_left and not is_appointment) or (returning is not None and not goals)


def _route_start(reading: Reading, placed: list[Mention]) -> list[Mention]:
    """Return the first place, in a list, if the journey is a loop or "X to Y"."""
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
    """Whether a place follows "leave", "set off from" or "start at" within its clause."""
    verb = reading.before(mention, ("leave",), _MAX_WORDS_TO_GOAL)
    if verb is None or reading.covering(verb.start, "event"):
        return False
    if reading.separated(verb.end, mention.start - 1):
        return False
    mode_words = covered_words(reading.of("mode"))
    between = (i for i in range(verb.end, mention.start) if i not in mode_words)
    return {reading.words[i].key for i in between} <= word_list("journeys.leaving")


def _is_setting(reading: Reading, mention: Mention) -> bool:
    """Whether a place is only the setting ("a day in Tartu")."""
    lead = reading.words[mention.start - 1].key if mention.start else ""
    if reading.before(mention, ("happening", "stay", "visit"), 2):
        return False
    return mention.start > 0 and lead in {"in", "around", "near"}


def _is_loop(reading: Reading, places: Sequence[Mention], origin: Mention) -> bool:
    """Whether arrows or dashes lead back to the origin ("A -> B -> A")."""
    last = places[-1]
    gap = reading.words[last.start].gap
    return last.value == origin.value and last is not origin and (">" in gap or gap == "-")


def read_ends(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the stops and the end of the journey, with and without the way back."""
    origin, visits = outline.origin, outline.visits
    start = origin.value if origin else None
    named = [m for m in outline.places if m.value != start]
    named = [m for m in named if m.value in visits or not _is_setting(reading, m)]
    returning, goal = _find_end(reading, outline, named)
    stops = [m for m in named if goal is None or m.value != goal.value or m.value in visits]
    stops = stops or named
    sets = {"returning": returning, "goal": goal, "stops": tuple(stops)}
    yield Choice(0.0, "", sets)
    if origin is not None and returning is None and goal is None and len(named) > 1:
        yield Choice(_WAY_BACK_COST, "the way back counts", {**sets, "goal": origin})
    elif returning is not None and goal is None:
        yield Choice(_WAY_BACK_COST, "the way back does not count", {**sets, "returning": None})


def _find_end(
    reading: Reading, outline: Outline, named: list[Mention]
) -> tuple[Mention | None, Mention | None]:
    """Return the mention of the way back, and the place at which the journey ends, if any."""
    origin = outline.origin
    returning, goal = _find_return(reading, origin, named)
    if origin is not None and goal is None and _is_loop(reading, outline.places, origin):
        goal = origin
    if origin is not None and returning is None and goal is None:
        returning = _find_home_mention(reading, named)
    return returning, goal


def _find_return(
    reading: Reading, origin: Mention | None, stops: list[Mention]
) -> tuple[Mention | None, Mention | None]:
    """Return the mention of the way back, and the place that it leads to.

    Without such a place, the way back leads to the origin.
    """
    for mention in reading.of("return"):
        here = in_same_sentence(reading, stops, mention)
        after = [m for m in here if 0 <= m.start - mention.end <= _MAX_WORDS_TO_GOAL]
        if not after:
            return mention, None
        if not origin or after[0].value != origin.value:
            return mention, after[0]
    return None, None


def _find_home_mention(reading: Reading, stops: list[Mention]) -> Mention | None:
    """Return the "home" that follows all stops, whatever the verb ("and whizz home")."""
    last = max((m.end for m in stops), default=0)
    home = [m for m in reading.in_story("home") if reading.keys(m) == ("home",)]
    return next((m for m in home if m.start >= last), None)


_CLAUSE_CUES = (
    "connective", "leave", "finish", "return", "duration", "clock",
    "relation:after", "relation:before", "relation:from",
)  # fmt: skip
"""Cues that start another clause between a duration and a place."""

_CONJUNCTIONS = frozenset({"and", "but", "or"})
_AT = frozenset({"at", "in", "for", "on"})
_EMPHASIS = frozenset({"exactly", "just", "precisely"})
_LISTING = frozenset({"and", "the", "then", "finally", "to"})
_MAX_WORDS_TO_PLACE = 8
_MAX_WORDS_TO_WAY = 3
_OTHER_SIDE_COST = 1.0
_NOT_BUDGET_COST = 1.5

Forced = Mapping[Mention, Mention]


class _Lengths(NamedTuple):
    """The fields of an outline that the durations of a question set."""

    visits: dict[str, float]
    budget: int | None
    each: float | None
    used_words: tuple[Mention, ...]


def read_lengths(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the minutes of each visit by place, and the time budget.

    A duration belongs to the next place if no clause ends in between ("2 hours at the X"), else to
    the last one before it. At a cost, it belongs to the nearest place on its other side.
    """
    durations = sorted(
        (*reading.of("duration"), *_unitless_numbers(reading)), key=lambda m: m.start
    )
    durations = [m for m in durations if not is_added(reading, m)]
    lengths, place_of = _assign_durations(reading, outline.places, durations, {})
    yield Choice(0.0, "", lengths._asdict())
    choices: list[tuple[float, str, Forced]] = []
    forced_by_side: dict[str, dict[Mention, Mention]] = {"after": {}, "before": {}}
    for duration in durations:
        for side, place in _adjacent_places(reading, duration, outline.places).items():
            forced_by_side[side][duration] = place
            if place_of.get(duration) is not place:
                cost = _OTHER_SIDE_COST if duration in place_of else _NOT_BUDGET_COST
                note = f"{reading.text(duration.start, duration.end)} at {place.value}"
                choices.append((cost, note, {duration: place}))
    choices += [
        (_OTHER_SIDE_COST, f"each duration belongs to the place {side} it", forced)
        for side, forced in forced_by_side.items()
        if len(forced) > 1
    ]
    for cost, note, forced in choices:
        changed = _assign_durations(reading, outline.places, durations, forced)[0]
        if len(changed.used_words) >= len(lengths.used_words):
            yield Choice(cost, note, changed._asdict())


def _unitless_numbers(reading: Reading) -> Iterator[Mention]:
    """Yield durations without a unit ("an hour at the Mill and two at the Pier")."""
    places = (*reading.of("place"), *reading.of("unknown"))
    for number in reading.of("number"):
        has_preposition = reading.text(number.end, number.end + 1) in _AT
        is_before_place = has_preposition and any(0 < m.start - number.end <= 2 for m in places)
        earlier = [m for m in reading.of("duration") if m.end <= number.start]
        if earlier and (is_before_place or any(m.end == number.start for m in places)):
            in_hours = any(key.startswith("hour") for key in reading.keys(earlier[-1]))
            minutes = number.amount * (60 if in_hours else 1)
            yield Mention("duration", "short", number.start, number.end, minutes)


def _adjacent_places(
    reading: Reading, duration: Mention, places: tuple[Mention, ...]
) -> dict[str, Mention]:
    before = [("before", m) for m in places if m.end <= duration.start]
    after = [
        ("after", m) for m in in_same_sentence(reading, places, duration) if m.start >= duration.end
    ]
    return dict([*before[-1:], *after[:1]])


def _assign_durations(
    reading: Reading, places: tuple[Mention, ...], durations: list[Mention], forced: Forced
) -> tuple[_Lengths, dict[Mention, Mention]]:
    visits: dict[str, float] = {}
    budget, each = None, None
    used_words: list[Mention] = []
    place_of: dict[Mention, Mention] = {}
    for duration in durations:
        place = forced.get(duration) or _find_linked_place(reading, duration, places)
        in_town = place is not None and place.kind == "unknown"
        for_each = _is_per_visit(reading, duration)
        is_free = (place is None or in_town) and not for_each and duration not in forced
        if is_free and _is_budget(reading, duration):
            if budget in {None, int(duration.amount)}:
                budget = int(duration.amount)
                emphasis = (m for m in reading.of("comparator", "==") if m.end == duration.start)
                used_words += [duration, *emphasis]
            continue
        earlier = _places_before(reading, duration, places) if place is None else []
        if earlier and _is_pause(reading, duration) and earlier[-1].value in visits:
            visits[earlier[-1].value] += duration.amount
            used_words.append(duration)
            continue
        place = place or _last_visited(reading, duration, earlier)
        if place is None:
            continue
        place_of[duration] = place
        visited = _visited_equally(reading, place, places) if for_each else [place]
        if not visited:
            each = duration.amount
        if all(visits.setdefault(m.value, duration.amount) == duration.amount for m in visited):
            used_words.append(duration)
    return _Lengths(visits, budget, each, tuple(used_words)), place_of


def _places_before(
    reading: Reading, duration: Mention, places: tuple[Mention, ...]
) -> list[Mention]:
    before = [m for m in places if m.end <= duration.start]
    return [m for m in before if reading.text(m.start - 1, m.start) != "from"] or before


def _last_visited(reading: Reading, duration: Mention, earlier: list[Mention]) -> Mention | None:
    """Return the last place before a duration, if the duration is spent there.

    A break on the way to that place is spent at the place before it.
    """
    if not earlier or _is_elsewhere(reading, duration, earlier[-1]):
        return None
    if _is_pause(reading, duration) and _is_under_way(reading, duration):
        earlier = [m for m in earlier if m.value != earlier[-1].value] or earlier
    return earlier[-1]


def _visited_equally(
    reading: Reading, place: Mention, places: tuple[Mention, ...]
) -> list[Mention]:
    """Return the places of a list that share a duration; in a loop, without its ends."""
    visited = _list_of_place(reading, place, places)
    return visited[1:-1] if visited[0].value == visited[-1].value else visited


def _is_elsewhere(reading: Reading, duration: Mention, place: Mention) -> bool:
    """Whether a duration is followed by a place other than the one before it."""
    after = [*reading.text(duration.end, duration.end + 3).split(), "", "", ""]
    is_located = after[0] in {"in", "at"} and after[1] in word_list("journeys.determiners")
    elsewhere = reading.words[place.start].sentence != reading.words[duration.start].sentence
    return is_located and (elsewhere or reading.separated(place.end, duration.start))


def _is_pause(reading: Reading, duration: Mention) -> bool:
    """Whether a duration is a break without a place ("a lunch break of 45 minutes")."""
    around = reading.text(max(0, duration.start - 3), duration.end + 2).split()
    return not word_list("journeys.pauses").isdisjoint(around)


def _is_under_way(reading: Reading, duration: Mention) -> bool:
    """Whether a duration is spent between two places ("a break of ten minutes on the way")."""
    return any(0 <= m.start - duration.end <= _MAX_WORDS_TO_WAY for m in reading.of("under_way"))


def _is_per_visit(reading: Reading, duration: Mention) -> bool:
    """Whether visits share one duration ("an hour each", "half an hour per stop")."""
    around = reading.text(max(0, duration.start - 2), duration.end + 2).split()
    sentence = reading.words[duration.start].sentence
    lead = [word.key for word in reading.words[: duration.start] if word.sentence == sentence]
    around += ["each"] if "each of" in " ".join(lead[-4:]) else []
    return not word_list("journeys.each").isdisjoint(around)


def _list_of_place(reading: Reading, place: Mention, places: tuple[Mention, ...]) -> list[Mention]:
    """Return the places of the list around a place ("the Mill, the Pier and the Park")."""
    first = last = places.index(place)
    while first > 0 and _are_listed(reading, places[first - 1], places[first]):
        first -= 1
    while last + 1 < len(places) and _are_listed(reading, places[last], places[last + 1]):
        last += 1
    return list(places[first : last + 1])


def _are_listed(reading: Reading, one: Mention, other: Mention) -> bool:
    """Whether only commas, "and" and articles are between two places."""
    between = reading.text(one.end, other.start).split()
    return set(between) <= _LISTING and between[:1] != ["to"]


def unnamed_stops(reading: Reading, places: Sequence[Mention]) -> list[Mention]:
    """Return the categories of places that are visited but not named."""
    named = {i for place in places for i in range(place.start - 1, place.end + 1)}
    kinds = [m for m in reading.of("category") if named.isdisjoint((m.start, m.end - 1, m.end))]
    candidates = sorted([*places, *kinds], key=lambda m: m.start)
    linked = [_find_linked_place(reading, m, tuple(candidates)) for m in reading.of("duration")]
    return [kind for kind in kinds if kind in linked]


def _is_budget(reading: Reading, duration: Mention) -> bool:
    """Whether a duration is the time available ("I have six hours", "in 4 hours").

    With a train to catch, "ten minutes to spare" is a margin; "half an hour inside" is a stay.
    """
    after = reading.text(duration.end, duration.end + 2)
    if after in {"for it", "for that"} or after.split()[:1] in (["there"], ["inside"]):
        return False
    start = duration.start - (reading.text(duration.start - 1, duration.start) in _EMPHASIS)
    lead = [word.key for word in reading.words[max(0, start - 3) : start]]
    event = reading.of("event") or any(scene.timed_event(reading, m) for m in reading.of("clock"))
    available = not event and any(
        m.start - duration.end in (0, 1)
        for m in reading.of("available", "available")
        if reading.text(m.start, m.end) not in {"have", "got", "within"}
    )
    has = "have" in lead[-2:] and "to" not in lead[-2:]
    last = lead[-1] if lead else ""
    return available or has or last in word_list("journeys.budget") or {"total", "of"} <= set(lead)


def _find_linked_place(
    reading: Reading, duration: Mention, places: tuple[Mention, ...]
) -> Mention | None:
    place = next((m for m in places if m.start >= duration.end), None)
    if place is None or not 0 < place.start - duration.end <= _MAX_WORDS_TO_PLACE:
        return None
    marks = set("".join(word.gap for word in reading.words[duration.end : place.start + 1]))
    is_separated = marks & set(",;.)(") or any(
        duration.end <= m.start < place.start
        for cue in _CLAUSE_CUES
        for m in reading.of(*split_cue(cue))
    )
    joined = not _CONJUNCTIONS.isdisjoint(reading.text(duration.end, place.start).split())
    return None if is_separated or joined or _has_own_length(reading, place) else place


def _has_own_length(reading: Reading, place: Mention) -> bool:
    """Whether a duration follows a place directly ("the Museum (2 hours)", "for 2 hours")."""
    for duration in reading.of("duration"):
        gap = duration.start - place.end
        if gap == 0 and set(reading.words[duration.start].gap) & set("(:"):
            return True
        if gap == 1 and reading.words[place.end].key == "for":
            return True
    return False
