"""What a trip breaks, in words with the numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from geoeval.calculators.units import format_clock, format_duration
from geoeval.planning.conflicts import Conflict, Requirement
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import Breach

_SECONDS = {"second": 1, "minute": 60}
_DAY = 86_400
_NEAR = {-1: " (the day before)", 0: "", 1: " (next day)"}


@dataclass(frozen=True, slots=True)
class Wording:
    """How the places and ticks of a trip are written.

    Parameters
    ----------
    problem
        The trip.
    moment
        Writes a tick; None: by the clock, as a day, or as a number, by the unit of the trip.
    places
        Writes a place; None: the name of the first stop there, "the start", "the end".

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
        """Write a tick."""
        if self.moment is not None:
            return self.moment(tick)
        unit, each = self.problem.unit, self.problem.ticks_per_unit
        if unit == "day":
            return f"day {_number(tick, each)}"
        if unit not in _SECONDS:
            return _number(tick, each)
        day, rest = divmod(tick * _SECONDS[unit], _DAY * each)
        minute, rest = divmod(rest, 60 * each)
        clock = format_clock(minute)
        if rest:
            seconds = _number(rest, each)
            clock = clock.replace(" ", f":{'0' if rest < 10 * each else ''}{seconds} ")
        if day in _NEAR:
            return clock + _NEAR[day]
        return f"{clock} ({abs(day)} days {'later' if day > 0 else 'before'})"

    def length(self, ticks: int) -> str:
        """Write a length of time."""
        unit, each = self.problem.unit, self.problem.ticks_per_unit
        if unit in _SECONDS and not ticks * _SECONDS[unit] % each:
            return format_duration(ticks * _SECONDS[unit] // each)
        written = _number(ticks, each)
        return written if unit == "unit" else f"{written} {unit}{'' if written == '1' else 's'}"

    def place(self, place: int) -> str:
        """Write a place."""
        if self.places is not None:
            return self.places(place)
        stops = (s.name for i, s in enumerate(self.problem.stops) if self.problem.place(i) == place)
        return next(stops, "the start" if place == self.problem.origin else "the end")

    def stop(self, stop: int | None) -> str:
        """Write a stop, or the end of the trip."""
        if stop is not None:
            if self.places is not None:
                return self.places(self.problem.place(stop))
            return self.problem.stops[stop].name
        return "the end of the trip" if self.problem.end is None else self.place(self.problem.end)

    def breach(self, breach: Breach) -> str:
        """Say what is broken."""
        name, at = self.stop(breach.stop), self.at
        limit = 0 if breach.limit is None else breach.limit
        match breach.kind:
            case "missing_leg":
                origin = "" if breach.origin is None else f" from {self.place(breach.origin)}"
                return f"{name} cannot be reached{origin}"
            case "closed":
                return f"{name} is closed"
            case "no_day":
                return f"no day of the trip has time for {name} from {at(breach.actual)} on"
            case "late":
                return f"arrives at {name} at {at(breach.actual)}, {self._due(breach)} {at(limit)}"
            case "not_open":
                return f"is at {name} at {at(breach.actual)}, it opens at {at(limit)}"
            case "opens_late":
                before = "" if breach.limit is None else f" before {at(limit)}"
                return f"{name} has to be left by {at(breach.actual)}, impossible{before}"
            case "waiting":
                return f"has to wait at {name} from {at(breach.actual)} to {at(limit)}"
            case "precedence":
                return f"visits {name} before {self.stop(limit)}"
            case "adjacency":
                return f"does not visit {name} directly after {self.stop(limit)}"
            case "left_out":
                return f"leaves out {name}"
            case "budget":
                return f"takes {self.length(breach.actual)}, the limit is {self.length(limit)}"
            case "deadline":
                return f"is over at {at(breach.actual)}, the limit is {at(limit)}"
            case _:
                return self._closing(breach, name, limit)

    def conflict(self, conflict: Conflict) -> str:
        """Say which stops and which of their demands cannot hold together."""
        its = replace(self, problem=conflict.problem)
        stops = [its.stop(i) + its.stay(i) for i in conflict.stops]
        demands = [its.requirement(demand) for demand in conflict.requirements]
        joined = _listed([*stops, *demands])
        number = {1: "", 2: " both"}.get(len(stops) + len(demands), " all")
        return f"{joined} cannot{number} hold"

    def requirement(self, requirement: Requirement) -> str:
        """Write a demand of a trip."""
        problem, stop = self.problem, requirement.stop
        match requirement.kind:
            case "windows":
                assert stop is not None
                windows = problem.stops[stop].windows or ()
                hours = ", ".join(f"{self.at(w.opens)} to {self.at(w.closes)}" for w in windows)
                return f"the hours of {self.stop(stop)} ({hours or 'closed'})"
            case "appointment":
                assert stop is not None
                return f"{self.stop(stop)} at {self.at(problem.stops[stop].starts_at or 0)}"
            case "precedence":
                return f"{self.stop(stop)} before {self.stop(requirement.other)}"
            case "adjacency":
                return f"{self.stop(requirement.other)} directly after {self.stop(stop)}"
            case "deadline":
                return f"being over by {self.at(problem.deadline or 0)}"
            case "budget":
                return f"taking {self.length(problem.budget or 0)} at most"
            case "days":
                return "the days of the trip"
            case "legs":
                return "the missing legs"
            case "departure":
                return f"leaving at {self.at(problem.depart)}"

    def _due(self, breach: Breach) -> str:
        """Write why one has to be in time."""
        assert breach.stop is not None
        return "due at" if self.problem.stops[breach.stop].starts_at is None else "booked for"

    def stay(self, stop: int) -> str:
        """Write how long a stay is."""
        duration = self.problem.stops[stop].duration
        return f" ({self.length(duration)})" if duration else ""

    def _closing(self, breach: Breach, name: str, limit: int) -> str:
        """Say that a stay arrives after closing, or else would last beyond it."""
        assert breach.arrival is not None
        if breach.arrival >= limit:
            return f"arrives at {name} at {self.at(breach.arrival)}, it closes at {self.at(limit)}"
        return f"stays at {name} until {self.at(breach.actual)}, it closes at {self.at(limit)}"


def _listed(parts: list[str]) -> str:
    """Join phrases with commas and a last "and"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _number(ticks: int, each: int) -> str:
    """Write a number of units exactly if it has few digits, else to the sixth decimal."""
    return f"{ticks / each:.6f}".rstrip("0").rstrip(".") if ticks % each else str(ticks // each)
