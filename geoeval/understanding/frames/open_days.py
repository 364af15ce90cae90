"""Frames for the days on which a place is open, or not: at an hour, until one, in the morning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from geoeval.query.algebra import Count, Days, Listing
from geoeval.query.filter_kinds import Filter, HoursFilter, NotFilter, PlainFilter
from geoeval.query.parts import DAYS, Day
from geoeval.understanding import scene
from geoeval.understanding.doors import Edge, bound_of
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.facts import subject
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place


def _open_days(reading: Reading) -> Iterator[Draft]:
    """Read "on which day is the Mill closed", "how many days a week is it open until 9 PM"."""
    account = Account()
    place = subject(reading, account)
    clocks = _clocks(reading, account)
    offered = _offered_days(reading)
    named = [m for m in reading.asked("day") if m.value not in offered]
    if place is None or len(clocks) > 1 or named or reading.has("duration"):
        return
    states = sorted([*reading.asked("state"), *reading.asked("closing")], key=lambda m: m.start)
    denied = reading.asked("negation")
    account.take(*states, *denied, *clocks, *reading.asked("day"))
    negated = any(0 <= m.start - n.end <= 1 for n in denied for m in states)
    bounds, parts = _bounds(reading, states, clocks, negated), _parts(reading, states, clocks)
    if parts and clocks and not bounds:
        return
    bounds += parts
    if bounds:
        filters = tuple(each for bound in bounds for each in bound.filters)
        heeded = cover(bound.words for bound in bounds)
        also_open = any(bound.opens for bound in bounds)
        loose = not negated and cover(denied) - cover(states) - heeded
        if loose or not all(bound.filters for bound in bounds):
            return
        if _denies(filters) and not also_open and not _opens_daily(reading, place):
            return  # what is closed all day is not open past six either
        days = Days(place=place, filters=filters)
        account.used |= heeded
    else:
        at = scene.clock_text(clocks[0].amount) if clocks else None
        closed = any(_is_closed(m) for m in states) or (not states and bool(denied))
        days, heeded = Days(place=place, open=closed is negated, at=at), set()
    one = len(offered) == len(reading.question.options) > 0
    listing = Listing(of=days, wanted="any" if one and days.filters else "all")
    draft = account.draft(Count(of=days) if reading.asked("ask", "count") else listing)
    yield replace(draft, carried=frozenset(heeded))


class _Bound(NamedTuple):
    """What is asked of the hours of a day, and the words that ask it; none where that is unclear.

    ``opens`` says that the place opens on such a day.
    """

    filters: tuple[Filter, ...]
    words: Mention
    opens: bool = False


def _is_closed(state: Mention) -> bool:
    return state.value == "closed" or state.kind == "closing"


def _unless(denied: bool, each: HoursFilter) -> Filter:
    """Return a bound on hours, or the opposite of it where it is denied."""
    return NotFilter[PlainFilter](of=each) if denied else each


def _denies(filters: tuple[Filter, ...]) -> bool:
    """Whether a day on which a place does not open at all might be meant as well."""
    return any(
        isinstance(each, NotFilter) or (isinstance(each, HoursFilter) and each.comparator == "<=")
        for each in filters
    )


def _parts(reading: Reading, states: list[Mention], clocks: list[Mention]) -> list[_Bound]:
    """Read "open in the afternoon", "closed in the morning only"."""
    found = []
    for part in reading.asked("turn", "part_of_day"):
        led = [m for m in states if 0 <= part.start - m.end <= _TO_THE_PART]
        if not led or not cover(clocks).isdisjoint(part.span):
            continue
        closed = _is_closed(led[-1])
        said = reading.text(part.start, part.end)
        open_then = _AFTERNOON if "afternoon" in said and not closed else ()
        bounds = _MORNING if "morning" in said else open_then
        if not bounds and not clocks:
            continue  # "for lunch" may only say what for
        only = closed and reading.text(part.end, part.end + 1) == "only"
        filters = tuple(_unless(closed, each) for each in bounds)
        found.append(_Bound(filters, part._replace(end=part.end + only), opens=only or not closed))
    return found


_TO_THE_PART = 3
_MORNING = (HoursFilter(edge="opens", comparator="<", at="12:00"),)
_AFTERNOON = (
    HoursFilter(edge="opens", comparator="<", at="17:00"),
    HoursFilter(edge="closes", comparator=">", at="13:00"),
)


def _clocks(reading: Reading, account: Account) -> list[Mention]:
    """Return the clock times that are meant, without those of "rather than at half past five"."""
    other = {m.end for m in reading.of("contrast", "than")}
    meant: list[Mention] = []
    for clock in reading.of("clock"):
        if meant and not other.isdisjoint((clock.start, clock.start - 1)):
            account.take(clock, *reading.of("comparison"), *reading.of("contrast", "than"))
        else:
            meant.append(clock)
    return meant


def _bounds(
    reading: Reading, states: list[Mention], clocks: list[Mention], negated: bool
) -> list[_Bound]:
    """Read "until 9 PM", "not before ten", and the hour at which it closes or opens."""
    if not clocks:
        return []
    (clock,) = clocks
    at = scene.clock_text(clock.amount)
    led = [m for m in states if 0 <= clock.start - m.end <= 1]
    if led and not {"do", "does"}.isdisjoint(word.key for word in reading.words):
        verb = led[-1]
        said = set(reading.keys(verb))
        stays = reading.text(verb.start - 1, verb.start) in {"stay", "be", "remain", "still"}
        if reading.text(verb.end, clock.start) == "at" and not stays:
            edge: Edge = "closes" if said & word_list("ways.closes") else "opens"
            words = verb._replace(start=verb.end, end=clock.start)
            exact = HoursFilter(edge=edge, comparator="==", at=at)
            return [_Bound((_unless(negated or "not" in said, exact),), words)]
    found = bound_of(reading, states, clock)
    if found is None:
        return []
    words = clock._replace(start=found.words.start, end=found.words.stop)
    if found.edge is None:
        return [_Bound((), words)]
    bound = HoursFilter(edge=found.edge, comparator=found.comparator, at=at)
    return [_Bound((_unless(negated, bound),), words)]


def _offered_days(reading: Reading) -> set[Day]:
    """Return the days that are options of their own."""
    said = {option.strip().casefold() for option in reading.question.options}
    return {day for day in DAYS if day in said}


def _opens_daily(reading: Reading, name: str) -> bool:
    """Whether a place of this world is known to open on every day that may be the answer."""
    place = reading.world.atlas.resolve(name)
    hours = place.hours if isinstance(place, Place) else None
    days = _offered_days(reading) or DAYS
    return hours is not None and all(hours.opens_on(DAYS.index(day)) for day in days)


FRAMES = (
    Frame(
        name="open days",
        cues=(
            ("topic:which_day", "state"),
            ("topic:which_day", "closing"),
            ("topic:which_day", "state", "ask:count"),
            ("topic:which_day", "negation"),
            ("topic:which_day", "topic:feasible", "clock"),
            ("topic:which_day", "visit", "clock"),
            ("topic:which_day", "ask:count", "clock"),
        ),
        fill=_open_days,
        absorbs=(*PLAIN_ASK, "ask:when", "ask:count", "visit", "topic:visits", "topic:feasible"),
    ),
)
