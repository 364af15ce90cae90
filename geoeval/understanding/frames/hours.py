"""Frames for opening hours beyond whether a place is open: days, lengths, first and last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from geoeval.query.algebra import Best, Count, Days, Hours, Listing, Value
from geoeval.query.filter_kinds import HoursFilter, OpenFilter
from geoeval.query.inspect import parts_of
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.facts import subject
from geoeval.understanding.reading import Reading
from geoeval.understanding.weekdays import weekday


def _open_days(reading: Reading) -> Iterator[Draft]:
    """Read "on which day is the Mill closed", "how many days a week does it open"."""
    account = Account()
    place = subject(reading, account)
    clocks = reading.of("clock")
    if place is None or len(clocks) > 1 or reading.asked("day") or reading.has("duration"):
        return
    states = [*reading.asked("state"), *reading.asked("closing")]
    denied = reading.asked("negation")
    account.take(*states, *denied, *clocks)
    closed = any(m.value == "closed" or m.kind == "closing" for m in states)
    negated = any(0 <= m.start - n.end <= 1 for n in denied for m in states)
    at = scene.clock_text(clocks[0].amount) if clocks else None
    closed |= not states and bool(denied)
    days = Days(place=place, open=closed is negated, at=at)
    counted = reading.asked("ask", "count")
    yield account.draft(Count(of=days) if counted else Listing(of=days))


def _opening_length(reading: Reading) -> Iterator[Draft]:
    """Read "how many hours is the Mill open on Mondays"."""
    account = Account()
    place = subject(reading, account)
    if place is None or reading.has("clock") or reading.has("duration"):
        return
    day, said = weekday(reading)
    account.take(*said, *reading.asked("state", "open"))
    asking = {word.key for word in reading.words if word.sentence in reading.asking}
    week = day is None and not _WEEKLY.isdisjoint(asking)
    yield account.draft(Value(figure=Hours(place=place, edge="length", day=day, week=week)))


_WEEKLY = frozenset({"week", "weekly"})


def _pick_by_hours(reading: Reading) -> Iterator[Draft]:
    """Read "which of these opens first on Monday", "which one stays open the longest"."""
    account = Account()
    places = selection.selected(reading, account)
    superlatives = reading.asked("superlative", "earliest", "latest", "longest", "shortest")
    doors = [p for p in parts_of(places.filters) if isinstance(p, OpenFilter | HoursFilter)]
    if any(each.at for each in doors) or not superlatives:
        return
    if not choices.from_offered(reading, account, places.category):
        return
    day, said = weekday(reading)
    closing = [*reading.asked("closing"), *reading.asked("state", "closed")]
    account.take(*said, *superlatives, *closing, *reading.asked("state", "open"))
    edge: Literal["opens", "closes", "length"] = "length"
    most = superlatives[0].value in {"latest", "longest"}
    if superlatives[0].value in {"earliest", "latest"}:
        late = most and not reading.asked("topic", "opening")
        opening = not {"open", "opens"}.isdisjoint(reading.keys(superlatives[0]))
        edge = "closes" if not opening and (closing or late) else "opens"
    # Words such as "opens on Monday" say here what is compared, and filter nothing.
    filters = tuple(f for f in places.filters if not any(p in doors for p in parts_of(f)))
    among = selection.changed(places, filters=filters, among=choices.offered(reading))
    yield account.draft(Best(figure=Hours(edge=edge, day=day), among=among, most=most))


FRAMES = (
    Frame(
        name="open days",
        cues=(
            ("topic:which_day", "state"),
            ("topic:which_day", "closing"),
            ("topic:which_day", "state", "ask:count"),
            ("topic:which_day", "negation"),
            ("topic:which_day", "topic:feasible", "clock"),
        ),
        fill=_open_days,
        absorbs=(*PLAIN_ASK, "ask:when", "visit", "topic:visits", "topic:feasible"),
    ),
    Frame(
        name="opening length",
        cues=(("ask:time", "state:open"), ("ask:count", "ask:time", "state:open")),
        fill=_opening_length,
        absorbs=(*PLAIN_ASK, "attribute:hours", "ask:count", "whole_trip"),
    ),
    Frame(
        name="first or last by hours",
        cues=(
            ("superlative", "state"),
            ("superlative", "closing"),
            ("superlative", "state", "ask:which"),
            ("superlative", "closing", "ask:which"),
            ("superlative", "attribute:hours"),
            ("superlative", "attribute:hours", "ask:which"),
        ),
        fill=_pick_by_hours,
        absorbs=(*PLAIN_ASK, "ask:when", "closing", "attribute:hours"),
    ),
)
