"""Frames for the times of a trip: when it is over, when to leave, what is left, how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geoeval.query.algebra import Value
from geoeval.query.parts import Trip, TripFigure, TripStop
from geoeval.understanding import scene
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.journey import (
    TRIP_WORDS,
    asks_for_a_part,
    booked,
    of_each_telling,
    up_to_the_asked,
)
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import Mention, Reading


def _finish(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    latest = [
        m for m in reading.asked("superlative", "latest") if not reading.covering(m.start, "ask")
    ]
    if itinerary.depart is None or latest:
        return
    asked = up_to_the_asked(reading, itinerary)
    if asked is not None:
        account.take(*reading.asked("superlative", "earliest"))
        yield account.draft(Value(figure=TripFigure(figure="finish", trip=asked.trip)))


def _start(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.depart or reading.has("superlative:latest"):
        return
    itinerary = _due_at_the_end(itinerary)
    if itinerary.finish_by:
        yield account.draft(Value(figure=TripFigure(figure="start", trip=itinerary.trip)))


def _due_at_the_end(itinerary: Itinerary) -> Itinerary:
    """Return the journey with the appointment at its last place for a deadline if it has none."""
    last = itinerary.stops[-1]
    if itinerary.finish_by or itinerary.end or last.visit_min or last.starts_at is None:
        return itinerary
    stops = (*itinerary.stops[:-1], last.model_copy(update={"starts_at": None}))
    return replace(itinerary, stops=stops, finish_by=last.starts_at)


def _latest(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    leaving = _left_place(reading, itinerary)
    closing = _closing_place(reading, leaving)
    visited = any(stop.visit_min for stop in itinerary.stops)
    if visited and closing is None and not reading.has("superlative:latest"):
        return
    if leaving is None or not (closing or itinerary.finish_by or booked(itinerary)):
        return
    trip = _from_the_left_place(itinerary, leaving, to_end=closing is None)
    latest = TripFigure(figure="departure", trip=trip, place=leaving, before_closing=closing)
    yield account.draft(Value(figure=latest))


def _from_the_left_place(itinerary: Itinerary, leaving: str, *, to_end: bool) -> Trip:
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
    """Return the place that is to be left: named behind "leave", else home."""
    for verb in reading.asked("leave"):
        if reading.covering(verb.start, "event"):
            continue
        placed = [m for m in scene.names(reading) if 0 <= m.start - verb.end <= 3]
        if placed and (itinerary.origin or not _is_start(reading, verb)):
            return placed[0].value
        if any(0 <= m.start - verb.end <= 2 for m in reading.asked("home")):
            return itinerary.origin
        # "leave the cafe" where no name says which is not "leave home".
        unknown = any(0 <= m.start - verb.end <= 2 for m in reading.asked("category"))
        if placed or unknown:
            return None
    return itinerary.origin or (itinerary.stops[0].place if itinerary.stops else None)


def _is_start(reading: Reading, verb: Mention) -> bool:
    """Whether a verb begins a visit instead of ending it ("start my visit to the Palace")."""
    return reading.words[verb.start].key.startswith(("start", "begin"))


def _closing_place(reading: Reading, leaving: str | None) -> str | None:
    """Return the place whose closing time is the deadline: the last one named before it.

    That is never the place to leave, unless it is the only one.
    """
    for closing in reading.of("closing"):
        before = [m for m in scene.names(reading) if m.end <= closing.start]
        other = [m for m in before if m.value != leaving]
        if before:
            return (other or before)[-1].value
    return None


def _free(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    itinerary = _awaited_at_the_end(itinerary)
    before = _before_stop(reading, itinerary)
    stops = [stop.place for stop in itinerary.stops]
    after = itinerary.stops[stops.index(before) + 1 :] if before in stops else ()
    if before is not None and not any(stop.visit_min for stop in after):
        free = TripFigure(figure="free_time", trip=itinerary.trip, place=before)
        yield account.draft(Value(figure=free))


def _awaited_at_the_end(itinerary: Itinerary) -> Itinerary:
    """Return the journey with its deadline for an appointment where it has none."""
    if itinerary.finish_by is None or booked(itinerary) or itinerary.end_starts_at:
        return itinerary
    if itinerary.end is not None:
        return replace(itinerary, end_starts_at=itinerary.finish_by, finish_by=None)
    *before, last = itinerary.stops
    if last.visit_min:
        return itinerary
    last = last.model_copy(update={"starts_at": itinerary.finish_by})
    return replace(itinerary, stops=(*before, last), finish_by=None)


def _before_stop(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the appointment before which time is free: the last stop with a fixed start."""
    if itinerary.end_starts_at:
        return itinerary.end
    fixed = booked(itinerary)
    named = [m.value for m in scene.names(reading, asked=True) if m.value in fixed]
    candidates = named or fixed
    return candidates[-1] if candidates else None


def _trip_time(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.is_part or asks_for_a_part(reading):
        return
    asked = up_to_the_asked(reading, itinerary)
    if asked is not None:
        yield account.draft(Value(figure=TripFigure(figure="length", trip=asked.trip)))


FRAMES = (
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
        fill=of_each_telling(_finish, visits=False),
        absorbs=(*TRIP_WORDS, "topic:schedule", "topic:this_order"),
    ),
    Frame(
        name="start time",
        cues=(
            ("ask:when", "leave"),
            ("ask:when", "leave", "finish"),
            ("ask:when", "leave", "deadline"),
        ),
        fill=of_each_telling(_start),
        absorbs=(*TRIP_WORDS, "topic:schedule", "topic:this_order"),
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
        fill=of_each_telling(_latest, visits=False),
        absorbs=(*TRIP_WORDS, "topic:schedule", "topic:this_order", "state"),
    ),
    Frame(
        name="free time",
        cues=(
            ("topic:free_time", "ask:time"),
            ("topic:free_time",),
            ("topic:free_time", "ask:time", "relation:before"),
            ("topic:free_time", "ask:time", "available"),
        ),
        fill=of_each_telling(_free, visits=False),
        absorbs=(*TRIP_WORDS, "topic:schedule", "topic:this_order", "ask:time"),
    ),
    Frame(
        name="trip time",
        cues=(("ask:time",), ("ask:time", "topic:whole_trip")),
        fill=of_each_telling(_trip_time),
        absorbs=tuple(word for word in TRIP_WORDS if word != "relation:before"),
    ),
)
