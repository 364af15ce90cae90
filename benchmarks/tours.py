"""Tours with time windows: published instances against the best tours known."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks.figures import Figure, share
from benchmarks.tsptw import TICKS_PER_UNIT, Benchmark, names, read
from geoeval.planning.answer import SearchResult
from geoeval.planning.labels.tours import shortest_tour

MAX_LABELS = 1_000_000
ROUNDING = TICKS_PER_UNIT // 200
"""Best values are published to two decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """An instance solved once."""

    benchmark: Benchmark
    tour: SearchResult
    seconds: float

    @property
    def gap(self) -> float:
        """By what part the tour costs more than the best known one."""
        if self.tour.value is None:
            return float("inf")
        above = self.tour.value - self.benchmark.best_known
        return 0.0 if abs(above) <= ROUNDING else above / self.benchmark.best_known


def dumas() -> list[Figure]:
    """Solve the instances of Dumas et al. (1995)."""
    return _figures("Dumas", "Dumas et al., 20 to 100 stops")


def solomon() -> list[Figure]:
    """Solve the instances that Potvin and Bengio (1996) took from Solomon's."""
    return _figures("SolomonPotvinBengio", "Solomon, Potvin and Bengio, 5 to 45 stops")


def stacker_crane() -> list[Figure]:
    """Solve the instances of Ascheuer, Fischetti and Grötschel (2001)."""
    return _figures("AFG", "Ascheuer, Fischetti and Grötschel, 10 to 231 stops")


def _figures(folder: str, title: str) -> list[Figure]:
    """Solve the instances of a folder."""
    runs = [_run(name) for name in names(folder)]
    seconds = [run.seconds for run in runs]
    gaps = [run.gap for run in runs]
    open_gaps = [
        f"{run.benchmark.name.split('/')[1]} {run.tour.value / run.tour.bound - 1:.1%}"
        for run in runs
        if not run.tour.proved and run.tour.value is not None
    ]
    proved = sum(run.tour.proved for run in runs)
    better = sum(gap < 0 for gap in gaps)
    return [
        Figure(
            name=f"{title}: proved the cheapest",
            value=share(proved, len(runs)),
            note=f"left between tour and bound: {', '.join(open_gaps)}" if open_gaps else "",
        ),
        Figure(
            name=f"{title}: seconds, median and worst",
            value=f"{median(seconds):.2f} / {max(seconds):.1f}",
            note=f"at most {MAX_LABELS:,} labels each",
        ),
        Figure(
            name=f"{title}: worst gap to the best known",
            value=f"{max(gaps):.2%}",
            note=f"cheaper than the best value that came with the instances: {better}"
            if better
            else "",
        ),
    ]


def _run(name: str) -> _Run:
    """Solve an instance."""
    benchmark = read(name)
    begun = perf_counter()
    tour = shortest_tour(benchmark.instance, benchmark.costs, max_labels=MAX_LABELS)
    return _Run(benchmark=benchmark, tour=tour, seconds=perf_counter() - begun)
