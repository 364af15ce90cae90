"""Read and check offered schedules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import Stop, Timeline, TravelMatrix, TripProblem, Wording, simulate
from geoeval.query.parts import OfferedSchedule, ScheduledVisit, Schedules, Trip, TripStop
from geoeval.query.trace import Blocked, NoPlan, Trace
from geoeval.query.trips import placed
from geoeval.query.values import DayPlan, Names
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class _VisitEntry:
    """A visit of a schedule; ``stop`` is the index of its stop, None for an extra visit."""

    place: Place
    start: int
    end: int
    stop: int | None
    ending: bool = False

    def excess(self, trip: Trip) -> int:
        """Return the seconds by which it exceeds the visit time of its stop; 0 without a stop."""
        if self.stop is None:
            return 0
        return self.end - self.start - trip.stops[self.stop].visit_min * placed.MINUTE


@dataclass(slots=True, kw_only=True)
class Checked:
    """A checked schedule: its violations, slack and finish.

    ``timeline`` is the simulation at the stated times, None if a place is unknown. ``legs[i]``
    leads to visit ``i``. ``missing`` are the exceptions for unknown legs. ``limit``, ``finish`` and
    ``slack`` are in seconds.
    """

    text: str
    timeline: Timeline | None = None
    legs: tuple[placed.TimedLeg | None, ...] = ()
    limit: int | None = None
    finish: int = 0
    slack: int = 0
    broken: list[str] = field(default_factory=list)
    missing: list[Blocked] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether there are neither violations nor missing legs."""
        return not self.broken and not self.missing

    @property
    def reasons(self) -> tuple[str, ...]:
        """The violations and the missing legs in words."""
        return (*self.broken, *(missing.detail for missing in self.missing))


def feasible_schedules(of: Schedules, trace: Trace) -> Names:
    """Return the offered schedules that hold, earliest finish first."""
    checked = [check_schedule(schedule, of, trace) for schedule in of.schedules]
    for schedule in checked:
        _report_schedule(schedule, trace)
    feasible = sorted((each for each in checked if each.holds), key=attrgetter("finish", "slack"))
    if feasible:
        keys = [(each.finish, each.slack) for each in feasible]
        names = tuple(each.text for each in feasible)
        return Names(names=names, reading="ranked", tied=keys.count(keys[0]))
    for schedule in checked:
        if not schedule.broken:
            raise schedule.missing[0]
    nearest = min(checked, key=lambda schedule: len(schedule.reasons))
    raise NoPlan(broken=f"{quote(nearest.text)}: {nearest.broken[0]}")


def _report_schedule(schedule: Checked, trace: Trace) -> None:
    if schedule.holds:
        slack = f", {format_duration(schedule.slack)} to spare" if schedule.slack else ""
        trace.say(
            f"{quote(schedule.text)}: feasible, "
            f"finishes at {placed.format_seconds(schedule.finish)}{slack}"
        )
    else:
        trace.say(f"{quote(schedule.text)}: {'; '.join(schedule.reasons)}")


# Reading a schedule.
def _read_entries(
    schedule: OfferedSchedule, trip: Trip, trace: Trace
) -> list[_VisitEntry] | Unresolved:
    """Match the visits of a schedule with the stops of the trip.

    A place that is not a stop takes the next stop whose place is not in the world ("a café"), if
    one is left; else it is an extra visit. The origin in first position, and the origin or end in
    last position, are ends of the trip and not visits.
    """
    resolve = trace.world.atlas.resolve
    places = [resolve(stop.place) for stop in trip.stops]
    vague = [i for i, place in enumerate(places) if isinstance(place, Unresolved)]
    entries: list[_VisitEntry] = []
    now = placed.seconds_of(trip.depart or "00:00")
    for position, visit in enumerate(schedule.visits):
        place = resolve(visit.place)
        if isinstance(place, Unresolved):
            return place
        visited = [entry.stop for entry in entries]
        stop = _find_stop(visit.place, trip, visited, trace)
        ending = stop in {None, *visited} and _is_end_visit(schedule, position, trip, trace)
        stop = None if ending else _take_stop(stop, vague)
        start = placed.nearest_clock(visit.start, now)
        now = _compute_visit_end(visit, start, stop, trip)
        entries.append(_VisitEntry(place=place, start=start, end=now, stop=stop, ending=ending))
    return entries


def _is_end_visit(schedule: OfferedSchedule, position: int, trip: Trip, trace: Trace) -> bool:
    visit, last = schedule.visits[position], position == len(schedule.visits) - 1
    if visit.end is not None or not (last or position == 0):
        return False
    ends = [name for name in (trip.origin, trip.end) if name is not None]
    return placed.locate_name(visit.place, ends if last else ends[:1], trace) is not None


