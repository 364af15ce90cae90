"""Other ways to the same answers: every order tried, and CP-SAT."""

from __future__ import annotations

from typing import Any

from benchmarks.race import peer
from geoeval.planning import TripProblem
from geoeval.planning.stop import ALWAYS


def by_brute_force(problem: TripProblem, objective: str) -> int | None:
    """Return the best value of a day from a place and back by trying every order; None if none.

    The objectives are "earliest_finish", "most_prize" and "latest_departure".
    """
    return _latest(problem) if objective == "latest_departure" else _forwards(problem, objective)


def by_cp_sat(problem: TripProblem, objective: str, workers: int = 1) -> int | None:
    """Return the best value of a day from a place and back by CP-SAT; None if there is no plan.

    Travel times must not depend on the time of day. The redundant constraint that the trip
    takes at least its stays and ways makes the solver many times faster.

    Raises
    ------
    RuntimeError
        If the solver ends without an answer.
    """
    cp_model = peer("ortools.sat.python.cp_model")
    model, value = _cp_sat_model(cp_model.CpModel(), problem, objective)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        message = f"expected a proof from CP-SAT: {solver.status_name(status)}"
        raise RuntimeError(message)
    return int(solver.value(value))


def _forwards(problem: TripProblem, objective: str) -> int | None:
    """Go on from every order that holds."""
    stops, travel = problem.stops, problem.travel
    needed = sum(stop.mandatory for stop in stops)
    prized = objective == "most_prize"
    best: int | None = None
    assert problem.origin is not None
    assert problem.end is not None
    assert problem.deadline is not None
    states = [(problem.origin, problem.depart, 0, 0, needed)]
    while states:
        here, now, visited, prize, missing = states.pop()
        home = travel.ride(here, problem.end, now)
        if home is not None and home.arrives <= problem.deadline and not missing:
            value = prize if prized else home.arrives
            best = value if best is None else (max if prized else min)(best, value)
        for i, stop in enumerate(stops):
            if visited >> i & 1:
                continue
            ride = travel.ride(here, problem.place(i), now)
            start = next(
                (max(a, ride.arrives) for a, b in stop.starts() if ride.arrives <= b)
                if ride is not None
                else iter(()),
                None,
            )
            if start is not None:
                over, left = start + stop.duration, missing - stop.mandatory
                states.append((problem.place(i), over, visited | 1 << i, prize + stop.prize, left))
    return best


def _latest(problem: TripProblem) -> int | None:
    """Go back from the deadline through every order that holds."""
    stops, travel = problem.stops, problem.travel
    best: int | None = None
    assert problem.origin is not None
    assert problem.end is not None
    assert problem.deadline is not None
    states = [(problem.end, problem.deadline, 0)]
    while states:
        there, until, visited = states.pop()
        if visited.bit_count() == len(stops):
            leaves = travel.latest(problem.origin, there, until)
            if leaves is not None:
                best = leaves if best is None else max(best, leaves)
            continue
        for i, stop in enumerate(stops):
            if visited >> i & 1:
                continue
            over = travel.latest(problem.place(i), there, until)
            if over is None:
                continue
            last = over - stop.duration
            begins = [min(b, last) for a, b in stop.starts() if a <= last]
            if begins:
                states.append((problem.place(i), max(begins), visited | 1 << i))
    return best


def _cp_sat_model(model: Any, problem: TripProblem, objective: str) -> tuple[Any, Any]:  # noqa: ANN401 - ortools is no dependency
    """Write a trip as a circuit through the hotel, with start times; return what to optimise."""
    cp_model = peer("ortools.sat.python.cp_model")
    stops, depot, deadline = problem.stops, len(problem.stops), problem.deadline
    assert deadline is not None
    places = [*map(problem.place, range(depot)), problem.origin]
    leave = model.new_int_var(problem.depart, deadline, "leave")
    if objective != "latest_departure":
        model.add(leave == problem.depart)
    finish = model.new_int_var(problem.depart, deadline, "finish")
    starts = [_start(model, cp_model, problem, i) for i in range(depot)]
    visits = [model.new_bool_var(f"visits {i}") for i in range(depot)]
    arcs = [(i, i, ~visit) for i, visit in enumerate(visits)]
    nowhere = model.new_bool_var("stays at the hotel")
    arcs.append((depot, depot, nowhere))
    model.add_bool_or([nowhere, *visits])
    ways = []
    for i in range(depot + 1):
        over = leave if i == depot else starts[i] + stops[i].duration
        for j in range(depot + 1):
            ride = problem.travel.ride(places[i], places[j], leaves=0)
            if i == j or ride is None:
                continue
            taken = model.new_bool_var(f"{i} to {j}")
            arcs.append((i, j, taken))
            ways.append(taken * ride.arrives)
            model.add((finish if j == depot else starts[j]) >= over + ride.arrives).only_enforce_if(
                taken
            )
            for end in (i, j):
                if end < depot:
                    model.add_implication(taken, visits[end])
    model.add_circuit(arcs)
    stays = sum(v * stop.duration for v, stop in zip(visits, stops, strict=True))
    model.add(finish - leave >= sum(ways) + stays)
    for visit, stop in zip(visits, stops, strict=True):
        if stop.mandatory:
            model.add(visit == 1)
    value = {
        "earliest_finish": finish,
        "latest_departure": leave,
        "most_prize": sum(v * stop.prize for v, stop in zip(visits, stops, strict=True)),
    }[objective]
    (model.minimize if objective == "earliest_finish" else model.maximize)(value)
    return model, value


def _start(model: Any, cp_model: Any, problem: TripProblem, stop: int) -> Any:  # noqa: ANN401 - ortools is no dependency
    """Return the variable of the start of a stay; ALWAYS is cut to the day."""
    intervals = problem.stops[stop].starts()
    assert problem.deadline is not None
    if intervals == ALWAYS:
        intervals = ((problem.depart, problem.deadline),)
    domain = cp_model.Domain.from_intervals([list(interval) for interval in intervals])
    return model.new_int_var_from_domain(domain, f"start {stop}")
