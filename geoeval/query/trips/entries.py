"""Offered schedules as they are read: each visit at the stop that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoeval.query.derive import Working
from geoeval.query.trip_kinds import OfferedSchedule, ScheduleCheck
from geoeval.query.trip_map import MINUTE, locate, near, next_after, seconds_of
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One visit of a schedule: ``stop`` is the index of the stop it makes, None if it is extra."""

    place: Place
    start: int
    end: int
    stop: int | None
    ending: bool = False


def read_entries(
    schedule: OfferedSchedule, query: ScheduleCheck, work: Working
) -> list[Entry] | Unresolved:
    """Read the visits of a schedule, each at the stop that it makes.

    A place that is no stop makes the next stop whose own place the world does not have ("a
    café"), if any is left; else it is extra. The origin first, or the origin or the end last,
    is where the schedule begins or ends; it is no visit.
    """
    names = [stop.place for stop in query.stops]
    vague = [i for i, name in enumerate(names) if isinstance(found_place(name, work), Unresolved)]
    ends = [name for name in (query.origin, query.end) if name is not None]
    entries: list[Entry] = []
    now = seconds_of(query.depart) if query.depart else 0
    for position, visit in enumerate(schedule.visits):
        made = [entry.stop for entry in entries]
        stop = _stop_of(visit.place, names, made, work)
        last = position == len(schedule.visits) - 1
        at_end = locate(visit.place, ends if last else ends[:1], work) is not None
        only_there = stop is None or stop in made
        ending = only_there and visit.end is None and at_end and (last or position == 0)
        stop = None if ending else stop
        if stop in vague:
            vague.remove(stop)
        place = found_place(visit.place, work)
        if isinstance(place, Unresolved):
            return place
        if stop is None and not ending and vague:
            stop = vague.pop(0)
        start = near(visit.start, now)
        stay = 0 if stop is None else query.stops[stop].visit_min * MINUTE
        now = start + stay if visit.end is None else next_after(visit.end, start)
        entries.append(Entry(place=place, start=start, end=now, stop=stop, ending=ending))
    return entries


def _stop_of(
    name: str, names: Sequence[str], made: Sequence[int | None], work: Working
) -> int | None:
    """Return the stop of a name: one that is not made yet where several have it."""
    left = [index for index in range(len(names)) if index not in made]
    found = locate(name, [names[index] for index in left], work)
    return locate(name, names, work) if found is None else left[found]


def found_place(name: str, work: Working) -> Place | Unresolved:
    """Return the place of a name."""
    return work.world.atlas.resolve(name)
