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
_NEAR = {-1: " (the day before)", 0: "", 1: " (next day)"}


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of the places and ticks of a trip.

    Parameters
    ----------
    problem
        The trip.
    moment
        Formats a tick; None: as a clock time, a day or a number, by the unit of the trip.
    places
        Formats a place; None: the name of the first stop there, "the start", "the end".

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window, simulate
    >>> museum = Stop(name="the museum", duration=90, windows=(Window(540, 1020),))
    >>> trip = TripProblem(stops=(museum,), travel=TravelMatrix([[0]]), depart=1000, unit="minute")
    >>> Wording(trip).breach(simulate((0,), trip).first_broken)
    'stays at the museum until 6:10 PM, it closes at 5:00 PM'
    """

    problem: TripProblem
    moment: Callable[[int], str] | None = None
    places: Callable[[int], str] | None = None

    def at(self, tick: int) -> str:
        """Return a tick in words."""
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
        if day in _NEAR:
            return clock + _NEAR[day]
        return f"{clock} ({abs(day)} days {'later' if day > 0 else 'before'})"

    def length(self, ticks: int) -> str:
        """Return a length of time in words."""
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
        """Return the name of a stop, or of the end of the trip for None."""
        if stop is not None:
            if self.places is not None:
                return self.places(self.problem.place(stop))
            return self.problem.stops[stop].name
        return "the end of the trip" if self.problem.end is None else self.place(self.problem.end)

    def breach(self, breach: Breach) -> str:
        """Return a sentence about a violation."""
        return _BREACHES[breach.kind](self, breach, self.stop(breach.stop))

    def conflict(self, conflict: Conflict) -> str:
        """Return a sentence about the stops and requirements that exclude each other."""
        its = replace(self, problem=conflict.problem)
        stops = [its.stop(i) + its.stay(i) for i in conflict.stops]
        demands = [its.requirement(demand) for demand in conflict.requirements]
        joined = _join_phrases([*stops, *demands])
        number = {1: "", 2: " both"}.get(len(stops) + len(demands), " all")
        return f"{joined} cannot{number} hold"

    def requirement(self, requirement: Requirement) -> str:
        """Return a requirement of a trip in words."""
        return _REQUIREMENTS[requirement.kind](self, requirement)

    def stay(self, stop: int) -> str:
        """Return the length of a stay in brackets, empty for no time."""
        duration = self.problem.stops[stop].duration
        return f" ({self.length(duration)})" if duration else ""


def _deadline_phrase(its: Wording, breach: Breach) -> str:
    assert breach.stop is not None
    return "due at" if its.problem.stops[breach.stop].starts_at is None else "booked for"


def _closing_phrase(its: Wording, breach: Breach, name: str) -> str:
    limit = breach.limit or 0
    assert breach.arrival is not None
    if breach.arrival >= limit:
        return f"arrives at {name} at {its.at(breach.arrival)}, it closes at {its.at(limit)}"
    return f"stays at {name} until {its.at(breach.actual)}, it closes at {its.at(limit)}"


def _hours_phrase(its: Wording, stop: int | None) -> str:
    assert stop is not None
    windows = its.problem.stops[stop].windows or ()
    hours = ", ".join(f"{its.at(w.opens)} to {its.at(w.closes)}" for w in windows)
    return f"the hours of {its.stop(stop)} ({hours or 'closed'})"


def _appointment_phrase(its: Wording, stop: int | None) -> str:
    assert stop is not None
    return f"{its.stop(stop)} at {its.at(its.problem.stops[stop].starts_at or 0)}"


# The sentence for each kind of violation, given the name of its stop.
_BREACHES: dict[BreachKind, Callable[[Wording, Breach, str], str]] = {
    "missing_leg": lambda its, breach, name: (
        f"{name} cannot be reached"
        + ("" if breach.origin is None else f" from {its.place(breach.origin)}")
    ),
    "closed": lambda _its, _, name: f"{name} is closed",
    "no_day": lambda its, breach, name: (
        f"no day of the trip has time for {name} from {its.at(breach.actual)} on"
    ),
    "late": lambda its, breach, name: (
        f"arrives at {name} at {its.at(breach.actual)}, "
        f"{_deadline_phrase(its, breach)} {its.at(breach.limit or 0)}"
    ),
    "not_open": lambda its, breach, name: (
        f"is at {name} at {its.at(breach.actual)}, it opens at {its.at(breach.limit or 0)}"
    ),
    "opens_late": lambda its, breach, name: (
        f"{name} has to be left by {its.at(breach.actual)}, impossible"
        + ("" if breach.limit is None else f" before {its.at(breach.limit)}")
    ),
    "waiting": lambda its, breach, name: (
        f"has to wait at {name} from {its.at(breach.actual)} to {its.at(breach.limit or 0)}"
    ),
    "precedence": lambda its, breach, name: f"visits {name} before {its.stop(breach.limit or 0)}",
    "adjacency": lambda its, breach, name: (
        f"does not visit {name} directly after {its.stop(breach.limit or 0)}"
    ),
    "left_out": lambda _its, _, name: f"leaves out {name}",
    "budget": lambda its, breach, _: (
        f"takes {its.length(breach.actual)}, the limit is {its.length(breach.limit or 0)}"
    ),
    "deadline": lambda its, breach, _: (
        f"is over at {its.at(breach.actual)}, the limit is {its.at(breach.limit or 0)}"
    ),
    "closing": _closing_phrase,
}
_REQUIREMENTS: dict[RequirementKind, Callable[[Wording, Requirement], str]] = {
    "windows": lambda its, demand: _hours_phrase(its, demand.stop),
    "appointment": lambda its, demand: _appointment_phrase(its, demand.stop),
    "precedence": lambda its, demand: f"{its.stop(demand.stop)} before {its.stop(demand.other)}",
    "adjacency": lambda its, demand: (
        f"{its.stop(demand.other)} directly after {its.stop(demand.stop)}"
    ),
    "deadline": lambda its, _: f"being over by {its.at(its.problem.deadline or 0)}",
    "budget": lambda its, _: f"taking {its.length(its.problem.budget or 0)} at most",
    "days": lambda _its, _: "the days of the trip",
    "legs": lambda _its, _: "the missing legs",
    "departure": lambda its, _: f"leaving at {its.at(its.problem.depart)}",
}


def _join_phrases(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _format_number(ticks: int, each: int) -> str:
    """Return a number of units, exact if it has few digits, else to the sixth decimal."""
    return f"{ticks / each:.6f}".rstrip("0").rstrip(".") if ticks % each else str(ticks // each)
