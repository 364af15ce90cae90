"""Figures of places: opening hours, facts, distances and directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.filters.truth import find_openings, on_each_day
from geoeval.calculators.hours import WEEK_MIN, WeeklyHours
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.units import format_clock, format_distance, format_duration
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError
from geoeval.query import algebra, values
from geoeval.query.filter_kinds import AnyFilter, Filter, HoursFilter, NotFilter
from geoeval.query.parts import DAYS, ClockTime, Day, Figure, minute_of
from geoeval.query.places.areas import compare_readings
from geoeval.query.trace import Blocked, Trace, join_names, missing_fact, name_spot, under_specified
from geoeval.world.model import Place
from geoeval.world.place_facts import FACTS, MEASURES

# Opening hours.
_MINUTE = 60


def use_hours(place: Place, trace: Trace) -> None:
    """Add the opening hours of a place as a fact, if known."""
    if place.hours is not None:
        lines = place.hours.without_dates().lines()
        trace.use(f"{place.name}: {', '.join(lines)}", place.line)


def draw_openings(
    places: Iterable[Place], day: Day | None, asked: Iterable[ClockTime | None], trace: Trace
) -> None:
    """Draw the opening hours of places on a day, or today in the world, and the queried times.

    Places with unknown hours are left out; nothing is drawn without a day.
    """
    number = trace.world.today if day is None else DAYS.index(day)
    if number is None:
        return
    rows = []
    for place in places:
        hours = None if place.hours is None else place.hours.windows_on(number)
        if hours is not None:
            spans = tuple((start * _MINUTE, end * _MINUTE) for start, end in hours)
            rows.append(values.DayRow(place=place.name, open_s=spans))
    if rows:
        marks = tuple((minute_of(time) * _MINUTE, "asked") for time in asked if time is not None)
        when = DAYS[number].capitalize()
        trace.drawing.day(values.DayPlan(rows=tuple(rows), when=when, marks=marks))


def no_hours(place: Place, when: str = "") -> Blocked:
    """Return the exception for unknown opening hours of a place."""
    return Blocked(
        reason="no_hours",
        detail=f"the context gives no opening hours of {place.name}{when}",
        value=place.name,
        lacking=f"opening hours of {place.name}",
    )


def hours_figure(figure: algebra.Hours, trace: Trace) -> values.Clock | values.Quantity:
    """Return when a place opens or closes, or how long it is open."""
    assert figure.place is not None, "the figure is complete"
    place = trace.place(figure.place)
    days = range(7) if figure.day is None else [DAYS.index(figure.day)]
    known = [place.hours.intervals_on(day) for day in days] if place.hours else [None]
    if None in known:
        raise no_hours(place)
    if figure.since is not None:
        return _compute_time_until(figure, figure.since, place, days, trace)
    minutes = _require_one_minute(figure, place, _find_possible_minutes(figure, place, known))
    use_hours(place, trace)
    return _report_hours(figure, place, minutes, trace)


def _report_hours(
    figure: algebra.Hours, place: Place, minutes: int, trace: Trace
) -> values.Clock | values.Quantity:
    when = f" on {figure.day}" if figure.day else ""
    if figure.edge != "length":
        trace.say(f"{place.name} {figure.edge} at {format_clock(minutes)}{when}")
        return values.Clock(minute=minutes)
    span = " a week" if figure.week else when or " a day"
    trace.say(f"{place.name} is open for {format_duration(minutes * 60)}{span}")
    return values.Quantity(amount=minutes * 60, unit="s")


def _find_possible_minutes(
    figure: algebra.Hours, place: Place, known: Sequence[Sequence[tuple[int, int]] | None]
) -> set[int]:
    if not figure.week:
        return {getattr(each, figure.edge) for each in find_openings(place.hours, figure.day)}
    lengths = [end - start for hours in known for start, end in hours or ()]
    return {sum(lengths)} if lengths else set()


def _require_one_minute(figure: algebra.Hours, place: Place, found: set[int]) -> int:
    if not found:
        raise Blocked(
            reason="nothing_matches",
            detail=f"{place.name} is closed on {figure.day or 'every day'}",
        )
    if len(found) > 1:
        differs = (
            "is open for different lengths of time"
            if figure.edge == "length"
            else f"{figure.edge} at different times"
        )
        detail = f"{place.name} {differs} on different days, and no day is given"
        raise under_specified(detail=detail)
    minutes = found.pop()
    if figure.edge == "closes" and minutes >= WEEK_MIN:
        detail = f"{place.name} never closes"
        raise Blocked(reason="no_such_fact", detail=detail, value=place.name)
    return minutes


def _compute_time_until(
    figure: algebra.Hours, since: ClockTime, place: Place, days: Iterable[int], trace: Trace
) -> values.Quantity:
    minute, hours = minute_of(since), place.hours
    assert hours is not None, "the hours are known"
    when = f" at {since}{f' on {figure.day}' if figure.day else ''}"
    if figure.edge == "closes":
        edges = {hours.closes_on(day, minute) for day in days}
        detail = f"{place.name} is closed{when}"
    else:
        edges = {_find_next_opening(hours, day, minute) for day in days}
        detail = f"{place.name} is open{when}, or not known to open"
    if len(edges) > 1:
        detail = f"{place.name} {figure.edge} at different times on different days"
        raise under_specified(detail=f"{detail}, and no day is given")
    edge = edges.pop()
    if edge is None or edge - minute >= WEEK_MIN:
        raise Blocked(reason="nothing_matches", detail=detail)
    use_hours(place, trace)
    length = format_duration((edge - minute) * _MINUTE)
    trace.say(f"{place.name} {figure.edge} at {format_clock(edge)}, {length} after {since}")
    return values.Quantity(amount=(edge - minute) * _MINUTE, unit="s")


def _find_next_opening(hours: WeeklyHours, day: int, minute: int) -> int | None:
    """Return the next opening in minutes from midnight; None if open or unknown."""
    for ahead in range(8):
        intervals = hours.intervals_on((day + ahead) % 7)
        if intervals is None or hours.is_open_on(day, minute) is not False:
            return None
        starts = [start + ahead * DAY_MIN for start, _ in intervals]
        if later := [start for start in starts if start >= minute]:
            return min(later)
    return None


def _find_weekly_states(hours: WeeklyHours | None, at: ClockTime | None) -> list[bool | None]:
    if hours is None:
        return [None]
    if at is None:
        return [hours.opens_on(day) for day in range(7)]
    return [hours.is_open_on(day, minute_of(at)) for day in range(7)]


def _find_days(days: algebra.Days, trace: Trace) -> tuple[Place, list[str]]:
    place = trace.place(days.place)
    known = _find_weekly_states(place.hours, days.at)
    if None in known:
        raise Blocked(
            reason="no_hours",
            detail=f"the context does not give all opening hours of {place.name}",
            value=place.name,
            lacking=f"opening hours of {place.name} on every day",
        )
    found = [
        day.capitalize()
        for day, opens in zip(DAYS, known, strict=True)
        if opens is days.open
        and all(_holds_on_day(each, day, place.hours) for each in days.filters)
    ]
    use_hours(place, trace)
    when = f" at {days.at}" if days.at else ""
    when += ", as asked," if days.filters else ""
    trace.say(f"{place.name} is {'open' if days.open else 'closed'}{when} on {join_names(found)}")
    return place, found


def _holds_on_day(wanted: Filter, day: Day, hours: WeeklyHours | None) -> bool:
    if isinstance(wanted, NotFilter):
        return not _holds_on_day(wanted.of, day, hours)
    if isinstance(wanted, AnyFilter):
        return any(_holds_on_day(each, day, hours) for each in wanted.of)
    assert isinstance(wanted, HoursFilter)
    assert hours is not None
    return True in on_each_day(wanted.model_copy(update={"day": day}), hours)


def list_days(query: algebra.Listing, trace: Trace) -> values.Names:
    """Return the days on which a place opens or stays closed: all of them, or any one."""
    assert isinstance(query.of, algebra.Days)
    place, found = _find_days(query.of, trace)
    if not found:
        raise Blocked(reason="nothing_matches", detail=f"{place.name} has no such day")
    several = len(found) > 1 and query.wanted == "all"
    return values.Names(names=tuple(found), reading="all" if several else "any", tied=len(found))


def count_days(days: algebra.Days, trace: Trace) -> values.Quantity:
    """Return the number of days on which a place opens or stays closed."""
    return values.Quantity(amount=len(_find_days(days, trace)[1]), unit="count")


# Facts, distances and directions.
_POLE = 90.0
_OF_EIGHT_DEG = 45.0  # the width of one of eight directions, the finest that options usually offer


def _compute_distance(figure: algebra.Distance, trace: Trace) -> values.Quantity:
    assert figure.origin is not None
    assert figure.destination is not None
    first, second = trace.place(figure.origin), trace.place(figure.destination)
    return values.Quantity(amount=distance_between(first, second, trace), unit="m")


def _compute_direction(figure: algebra.DirectionOf, trace: Trace) -> values.Bearing:
    seen_from, place = trace.place(figure.seen_from), trace.place(figure.place)
    degrees = bearing_between(seen_from, place, trace)
    compare_readings(seen_from, place, cardinal(degrees).word.lower(), trace, _OF_EIGHT_DEG)
    return values.Bearing(degrees=degrees)


def _read_fact(figure: algebra.Fact, trace: Trace) -> values.Quantity | values.Text:
    assert figure.place is not None
    return fact_of(trace.place(figure.place), figure.fact, trace)


def _compute_detour(figure: algebra.Detour, trace: Trace) -> values.Quantity:
    assert figure.place is not None
    ends = trace.place(figure.first), trace.place(figure.second)
    [(extra, _)] = compute_detours([trace.place(figure.place)], *ends, trace)
    return values.Quantity(amount=extra, unit="m")


def distance_between(first: Place, second: Place, trace: Trace) -> float:
    """Return the distance between two places in metres, and record it."""
    metres = trace.measure(first, second)
    trace.say(
        f"{name_spot(first)} to {name_spot(second)}: "
        f"{format_distance(metres)} {trace.shortest_path}"
    )
    trace.drawing.measured(first, second, format_distance(metres))
    return metres


def bearing_between(origin: Place, destination: Place, trace: Trace) -> float:
    """Return the initial bearing between two places in degrees, and record it."""
    start, end = trace.location(origin), trace.location(destination)
    if abs(start[0]) == _POLE:
        detail = f"seen from {origin.name}, a pole, every direction is the same"
        raise under_specified(detail=detail, value=origin.name)
    try:
        degrees = initial_bearing(start, end)
    except CoincidentPointsError as error:
        detail = f"{origin.name} and {destination.name} lie at the same point"
        raise Blocked(reason="same_place", detail=detail) from error
    except InvalidCoordinateError as error:
        detail = f"{origin.name} and {destination.name} are antipodes: every direction leads there"
        raise under_specified(detail=detail) from error
    point = cardinal(degrees).word.lower()
    trace.say(
        f"{name_spot(origin)} to {name_spot(destination)}: initial bearing {degrees:.1f}°, {point}"
    )
    trace.drawing.measured(origin, destination, f"{degrees:.1f}°")
    return degrees


def compute_detours(
    places: Sequence[Place], first: Place, second: Place, trace: Trace
) -> list[tuple[float, Place]]:
    """Return how many metres each place adds to the distance between two others."""
    direct = distance_between(first, second, trace)
    totals = [trace.measure(first, place) + trace.measure(place, second) for place in places]
    keyed = [
        (max(0.0, metres - direct), place) for metres, place in zip(totals, places, strict=True)
    ]
    for extra, place in sorted(keyed, key=lambda pair: pair[0]):
        trace.say(f"via {name_spot(place)}: {format_distance(direct + extra)}")
    return keyed


def fact_of(place: Place, fact: algebra.FactName, trace: Trace) -> values.Quantity | values.Text:
    """Return a fact of a place, and record it."""
    known, value = FACTS[fact], getattr(place, fact)
    shown = "" if value is None else known.text(value)
    if not shown:
        lacking = f"{known.words} of {place.name}"
        raise missing_fact(reason=known.absence, fact=lacking, value=place.name)
    found: values.Quantity | values.Text = values.Text(text=shown)
    if known.unit is not None and not isinstance(value, str):
        found = values.Quantity(amount=value, unit=known.unit)
        shown = f"{value:g}"
    trace.use(f"{place.name}: {known.words} {shown}", place.line)
    trace.say(f"{known.words} of {place.name}: {shown}")
    return found


def number_or_none(place: Place, measure: str) -> float | None:
    """Return a fact of a place as a number; None if it is unknown."""
    value, number = getattr(place, measure), MEASURES[measure].number
    return None if value is None or number is None else number(value)


def unknown_figure(measure: str) -> Blocked:
    """Return the exception for a fact that is unknown for all places of a selection."""
    fact = MEASURES[measure]
    return missing_fact(reason=fact.absence, fact=f"{fact.words} of these places")


def known_number(place: Place, measure: str, trace: Trace) -> float | None:
    """Return a fact of a place as a number and record it; None if unknown."""
    amount = number_or_none(place, measure)
    if amount is not None:
        text = f"{place.name}: {MEASURES[measure].words} {amount:g}"
        trace.use(text, place.line)
        trace.say(text)
    return amount


def number_of(place: Place, measure: str, trace: Trace) -> float:
    """Return a fact of a place as a number and record it; price levels are 1 to 4."""
    amount = known_number(place, measure, trace)
    if amount is None:
        raise unknown_figure(measure)
    return amount


VALUES: dict[type[Figure], Callable[..., values.Value]] = {
    algebra.Distance: _compute_distance,
    algebra.DirectionOf: _compute_direction,
    algebra.Fact: _read_fact,
    algebra.Hours: hours_figure,
    algebra.Detour: _compute_detour,
}
"""Solvers of complete figures of places, by kind of figure."""
