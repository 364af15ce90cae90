"""Conflicts of infeasible days and their texts."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.planning import (
    Breach,
    InfeasibleTrip,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    Wording,
    plan_trip,
    simulate,
)
from tests.planning.referee import orders, replayed

MUSEUM = Stop(name="the museum", duration=180, windows=(Window(540, 1020),))
PARK = Stop(name="the park", duration=30)
CAFE = Stop(name="the café", duration=45, windows=(Window(600, 900),))
LEGS = TravelMatrix([[0, 10, 15, 20], [10, 0, 15, 20], [15, 15, 0, 20], [20, 20, 20, 0]])
DAY = TripProblem(
    stops=(MUSEUM, PARK, CAFE), travel=LEGS, origin=3, end=3, depart=870, unit="minute"
)


def infeasible(problem: TripProblem) -> InfeasibleTrip:
    """Return the reason why a problem has no plan."""
    found = plan_trip(problem)
    assert isinstance(found, InfeasibleTrip)
    return found


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_conflicts_are_the_smallest_infeasible_sets(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """Brute force over all sets finds the same."""
    problem = data.draw(problems)
    every = tuple(replace(stop, mandatory=False) for stop in problem.stops)
    free = replace(problem, stops=every)
    made = [set(order) for order in orders(free) if replayed(order, free) is not None]
    needed = [i for i, stop in enumerate(problem.stops) if stop.mandatory]
    bad = [
        set(chosen)
        for size in range(len(needed) + 1)
        for chosen in combinations(needed, size)
        if not any(set(chosen) <= stops for stops in made)
    ]
    smallest = [tuple(sorted(chosen)) for chosen in bad if not any(other < chosen for other in bad)]
    found = plan_trip(problem)
    conflicts = () if isinstance(found, TripPlan) else found.conflicts
    assert sorted(conflict.stops for conflict in conflicts) == sorted(smallest)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_dropping_any_requirement_resolves_a_conflict(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """The requirements of a conflict are infeasible without any others."""
    from geoeval.planning.conflicts import drop_requirement, list_requirements

    problem = data.draw(problems)
    found = plan_trip(problem)
    if isinstance(found, TripPlan) or not found.conflicts:
        return
    conflict = found.conflicts[0]
    stops = tuple(
        replace(stop, mandatory=i in conflict.stops) for i, stop in enumerate(problem.stops)
    )
    only = replace(problem, stops=stops)
    for requirement in list_requirements(conflict.stops, problem):
        if requirement not in conflict.requirements:
            only = drop_requirement(requirement, only)
    assert isinstance(plan_trip(only), InfeasibleTrip)
    budgeted = any(requirement.kind == "budget" for requirement in conflict.requirements)
    for requirement in conflict.requirements:
        if budgeted and requirement.kind == "departure":
            continue  # a budget counts from the departure
        assert isinstance(plan_trip(drop_requirement(requirement, only)), TripPlan), requirement


def test_the_departure_conflicts_only_with_clock_times() -> None:
    """A budget that is too short is so at any hour."""
    free = replace(DAY, stops=(replace(MUSEUM, windows=None), PARK), depart=540, budget=100)
    kinds = [requirement.kind for requirement in infeasible(free).conflicts[0].requirements]
    assert kinds == ["budget"]
    early = replace(DAY, stops=(MUSEUM, PARK), depart=480, budget=230)
    kinds = [requirement.kind for requirement in infeasible(early).conflicts[0].requirements]
    assert kinds == ["windows", "budget", "departure"]


def test_a_stop_conflicts_with_a_late_departure() -> None:
    found = infeasible(DAY)
    assert [conflict.stops for conflict in found.conflicts] == [(0,), (2,)]
    assert [requirement.kind for requirement in found.conflicts[0].requirements] == [
        "windows",
        "departure",
    ]
    assert Wording(DAY).conflict(found.conflicts[0]) == (
        "the museum (3 hours 0 mins), the hours of the museum (9:00 AM to 5:00 PM) and "
        "leaving at 2:30 PM cannot all be satisfied"
    )


def test_two_stops_can_exclude_each_other() -> None:
    """Each fits alone."""
    found = infeasible(replace(DAY, depart=800))
    assert [conflict.stops for conflict in found.conflicts] == [(0, 2)]
    assert found.proved
    assert found.nearest.first_broken is not None


def test_each_kind_of_requirement_is_named() -> None:
    free = replace(DAY, stops=(replace(MUSEUM, windows=None), PARK), depart=540)
    cases = {
        "deadline": replace(free, deadline=700),
        "budget": replace(free, budget=100),
        "appointment": replace(free, stops=(replace(MUSEUM, windows=None, starts_at=500), PARK)),
        "precedence": replace(free, before=((0, 1), (1, 0))),
        "adjacency": replace(free, directly=((0, 1), (1, 0))),
        "legs": replace(free, travel=TravelMatrix([[None] * 4] * 4)),
        "days": replace(free, days=((540, 600),)),
    }
    texts = {}
    for kind, problem in cases.items():
        conflict = infeasible(problem).conflicts[0]
        assert kind in [requirement.kind for requirement in conflict.requirements], kind
        texts[kind] = Wording(problem).conflict(conflict)
    assert "ending by 11:40 AM" in texts["deadline"]
    assert "taking at most 1 hour 40 mins" in texts["budget"]
    assert "the museum at 8:20 AM" in texts["appointment"]
    assert "the museum before the park and the park before the museum" in texts["precedence"]
    assert "the park directly after the museum" in texts["adjacency"]
    assert texts["legs"].endswith("the missing legs cannot both be satisfied")
    assert "the days of the trip" in texts["days"]


def test_violations_are_described() -> None:
    wording = Wording(replace(DAY, deadline=1100, budget=10))
    cases = {
        Breach(kind="closing", stop=0, actual=1209, limit=1020, arrival=1029): (
            "arrives at the museum at 5:09 PM, but it closes at 5:00 PM"
        ),
        Breach(kind="closing", stop=0, actual=1030, limit=1020, arrival=850): (
            "stays at the museum until 5:10 PM, but it closes at 5:00 PM"
        ),
        Breach(kind="closed", stop=1, actual=5): "the park is closed",
        Breach(kind="late", stop=0, actual=600, limit=570): (
            "arrives at the museum at 10:00 AM, due at 9:30 AM"
        ),
        Breach(kind="not_open", stop=0, actual=500, limit=540): (
            "is at the museum at 8:20 AM, but it opens at 9:00 AM"
        ),
        Breach(kind="waiting", stop=0, actual=500, limit=540): (
            "has to wait at the museum from 8:20 AM to 9:00 AM"
        ),
        Breach(kind="precedence", stop=0, actual=0, limit=1): "visits the museum before the park",
        Breach(kind="adjacency", stop=0, actual=0, limit=1): (
            "does not visit the museum directly after the park"
        ),
        Breach(kind="left_out", stop=1, actual=0): "leaves out the park",
        Breach(kind="deadline", stop=None, actual=1445, limit=1100): (
            "is over at 12:05 AM (next day), but the limit is 6:20 PM"
        ),
        Breach(kind="budget", stop=None, actual=75, limit=10): (
            "takes 1 hour 15 mins, but the limit is 10 mins"
        ),
        Breach(kind="missing_leg", stop=None, actual=0, origin=0): (
            "the start cannot be reached from the museum"
        ),
        Breach(kind="opens_late", stop=0, actual=530, limit=720): (
            "the museum must be left by 8:50 AM, but the stay cannot end before 12:00 PM"
        ),
        Breach(kind="opens_late", stop=0, actual=530): (
            "the museum must be left by 8:50 AM, which is impossible"
        ),
    }
    for breach, words in cases.items():
        assert wording.breach(breach) == words
    nowhere = Breach(kind="missing_leg", stop=None, actual=0)
    assert (
        Wording(replace(DAY, end=None)).breach(nowhere) == "the end of the trip cannot be reached"
    )


def test_ticks_are_written_in_the_unit_of_the_trip() -> None:
    assert Wording(DAY).at(-10) == "11:50 PM (the day before)"
    assert Wording(DAY).at(-1441) == "11:59 PM (2 days before)"
    assert Wording(DAY).at(3 * 1440) == "12:00 AM (3 days later)"
    seconds = Wording(replace(DAY, unit="second"))
    assert (seconds.at(3685), seconds.at(3690)) == ("1:01:25 AM", "1:01:30 AM")
    assert seconds.at(1_780_000_000).endswith("days later)")
    days = Wording(replace(DAY, unit="day"))
    assert (days.at(3), days.length(2), days.length(1)) == ("day 3", "2 days", "1 day")
    halves = Wording(replace(DAY, unit="second", ticks_per_unit=2))
    assert (halves.at(7261), halves.length(3)) == ("1:00:30.5 AM", "1.5 seconds")
    plain = Wording(replace(DAY, unit="unit", ticks_per_unit=10))
    assert (plain.at(125), plain.length(5)) == ("12.5", "0.5")


def test_names_of_places_and_times_can_be_replaced() -> None:
    """Solvers of map questions use this."""
    wording = Wording(DAY, moment=lambda tick: f"t{tick}", places=lambda place: f"p{place}")
    closing = Breach(kind="closing", stop=0, actual=7, limit=5, arrival=6)
    assert wording.breach(closing) == "arrives at p0 at t6, but it closes at t5"


def test_a_day_without_stops_can_be_infeasible() -> None:
    """The way to the end takes too long."""
    trip = TripProblem(stops=(), travel=TravelMatrix([[0, 9], [9, 0]]), origin=0, end=1, deadline=5)
    found = infeasible(trip)
    assert [conflict.stops for conflict in found.conflicts] == [()]
    assert simulate((), trip) == found.nearest
    assert Wording(trip).conflict(found.conflicts[0]) == (
        "ending by 12:00:05 AM and leaving at 12:00 AM cannot both be satisfied"
    )
