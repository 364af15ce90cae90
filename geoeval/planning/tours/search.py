"""Tours that make every stop, by label-setting with a bound on the rest.

Sweeps over the labels, each wider than the last, find better tours and raise the bound, until
nothing is left out or the labels are used up; between the sweeps the bound on the rest is
sharpened: more memory, finer steps of time, better prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from geoeval.errors import UsageError, quote
from geoeval.planning.instance import NEVER, Instance, Ticks
from geoeval.planning.problem import check_order
from geoeval.planning.tours.bound import NO_TOUR, CompletionTable
from geoeval.planning.tours.labels import Sweeper
from geoeval.planning.tours.moves import improved
from geoeval.planning.tours.network import TourNetwork, tour_network
from geoeval.planning.tours.prices import Prices

MOST_COST = 1 << 36
"""The sum of the costs of a tour has to be below this."""
_STEPS_PER_LABEL = 2000
_MOST_FOUND = 1 << 23


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """The best order of all stops that was found, and how good one can be at most.

    Parameters
    ----------
    order
        The stops; None if no order was found.
    value
        The tick of reaching the end, or the sum of the costs; None if there is no order.
    bound
        No order is better than this; ``NEVER`` if it is proved that none holds.
    proved
        Whether the order is proved the best one, or where there is none, that none holds.
    labels
        How many labels were kept.
    """

    order: tuple[int, ...] | None
    value: int | None
    bound: int
    proved: bool
    labels: int


class _Stage(NamedTuple):
    """How to sharpen the bound before a sweep, and how wide the sweep is.

    ``rounds`` is how often the prices are changed, ``memory`` how many near stops each one
    remembers, ``entries`` how many ways from state to state a table has at most.
    """

    rounds: int
    memory: int
    entries: int
    width: int


_STAGES = (
    _Stage(rounds=0, memory=0, entries=20_000, width=200),
    _Stage(rounds=30, memory=0, entries=20_000, width=50),
    _Stage(rounds=20, memory=2, entries=100_000, width=500),
    _Stage(rounds=30, memory=0, entries=200_000, width=1000),
    _Stage(rounds=20, memory=3, entries=600_000, width=4000),
    _Stage(rounds=15, memory=5, entries=1_600_000, width=10_000),
    _Stage(rounds=15, memory=7, entries=4_000_000, width=_MOST_FOUND),
)


def shortest_tour(
    instance: Instance,
    costs: Ticks | None = None,
    *,
    max_labels: int,
    start: Sequence[int] | None = None,
) -> Tour:
    """Find the order of all stops that reaches the end first, or costs least.

    Parameters
    ----------
        instance
            The trip; every stop is made, whether mandatory or not.
        costs
            Shape (n + 2, n + 2), nodes as in the instance: the cost of each way, 0 or more; from
            ``NEVER`` on a way cannot be taken. None: the tick of reaching the end counts.
        max_labels
            How many labels to keep in all, 1 or more; the work on the bound is limited in
            proportion. At least one label of each size is kept.
        start
            An order that holds, to begin with.

    Returns
    -------
        Tour
            The best order found, its value, and a bound on all others.

    Raises
    ------
        UsageError
            If the costs are of another shape, negative, or add up to more than ``MOST_COST``, if
            the limit is less than 1, or if the order to begin with does not hold.

    Notes
    -----
        Every step is in whole numbers and every sort has a fixed order, so that the same trip gives
        the same order everywhere; which one of several that are equally good, no rule tells.
        Dynamic programming over sets of stops as in Y. Dumas et al. (1995), "An optimal algorithm
        for the traveling salesman problem with time windows", Operations Research 43 (2), pruned by
        state-space relaxations as in R. Baldacci et al. (2012), INFORMS J. on Computing 24 (3).

    Examples
    --------
        >>> from geoeval.planning.instance import instance_of
        >>> from geoeval.planning import Stop, TripProblem
        >>> from geoeval.planning import TravelMatrix, Window
        >>> museum = Stop(name="museum", duration=60, windows=(Window(540, 1020),))
        >>> market = Stop(name="market", duration=30, windows=(Window(480, 600),))
        >>> travel = TravelMatrix([[0, 20], [20, 0]])
        >>> trip = instance_of(TripProblem(stops=(museum, market), travel=travel, depart=480))
        >>> shortest_tour(trip, max_labels=100)
        Tour(order=(1, 0), value=600, bound=600, proved=True, labels=2)
        >>> shortest_tour(trip, max_labels=0)
        Traceback (most recent call last):
        ...
        geoeval.errors.UsageError: expected 1 label or more: 0
    """
    if max_labels < 1:
        message = f"expected 1 label or more: {quote(max_labels)}"
        raise UsageError(message)
    if costs is not None:
        _check(costs, instance)
    known = None if start is None else _value(start, instance, costs)
    if start is not None and known is None:
        message = f"expected an order of all stops that holds: {quote(tuple(start))}"
        raise UsageError(message)
    if not instance.count:
        start, known = (), _value((), instance, costs)
    network = tour_network(instance, costs) if instance.count else None
    if network is None:
        return Tour(
            order=None if known is None else (),
            value=known,
            bound=NEVER if known is None else known,
            proved=True,
            labels=0,
        )
    search = _Search(network, max_labels)
    if start is not None and known is not None:
        search.begin(start, known)
    search.run()
    return search.result()


class _Search:
    """The best tour so far, and the bound; costs count from 0, a finish from the departure."""

    def __init__(self, network: TourNetwork, max_labels: int) -> None:
        self.network = network
        self.max_labels = max_labels
        self.sweeper = Sweeper(network)
        self.prices = Prices(network)
        self.order: tuple[int, ...] | None = None
        self.value = NEVER
        self.bound = 0
        self.labels = 0
        self.most = max(_MOST_FOUND // int(network.arcs.sum(axis=1).max()), 1)
        self.steps = max_labels * _STEPS_PER_LABEL

    def begin(self, start: Sequence[int], value: int) -> None:
        """Note an order to begin with, and its value."""
        positions = np.argsort(self.network.nodes)
        self.order = tuple(int(positions[stop]) for stop in start)
        self.value = value - self.zero

    @property
    def zero(self) -> int:
        """What values are counted from."""
        return self.network.instance.depart if self.network.cost is None else 0

    def run(self) -> None:
        """Sharpen the bound and sweep in turn, until the best is proved or the labels run out."""
        for stage in _STAGES:
            table = self._table(stage)
            if not self._over():
                self._sweep(table, min(stage.width, self.most))
            if self._over():
                return

    def _over(self) -> bool:
        """Return whether the best is proved, or the labels do not suffice for another sweep."""
        spent = self.labels > 0 and self.max_labels - self.labels < self.network.count
        return spent or self.bound >= self.value

    def result(self) -> Tour:
        """Return what was found."""
        proved = self.bound >= self.value
        if self.order is None:
            bound = NEVER if proved else self.bound + self.zero
            return Tour(order=None, value=None, bound=bound, proved=proved, labels=self.labels)
        nodes = self.network.nodes
        return Tour(
            order=tuple(int(nodes[position]) for position in self.order),
            value=self.value + self.zero,
            bound=self.bound + self.zero,
            proved=proved,
            labels=self.labels,
        )

    def _table(self, stage: _Stage) -> CompletionTable:
        """Return a table of about the size that a stage allows, for the best prices found."""
        near = self.prices.near(stage.memory)
        arcs = self.network.arcs[: self.network.count]
        ways = self.network.count * int(arcs.sum(axis=1).max()) << near.shape[1]
        table = CompletionTable(self.network, near, max(stage.entries // ways, 1))
        rounds = min(stage.rounds, self.steps // max(table.size, 1))
        self.steps -= rounds * table.size
        target = None if self.order is None else self.value * self.network.scale
        self._raise(self.prices.raise_bound(table, target, rounds))
        return table

    def _sweep(self, table: CompletionTable, width: int) -> None:
        """Look for a better tour, and raise the bound."""
        room = self.max_labels - self.labels
        sweep = self.sweeper.sweep(table, width, room, self.value - 1)
        self.labels += sweep.labels
        if sweep.order is not None:
            self.order, self.value = improved(self.network, sweep.order, sweep.value)
        self._raise(sweep.missed)

    def _raise(self, bound: int) -> None:
        """Note that no tour not yet found is better than a scaled bound."""
        if bound >= NO_TOUR:
            self.bound = self.value
        self.bound = max(self.bound, min(-(-bound // self.network.scale), self.value))


def _value(order: Sequence[int], instance: Instance, costs: Ticks | None) -> int | None:
    """Return the value of an order; None if it does not hold."""
    count = instance.count
    check_order(order, instance.problem)
    position = {stop: k for k, stop in enumerate(order)}
    if len(position) < count:
        return None
    if any(
        instance.not_before[stop] >> other & 1 and position[other] < position[stop]
        for stop in order
        for other in order
    ) or any(position[second] != position[first] + 1 for first, second in instance.after):
        return None
    node, tick, spent = count, instance.depart, 0
    for following in (*order, count + 1):
        leaves = np.array([tick + (int(instance.duration[node]) if node < count else 0)])
        arrival = instance.arrivals(leaves, np.array([node]), np.array([following]))
        tick = int(instance.begins(arrival, min(following, count))[0])
        if tick >= NEVER or (tick > int(arrival[0]) and not instance.problem.waiting):
            return None
        spent += 0 if costs is None else int(costs[node, following])
        node = following
    if costs is None:
        return tick
    return None if spent >= NEVER else spent


def _check(costs: Ticks, instance: Instance) -> None:
    """Raise if a table of costs cannot be used."""
    expected = (instance.count + 2, instance.count + 2)
    if costs.shape != expected or costs.dtype != np.int64:
        message = (
            f"expected costs of whole numbers (int64) in the shape {expected}: "
            f"{costs.dtype} in the shape {costs.shape}"
        )
        raise UsageError(message)
    known = costs[costs < NEVER]
    least, most = int(known.min(initial=0)), int(known.max(initial=0))
    if least < 0 or most * (instance.count + 1) >= MOST_COST:
        message = (
            f"expected costs from 0, below {MOST_COST} in the sum of a tour: from {least} to "
            f"{most}; choose a larger unit"
        )
        raise UsageError(message)
