"""Which places pass the filters of a selection: figures, opening, service flags, names."""

from __future__ import annotations

from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import quote
from geoeval.query.base import (
    DAYS,
    AddressFilter,
    AnyFilter,
    ClockTime,
    CompareFilter,
    Day,
    FeatureFilter,
    HoursFilter,
    Measure,
    NameFilter,
    OpenFilter,
    PlainFilter,
)
from geoeval.query.derive import Blocked, Working, listing
from geoeval.query.hours_filter import COMPARE, keep_by_hours, minute_of, use_hours
from geoeval.query.opening_day import draw_openings
from geoeval.query.values import Reason
from geoeval.world.model import Place
from geoeval.world.normal import key_words, normalise

_DAY_MIN = 1440
_PRICES = {"free": 0, "inexpensive": 1, "moderate": 2, "expensive": 3, "very expensive": 4}
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


def price_rank(level: str) -> int | None:
    """Return a price level as a number, 1 (inexpensive) to 4 (very expensive).

    Examples
    --------
    >>> price_rank("Very Expensive")
    4
    """
    return _PRICES.get(normalise(level))


def figure(place: Place, measure: Measure) -> float | None:
    """Return a figure of a place, or None where it is unknown.

    Examples
    --------
    >>> figure(Place(name="Inn", price_level="Moderate"), "price_level")
    2
    """
    if measure == "price_level":
        return price_rank(place.price_level) if place.price_level else None
    return place.rating if measure == "rating" else place.rating_count


def unknown_figure(measure: Measure) -> Blocked:
    """Return the absence of a figure that no place of a selection has."""
    reason: Reason = "no_such_fact" if measure == "price_level" else "no_rating"
    word = measure.replace("_", " ")
    return Blocked(reason=reason, detail=f"the context gives no {word} of these places")


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


def take_as_no(feature: str, work: Working) -> None:
    """Take a flag that is not there as "no", and note the convention.

    Raises
    ------
    Blocked
        If the context says nothing about services, or the conventions leave it open.
    """
    told = any(place.features or place.hours for place in work.world.atlas.places)
    if not told or work.assume("missing_flag") != "no":
        raise Blocked(
            reason="no_such_fact", detail=f"the context does not say whether it is {quote(feature)}"
        )


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
    last += 1440 if last <= first else 0
    closes = hours.closes_on(day, first)
    return closes is not None and last <= closes


def keep(
    places: list[Place],
    wanted: PlainFilter | AnyFilter,
    work: Working,
) -> list[Place]:
    """Return the places that pass a filter, and write down how each one does.

    Raises
    ------
    Blocked
        If the context holds no fact of that kind about any of them.
    """
    match wanted:
        case CompareFilter():
            return _compare(places, wanted, work)
        case OpenFilter():
            return _open(places, wanted, work)
        case FeatureFilter():
            return _feature(places, wanted, work)
        case NameFilter():
            return [
                place for place in places if normalise(wanted.contains) in normalise(place.name)
            ]
        case HoursFilter():
            return keep_by_hours(places, wanted, work)
        case AddressFilter():
            return _address(places, wanted, work)
        case AnyFilter():
            passing = {place.id for each in wanted.of for place in keep(places, each, work)}
            return [place for place in places if place.id in passing]


def _compare(places: list[Place], wanted: CompareFilter, work: Working) -> list[Place]:
    """Keep the places whose figure compares as asked."""
    known = [
        (place, amount) for place in places if (amount := figure(place, wanted.measure)) is not None
    ]
    word = wanted.measure.replace("_", " ")
    if places and not known:
        raise unknown_figure(wanted.measure)
    passing = [
        (place, amount)
        for place, amount in known
        if COMPARE[wanted.comparator](amount, wanted.value)
    ]
    for place, amount in passing:
        work.use(f"{place.name}: {word} {amount:g}", place.line)
    shown = listing([f"{place.name} ({amount:g})" for place, amount in passing])
    work.say(f"{word} {wanted.comparator} {wanted.value:g}: {shown}")
    return [place for place, _ in passing]


def _never_closes(place: Place, day: Day | None) -> bool | None:
    """Return whether a place is open around the clock, on a day or on all that are known."""
    if place.hours is None:
        return None
    days = range(7) if day is None else [DAYS.index(day)]
    known = [hours for number in days if (hours := place.hours.intervals_on(number)) is not None]
    return all(hours == ((0, _DAY_MIN),) for hours in known) if known else None


def _open(places: list[Place], wanted: OpenFilter, work: Working) -> list[Place]:
    """Keep the places that are open, or closed, as asked; unknown hours do not pass."""
    states = [
        _never_closes(place, wanted.day)
        if wanted.all_day
        else is_open(place, wanted.day, wanted.at, wanted.until, work)
        for place in places
    ]
    if places and all(state is None for state in states):
        raise Blocked(
            reason="no_hours", detail="the context gives no opening hours of these places"
        )
    passing = [place for place, state in zip(places, states, strict=True) if state is wanted.open]
    for place in passing:
        use_hours(place, work)
    draw_openings(places, wanted.day, (wanted.at, wanted.until), work)
    when = " ".join(
        text
        for text in (
            "24 hours" if wanted.all_day else "",
            wanted.day,
            wanted.at,
            wanted.until and f"to {wanted.until}",
        )
        if text
    )
    unknown = states.count(None)
    aside = f"; hours unknown, not counted: {unknown}" if unknown else ""
    state = "open" if wanted.open else "not open" if wanted.all_day else "closed"
    work.say(f"{state} {when}: {listing([place.name for place in passing])}{aside}")
    return passing


def _address(places: list[Place], wanted: AddressFilter, work: Working) -> list[Place]:
    """Keep the places whose address has, or lacks, a text."""
    known = [place for place in places if place.address]
    if places and not known:
        raise Blocked(reason="no_such_fact", detail="the context gives no addresses of these")
    text = " ".join(key_words(wanted.contains))
    passing = [
        place
        for place in known
        if (f" {text} " in f" {' '.join(key_words(place.address or ''))} ") is wanted.present
    ]
    for place in passing:
        work.use(f"{place.name}: address {place.address}", place.line)
    state = "holds" if wanted.present else "does not hold"
    work.say(f"address {state} {wanted.contains!r}: {listing([place.name for place in passing])}")
    return passing


def _feature(places: list[Place], wanted: FeatureFilter, work: Working) -> list[Place]:
    """Keep the places that carry, or lack, a service flag."""
    carrying = [place for place in places if has_flag(place, wanted.feature)]
    if places and (not carrying or not wanted.present):
        take_as_no(wanted.feature, work)
    passing = carrying if wanted.present else [place for place in places if place not in carrying]
    state = "there" if wanted.present else "not there"
    work.say(f"{wanted.feature} {state}: {listing([place.name for place in passing])}")
    return passing
