"""Days out of 8 to 18 stops: how long a proved plan takes, and whether others agree with it."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from statistics import median, quantiles
from typing import TypeAlias

from benchmarks.figures import Figure, share
from benchmarks.oracles import by_brute_force, by_cp_sat
from benchmarks.race import OURS, peer, race
from benchmarks.random_trips import TICKS_PER_MINUTE, WISHES, Wish, day_trip
from geoeval.planning import InfeasibleTrip, TripPlan, TripProblem, Wording, plan_trip
from geoeval.planning.instance import instance_of
from geoeval.planning.table import SubsetTable, find_earliest, forward_arcs

Day: TypeAlias = tuple[Wish, TripProblem]

TARGETS_MS = {8: (3, 8), 12: (10, 25), 15: (40, 80), 18: (200, 500)}
DAYS = {8: 102, 12: 102, 15: 102, 18: 24}
TRIED_DAYS = {5: 60, 6: 60, 7: 24, 8: 12}
COMPARED_DAYS = 24
EXPLAINED_DAYS = 20
MISSING = 0.15


def speed() -> list[Figure]:
    """Time plans for days of every size, legs static or by the time of day, all objectives."""
    figures = []
    for count, targets in TARGETS_MS.items():
        for by_time, target in zip((False, True), targets, strict=True):
            days = list(islice(_days(count, by_time=by_time), DAYS[count]))
            figures.append(_speed(count, days, target, by_time=by_time))
    return figures


def brute_force() -> list[Figure]:
    """Compare with every order tried."""
    figures = []
    for count, number in TRIED_DAYS.items():
        _progress(f"every order of {count} stops")
        days = [
            day
            for by_time in (False, True)
            for day in islice(_days(count, by_time=by_time), number // 2)
        ]
        same = sum(_value(problem, wish) == by_brute_force(problem, wish) for wish, problem in days)
        name = f"{count} stops: same value as by trying every order"
        figures.append(Figure(name=name, value=share(same, number), note="half with legs by time"))
    return figures


def cp_sat() -> list[Figure]:
    """Compare with CP-SAT, both timed in turns."""
    peer("ortools")
    figures = []
    for count in (10, 12):
        _progress(f"CP-SAT, {count} stops")
        days = list(islice(_days(count, by_time=False), COMPARED_DAYS))
        same, ours, theirs = 0, [], []
        for wish, problem in days:
            mine, seconds = _timed(partial(_value, problem, wish))
            ours.append(seconds)
            other, seconds = _timed(partial(by_cp_sat, problem, wish))
            theirs.append(seconds)
            same += mine == other
        ratio = median(b / a for a, b in zip(ours, theirs, strict=True))
        target = " (target 40)" if count == 12 else ""
        figures += [
            Figure(name=f"{count} stops: same value as CP-SAT", value=share(same, len(days))),
            Figure(
                name="  CP-SAT takes",
                value=f"{ratio:.0f} times as long{target}",
                note=f"median over the days, in turns; {sum(theirs) / sum(ours):.0f} times for all "
                f"together; ours {1000 * median(ours):.1f} ms; CP-SAT "
                f"{1000 * median(theirs):.0f} ms, at most {1000 * max(theirs):.0f}, one worker, "
                "model built anew, with the redundant constraint",
            ),
        ]
    return figures


def explanations() -> list[Figure]:
    """Time what is added when a day is a minute too short: all smallest conflicts."""
    figures = []
    for count in (8, 12, 15):
        _progress(f"conflicts, {count} stops")
        over_table, over_plan, words = [], [], []
        for long_enough, too_short in islice(_tight(count), EXPLAINED_DAYS):
            work = {
                "table": partial(_finish_first, too_short),
                "plan": partial(plan_trip, long_enough),
                OURS: partial(plan_trip, too_short),
            }
            typical = {name: median(times) for name, times in race(work, rounds=3).items()}
            over_table.append(typical[OURS] / typical["table"] - 1)
            over_plan.append(typical[OURS] / typical["plan"] - 1)
            trip = plan_trip(too_short)
            assert isinstance(trip, InfeasibleTrip)
            words.append(_timed(partial(Wording(too_short).conflict, trip.conflicts[0]))[1])
        figures.append(
            Figure(
                name=f"{count} stops, a minute too short: all conflicts",
                value=f"{median(over_table):+.0%} of the time of the table (target +10%)",
                note=f"median of {EXPLAINED_DAYS} days; {median(over_plan):+.0%} of a plan for the "
                f"day a minute longer; one conflict in words, with its requirements: "
                f"{1000 * median(words):.1f} ms",
            )
        )
    return figures


def _days(count: int, *, by_time: bool) -> Iterator[Day]:
    """Yield days by turns of objective, every other round of them with missing legs."""
    for seed, wish in enumerate(cycle(WISHES)):
        turn = seed // len(WISHES)
        missing = MISSING if turn % 2 else 0.0
        yield wish, day_trip(seed, count, wish, missing, 3 + turn % 4 if by_time else 1)


def _speed(count: int, days: list[Day], target: int, *, by_time: bool) -> Figure:
    """Plan days and say how long that takes."""
    name = f"{count} stops, legs by the time of day" if by_time else f"{count} stops"
    _progress(name)
    times: dict[Wish, list[float]] = {wish: [] for wish in WISHES}
    planned = 0
    plan_trip(days[0][1], days[0][0])
    for wish, problem in days:
        found, seconds = _timed(partial(plan_trip, problem, wish))
        assert isinstance(found, TripPlan | InfeasibleTrip)
        assert found.proved
        planned += isinstance(found, TripPlan)
        times[wish].append(1000 * seconds)
    all_ms = [ms for several in times.values() for ms in several]
    by_wish = ", ".join(
        f"{wish.replace('_', ' ')} {_p95(several):.1f}" for wish, several in times.items()
    )
    return Figure(
        name=name,
        value=f"p50 {median(all_ms):.1f}, p95 {_p95(all_ms):.1f}, max {max(all_ms):.1f} ms "
        f"(target p95 {target})",
        note=f"{len(days)} days, {planned} with a plan, all proved; p95 by objective: {by_wish}",
    )


def _tight(count: int) -> Iterator[tuple[TripProblem, TripProblem]]:
    """Yield days that have to be over when they can be, and a minute before."""
    for seed in itertools.count():
        problem = day_trip(seed, count, missing=MISSING)
        plan = plan_trip(problem)
        if isinstance(plan, TripPlan):
            yield (
                replace(problem, deadline=plan.value),
                replace(problem, deadline=plan.value - TICKS_PER_MINUTE),
            )


def _finish_first(problem: TripProblem) -> object:
    """Fill the table of all sets, and explain nothing."""
    instance = instance_of(problem)
    return find_earliest(SubsetTable(forward_arcs(instance)), instance.mandatory)


def _value(problem: TripProblem, wish: Wish) -> int | None:
    """Return the value of the best plan; None if there is none."""
    found = plan_trip(problem, wish)
    return found.value if isinstance(found, TripPlan) else None


def _p95(times: list[float]) -> float:
    """Return the time that 95 % stay below."""
    return quantiles(times, n=20, method="inclusive")[-1]


def _timed(work: Callable[[], object]) -> tuple[object, float]:
    """Return what some work gives, and its seconds."""
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


def _progress(what: str) -> None:
    """Say what is being measured."""
    sys.stderr.write(f"day trips: {what}\n")
