"""Frames for opening hours beyond whether a place is open: days, lengths, first and last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from geoeval.query.algebra import (
    Best,
    Compare,
    Difference,
    Hours,
    Sum,
    Value,
)
from geoeval.query.filter_kinds import HoursFilter, OpenFilter
from geoeval.query.inspect import parts_of
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.facts import subject
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.weekdays import weekday


def _opening_length(reading: Reading) -> Iterator[Draft]:
    """Read "how many hours is the Mill open on Mondays", "on Monday and Tuesday together"."""
    account = Account()
    place = subject(reading, account)
    if place is None or reading.has("clock") or reading.has("duration"):
        return
    day, said = weekday(reading)
    account.take(*said, *reading.asked("state", "open"))
    asking = {word.key for word in reading.words if word.sentence in reading.asking}
    named = list(dict.fromkeys(m.value for m in reading.asked("day")))
    if len(named) > 1:
        if not asking & _TOGETHER or asking & {"to", "till", "through", "until"}:
            return
        account.take(*reading.asked("day"))
        lengths = [
            Hours.model_validate({"place": place, "edge": "length", "day": d}) for d in named
        ]
        yield account.draft(Value(figure=Sum(of=tuple(lengths))))
        return
    week = day is None and not _WEEKLY.isdisjoint(asking)
    yield account.draft(Value(figure=Hours(place=place, edge="length", day=day, week=week)))


_WEEKLY = frozenset({"week", "weekly"})
_TOGETHER = frozenset({"together", "total", "altogether", "combined", "all"})


def _two_hours(reading: Reading, account: Account) -> Iterator[tuple[Hours, Hours]]:
    """Yield the hours of two places on one day, or of one place on two, in order of naming."""
    pivot = [*reading.asked("contrast", "than"), *reading.asked("relation", "before", "after")]
    names = [m for m in scene.names(reading, asked=True) if not scene.is_locality(reading, m)]
    places = list(dict.fromkeys(m.value for m in names))
    days = list(dict.fromkeys(m.value for m in reading.asked("day")))
    doors = [*reading.asked("state", "open"), *reading.asked("topic", "opening")]
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    closes = bool(words & word_list("ways.closes"))
    if closes is bool(doors) or not pivot or reading.of("clock") or reading.of("duration"):
        return
    if (len(places), len(days)) not in {(2, 0), (2, 1), (1, 2)}:
        return
    visits = (m for m in reading.asked("visit") if not word_list("ways.stays") & {*reading.keys(m)})
    moving = words & {"go"} or any(visits) or scene.modes(reading)
    edge = None if moving else _edge_compared(words, closes=closes)
    if edge is None:
        return
    account.take(*pivot, *names, *reading.asked("day"), *doors, *reading.asked("closing"))
    account.take(*reading.asked("comparison"), *reading.asked("state", "closed"))
    account.take(*reading.asked("superlative"))
    pairs = [(place, days[0] if days else None) for place in places]
    if len(places) == 1:
        pairs = [(places[0], day) for day in days]
    one, other = (
        Hours.model_validate({"place": place, "edge": edge, "day": day}) for place, day in pairs
    )
    yield one, other


def _edge_compared(words: set[str], *, closes: bool) -> str | None:
    """Return what is compared: "opens later", but what "is open later" closes later."""
    if words & {"longer", "shorter"}:
        return None if closes or words & _TIMED else "length"
    if closes or not words & _TIMED:
        return "closes" if words & _TIMED else None
    stays = words & word_list("ways.stays") or not words & {"do", "does", "opens"}
    if not stays or words & {"earlier", "sooner"}:
        return "opens"
    return "closes" if "later" in words else None


_TIMED = frozenset({"earlier", "later", "sooner", "before", "after"})


def _hours_apart(reading: Reading) -> Iterator[Draft]:
    """Read "how many hours before the Pier does the Mill open", "how much longer is it open"."""
    account = Account()
    for first, second in _two_hours(reading, account):
        account.take(*reading.asked("unit"))
        yield _heeding(account, Difference(first=first, second=second))


def _is_between(reading: Reading) -> bool:
    """Whether "than" or "before" parts the two that are compared, the first of which is asked."""
    pivots = [*reading.asked("contrast", "than"), *reading.asked("relation", "before", "after")]
    for told in (scene.names(reading, asked=True), reading.asked("day")):
        if len({m.value for m in told}) == 2:
            last = next(m for m in told if m.value != told[0].value)
            return any(told[0].end <= pivot.start < last.start for pivot in pivots)
    return False


def _hours_compared(reading: Reading) -> Iterator[Draft]:
    """Read "does the Mill open later on Sunday than on Monday"."""
    account = Account()
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    more = bool(words & {"later", "longer", "after"})
    if more is bool(words & {"earlier", "sooner", "shorter", "before"}):
        return
    if not reading.asked("negation") and _is_between(reading):
        for first, second in _two_hours(reading, account):
            yield _heeding(account, Compare(first=first, second=second, more=more))


def _heeding(account: Account, query: Compare | Difference) -> Draft:
    """Return a draft that heeds all the words taken."""
    return replace(account.draft(query), carried=frozenset(account.used))


def _pick_by_hours(reading: Reading) -> Iterator[Draft]:
    """Read "which of these opens first on Monday", "which one stays open the longest"."""
    account = Account()
    places = selection.selected(reading, account)
    superlatives = reading.asked("superlative", "earliest", "latest", "longest", "shortest")
    counted = [m for m in reading.asked("superlative", "most", "fewest") if _of_hours(reading, m)]
    superlatives = superlatives or counted
    doors = [p for p in parts_of(places.filters) if isinstance(p, OpenFilter | HoursFilter)]
    if any(each.at for each in doors) or not superlatives:
        return
    if not choices.from_offered(reading, account, places.category):
        return
    day, said = weekday(reading)
    closing = [*reading.asked("closing"), *reading.asked("state", "closed")]
    account.take(*said, *superlatives, *closing, *reading.asked("state", "open"))
    edge: Literal["opens", "closes", "length"] = "length"
    most = superlatives[0].value in {"latest", "longest", "most"}
    if superlatives[0].value in {"earliest", "latest"}:
        late = most and not reading.asked("topic", "opening")
        opening = not {"open", "opens"}.isdisjoint(reading.keys(superlatives[0]))
        edge = "closes" if not opening and (closing or late) else "opens"
    # Words such as "opens on Monday" say here what is compared, and filter nothing.
    filters = tuple(f for f in places.filters if not any(p in doors for p in parts_of(f)))
    among = selection.changed(places, filters=filters, among=choices.offered(reading))
    yield account.draft(Best(figure=Hours(edge=edge, day=day), among=among, most=most))


_COMPARED = (
    "contrast", "comparison", "relation:before", "relation:after", "closing", "state",
    "topic:opening", "topic:free_time", "attribute:hours",
)  # fmt: skip


def _of_hours(reading: Reading, most: Mention) -> bool:
    """Whether the most or the fewest hours are asked for."""
    return reading.text(most.end, most.end + 1) in {"hours", "opening"}


FRAMES = (
    Frame(
        name="opening length",
        cues=(("ask:time", "state:open"), ("ask:count", "ask:time", "state:open")),
        fill=_opening_length,
        absorbs=(*PLAIN_ASK, "attribute:hours", "ask:count", "whole_trip"),
    ),
    Frame(
        name="hours apart",
        cues=(
            ("ask:time", "contrast:than"),
            ("ask:difference", "contrast:than"),
            ("ask:time", "relation:before"),
            ("ask:time", "relation:after"),
        ),
        fill=_hours_apart,
        absorbs=(*PLAIN_ASK, *_COMPARED, "ask:difference", "ask:time", "ask:count", "ask:when"),
    ),
    Frame(
        name="hours compared",
        cues=(
            ("ask:whether", "contrast:than"),
            ("ask:whether", "relation:before"),
            ("ask:whether", "relation:after"),
        ),
        fill=_hours_compared,
        absorbs=(*PLAIN_ASK, *_COMPARED),
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
