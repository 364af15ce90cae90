"""The most prize with many optional stops: what is proved, how fast, and how far from the best."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.figures import Figure, share, third_party
from benchmarks.orienteering_files import orienteering_problem, tourist_problem
from geoeval.planning.instance import instance_of
from geoeval.planning.labels.prizes import DEFAULT_LABELS, max_prize_tour
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import simulate

TOURIST_LABELS = 2_000_000
"""Labels for a tourist trip, whose tables are too large for the cache: each takes longer."""


class Solved(NamedTuple):
    """One instance: the prize found, its bound, and the seconds that it took."""

    name: str
    value: int
    bound: int
    seconds: float


def solomon() -> list[Figure]:
    """Solve instances of Solomon's set, of which the best known prizes are known."""
    folder = third_party("planning/optw")
    best = json.loads((folder / "best_known.json").read_text(encoding="utf-8"))
    solved = [_solved(name, orienteering_problem(folder / f"{name}.txt")) for name in sorted(best)]
    gaps = [1 - run.value / best[run.name] for run in solved]
    known = f"mean gap to the best known {statistics.mean(gaps):.2%}, worst {max(gaps):.2%}"
    return _figures("OPTW, Solomon c/r/rc 100", solved, f"{known} (target 1 %)")


def cordeau() -> list[Figure]:
    """Solve instances of Cordeau's set."""
    paths = third_party("planning/optw").glob("pr*.txt")
    solved = [_solved(path.stem, orienteering_problem(path)) for path in sorted(paths)]
    return _figures("OPTW, Cordeau pr", solved)


def tourists() -> list[Figure]:
    """Solve tourist trips with opening hours: the first day alone, and all days of the file."""
    paths = sorted(third_party("planning/ttdp").glob("t*.txt"))
    one = [_solved(path.stem, tourist_problem(path, tours=1), TOURIST_LABELS) for path in paths]
    several = [_solved(path.stem, tourist_problem(path), TOURIST_LABELS) for path in paths]
    return [
        *_figures("TTDP, the first day", one),
        *_figures("TTDP, one to three days", several),
    ]


def _solved(name: str, problem: TripProblem, max_labels: int = DEFAULT_LABELS) -> Solved:
    """Solve one instance; the plan has to hold when it is played through."""
    begun = time.perf_counter()
    found = max_prize_tour(instance_of(problem), max_labels=max_labels)
    seconds = time.perf_counter() - begun
    if found.order is None or not simulate(found.order, problem).feasible:
        message = f"the plan for {name} does not hold: {found}"
        raise AssertionError(message)
    return Solved(name, found.value or 0, found.bound, seconds)


def _figures(name: str, solved: Iterable[Solved], note: str = "") -> list[Figure]:
    """Return what was proved of a set, and the seconds."""
    runs = list(solved)
    proved = sum(run.value == run.bound for run in runs)
    seconds = [run.seconds for run in runs]
    gap = statistics.mean(1 - run.value / run.bound for run in runs)
    bounds = f"mean gap to the bound {gap:.1%}"
    times = f"median {statistics.median(seconds):.2f} s, worst {max(seconds):.1f} s (target 30)"
    return [
        Figure(
            name=f"{name}, proved",
            value=share(proved, len(runs)),
            note="; ".join(filter(None, (note, bounds))),
        ),
        Figure(name=f"{name}, time", value=times),
    ]
