"""Violations and conflicts of trips as sentences with their numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from geoeval.calculators.units import format_clock, format_duration
from geoeval.planning.conflicts import Conflict, Requirement, RequirementKind
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import Breach, BreachKind

_SECONDS = {"second": 1, "minute": 60}
_DAY = 86_400
_NEARBY_DAYS = {-1: " (the day before)", 0: "", 1: " (next day)"}


@dataclass(frozen=True, slots=True)
class Wording:
    """Words for the places, ticks and violations of a trip.

    Parameters
    ----------
    problem
        The trip.
    moment
        Formats a tick; None for a clock time, a day or a number, depending on the unit of the trip.
    places
        Formats a place; None for the name of the first stop there, "the start" or "the end".
    visit
        Describes when a stop is to be visited other than by its opening hours, "by noon", given its
        place and a tick, None for any. "" for any time, or if the tick is no edge of that time.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window, simulate
    >>> museum = Stop(name="the museum", duration=90, windows=(Window(540, 1020),))
    >>> trip = TripProblem(stops=(museum,), travel=TravelMatrix([[0]]), depart=1000, unit="minute")
    >>> Wording(trip).breach(simulate((0,), trip).first_broken)
    'stays at the museum until 6:10 PM, but it closes at 5:00 PM'
    """

    problem: TripProblem
    moment: Callable[[int], str] | None = None
    places: Callable[[int], str] | None = None
    visit: Callable[[int, int | None], str] | None = None

    def at(self, tick: int) -> str:
        """Format a tick."""
        if self.moment is not None:
            return self.moment(tick)
        unit, each = self.problem.unit, self.problem.ticks_per_unit
        if unit == "day":
            return f"day {_format_number(tick, each)}"
        if unit not in _SECONDS:
            return _format_number(tick, each)
        day, rest = divmod(tick * _SECONDS[unit], _DAY * each)
        minute, rest = divmod(rest, 60 * each)
        clock = format_clock(minute)
        if rest:
            seconds = _format_number(rest, each)
            clock = clock.replace(" ", f":{'0' if rest < 10 * each else ''}{seconds} ")
        if day in _NEARBY_DAYS:
            return clock + _NEARBY_DAYS[day]
        return f"{clock} ({abs(day)} days {'later' if day > 0 else 'before'})"

    def length(self, ticks: int) -> str:
        """Format a number of ticks as a duration."""
        unit, each = self.problem.unit, self.problem.ticks_per_unit
        if unit in _SECONDS and not ticks * _SECONDS[unit] % each:
            return format_duration(ticks * _SECONDS[unit] // each)
        written = _format_number(ticks, each)
        return written if unit == "unit" else f"{written} {unit}{'' if written == '1' else 's'}"

    def place(self, place: int) -> str:
        """Return the name of a place."""
        if self.places is not None:
            return self.places(place)
        stops = (s.name for i, s in enumerate(self.problem.stops) if self.problem.place(i) == place)
        return next(stops, "the start" if place == self.problem.origin else "the end")

    def stop(self, stop: int | None) -> str:
        """Return the name of a stop; for None, that of the end of the trip."""
        if stop is not None:
            if self.places is not None:
                return self.places(self.problem.place(stop))
            return self.problem.stops[stop].name
        return "the end of the trip" if self.problem.end is None else self.place(self.problem.end)

    def demand(self, stop: int | None, tick: int | None = None) -> str:
        """Describe when a stop must be visited; "" for any time, or if the tick is no edge."""
        if self.visit is None or stop is None:
            return ""
        when = self.visit(self.problem.place(stop), tick)
        return when and f"must be visited {when}"

    def breach(self, breach: Breach) -> str:
        """Describe a violation in a sentence."""
        return _BREACHES[breach.kind](self, breach, self.stop(breach.stop))

    def conflict(self, conflict: Conflict) -> str:
        """Describe the stops and requirements of a conflict in a sentence."""
        wording = replace(self, problem=conflict.problem)
        stops = [wording.stop(i) + wording.stay(i) for i in conflict.stops]
        demands = [wording.requirement(demand) for demand in conflict.requirements]
        joined = _join_phrases([*stops, *demands])
        number = {1: "", 2: " both"}.get(len(stops) + len(demands), " all")
        return f"{joined} cannot{number} be satisfied"

    def requirement(self, requirement: Requirement) -> str:
        """Describe a requirement of the trip in a noun phrase."""
        return _REQUIREMENTS[requirement.kind](self, requirement)

    def stay(self, stop: int) -> str:
        """Return the length of a stay in brackets, or "" if it takes no time."""
        duration = self.problem.stops[stop].duration
        return f" ({self.length(duration)})" if duration else ""


def _deadline_phrase(wording: Wording, breach: Breach) -> str:
    assert breach.stop is not None
    return "due at" if wording.problem.stops[breach.stop].starts_at is None else "booked for"


def _closing_phrase(wording: Wording, breach: Breach, name: str) -> str:
    limit = breach.limit or 0
    assert breach.arrival is not None
    if breach.arrival >= limit:
        stay = f"arrives at {name} at {wording.at(breach.arrival)}"
    else:
        stay = f"stays at {name} until {wording.at(breach.actual)}"
    return f"{stay}, but it {_limit_phrase(wording, breach, 'closes')}"


def _limit_phrase(wording: Wording, breach: Breach, verb: str) -> str:
    if at_edge := wording.demand(breach.stop, breach.limit):
        return at_edge
    demand = wording.demand(breach.stop)
    return f"{verb} at {wording.at(breach.limit or 0)}{demand and f' and {demand}'}"


def _closed_phrase(wording: Wording, breach: Breach, name: str) -> str:
    demand = wording.demand(breach.stop)
    return f"{name} {demand}, but is closed then" if demand else f"{name} is closed"


def _hours_phrase(wording: Wording, stop: int | None) -> str:
    assert stop is not None
    if demand := wording.demand(stop):
        return f"that {wording.stop(stop)} {demand}"
    windows = wording.problem.stops[stop].windows or ()
    hours = ", ".join(f"{wording.at(w.opens)} to {wording.at(w.closes)}" for w in windows)
    return f"the hours of {wording.stop(stop)} ({hours or 'closed'})"


def _appointment_phrase(wording: Wording, stop: int | None) -> str:
    assert stop is not None
    return f"{wording.stop(stop)} at {wording.at(wording.problem.stops[stop].starts_at or 0)}"


# The sentence for each kind of violation, given the name of its stop.
_BREACHES: dict[BreachKind, Callable[[Wording, Breach, str], str]] = {
    "missing_leg": lambda wording, breach, name: (
        f"{name} cannot be reached"
        + ("" if breach.origin is None else f" from {wording.place(breach.origin)}")
    ),
    "closed": _closed_phrase,
    "no_day": lambda wording, breach, name: (
        f"no day of the trip has time for {name} from {wording.at(breach.actual)} onwards"
    ),
    "late": lambda wording, breach, name: (
        f"arrives at {name} at {wording.at(breach.actual)}, "
        f"{_deadline_phrase(wording, breach)} {wording.at(breach.limit or 0)}"
    ),
    "not_open": lambda wording, breach, name: (
        f"is at {name} at {wording.at(breach.actual)}, "
        f"but it {_limit_phrase(wording, breach, 'opens')}"
    ),
    "opens_late": lambda wording, breach, name: (
        f"{name} must be left by {wording.at(breach.actual)}, "
        + (
            "which is impossible"
            if breach.limit is None
            else f"but the stay cannot end before {wording.at(breach.limit)}"
        )
        + ((demand := wording.demand(breach.stop)) and f", as it {demand}")
    ),
    "waiting": lambda wording, breach, name: (
        f"has to wait at {name} from {wording.at(breach.actual)} to {wording.at(breach.limit or 0)}"
    ),
    "precedence": lambda wording, breach, name: (
        f"visits {name} before {wording.stop(breach.limit or 0)}"
    ),
    "adjacency": lambda wording, breach, name: (
        f"does not visit {name} directly after {wording.stop(breach.limit or 0)}"
    ),
    "left_out": lambda _its, _, name: f"leaves out {name}",
    "budget": lambda wording, breach, _: (
        f"takes {wording.length(breach.actual)}, "
        f"but the limit is {wording.length(breach.limit or 0)}"
    ),
    "deadline": lambda wording, breach, _: (
        f"is over at {wording.at(breach.actual)}, but the limit is {wording.at(breach.limit or 0)}"
    ),
    "closing": _closing_phrase,
}
_REQUIREMENTS: dict[RequirementKind, Callable[[Wording, Requirement], str]] = {
    "windows": lambda wording, demand: _hours_phrase(wording, demand.stop),
    "appointment": lambda wording, demand: _appointment_phrase(wording, demand.stop),
    "precedence": lambda wording, demand: (
        f"{wording.stop(demand.stop)} before {wording.stop(demand.other)}"
    ),
    "adjacency": lambda wording, demand: (
        f"{wording.stop(demand.other)} directly after {wording.stop(demand.stop)}"
    ),
    "deadline": lambda wording, _: f"ending by {wording.at(wording.problem.deadline or 0)}",
    "budget": lambda wording, _: f"taking at most {wording.length(wording.problem.budget or 0)}",
    "days": lambda _its, _: "the days of the trip",
    "legs": lambda _its, _: "the missing legs",
    "departure": lambda wording, _: f"leaving at {wording.at(wording.problem.depart)}",
}


def _join_phrases(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _format_number(ticks: int, ticks_per_unit: int) -> str:
    """Return a number of units, exact if it is whole, else to the sixth decimal."""
    return (
        f"{ticks / ticks_per_unit:.6f}".rstrip("0").rstrip(".")
        if ticks % ticks_per_unit
        else str(ticks // ticks_per_unit)
    )
