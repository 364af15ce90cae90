"""Reads benchmark instances of the travelling salesman problem with time windows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.figures import third_party
from geoeval.planning.instance import Instance, Ticks, instance_of
from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import Stop, Window
from geoeval.planning.travel import TravelMatrix

TICKS_PER_UNIT = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """An instance with the costs of its ways, and the cost of the best tour known, in ticks."""

    name: str
    instance: Instance
    costs: Ticks
    best_known: int


def read(name: str) -> Benchmark:
    """Read an instance, such as "Dumas/n20w20.001.txt".

    The file gives the number of nodes, their distances (stays included), and their windows,
    which bound the start of the stay; node 0 is the depot, its window that of the whole tour.
    """
    path = third_party(f"planning/tsptw/{name}")
    known = json.loads(third_party("planning/tsptw/best_known.json").read_text(encoding="utf-8"))
    numbers = _numbers(path)
    count = int(numbers[0][0])
    ticks = [[round(cell * TICKS_PER_UNIT) for cell in row] for row in numbers[1:]]
    ways, windows = ticks[:count], ticks[count : 2 * count]
    stops = tuple(
        Stop(
            name=str(node),
            windows=(Window(windows[node][0], windows[node][1], "start"),),
            place=node,
        )
        for node in range(1, count)
    )
    problem = TripProblem(
        stops=stops,
        travel=TravelMatrix(ways),
        depart=windows[0][0],
        origin=0,
        end=0,
        deadline=windows[0][1],
        unit="unit",
        ticks_per_unit=TICKS_PER_UNIT,
    )
    rows = [*range(1, count), 0, 0]
    return Benchmark(
        name=name,
        instance=instance_of(problem),
        costs=np.array(ways, dtype=np.int64)[np.ix_(rows, rows)],
        best_known=round(known[name]["travel_cost"] * TICKS_PER_UNIT),
    )


def names(folder: str) -> list[str]:
    """Return the names of the instances in a folder, such as "Dumas"."""
    path = third_party(f"planning/tsptw/{folder}")
    return sorted(f"{folder}/{file.name}" for file in path.iterdir())


def _numbers(path: Path) -> list[list[float]]:
    """Return the numbers of each line, comments and empty lines left out."""
    lines = [line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines()]
    return [[float(word) for word in line] for line in lines if line]
