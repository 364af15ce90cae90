"""What planning a trip comes to: a plan with its proof, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from geoeval.errors import UsageError, quote
from geoeval.planning.latest import slacks
from geoeval.planning.pictures.pictured import Pictured
from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import ALWAYS
from geoeval.planning.timeline import Order, Timeline

if TYPE_CHECKING:
    from geoeval.planning.conflicts import Conflict

Objective = Literal[
    "earliest_finish",
    "least_travel",
    "least_distance",
    "most_visits",
    "most_prize",
    "latest_departure",
]


class Found(NamedTuple):
    """What a search came to, in the units of its objective."""

    order: Order | None
    value: int | None
    bound: int
    proved: bool
    labels: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How an answer was found: by which engine, over how many labels, in how many seconds."""

    engine: str
    labels: int
    seconds: float = field(compare=False)


@dataclass(frozen=True, kw_only=True)
class TripPlan(Pictured):
    """The best order found, played through.

    Parameters
    ----------
    problem, objective
        What was asked for.
    schedule
        The order as it happens.
    value
        What the objective counts: the tick of the finish or of the departure, ticks of travel,
        units of distance, prize, or a number of stops.
    bound
        No plan is better than this; equal to ``value`` if that is proved.
    effort
        How it was found.
    """

    problem: TripProblem
    objective: Objective
    schedule: Timeline
    value: int
    bound: int
    effort: Effort

    @property
    def drawn(self) -> Timeline:
        """The schedule."""
        return self.schedule

    @property
    def order(self) -> Order:
        """The stops in the order in which they are made."""
        return self.schedule.order

    @property
    def feasible(self) -> bool:
        """True: there is a plan; False for an ``InfeasibleTrip``."""
        return True

    @property
    def gap(self) -> int:
        """How far the value may be from the best one, in the units of the value."""
        return abs(self.value - self.bound)

    @property
    def proved(self) -> bool:
        """Whether no plan is better."""
        return self.gap == 0

    @cached_property
    def slack(self) -> tuple[int | None, ...]:
        """For each stop how much later its stay could begin with the rest kept; None: unlimited.

        0 where the plan is tight.

        Raises
        ------
        UsageError
            If the trip has several days or allows no waiting.
        """
        started = replace(self.problem, depart=self.schedule.depart)
        return slacks(self.order, started)


@dataclass(frozen=True, kw_only=True)
class InfeasibleTrip(Pictured):
    """Why no plan makes all mandatory stops.

    Parameters
    ----------
    problem
        What was asked for.
    nearest
        An order that makes as many stops as possible and then the others, played through; its
        ``first_broken`` is what breaks first.
    conflicts
        The smallest sets of stops that cannot all be made, where the engine knows them.
    proved
        Whether it is certain that there is no plan; else none was found within the effort.
    effort
        How it was found.
    """

    problem: TripProblem
    nearest: Timeline
    conflicts: tuple[Conflict, ...]
    proved: bool
    effort: Effort

    @property
    def feasible(self) -> bool:
        """False: no plan was found; True for a ``TripPlan``."""
        return False

    @property
    def drawn(self) -> Timeline:
        """The nearest order."""
        return self.nearest


def check_objective(problem: TripProblem, objective: Objective) -> None:
    """Raise if the problem lacks what the objective needs."""
    if objective not in get_args(Objective):
        known = ", ".join(map(quote, get_args(Objective)))
        message = f"expected an objective among {known}: {quote(objective)}"
        raise UsageError(message)
    matrices = (problem.travel, *problem.modes.values())
    if objective == "least_distance" and any(matrix.distances is None for matrix in matrices):
        message = "expected distances in every travel matrix for least_distance: none given"
        raise UsageError(message)
    if objective == "least_travel" and not all(matrix.static for matrix in matrices):
        message = (
            "expected travel times that do not depend on the time of day for least_travel; "
            "use earliest_finish or least_distance"
        )
        raise UsageError(message)
    if objective in {"least_travel", "least_distance"} and len(problem.days) > 1:
        message = (
            f"expected a trip of one day for {quote(objective)}: on several, the ways to the hotel "
            "and back depend on where the nights fall"
        )
        raise UsageError(message)
    if objective == "latest_departure":
        needed = any(stop.mandatory and stop.starts() != ALWAYS for stop in problem.stops)
        if len(problem.days) > 1 or problem.budget is not None:
            message = "expected a trip of one day without a budget for latest_departure"
            raise UsageError(message)
        if problem.deadline is None and not problem.days and not needed:
            message = (
                "expected a deadline or a closing time for latest_departure: nothing limits it"
            )
            raise UsageError(message)
