"""Solve figures of a trip: finish, length, waiting, latest departure, stay, number of visits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from geoeval.calculators.hours import WEEK_MIN
from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import (
    MAX_TABLE,
    InfeasibleTrip,
    Timeline,
    TripPlan,
    Windows,
    best_orders,
    finish_by_count,
    latest_start,
    simulate,
    windows_of,
)
from geoeval.query.parts import DAYS, Omissions, Trip, TripFigure, TripStop
from geoeval.query.places.figures import no_hours
from geoeval.query.trace import Blocked, NoPlan, Trace, under_specified
from geoeval.query.trips.days import (
    MOST_STOPS,
    UNLIMITED,
    no_deadline,
    plan_days,
    plan_sort_key,
    problems_by_day,
    representative_day,
)
from geoeval.query.trips.placed import (
    DAY,
    MINUTE,
    PlacedTrip,
    describe_breach,
    describe_window,
    format_moment,
    format_seconds,
    holds_by_convention,
    intersect_windows,
    latest_finish,
    locate_name,
    missing_leg,
    nearest_clock,
    next_after,
    on_days,
    place_trip,
    precedence_pairs,
    seconds_of,
    shift_one_day,
    split_by_hours,
    trip_with_end,
    use_hours,
    visit_windows,
    with_stated_hours,
    write_day,
)
from geoeval.query.values import Clock, Names, Quantity
from geoeval.world.model import Place


def trip_figure(figure: TripFigure, trace: Trace) -> Clock | Quantity:
    """Return a figure of a trip; opening hours bind on a stated day, and always for visits."""
    trip = figure.trip
    assert trip is not None, "the trip is left open only among orders"
    precedence_pairs(trip, trace)
    return _FIGURES[figure.figure](figure, trip, trace)


# Trips in their order, simulated forwards.
def _simulate_in_order(trip: Trip, trace: Trace, *, clocked: bool) -> Timeline:
    """Simulate a trip in its order; without a departure, it leaves when its bookings require.

    ``clocked``: whether the times of day must be known.
    """
    ordered = _place_in_order(trip, trace)
    if len(ordered.places) == 1 and not ordered.stops[0].duration:
        raise under_specified(detail="the question does not say where the trip starts")
    if ordered.clocked:
        return _simulate_trip(_apply_hours(ordered, trace, _find_finish), trace)
    placed = _place_latest_departure(replace(with_stated_hours(ordered, trace), clocked=True))
    if clocked and not any(stop.starts_at for stop in trip.stops):
        raise _report_missing_departure()
    anytime = tuple(replace(stop, windows=None) for stop in ordered.stops)
    return _simulate_trip(placed or replace(ordered, stops=anytime), trace)


def _find_finish(placed: PlacedTrip) -> int | None:
    timeline = simulate(placed.nodes, placed)
    return timeline.finish if timeline.feasible else None


def _apply_hours(
    placed: PlacedTrip, trace: Trace, outcome: Callable[[PlacedTrip], int | None]
) -> PlacedTrip:
    """Return a trip with the opening hours of its day, or with hours that bind on any day.

    Without a day, hours bind only if they lead to the same ``outcome`` on every day on which all
    places open; otherwise they are ignored, with an assumption. A last stop without a stay is a
    destination, not a visit; without a day, only stays are visits.
    """
    dated = [_copy_windows(one, placed) for one in split_by_hours(placed, trace)]
    if placed.trip.day is not None:
        return dated[0]
    opened = [one for one in dated if not _has_closed_stop(one)]
    if not opened and any(stop.has_window for stop in placed.trip.stops):
        return dated[0]
    outcomes, without_hours = {outcome(one) for one in opened}, outcome(placed)
    if outcomes == {without_hours} or without_hours is None:
        return placed
    if len(outcomes) == 1 and None not in outcomes:
        trace.say("no day is given, but the hours have the same effect on every open day")
        return max(opened, key=lambda one: len(one.weekdays))
    trace.add_assumption("opening hours are ignored: no day is given, and they may matter")
    return placed


def _has_closed_stop(placed: PlacedTrip) -> bool:
    return any(stop.windows == () for stop in placed.stops)


def _copy_windows(dated: PlacedTrip, placed: PlacedTrip) -> PlacedTrip:
    last = len(placed.stops) - 1 if placed.end is None else None
    stops = [
        stop if stop.duration or (placed.trip.day is not None and i != last) else given
        for i, (stop, given) in enumerate(zip(dated.stops, placed.stops, strict=True))
    ]
    return replace(dated, stops=tuple(stops))


def _simulate_trip(placed: PlacedTrip, trace: Trace) -> Timeline:
    timeline = simulate(placed.nodes, placed)
    write_day(timeline, placed, trace)
    for breach in timeline.breaches:
        if breach.kind == "missing_leg":
            raise missing_leg(breach, placed)
    if timeline.first_broken is not None:
        raise NoPlan(broken=describe_breach(timeline.first_broken, placed))
    return timeline


def _place_in_order(trip: Trip, trace: Trace, deadline: int | None = None) -> PlacedTrip:
    ordered = trip_with_end(trip, trace).model_copy(update={"before": ()})
    return place_trip(ordered, trace, deadline=deadline)


def _report_missing_departure() -> Blocked:
    return under_specified(detail="the question does not say when the trip starts")


def _compute_finish(_: TripFigure, trip: Trip, trace: Trace) -> Clock:
    minute = -(-_simulate_in_order(trip, trace, clocked=True).finish // MINUTE)
    trace.say(f"finishes at {format_seconds(minute * MINUTE)}")
    return Clock(minute=minute)


def _compute_arrival(figure: TripFigure, trip: Trip, trace: Trace) -> Clock:
    """Return when a stop is first reached, or the end."""
    end = trip_with_end(trip, trace).end
    reached = (*(stop.place for stop in trip.stops), *([end] if end else []))
    assert figure.place is not None
    index = locate_name(figure.place, reached, trace)
    if index is None:
        raise _report_unvisited(figure.place, reached)
    if index == len(trip.stops):
        return _compute_finish(figure, trip, trace)
    target = trip.stops[index]
    if target.ends_by is None:  # the visit does not delay the arrival
        target = target.model_copy(update={"visit_min": 0})
    stops = (*trip.stops[:index], target)
    until = trip.model_copy(update={"stops": stops, "end": None, "before": ()})
    call = _simulate_in_order(until, trace, clocked=True).calls[-1]
    minute = -(-call.arrival // MINUTE)
    trace.say(f"at {figure.place} at {format_seconds(minute * MINUTE)}")
    return Clock(minute=minute)


def _compute_length(_: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    timeline = _simulate_in_order(trip, trace, clocked=False)
    seconds = timeline.finish - timeline.depart
    trace.say(f"together {format_duration(seconds)}")
    return Quantity(amount=seconds, unit="s")


def _compute_travel(_: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    seconds = _simulate_in_order(trip, trace, clocked=False).travel
    trace.say(f"{format_duration(seconds)} of travel")
    return Quantity(amount=seconds, unit="s")


def _compute_waiting(_: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    if trip.depart is None:
        raise _report_missing_departure()
    opens_by_day = trip.day is None and trip.stops[-1].not_before is None
    dated = _set_any_day(trip, trace) if opens_by_day else trip
    seconds = (
        _simulate_trip(with_stated_hours(_place_in_order(dated, trace), trace), trace)
        .calls[-1]
        .waiting
    )
    trace.say(f"waits {format_duration(seconds)}")
    return Quantity(amount=seconds, unit="s")


def _set_any_day(trip: Trip, trace: Trace) -> Trip:
    """Return a trip to one place on its first open day, if it always opens at the same times."""
    place = trace.place(trip.stops[-1].place)
    if place.hours is None:
        raise no_hours(place)
    if len(trip.stops) > 1:
        raise under_specified(detail="no day is given, and hours may differ between days")
    opened = {}
    for number, day in enumerate(DAYS):
        intervals = place.hours.intervals_on(number)
        if intervals is None:
            detail = f"the hours of {place.name} on {day} are not known, and no day is given"
            raise under_specified(detail=detail)
        if intervals:
            opened[day] = [start for start, _ in intervals]
    if not opened:
        raise under_specified(detail=f"{place.name} is not open on any day")
    first, *others = opened.values()
    if any(starts != first for starts in others):
        detail = f"{place.name} opens at different times on different days, and no day is given"
        raise under_specified(detail=detail)
    return trip.model_copy(update={"day": next(iter(opened))})


def _compute_free_time(figure: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    index = _find_stop(figure, trip, trace)
    goal = trip.stops[index]
    if goal.starts_at is None:
        raise under_specified(
            detail=f"the start at {quote(figure.place)} is not known", value=figure.place
        )
    first, depart, origin = 0, trip.depart, trip.origin
    for i, stop in enumerate(trip.stops[:index]):
        if stop.starts_at is not None:
            first, depart, origin = i, stop.starts_at, None
    if depart is None:
        raise _report_missing_departure()
    part = {
        "depart": depart,
        "before": (),
        "stops": trip.stops[first:index],
        "origin": origin,
        "end": goal.place,
    }
    placed = place_trip(trip.model_copy(update=part), trace, end_mode=goal.mode)
    timeline = _simulate_trip(with_stated_hours(placed, trace), trace)
    arrival, back = timeline.finish, timeline.back or 0
    start = nearest_clock(goal.starts_at, timeline.depart)
    free = start - arrival
    if free < 0:
        raise NoPlan(
            broken=f"arrives at {goal.place} at {format_seconds(arrival)}, "
            f"but is booked for {format_seconds(start)}"
        )
    for window in visit_windows(goal, timeline.depart) or ():
        if start < window.opens or start + goal.visit_min * MINUTE > window.closes:
            booked = f"is booked at {goal.place} for {format_seconds(start)}"
            raise NoPlan(broken=f"{booked}, but it must be visited {describe_window(goal)}")
    trace.say(
        f"booked for {format_seconds(start)}: {format_seconds(start)} - {format_duration(back)}"
        f" - {format_seconds(arrival - back)} = {format_duration(free)} free"
    )
    return Quantity(amount=free, unit="s")


def _find_stop(figure: TripFigure, trip: Trip, trace: Trace) -> int:
    assert figure.place is not None
    stops = tuple(stop.place for stop in trip.stops)
    index = locate_name(figure.place, stops, trace)
    if index is None:
        raise _report_unvisited(figure.place, stops)
    return index


def _report_unvisited(place: str, stops: tuple[str, ...]) -> Blocked:
    detail = f"{quote(place)} is not a stop of the trip"
    return Blocked(reason="under_specified", detail=detail, value=place, candidates=stops)


# Trips in their order, solved backwards from a limit.
def _place_latest_departure(placed: PlacedTrip) -> PlacedTrip | None:
    """Return the trip with the latest departure in its order; None without a limit.

    A departure before midnight shifts the whole trip by one day.
    """
    found = latest_start(placed.nodes, placed)
    if found.broken is not None:
        if found.broken.kind == "missing_leg":
            raise missing_leg(found.broken, placed)
        stop = found.broken.stop
        is_closed = stop is not None and placed.stops[stop].windows == ()
        broken = replace(found.broken, kind="closed") if is_closed else found.broken
        raise NoPlan(broken=describe_breach(broken, placed))
    if found.depart is None or found.depart >= UNLIMITED:
        return None
    if found.depart < 0:
        return replace(shift_one_day(placed), depart=found.depart + DAY)
    return replace(placed, depart=found.depart)


def _place_departure_in_hours(placed: PlacedTrip, trace: Trace) -> PlacedTrip | None:
    found = _place_latest_departure(placed)
    if found is None and placed.trip.day is None:
        return None
    return _place_latest_departure(_apply_hours(found or placed, trace, _find_latest_departure))


def _find_latest_departure(placed: PlacedTrip) -> int | None:
    return latest_start(placed.nodes, placed).depart


def _write_departure(placed: PlacedTrip, trace: Trace) -> int:
    if placed.depart < 0:
        raise under_specified(detail="the trip would have to start on an earlier day")
    write_day(simulate(placed.nodes, placed), placed, trace)
    return placed.depart


def _compute_start(_: TripFigure, trip: Trip, trace: Trace) -> Clock:
    if trip.finish_by is None:
        raise under_specified(detail="the question does not say when the trip has to be over")
    placed = _place_in_order(trip, trace, seconds_of(trip.finish_by))
    found = _place_departure_in_hours(replace(placed, clocked=True), trace)
    assert found is not None, "a deadline limits it"
    trace.say(f"counted back from {format_seconds(found.deadline or 0)}")
    depart = _write_departure(found, trace)
    trace.say(f"start at {format_seconds(depart)} at the latest")
    return Clock(minute=depart // MINUTE, bound="latest")


def _compute_departure(figure: TripFigure, trip: Trip, trace: Trace) -> Clock:
    placed, closing = _build_rest_of_trip(figure, trip, trace)
    if closing is not None:
        windows = _find_windows_to_closing(placed.places[closing], placed.trip, trace)
        stops = list(placed.stops)
        both = intersect_windows(stops[closing].windows, windows)
        stops[closing] = replace(stops[closing], windows=both)
        placed = replace(placed, stops=tuple(stops))
    # Without a day, only the closing time that the question names binds.
    only_named = closing is not None and placed.trip.day is None
    found = (
        _place_latest_departure(placed) if only_named else _place_departure_in_hours(placed, trace)
    )
    if found is None:
        raise no_deadline()
    assert found.origin is not None
    depart = _write_departure(found, trace)
    trace.say(f"leave {found.places[found.origin].name} at {format_seconds(depart)} at the latest")
    return Clock(minute=depart // MINUTE, bound="latest")


def _build_rest_of_trip(
    figure: TripFigure, trip: Trip, trace: Trace
) -> tuple[PlacedTrip, int | None]:
    """Return the trip after a departure, and the index of the visit that ends by a closing time.

    Without a deadline, the trip ends with that visit, unless a later visit is booked.
    """
    leaving = figure.place
    assert leaving is not None
    stops, end, closing = trip.stops[_find_first_stop_after(leaving, trip, trace) :], trip.end, None
    deadline = None
    if trip.finish_by is not None:
        deadline = next_after(trip.finish_by, seconds_of(trip.depart or "00:00"))
    if figure.before_closing is not None:
        stops, closing = _ensure_closing_stop(figure.before_closing, leaving, stops, trace)
        if deadline is None:
            booked = [i for i, stop in enumerate(stops) if stop.starts_at or stop.ends_by]
            stops, end = stops[: max([*booked, closing]) + 1], None
    rest = {"stops": stops, "origin": leaving, "end": end, "before": ()}
    part = trip.model_copy(update=rest)
    return replace(place_trip(part, trace, deadline=deadline), clocked=True), closing


def _ensure_closing_stop(
    closes: str, leaving: str, stops: tuple[TripStop, ...], trace: Trace
) -> tuple[tuple[TripStop, ...], int]:
    """Return stops that include the closing place, and the index of its last visit."""
    from_end = locate_name(closes, [stop.place for stop in reversed(stops)], trace)
    if from_end is not None:
        return stops, len(stops) - 1 - from_end
    starts_there = locate_name(closes, [leaving], trace) is not None
    stops = (*(() if starts_there else stops), TripStop(place=closes))
    return stops, len(stops) - 1


def _find_first_stop_after(leaving: str, trip: Trip, trace: Trace) -> int:
    if trip.origin is not None and locate_name(leaving, [trip.origin], trace) is not None:
        return 0
    stops = tuple(stop.place for stop in trip.stops)
    index = locate_name(leaving, stops, trace)
    if index is not None:
        return index + 1
    if trip.origin is None:
        return 0
    raise _report_unvisited(leaving, (trip.origin, *stops))


def _find_windows_to_closing(place: Place, trip: Trip, trace: Trace) -> Windows:
    """Return the time windows of a place until closing time on the day of a trip.

    Without a day, its most common closing time counts; the earliest if several are as common.
    """
    days = tuple(range(7)) if trip.day is None else (DAYS.index(trip.day),)
    opened = _find_openings_by_day(days, place, trace)
    closings = {day: closing for day, (_, closing) in opened.items()}
    counts = Counter(filter(None, closings.values()))
    most_common = min(counts, key=lambda closing: (-counts[closing], closing))
    if most_common >= WEEK_MIN:
        detail = f"{place.name} never closes"
        raise Blocked(reason="no_such_fact", detail=detail, value=place.name)
    same = tuple(day for day, closing in closings.items() if closing == most_common)
    note = "" if len(counts) == 1 else ", its most common closing time; no day is given"
    closing_text = format_seconds(most_common * MINUTE)
    trace.say(f"{place.name} closes at {closing_text} {on_days(same)}{note}")
    *before, last = opened[same[0]][0]
    return windows_of((*before, (last[0], most_common)), MINUTE) or ()


def _find_openings_by_day(
    days: tuple[int, ...], place: Place, trace: Trace
) -> dict[int, tuple[tuple[tuple[int, int], ...], int | None]]:
    hours = place.hours
    if hours is None:
        raise no_hours(place)
    known = {day: hours.intervals_on(day) for day in days}
    if set(known.values()) == {None}:
        raise no_hours(place, " on that day")
    use_hours(place, days, trace)
    opened = {
        day: (intervals, hours.closes_on(day, intervals[-1][0]))
        for day, intervals in known.items()
        if intervals
    }
    if not opened:
        raise NoPlan(broken=f"{place.name} is closed {on_days(days)}")
    return opened


def _compute_stay(figure: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    if trip.depart is None:
        return _compute_remaining_budget(figure, trip, trace)
    index = _find_stop(figure, trip, trace)
    until = trip.model_copy(update={"stops": trip.stops[: index + 1], "end": None, "before": ()})
    begins = (
        _simulate_trip(with_stated_hours(place_trip(until, trace), trace), trace).calls[-1].start
    )
    asked = visit_windows(trip.stops[index], seconds_of(trip.depart)) or ()
    ends = [
        _find_latest_continuation(figure, trip, index, trace),
        _find_closing_time(figure, trip, trace),
        *(window.closes for window in asked if trip.stops[index].ends_by),
    ]
    end = min((end for end in ends if end is not None), default=None)
    if end is None:
        raise under_specified(detail="the question names no end of the stay")
    if end < begins:
        raise NoPlan(broken=f"the stay must end by {format_seconds(end)}, before it begins")
    trace.say(
        f"from {format_seconds(begins)} to {format_seconds(end)}: {format_duration(end - begins)}"
    )
    return Quantity(amount=end - begins, unit="s")


def _compute_remaining_budget(figure: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    if trip.budget_min is None or any(stop.has_window for stop in trip.stops):
        raise _report_missing_departure()
    index = _find_stop(figure, trip, trace)
    stops = [
        stop.model_copy(update={"visit_min": 0}) if i == index else stop
        for i, stop in enumerate(trip.stops)
    ]
    rest = trip.model_copy(update={"stops": tuple(stops), "budget_min": None})
    used, budget = _compute_length(figure, rest, trace).amount, trip.budget_min * MINUTE
    if used > budget:
        raise NoPlan(broken=f"the rest takes more than {format_duration(budget)}")
    trace.say(f"of {format_duration(budget)} this leaves {format_duration(budget - used)}")
    return Quantity(amount=budget - used, unit="s")


def _find_latest_continuation(
    figure: TripFigure, trip: Trip, index: int, trace: Trace
) -> int | None:
    rest, deadline = trip.stops[index + 1 :], latest_finish(trip)
    if deadline is None and not any(stop.starts_at or stop.ends_by for stop in rest):
        return None
    part = trip.model_copy(update={"stops": rest, "origin": figure.place, "before": ()})
    placed = with_stated_hours(place_trip(part, trace, deadline=deadline), trace)
    try:
        found = _place_latest_departure(replace(placed, clocked=True))
    except NoPlan as error:
        raise under_specified(detail=error.broken) from error
    assert found is not None, "a deadline or a booking limits it"
    return _write_departure(found, trace)


def _find_closing_time(figure: TripFigure, trip: Trip, trace: Trace) -> int | None:
    """Return the closing time of the place on the day of the trip; None if unknown or not asked."""
    assert figure.place is not None
    place = trace.place(figure.place)
    if place.hours is None or (trip.day is None and figure.before_closing is None):
        return None
    try:
        return _find_windows_to_closing(place, trip, trace)[-1].closes
    except NoPlan:
        return None


# Trips in any order.
def _count_visits(_: TripFigure, trip: Trip, trace: Trace) -> Quantity:
    problems = problems_by_day(
        trip_with_end(trip, trace), trace, "most_visits", max_stops=MOST_STOPS
    )
    plans = [
        _require_proved(plan, placed)
        for plan, placed in zip(plan_days(problems, "most_visits"), problems, strict=True)
    ]
    chosen = representative_day([plan_sort_key(plan) for plan in plans], problems, trace)
    assert chosen is not None, "there is a plan on every day"
    best, placed = plans[chosen], problems[chosen]
    if len({plan.value for plan in plans}) > 1:
        trace.assume("unstated_day")
        for plan, dated in zip(plans, problems, strict=True):
            trace.say(f"{on_days(dated.weekdays)}: {plan.value} at most")
    write_day(best.schedule, placed, trace)
    trace.say(f"{best.value} of {len(trip.stops)} visits fit{_explain_limit(best.value, placed)}")
    return Quantity(amount=best.value, unit="count")


def _require_proved(plan: TripPlan | InfeasibleTrip, placed: PlacedTrip) -> TripPlan:
    if not isinstance(plan, TripPlan):  # not even the end is reached
        broken = plan.nearest.breaches[0]
        if broken.kind == "missing_leg":
            raise missing_leg(broken, placed)
        raise NoPlan(broken=describe_breach(broken, placed))
    if not plan.proved:
        detail = f"{plan.value} of {len(placed.stops)} visits fit, and at most {plan.bound} can; "
        raise Blocked(reason="not_proved", detail=f"{detail}the optimum was not proven")
    return plan


def _explain_limit(count: int, placed: PlacedTrip) -> str:
    if count == len(placed.stops) or len(placed.stops) > MAX_TABLE:
        return ""
    earliest = finish_by_count(replace(placed, deadline=None))[count + 1]
    if earliest is None or placed.deadline is None:
        return f"; no {count + 1} fit together"
    return (
        f"; {count + 1} visits end at {format_moment(earliest, placed)} at the earliest, "
        f"but the limit is {format_moment(placed.deadline, placed)}"
    )


_FIGURES: dict[str, Callable[[TripFigure, Trip, Trace], Clock | Quantity]] = {
    "finish": _compute_finish,
    "start": _compute_start,
    "arrival": _compute_arrival,
    "length": _compute_length,
    "travel": _compute_travel,
    "waiting": _compute_waiting,
    "departure": _compute_departure,
    "free_time": _compute_free_time,
    "stay": _compute_stay,
    "visits": _count_visits,
}


def solve_omissions(of: Omissions, trace: Trace) -> Names:
    """Return the stops that can each be left out so that all others fit."""
    trip = trip_with_end(of.trip, trace)
    if _fits_stops(trip, trace):
        raise NoPlan(broken="all stops fit, so none has to be left out")
    found = []
    pairs = tuple(zip(trip.before, precedence_pairs(trip, trace), strict=True))
    for index, stop in enumerate(trip.stops if len(trip.stops) > 1 else ()):
        before = tuple(names for names, pair in pairs if index not in pair)
        rest = {"stops": trip.stops[:index] + trip.stops[index + 1 :], "before": before}
        fits = _fits_stops(trip.model_copy(update=rest), trace)
        trace.say(f"without {stop.place}: the others {'fit' if fits else 'still do not fit'}")
        if fits:
            found.append(stop.place)
    if not found:
        raise NoPlan(broken="leaving out one stop is not enough")
    return Names(names=tuple(found), reading="any")


def _fits_stops(trip: Trip, trace: Trace) -> bool:
    fits = [(bool(best_orders(d, k=1).orders), d.weekdays) for d in problems_by_day(trip, trace)]
    return holds_by_convention(trace, fits)
