"""Frames for travel times and trip times: totals, finish, start, latest departure, free time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from geoeval.query.algebra import Best, Places, Travel, TravelLeg, Value
from geoeval.query.filter_kinds import Total
from geoeval.query.parts import Trip, TripFigure, TripStop
from geoeval.understanding import scene
from geoeval.understanding.choices import is_offered, offered_options, options_are_figures
from geoeval.understanding.frames import trips
from geoeval.understanding.journey.hours import asked_share
from geoeval.understanding.journey.itineraries import find_journeys
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import (
    PLAIN_ASK,
    Account,
    Draft,
    Frame,
    Mention,
    Reading,
    covered_words,
)
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode


def legs_of(itinerary: Itinerary) -> tuple[TravelLeg, ...]:
    """Return the legs of an itinerary in order."""
    if itinerary.origin is None:
        return ()
    places = [itinerary.origin, *(stop.place for stop in itinerary.stops)]
    modes = [stop.mode or itinerary.mode for stop in itinerary.stops]
    if itinerary.end is not None:
        places.append(itinerary.end)
        modes.append(itinerary.end_mode or itinerary.mode)
    return tuple(
        TravelLeg(origin=a, destination=b, mode=mode)
        for a, b, mode in zip(places, places[1:], modes, strict=False)
        if a != b
    )


def _find_repeated_walk(reading: Reading) -> tuple[list[Mention], tuple[str, ...]]:
    names = scene.named_places(reading)
    roles = [reading.relation(m, 3) for m in names]
    same_sentence = len({reading.words[m.start].sentence for m in names}) == 1
    repeat_keys = {word for m in reading.of("turn", "repeat") for word in reading.keys(m)}
    if not same_sentence or roles[:1] != ["from"] or set(roles[1:]) - {"to"} or not repeat_keys:
        return [], ()
    if not repeat_keys <= word_list("ways.again"):
        return [], ()
    names = [m for i, m in enumerate(names) if not i or names[i - 1].value != m.value]
    places = tuple(m.value for m in names)
    is_repeated = any(place in places[: i + 1] for i, place in enumerate(places[2:]))
    return (names, places) if is_repeated else ([], ())


def _read_repeated_walk(reading: Reading) -> Iterator[Draft]:
    """Read "from the Inn to the Mill, back to the Inn, and once more to the Mill"."""
    names, places = _find_repeated_walk(reading)
    modes = scene.named_modes(reading)
    if not names or len({m.value for m in modes}) > 1 or reading.has("duration"):
        return
    account = Account()
    account.take(*names, *modes, *reading.of("turn", "repeat"))
    mode = scene.single_mode(modes)
    legs = tuple(TravelLeg(origin=a, destination=b, mode=mode) for a, b in pairwise(places))
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    draft = account.draft(Value(figure=Travel(legs=legs, measure=measure)))
    yield replace(draft, carried=frozenset(covered_words(reading.of("turn", "repeat"))))


def _read_total(reading: Reading) -> Iterator[Draft]:
    yield from _read_repeated_walk(reading)
    if trips.goes_somewhere_unnamed(reading):
        return
    journey = next(find_journeys(reading))
    account = Account()
    account.take(*journey.words)
    itinerary = _insert_stopover(reading, journey.itinerary)
    if itinerary is None:
        return
    legs = legs_of(itinerary)
    share = asked_share(reading)
    alone = reading.asked("travel_alone")
    if _separates_taxi(reading, [*alone, *([share] if share else [])]):
        return
    if share is not None:
        account.take(share)
        legs = tuple(leg for leg in legs if leg.mode == TravelMode(share.value))
    visited = any(stop.visit_min for stop in itinerary.stops)
    if not legs or (visited and not trips.asks_for_travel(reading)):
        return
    account.take(*alone)
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    travels = reading.world.legs or reading.world.routes or scene.named_modes(reading)
    if measure == "distance" and not travels and len(legs) == 1:
        return  # without data on travel, "how far" means the straight line
    yield account.draft(Value(figure=Travel(legs=legs, measure=measure)))


def _insert_stopover(reading: Reading, itinerary: Itinerary) -> Itinerary | None:
    """Return the journey with a place "on the way from A to B" moved between the two.

    The text names the place after them. None if the journey has more stops.
    """
    names = scene.named_places(reading)
    if [reading.relation(m, 2) for m in names[:2]] != ["from", "to"] or len(names) < 3:
        return itinerary
    between = set(reading.text(names[1].end, names[2].start).split())
    if not between & word_list("ways.passing") or between & word_list("ways.afterwards"):
        return itinerary
    goal, *others = [m.value for m in names[1:]]
    places = [stop.place for stop in itinerary.stops]
    if places == [goal, *others] and len(others) == 1 and itinerary.end is None:
        return replace(itinerary, stops=itinerary.stops[::-1])
    return None if places[:1] == [goal] else itinerary


def _separates_taxi(reading: Reading, parts: list[Mention]) -> bool:
    of_taxis = any(not _TAXI.isdisjoint(reading.keys(part)) for part in parts)
    driving = [m for m in scene.named_modes(reading) if m.value == TravelMode.DRIVING]
    return of_taxis and any(_TAXI.isdisjoint(reading.keys(m)) for m in driving)


_TAXI = frozenset("taxi taxis cab uber".split())


def _read_closest(reading: Reading) -> Iterator[Draft]:
    account = Account()
    here = scene.user_place(reading)
    superlatives = reading.asked("superlative", "fastest", "nearest", "slowest", "farthest")
    modes = scene.named_modes(reading)
    among = offered_options(reading)
    if here is None or not superlatives or len(among) < 2 or options_are_figures(reading):
        return
    account.take(here, superlatives[0], *modes)
    account.take(*(m for m in reading.asked("place") if is_offered(reading, m)))
    by_distance = superlatives[0].value in {"nearest", "farthest"} and not reading.asks("ask:time")
    leg = TravelLeg(origin=here.value, mode=scene.single_mode(modes))
    travel = Travel(legs=(leg,), measure="distance" if by_distance else "time")
    farthest = superlatives[0].value in {"slowest", "farthest"}
    yield account.draft(Best(figure=travel, among=Places(among=among), most=farthest))


_TRAVEL_FRAMES = (
    Frame(
        name="travel total",
        cues=(("ask:time",), ("ask:distance",), ("ask:time", "return"), ("ask:distance", "return")),
        fill=_read_total,
        absorbs=(
            *PLAIN_ASK,
            "return",
            "home",
            "connective",
            "topic:whole_trip",
            "relation:after",
            "relation:before",
            "visit",
            "leave",
            "travel_alone",
        ),
    ),
    Frame(
        name="closest by travel",
        cues=(
            ("superlative:fastest", "ask:which"),
            ("superlative:slowest", "ask:which"),
            ("superlative:nearest", "mode"),
            ("superlative:nearest", "mode_verb"),
            ("superlative:nearest", "ask:time"),
            ("superlative:farthest", "mode"),
        ),
        fill=_read_closest,
        absorbs=(*PLAIN_ASK, "ask:time", "ask:distance", "topic:visits", "category"),
    ),
)


def _read_finish(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    latest = [
        m for m in reading.asked("superlative", "latest") if not reading.covering(m.start, "ask")
    ]
    if itinerary.depart is None or itinerary.finish_by or latest:
        return
    asked = trips.cut_at_asked_stop(reading, itinerary)
    if asked is not None:
        account.take(*reading.asked("superlative", "earliest"))
        yield account.draft(Value(figure=TripFigure(figure="finish", trip=asked.trip)))


def _read_start(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.depart or itinerary.budget_min or reading.has("superlative:latest"):
        return
    itinerary = _use_appointment_as_deadline(itinerary)
    if itinerary.finish_by:
        yield account.draft(Value(figure=TripFigure(figure="start", trip=itinerary.trip)))


def _use_appointment_as_deadline(itinerary: Itinerary) -> Itinerary:
    """Return the journey with its last appointment as the deadline, if it has none."""
    last = itinerary.stops[-1]
    if itinerary.finish_by or itinerary.end or last.visit_min or last.starts_at is None:
        return itinerary
    return _end_at_appointment(itinerary)


def _end_at_appointment(itinerary: Itinerary) -> Itinerary:
    *before, last = itinerary.stops
    stops = (*before, last.model_copy(update={"starts_at": None}))
    return replace(itinerary, stops=stops, finish_by=last.starts_at)


_MAX_WORDS_TO_EARLY = 5  # between "before" and the duration of an early arrival
_EARLY_COST = 0.1
"""The cost of reading "15 minutes before" an appointment as a stay that ends when it starts."""


def _apply_early_arrival(reading: Reading, account: Account, itinerary: Itinerary) -> Itinerary:
    """Return the journey with its last stay before the appointment ("15 minutes before it")."""
    last = itinerary.stops[-1]
    if not (last.visit_min and last.starts_at) or itinerary.finish_by:
        return itinerary
    early = word_list("journeys.being_early")
    for stay in reading.of("duration"):
        near = reading.words[max(0, stay.start - _MAX_WORDS_TO_EARLY) : stay.end + 2]
        sentence = reading.words[stay.start].sentence
        words_after = [word.key for word in reading.words[stay.end :] if word.sentence == sentence]
        says_before_it = any(pair in _BEFORE_IT for pair in pairwise(words_after))
        if says_before_it or any(word.key in early and word.sentence == sentence for word in near):
            account.assume("the stay is over when the appointment begins", _EARLY_COST)
            return _end_at_appointment(itinerary)
    return itinerary


_MAX_WORDS_TO_PLACE = 3  # from a stay to its place: "90 minutes at the Mill"
_BEFORE_IT = frozenset({("before", "it"), ("before", "that"), ("before", "then")})


def _move_stay_to_goal(
    reading: Reading, account: Account, itinerary: Itinerary, leaving: str
) -> Itinerary:
    """Return the journey with a stay moved from the place to leave to the goal.

    A stay before the departure does not change the departure, so a stay that is not linked to the
    place to leave by name is a margin at the goal.
    """
    stay_ends = [stay.end for stay in reading.of("duration")]
    if any(
        0 < m.start - end <= _MAX_WORDS_TO_PLACE and m.value == leaving
        for end in stay_ends
        for m in reading.of("place")
    ):
        return itinerary
    due = _use_appointment_as_deadline(itinerary)
    trip = due.trip
    first, *others = trip.stops
    starts_there = due.origin is None and due.depart is None and first.place == leaving
    goes_elsewhere = due.end not in (None, leaving) or bool(others and not others[-1].visit_min)
    if not (starts_there and first.visit_min and due.finish_by and goes_elsewhere):
        return itinerary
    if trip.end is not None:
        others.append(TripStop(place=trip.end))
    goal = others[-1].model_copy(update={"visit_min": first.visit_min})
    account.assume(f"the stay is at {goal.place}", _EARLY_COST)
    stops = (first.model_copy(update={"visit_min": 0}), *others[:-1], goal)
    return replace(due, stops=stops, end=None, end_mode=None)


def _read_latest(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    itinerary = _apply_early_arrival(reading, account, itinerary)
    leaving = _left_place(reading, itinerary)
    if leaving is not None:
        itinerary = _move_stay_to_goal(reading, account, itinerary, leaving)
    closing = _closing_place(reading, leaving)
    visited = any(stop.visit_min for stop in itinerary.stops)
    if visited and closing is None and not reading.has("superlative:latest"):
        return
    if leaving is None or not (closing or itinerary.finish_by or trips.booked_stops(itinerary)):
        return
    if itinerary.budget_min is not None:
        return  # the departure does not depend on a budget, so its words mean something else
    trip = _start_at_left_place(itinerary, leaving, to_end=closing is None)
    latest = TripFigure(figure="departure", trip=trip, place=leaving, before_closing=closing)
    yield account.draft(Value(figure=latest))


def _start_at_left_place(itinerary: Itinerary, leaving: str, *, to_end: bool) -> Trip:
    """Return the trip with the place to leave as its first stop, and its goal as its end."""
    trip = itinerary.trip
    stops, origin = trip.stops, itinerary.origin
    if origin == leaving and itinerary.depart is None and stops[-1].place != leaving:
        stops = (TripStop(place=leaving), *(stop for stop in stops if stop.place != leaving))
        origin = None
    goal = stops[-1]
    is_end = trip.end in {None, leaving, goal.place} and goal.mode in {None, itinerary.mode}
    if to_end and is_end and len(stops) > 1 and not goal.visit_min:
        finish = itinerary.finish_by or goal.starts_at
        trip = trip.model_copy(update={"end": goal.place, "finish_by": finish})
        stops = stops[:-1]
    return trip.model_copy(update={"origin": origin, "stops": stops})


def _left_place(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the place to leave: the one named after "leave", else the origin."""
    for verb in reading.asked("leave"):
        if reading.covering(verb.start, "event"):
            continue
        placed = [m for m in scene.named_places(reading) if 0 <= m.start - verb.end <= 3]
        if placed and (itinerary.origin or not _is_start(reading, verb)):
            return placed[0].value
        if any(0 <= m.start - verb.end <= 2 for m in reading.asked("home")):
            return itinerary.origin
        # "leave the cafe" without a name is not "leave home".
        unknown = any(0 <= m.start - verb.end <= 2 for m in reading.asked("category"))
        if placed or unknown:
            return None
    return itinerary.origin or (itinerary.stops[0].place if itinerary.stops else None)


