"""How the working of a trip reads: its steps with their arithmetic, what breaks it, its picture."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.calculators.units import format_clock, format_duration
from geoeval.planning import Breach, Call, Conflict, Order, Windows, Wording
from geoeval.query.illustration import DayPlan, DayRow
from geoeval.query.parts import DAYS
from geoeval.query.trips.laid import DAY, MINUTE, LaidTrip, Played, Way
from geoeval.query.working import Blocked, Working, absent
from geoeval.world.model import Place


def clock(seconds: int) -> str:
    """Return seconds after midnight as a clock time."""
    return format_clock(seconds // MINUTE)


def moment(seconds: int, laid: LaidTrip) -> str:
    """Return a time of a trip: by the clock, or counted from the start where no clock is known."""
    return clock(seconds) if laid.clocked else f"{format_duration(seconds)} from the start"


def day_names(days: Iterable[int]) -> str:
    """Return weekdays by their names, empty for all or none of them."""
    names = [DAYS[day].capitalize() for day in days]
    return "" if len(names) == len(DAYS) else ", ".join(names)


def on_days(days: tuple[int, ...]) -> str:
    """Return weekdays as a phrase that begins with "on"."""
    return f"on {day_names(days) or 'any day'}"


def over(played: Played) -> str:
    """Return in words when a trip is over, and after how long."""
    timeline, laid = played.timeline, played.laid
    length = f"after {format_duration(timeline.finish - timeline.depart)}"
    return (
        f"over at {moment(timeline.finish, laid)}, {length}" if laid.clocked else f"over {length}"
    )


def written(order: Order, laid: LaidTrip) -> str:
    """Return an order as its places."""
    return " -> ".join(laid.places[index].name for index in order)


def use_way(way: Way | None, work: Working) -> None:
    """Note the travel time of a way as a fact."""
    if way is not None and way.leg is not None:
        leg = way.leg
        how = f" by {leg.mode}" if leg.mode else ""
        written = format_duration(way.seconds)
        work.use(f"{leg.origin} to {leg.destination}{how}: {written}", leg.line)


def use_hours(place: Place, days: tuple[int, ...], work: Working) -> None:
    """Note the opening hours of a place on some days as a fact, if they played a part."""
    if place.hours is not None and days:
        week = place.hours.without_dates().lines()
        lines = [line for line in week if line.lower().startswith(tuple(DAYS[d] for d in days))]
        work.use(f"{place.name} is open: {', '.join(lines)}", place.line)


def tell(played: Played, work: Working, title: str = "") -> None:
    """Write down and draw an order that was played through, with the facts it rests on."""
    draw(played, work, title)
    timeline, laid = played.timeline, played.laid
    problem, begun = laid.problem, laid.problem.origin is not None
    if problem.origin is not None:
        work.say(f"leave {laid.places[problem.origin].name} at {moment(timeline.depart, laid)}")
    for call, way in zip(timeline.calls, played.ways, strict=False):
        place = laid.places[call.stop]
        use_way(way, work)
        use_hours(place, laid.days, work)
        reached = f"at {place.name} at {moment(call.arrival, laid)}"
        travelled = f"{_travel(way)}: " if begun else ""
        waited = f", wait until {moment(call.start, laid)}" if call.waiting else ""
        stay = problem.stops[call.stop].duration
        stayed = f", stay {format_duration(stay)}: until {moment(call.end, laid)}" if stay else ""
        work.say(f"{travelled}{reached}{waited}{stayed}")
        begun = True
    if problem.end is not None:
        way = played.ways[-1]
        use_way(way, work)
        goal = laid.places[problem.end].name
        work.say(f"{_travel(way)}: at {goal} at {moment(timeline.finish, laid)}")


def draw(played: Played, work: Working, title: str = "") -> None:
    """Draw an order that was played through, with what it breaks: a row for each place."""
    timeline, laid = played.timeline, played.laid
    problem, limit = laid.problem, laid.problem.deadline
    rows = [
        visit_row(laid.places[call.stop].name, call, problem.stops[call.stop].windows)
        for call in timeline.calls
    ]
    if problem.end is not None:
        begins = timeline.finish - (timeline.back or 0)
        goal = laid.places[problem.end].name
        rows.append(DayRow(place=goal, way_s=(begins, timeline.finish)))
    if problem.origin is not None:
        start = laid.places[problem.origin].name
        rows.insert(0, DayRow(place=start, stay_s=(timeline.depart, timeline.depart)))
    work.drawing.day(
        DayPlan(
            rows=tuple(rows),
            title=title,
            when=day_names(laid.days),
            marks=() if limit is None or limit > 2 * DAY else ((limit, "limit"),),
            broken=tuple(why(breach, laid) for breach in timeline.breaches),
            clocked=laid.clocked,
        )
    )


def visit_row(place: str, call: Call, windows: Windows | None) -> DayRow:
    """Return one visit as a row of a picture, with the hours of its place if they are known."""
    return DayRow(
        place=place,
        open_s=None if windows is None else tuple((w.opens, w.closes) for w in windows),
        way_s=(call.leaves, call.arrival) if call.travel else None,
        stay_s=(call.start, call.end),
    )


def why(breach: Breach, laid: LaidTrip) -> str:
    """Return in words what an order breaks, with the numbers."""
    if breach.kind == "missing_leg":
        return leg_missing(breach, laid).detail
    days = f" {on_days(laid.days)}" if breach.kind == "closed" else ""
    return _wording(laid).breach(breach) + days


def conflict_in_words(conflict: Conflict, laid: LaidTrip) -> str:
    """Return in words which demands of a trip cannot hold together, with the numbers."""
    return _wording(laid).conflict(conflict)


def leg_missing(breach: Breach, laid: LaidTrip) -> Blocked:
    """Return that a trip cannot be decided without the travel time that a breach is about."""
    node = laid.problem.end if breach.stop is None else breach.stop
    assert node is not None
    assert breach.origin is not None
    return no_way(laid.places[breach.origin].name, laid.places[node].name, laid.said(node))


def no_way(origin: str, destination: str, said: str | None = None) -> Blocked:
    """Return that a travel time is missing; ``said`` is the text that names the destination."""
    fact = f"travel time from {origin} to {destination}"
    return absent(reason="missing_leg", fact=fact, value=said or destination)


def _wording(laid: LaidTrip) -> Wording:
    """Return how the places and times of a trip are written."""
    return Wording(
        laid.problem,
        moment=lambda tick: moment(tick, laid),
        places=lambda place: laid.places[place].name,
    )


def _travel(way: Way | None) -> str:
    """Return the travel time of a way in words."""
    if way is None:
        return "no travel time known"
    opposite = " (as in the opposite direction)" if way.opposite else ""
    return f"{format_duration(way.seconds)} on the way{opposite}"
