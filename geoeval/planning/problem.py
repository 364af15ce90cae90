"""What a trip is made of: stops with their windows, travel times, and the limits of it all.

Every time is an integer tick after one common zero, so that windows are met exactly; what a tick
is, the problem says (``unit`` and ``ticks_per_unit``). Places are the rows of the travel matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from geoeval.errors import UsageError, quote
from geoeval.planning.travel import TravelMatrix
from geoeval.planning.windows import Starts, Window, check_windows, merged

Unit = Literal["second", "minute", "day", "unit"]
ALWAYS: Starts = ((-(1 << 40), 1 << 40),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A place to stay at for a while.

    Parameters
    ----------
    name
        What to call it; unique in a trip, never interpreted.
    duration
        Length of the stay in ticks, 0 or more.
    windows
        When the stay can be made; it lies in one of them. None: at any time; (): never.
    starts_at
        The tick at which it begins and at no other, such as a booked tour.
    prize
        What the stay is worth, 0 or more, for the objective "most_prize".
    mandatory
        Whether the trip has to come by.
    place
        The row of the travel matrix where it is; None: the stop's own position among the stops.
    mode
        The mode by which one comes to it, a key of ``TripProblem.modes``; None: the common one.

    Raises
    ------
    UsageError
        If the duration or the prize is negative or no whole number, or a window closes before
        it opens.
    """

    name: str
    duration: int = 0
    windows: tuple[Window, ...] | None = None
    starts_at: int | None = None
    prize: int = 1
    mandatory: bool = True
    place: int | None = None
    mode: str | None = None

    def __post_init__(self) -> None:
        for what in ("duration", "prize"):
            value = getattr(self, what)
            if not isinstance(value, int) or value < 0:
                message = (
                    f"expected the {what} of {quote(self.name)} to be a whole number of 0 or more: "
                    f"{quote(value)}"
                )
                raise UsageError(message)
        check_windows(self.name, self.windows)

    def starts(self) -> Starts:
        """Return when the stay can begin: disjoint intervals of ticks in ascending order.

        Examples
        --------
        >>> Stop(name="museum", duration=60, windows=(Window(540, 720), Window(780, 800))).starts()
        ((540, 660),)
        """
        if self.windows is None:
            intervals = ALWAYS
        else:
            intervals = merged(window.starts(self.duration) for window in self.windows)
        if self.starts_at is None:
            return intervals
        booked = self.starts_at
        return ((booked, booked),) if any(a <= booked <= b for a, b in intervals) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TripProblem:
    """Stops to arrange, and all that limits the arrangement.

    Parameters
    ----------
    stops
        The stops.
    travel
        Ticks of travel between the places.
    modes
        Travel times by other modes, for the stops that name one.
    depart
        The tick at which the trip begins; the objective "latest_departure" moves it later.
    origin
        The place where it begins; None if it begins at the first stop, whichever that is.
    end
        The place to reach after the last stop; None if the trip is over with that stop.
    end_mode
        The mode of the way to the end.
    deadline
        The tick by which the trip is over.
    budget
        Ticks from the departure to the end at most, waiting counted.
    days
        (begins, ends) of each day of a trip of several days, in ascending order: every day but
        the first begins at the origin (the hotel), every day but the last ends there. ``depart``
        and ``deadline`` hold beside them.
    before
        Pairs of stops by their index: where both are made, the first is made before the second.
    directly
        Pairs of stops: where both are made, the second follows directly after the first.
    waiting
        Whether one may wait: before a leg that is quicker later, and for a stop to open.
    unit, ticks_per_unit
        What a tick is: there are ``ticks_per_unit`` of them in a ``unit``. Tick 0 is midnight
        if the unit is a second or a minute, the first day if it is a day.

    Raises
    ------
    UsageError
        If two stops have one name, a place or mode is not known, the matrices differ in size,
        the deadline lies before the departure, or a pair of stops is none.
    """

    stops: tuple[Stop, ...]
    travel: TravelMatrix
    modes: Mapping[str, TravelMatrix] = field(default_factory=dict)
    depart: int = 0
    origin: int | None = None
    end: int | None = None
    end_mode: str | None = None
    deadline: int | None = None
    budget: int | None = None
    days: tuple[tuple[int, int], ...] = ()
    before: tuple[tuple[int, int], ...] = ()
    directly: tuple[tuple[int, int], ...] = ()
    waiting: bool = True
    unit: Unit = "second"
    ticks_per_unit: int = 1

    def __post_init__(self) -> None:
        self._check_names()
        self._check_places()
        self._check_times()
        for pair in (*self.before, *self.directly):
            if pair[0] == pair[1] or not all(0 <= stop < len(self.stops) for stop in pair):
                message = (
                    f"expected pairs of two different stops from 0 to {len(self.stops) - 1}: "
                    f"{quote(pair)}"
                )
                raise UsageError(message)

    def place(self, stop: int) -> int:
        """Return the row of the travel matrix where a stop is.

        Examples
        --------
        >>> cafe = Stop(name="cafe", place=0)
        >>> TripProblem(stops=(cafe,), travel=TravelMatrix([[0]])).place(0)
        0
        """
        place = self.stops[stop].place
        return stop if place is None else place

    def matrix(self, mode: str | None) -> TravelMatrix:
        """Return the travel times of a mode; None means the common one."""
        return self.travel if mode is None else self.modes[mode]

    def limit(self, depart: int) -> int | None:
        """Return the tick by which a trip that departs at a tick is over: deadline or budget."""
        limits = [] if self.deadline is None else [self.deadline]
        if self.budget is not None:
            limits.append(depart + self.budget)
        return min(limits, default=None)

    def restricted(self, stops: Sequence[int]) -> TripProblem:
        """Return the problem with some of its stops, in the order given.

        Examples
        --------
        >>> trip = TripProblem(
        ...     stops=(Stop(name="a"), Stop(name="b")), travel=TravelMatrix([[0, 5], [5, 0]])
        ... )
        >>> [(stop.name, stop.place) for stop in trip.restricted((1,)).stops]
        [('b', 1)]
        """
        position = {stop: k for k, stop in enumerate(stops)}

        def kept(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
            known = (pair for pair in pairs if pair[0] in position and pair[1] in position)
            return tuple((position[first], position[second]) for first, second in known)

        return replace(
            self,
            stops=tuple(replace(self.stops[i], place=self.place(i)) for i in stops),
            before=kept(self.before),
            directly=kept(self.directly),
        )

    def by_distance(self) -> TripProblem:
        """Return the problem with distances in the place of times, and no stays.

        Examples
        --------
        >>> matrix = TravelMatrix([[0, 5], [5, 0]], distances=[[0, 300], [300, 0]])
        >>> trip = TripProblem(stops=(Stop(name="zoo", duration=9),), travel=matrix, origin=1)
        >>> trip.by_distance().travel.ride(1, 0, leaves=0).arrives
        300
        """
        return replace(
            self,
            stops=tuple(replace(stop, duration=0) for stop in self.stops),
            travel=self.travel.lengths(),
            modes={mode: matrix.lengths() for mode, matrix in self.modes.items()},
        )

    def _check_names(self) -> None:
        names: set[str] = set()
        for stop in self.stops:
            if stop.name in names:
                message = f"expected stops of different names: {quote(stop.name)} comes twice"
                raise UsageError(message)
            names.add(stop.name)

    def _check_places(self) -> None:
        size = self.travel.size
        for mode, matrix in self.modes.items():
            if matrix.size != size:
                message = f"expected {size} places in the matrix of {quote(mode)}: {matrix.size}"
                raise UsageError(message)
        places = [(quote(stop.name), self.place(i)) for i, stop in enumerate(self.stops)]
        places += [
            (what, p) for what in ("origin", "end") if (p := getattr(self, what)) is not None
        ]
        for what, place in places:
            if not 0 <= place < size:
                message = (
                    f"expected the place of {what} in the travel matrix of {size} places: {place}"
                )
                raise UsageError(message)
        for wanted in (*(stop.mode for stop in self.stops), self.end_mode):
            if wanted is not None and wanted not in self.modes:
                known = ", ".join(map(quote, self.modes)) or "none"
                message = f"expected a mode among those given ({known}): {quote(wanted)}"
                raise UsageError(message)

    def _check_times(self) -> None:
        if self.deadline is not None and self.deadline < self.depart:
            message = (
                f"expected a deadline after the departure at {self.depart}: {self.deadline}; "
                "add a day to a deadline past midnight"
            )
            raise UsageError(message)
        if self.budget is not None and self.budget < 0:
            message = f"expected a budget of 0 ticks or more: {self.budget}"
            raise UsageError(message)
        if self.ticks_per_unit < 1:
            message = f"expected 1 tick per {self.unit} or more: {quote(self.ticks_per_unit)}"
            raise UsageError(message)
        _check_days(self)


def _check_days(problem: TripProblem) -> None:
    """Raise if the days of a trip are out of order or have no hotel."""
    if len(problem.days) > 1 and problem.origin is None:
        message = "expected an origin, the hotel, for a trip of several days"
        raise UsageError(message)
    edges = [tick for day in problem.days for tick in day]
    if edges != sorted(edges):
        message = (
            f"expected days that end after they begin, one after another: {quote(problem.days)}"
        )
        raise UsageError(message)


def check_order(order: Sequence[int], problem: TripProblem) -> None:
    """Raise if an order names a stop twice or one that the problem does not have.

    Raises
    ------
    UsageError
        If it does.
    """
    for position, stop in enumerate(order):
        if not 0 <= stop < len(problem.stops) or stop in order[:position]:
            message = (
                f"expected an order of different stops from 0 to {len(problem.stops) - 1}: "
                f"{quote(tuple(order))}"
            )
            raise UsageError(message)