def _compute_visit_end(visit: ScheduledVisit, start: int, stop: int | None, trip: Trip) -> int:
    if visit.end is not None:
        return placed.next_after(visit.end, start)
    return start if stop is None else start + trip.stops[stop].visit_min * placed.MINUTE


def _take_stop(stop: int | None, vague: list[int]) -> int | None:
    """Return the stop of a visit, or else remove and return the next vague stop."""
    if stop in vague:
        vague.remove(stop)
    return vague.pop(0) if stop is None and vague else stop


def _find_stop(name: str, trip: Trip, visited: Sequence[int | None], trace: Trace) -> int | None:
    """Return the index of the first stop with a name, preferably one not visited yet."""
    names = [stop.place for stop in trip.stops]
    remaining = [index for index in range(len(names)) if index not in visited]
    found = placed.locate_name(name, [names[index] for index in remaining], trace)
    return placed.locate_name(name, names, trace) if found is None else remaining[found]


# Checking a schedule.
def check_schedule(schedule: OfferedSchedule, of: Schedules, trace: Trace) -> Checked:
    """Check an offered schedule by simulating it at its stated times."""
    checked = Checked(text=schedule.text)
    entries = _read_entries(schedule, of.trip, trace)
    if isinstance(entries, Unresolved):
        checked.broken.append(f"no place of the context is called {quote(entries.name)}")
        return checked
    checked.broken += _check_stops(entries, of, trace)
    checked.legs = _find_legs(entries, of, trace)
    problem = _build_problem(entries, of, checked.legs, trace)
    begins = [entry.start for entry in entries]
    order = range(len(entries))
    checked.timeline = simulate(order, problem, begins=begins)
    checked.finish = checked.timeline.finish
    _check_legs(checked, checked.timeline, entries, of)
    dated = _build_problems_by_day(entries, problem, of.trip, trace)
    if dated:
        timelines = {day: simulate(order, one, begins=begins) for day, one in dated.items()}
        checked.broken += _check_hours(entries, problem, timelines, trace)
    checked.limit = limit = placed.latest_finish(of.trip, entries[0].start)
    if limit is not None and checked.finish > limit:
        checked.broken.append(
            f"is over at {placed.format_seconds(checked.finish)}, "
            f"but the limit is {placed.format_seconds(limit)}"
        )
    _draw_schedule(checked, checked.timeline, entries, dated, trace)
    return checked


def _check_stops(entries: Sequence[_VisitEntry], of: Schedules, trace: Trace) -> Iterator[str]:
    stops = of.trip.stops
    visited = [entry.stop for entry in entries if entry.stop is not None]
    for index, stop in enumerate(stops):
        if index not in visited:
            yield f"leaves out {stop.place}"
    depart = entries[0].start if of.trip.depart is None else placed.seconds_of(of.trip.depart)
    for entry in entries:
        if entry.stop is not None:
            yield from _check_stay(entry, stops[entry.stop], depart)
    yield from _check_order(visited, of, trace)


def _check_order(visited: list[int], of: Schedules, trace: Trace) -> Iterator[str]:
    if of.in_order and visited != sorted(visited):
        yield "does not visit the stops in the prescribed order"
    pairs = placed.precedence_pairs(of.trip, trace)
    for (first, second), (a, b) in zip(of.trip.before, pairs, strict=True):
        if a in visited and b in visited and visited.index(a) > visited.index(b):
            yield f"visits {second} before {first}"


def _check_stay(entry: _VisitEntry, stop: TripStop, depart: int) -> Iterator[str]:
    stay = entry.end - entry.start
    if stay < stop.visit_min * placed.MINUTE:
        required = format_duration(stop.visit_min * placed.MINUTE)
        yield f"stays {format_duration(stay)} at {entry.place.name}, not {required}"
    if (
        stop.starts_at is not None
        and placed.nearest_clock(stop.starts_at, entry.start) != entry.start
    ):
        booked = placed.format_seconds(placed.seconds_of(stop.starts_at))
        start = placed.format_seconds(entry.start)
        yield f"is at {entry.place.name} at {start}, but is booked for {booked}"
    for window in placed.visit_windows(stop, depart) or ():
        if entry.start < window.opens or entry.end > window.closes:
            start, end = map(placed.format_seconds, (entry.start, entry.end))
            demand = f"must be visited {placed.describe_window(stop)}"
            yield f"is at {entry.place.name} from {start} to {end}, but it {demand}"


def _find_legs(
    entries: Sequence[_VisitEntry], of: Schedules, trace: Trace
) -> tuple[placed.TimedLeg | None, ...]:
    """Return the legs to the visits; the first leg is from the origin, if known."""
    trip = of.trip
    here = None if trip.origin is None else trace.world.atlas.resolve(trip.origin)
    legs = []
    for entry in entries:
        mode = None if entry.stop is None else trip.stops[entry.stop].mode
        known = None
        if isinstance(here, Place):
            known = placed.timed_leg(here, entry.place, mode or trip.mode, trace)
        placed.use_leg(known, trace)
        legs.append(known)
        here = entry.place
    return tuple(legs)


