"""What a trip problem has to be, and the error that says what it is instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from geoeval.errors import UsageError, quote
from geoeval.planning.stop import Stop
from geoeval.planning.ticks import MOST_TICKS, whole
from geoeval.planning.travel import TravelMatrix

if TYPE_CHECKING:
    from geoeval.planning.problem import TripProblem

Unit = Literal["second", "minute", "day", "unit"]
_TICKS = {"depart": -MOST_TICKS, "deadline": -MOST_TICKS, "budget": 0, "ticks_per_unit": 1}
_PLACES = ("origin", "end")
_PAIRS = ("days", "before", "directly")


def taken_in(problem: TripProblem) -> dict[str, object]:
    """Return the fields of a problem as they are kept: whole numbers and tuples.

    Raises
    ------
    UsageError
        If a field is of another kind.
    """
    taken: dict[str, object] = {"stops": _stops(problem.stops)}
    for mode, matrix in ((None, problem.travel), *problem.modes.items()):
        if not isinstance(matrix, TravelMatrix):
            which = "travel" if mode is None else f"the mode {quote(mode)}"
            message = f"expected a TravelMatrix for {which}: {quote(matrix)}"
            raise UsageError(message)
    for what, least in (*_TICKS.items(), *((place, 0) for place in _PLACES)):
        value = getattr(problem, what)
        if value is not None:
            taken[what] = whole(value, f"the {what} of a trip", least)
    for what in _PAIRS:
        taken[what] = tuple(_pair(pair, what) for pair in getattr(problem, what))
    if problem.unit not in get_args(Unit):
        units = ", ".join(map(quote, get_args(Unit)))
        message = f"expected a unit among {units}: {quote(problem.unit)}"
        raise UsageError(message)
    return taken


def check_problem(problem: TripProblem) -> None:
    """Raise if the parts of a problem do not go together.

    Raises
    ------
    UsageError
        If they do not.
    """
    _check_names(problem)
    _check_places(problem)
    _check_times(problem)
    for pair in (*problem.before, *problem.directly):
        if pair[0] == pair[1] or not all(0 <= stop < len(problem.stops) for stop in pair):
            message = (
                f"expected pairs of two different stops from 0 to {len(problem.stops) - 1}: "
                f"{quote(pair)}"
            )
            raise UsageError(message)


def _stops(stops: object) -> tuple[Stop, ...]:
    """Return stops as a tuple."""
    known = tuple(stops) if isinstance(stops, tuple | list) else (stops,)
    for stop in known:
        if not isinstance(stop, Stop):
            message = f"expected a tuple of stops, Stop(name=...): {quote(stop)}"
            raise UsageError(message)
    return tuple(stop for stop in known if isinstance(stop, Stop))


def _pair(pair: object, what: str) -> tuple[int, int]:
    """Return a pair of whole numbers."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        message = f"expected pairs of two numbers in {what}, as in ((0, 1),): {quote(pair)}"
        raise UsageError(message)
    return whole(pair[0], f"a number in {what}"), whole(pair[1], f"a number in {what}")


def _check_names(problem: TripProblem) -> None:
    """Raise if two stops have one name."""
    names: set[str] = set()
    for stop in problem.stops:
        if stop.name in names:
            message = f"expected stops of different names: {quote(stop.name)} comes twice"
            raise UsageError(message)
        names.add(stop.name)


def _check_places(problem: TripProblem) -> None:
    """Raise if a place or a mode is not known."""
    size = problem.travel.size
    for mode, matrix in problem.modes.items():
        if matrix.size != size:
            message = f"expected {size} places in the matrix of {quote(mode)}: {matrix.size}"
            raise UsageError(message)
    places = [(quote(stop.name), problem.place(i)) for i, stop in enumerate(problem.stops)]
    places += [(what, p) for what in _PLACES if (p := getattr(problem, what)) is not None]
    for what, place in places:
        if place >= size:
            message = f"expected the place of {what} in the travel matrix of {size} places: {place}"
            raise UsageError(message)
    for wanted in (*(stop.mode for stop in problem.stops), problem.end_mode):
        if wanted is not None and wanted not in problem.modes:
            known = ", ".join(map(quote, problem.modes)) or "none"
            message = f"expected a mode among those given ({known}): {quote(wanted)}"
            raise UsageError(message)


def _check_times(problem: TripProblem) -> None:
    """Raise if the times of a trip are out of order."""
    if problem.deadline is not None and problem.deadline < problem.depart:
        message = (
            f"expected a deadline after the departure at {problem.depart}: {problem.deadline}; "
            "add a day to a deadline past midnight"
        )
        raise UsageError(message)
    if len(problem.days) > 1 and problem.origin is None:
        message = "expected an origin, the hotel, for a trip of several days"
        raise UsageError(message)
    edges = [tick for day in problem.days for tick in day]
    if edges != sorted(edges):
        message = (
            f"expected days that end after they begin, one after another: {quote(problem.days)}"
        )
        raise UsageError(message)
