"""The filter language on places: whether each one passes, fails, or too little is known of it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.errors import quote
from geoeval.query.filter_kinds import (
    AddressFilter,
    AnyFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    NameFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
)
from geoeval.query.parts import DAYS, ClockTime, Comparator, Day, minute_of
from geoeval.query.places.figures import figure, unknown_figure
from geoeval.query.places.hours import Opening, draw_openings, openings, use_hours
from geoeval.query.working import Blocked, Working, listing
from geoeval.text import key_words, normalise
from geoeval.world.model import Place

Truth = bool | None
"""Whether a filter holds; None where that is not known."""
COMPARE: Final[dict[Comparator, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}
_NOON = 720
_CARDINAL = frozenset({"north", "east", "south", "west"})
# Words of a flag that say nothing, and words that say the same.
_IDLE = frozenset(
    {"a", "an", "the", "is", "has", "have", "available", "food", "serve", "serves", "offer"}
    | {"offers", "provide", "provides", "accept", "accepts", "allow", "allows", "take", "takes"}
)
_SAME = {
    "accessibility": "accessible",
    "bookable": "reservable",
    "reservation": "reservable",
    "reservations": "reservable",
    "takeaway": "takeout",
}


def keep(
    places: list[Place], wanted: Filter, work: Working, anchor: Place | None = None
) -> list[Place]:
    """Return the places that pass a filter, and write down how each one does.

    What is not known to pass does not; how many those are is said.

    Raises
    ------
    Blocked
        If of none of them it is known whether it passes.
    """
    truths = _truths(places, wanted, work, anchor)
    if places and all(truth is None for truth in truths):
        raise _unknown(wanted)
    return [place for place, truth in zip(places, truths, strict=True) if truth]


def _truths(
    places: list[Place], wanted: Filter, work: Working, anchor: Place | None
) -> list[Truth]:
    """Return whether each place passes a filter, and write it down."""
    if isinstance(wanted, AnyFilter):
        parts = [_truths(places, each, work, anchor) for each in wanted.of]
        return [either(column) for column in zip(*parts, strict=True)]
    negated = isinstance(wanted, NotFilter)
    leaf = wanted.of if isinstance(wanted, NotFilter) else wanted
    truths = [_truth(place, leaf, work, anchor) for place in places]
    if isinstance(leaf, FeatureFilter) and (negated or True not in truths):
        truths = [truth or take_as_no(leaf, work) for truth in truths]
    if negated:
        truths = [opposite(truth) for truth in truths]
    passing = [place for place, truth in zip(places, truths, strict=True) if truth]
    _tell(places, passing, leaf, work, negated=negated, unknown=truths.count(None), anchor=anchor)
    return truths


def either(truths: tuple[Truth, ...]) -> Truth:
    """Return whether one of several conditions holds: a yes decides, else an unknown.

    Examples
    --------
    >>> either((False, None)), either((None, True)), either((False, False))
    (None, True, False)
    """
    return True if True in truths else None if None in truths else False


def opposite(truth: Truth) -> Truth:
    """Return whether a condition does not hold.

    Examples
    --------
    >>> opposite(True), opposite(None)
    (False, None)
    """
    return None if truth is None else not truth


def _truth(place: Place, wanted: PlainFilter, work: Working, anchor: Place | None) -> Truth:
    """Return whether a place passes a plain filter."""
    match wanted:
        case CompareFilter(measure="rating" | "rating_count" | "price_level" as measure):
            amount = figure(place, measure)
            return None if amount is None else COMPARE[wanted.comparator](amount, wanted.value)
        case OpenFilter(all_day=True):
            return _never_closes(place, wanted.day)
        case OpenFilter():
            return is_open(place, wanted.day, wanted.at, wanted.until, work)
        case HoursFilter():
            return _opens_as(place, wanted, work)
        case FeatureFilter():
            return True if has_flag(place, wanted.feature) else None
        case NameFilter():
            return normalise(wanted.contains) in normalise(place.name)
        case AddressFilter():
            text = " ".join(key_words(wanted.contains))
            words = " ".join(key_words(place.address or ""))
            return f" {text} " in f" {words} " if place.address else None
        case DirectionFilter():
            return _lies(place, wanted, work, anchor)
    message = f"the algebra allows no {wanted.kind!r} of places"
    raise AssertionError(message)


def _lies(place: Place, wanted: DirectionFilter, work: Working, anchor: Place | None) -> bool:
    """Return whether a place lies in a direction of the anchor, or of the place that is said."""
    seen_from = needed_anchor(work.place(wanted.seen_from) if wanted.seen_from else anchor)
    start, end = work.location(seen_from), work.location(place)
    return start != end and is_directly(start, end, wanted.direction, sector_of(wanted))


def sector_of(wanted: DirectionFilter) -> int:
    """Return the width of the sector of a direction in degrees: a quarter, or half of one."""
    return 90 if wanted.direction in _CARDINAL else 45


def needed_anchor(anchor: Place | None) -> Place:
    """Return the anchor, without which nothing is near or far.

    Raises
    ------
    Blocked
        If there is none.
    """
    if anchor is None:
        raise Blocked(reason="under_specified", detail="the place to measure from is not said")
    return anchor


def _unknown(wanted: Filter) -> Blocked:
    """Return the absence of what a filter needs to be decided."""
    match wanted:
        case NotFilter(of=leaf):
            return _unknown(leaf)
        case AnyFilter(of=(first, *_)):
            return _unknown(first)
        case CompareFilter(measure="rating" | "rating_count" | "price_level" as measure):
            return unknown_figure(measure)
        case OpenFilter() | HoursFilter():
            return Blocked(
                reason="no_hours",
                detail="the context gives no opening hours of these places",
                lacking="opening hours of these places",
            )
        case AddressFilter():
            return Blocked(
                reason="no_such_fact",
                detail="the context gives no addresses of these",
                lacking="addresses of these places",
            )
        case _:
            detail = "whether these places are as asked is not known"
            return Blocked(reason="no_such_fact", detail=detail)


def _tell(
    places: list[Place],
    passing: list[Place],
    wanted: PlainFilter,
    work: Working,
    *,
    negated: bool,
    unknown: int,
    anchor: Place | None,
) -> None:
    """Write down which places pass a plain filter, or its opposite."""
    names = listing([place.name for place in passing])
    aside = ""
    match wanted:
        case CompareFilter(measure="rating" | "rating_count" | "price_level" as measure):
            word = measure.replace("_", " ")
            shown = [(place.name, f"{figure(place, measure):g}") for place in passing]
            for place, (_, amount) in zip(passing, shown, strict=True):
                work.use(f"{place.name}: {word} {amount}", place.line)
            names = listing([f"{name} ({amount})" for name, amount in shown])
            what = f"{word} {wanted.comparator} {wanted.value:g}"
        case OpenFilter():
            for place in passing:
                use_hours(place, work)
            draw_openings(places, wanted.day, (wanted.at, wanted.until), work)
            when = ("24 hours" if wanted.all_day else "", wanted.day, wanted.at)
            until = f"to {wanted.until}" if wanted.until else ""
            state = "closed" if negated and not wanted.all_day else "open"
            what = " ".join(text for text in (state, *when, until) if text)
            negated = negated and wanted.all_day
            aside = f"; hours unknown, not counted: {unknown}" if unknown else ""
        case HoursFilter():
            for place in passing:
                use_hours(place, work)
            day = stated_day(wanted.day, work)
            what = f"{wanted.edge} {wanted.comparator} {wanted.at}" + (f" on {day}" if day else "")
        case FeatureFilter():
            what = f"{wanted.feature} {'not there' if negated else 'there'}"
            negated = False
        case AddressFilter():
            for place in passing:
                work.use(f"{place.name}: address {place.address}", place.line)
            holds = "does not hold" if negated else "holds"
            what, negated = f"address {holds} {wanted.contains!r}", False
        case DirectionFilter():
            from_place = wanted.seen_from or needed_anchor(anchor).name
            what = f"{wanted.direction} of {from_place}"
        case _:
            return
    work.say(f"{'not ' if negated else ''}{what}: {names}{aside}")


def has_flag(place: Place, feature: str) -> bool:
    """Return whether a place carries a service flag, by the words that count.

    Examples
    --------
    >>> inn = Place(name="Inn", features=("Serves Dinner", "Wheelchair Accessible Entrance"))
    >>> has_flag(inn, "dinner"), has_flag(inn, "wheelchair accessible"), has_flag(inn, "lunch")
    (True, True, False)
    """
    wanted = _flag_words(feature)
    return bool(wanted) and any(wanted <= _flag_words(flag) for flag in place.features)


def _flag_words(text: str) -> set[str]:
    """Return the words of a flag that tell it from others."""
    joined = normalise(text).replace("take out", "takeout").replace("take away", "takeaway")
    return {_SAME.get(word, word) for word in joined.split() if word not in _IDLE}


def take_as_no(wanted: FeatureFilter, work: Working) -> bool:
    """Take a flag that is not there as "no", and note the convention.

    Raises
    ------
    Blocked
        If the context says nothing about services, or the conventions leave it open.
    """
    told = any(place.features or place.hours for place in work.world.atlas.places)
    if not told or work.assume("missing_flag") != "no":
        raise Blocked(
            reason="no_such_fact",
            detail=f"the context does not say whether it is {quote(wanted.feature)}",
            value=wanted.feature,
            lacking=f"whether these places are {quote(wanted.feature)}",
        )
    return False


def is_open(
    place: Place, day: Day | None, start: ClockTime | None, end: ClockTime | None, work: Working
) -> bool | None:
    """Return whether a place is open on a day, or at a time or for a span of it.

    Parameters
    ----------
    place
        The place.
    day
        The day; None is the world's today, else any day, if all give the same.
    start, end
        A time of the day, and the end of a span that begins there; both None: at all that day.
    work
        The sheet of working.

    Returns
    -------
    bool or None
        None where the hours, or those of that day, are unknown.

    Raises
    ------
    Blocked
        If neither a day nor a time is said, or the answer depends on the day left unsaid.
    """
    if place.hours is None:
        return None
    answers = {_open_on(place.hours, number, start, end) for number in _days(day, start, work)}
    if len(answers) > 1:
        raise Blocked(
            reason="under_specified", detail=f"whether {place.name} is open depends on the day"
        )
    return answers.pop()


def _days(day: Day | None, start: ClockTime | None, work: Working) -> tuple[int, ...]:
    """Return the days that may be meant, Monday = 0."""
    if day is not None:
        return (DAYS.index(day),)
    if work.world.today is not None:
        return (work.world.today,)
    if start is None:
        raise Blocked(reason="under_specified", detail="neither a day nor a time is said")
    return tuple(range(7))


def _open_on(
    hours: WeeklyHours, day: int, start: ClockTime | None, end: ClockTime | None
) -> bool | None:
    """Say whether hours hold on a day, at a time or for a span of it."""
    if start is None:
        return hours.opens_on(day)
    first = minute_of(start)
    begins = hours.is_open_on(day, first)
    if end is None or not begins:
        return begins
    last = minute_of(end)
    last += DAY_MIN if last <= first else 0
    closes = hours.closes_on(day, first)
    return closes is not None and last <= closes


def _never_closes(place: Place, day: Day | None) -> bool | None:
    """Return whether a place is open around the clock, on a day or on all that are known."""
    if place.hours is None:
        return None
    days = range(7) if day is None else [DAYS.index(day)]
    known = [hours for number in days if (hours := place.hours.intervals_on(number)) is not None]
    return all(hours == ((0, DAY_MIN),) for hours in known) if known else None


def stated_day(day: Day | None, work: Working) -> Day | None:
    """Return the day that is said, or the world's today."""
    return day or (None if work.world.today is None else DAYS[work.world.today])


def _opens_as(place: Place, wanted: HoursFilter, work: Working) -> Truth:
    """Return whether a place opens, or closes, before or after a time."""
    if place.hours is None:
        return None
    day = stated_day(wanted.day, work)
    limit = minute_of(wanted.at)
    states = {_holds(each, wanted, limit) for each in openings(place, day)}
    if len(states) > 1:
        raise Blocked(
            reason="under_specified",
            detail=f"when {place.name} {wanted.edge} depends on the day, and none is said",
        )
    return states == {True}


def _holds(opening: Opening, wanted: HoursFilter, limit: int) -> bool:
    """Say whether an opening begins or ends as asked, in the night after where that is meant."""
    if wanted.edge == "opens":
        return COMPARE[wanted.comparator](opening.opens, limit)
    limit += DAY_MIN if limit < _NOON and limit <= opening.opens else 0
    return COMPARE[wanted.comparator](opening.closes, limit)