def _build_problem(
    entries: Sequence[_VisitEntry],
    of: Schedules,
    timed: Sequence[placed.TimedLeg | None],
    trace: Trace,
) -> TripProblem:
    trip, count = of.trip, len(entries)
    origin_known = trip.origin is not None and isinstance(
        trace.world.atlas.resolve(trip.origin), Place
    )
    nodes = [count, *range(count)]
    known = zip(nodes, range(count), timed, strict=False)
    legs = {(here, there): leg.seconds for here, there, leg in known if leg is not None}
    leaves = entries[0].start - legs.get((count, 0), 0)
    return TripProblem(
        stops=tuple(
            Stop(name=f"{entry.place.name} ({i + 1})", duration=entry.end - entry.start)
            for i, entry in enumerate(entries)
        ),
        travel=TravelMatrix.from_legs(legs, size=count + 1),
        origin=count if origin_known else None,
        depart=leaves if trip.depart is None else placed.seconds_of(trip.depart),
    )


def _build_problems_by_day(
    entries: Sequence[_VisitEntry], problem: TripProblem, trip: Trip, trace: Trace
) -> dict[int, TripProblem]:
    visited = [entry.place for entry in entries if not entry.ending]
    days = placed.binding_weekdays(trip, visited, trace)
    for place in visited:
        placed.use_hours(place, days, trace)
    return {day: replace(problem, stops=_set_windows(entries, problem, day)) for day in days}


def _set_windows(
    entries: Sequence[_VisitEntry], problem: TripProblem, day: int
) -> tuple[Stop, ...]:
    return tuple(
        stop
        if entry.ending
        else replace(stop, windows=placed.opening_windows(entry.place.hours, day))
        for stop, entry in zip(problem.stops, entries, strict=True)
    )


def _check_legs(
    checked: Checked, timeline: Timeline, entries: Sequence[_VisitEntry], of: Schedules
) -> None:
    for breach in timeline.breaches:
        stop = breach.stop
        if stop is None:
            continue
        entry = entries[stop]
        if breach.kind == "late":
            call = timeline.calls[stop]
            checked.broken.append(
                f"is at {entry.place.name} at {placed.format_seconds(entry.start)}, but it takes "
                f"{format_duration(call.travel or 0)} from {placed.format_seconds(call.leaves)}: "
                f"{placed.format_seconds(call.arrival)}"
            )
        elif breach.kind == "missing_leg" and (stop or of.trip.depart is not None):
            here = entries[stop - 1].place.name if stop else of.trip.origin or ""
            checked.missing.append(placed.no_leg(here, entry.place.name))
    checked.slack = _compute_slack(timeline, entries, of.trip)


def _compute_slack(timeline: Timeline, entries: Sequence[_VisitEntry], trip: Trip) -> int:
    """Return the total seconds of waiting and of excess stays."""
    waiting = sum(max(call.waiting, 0) for call in timeline.calls)
    return waiting + sum(max(entry.excess(trip), 0) for entry in entries)


def _check_hours(
    entries: Sequence[_VisitEntry],
    problem: TripProblem,
    timelines: Mapping[int, Timeline],
    trace: Trace,
) -> list[str]:
    wording = Wording(
        problem, placed.format_seconds, places=lambda place: entries[place].place.name
    )
    reasons_by_day = [
        ([*_check_closures(entries, wording, timeline, day)], (day,))
        for day, timeline in timelines.items()
    ]
    results = [(not reasons, day) for reasons, day in reasons_by_day]
    if placed.holds_by_convention(trace, results):
        return []
    return min((reasons for reasons, _ in reasons_by_day if reasons), key=len)


def _check_closures(
    entries: Sequence[_VisitEntry], wording: Wording, timeline: Timeline, day: int
) -> Iterator[str]:
    for breach in timeline.breaches:
        if breach.kind in {"closed", "closing", "not_open"}:
            assert breach.stop is not None
            stated = replace(breach, arrival=entries[breach.stop].start)
            yield f"{wording.breach(stated)} {placed.on_days((day,))}"


def _draw_schedule(
    checked: Checked,
    timeline: Timeline,
    entries: Sequence[_VisitEntry],
    dated: Mapping[int, TripProblem],
    trace: Trace,
) -> None:
    """Draw a schedule, with opening hours that are the same on all days that count."""
    rows = []
    for call in timeline.calls:
        hours = {problem.stops[call.stop].windows for problem in dated.values()}
        same = hours.pop() if len(hours) == 1 else None
        rows.append(placed.visit_row(entries[call.stop].place.name, call, same))
    trace.drawing.day(
        DayPlan(
            rows=tuple(rows),
            title=checked.text,
            when=placed.day_names(dated),
            broken=checked.reasons,
        )
    )
