"""Objectives answered from the table of all sets of stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import Instance
from geoeval.planning.table.arcs import Arcs, backwards, forwards
from geoeval.planning.table.ranking import best_order, ranked_orders
from geoeval.planning.table.subsets import SubsetTable, subset_table
from geoeval.planning.timeline import Order


def worths(table: SubsetTable, prizes: Sequence[int], needed: int) -> NDArray[np.int64]:
    """Return the prize of every set, in the order of the table; -1 if it cannot be made.

    ``needed`` are the stops that a set has to have, as a bit mask.
    """
    worth = np.zeros(1, dtype=np.int64)
    for prize in prizes:
        worth = np.concatenate([worth, worth + prize])
    worth = worth[table.sets]
    worth[((table.sets & needed) != needed) | (table.finishes >= table.never)] = -1
    return worth


def richest(table: SubsetTable, prizes: Sequence[int], needed: int) -> tuple[int, int]:
    """Return the most prize of a set that can be made, -1 if there is none, and the set.

    Of several such sets the one that is over first, then the smaller, then the one with the
    lower numbers.
    """
    worth = worths(table, prizes, needed)
    most = int(worth.max())
    best = np.flatnonzero(worth == most)
    chosen = best[np.argmin(table.finishes[best])]
    return most, int(table.sets[chosen])


@dataclass(frozen=True)
class Tables:
    """An instance with its tables, each filled when it is first asked for."""

    instance: Instance

    @cached_property
    def onward(self) -> Arcs:
        """The ways from the departure on."""
        return forwards(self.instance)

    @cached_property
    def ends(self) -> SubsetTable:
        """The earliest end of every set of stops."""
        return subset_table(self.onward)

    @cached_property
    def homeward(self) -> Arcs:
        """The ways back from the end."""
        return backwards(self.instance)

    @cached_property
    def begins(self) -> SubsetTable:
        """The latest begin of every set of stops, as negative ticks."""
        return subset_table(self.homeward)

    @cached_property
    def labels(self) -> int:
        """States reached in the tables filled so far."""
        filled = (name for name in ("ends", "begins") if name in self.__dict__)
        return sum(self.__dict__[name].labels for name in filled)

    def finish_first(self) -> tuple[int, int]:
        """Return the earliest finish with all mandatory stops, NEVER if none, and the set made."""
        return self._best(self.ends, self.ends.finishes)

    def leave_last(self) -> tuple[int, int]:
        """Return the negative latest departure, NEVER if there is none, and the set made."""
        return self._best(self.begins, self.begins.finishes)

    def ranked(self, visited: int) -> Iterator[tuple[int, Order]]:
        """Yield (finish, order) of the orders of a set, the earliest finish first."""
        return ranked_orders(self.ends, self.onward, visited)

    def best(self, visited: int) -> Order:
        """Return the order of a set that finishes first."""
        return best_order(self.ends, self.onward, visited)

    def best_by_departure(self, visited: int) -> Order:
        """Return the order of a set that departs last."""
        return best_order(self.begins, self.homeward, visited)[::-1]

    def ranked_by_departure(self, visited: int) -> Iterator[tuple[int, Order]]:
        """Yield (latest departure, order) of the orders of a set, the latest departure first."""
        found = ranked_orders(self.begins, self.homeward, visited)
        return ((-finish, tuple(reversed(order))) for finish, order in found)

    def _best(self, table: SubsetTable, finishes: NDArray[Any]) -> tuple[int, int]:
        """Return the least finish of the sets that have all mandatory stops, and the set."""
        needed = self.instance.mandatory
        candidates = np.flatnonzero((table.sets & needed) == needed)
        chosen = candidates[np.argmin(finishes[candidates])]
        visited = int(table.sets[chosen])
        return table.finish(visited), visited
