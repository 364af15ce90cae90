"""The travel times of a meeting plan, and the shortest ways that they make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from geoeval.query.conventions import Conventions
from geoeval.query.plan_kinds import MeetingPlan

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TravelTable:
    """Minutes from place to place."""

    minutes: dict[Pair, int]
    opposite: frozenset[Pair] = frozenset()
    via: dict[Pair, tuple[int, tuple[str, ...]]] = field(default_factory=dict)

    def between(self, origin: str, destination: str) -> int | None:
        """Return the minutes of a way: 0 on the spot, None where they are not known."""
        if origin == destination:
            return 0
        shorter = self.via.get((origin, destination))
        return shorter[0] if shorter else self.minutes.get((origin, destination))

    def way(self, origin: str, destination: str) -> tuple[str, ...]:
        """Return the places of a way, both ends with it; a single one on the spot."""
        if origin == destination:
            return (origin,)
        _, through = self.via.get((origin, destination), (0, ()))
        return (origin, *through, destination)

    def is_as_back(self, way: tuple[str, ...]) -> bool:
        """Return whether a leg of a way is as long as the way back."""
        return not self.opposite.isdisjoint(pairwise(way))

    def shortest(self) -> TravelTable:
        """Return the table in which a way may pass through other places.

        Of ways that are as short the direct one is kept, then the one found first.
        Floyd, R. W. (1962). Algorithm 97: Shortest path. Communications of the ACM 5(6), 345.

        Examples
        --------
        >>> legs = {("Pier", "Mill"): 10, ("Mill", "Hall"): 10, ("Pier", "Hall"): 60}
        >>> table = TravelTable(minutes=legs).shortest()
        >>> table.between("Pier", "Hall"), table.way("Pier", "Hall")
        (20, ('Pier', 'Mill', 'Hall'))
        """
        places = list(dict.fromkeys(place for pair in self.minutes for place in pair))
        best = dict(self.minutes)
        ways: dict[Pair, tuple[str, ...]] = {}
        for middle in places:
            onward = [(c, best[middle, c]) for c in places if (middle, c) in best and c != middle]
            for a in places:
                to_middle = best.get((a, middle))
                if to_middle is None or a == middle:
                    continue
                for c, rest in onward:
                    if c != a and to_middle + rest < best.get((a, c), to_middle + rest + 1):
                        best[a, c] = to_middle + rest
                        first, second = ways.get((a, middle), ()), ways.get((middle, c), ())
                        ways[a, c] = (*first, middle, *second)
        return replace(self, via={pair: (best[pair], through) for pair, through in ways.items()})


def travel_table(query: MeetingPlan, conventions: Conventions) -> TravelTable:
    """Return the travel times that a query states."""
    minutes = {(a, b): n for a, row in query.travel.items() for b, n in row.items()}
    opposite: dict[Pair, int] = {}
    if conventions.missing_leg == "symmetric":
        opposite = {(b, a): n for (a, b), n in minutes.items() if (b, a) not in minutes}
    return TravelTable(minutes=minutes | opposite, opposite=frozenset(opposite))
