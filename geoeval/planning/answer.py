"""The result of planning a trip: a plan with its proof, or the reasons why there is none."""

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

_REMOVAL = (
    "{} will be removed in the next release; use {}, which returns SVG and needs no matplotlib"
)


class SearchResult(NamedTuple):
    """The result of a search; ``order`` and ``value`` are None if no order was found."""

    order: Order | None
    value: int | None
    bound: int  # no order has a better value
    proved: bool  # whether it is proved that the order is optimal or that none is feasible
    labels: int  # the number of labels kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The engine that found an answer, the labels it kept and the seconds it took."""

    engine: str
    labels: int
    seconds: float = field(compare=False)


class _Drawable(ABC):
    """An order of stops that can be drawn."""

    problem: TripProblem

    @property
    @abstractmethod
    def drawn(self) -> Timeline:
        """The schedule that the pictures show."""

    def to_svg(
        self, coordinates: Sequence[LatLon] | None = None, wording: Wording | None = None
    ) -> Svg:
        """Draw the order as a timeline, and its route on a map if coordinates are given, as SVG.

        The timeline shows windows, legs, waiting, stays, and the violations of an infeasible order.
        """
        from geoeval.drawing.picture import stack_pictures
        from geoeval.planning.pictures import draw_trip

        return stack_pictures(draw_trip(self.drawn, self.problem, coordinates, wording))

    def plot(self, wording: Wording | None = None) -> PictureFigure:
        """Draw the order as a timeline in a matplotlib figure (extra ``plot``).

        .. deprecated:: 0.3
            Use ``to_svg()``, which needs no matplotlib.
        """
        warn(_REMOVAL.format("plot()", "to_svg()"), DeprecationWarning, stacklevel=2)
        return self._draw_figure(None, wording)

    def sketch(
        self, coordinates: Sequence[LatLon], wording: Wording | None = None
    ) -> PictureFigure:
        """Draw the route of the order on a map in a matplotlib figure (extra ``plot``).

        .. deprecated:: 0.3
            Use ``to_svg(coordinates)``, which needs no matplotlib.
        """
        warn(_REMOVAL.format("sketch()", "to_svg(coordinates)"), DeprecationWarning, stacklevel=2)
        return self._draw_figure(coordinates, wording)

    def _draw_figure(
        self, coordinates: Sequence[LatLon] | None, wording: Wording | None
    ) -> PictureFigure:
        check_installed("matplotlib", "plot")
        from geoeval.drawing.figure import draw_figure
        from geoeval.planning.pictures import draw_trip

        return draw_figure(draw_trip(self.drawn, self.problem, coordinates, wording))


@dataclass(frozen=True, kw_only=True)
class TripPlan(_Drawable):
    """The best order found, with its schedule.

    ``value`` is what the objective measures: the tick of the finish or departure, ticks of travel,
    units of distance, the prize, or the number of stops. No plan is better than ``bound``, which
    equals ``value`` if the plan is proved optimal.
    """

    problem: TripProblem
    objective: Objective
    schedule: Timeline
    value: int
    bound: int
    effort: Effort

    feasible: ClassVar[bool] = True
    """Always True; an ``InfeasibleTrip`` has False."""

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
        """The stops in the order of their visits."""
        return self.schedule.order

    @property
    def gap(self) -> int:
        """The maximum distance of the value from the optimum, in units of the value."""
        return abs(self.value - self.bound)

    @property
    def proved(self) -> bool:
        """Whether the plan is proved optimal."""
        return self.gap == 0

    @cached_property
    def slack(self) -> tuple[int | None, ...]:
        """How many ticks later each stay could begin without a violation; None if unlimited.

        Raises
        ------
        UsageError
            If the trip has several days or allows no waiting.
        """
        return slacks(self.order, replace(self.problem, depart=self.schedule.depart))


@dataclass(frozen=True, kw_only=True)
class InfeasibleTrip(_Drawable):
    """The reasons why no plan visits all mandatory stops.

    ``nearest`` is an order that visits as many stops as possible and then the others; its
    ``first_broken`` is the first violation. ``conflicts`` are the smallest sets of stops that
    cannot all be visited, if the engine finds them. If ``proved`` is False, the search found no
    plan within its limit, but there may be one.
    """

    problem: TripProblem
    nearest: Timeline
    conflicts: tuple[Conflict, ...]
    proved: bool
    effort: Effort

    feasible: ClassVar[bool] = False
    """Always False; a ``TripPlan`` has True."""

    def __repr__(self) -> str:
        from geoeval.planning.words import Wording

        proof = "proved" if self.proved else "not proved"
        broken = self.nearest.first_broken
        reason = "no violation" if broken is None else quote(Wording(self.problem).breach(broken))
        count = len(self.conflicts)
        return f"<InfeasibleTrip: {proof}, {reason}, {count} conflict{'s' * (count != 1)}>"

    @property
    def drawn(self) -> Timeline:
        """The schedule of the nearest order."""
        return self.nearest


def check_objective(problem: TripProblem, objective: Objective) -> None:
    """Raise a UsageError if an objective is unknown or the problem does not support it."""
    requirement = _unmet_requirement(problem, objective)
    if requirement is not None:
        raise UsageError(f"expected {requirement}")


# The objectives, whether a problem fails their requirement, and what they require.
_REQUIREMENTS: tuple[tuple[set[Objective], Callable[[TripProblem], bool], str], ...] = (
    (
        {"least_distance"},
        lambda problem: any(matrix.distances is None for matrix in matrices_of(problem)),
        "distances in every travel matrix for least_distance, got none",
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
            "a trip of one day for {objective}; on a longer trip, the legs to and from the hotel "
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
        "a deadline or a closing time for latest_departure; nothing limits it",
    ),
)


def _unmet_requirement(problem: TripProblem, objective: Objective) -> str | None:
    if objective not in get_args(Objective):
        known = ", ".join(map(quote, get_args(Objective)))
        return f"one of the objectives {known}, got {quote(objective)}"
    for objectives, is_unmet, requirement in _REQUIREMENTS:
        if objective in objectives and is_unmet(problem):
            return requirement.replace("{objective}", quote(objective))
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
