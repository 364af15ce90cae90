"""What a walk remembers: for each stop the others whose visit it does not forget there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoeval.planning.orienteering.network import PrizeNetwork


@dataclass(frozen=True, kw_only=True)
class Neighbourhoods:
    """Which stops each stop remembers, all as the instance numbers them.

    Parameters
    ----------
    members
        For each stop the others that it remembers, in a fixed order.
    """

    members: tuple[tuple[int, ...], ...]

    @property
    def states(self) -> int:
        """The number of stops and what each may remember."""
        return sum(1 << len(own) for own in self.members)

    @classmethod
    def empty(cls, count: int) -> Neighbourhoods:
        """Return neighbourhoods in which no stop remembers another."""
        return cls(members=((),) * count)

    def within(self, network: PrizeNetwork) -> list[list[int]]:
        """Return the members as a network numbers them."""
        place = {int(stop): position for position, stop in enumerate(network.stops)}
        return [[place[k] for k in self.members[stop] if k in place] for stop in place]

    def without_cycles(
        self, walk: Sequence[int], most: int, not_before: Sequence[int]
    ) -> Neighbourhoods:
        """Return larger neighbourhoods in which the cycles of a walk are not possible.

        Nor is it then possible to come to a stop after one that it may not follow.

        Parameters
        ----------
        walk
            The stops as they come.
        most
            How many others a stop may remember; a cycle that would need more stays.
        not_before
            For each stop a bit mask of those that may not be made before it.
        """
        members = [list(own) for own in self.members]
        seen: dict[int, int] = {}
        for position, stop in enumerate(walk):
            for past, since in seen.items():
                if past != stop and not not_before[stop] >> past & 1:
                    continue
                between = walk[since + 1 : position]
                forgetful = {via for via in between if via != past and past not in members[via]}
                if all(len(members[via]) < most for via in forgetful):
                    for via in forgetful:
                        members[via].append(past)
            seen[stop] = position
        return Neighbourhoods(members=tuple(tuple(own) for own in members))
