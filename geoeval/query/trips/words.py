"""How the working of a trip reads: its steps with their arithmetic, and what breaks it."""

from __future__ import annotations

from geoeval.calculators.units import format_clock, format_duration
from geoeval.planning import Breach, Conflict, Order, Timeline, TooEarly, Wording
from geoeval.query.base import DAYS
from geoeval.query.derive import Working
from geoeval.query.trip_days import trip_day
from geoeval.query.trip_map import MINUTE, TripMap, Way
from geoeval.world.model import Place


def clock(seconds: int) -> str:
    """Return seconds after midnight as a clock time.

    Examples
    --------
    >>> clock(52200)
    '2:30 PM'
    """
    return format_clock(seconds // MINUTE)


def moment(seconds: int, trip: TripMap) -> str:
    """Return a time of a trip: by the clock, or counted from the start where no clock is known."""
    return clock(seconds) if trip.clocked else f"{format_duration(seconds)} from the start"


def days_in_words(days: tuple[int, ...]) -> str:
    """Return weekdays as a phrase that begins with "on".

    Examples
    --------
    >>> days_in_words((0, 1, 6)), days_in_words(tuple(range(7)))
    ('on Monday, Tuesday, Sunday', 'on any day')
    """
    if len(days) == 7:
        return "on any day"
    return "on " + ", ".join(DAYS[day].capitalize() for day in days)


def after(timeline: Timeline, trip: TripMap) -> str:
    """Return in words when a trip is over, and after how long."""
    length = format_duration(timeline.finish - timeline.depart)
    return (
        f"at {moment(timeline.finish, trip)}, after {length}" if trip.clocked else f"after {length}"
    )


def written(order: Order, trip: TripMap) -> str:
    """Return an order as its places."""
    return " -> ".join(trip.places[index].name for index in order)


def use_way(way: Way | None, work: Working) -> None:
    """Note the travel time of a way as a fact."""
    if way is not None and way.leg is not None:
        leg = way.leg
        how = f" by {leg.mode}" if leg.mode else ""
        written = format_duration(way.seconds)
        work.use(f"{leg.origin} to {leg.destination}{how}: {written}", leg.line)


def use_hours(place: Place, days: tuple[int, ...], work: Working) -> None:
    """Note the opening hours of a place as a fact, if they played a part."""
    if place.hours is not None and days:
        week = place.hours.without_dates().lines()
        lines = [line for line in week if _of_days(line, days)]
        work.use(f"{place.name} is open: {', '.join(lines)}", place.line)


def draw(timeline: Timeline, trip: TripMap, work: Working, title: str = "") -> None:
    """Draw an order that was played through, with what it breaks."""
    broken = tuple(why(breach, trip) for breach in timeline.breaches)
    work.drawing.day(trip_day(timeline, trip, title, broken))


def tell(timeline: Timeline, trip: TripMap, work: Working, title: str = "") -> None:
    """Write down and draw an order that was played through, with the facts it rests on."""
    draw(timeline, trip, work, title)
    problem, here = trip.problem, trip.problem.origin
    if here is not None:
        work.say(f"leave {trip.places[here].name} at {moment(timeline.depart, trip)}")
    for call in timeline.calls:
        place, way = trip.places[call.stop], _way(here, call.stop, trip)
        use_way(way, work)
        use_hours(place, trip.days, work)
        reached = f"at {place.name} at {moment(call.arrival, trip)}"
        travelled = "" if here is None else f"{_travel(way)}: "
        waited = f", wait until {moment(call.start, trip)}" if call.waiting else ""
        stay = problem.stops[call.stop].duration
        stayed = f", stay {format_duration(stay)}: until {moment(call.end, trip)}" if stay else ""
        work.say(f"{travelled}{reached}{waited}{stayed}")
        here = call.stop
    if problem.end is not None:
        way = _way(here, problem.end, trip)
        use_way(way, work)
        goal = trip.places[problem.end].name
        work.say(f"{_travel(way)}: at {goal} at {moment(timeline.finish, trip)}")


def why(breach: Breach | TooEarly, trip: TripMap) -> str:
    """Return in words what an order breaks, with the numbers."""
    if breach.kind == "missing_leg":
        node = trip.problem.end if breach.stop is None else breach.stop
        assert node is not None
        assert breach.origin is not None
        return no_way(trip.places[breach.origin].name, trip.places[node].name)
    on_days = f" {days_in_words(trip.days)}" if breach.kind == "closed" else ""
    return _wording(trip).breach(breach) + on_days


def conflict_in_words(conflict: Conflict, trip: TripMap) -> str:
    """Return in words which demands of a trip cannot hold together, with the numbers."""
    return _wording(trip).conflict(conflict)


def no_way(origin: str, destination: str) -> str:
    """Return in words that a leg is missing."""
    return f"the context gives no travel time from {origin} to {destination}"


def _wording(trip: TripMap) -> Wording:
    """Return how the places and times of a trip are written."""
    return Wording(
        trip.problem,
        moment=lambda tick: moment(tick, trip),
        places=lambda place: trip.places[place].name,
    )


def _way(origin: int | None, destination: int, trip: TripMap) -> Way | None:
    """Return the way between two nodes of a trip."""
    return None if origin is None else trip.ways.get((origin, destination))


def _travel(way: Way | None) -> str:
    """Return the travel time of a way in words."""
    if way is None:
        return "no travel time known"
    opposite = " (as in the opposite direction)" if way.opposite else ""
    return f"{format_duration(way.seconds)} on the way{opposite}"


def _of_days(line: str, days: tuple[int, ...]) -> bool:
    """Tell whether a line of opening hours is about one of several days."""
    return any(line.lower().startswith(DAYS[day]) for day in days)
