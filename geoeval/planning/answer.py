"""The result of planning a trip: a plan with its proof, or why there is none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, get_args
from warnings import warn

from geoeval.calculators.sphere.points import LatLon
from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.planning.problem import TripProblem, matrices_of
from geoeval.planning.schedule import Order, Timeline, slacks
from geoeval.planning.stop import ALWAYS

if TYPE_CHECKING:
    from geoeval.drawing.figure import PictureFigure
    from geoeval.drawing.picture import Svg
    from geoeval.planning.conflicts import Conflict
    from geoeval.planning.words import Wording

Objective = Literal[
    "earliest_finish",
    "least_travel",
    "least_distance",
    "most_visits",
    "most_prize",
    "latest_departure",
]

_GONE = "the next release drops {} of a plan: use {}, which returns SVG and needs no matplotlib"


class Found(NamedTuple):
    """The result of a search, in the units of its objective; None if no order was found."""

    order: Order | None
    value: int | None
    bound: int  # no order is better than this
    proved: bool  # whether no order is better, or none holds
    labels: int  # the number of labels kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The engine that found an answer, the labels it kept and the seconds it took."""

    engine: str
    labels: int
    seconds: float = field(compare=False)


class _Pictured(ABC):
    """An order of stops that can be drawn."""

    problem: TripProblem

    @property
    @abstractmethod
    def drawn(self) -> Timeline:
        """The order that the pictures show."""

    def to_svg(
        self, coordinates: Sequence[LatLon] | None = None, wording: Wording | None = None
    ) -> Svg:
        """Draw the order along the clock, and its route on a map, as an SVG document.

        The clock shows windows, legs, waiting and stays, and the violations of an infeasible order.
        """
        from geoeval.drawing.picture import stack_pictures
        from geoeval.planning.pictures import draw_trip

        return stack_pictures(draw_trip(self.drawn, self.problem, coordinates, wording))

    def plot(self, wording: Wording | None = None) -> PictureFigure:
        """Draw the order along the clock as a matplotlib figure (extra ``plot``).

        .. deprecated:: 0.3
            Use ``to_svg()``, which needs no matplotlib.
        """
        warn(_GONE.format("plot()", "to_svg()"), DeprecationWarning, stacklevel=2)
        return self._draw_figure(None, wording)

    def sketch(
        self, coordinates: Sequence[LatLon], wording: Wording | None = None
    ) -> PictureFigure:
        """Draw the route of the order on a map as a matplotlib figure (extra ``plot``).

        .. deprecated:: 0.3
            Use ``to_svg(coordinates)``, which needs no matplotlib.
        """
        warn(_GONE.format("sketch()", "to_svg(coordinates)"), DeprecationWarning, stacklevel=2)
        return self._draw_figure(coordinates, wording)

    def _draw_figure(
        self, coordinates: Sequence[LatLon] | None, wording: Wording | None
    ) -> PictureFigure:
        check_installed("matplotlib", "plot")
        from geoeval.drawing.figure import draw_figure
        from geoeval.planning.pictures import draw_trip

        return draw_figure(draw_trip(self.drawn, self.problem, coordinates, wording))


@dataclass(frozen=True, kw_only=True)
class TripPlan(_Pictured):
    """The best order found, with its schedule.

    ``value`` is what the objective counts: the tick of the finish or of the departure, ticks of
    travel, units of distance, prize, or a number of stops. No plan is better than ``bound``,
    which equals ``value`` if that is proved.
    """

    problem: TripProblem
    objective: Objective
    schedule: Timeline
    value: int
    bound: int
    effort: Effort

    feasible: ClassVar[bool] = True
    """There is a plan; False for an ``InfeasibleTrip``."""

    def __repr__(self) -> str:
        proof = "proved" if self.proved else f"bound {self.bound}"
        names = " → ".join(self.problem.stops[stop].name for stop in self.order)
        return f"<TripPlan: {self.objective} {self.value}, {proof}, {quote(names)}>"

    @property
    def drawn(self) -> Timeline:
        """The schedule."""
        return self.schedule

    @property
    def order(self) -> Order:
        """The stops in the order in which they are made."""
        return self.schedule.order

    @property
    def gap(self) -> int:
        """The most by which the value may miss the optimum, in units of the value."""
        return abs(self.value - self.bound)

    @property
    def proved(self) -> bool:
        """Whether no plan is better."""
        return self.gap == 0

    @cached_property
    def slack(self) -> tuple[int | None, ...]:
        """For each stop how much later its stay could begin without a violation; None: unlimited.

        Raises
        ------
        UsageError
            If the trip has several days or allows no waiting.
        """
        return slacks(self.order, replace(self.problem, depart=self.schedule.depart))


