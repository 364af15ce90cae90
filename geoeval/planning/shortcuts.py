"""Stops that are worth making for the way that leads over them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from geoeval.planning.instance import NEVER, instance_of
from geoeval.planning.problem import TripProblem


def shortcuts(problem: TripProblem, made: Collection[int]) -> tuple[int, ...]:
    """Return the other stops over which the way between two stops may be quicker."""
    others = [i for i in range(len(problem.stops)) if i not in made]
    if not others:
        return ()
    instance = instance_of(problem)
    nodes = [*made, instance.count, instance.count + 1]
    slowest = instance.ride.max(axis=0)[np.ix_(nodes, nodes)]
    quickest = instance.quickest.copy()
    for via in others:
        over = quickest[:, via, None] + instance.duration[via] + quickest[via]
        np.minimum(quickest, over, out=quickest)
    found = []
    for via in others:
        over = quickest[nodes, via][:, None] + instance.duration[via] + quickest[via, nodes]
        shorter = (over < NEVER) & (over < slowest)
        np.fill_diagonal(shorter, val=False)
        if shorter.any():
            found.append(via)
    return tuple(found)
