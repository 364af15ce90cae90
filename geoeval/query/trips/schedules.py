"""Solver for offered schedules: which of them hold, minute by minute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import Stop, Timeline, TravelMatrix, TripProblem, Wording, simulate
from geoeval.query.base import DAYS, Model, TripStop
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_days import stated_day
from geoeval.query.trip_entries import Entry, found_place, read_entries
from geoeval.query.trip_kinds import OfferedSchedule, ScheduleCheck
from geoeval.query.trip_map import (
    MINUTE,
    holds_on,
    limit_of,
    locate,
    near,
    seconds_of,
    way,
    windows,
)
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_words import (
    clock,
    days_in_words,
    no_way,
    use_hours,
    use_way,
)
from geoeval.query.values import Infeasible, Names
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place


class _Played(NamedTuple):
    """The visits of a schedule as a trip, and what becomes of it."""

    problem: TripProblem
    timeline: Timeline


@dataclass(slots=True, kw_only=True)
class Checked:
    """A schedule that was gone through: what it breaks, what it wastes, when it is over.

    ``timeline`` is what becomes of it at its stated times, without the hours of a day; None where
    a place is not known. ``missing`` are ways that are not known, ``slack`` are seconds.
    """

    text: str
    timeline: Timeline | None = None
    limit: int | None = None
    finish: int = 0
    slack: int = 0
    broken: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing is broken, and nothing missing."""
        return not self.broken and not self.missing


def _schedule_check(query: ScheduleCheck, work: Working) -> Names | Infeasible:
    """Answer which offered schedules hold, those that are over first before the others."""
    checked = [check(schedule, query, work) for schedule in query.schedules]
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


def _report(schedule: Checked, work: Working) -> None:
    """Write down what became of a schedule."""
    if schedule.holds:
        waste = f", {format_duration(schedule.slack)} to spare" if schedule.slack else ""
        work.say(f"{quote(schedule.text)}: holds, over at {clock(schedule.finish)}{waste}")
    else:
        work.say(f"{quote(schedule.text)}: {'; '.join(schedule.broken + schedule.missing)}")


def check(schedule: OfferedSchedule, query: ScheduleCheck, work: Working) -> Checked:
    """Go through one schedule, minute by minute."""
    checked = Checked(text=schedule.text)
    entries = read_entries(schedule, query, work)
    if isinstance(entries, Unresolved):
        checked.broken.append(f"no place of the context is called {quote(entries.name)}")
        return checked
    checked.broken += _stops_broken(entries, query, work)
    days = _days(query, work)
    played = {day: _played(entries, query, work, day) for day in days}
    _add_ways(played[days[0]].timeline, entries, query, checked)
    if days != (None,):
        dated = {day: one for day, one in played.items() if day is not None}
        checked.broken += _hours_broken(entries, dated, work)
    limit = checked.limit = limit_of(query, entries[0].start)
    if limit is not None and checked.finish > limit:
        checked.broken.append(f"is over at {clock(checked.finish)}, the limit is {clock(limit)}")
    checked.timeline = played[days[0]].timeline
    day = stated_day(
        played[days[0]].timeline,
        [entry.place.name for entry in entries],
        {day: one.problem for day, one in played.items()},
    )
    broken = (*checked.broken, *checked.missing)
    work.drawing.day(replace(day, title=schedule.text, broken=broken))
    return checked


def _stops_broken(entries: Sequence[Entry], query: ScheduleCheck, work: Working) -> Iterator[str]:
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


def _stay_broken(entry: Entry, stop: TripStop) -> Iterator[str]:
    """Yield what is wrong with the stay at one stop."""
    stay = entry.end - entry.start
    if stay < stop.visit_min * MINUTE:
        asked = format_duration(stop.visit_min * MINUTE)
        yield f"stays {format_duration(stay)} at {entry.place.name}, not {asked}"
    if stop.starts_at is not None and near(stop.starts_at, entry.start) != entry.start:
        booked = clock(seconds_of(stop.starts_at))
        yield f"is at {entry.place.name} at {clock(entry.start)}, booked for {booked}"


