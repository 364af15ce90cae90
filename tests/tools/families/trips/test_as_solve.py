"""The trip tools say what the solver of the same query says, over questions of data sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from geoeval.query.base import Model, Trip
from geoeval.query.kinds import Query

from geoeval import load_dataset, read_context, solve, understand
from geoeval.datasets.sample import sample_path
from geoeval.query.trip_kinds import (
    BestOrder,
    LatestDeparture,
    MaxVisits,
    OrderFeasible,
    ScheduleCheck,
)
from geoeval.query.values import CannotSolve, Clock, Derivation, Infeasible, Names, Quantity, YesNo
from geoeval.tools.dispatch import dispatch
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World

_COMMON = ("origin", "end", "depart", "day", "mode", "finish_by", "budget_min")


def _asked(path: Path) -> Iterator[tuple[Query, World]]:
    """Yield the queries of trips that a data set asks, with their worlds."""
    for record in load_dataset(path, labels=False).records:
        world, _ = read_context(record.context)
        query = understand(record.question, world)
        if isinstance(query, Trip):
            yield query, world


def _arguments(query: Trip, *without: str) -> dict[str, object]:
    """Return the arguments of a tool that say what a query says."""
    known = {name: getattr(query, name) for name in _COMMON if name not in without}
    stops = [stop.model_dump(mode="json", exclude_none=True) for stop in query.stops]
    arguments = {"stops": stops, "before": [list(pair) for pair in query.before], **known}
    return {name: value for name, value in arguments.items() if value is not None}


def _called(name: str, arguments: Mapping[str, object], world: World) -> Mapping[str, object]:
    """Call a tool; a refusal is its reason."""
    result = dispatch(TOOLS, name, dict(arguments), world)
    return result.content if result.failure is None else {"reason": result.failure.reason}


def _check_most_visits(query: MaxVisits, world: World) -> None:
    """Compare the number of visits."""
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, Quantity)
    arguments = {**_arguments(query), "objective": "most_visits"}
    assert _called("plan_trip", arguments, world)["visits"] == outcome.value.amount


def _check_best_order(query: BestOrder, world: World) -> None:
    """Compare the order: it is one of those that the solver ranks first."""
    free = query.model_copy(update={"orders": ()})
    outcome = solve(free, world)
    called = _called("plan_trip", _arguments(free), world)
    if isinstance(outcome, Infeasible):
        assert called["feasible"] is False
    elif isinstance(outcome, CannotSolve):
        assert called["reason"] == outcome.reason
    else:
        assert isinstance(outcome.value, Names)
        timeline = called["timeline"]
        assert isinstance(timeline, list)
        written = " -> ".join(visit["place"] for visit in timeline)
        assert written in outcome.value.names[: outcome.value.tied]


def _check_order(query: OrderFeasible, world: World) -> None:
    """Compare whether an order has a plan that keeps it."""
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, YesNo)
    called = _called("plan_trip", {**_arguments(query), "in_order": True}, world)
    assert called["feasible"] is (outcome.value.yes is query.holds)


def _check_latest(query: LatestDeparture, world: World) -> None:
    """Compare the departure to the minute."""
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, Clock)
    arguments = _arguments(query, "origin", "depart", "budget_min")
    del arguments["before"]
    places = [stop.place for stop in query.stops]
    left = [index for index, place in enumerate(places) if world.atlas.same(place, query.leaving)]
    stops = arguments["stops"]
    assert isinstance(stops, list)
    arguments |= {"leaving": query.leaving, "stops": stops[left[-1] + 1 :] if left else stops}
    if query.before_closing is not None:
        arguments["before_closing"] = query.before_closing
    leave = _called("latest_departure", arguments, world)["leave"]
    hour, minute = divmod(outcome.value.minute, 60)
    assert str(leave)[:5] == f"{hour % 24:02d}:{minute:02d}"


def _check_schedules(query: ScheduleCheck, world: World) -> None:
    """Compare which of the offered schedules hold."""
    arguments = _arguments(query, "end")
    for name in ("stops", "before"):
        del arguments[name]
    for schedule in query.schedules:
        outcome = solve(query.model_copy(update={"schedules": (schedule,)}), world)
        visits = []
        for visit in schedule.visits:
            told = visit.model_dump(exclude_none=True)
            stays = [s.visit_min for s in query.stops if world.atlas.same(s.place, visit.place)]
            visits.append(told | ({"visit_min": stays[0]} if stays and stays[0] else {}))
        made = [visit["place"] for visit in visits]
        if any(not any(world.atlas.same(s.place, name) for name in made) for s in query.stops):
            continue  # a stop that is left out: the tool is not told of it
        called = _called("check_schedule", {**arguments, "visits": visits}, world)
        assert called.get("holds", False) is isinstance(outcome, Derivation)
        assert called.get("reason", "unknown_place") == "unknown_place"


_CHECKS = {
    MaxVisits: _check_most_visits,
    BestOrder: _check_best_order,
    OrderFeasible: _check_order,
    LatestDeparture: _check_latest,
    ScheduleCheck: _check_schedules,
}


def _compare(path: Path) -> Counter[type[Model]]:
    """Compare the tools with the solver on a data set; return how many queries of each kind."""
    compared: Counter[type[Model]] = Counter()
    for query, world in _asked(path):
        check = _CHECKS.get(type(query))
        if check is not None and not isinstance(solve(query, world), CannotSolve):
            check(query, world)
            compared[type(query)] += 1
    return compared


def test_the_tools_agree_with_the_solver_on_the_sample() -> None:
    """Over the questions that the package ships."""
    assert sum(_compare(sample_path()).values()) > 5


def test_the_tools_agree_with_the_solver_on_the_benchmark(data_dir: Path) -> None:
    """Over the trips of the development half."""
    compared = _compare(data_dir / "mapeval" / "dev.json")
    if not compared:
        pytest.fail("no question about a trip was compared")
    assert compared[MaxVisits] > 5
    assert compared[LatestDeparture] > 1