def _is_start(reading: Reading, verb: Mention) -> bool:
    """Whether a verb starts a visit instead of ending it ("start my visit to the Palace")."""
    return reading.words[verb.start].key.startswith(("start", "begin"))


def _closing_place(reading: Reading, leaving: str | None) -> str | None:
    """Return the place whose closing time is the deadline: the last one named before it.

    That is never the place to leave, unless it is the only one.
    """
    for closing in reading.of("closing"):
        before = [m for m in scene.named_places(reading) if m.end <= closing.start]
        others = [m for m in before if m.value != leaving]
        if before:
            return (others or before)[-1].value
    return None


def _read_free_time(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    itinerary = _use_deadline_as_appointment(itinerary)
    before = _stop_after_free_time(reading, itinerary)
    stops = [stop.place for stop in itinerary.stops]
    after = itinerary.stops[stops.index(before) + 1 :] if before in stops else ()
    if before is not None and not any(stop.visit_min for stop in after):
        free = TripFigure(figure="free_time", trip=itinerary.trip, place=before)
        yield account.draft(Value(figure=free))


def _use_deadline_as_appointment(itinerary: Itinerary) -> Itinerary:
    """Return the journey with its deadline as an appointment, if it has none."""
    if itinerary.finish_by is None or trips.booked_stops(itinerary) or itinerary.end_starts_at:
        return itinerary
    if itinerary.end is not None:
        return replace(itinerary, end_starts_at=itinerary.finish_by, finish_by=None)
    *before, last = itinerary.stops
    if last.visit_min:
        return itinerary
    last = last.model_copy(update={"starts_at": itinerary.finish_by})
    return replace(itinerary, stops=(*before, last), finish_by=None)


def _stop_after_free_time(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the appointment before which time is free: the last stop with a fixed start."""
    if itinerary.end_starts_at:
        return itinerary.end
    fixed = trips.booked_stops(itinerary)
    named = [m.value for m in scene.named_places(reading, asked=True) if m.value in fixed]
    candidates = named or fixed
    return candidates[-1] if candidates else None


def _read_trip_time(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.is_part or trips.asks_for_a_part(reading):
        return
    asked = trips.cut_at_asked_stop(reading, itinerary)
    if asked is not None:
        if _asks_from_end_to_end(reading):
            account.assume("the stay mentioned earlier counts", _EARLIER_STAY_COST)
        yield account.draft(Value(figure=TripFigure(figure="length", trip=asked.trip)))


_EARLIER_STAY_COST = 0.2
"""The cost of adding a stay from an earlier sentence to "How long is the walk from A to B?"."""


def _asks_from_end_to_end(reading: Reading) -> bool:
    """Whether the question names both ends of a leg, and only the text before it a duration."""
    relations = {reading.relation(m, 2) for m in reading.asked("place")}
    earlier = reading.of("duration") and not reading.asked("duration")
    return bool(earlier) and {"from", "to"} <= relations and not reading.asks("topic:whole_trip")


_TRIP_TIMES_FRAMES = (
    Frame(
        name="finish time",
        cues=(
            ("ask:when",),
            ("ask:when", "finish"),
            ("ask:when", "return"),
            ("ask:when", "relation:to"),
            ("ask:when", "arrival"),
            ("ask:when", "leave"),
            ("superlative:earliest", "finish"),
            ("superlative:earliest", "return"),
            ("superlative:earliest", "arrival"),
        ),
        fill=trips.for_each_journey(_read_finish, visits=False),
        absorbs=(*trips.TRIP_WORDS, "topic:schedule", "topic:this_order"),
    ),
    Frame(
        name="start time",
        cues=(
            ("ask:when", "leave"),
            ("ask:when", "leave", "finish"),
            ("ask:when", "leave", "deadline"),
        ),
        fill=trips.for_each_journey(_read_start),
        absorbs=(*trips.TRIP_WORDS, "topic:schedule", "topic:this_order"),
    ),
    Frame(
        name="latest departure",
        cues=(
            ("superlative:latest", "leave"),
            ("superlative:latest", "leave", "closing"),
            ("superlative:latest", "leave", "deadline"),
            ("ask:when", "leave", "closing"),
            ("ask:when", "leave"),
            ("ask:when", "leave", "deadline"),
        ),
        fill=trips.for_each_journey(_read_latest, visits=False),
        absorbs=(*trips.TRIP_WORDS, "topic:schedule", "topic:this_order", "state"),
    ),
    Frame(
        name="free time",
        cues=(
            ("topic:free_time", "ask:time"),
            ("topic:free_time",),
            ("topic:free_time", "ask:time", "relation:before"),
            ("topic:free_time", "ask:time", "available"),
        ),
        fill=trips.for_each_journey(_read_free_time, visits=False),
        absorbs=(*trips.TRIP_WORDS, "topic:schedule", "topic:this_order", "ask:time"),
    ),
    Frame(
        name="trip time",
        cues=(("ask:time",), ("ask:time", "topic:whole_trip")),
        fill=trips.for_each_journey(_read_trip_time),
        absorbs=tuple(word for word in trips.TRIP_WORDS if word != "relation:before"),
    ),
)

FRAMES = (*_TRAVEL_FRAMES, *_TRIP_TIMES_FRAMES)
