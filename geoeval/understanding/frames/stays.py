"""Frames for one stop of a trip: how long to stay there, how long to wait, what to leave out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geoeval.query.algebra import Listing, Value
from geoeval.query.parts import Omissions, TripFigure
from geoeval.understanding import scene
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.journey import TRIP_WORDS, booked, of_each_telling
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list

_FIRST = frozenset({"first", "before", "beforehand"})


def _stay_limit(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "how long can I stay at the Mill if I have to be back by six"."""
    if itinerary.depart is None:
        return
    closing = bool(reading.asked("closing") or reading.asked("state", "closed"))
    asked = _open_stop(reading, itinerary)
    bounded = itinerary.finish_by or itinerary.budget_min or booked(itinerary)
    if asked is None or not (bounded or itinerary.end_starts_at or closing or itinerary.day):
        return
    placed = _placed(reading, itinerary, asked)
    if placed is not None:
        account.take(*reading.asked("stay"), *reading.asked("comparator_after"))
        account.take(*reading.asked("superlative", "most", "slowest", "latest", "longest"))
        until = asked if closing else None
        stay = TripFigure(figure="stay", trip=placed.trip, place=asked, before_closing=until)
        yield account.draft(Value(figure=stay))


def _open_stop(reading: Reading, itinerary: Itinerary) -> str | None:
    """Return the one stop whose visit has no length: that named behind the cue, or the last."""
    free = [s.place for s in itinerary.stops if not s.visit_min and not s.starts_at]
    for cue in reading.asked("stay"):
        behind = [m.value for m in scene.names(reading) if m.start >= cue.end]
        if behind and behind[0] in free and len(free) == 1:
            return behind[0]
    return free[0] if len(free) == 1 else None


def _placed(reading: Reading, itinerary: Itinerary, asked: str) -> Itinerary | None:
    """Return the journey with the stop that is asked about where it belongs.

    "How long can I stay at the Mill if I first see the Pier": named before the others in the
    sentence that asks, it comes after what is done first. None where nobody says.
    """
    index = [stop.place for stop in itinerary.stops].index(asked)
    if index or len(itinerary.stops) == 1 or not _is_asked_first(reading, itinerary, asked):
        return itinerary
    said = {word.key for word in reading.words if word.sentence in reading.asking}
    others = [stop for stop in itinerary.stops if stop.visit_min]
    if not others or (said & word_list("journeys.then") and not said & _FIRST):
        return itinerary
    if not said & _FIRST or said & word_list("journeys.then"):
        return None
    first, *rest = itinerary.stops
    count = len(others)
    return replace(itinerary, stops=(*rest[:count], first, *rest[count:]))


def _is_asked_first(reading: Reading, itinerary: Itinerary, asked: str) -> bool:
    """Whether the visits are told after the question for a stop, in the sentence that asks."""
    names = scene.names(reading, asked=True)
    first = next((m.start for m in names if m.value == asked), None)
    told = {m.value for m in scene.names(reading, asked=False)}
    others = {stop.place for stop in itinerary.stops if stop.visit_min}
    return first is not None and asked not in told and not others & told


def _waiting(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "how long do I wait until the Mill opens"."""
    if itinerary.depart is None or booked(itinerary):
        return
    last = itinerary.stops[-1]
    named = scene.names(reading, asked=True)
    asked = [m.value for m in named if m.value != itinerary.origin]
    waits = [m.value for m in named if reading.text(m.start - 2, m.start).startswith("wait")]
    if last.visit_min or (asked and asked[-1] != last.place) or {*waits} - {last.place}:
        return
    itinerary = replace(itinerary, end=None, end_mode=None, end_starts_at=None)
    yield account.draft(Value(figure=TripFigure(figure="waiting", trip=itinerary.trip)))


def _left_out(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "which of them do I have to skip"."""
    if itinerary.has_last_leg:
        return
    limited = itinerary.budget_min or itinerary.finish_by or itinerary.day
    if limited and itinerary.depart and all(stop.visit_min for stop in itinerary.stops):
        account.take(*_denials(reading))
        yield account.draft(Listing(of=Omissions(trip=itinerary.trip)))


def _denials(reading: Reading) -> list[Mention]:
    """Return the "not" of what does not fit."""
    skips = reading.asked("skip")
    return [m for m in reading.asked("negation") if any(m.start in skip.span for skip in skips)]


FRAMES = (
    Frame(
        name="stay limit",
        cues=(
            ("stay:limit",),
            ("stay:limit", "ask:time"),
            ("stay:limit", "ask:time", "closing"),
            ("ask:time", "visit", "topic:feasible"),
        ),
        fill=of_each_telling(_stay_limit, visits=False),
        absorbs=(*TRIP_WORDS, "ask:time", "topic:free_time", "lateness"),
    ),
    Frame(
        name="waiting time",
        cues=(("waiting:opens", "ask:time"), ("waiting:opens", "topic:free_time")),
        fill=of_each_telling(_waiting, visits=False),
        absorbs=(*TRIP_WORDS, "ask:time", "topic:free_time", "topic:opening"),
    ),
    Frame(
        name="left out",
        cues=(("ask:which", "skip"), ("ask:which", "skip", "topic:visits")),
        fill=of_each_telling(_left_out),
        absorbs=(*TRIP_WORDS, "skip"),
    ),
)
