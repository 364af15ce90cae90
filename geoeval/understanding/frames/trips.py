"""Frames for trips: when, in which order, how many, and whether a plan holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from geoeval.query.base import TripStop
from geoeval.query.kinds import (
    BestOrder,
    FinishTime,
    FreeTime,
    LatestDeparture,
    MaxVisits,
    OfferedOrder,
    OrderFeasible,
    ScheduleCheck,
    StartTime,
    TripTime,
)
from geoeval.understanding import offers, scene
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.itinerary import Itinerary, read_itinerary
from geoeval.understanding.reading import Mention, Reading

_TRIP_WORDS = (
    *PLAIN_ASK, "return", "home", "connective", "topic:whole_trip", "visit", "leave", "finish",
    "deadline", "available", "booked", "closing", "topic:visits", "topic:feasible", "category",
    "ordinal", "topic:next", "number", "ask:when", "relation:after", "relation:before",
    "relation:between",
    "attribute:hours",
    "state:open",
)  # fmt: skip


def _trip(
    reading: Reading, *, visits: bool = True, unnamed: bool = False
) -> tuple[Account, Itinerary] | None:
    """Return the journey of a question, if it has stops and, where asked, visits."""
    account = Account()
    itinerary = read_itinerary(reading, account, unnamed=unnamed)
    if not itinerary.stops or (visits and not any(s.visit_min for s in itinerary.stops)):
        return None
    return account, itinerary


def _max_visits(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading)
    if trip and (trip[1].budget_min or trip[1].finish_by):
        account, itinerary = trip
        yield account.draft(MaxVisits(**_fields(itinerary)))


def _fields(itinerary: Itinerary, **changed: object) -> dict[str, Any]:
    """Return the fields of a trip model, some of them changed."""
    return {**itinerary.fields(), **changed}


def _best_order(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading, visits=False)
    if trip is None:
        return
    account, itinerary = trip
    orders = offers.orders(reading, itinerary.origin)
    homeward = orders and all(order.places[-1] == itinerary.origin for order in orders)
    end = itinerary.origin if homeward else itinerary.end
    orders = tuple(_stops_only(order, itinerary.origin) for order in orders)
    yield account.draft(BestOrder(**_fields(itinerary, end=end), orders=orders))


def _stops_only(order: OfferedOrder, home: str | None) -> OfferedOrder:
    """Return an offered order without the home that it may begin and end with."""
    places = tuple(place for place in order.places if place != home)
    return OfferedOrder(text=order.text, places=places or order.places)


def _feasible(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading)
    if trip is None:
        return
    account, itinerary = trip
    told = offers.told_order(reading, reading.of("place"))
    stops = {stop.place: stop for stop in itinerary.stops}
    if set(told) == set(stops):
        itinerary_stops = tuple(stops[place] for place in told)
        yield account.draft(OrderFeasible(**_fields(itinerary, stops=itinerary_stops)))
    else:
        yield account.draft(OrderFeasible(**_fields(itinerary)))


def _schedule(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading, unnamed=True)
    if trip is None:
        return
    account, itinerary = trip
    schedules = offers.schedules(reading, itinerary.origin)
    if not schedules:
        return
    in_order = itinerary.prescribed or reading.has("topic:this_order")
    yield account.draft(ScheduleCheck(**_fields(itinerary), schedules=schedules, in_order=in_order))


def _finish(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading, visits=False)
    if trip and trip[1].depart:
        account, itinerary = trip
        yield account.draft(FinishTime(**_fields(itinerary)))


def _start(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading)
    if trip and trip[1].finish_by and not trip[1].depart:
        account, itinerary = trip
        yield account.draft(StartTime(**_fields(itinerary)))


def _latest(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading, visits=False)
    if trip is None:
        return
    account, itinerary = trip
    leaving = _left_place(reading, itinerary)
    closing = _closing_place(reading, leaving)
    latest = reading.has("superlative:latest")
    if not latest and closing is None and any(stop.visit_min for stop in itinerary.stops):
        return
    if leaving is None or not (closing or itinerary.finish_by or _booked(itinerary)):
        return
    fields = _from_the_left_place(itinerary, leaving, to_end=closing is None)
    yield account.draft(LatestDeparture(**fields, leaving=leaving, before_closing=closing))


def _from_the_left_place(itinerary: Itinerary, leaving: str, *, to_end: bool) -> dict[str, Any]:
    """Return the trip with the place to leave as its first stop, and its goal as its end."""
    stops = itinerary.stops
    origin, end = itinerary.origin, itinerary.end
    if origin == leaving and itinerary.depart is None:
        stops = (TripStop(place=leaving), *(stop for stop in stops if stop.place != leaving))
        origin = None
    goal = stops[-1]
    if to_end and end in {None, leaving, goal.place} and len(stops) > 1 and not goal.visit_min:
        finish = itinerary.finish_by or goal.starts_at
        return _fields(itinerary, origin=origin, stops=stops[:-1], end=goal.place, finish_by=finish)
    return _fields(itinerary, origin=origin, stops=stops, end=end)


def _booked(itinerary: Itinerary) -> list[str]:
    return [stop.place for stop in itinerary.stops if stop.starts_at]


def _left_place(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the place that is to be left: named behind "leave", else home."""
    for verb in reading.asked("leave"):
        placed = [m for m in scene.names(reading) if 0 <= m.start - verb.end <= 3]
        if placed and (itinerary.origin or not _is_start(reading, verb)):
            return placed[0].value
        if any(0 <= m.start - verb.end <= 2 for m in reading.asked("home")):
            return itinerary.origin
        if placed:
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


