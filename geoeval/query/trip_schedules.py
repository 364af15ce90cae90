"""Solver for offered schedules: which of them hold, minute by minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.query.base import DAYS, Model, TripStop
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.kinds import OfferedSchedule, ScheduleCheck
from geoeval.query.trip_map import (
    MINUTE,
    holds_on,
    limit_of,
    locate,
    near,
    next_after,
    seconds_of,
    way,
    windows,
)
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_words import (
    clock,
    days_in_words,
    no_way,
    past_closing,
    use_hours,
    use_way,
)
from geoeval.query.values import Infeasible, Names
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One visit of a schedule: ``stop`` is the index of the stop it makes, None if it is extra."""

    place: Place
    start: int
    end: int
    stop: int | None
    ending: bool = False


@dataclass(slots=True, kw_only=True)
class _Checked:
    """A schedule that was gone through: what it breaks, what it wastes, when it is over."""

    text: str
    finish: int = 0
    slack: int = 0
    broken: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.broken and not self.missing


def _schedule_check(query: ScheduleCheck, work: Working) -> Names | Infeasible:
    """Answer which offered schedules hold, those that are over first before the others."""
    checked = [_check(schedule, query, work) for schedule in query.schedules]
    for schedule in checked:
        _report(schedule, work)
    holding = sorted(
        (schedule for schedule in checked if schedule.holds),
        key=lambda schedule: (schedule.finish, schedule.slack),
    )
    if holding:
        first = (holding[0].finish, holding[0].slack)
        return Names(
            names=tuple(schedule.text for schedule in holding),
            reading="ranked",
            tied=sum((schedule.finish, schedule.slack) == first for schedule in holding),
        )
    unknown = next((schedule for schedule in checked if not schedule.broken), None)
    if unknown is not None:
        raise Blocked(reason="missing_leg", detail=unknown.missing[0])
    nearest = min(checked, key=lambda schedule: len(schedule.broken) + len(schedule.missing))
    return Infeasible(first_broken=f"{quote(nearest.text)}: {nearest.broken[0]}")


def _report(schedule: _Checked, work: Working) -> None:
    """Write down what became of a schedule."""
    if schedule.holds:
        waste = f", {format_duration(schedule.slack)} to spare" if schedule.slack else ""
        work.say(f"{quote(schedule.text)}: holds, over at {clock(schedule.finish)}{waste}")
    else:
        work.say(f"{quote(schedule.text)}: {'; '.join(schedule.broken + schedule.missing)}")


def _check(schedule: OfferedSchedule, query: ScheduleCheck, work: Working) -> _Checked:
    """Go through one schedule."""
    checked = _Checked(text=schedule.text)
    entries = _entries(schedule, query, work)
    if isinstance(entries, Unresolved):
        checked.broken.append(f"no place of the context is called {quote(entries.name)}")
        return checked
    checked.broken += _stops_broken(entries, query, work)
    _walk(entries, query, work, checked)
    checked.broken += _hours_broken(entries, query, work)
    limit = limit_of(query, entries[0].start)
    if limit is not None and checked.finish > limit:
        checked.broken.append(f"is over at {clock(checked.finish)}, the limit is {clock(limit)}")
    return checked


def _entries(
    schedule: OfferedSchedule, query: ScheduleCheck, work: Working
) -> list[_Entry] | Unresolved:
    """Read the visits of a schedule, each at the stop that it makes.

    A place that is no stop makes the next stop whose own place the world does not have ("a
    café"), if any is left; else it is extra. The origin first, or the origin or the end last,
    is where the schedule begins or ends; it is no visit.
    """
    names = [stop.place for stop in query.stops]
    vague = [i for i, name in enumerate(names) if isinstance(_found(name, work), Unresolved)]
    ends = [name for name in (query.origin, query.end) if name is not None]
    entries: list[_Entry] = []
    now = seconds_of(query.depart) if query.depart else 0
    for position, visit in enumerate(schedule.visits):
        stop = locate(visit.place, names, work)
        last = position == len(schedule.visits) - 1
        at_end = locate(visit.place, ends if last else ends[:1], work) is not None
        ending = stop is None and visit.end is None and at_end and (last or position == 0)
        if stop in vague:
            vague.remove(stop)
        place = _found(visit.place, work)
        if isinstance(place, Unresolved):
            return place
        if stop is None and not ending and vague:
            stop = vague.pop(0)
        start = near(visit.start, now)
        stay = 0 if stop is None else query.stops[stop].visit_min * MINUTE
        now = start + stay if visit.end is None else next_after(visit.end, start)
        entries.append(_Entry(place=place, start=start, end=now, stop=stop, ending=ending))
    return entries


