"""The table over subsets against brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import (
    MAX_VISITS,
    TripProblem,
    Visit,
    best_orders,
    max_visits,
    simulate,
)


@given(data=st.data())
def test_the_best_orders_are_those_of_brute_force(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """The same finish, and every order that reaches it."""
    problem = data.draw(problems)
    played = {order: simulate(order, problem) for order in permutations(range(len(problem.visits)))}
    finishes = {order: run.finish for order, run in played.items() if run.feasible}
    found = best_orders(problem, limit=1000)
    assert found.finish == min(finishes.values(), default=None)
    assert found.orders == tuple(
        sorted(order for order, finish in finishes.items() if finish == found.finish)
    )


@given(data=st.data())
def test_the_most_visits_are_those_of_brute_force(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """The same number, the same sets, and the earliest finish of every number."""
    problem = data.draw(problems)
    free = replace(problem, deadline=None)
    most = max_visits(problem)
    finishes: list[int | None] = [problem.depart]
    count, choices = 0, {frozenset[int]()}
    for size in range(1, len(problem.visits) + 1):
        times: list[int] = []
        sets: set[frozenset[int]] = set()
        for chosen in combinations(range(len(problem.visits)), size):
            for order in permutations(chosen):
                if simulate(order, free).feasible:
                    times.append(simulate(order, free).finish)
                if simulate(order, problem).feasible:
                    sets.add(frozenset(chosen))
        finishes.append(min(times, default=None))
        count, choices = (size, sets) if sets else (count, choices)
    assert (most.count, set(most.choices), most.finishes) == (count, choices, tuple(finishes))
    assert frozenset(most.order) in choices
    if most.count:
        run = simulate(most.order, problem)
        assert run.feasible
        assert run.finish == finishes[count]


@given(data=st.data())
def test_wider_windows_never_make_it_worse(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """Without windows one finishes no later and visits no fewer."""
    problem = data.draw(problems)
    wide = replace(problem, visits=tuple(replace(visit, windows=None) for visit in problem.visits))
    finish = best_orders(problem).finish
    wider = best_orders(wide).finish
    assert finish is None or (wider is not None and wider <= finish)
    assert max_visits(problem).count <= max_visits(wide).count


def test_as_many_equal_orders_are_returned_as_were_asked_for() -> None:
    """Five free visits have 120 equal orders."""
    problem = TripProblem(
        visits=tuple(Visit(name=str(i), duration=1) for i in range(5)),
        travel={(i, j): 0 for i in range(5) for j in range(5)},
    )
    assert [len(best_orders(problem, limit=n).orders) for n in (3, 500)] == [3, 120]


def test_more_visits_than_the_table_holds_are_refused() -> None:
    """The limit is named, and what came."""
    many = TripProblem(
        visits=tuple(Visit(name=str(i), duration=1) for i in range(MAX_VISITS + 1)), travel={}
    )
    with pytest.raises(UsageError, match="at most 12 visits to put in order, got 13"):
        max_visits(many)
