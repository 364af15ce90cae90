"""A bound that learns what to remember and a search by labels, in turn, until they meet."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.planning.orienteering.bound import CompletionBound, PrizeScale
from geoeval.planning.orienteering.labels import LabelSearch
from geoeval.planning.orienteering.memory import Neighbourhoods
from geoeval.planning.orienteering.rules import ClosingRules, Tour

_NARROW = 64
_WIDER = 8
_WIDE = 1 << 15
_WALKS = 16
_REMEMBERED = 12
_WAYS = 512
_TABLES = 0.75


class Ascent:
    """A search for trips of some prize or more.

    Parameters
    ----------
    rules
        The trip.
    neighbourhoods
        What to remember in the first table; in the end, what the last one remembered.
    most
        How many labels may be made; ``labels`` is how many were.

    Notes
    -----
    ``ceiling`` is the most prize that a trip may have as far as is known. The tables get three
    quarters of the labels, and what they leave goes to a last search.
    """

    def __init__(self, rules: ClosingRules, neighbourhoods: Neighbourhoods, most: int) -> None:
        self.rules, self.network = rules, rules.network
        self.neighbourhoods = neighbourhoods
        self.most, self.labels, self.searched = most, 0, 0
        self.ceiling = int(self.network.prize.sum())
        self.least = 0
        self.tour: Tour | None = None

    @property
    def proved(self) -> bool:
        """Whether no trip is left that has enough prize."""
        return self.ceiling < self.least

    def run(self, least: int, *, first: bool = False) -> Tour | None:
        """Return the best trip found of some prize or more, or the first one."""
        self.least, self.first = least, first
        if not self.network.count:
            self._take(self.rules.replay(()))
        if not self.network.count or not self.network.possible:
            self.ceiling = self.least - 1
        bound = self._coarse()
        while bound is not None and not self._over:
            self.ceiling = min(self.ceiling, bound.ceiling)
            walks = bound.walks(self.least, _WALKS)
            for walk in walks:
                self._take(self.rules.replay(tuple(dict.fromkeys(walk))))
            if 2 * self.searched <= self.labels:
                self._search(bound, _NARROW)
            tighter = self._tighter(bound, walks)
            if tighter is None:
                self._search_all(bound, max(map(len, walks), default=self.network.count))
            bound = tighter
        return self.tour

    @property
    def _over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.proved or (self.first and self.tour is not None)

    def _coarse(self) -> CompletionBound | None:
        """Return the first table, on the finest scale that it can have; None if there is none."""
        scale = PrizeScale.of(self.network)
        while not self._over:
            bound = self._table(scale, self.neighbourhoods, self.most - self.labels)
            if bound.whole:
                return bound
            if not bound.too_tall:
                break
            scale = scale.coarser(self.network)
        return None

    def _tighter(
        self, bound: CompletionBound, walks: Sequence[Sequence[int]]
    ) -> CompletionBound | None:
        """Return the table without the cycles of some walks; None if there is no room for it."""
        room = int(_TABLES * self.most) - self.labels
        for chosen in (walks, walks[:1]):
            longer = self.neighbourhoods
            for walk in chosen:
                longer = longer.without_cycles(walk, _REMEMBERED, self.network.instance.not_before)
            growth = longer.states / self.neighbourhoods.states
            if longer == self.neighbourhoods or self._over:
                return None
            if bound.tried * growth <= room * _WAYS:
                tighter = self._table(bound.scale, longer, room)
                if tighter.whole:
                    self.neighbourhoods = longer
                    return tighter
        return None

    def _table(
        self, scale: PrizeScale, neighbourhoods: Neighbourhoods, room: int
    ) -> CompletionBound:
        """Fill a table with some labels at most."""
        bound = CompletionBound(self.network, scale, neighbourhoods, max(room, 0) * _WAYS)
        self.labels += -(-bound.tried // _WAYS)
        return bound

    def _search_all(self, bound: CompletionBound, layers: int) -> None:
        """Search wider and wider among what the bound leaves, with the labels that are left."""
        width, fits = _NARROW, True
        while fits and width < _WIDE and not self._over:
            width *= _WIDER
            room = (self.most - self.labels) // (self.network.count * layers)
            fits = width < room
            self._search(bound, min(width, room))

    def _search(self, bound: CompletionBound, width: int) -> None:
        """Search by labels, of which a layer has some at most."""
        if self._over:
            return
        room = self.most - self.labels
        found = LabelSearch(bound, self.rules, self.least).run(width, room)
        self.labels += found.tried
        self.searched += found.tried
        self._take(found.tour)
        self.ceiling = min(self.ceiling, max(self.least - 1, found.beyond))

    def _take(self, tour: Tour | None) -> None:
        """Keep a trip if it has enough prize."""
        if tour is not None and tour.prize >= self.least:
            self.tour, self.least = tour, tour.prize + 1
