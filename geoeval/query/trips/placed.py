"""Turn trips into planning problems over a world, and report their plans.

Times are seconds after the midnight of the day of the trip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.units import format_clock, format_duration
from geoeval.errors import quote
from geoeval.planning import (
    Breach,
    Call,
    Conflict,
    Order,
    Stop,
    Timeline,
    TravelMatrix,
    TripProblem,
    Window,
    Windows,
    Wording,
    windows_of,
)
from geoeval.query.parts import DAYS, Trip, TripStop, minute_of
from geoeval.query.trace import Blocked, Trace, missing_travel, under_specified
from geoeval.query.values import DayPlan, DayRow
from geoeval.world.model import Leg, Place, TravelMode

MINUTE = 60
DAY = 24 * 60 * MINUTE
_WEEK = 7 * DAY  # a window with one edge only is as long as that of a place that never closes


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedLeg:
    """The travel time between two places; ``leg`` is None within a place.

    ``opposite``: only the time of the opposite direction is known, and is used instead.
    """

    seconds: int
    leg: Leg | None = None
    opposite: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTrip(TripProblem):
    """The planning problem of a trip, with the places and legs of its nodes.

    Stop ``i`` of the trip is node ``i`` of the problem, at ``places[i]``; its origin and end
    follow. ``legs`` are keyed by nodes. ``clocked`` is False without a departure; times then count
    from the start. ``weekdays`` (Monday = 0) are the days of the time windows, empty if opening
    hours do not count.
    """

    trip: Trip
    places: tuple[Place, ...]
    legs: Mapping[tuple[int, int], TimedLeg] = field(hash=False)
    clocked: bool = True
    weekdays: tuple[int, ...] = ()

    @property
    def nodes(self) -> tuple[int, ...]:
        """The stops in the order of the trip."""
        return tuple(range(len(self.stops)))

    def name_of(self, node: int) -> str | None:
        """Return the name of a node in the trip."""
        if node < len(self.trip.stops):
            return self.trip.stops[node].place
        return self.trip.origin if node == self.origin else self.trip.end

    def mode_to(self, node: int) -> TravelMode | None:
        """Return the mode in which the trip travels to a node."""
        stops = self.trip.stops
        return (stops[node].mode if node < len(stops) else None) or self.trip.mode

    def legs_along(self, order: Order) -> tuple[TimedLeg | None, ...]:
        """Return the legs to the stops of an order, and to the end if there is one.

        A leg is None if it is unknown or the stop is the first node.
        """
        nodes = [self.origin, *order, self.end]
        return tuple(
            None if here is None or there is None else self.legs.get((here, there))
            for here, there in pairwise(nodes if self.end is not None else nodes[:-1])
        )


def seconds_of(clock: str) -> int:
    """Return the seconds after midnight of a clock time "HH:MM"."""
    return minute_of(clock) * MINUTE


def next_after(clock: str, start: int) -> int:
    """Return the first time at or after ``start`` at which a clock shows ``clock``."""
    return seconds_of(clock) + max(0, -(-(start - seconds_of(clock)) // DAY)) * DAY


def nearest_clock(clock: str, start: int) -> int:
    """Return the first time that shows ``clock``, from half a day before ``start``."""
    return next_after(clock, start - DAY // 2)


def timed_leg(
    origin: Place, destination: Place, mode: TravelMode | None, trace: Trace
) -> TimedLeg | None:
    """Return the leg between two places, or the opposite leg if the convention allows it."""
    if origin.id == destination.id:
        return TimedLeg(seconds=0)
    start, goal = trace.known_by(origin), trace.known_by(destination)
    leg = trace.world.atlas.leg(start, goal, mode)
    if leg is not None and leg.duration_s is not None:
        trace.assume_walks(leg)
        return TimedLeg(seconds=leg.duration_s, leg=leg)
    leg = trace.world.atlas.leg(goal, start, mode)
    if leg is None or leg.duration_s is None or trace.consult("missing_leg") == "absent":
        return None
    return TimedLeg(seconds=leg.duration_s, leg=leg, opposite=True)


def locate_name(name: str, names: Sequence[str], trace: Trace) -> int | None:
    """Return the index of the first name of the same place; None if there is none."""
    if name in names:
        return names.index(name)
    same = (i for i, other in enumerate(names) if trace.world.atlas.is_same_place(name, other))
    return next(same, None)


def trip_with_end(trip: Trip, trace: Trace) -> Trip:
    """Return a trip with its end: the stated end, or the origin by convention."""
    if trip.end is None and trip.origin is not None and trace.consult("return_leg") == "always":
        return trip.model_copy(update={"end": trip.origin})
    return trip


def place_trip(
    trip: Trip,
    trace: Trace,
    *,
    deadline: int | None = None,
    end_mode: TravelMode | None = None,
) -> PlacedTrip:
    """Return the planning problem of a trip, without opening hours, budget and ``finish_by``.

    ``deadline`` is the latest finish in seconds, ``end_mode`` the mode of the leg to the end.
    """
    places = [trace.place(stop.place) for stop in trip.stops]
    modes = [stop.mode or trip.mode for stop in trip.stops]
    nodes: dict[str, int] = {}
    for role, name in (("origin", trip.origin), ("end", trip.end)):
        if name is not None:
            nodes[role] = len(places)
            places.append(trace.place(name))
            modes.append(end_mode or trip.mode)
    legs = _find_legs(places, modes, trace)
    depart = 0 if trip.depart is None else seconds_of(trip.depart)
    return PlacedTrip(
        stops=tuple(
            _place_stop(f"{place.name} ({i + 1})", stop, depart)
            for i, (stop, place) in enumerate(zip(trip.stops, places, strict=False))
        ),
        travel=TravelMatrix.from_legs(
            {pair: found.seconds for pair, found in legs.items()}, size=len(places)
        ),
        depart=depart,
        origin=nodes.get("origin"),
        end=nodes.get("end"),
        deadline=deadline,
        before=precedence_pairs(trip, trace),
        trip=trip,
        places=tuple(places),
        legs=legs,
        clocked=trip.depart is not None,
    )


def _place_stop(name: str, stop: TripStop, depart: int) -> Stop:
    booked = None if stop.starts_at is None else nearest_clock(stop.starts_at, depart)
    windows = visit_windows(stop, depart)
    return Stop(name=name, duration=stop.visit_min * MINUTE, windows=windows, starts_at=booked)


def visit_windows(stop: TripStop, depart: int) -> Windows | None:
    """Return the time in which to visit a stop, near the departure; None for any time.

    A window over midnight is the one in progress at the departure, or else the next one.
    """
    since, until = stop.not_before, stop.ends_by
    if until is None:
        opens = None if since is None else nearest_clock(since, depart)
        return None if opens is None else (Window(opens, opens + _WEEK),)
    is_over_midnight = since is not None and until < since
    closes = (next_after if is_over_midnight else nearest_clock)(until, depart)
    length = _WEEK if since is None else (seconds_of(until) - seconds_of(since)) % DAY
    return (Window(closes - length, closes),)


def intersect_windows(first: Windows | None, second: Windows | None) -> Windows | None:
    """Return the times in both; None is any time."""
    if first is None or second is None:
        return second if first is None else first
    both = ((max(a.opens, b.opens), min(a.closes, b.closes)) for a in first for b in second)
    return tuple(Window(opens, closes) for opens, closes in both if opens <= closes)


def describe_window(stop: TripStop) -> str:
    """Return when to visit a stop: "between 9:00 AM and 12:00 PM"; "" for any time."""
    since, until = (
        clock and format_seconds(seconds_of(clock)) for clock in (stop.not_before, stop.ends_by)
    )
    if since and until:
        return f"between {since} and {until}"
    return f"at {since} or later" if since else (until and f"by {until}") or ""


def _find_legs(
    places: Sequence[Place], modes: Sequence[TravelMode | None], trace: Trace
) -> dict[tuple[int, int], TimedLeg]:
    """Return the known legs between places; the mode is that of the destination."""
    pairs = permutations(range(len(places)), 2)
    legs = {(i, j): timed_leg(places[i], places[j], modes[j], trace) for i, j in pairs}
    return {pair: leg for pair, leg in legs.items() if leg is not None}


def precedence_pairs(trip: Trip, trace: Trace) -> tuple[tuple[int, int], ...]:
    """Return the precedence constraints of a trip as pairs of stop indices."""
    names = [stop.place for stop in trip.stops]
    pairs = []
    for first, second in trip.before:
        found = []
        for name in (first, second):
            at = locate_name(name, names, trace)
            if at is None:
                detail = f"{quote(first)} must come before {quote(second)}, but {quote(name)} is "
                detail += f"not a stop of the trip; its stops are {', '.join(map(quote, names))}"
                raise Blocked(
                    reason="unknown_place",
                    detail=detail,
                    value=name,
                    candidates=tuple(names),
                    within="before",
                )
            found.append(at)
        if found[0] == found[1]:
            detail = f"{quote(first)} cannot come before {quote(second)}, the same stop"
            raise Blocked(reason="same_place", detail=detail, value=second, within="before")
        pairs.append((found[0], found[1]))
    return tuple(pairs)


def latest_finish(trip: Trip, start: int | None = None) -> int | None:
    """Return the latest finish of a trip in seconds, by its budget and ``finish_by``.

    ``start`` is the departure if the trip states none. Without either, the budget counts from 0
    and ``finish_by`` is ignored, unless a stop is to be visited in a part of the day.
    """
    depart = start if trip.depart is None else seconds_of(trip.depart)
    if depart is None and any(stop.has_window for stop in trip.stops):
        if trip.budget_min is not None:
            raise under_specified(detail="the question does not say when the trip starts")
        depart = 0
    limits = []
    if trip.budget_min is not None:
        limits.append((depart or 0) + trip.budget_min * MINUTE)
    if trip.finish_by is not None and depart is not None:
        limits.append(next_after(trip.finish_by, depart))
    return min(limits, default=None)


def binding_weekdays(trip: Trip, visited: Iterable[Place], trace: Trace) -> tuple[int, ...]:
    """Return the weekdays whose opening hours count for a trip.

    The result is empty if no hours are known, or if the conventions ignore them.
    """
    if all(place.hours is None for place in visited) or trace.consult("opening_hours") == "ignore":
        return ()
    if trip.day is not None:
        return (DAYS.index(trip.day),)
    return () if trace.consult("unstated_day") == "ignore" else tuple(range(len(DAYS)))


def split_by_hours(placed: PlacedTrip, trace: Trace) -> tuple[PlacedTrip, ...]:
    """Return the trip with the opening hours of its day, or of each possible day.

    Weekdays with the same hours share one trip. Hours do not count without a departure.
    """
    visited = placed.places[: len(placed.trip.stops)]
    days = binding_weekdays(placed.trip, visited, trace) if placed.clocked else ()
    days_by_windows: dict[tuple[Windows | None, ...], tuple[int, ...]] = {}
    for day in days:
        windows = tuple(
            intersect_windows(stop.windows, opening_windows(place.hours, day))
            for stop, place in zip(placed.stops, visited, strict=True)
        )
        days_by_windows[windows] = (*days_by_windows.get(windows, ()), day)
    trips = []
    for windows, weekdays in days_by_windows.items():
        pairs = zip(placed.stops, windows, strict=True)
        stops = tuple(replace(stop, windows=when) for stop, when in pairs)
        trips.append(replace(placed, stops=stops, weekdays=weekdays))
    return tuple(trips) or (placed,)


def shift_one_day(placed: PlacedTrip) -> PlacedTrip:
    """Return a trip with its deadline, bookings and windows a day later."""
    stops = [
        replace(
            stop,
            starts_at=None if stop.starts_at is None else stop.starts_at + DAY,
            windows=stop.windows
            and tuple(w._replace(opens=w.opens + DAY, closes=w.closes + DAY) for w in stop.windows),
        )
        for stop in placed.stops
    ]
    deadline = None if placed.deadline is None else placed.deadline + DAY
    return replace(placed, deadline=deadline, stops=tuple(stops))


def with_stated_hours(placed: PlacedTrip, trace: Trace) -> PlacedTrip:
    """Return the trip with the opening hours of its stated day, if any."""
    return placed if placed.trip.day is None else split_by_hours(placed, trace)[0]


def holds_by_convention(trace: Trace, results: Sequence[tuple[bool, tuple[int, ...]]]) -> bool:
    """Return whether a result holds on enough days: on most days or on any, by convention.

    ``results`` has pairs of a result and its weekdays, which are empty if days do not count.
    """
    if len(results) == 1:
        return results[0][0]
    count = sum(len(days) for holds, days in results if holds)
    return count > (_HALF_WEEK if trace.consult("unstated_day") == "most" else 0)


_HALF_WEEK = 3.5


def opening_windows(hours: WeeklyHours | None, day: int) -> Windows | None:
    """Return the time windows of a place on a day, in seconds after its midnight.

    They include openings that begin on the day and the rest of the previous night. Adjoining
    windows are merged, also past the next midnight; the next morning is not included. None if the
    hours are unknown.
    """
    return windows_of(None if hours is None else hours.windows_on(day), MINUTE)


def format_seconds(seconds: int) -> str:
    """Return seconds after midnight as a clock time."""
    return format_clock(seconds // MINUTE)


def format_moment(seconds: int, placed: PlacedTrip) -> str:
    """Return a time of a trip as a clock time, or as a duration from the start without a clock."""
    return (
        format_seconds(seconds) if placed.clocked else f"{format_duration(seconds)} from the start"
    )


def day_names(days: Iterable[int]) -> str:
    """Return the names of weekdays; empty for all or no days."""
    names = [DAYS[day].capitalize() for day in days]
    return "" if len(names) == len(DAYS) else ", ".join(names)


def on_days(days: tuple[int, ...]) -> str:
    """Return weekdays as a phrase: "on Monday, Tuesday", or "on any day"."""
    return f"on {day_names(days) or 'any day'}"


def describe_end(timeline: Timeline, placed: PlacedTrip) -> str:
    """Return the finish and the length of a trip in words."""
    at = f"at {format_moment(timeline.finish, placed)}, " if placed.clocked else ""
    return f"over {at}after {format_duration(timeline.finish - timeline.depart)}"


def join_places(order: Order, placed: PlacedTrip) -> str:
    """Return an order as "place -> place"."""
    return " -> ".join(placed.places[index].name for index in order)


def use_leg(timed: TimedLeg | None, trace: Trace) -> None:
    """Add the travel time of a leg as a fact."""
    if timed is not None and timed.leg is not None:
        leg = timed.leg
        how = f" by {leg.mode}" if leg.mode else ""
        written = format_duration(timed.seconds)
        trace.use(f"{leg.origin} to {leg.destination}{how}: {written}", leg.line)


def use_hours(place: Place, days: tuple[int, ...], trace: Trace) -> None:
    """Add the opening hours of a place on the given days as a fact, if any."""
    if place.hours is not None and days:
        week = place.hours.without_dates().lines()
        lines = [line for line in week if line.lower().startswith(tuple(DAYS[d] for d in days))]
        trace.use(f"{place.name} is open: {', '.join(lines)}", place.line)


def write_day(timeline: Timeline, placed: PlacedTrip, trace: Trace, title: str = "") -> None:
    """Record and draw a simulated order, with the facts that it is based on."""
    draw_day(timeline, placed, trace, title)
    legs = placed.legs_along(timeline.order)
    has_previous = placed.origin is not None
    if placed.origin is not None:
        start = placed.places[placed.origin].name
        trace.say(f"leave {start} at {format_moment(timeline.depart, placed)}")
    for call, leg in zip(timeline.calls, legs, strict=False):
        place = placed.places[call.stop]
        use_leg(leg, trace)
        use_hours(place, placed.weekdays, trace)
        reached = f"at {place.name} at {format_moment(call.arrival, placed)}"
        travelled = f"{_describe_travel(leg)}: " if has_previous else ""
        waited = f", wait until {format_moment(call.start, placed)}" if call.waiting else ""
        stay = placed.stops[call.stop].duration
        stayed = (
            f", stay {format_duration(stay)}: until {format_moment(call.end, placed)}"
            if stay
            else ""
        )
        trace.say(f"{travelled}{reached}{waited}{stayed}")
        has_previous = True
    if placed.end is not None:
        use_leg(legs[-1], trace)
        goal = placed.places[placed.end].name
        trace.say(
            f"{_describe_travel(legs[-1])}: at {goal} at {format_moment(timeline.finish, placed)}"
        )


def draw_day(timeline: Timeline, placed: PlacedTrip, trace: Trace, title: str = "") -> None:
    """Draw a simulated order with its violations, one row per place."""
    limit = placed.deadline
    rows = [
        visit_row(placed.places[call.stop].name, call, placed.stops[call.stop].windows)
        for call in timeline.calls
    ]
    if placed.end is not None:
        begins = timeline.finish - (timeline.back or 0)
        goal = placed.places[placed.end].name
        rows.append(DayRow(place=goal, way_s=(begins, timeline.finish)))
    if placed.origin is not None:
        start = placed.places[placed.origin].name
        rows.insert(0, DayRow(place=start, stay_s=(timeline.depart, timeline.depart)))
    trace.drawing.day(
        DayPlan(
            rows=tuple(rows),
            title=title,
            when=day_names(placed.weekdays),
            marks=() if limit is None or limit > 2 * DAY else ((limit, "limit"),),
            broken=tuple(describe_breach(breach, placed) for breach in timeline.breaches),
            clocked=placed.clocked,
        )
    )


def visit_row(place: str, call: Call, windows: Windows | None) -> DayRow:
    """Return a visit as a row of a timeline, with its time windows if known."""
    return DayRow(
        place=place,
        open_s=None if windows is None else tuple((w.opens, w.closes) for w in windows),
        way_s=(call.leaves, call.arrival) if call.travel else None,
        stay_s=(call.start, call.end),
    )


def describe_breach(breach: Breach, placed: PlacedTrip) -> str:
    """Return a violation in words, with its numbers."""
    if breach.kind == "missing_leg":
        return missing_leg(breach, placed).detail
    days = f" {on_days(placed.weekdays)}" if breach.kind == "closed" else ""
    return _make_wording(placed).breach(breach) + days


def describe_conflict(conflict: Conflict, placed: PlacedTrip) -> str:
    """Return conflicting requirements of a trip in words, with their numbers."""
    return _make_wording(placed).conflict(conflict)


def missing_leg(breach: Breach, placed: PlacedTrip) -> Blocked:
    """Return the exception for a violation by a missing leg."""
    node = placed.end if breach.stop is None else breach.stop
    assert node is not None
    assert breach.origin is not None
    origin, goal = placed.places[breach.origin].name, placed.places[node].name
    return no_leg(origin, goal, placed.name_of(node), placed.mode_to(node))


def no_leg(
    origin: str, destination: str, name: str | None = None, mode: TravelMode | None = None
) -> Blocked:
    """Return the exception for a missing travel time; ``name`` is the queried destination."""
    fact = f"travel time from {origin} to {destination}"
    return missing_travel(fact, origin, destination, mode, name)


def _make_wording(placed: PlacedTrip) -> Wording:
    def describe_visit(node: int, limit: int | None) -> str:
        stop = placed.trip.stops[node]
        edges = [seconds_of(clock) for clock in (stop.not_before, stop.ends_by) if clock]
        is_edge = limit is None or limit % DAY in edges
        return describe_window(stop) if is_edge else ""

    return Wording(
        placed,
        moment=lambda tick: format_moment(tick, placed),
        places=lambda place: placed.places[place].name,
        visit=describe_visit,
    )


def _describe_travel(leg: TimedLeg | None) -> str:
    if leg is None:
        return "no travel time known"
    opposite = " (as in the opposite direction)" if leg.opposite else ""
    return f"{format_duration(leg.seconds)} of travel{opposite}"
