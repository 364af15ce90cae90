"""Instances of the orienteering problem with time windows, and of tourist trips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import Stop, Window
from geoeval.planning.travel import TravelMatrix

DAY = 1440
CLOSED = ("0", "0")


class Site(NamedTuple):
    """A point of the plane with the prize of a stay and how long it takes, in ticks."""

    x: float
    y: float
    duration: int
    prize: int


def orienteering_problem(path: Path) -> TripProblem:
    """Read an instance of Solomon's or, if its name begins with "pr", of Cordeau's set.

    Distances are rounded down to one decimal (Cordeau's: two), which is the tick. A window bounds
    the start of the service, that of the first point the whole tour.
    """
    ticks = 100 if path.stem.startswith("pr") else 10
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()[2:]]
    rows = [row for row in rows if row]
    windows = [(_ticks(row[-2], ticks), _ticks(row[-1], ticks)) for row in rows]
    return TripProblem(
        stops=tuple(
            Stop(
                name=row[0],
                place=place,
                duration=_ticks(row[3], ticks),
                prize=_ticks(row[4], 1),
                mandatory=False,
                windows=(Window(*window, "start"),),
            )
            for place, (row, window) in enumerate(zip(rows, windows, strict=True))
            if place
        ),
        travel=TravelMatrix(_floored([_site(row, ticks) for row in rows], ticks)),
        origin=0,
        end=0,
        depart=windows[0][0],
        deadline=windows[0][1],
        unit="unit",
        ticks_per_unit=ticks,
    )


def tourist_problem(path: Path, *, tours: int | None = None) -> TripProblem:
    """Read a tourist trip: one tour a day from the start day of the file on, a week at most.

    Distances are minutes, rounded down to two decimals, which is the tick. A window bounds the
    start of a visit, as in the other sets of the same authors; "0 0" is a day on which the place
    is closed. ``tours`` is the number of days, if not that of the file. Over several days, ways
    that rounding made longer than those over another place are taken as long as those.
    """
    ticks = 100
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [row for line in lines if (row := line.split()) and row[0].isdigit()]
    header, hotel, *places = rows
    first, count = int(header[2]), int(header[1]) if tours is None else tours
    opens, closes = (_ticks(cell, ticks) for cell in hotel[-2:])
    length = DAY * ticks
    ways = _floored([_site(row, ticks) for row in (hotel, *places)], ticks)
    if count > 1:
        ways = _shortest(ways)
    return TripProblem(
        stops=tuple(
            Stop(
                name=row[0],
                place=place,
                duration=_ticks(row[3], ticks),
                prize=_ticks(row[4], 1),
                mandatory=False,
                windows=tuple(
                    Window(
                        number * length + _ticks(hours[0], ticks),
                        number * length + _ticks(hours[1], ticks),
                        "start",
                    )
                    for number in range(count)
                    if (hours := _hours(row, (first + number) % 7)) != CLOSED
                ),
            )
            for place, row in enumerate(places, start=1)
        ),
        travel=TravelMatrix(ways),
        origin=0,
        end=0,
        depart=opens,
        days=tuple((number * length + opens, number * length + closes) for number in range(count)),
        unit="minute",
        ticks_per_unit=ticks,
    )


def _hours(row: Sequence[str], weekday: int) -> tuple[str, str]:
    """Return the opening hours of a weekday: behind number, place, duration, prize and type."""
    return row[6 + 2 * weekday], row[7 + 2 * weekday]


def _site(row: Sequence[str], ticks: int) -> Site:
    """Return the place of a line."""
    return Site(float(row[1]), float(row[2]), _ticks(row[3], ticks), _ticks(row[4], 1))


def _ticks(cell: str, ticks: int) -> int:
    """Return a number in ticks."""
    return round(float(cell) * ticks)


def _floored(sites: Sequence[Site], ticks: int) -> list[list[int]]:
    """Return the distances in whole ticks, rounded down; guarded against 4.9999999 for 5."""
    return [
        [math.floor(ticks * math.dist(one[:2], other[:2]) + 1e-9) for other in sites]
        for one in sites
    ]


def _shortest(ways: list[list[int]]) -> list[list[int]]:
    """Return the lengths of the shortest ways, over other places too."""
    table = np.array(ways)
    for via in range(len(table)):
        np.minimum(table, table[:, via, None] + table[via], out=table)
    closed: list[list[int]] = table.tolist()
    return closed