def _found(name: str, work: Working) -> Place | Unresolved:
    """Return the place of a name."""
    return work.world.atlas.resolve(name)


def _stops_broken(entries: Sequence[_Entry], query: ScheduleCheck, work: Working) -> Iterator[str]:
    """Yield what is wrong with the stops: left out, too short, not as booked, out of order."""
    made = [entry.stop for entry in entries if entry.stop is not None]
    for index, stop in enumerate(query.stops):
        if index not in made:
            yield f"leaves out {stop.place}"
    for entry in entries:
        if entry.stop is not None:
            yield from _stay_broken(entry, query.stops[entry.stop])
    if query.in_order and made != sorted(made):
        yield "visits the stops in another order than prescribed"
    names = [query.stops[index].place for index in made]
    for first, second in query.before:
        places = locate(first, names, work), locate(second, names, work)
        if places[0] is not None and places[1] is not None and places[0] > places[1]:
            yield f"visits {second} before {first}"


def _stay_broken(entry: _Entry, stop: TripStop) -> Iterator[str]:
    """Yield what is wrong with the stay at one stop."""
    stay = entry.end - entry.start
    if stay < stop.visit_min * MINUTE:
        asked = format_duration(stop.visit_min * MINUTE)
        yield f"stays {format_duration(stay)} at {entry.place.name}, not {asked}"
    if stop.starts_at is not None and near(stop.starts_at, entry.start) != entry.start:
        booked = clock(seconds_of(stop.starts_at))
        yield f"is at {entry.place.name} at {clock(entry.start)}, booked for {booked}"


def _walk(
    entries: Sequence[_Entry], query: ScheduleCheck, work: Working, checked: _Checked
) -> None:
    """Check the time between visits and add up what is wasted."""
    here = None if query.origin is None else _found(query.origin, work)
    now = None if query.depart is None else seconds_of(query.depart)
    for entry in entries:
        mode = (None if entry.stop is None else query.stops[entry.stop].mode) or query.mode
        travelled = 0
        if isinstance(here, Place):
            found = way(here, entry.place, mode, work)
            use_way(found, work)
            if found is None and now is not None:
                checked.missing.append(no_way(here.name, entry.place.name))
            travelled = 0 if found is None else found.seconds
        if now is not None:
            gap = entry.start - now - travelled
            if gap < 0:
                checked.broken.append(
                    f"is at {entry.place.name} at {clock(entry.start)}, but it takes "
                    f"{format_duration(travelled)} from {clock(now)}: {clock(now + travelled)}"
                )
            checked.slack += max(gap, 0)
        if entry.stop is not None:
            spare = entry.end - entry.start - query.stops[entry.stop].visit_min * MINUTE
            checked.slack += max(spare, 0)
        here, now = entry.place, entry.end
    checked.finish = entries[-1].end


def _hours_broken(entries: Sequence[_Entry], query: ScheduleCheck, work: Working) -> list[str]:
    """Return which visits lie outside the opening hours, on the day that suits best."""
    chosen = work.conventions
    if chosen.opening_hours == "ignore":
        return []
    if query.day is not None:
        days: Sequence[int] = (DAYS.index(query.day),)
    elif chosen.unstated_day == "ignore":
        return []
    else:
        days = range(7)
    visits = [entry for entry in entries if not entry.ending]
    for entry in visits:
        use_hours(entry.place, tuple(days), work)
    broken = [([*_closed(visits, day)], (day,)) for day in days]
    holds = holds_on(work, [(not reasons, day) for reasons, day in broken])
    return [] if holds else min((reasons for reasons, _ in broken if reasons), key=len)


def _closed(entries: Sequence[_Entry], day: int) -> Iterator[str]:
    """Yield which visits lie outside the opening hours of a weekday."""
    for entry in entries:
        opening = windows(entry.place.hours, day)
        if opening is None or any(
            window.opens <= entry.start and entry.end <= window.closes for window in opening
        ):
            continue
        name, on_day = entry.place.name, days_in_words((day,))
        reached = [window for window in opening if window.opens <= entry.start]
        if reached:
            closes = reached[-1].closes
            arrival = clock(entry.start) if entry.start >= closes else None
            told = past_closing(name, arrival=arrival, end=clock(entry.end), closes=clock(closes))
            yield f"{told} {on_day}"
        elif opening:
            opens = clock(opening[0].opens)
            yield f"is at {name} at {clock(entry.start)}, it opens at {opens} {on_day}"
        else:
            yield f"{name} is closed {on_day}"


SOLVERS: dict[type[Model], Solver] = dict(
    [trip_solver(ScheduleCheck, _schedule_check, "opening_hours", "unstated_day", "missing_leg")]
)
