"""The latest departure of a trip without waiting, which determines all later ticks.

An earlier start is not always better then, so one tick for each set of stops is not enough. For
each set of remaining stops and the first of them, all possible starts are kept as intervals,
computed backwards from the end.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from geoeval.planning.answer import SearchResult
from geoeval.planning.instance import NEVER, Instance, in_reverse
from geoeval.planning.stop import Starts, clip_intervals, merge_intervals

_State: TypeAlias = tuple[int, int]
_Layer: TypeAlias = dict[_State, Starts]


def find_latest_departure(instance: Instance, max_labels: int) -> SearchResult:
    """Find the latest departure of a trip without waiting, and an order for it."""
    search = _Search(instance)
    proved = search.run(max_labels)
    last_end = max((last for _, last in instance.starts[instance.count]), default=instance.depart)
    stays = enumerate(instance.duration.tolist())
    stay_ticks = sum(stay for stop, stay in stays if instance.mandatory >> stop & 1)
    order = search.order()
    return SearchResult(
        order=order,
        value=None if order is None else search.departs,
        bound=search.departs if proved else last_end - stay_ticks,
        proved=proved,
        labels=search.labels,
    )


class _Search:
    """The possible starts at the first of the remaining stops, in layers by their number.

    A state is the bit mask of the remaining stops and the first of them. ``departs`` is the latest
    departure from the origin, and ``chosen`` the state that follows it, or the end.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.stays: list[int] = instance.duration.tolist()
        changes: list[int] = instance.since[1:].tolist()
        ends = [*(tick - 1 for tick in changes), NEVER]
        self.pieces = list(zip([-NEVER, *changes], ends, instance.ride.tolist(), strict=True))
        self.earlier = [mask | 1 << stop for stop, mask in enumerate(in_reverse(instance)[1])]
        self.layers: list[_Layer] = []
        self.labels = 0
        self.departs = -NEVER
        self.chosen: _State | None = None

    def run(self, max_labels: int) -> bool:
        """Search backwards with at most about ``max_labels``; return whether no state was dropped.

        A layer gets up to twice an even share of the remaining labels, since the last layers need
        few.
        """
        instance, count, complete = self.instance, self.instance.count, True
        end_layer: _Layer = {(0, count + 1): instance.starts[count]}
        if not instance.mandatory:
            self._note_departure((0, count + 1), instance.starts[count])
        layer = self._extend_layer(end_layer)
        while layer:
            share = 2 * (max_labels - self.labels) // (count * (count - len(self.layers)))
            ranked = sorted(layer, key=lambda state: (-layer[state][-1][1], state))
            complete = complete and len(ranked) <= max(share, 1)
            layer = {state: layer[state] for state in ranked[: max(share, 1)]}
            self.layers.append(layer)
            self.labels += len(layer) * count
            for state, starts in layer.items():
                if state[0] & instance.mandatory == instance.mandatory:
                    self._note_departure(state, starts)
            layer = self._extend_layer(layer)
        return complete

    def order(self) -> tuple[int, ...] | None:
        """Return the order with the latest departure; None if there is none."""
        if self.chosen is None:
            return None
        (rest, stop), node, tick = self.chosen, self.instance.count, self.departs
        order: list[int] = []
        while rest:
            tick = self._arrival_tick(node, stop, tick) + self.stays[stop]
            order.append(stop)
            rest ^= 1 << stop
            if rest:
                node, stop = stop, self._find_successor(stop, tick, rest)
        return tuple(order)

    def _find_successor(self, stop: int, over: int, rest: int) -> int:
        return next(
            first
            for (others, first), starts in self.layers[rest.bit_count() - 1].items()
            if others == rest and self._may_precede(stop, (rest, first))
            for arrival in [self._arrival_tick(stop, first, over)]
            if any(opens <= arrival <= closes for opens, closes in starts)
        )

    def _extend_layer(self, layer: _Layer) -> _Layer:
        longer: dict[_State, list[tuple[int, int]]] = {}
        for state, starts in layer.items():
            for stop in range(self.instance.count):
                if self._may_precede(stop, state):
                    earlier_starts = self._possible_starts(stop, state[1], starts)
                    if earlier_starts:
                        longer.setdefault((state[0] | 1 << stop, stop), []).extend(earlier_starts)
        return {state: merge_intervals(starts) for state, starts in longer.items()}

    def _may_precede(self, stop: int, state: _State) -> bool:
        rest, following = state
        if rest & self.earlier[stop]:
            return False
        return all(
            second == following or not rest >> second & 1
            for first, second in self.instance.after
            if first == stop
        )

    def _possible_starts(
        self, stop: int, following: int, arrivals: Starts
    ) -> list[tuple[int, int]]:
        stay = self.stays[stop]
        return [
            (max(opens, first - stay), min(closes, last - stay))
            for first, last in self._departure_ticks(stop, following, arrivals)
            for opens, closes in self.instance.starts[stop]
            if opens <= last - stay and first - stay <= closes
        ]

    def _note_departure(self, state: _State, arrivals: Starts) -> None:
        instance = self.instance
        leaves = merge_intervals(self._departure_ticks(instance.count, state[1], arrivals))
        in_time = clip_intervals(leaves, max(instance.depart, self.departs + 1), instance.limit)
        if in_time:
            self.departs, self.chosen = in_time[-1][1], state

    def _departure_ticks(self, origin: int, target: int, arrivals: Starts) -> list[tuple[int, int]]:
        return [
            (max(first - ticks, since), min(last - ticks, until))
            for since, until, ride in self.pieces
            if (ticks := ride[origin][target]) < NEVER
            for first, last in arrivals
            if first - ticks <= until and since <= last - ticks
        ]

    def _arrival_tick(self, origin: int, target: int, leaves: int) -> int:
        legs = np.array([leaves]), np.array([origin]), np.array([target])
        return int(self.instance.arrivals(*legs)[0])
