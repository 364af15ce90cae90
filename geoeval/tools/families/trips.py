"""Tools for trips: plan the best trip with a proof, compare orders, check schedules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import repeat
from typing import Annotated

from pydantic import Field

from geoeval.calculators.clock import clock_text
from geoeval.errors import quote
from geoeval.planning import InfeasibleTrip, Timeline, TripPlan
from geoeval.query.algebra import Value
from geoeval.query.parts import DAYS, Day, OfferedSchedule, Schedules, TripFigure, TripStop
from geoeval.query.trace import Blocked, Trace
from geoeval.query.trips.days import TripAnswer, plan_best_day
from geoeval.query.trips.placed import (
    DAY,
    MINUTE,
    PlacedTrip,
    TimedLeg,
    describe_breach,
    describe_conflict,
    locate_name,
    no_leg,
    seconds_of,
)
from geoeval.query.trips.schedules import Checked, check_schedule
from geoeval.tools.failure import reject_argument
from geoeval.tools.families import trip_forms
from geoeval.tools.families.lookups import found_place
from geoeval.tools.families.output import QueryAnswer, answer_query_tool, new_trace
from geoeval.tools.tool import PlacedResult, Result, tool
from geoeval.world.model import Place, World

_MAX_NAMED = 6
_START = {"origin": "Town Hall", "depart": "11:00", "day": "saturday", "mode": "walking"}
_STOPS = [{"place": "City Museum", "visit_min": 60}, {"place": "Old Mill", "visit_min": 30}]
_VISITS = [
    {"place": "City Museum", "start": "11:05", "end": "12:30"},
    {"place": "Old Mill", "start": "13:00", "end": "14:00"},
]
_trip_tool = partial(tool, widened=trip_forms.with_given_times, naming="travel_times")

Minutes = Annotated[int | float, Field(description="Minutes")]
ClockText = Annotated[str, Field(description='HH:MM, followed by "+1" if on the next day')]


class Visit(Result):
    """One visit as it happens."""

    place: str
    travel_min: Annotated[int | float | None, Field(description="Minutes of the leg to it")] = None
    opposite: bool | None = Field(
        None, description="The travel time of the opposite direction was used"
    )
    arrive: ClockText
    wait_min: Annotated[
        Minutes, Field(description="Minutes waited before the visit; negative: minutes late")
    ]
    start: ClockText
    leave: ClockText
    slack_min: int | float | None = Field(
        None,
        description="Minutes by which the start can be delayed without violation; absent: no limit",
    )


class ComparedOrder(Result):
    """The outcome of an offered order."""

    text: str
    feasible: bool
    finish: ClockText | None = None
    total_min: Minutes | None = None
    travel_min: Minutes | None = None
    opposite: tuple[str, ...] | None = Field(
        None, description="Legs known in the other direction only"
    )
    first_broken: str | None = None


class PlannedTrip(PlacedResult):
    """The best plan of a trip, or why there is none."""

    feasible: bool
    proved: bool | None = Field(
        None, description="Whether the plan is proven optimal, or the trip proven infeasible"
    )
    best: Annotated[str | None, Field(description="The offered order that finishes first")] = None
    orders: tuple[ComparedOrder, ...] | None = None
    visits: Annotated[int | None, Field(description="How many stops are visited")] = None
    depart: ClockText | None = None
    timeline: tuple[Visit, ...] | None = None
    end: Visit | None = None
    finish: ClockText | None = None
    total_min: Minutes | None = None
    travel_min: Minutes | None = None
    waiting_min: Minutes | None = None
    left_out: tuple[str, ...] | None = None
    days: tuple[Day, ...] | None = Field(
        None, description="Weekdays on which this plan is feasible without change"
    )
    first_broken: str | None = None
    conflict: str | None = Field(None, description="A minimal set of conflicting requirements")
    notes: tuple[str, ...] | None = None


class CheckedSchedule(Result):
    """Whether an offered schedule is feasible, with every violation."""

    text: str
    holds: bool
    broken: tuple[str, ...] | None = None
    unknown: tuple[str, ...] | None = None
    visits: tuple[Visit, ...]
    finish: ClockText
    spare_min: Annotated[Minutes, Field(description="Waiting, and stays longer than needed")]
    before_limit_min: Minutes | None = None


class CheckedSchedules(PlacedResult):
    """Which of the offered schedules are feasible."""

    holding: tuple[str, ...]
    schedules: tuple[CheckedSchedule, ...]
    notes: tuple[str, ...] | None = None


@_trip_tool(name="plan_trip", example={**_START, "stops": _STOPS, "end": "Town Hall"})
def _plan(given: trip_forms.TripToPlan, world: World) -> PlannedTrip:
    _check_departure(given)
    trace = new_trace(world)
    if given.orders:
        return _compare_orders(given, trace)
    optional = [_stop_index(given, each, i, trace) for i, each in enumerate(given.optional)]
    goal = given.objective
    if optional and goal != "most_visits":
        reject_argument("objective", "most_visits, as some stops are optional", quote(goal))
    found = plan_best_day(given, trace, goal, optional=optional or None, in_order=given.in_order)
    return _planned_result(found, given, trace)


def _check_departure(given: trip_forms.TripToPlan) -> None:
    if given.depart is not None or given.objective == "latest_departure":
        return
    limits = ["finish_by"] if given.finish_by else []
    for name in ("starts_at", "not_before", "ends_by"):
        limits += [f"stops[{i}].{name}" for i, s in enumerate(given.stops) if getattr(s, name)]
    if limits:
        reject_argument("depart", f"a departure HH:MM, as {limits[0]} is given")


def _stop_index(given: trip_forms.TripToPlan, name: str, number: int, trace: Trace) -> int:
    stops = [stop.place for stop in given.stops]
    found = locate_name(name, stops, trace)
    if found is None:
        reject_argument(f"optional[{number}]", "a stop of this trip", quote(name), stops)
    return found


def _compare_orders(given: trip_forms.TripToPlan, trace: Trace) -> PlannedTrip:
    """Return the outcome of each offered order, and the plan of the best order."""
    found = [_plan_in_order(given, number, trace) for number in range(len(given.orders))]
    best = min(range(len(found)), key=lambda number: _order_rank(found[number]))
    answer = _planned_result(found[best], given, trace)
    orders = tuple(
        _compared_order(order.text, each, trace)
        for order, each in zip(given.orders, found, strict=True)
    )
    return answer.model_copy(
        update={
            "best": given.orders[best].text if answer.feasible else None,
            "orders": orders,
            "proved": None if any(each.found is None for each in found) else answer.proved,
        }
    )


def _order_rank(answer: TripAnswer) -> tuple[int, float]:
    """Return the sort key of an order: earliest finish, then unknown travel, then infeasible."""
    if isinstance(answer.found, TripPlan):
        return 0, answer.found.schedule.finish
    return (1 if answer.found is None else 2), 0


def _plan_in_order(given: trip_forms.TripToPlan, number: int, trace: Trace) -> TripAnswer:
    """Plan a trip in an offered order, which may include the origin and the end."""
    names, path = list(given.orders[number].places), f"orders[{number}].places"
    stops = [stop.place for stop in given.stops]
    if given.origin is not None and locate_name(names[0], [given.origin], trace) is not None:
        names = names[1:]
    end = given.end
    ends = list(filter(None, (end, given.origin)))
    if len(names) > len(stops) and locate_name(names[-1], ends, trace) is not None:
        *names, end = names
    chosen = [at for name in names if (at := locate_name(name, stops, trace)) is not None]
    if sorted(chosen) != list(range(len(stops))):
        reject_argument(
            path, f"each of the stops once: {', '.join(stops)}", quote(", ".join(names))
        )
    ordered = tuple(given.stops[each] for each in chosen)
    trip = given.model_copy(update={"stops": ordered, "end": end})
    return plan_best_day(trip, trace, in_order=True)


def _compared_order(text: str, answer: TripAnswer, trace: Trace) -> ComparedOrder:
    found = answer.found
    if found is None:
        return ComparedOrder(
            text=text, feasible=False, first_broken=_missing_leg(answer, trace).detail
        )
    if isinstance(found, InfeasibleTrip):
        return ComparedOrder(
            text=text, feasible=False, first_broken=_describe_first_violation(answer, found)
        )
    timeline = found.schedule
    timed = answer.placed.legs_along(timeline.order)
    legs = [each.leg for each in timed if each and each.leg and each.opposite]
    return ComparedOrder(
        text=text,
        feasible=True,
        finish=_time_text(timeline.finish),
        total_min=_whole_minutes(timeline.finish - timeline.depart),
        travel_min=_whole_minutes(timeline.travel),
        opposite=tuple(f"{leg.destination} to {leg.origin}" for leg in legs) or None,
    )


def _missing_leg(answer: TripAnswer, trace: Trace) -> Blocked:
    (start, goal), *others = answer.lacking
    placed, places = answer.placed, answer.placed.places
    legs = trace.world.atlas.legs(trace.known_by(places[start]), trace.known_by(places[goal]))
    if placed.trip.mode is None and (modes := {str(leg.mode) for leg in legs if leg.mode}):
        ends = f"from {places[start].name} to {places[goal].name}"
        reject_argument("mode", f"a mode with known travel {ends}: {', '.join(sorted(modes))}")
    blocked = no_leg(places[start].name, places[goal].name, placed.name_of(goal))
    named = [f"{places[a].name} to {places[b].name}" for a, b in others[:_MAX_NAMED]]
    others_unknown = f"; also unknown: {', '.join(named)}" if named else ""
    blocked.detail += f"{others_unknown}; if another map has it, give it in travel_times"
    return blocked


def _planned_result(answer: TripAnswer, given: trip_forms.TripToPlan, trace: Trace) -> PlannedTrip:
    plan, placed = answer.found, answer.placed
    if plan is None:
        raise _missing_leg(answer, trace)
    if isinstance(plan, InfeasibleTrip):
        return _infeasible_result(answer, plan)
    timeline = plan.schedule
    legs = placed.legs_along(timeline.order)
    left = [stop for stop in placed.nodes if stop not in timeline.order]
    several = given.day is None and 0 < len(answer.weekdays) < len(DAYS)
    return PlannedTrip(
        feasible=True,
        proved=answer.proved,
        visits=len(timeline.calls),
        depart=_time_text(timeline.depart),
        timeline=_build_visits(timeline, placed.places, legs, plan.slack),
        end=_end_visit(timeline, placed, legs),
        finish=_time_text(timeline.finish),
        total_min=_whole_minutes(timeline.finish - timeline.depart),
        travel_min=_whole_minutes(timeline.travel),
        waiting_min=_whole_minutes(timeline.waiting),
        left_out=tuple(placed.places[i].name for i in left) or None,
        days=tuple(DAYS[day] for day in answer.weekdays) if several else None,
        notes=_plan_notes(answer, plan),
    )


def _infeasible_result(answer: TripAnswer, found: InfeasibleTrip) -> PlannedTrip:
    conflicts = found.conflicts
    days = ", ".join(DAYS[day] for day in answer.weekdays)
    return PlannedTrip(
        feasible=False,
        proved=answer.proved,
        first_broken=_describe_first_violation(answer, found),
        conflict=describe_conflict(conflicts[0], answer.placed) if conflicts else None,
        notes=(f"there is a plan on {days}: give that day",) if days else None,
    )


def _describe_first_violation(answer: TripAnswer, found: InfeasibleTrip) -> str:
    broken = found.nearest.first_broken
    assert broken is not None, "an order that breaks nothing would be a plan"
    return describe_breach(broken, answer.placed)


def _plan_notes(answer: TripAnswer, plan: TripPlan) -> tuple[str, ...] | None:
    notes, placed = [], answer.placed
    depart, limit = placed.trip.depart, placed.trip.finish_by
    if depart is not None and limit is not None and seconds_of(limit) < seconds_of(depart):
        notes.append(f"finish_by {limit} is before depart {depart}: taken as the next day")
    if not placed.clocked:
        notes.append("no departure is given: times count from 00:00, and opening hours are ignored")
    else:
        notes += _unknown_hours([placed.places[stop] for stop in plan.order], placed.weekdays)
    if answer.better_days:
        days = ", ".join(map(DAYS.__getitem__, answer.better_days))
        notes.append(f"a better plan is possible on {days}")
    if answer.lacking or not answer.proved:
        notes.append(f"the plan may not be optimal: {_describe_bound(answer, plan)}")
    return tuple(notes) or None


def _describe_bound(answer: TripAnswer, plan: TripPlan) -> str:
    """Return the travel time that a proof lacks, or the bound that no plan on its day can beat."""
    if answer.lacking:
        start, goal = (answer.placed.places[node].name for node in answer.lacking[0])
        return f"no travel time is known from {start} to {goal}"
    if plan.proved:
        return "the search reached the limit of one call"
    latest = -(-plan.bound // MINUTE) * MINUTE
    match plan.objective:
        case "most_visits":
            return f"more than {plan.bound} stops do not fit"
        case "latest_departure":
            return f"no plan departs after {_time_text(latest)}"
        case "least_travel":
            return f"no plan travels for less than {_whole_minutes(plan.bound)} min"
        case _:
            return f"no plan finishes before {_time_text(plan.bound)}"


def _unknown_hours(places: Sequence[Place], days: Sequence[int]) -> list[str]:
    names = [
        place.name
        for place in dict.fromkeys(places)
        if place.hours is None or all(place.hours.windows_on(day) is None for day in days)
    ]
    return [f"opening hours unknown, assumed open: {', '.join(names)}"] if names else []


def _build_visits(
    timeline: Timeline,
    places: Sequence[Place],
    legs: Sequence[TimedLeg | None],
    slack: Sequence[int | None] = (),
) -> tuple[Visit, ...]:
    return tuple(
        Visit(
            place=places[call.stop].name,
            travel_min=None if legs[index] is None else _whole_minutes(call.travel or 0),
            opposite=_opposite_or_none(legs[index]),
            arrive=_time_text(call.arrival),
            wait_min=_whole_minutes(call.waiting),
            start=_time_text(call.start),
            leave=_time_text(call.end),
            slack_min=None
            if not slack or (spare := slack[index]) is None
            else _whole_minutes(spare),
        )
        for index, call in enumerate(timeline.calls)
    )


def _end_visit(
    timeline: Timeline, placed: PlacedTrip, legs: Sequence[TimedLeg | None]
) -> Visit | None:
    if placed.end is None or timeline.back is None:
        return None
    finish = _time_text(timeline.finish)
    return Visit(
        place=placed.places[placed.end].name,
        travel_min=_whole_minutes(timeline.back),
        opposite=_opposite_or_none(legs[-1]),
        arrive=finish,
        wait_min=0,
        start=finish,
        leave=finish,
    )


def _opposite_or_none(leg: TimedLeg | None) -> bool | None:
    return True if leg is not None and leg.opposite else None


@_trip_tool(
    name="check_schedule", example={**_START, "schedules": [{"text": "A", "visits": _VISITS}]}
)
def _check(given: trip_forms.TripToCheck, world: World) -> CheckedSchedules:
    stops = given.stops
    if not stops:
        places = dict.fromkeys(visit.place for visit in given.schedules[0].visits)
        stops = tuple(TripStop(place=place) for place in places)
    of = Schedules(
        trip=given.bare(stops=stops), schedules=given.schedules, in_order=given.stops_in_order
    )
    trace = new_trace(world)
    checked = [check_schedule(each, of, trace) for each in of.schedules]
    days = range(len(DAYS)) if given.day is None else (DAYS.index(given.day),)
    notes = _unknown_hours([found_place(stop.place, world) for stop in stops], days)
    return CheckedSchedules(
        holding=tuple(each.text for each in checked if each.holds),
        schedules=tuple(map(_check_schedule, checked, of.schedules, repeat(world))),
        notes=tuple(notes) or None,
    )


def _check_schedule(checked: Checked, schedule: OfferedSchedule, world: World) -> CheckedSchedule:
    assert checked.timeline is not None, "every place was looked up"
    places = [found_place(visit.place, world) for visit in schedule.visits]
    return CheckedSchedule(
        text=checked.text,
        holds=checked.holds,
        broken=tuple(checked.broken) or None,
        unknown=tuple(missing.detail for missing in checked.missing) or None,
        visits=_build_visits(checked.timeline, places, checked.legs),
        finish=_time_text(checked.finish),
        spare_min=_whole_minutes(checked.slack),
        before_limit_min=None
        if checked.limit is None
        else _whole_minutes(checked.limit - checked.finish),
    )


@_trip_tool(
    name="trip_figure",
    example={
        "figure": "departure",
        "place": "Town Hall",
        "stops": [{"place": "City Museum", "visit_min": 90}],
        "before_closing": "City Museum",
        "day": "saturday",
        "mode": "walking",
    },
)
def _measure(given: trip_forms.TripToMeasure, world: World) -> QueryAnswer:
    needed = given.figure in {"departure", "free_time", "stay"}
    if needed and given.place is None:
        stops = [stop.place for stop in given.stops]
        reject_argument("place", f"the place of the {given.figure}", nearest=stops)
    if given.figure == "start" and given.depart is not None:
        reject_argument("depart", "nothing, since the start is asked for", quote(given.depart))
    figure = TripFigure(
        figure=given.figure,
        trip=given.bare(),
        place=given.place if needed else None,
        before_closing=given.before_closing,
    )
    return answer_query_tool(Value(figure=figure), world)


def _time_text(seconds: int) -> str:
    """Return seconds after midnight as the tools write a time.

    Examples
    --------
    >>> _time_text(34200), _time_text(86400 + 90), _time_text(-3600)
    ('09:30', '00:01:30+1', '23:00-1')
    """
    day, rest = divmod(seconds, DAY)
    minute, second = divmod(rest, MINUTE)
    text = clock_text(minute)
    return text + (f":{second:02d}" if second else "") + (f"{day:+d}" if day else "")


def _whole_minutes(seconds: int) -> int | float:
    return seconds // MINUTE if seconds % MINUTE == 0 else round(seconds / MINUTE, 2)


TOOLS = (_plan, _check, _measure)
