"""The most prize: which of many optional stops to make, and in which order, exactly.

A bound on walks that forget and forward label-setting take turns. The walk that collects the
most shows what the bound has to remember; the labels that the bound leaves give trips. The trip
found is the best once the two meet, which is often before the walk is free of cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.planning.instance import Instance
from geoeval.planning.orienteering.ascent import Ascent
from geoeval.planning.orienteering.days import day_by_day
from geoeval.planning.orienteering.memory import Neighbourhoods
from geoeval.planning.orienteering.network import prize_network
from geoeval.planning.orienteering.rules import ClosingRules, Tour
from geoeval.planning.problem import check_order
from geoeval.planning.windows import clipped

DEFAULT_LABELS = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTour:
    """The best trip found, and how good it is.

    Parameters
    ----------
    order
        The stops made, in order; None if no trip was found.
    value
        The sum of their prizes; None if no trip was found.
    finish
        The tick at which the end is reached; None if no trip was found.
    bound
        No trip has more prize than this; 0 if there is no trip.
    proved
        Whether no trip has more prize; without an order, whether there is no trip.
    earliest
        Whether no trip of that prize is over earlier.
    labels
        How many labels were made: a trip and a stop to extend it by count as one, and so do 512
        ways in the tables of the bound, which take about as long.
    """

    order: tuple[int, ...] | None
    value: int | None
    finish: int | None
    bound: int
    proved: bool
    earliest: bool
    labels: int


def richest_tour(
    instance: Instance, *, max_labels: int = DEFAULT_LABELS, start: Sequence[int] | None = None
) -> PrizeTour:
    """Find the trip with the greatest sum of prizes; of those, one that is over first.

    Parameters
    ----------
        instance
            The trip.
        max_labels
            How many labels may be made. Beyond it the best trip found is returned with its bound.
        start
            An order to begin with; it is left aside if it breaks a constraint.

    Returns
    -------
        PrizeTour
            Of trips with the same prize and finish, the one that the search comes by first: the
            same one at every run.

    Raises
    ------
        UsageError
            If ``start`` names a stop twice, or one that is not there.

    Notes
    -----
        Label-setting with dominance and unreachable stops: G. Righini and M. Salani (2009),
        "Decremental state space relaxation strategies and initialization heuristics for solving the
        orienteering problem with time windows with dynamic programming", Computers & Operations
        Research 36 (4). Neighbourhoods: R. Baldacci, A. Mingozzi and R. Roberti (2011), "New route
        relaxation and pricing strategies for the vehicle routing problem", Operations Research 59
        (5). The tables hold the last departure for each prize in place of the most prize for each
        tick, so that nothing depends on how fine the ticks are.

    Examples
    --------
        >>> from geoeval.planning.instance import instance_of
        >>> from geoeval.planning import Stop, TripProblem
        >>> from geoeval.planning import TravelMatrix
        >>> trip = TripProblem(
        ...     stops=tuple(
        ...         Stop(name=name, prize=prize, mandatory=False)
        ...         for name, prize in {"fountain": 1, "museum": 5, "tower": 3}.items()
        ...     ),
        ...     travel=TravelMatrix([[0, 4, 4], [4, 0, 9], [4, 9, 0]]), origin=0, deadline=8,
        ... )
        >>> found = richest_tour(instance_of(trip), max_labels=10_000)
        >>> found.order, found.value, found.finish, found.proved
        ((0, 1), 6, 4, True)
    """
    check_order(start or (), instance.problem)
    rules = ClosingRules(prize_network(instance))
    days, labels = len(instance.problem.days), 0
    orders = [start or (), ()]
    if days > 1:
        order, labels = day_by_day(instance, max_labels // (2 * days))
        orders.append(order)
    tours = [rules.replay(order) for order in orders]
    best = max((tour for tour in tours if tour), key=_merit, default=None)
    ascent = Ascent(rules, Neighbourhoods.empty(instance.count), max_labels - labels)
    best = ascent.run(0 if best is None else best.prize + 1) or best
    proved = earliest = ascent.proved
    labels, bound = labels + ascent.labels, ascent.ceiling
    while proved and best is not None:
        sooner = ClosingRules(prize_network(_over_before(instance, best.finish)))
        ascent = Ascent(sooner, ascent.neighbourhoods, max_labels - labels)
        tour = ascent.run(best.prize, first=True)
        labels += ascent.labels
        if tour is None:
            earliest = ascent.proved
            break
        best = tour
    return PrizeTour(
        order=None if best is None else best.order,
        value=None if best is None else best.prize,
        finish=None if best is None else best.finish,
        bound=max(bound, 0 if best is None else best.prize),
        proved=proved,
        earliest=earliest,
        labels=labels,
    )


def _merit(tour: Tour) -> tuple[int, int]:
    """Return what is greater for a better trip."""
    return tour.prize, -tour.finish


def _over_before(instance: Instance, finish: int) -> Instance:
    """Return the trip that has to be over before a tick."""
    ends = clipped(instance.starts[instance.count], instance.depart, finish - 1)
    return replace(instance, starts=(*instance.starts[:-1], ends))
