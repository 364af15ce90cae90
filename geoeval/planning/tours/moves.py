"""A tour improved step by step: a few stops in a row are moved elsewhere, or a part is reversed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from geoeval.planning.instance import NEVER, Ticks
from geoeval.planning.tours.network import Flags, Nodes, TourNetwork

_LONGEST = 3
_AT_ONCE = 1 << 10
_NO_WAY = 1 << 44


class _Moves(NamedTuple):
    """Moves of the stops from place ``first`` to ``last`` of a path.

    They come behind place ``behind``; or where they are ``turned``, they are reversed in place.
    """

    first: Nodes
    last: Nodes
    behind: Nodes
    turned: Flags

    def take(self, chosen: Nodes) -> _Moves:
        """Return some of the moves."""
        return _Moves(
            first=self.first[chosen],
            last=self.last[chosen],
            behind=self.behind[chosen],
            turned=self.turned[chosen],
        )


def improved(
    network: TourNetwork, order: tuple[int, ...], value: int
) -> tuple[tuple[int, ...], int]:
    """Return a tour that no single move makes cheaper, and its cost.

    Where only the finish counts, a tour is returned as it is.

    Notes
    -----
    The moves of I. Or (1976), "Traveling salesman-type combinatorial problems and their relation
    to the logistics of regional blood banking", and of G. A. Croes (1958), "A method for solving
    traveling-salesman problems", Operations Research 6 (6); of those that hold, the one that
    saves most is taken.
    """
    if network.cost is None:
        return order, value
    tolls = np.where(network.arcs, network.cost, _NO_WAY)
    moves = _moves(network.count)
    path = np.array([network.count, *order, network.count + 1])
    while True:
        gains = _gains(tolls, path, moves)
        better = np.argsort(-gains, kind="stable")[: np.count_nonzero(gains > 0)]
        for low in range(0, len(better), _AT_ONCE):
            some = better[low : low + _AT_ONCE]
            paths = path[_places(moves.take(some), len(path))]
            holds = np.flatnonzero(_holds(network, paths))
            if len(holds):
                path, value = paths[holds[0]], value - int(gains[some[holds[0]]])
                break
        else:
            return tuple(path[1:-1].tolist()), value


def _moves(count: int) -> _Moves:
    """Return all moves in a path with so many stops between its ends."""
    first, last, behind = (axis.ravel() for axis in np.indices((count, _LONGEST, count + 1)))
    first, last = first + 1, first + 1 + last
    moved = (last <= count) & ((behind < first - 1) | (behind > last))
    one, other = np.triu_indices(count, 1)
    return _Moves(
        first=np.append(first[moved], one + 1),
        last=np.append(last[moved], other + 1),
        behind=np.append(behind[moved], np.zeros_like(one)),
        turned=np.arange(moved.sum() + len(one)) >= moved.sum(),
    )


def _gains(tolls: Ticks, path: Nodes, moves: _Moves) -> Ticks:
    """Return what each move saves."""
    along, back = tolls[path[:-1], path[1:]], tolls[path[1:], path[:-1]]
    turning = np.append(0, np.cumsum(back - along))
    first, last, behind = path[moves.first], path[moves.last], path[moves.behind]
    before, after = path[moves.first - 1], path[moves.last + 1]
    left = along[moves.first - 1] + along[moves.last]
    turned = tolls[before, last] + tolls[first, after]
    turned += turning[moves.last] - turning[moves.first]
    follower = path[np.minimum(moves.behind + 1, len(path) - 1)]
    moved = tolls[before, after] + tolls[behind, first] + tolls[last, follower]
    moved -= along[np.minimum(moves.behind, len(along) - 1)]
    gains: Ticks = left - np.where(moves.turned, turned, moved)
    return gains


def _places(moves: _Moves, length: int) -> Nodes:
    """Return for each move the places of the path in their new order."""
    places = np.arange(length)
    first, last, behind, turned = (field[:, None] for field in moves)
    inside = (places >= first) & (places <= last)
    target = np.where(turned, 2 * (first + last - places), 2 * behind + 1)
    return np.argsort(np.where(inside, target, 2 * places), axis=1, kind="stable")


def _holds(network: TourNetwork, paths: Nodes) -> Flags:
    """Return which tours keep every window and every forced order."""
    place = np.argsort(paths, axis=1)
    first, second = np.nonzero(network.before)
    holds = np.asarray((place[:, first] < place[:, second]).all(axis=1))
    ticks: Ticks = np.full(len(paths), network.instance.depart)
    for last, stop in zip(paths.T, paths.T[1:], strict=False):
        begun = network.begins(last, ticks, stop)
        holds &= begun < NEVER
        ticks = np.where(holds, begun, network.first[stop])
    return holds