def _add_ways(
    timeline: Timeline, entries: Sequence[Entry], query: ScheduleCheck, checked: Checked
) -> None:
    """Note which ways take too long or are not known, and add up what is wasted."""
    for breach in timeline.breaches:
        if breach.kind == "late":
            assert breach.stop is not None
            entry, call = entries[breach.stop], timeline.calls[breach.stop]
            checked.broken.append(
                f"is at {entry.place.name} at {clock(entry.start)}, but it takes "
                f"{format_duration(call.travel or 0)} from {clock(call.leaves)}: "
                f"{clock(call.arrival)}"
            )
        elif breach.kind == "missing_leg" and (breach.stop or query.depart is not None):
            assert breach.stop is not None
            here = entries[breach.stop - 1].place.name if breach.stop else query.origin or ""
            checked.missing.append(no_way(here, entries[breach.stop].place.name))
    checked.slack = sum(max(call.waiting, 0) for call in timeline.calls)
    for entry in entries:
        if entry.stop is not None:
            spare = entry.end - entry.start - query.stops[entry.stop].visit_min * MINUTE
            checked.slack += max(spare, 0)
    checked.finish = timeline.finish


def _played(
    entries: Sequence[Entry], query: ScheduleCheck, work: Working, day: int | None
) -> _Played:
    """Play the visits through at their stated times, with the opening hours of a day if given.

    Where no departure is known, one leaves in time for the first.
    """
    count = len(entries)
    origin = None if query.origin is None else found_place(query.origin, work)
    here = origin if isinstance(origin, Place) else None
    legs: dict[tuple[int, int], int] = {}
    previous = count
    for i, entry in enumerate(entries):
        mode = (None if entry.stop is None else query.stops[entry.stop].mode) or query.mode
        found = None if here is None else way(here, entry.place, mode, work)
        use_way(found, work)
        if found is not None:
            legs[previous, i] = found.seconds
        here, previous = entry.place, i
    depart = entries[0].start - legs.get((count, 0), 0)
    problem = TripProblem(
        stops=tuple(
            Stop(
                name=f"{entry.place.name} ({i + 1})",
                duration=entry.end - entry.start,
                windows=None if entry.ending or day is None else windows(entry.place.hours, day),
            )
            for i, entry in enumerate(entries)
        ),
        travel=TravelMatrix.from_legs(legs, size=count + 1),
        origin=count if isinstance(origin, Place) else None,
        depart=depart if query.depart is None else seconds_of(query.depart),
    )
    begins = [entry.start for entry in entries]
    return _Played(problem, simulate(range(count), problem, begins=begins))


def _days(query: ScheduleCheck, work: Working) -> tuple[int | None, ...]:
    """Return the weekdays whose opening hours count, (None,) where none do."""
    chosen = work.conventions
    if chosen.opening_hours == "ignore":
        return (None,)
    if query.day is not None:
        return (DAYS.index(query.day),)
    return (None,) if chosen.unstated_day == "ignore" else tuple(range(7))


def _hours_broken(
    entries: Sequence[Entry], played: Mapping[int, _Played], work: Working
) -> list[str]:
    """Return which visits lie outside the opening hours, on the day that suits best."""
    for entry in entries:
        if not entry.ending:
            use_hours(entry.place, tuple(played), work)
    broken = [([*_closed(entries, day, played[day])], (day,)) for day in played]
    holds = holds_on(work, [(not reasons, day) for reasons, day in broken])
    return [] if holds else min((reasons for reasons, _ in broken if reasons), key=len)


def _closed(entries: Sequence[Entry], day: int, played: _Played) -> Iterator[str]:
    """Yield which visits lie outside the opening hours of a weekday."""
    words = Wording(played.problem, clock, places=lambda place: entries[place].place.name)
    for breach in played.timeline.breaches:
        if breach.kind in {"closed", "closing", "not_open"}:
            assert breach.stop is not None
            stated = replace(breach, arrival=entries[breach.stop].start)
            yield f"{words.breach(stated)} {days_in_words((day,))}"


SOLVERS: dict[type[Model], Solver] = dict(
    [trip_solver(ScheduleCheck, _schedule_check, "opening_hours", "unstated_day", "missing_leg")]
)
