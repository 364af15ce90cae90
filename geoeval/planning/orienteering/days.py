"""A first good trip of several days: each day filled as if there were no other, one by one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from geoeval.planning.instance import Instance
from geoeval.planning.orienteering.ascent import Ascent
from geoeval.planning.orienteering.memory import Neighbourhoods
from geoeval.planning.orienteering.network import prize_network
from geoeval.planning.orienteering.rules import ClosingRules
from geoeval.planning.windows import clipped


def day_by_day(instance: Instance, most: int) -> tuple[tuple[int, ...], int]:
    """Fill the days of a trip from the first to the last, each with what is left.

    Parameters
    ----------
    instance
        A trip of several days; precedence is kept within a day only, and a stop that is
        mandatory counts no more than another.
    most
        How many labels may be made for each day.

    Returns
    -------
    tuple of tuple of int and int
        The stops in order, and how many labels were made.
    """
    order: tuple[int, ...] = ()
    labels = 0
    for number in range(len(instance.problem.days)):
        day = ClosingRules(prize_network(_alone(instance, number, order)))
        ascent = Ascent(day, Neighbourhoods.empty(instance.count), most)
        tour = ascent.run(0)
        labels += ascent.labels
        order += () if tour is None else tour.order
    return order, labels


def _alone(instance: Instance, number: int, made: Collection[int]) -> Instance:
    """Return one day of a trip, without the stops that are made on others."""
    begins, ends = instance.problem.days[number]
    depart, limit = max(begins, instance.depart), min(ends, instance.limit)
    stops = tuple(replace(stop, mandatory=False) for stop in instance.problem.stops)
    return replace(
        instance,
        problem=replace(instance.problem, stops=stops),
        depart=depart,
        limit=max(depart, limit),
        starts=tuple(
            () if stop in made else clipped(intervals, depart, limit)
            for stop, intervals in enumerate(instance.starts)
        ),
    )