def _free(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading, visits=False)
    if trip is None:
        return
    account, itinerary = trip
    before = _before_stop(reading, itinerary)
    if before is not None:
        yield account.draft(FreeTime(**_fields(itinerary), before_stop=before))


def _before_stop(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the appointment before which time is free: the last stop with a fixed start."""
    booked = _booked(itinerary)
    named = [m.value for m in scene.names(reading, asked=True) if m.value in booked]
    candidates = named or booked
    return candidates[-1] if candidates else None


def _trip_time(reading: Reading) -> Iterator[Draft]:
    trip = _trip(reading)
    if trip is not None:
        account, itinerary = trip
        yield account.draft(TripTime(**_fields(itinerary)))


FRAMES = (
    Frame(
        name="max visits",
        cues=(("ask:count", "topic:visits"), ("superlative:most", "topic:visits")),
        fill=_max_visits,
        absorbs=(*_TRIP_WORDS, "superlative:most", "ask:count", "comparator", "topic:next"),
    ),
    Frame(
        name="best order",
        cues=(("topic:order",),),
        fill=_best_order,
        absorbs=(*_TRIP_WORDS, "superlative", "praise"),
    ),
    Frame(
        name="order feasible",
        cues=(("ask:whether", "topic:this_order"), ("ask:whether", "topic:feasible", "visit")),
        fill=_feasible,
        absorbs=(*_TRIP_WORDS, "state"),
    ),
    Frame(
        name="schedule check",
        cues=(("topic:schedule",), ("topic:schedule", "ask:tell")),
        fill=_schedule,
        absorbs=(*_TRIP_WORDS, "topic:this_order", "praise"),
    ),
    Frame(
        name="finish time",
        cues=(("ask:when", "finish"), ("ask:when", "return"), ("ask:when", "relation:to")),
        fill=_finish,
        absorbs=(*_TRIP_WORDS, "topic:schedule", "topic:this_order"),
    ),
    Frame(
        name="start time",
        cues=(
            ("ask:when", "leave"),
            ("ask:when", "leave", "finish"),
            ("ask:when", "leave", "deadline"),
        ),
        fill=_start,
        absorbs=(*_TRIP_WORDS, "topic:schedule", "topic:this_order"),
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
        fill=_latest,
        absorbs=(*_TRIP_WORDS, "topic:schedule", "topic:this_order", "state"),
    ),
    Frame(
        name="free time",
        cues=(
            ("topic:free_time", "ask:time"),
            ("topic:free_time",),
            ("topic:free_time", "ask:time", "relation:before"),
        ),
        fill=_free,
        absorbs=(*_TRIP_WORDS, "topic:schedule", "topic:this_order", "ask:time"),
    ),
    Frame(
        name="trip time",
        cues=(("ask:time",), ("ask:time", "topic:whole_trip")),
        fill=_trip_time,
        absorbs=_TRIP_WORDS,
    ),
)