@dataclass(frozen=True, kw_only=True)
class InfeasibleTrip(_Pictured):
    """Why no plan makes all mandatory stops.

    ``nearest`` is an order that makes as many stops as possible and then the others; its
    ``first_broken`` is the first violation. ``conflicts`` are the smallest sets of stops that
    cannot all be made, where the engine knows them. Unless ``proved``, no plan was found within
    the effort, but there may be one.
    """

    problem: TripProblem
    nearest: Timeline
    conflicts: tuple[Conflict, ...]
    proved: bool
    effort: Effort

    feasible: ClassVar[bool] = False
    """There is no plan; True for a ``TripPlan``."""

    def __repr__(self) -> str:
        from geoeval.planning.words import Wording

        proof = "proved" if self.proved else "not proved"
        broken = self.nearest.first_broken
        reason = (
            "no limit broken" if broken is None else quote(Wording(self.problem).breach(broken))
        )
        count = len(self.conflicts)
        return f"<InfeasibleTrip: {proof}, {reason}, {count} conflict{'s' * (count != 1)}>"

    @property
    def drawn(self) -> Timeline:
        """The nearest order."""
        return self.nearest


def check_objective(problem: TripProblem, objective: Objective) -> None:
    """Raise a UsageError if an objective is unknown or the problem does not support it."""
    lacks = _missing_limit(problem, objective)
    if lacks is not None:
        raise UsageError(f"expected {lacks}")


# Requirements of objectives: the objectives, the test of a problem, and the missing part.
_NEEDS: tuple[tuple[set[Objective], Callable[[TripProblem], bool], str], ...] = (
    (
        {"least_distance"},
        lambda problem: any(matrix.distances is None for matrix in matrices_of(problem)),
        "distances in every travel matrix for least_distance: none given",
    ),
    (
        {"least_travel"},
        lambda problem: not all(matrix.static for matrix in matrices_of(problem)),
        (
            "travel times that do not depend on the time of day for least_travel; "
            "use earliest_finish or least_distance"
        ),
    ),
    (
        {"least_travel", "least_distance"},
        lambda problem: len(problem.days) > 1,
        (
            "a trip of one day for {objective}: on several, the legs to the hotel and back "
            "depend on where the nights fall"
        ),
    ),
    (
        {"latest_departure"},
        lambda problem: len(problem.days) > 1 or problem.budget is not None,
        "a trip of one day without a budget for latest_departure",
    ),
    (
        {"latest_departure"},
        lambda problem: problem.deadline is None and not problem.days and not _has_hours(problem),
        "a deadline or a closing time for latest_departure: nothing limits it",
    ),
)


def _missing_limit(problem: TripProblem, objective: Objective) -> str | None:
    if objective not in get_args(Objective):
        known = ", ".join(map(quote, get_args(Objective)))
        return f"an objective among {known}: {quote(objective)}"
    for objectives, is_missing, needed in _NEEDS:
        if objective in objectives and is_missing(problem):
            return needed.replace("{objective}", quote(objective))
    return None


def _has_hours(problem: TripProblem) -> bool:
    return any(stop.mandatory and stop.starts() != ALWAYS for stop in problem.stops)


def equivalent_problem(problem: TripProblem, objective: Objective) -> TripProblem:
    """Return the problem whose earliest finish optimises an objective."""
    match objective:
        case "least_travel":
            return problem.without_stays()
        case "least_distance":
            return problem.by_distance()
        case _:
            return problem
