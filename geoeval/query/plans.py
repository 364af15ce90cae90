"""Plans that need no world: meetings in a day, and stays in cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.units import format_clock
from geoeval.planning import (
    InfeasibleTrip,
    Order,
    Stop,
    Timeline,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
)
from geoeval.query import values
from geoeval.query.conventions import Conventions
from geoeval.query.parts import CityStay, Meeting, MeetingPlan, StayPlan, minute_of
from geoeval.query.trace import Blocked, NoPlan, Trace

Pair = tuple[str, str]

_LABELS = 100_000  # label budget (some seconds); a search that exceeds it proves nothing
_MINUTE = 60
_NIGHT_ENDS = 5 * 60  # a presence that ends by then is in the night after the day


# Travel times of a meeting plan.


def _find_shortcuts(
    middle: str, places: list[str], best: Mapping[Pair, int]
) -> Iterator[tuple[str, str, int]]:
    """Yield the pairs whose path through ``middle`` is shorter than the best so far."""
    onward = [(c, best[middle, c]) for c in places if (middle, c) in best and c != middle]
    to_middle = [(a, best[a, middle]) for a in places if (a, middle) in best and a != middle]
    for (a, there), (c, rest) in product(to_middle, onward):
        if c != a and there + rest < best.get((a, c), there + rest + 1):
            yield a, c, there + rest


@dataclass(frozen=True, slots=True, kw_only=True)
class TravelTable:
    """Travel times between places, in minutes.

    The times of the pairs in ``opposite`` are those of the opposite direction. ``via`` holds the
    time and the places in between of pairs with a shorter indirect path.
    """

    minutes: dict[Pair, int]
    opposite: frozenset[Pair] = frozenset()
    via: dict[Pair, tuple[int, tuple[str, ...]]] = field(default_factory=dict)

    def between(self, origin: str, destination: str) -> int | None:
        """Return the minutes between two places: 0 within a place, None if unknown."""
        if origin == destination:
            return 0
        shorter = self.via.get((origin, destination))
        return shorter[0] if shorter else self.minutes.get((origin, destination))

    def path(self, origin: str, destination: str) -> tuple[str, ...]:
        """Return the path between two places, both ends included."""
        if origin == destination:
            return (origin,)
        _, through = self.via.get((origin, destination), (0, ()))
        return (origin, *through, destination)

    def uses_opposite(self, path: tuple[str, ...]) -> bool:
        """Return whether a leg of a path takes its time from the opposite direction."""
        return not self.opposite.isdisjoint(pairwise(path))

    def shortest(self) -> TravelTable:
        """Return the table of shortest paths, which may pass through other places.

        Among equally short paths, the direct one is kept, else the first one found.
        Floyd, R. W. (1962). Algorithm 97: Shortest path. Communications of the ACM 5(6), 345.
        """
        places = list(dict.fromkeys(place for pair in self.minutes for place in pair))
        best = dict(self.minutes)
        via: dict[Pair, tuple[str, ...]] = {}
        for middle in places:
            for a, c, minutes in _find_shortcuts(middle, places, best):
                best[a, c] = minutes
                via[a, c] = (*via.get((a, middle), ()), middle, *via.get((middle, c), ()))
        return replace(self, via={pair: (best[pair], through) for pair, through in via.items()})


def travel_table(query: MeetingPlan, conventions: Conventions) -> TravelTable:
    """Return the travel times that a query states, completed by the convention."""
    minutes = {(a, b): n for a, row in query.travel.items() for b, n in row.items()}
    opposite: dict[Pair, int] = {}
    if conventions.missing_leg == "symmetric":
        opposite = {(b, a): n for (a, b), n in minutes.items() if (b, a) not in minutes}
    return TravelTable(minutes=minutes | opposite, opposite=frozenset(opposite))


# Meeting plans.


def presence_span(meeting: Meeting, depart: int = 0) -> tuple[int, int]:
    """Return the time window of a presence, in minutes after the midnight before the departure.

    A presence that ends before the departure and by 5 in the morning is in the following night.
    """
    start, end = minute_of(meeting.present_from), minute_of(meeting.present_until)
    if end <= start:
        end += DAY_MIN
    if end <= min(depart, _NIGHT_ENDS):
        start, end = start + DAY_MIN, end + DAY_MIN
    return start, end


def meeting_plan(query: MeetingPlan, trace: Trace) -> values.Meetings:
    """Return the plan that meets the most people, with the earliest finish.

    A path through other places is used only if it allows more meetings.
    """
    stated = travel_table(query, trace.conventions)
    table = stated.shortest()
    count, best = _plan_most_meetings(query, table)
    if table.via:
        direct, plain = _plan_most_meetings(query, stated)
        if direct == count:
            table, best = stated, plain
    _check_missing_times(query, stated, count)
    if table.opposite:
        trace.assume("missing_leg")
    visits = _write_meetings(query, best, table, trace)
    total = len(query.meetings)
    limit = "" if count == total else f"; no order allows {count + 1}"
    trace.say(f"{count} of {total} people are met{limit}")
    return values.Meetings(met=count, visits=visits)


def _plan_most_meetings(query: MeetingPlan, table: TravelTable) -> tuple[int, Timeline]:
    places = [*(meeting.place for meeting in query.meetings), query.origin]
    depart = minute_of(query.depart)
    problem = TripProblem(
        stops=tuple(
            Stop(
                name=each.person,
                duration=each.at_least_min,
                windows=(Window(*presence_span(each, depart)),),
                mandatory=False,
            )
            for each in query.meetings
        ),
        travel=TravelMatrix([[table.between(a, b) for b in places] for a in places]),
        depart=depart,
        origin=len(query.meetings),
        unit="minute",
    )
    plan = plan_trip(problem, "most_visits", max_labels=_LABELS)
    assert isinstance(plan, TripPlan)  # no stop is mandatory
    if not plan.proved:
        detail = f"a plan with {plan.value} of {len(query.meetings)} people was found, and at most "
        detail += f"{plan.bound} are possible; the optimum was not proven"
        raise Blocked(reason="not_proved", detail=detail)
    return len(plan.order), plan.schedule


def _check_missing_times(query: MeetingPlan, table: TravelTable, count: int) -> None:
    """Raise Blocked if a missing travel time could allow more meetings."""
    places = list(dict.fromkeys([query.origin, *(meeting.place for meeting in query.meetings)]))
    missing = [(a, b) for a in places for b in places if table.between(a, b) is None]
    if not missing or count == len(query.meetings):
        return
    optimistic = TravelTable(minutes=table.minutes | dict.fromkeys(missing, 0))
    upper_bound, _ = _plan_most_meetings(query, optimistic.shortest())
    if upper_bound > count:
        (origin, destination), *_ = missing
        lacking = f"travel time from {origin} to {destination}"
        detail = f"the question gives no {lacking}"
        raise Blocked(reason="missing_leg", detail=detail, value=destination, lacking=lacking)


def _write_meetings(
    query: MeetingPlan, day: Timeline, table: TravelTable, trace: Trace
) -> tuple[values.PlannedVisit, ...]:
    here = query.origin
    trace.say(f"leave {here} at {format_clock(day.depart)}")
    visits = []
    for call in day.calls:
        meeting = query.meetings[call.stop]
        opens, closes = presence_span(meeting, day.depart)
        trace.use(
            f"{meeting.person} is at {meeting.place} from {format_clock(opens)} to "
            f"{format_clock(closes)}; the meeting takes at least {meeting.at_least_min} minutes"
        )
        path = table.path(here, meeting.place)
        for leg in pairwise(path):
            trace.use(f"{leg[0]} to {leg[1]}: {table.minutes[leg]} minutes")
        opposite = " (as in the opposite direction)" if table.uses_opposite(path) else ""
        via = f" via {' and '.join(path[1:-1])}" if len(path) > 2 else ""
        waited = f", wait until {format_clock(call.start)}" if call.waiting else ""
        trace.say(
            f"{call.travel} min of travel{via}{opposite}: at {meeting.place} at "
            f"{format_clock(call.arrival)}{waited}, meet {meeting.person} until "
            f"{format_clock(call.end)}"
        )
        visits.append(
            values.PlannedVisit(
                person=meeting.person,
                place=meeting.place,
                start=clock_text(call.start % DAY_MIN),
                end=clock_text(call.end % DAY_MIN),
            )
        )
        here = meeting.place
    trace.drawing.day(_draw_day(query, day))
    return tuple(visits)


def _draw_day(query: MeetingPlan, day: Timeline) -> values.DayPlan:
    return values.DayPlan(
        rows=tuple(
            values.DayRow(
                place=f"{meeting.person}, {meeting.place}",
                open_s=(_to_seconds(presence_span(meeting, day.depart)),),
                way_s=_to_seconds((call.leaves, call.arrival)) if call.travel else None,
                stay_s=_to_seconds((call.start, call.end)),
            )
            for call in day.calls
            for meeting in (query.meetings[call.stop],)
        )
    )


def _to_seconds(minutes: values.Span) -> values.Span:
    return minutes[0] * _MINUTE, minutes[1] * _MINUTE


# Stay plans, counted in days. A stay of d days from day f lasts until day f + d - 1, the day of the
# next flight. So a stay takes d - 1 days, a flight takes none, and there is no waiting.


def stay_plan(query: StayPlan, trace: Trace) -> values.Stays:
    """Return an order of the cities that meets every constraint."""
    _write_length(query, trace)
    if (broken := _find_contradiction(query)) is not None:
        raise NoPlan(broken=broken)
    plan = _plan_order(query)
    if isinstance(plan, TripPlan):
        return _build_stays(query, plan.order, trace)
    cities = len(query.stays)
    if not plan.proved:
        detail = f"no order of the {cities} cities was found, but one may exist"
        raise Blocked(reason="not_proved", detail=detail)
    undated = _plan_order(query.model_copy(update={"events": ()}))
    if isinstance(undated, TripPlan):
        broken = "every order that direct flights allow misses a date"
    elif undated.proved:
        broken = f"no order of the {cities} cities has a direct flight for each step"
    else:
        broken = f"no order of the {cities} cities by direct flights keeps every date"
    raise NoPlan(broken=broken)


def _write_length(query: StayPlan, trace: Trace) -> None:
    flights = len(query.stays) - 1
    spent = " + ".join(str(stay.days) for stay in query.stays)
    trace.say(
        f"{spent} days minus {flights} flight days, which count twice, "
        f"make {_count_total_days(query)}"
    )


def _count_total_days(query: StayPlan) -> int:
    return 1 + sum(stay.days - 1 for stay in query.stays)


def _find_contradiction(query: StayPlan) -> str | None:
    if _count_total_days(query) != query.days:
        return f"the stays make {_count_total_days(query)} days, but the trip has {query.days}"
    days = {stay.city: stay.days for stay in query.stays}
    for event in query.events:
        first, last = event.first_day, event.last_day
        subject = f"the event in {event.city} from day {first} to day {last}"
        if event.city not in days:
            return f"{subject} is not in a city of the trip"
        if last < first:
            return f"{subject} ends before it begins"
        if first < 1 or last > query.days:
            return f"{subject} is not within the {query.days} days of the trip"
        if last - first + 1 > days[event.city]:
            return f"{subject} lasts longer than the stay of {days[event.city]} days"
    return None


def _plan_order(query: StayPlan) -> TripPlan | InfeasibleTrip:
    cities, flights = [stay.city for stay in query.stays], set(query.flights)
    problem = TripProblem(
        stops=tuple(
            Stop(name=stay.city, duration=stay.days - 1, windows=_compute_stay_windows(stay, query))
            for stay in query.stays
        ),
        travel=TravelMatrix([[0 if (a, b) in flights else None for b in cities] for a in cities]),
        depart=1,
        deadline=query.days,
        unit="day",
    )
    return plan_trip(problem, max_labels=_LABELS)


def _compute_stay_windows(stay: CityStay, query: StayPlan) -> tuple[Window, ...]:
    first, last = 1, query.days
    for event in query.events:
        if event.city == stay.city:
            first = max(first, event.last_day - stay.days + 1)
            last = min(last, event.first_day + stay.days - 1)
    return (Window(first, last),) if first <= last else ()


def _build_stays(query: StayPlan, order: Order, trace: Trace) -> values.Stays:
    day, stays = 1, []
    for before, index in zip((None, *order), order, strict=False):
        stay = query.stays[index]
        if before is not None:
            trace.use(f"a direct flight from {query.stays[before].city} to {stay.city}")
        last = day + stay.days - 1
        dates = [event for event in query.events if event.city == stay.city]
        notes = "".join(f", there from day {e.first_day} to day {e.last_day}" for e in dates)
        trace.say(f"day {day} to day {last}: {stay.city} for {stay.days} days{notes}")
        stays.append(values.PlannedStay(city=stay.city, first_day=day, last_day=last))
        day = last
    return values.Stays(stays=tuple(stays))
