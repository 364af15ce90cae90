"""Solvers of opening hours beyond whether a place is open: days, lengths, first and last."""

from __future__ import annotations

from geoeval.calculators.hours.days import WEEK_MIN
from geoeval.calculators.units import format_clock, format_duration
from geoeval.query.base import DAYS, Model
from geoeval.query.derive import Blocked, Solver, Working, listing, solver
from geoeval.query.hours_filter import minute_of, openings, use_hours
from geoeval.query.hours_kinds import OpenDays, OpeningLength, PickByHours
from geoeval.query.selection import choose
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Place


def _open_days(query: OpenDays, work: Working) -> Names | Quantity:
    """Answer on which days a place opens or stays closed, or how many they are."""
    place = work.place(query.place)
    known = _open_by_day(place, query.at)
    if None in known:
        raise Blocked(
            reason="no_hours", detail=f"the context does not give all opening hours of {place.name}"
        )
    days = [day.capitalize() for day, opens in zip(DAYS, known, strict=True) if opens is query.open]
    use_hours(place, work)
    when = f" at {query.at}" if query.at else ""
    work.say(f"{place.name} is {'open' if query.open else 'closed'}{when} on {listing(days)}")
    if query.asks == "count":
        return Quantity(amount=len(days), unit="count")
    if not days:
        raise Blocked(reason="nothing_matches", detail=f"{place.name} has no such day")
    return Names(names=tuple(days), reading="all" if len(days) > 1 else "any", tied=len(days))


def _open_by_day(place: Place, at: str | None) -> list[bool | None]:
    """Return for each weekday whether a place opens on it, or is open at a time of it."""
    if place.hours is None:
        return [None]
    if at is None:
        return [place.hours.opens_on(day) for day in range(7)]
    return [place.hours.is_open_on(day, minute_of(at)) for day in range(7)]


def _opening_length(query: OpeningLength, work: Working) -> Quantity:
    """Answer how long a place is open on a day, or in a week."""
    place = work.place(query.place)
    days = range(7) if query.day is None else [DAYS.index(query.day)]
    known = [place.hours.intervals_on(day) for day in days] if place.hours else [None]
    if None in known:
        raise Blocked(
            reason="no_hours", detail=f"the context gives no opening hours of {place.name}"
        )
    daily = [sum(end - start for start, end in hours) for hours in known if hours]
    lengths = {sum(daily)} if query.week and daily else set(daily)
    if not lengths:
        raise Blocked(
            reason="nothing_matches", detail=f"{place.name} is closed on {query.day or 'every day'}"
        )
    if len(lengths) > 1:
        detail = f"{place.name} is not open as long on all days, and none is said"
        raise Blocked(reason="under_specified", detail=detail)
    seconds = lengths.pop() * 60
    use_hours(place, work)
    when = " a week" if query.week else f" on {query.day}" if query.day else " a day"
    work.say(f"{place.name} is open for {format_duration(seconds)}{when}")
    return Quantity(amount=seconds, unit="s")


def _pick_by_hours(query: PickByHours, work: Working) -> Names:
    """Answer which place opens or closes first or last, or is open longest."""
    choice = choose(query, work, exhaustive=True)
    day = query.day or (None if work.world.today is None else DAYS[work.world.today])
    keyed: list[tuple[int, Place]] = []
    for place in choice.offered:
        keys = {getattr(each, query.by) for each in openings(place, day)}
        if len(keys) > 1:
            detail = f"that differs from day to day at {place.name}, and no day is said"
            raise Blocked(reason="under_specified", detail=detail)
        if not keys:
            work.say(f"{place.name}: closed, or hours unknown; left out")
            continue
        key = keys.pop()
        use_hours(place, work)
        work.say(f"{place.name} {_shown(query, key)}")
        keyed.append((-key if query.most else key, place))
    if not keyed:
        raise Blocked(
            reason="no_hours", detail="the context gives no opening hours of these places"
        )
    keyed.sort(key=lambda pair: pair[0])
    places = [place for _, place in keyed]
    return Names(
        names=tuple(place.name for place in places),
        reading="ranked",
        tied=sum(1 for key, _ in keyed if key == keyed[0][0]),
        aliases=choice.aliases(places),
    )


def _shown(query: PickByHours, minutes: int) -> str:
    """Write what places are compared by."""
    if query.by == "length":
        return f"is open for {format_duration(minutes * 60)}"
    never = query.by == "closes" and minutes >= WEEK_MIN
    return "never closes" if never else f"{query.by} at {format_clock(minutes)}"


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(OpenDays, _open_days),
        solver(OpeningLength, _opening_length),
        solver(PickByHours, _pick_by_hours),
    ]
)
