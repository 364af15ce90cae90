"""Trips through several cities by direct flights."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import RecordError
from geoeval.query import plans
from geoeval.query.parts import CityStay, DatedEvent, StayPlan
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Derivation, Infeasible, Stays
from geoeval.world.model import World
from tests.query.towns import derived, failure

FLIGHTS = (("Oslo", "Rome"), ("Oslo", "Bern"), ("Bern", "Rome"))
LENGTHS = {"Oslo": 3, "Rome": 4, "Bern": 2}


def stay_plan(*events: tuple[str, int, int], days: int = 7, **lengths: int) -> StayPlan:
    return StayPlan(
        days=days,
        stays=tuple(CityStay(city=c, days=d) for c, d in (lengths or LENGTHS).items()),
        events=tuple(DatedEvent(city=c, first_day=a, last_day=b) for c, a, b in events),
        flights=FLIGHTS,
    )


def order(query: StayPlan) -> list[tuple[str, int, int]]:
    outcome = derived(query, World())
    assert isinstance(outcome.value, Stays)
    return [(stay.city, stay.first_day, stay.last_day) for stay in outcome.value.stays]


def broken(query: StayPlan) -> str:
    outcome = solve(query, World())
    assert isinstance(outcome, Infeasible)
    return outcome.first_broken


def test_the_flight_day_counts_for_both_cities() -> None:
    """Each stay begins on the last day of the previous one."""
    assert order(stay_plan()) == [("Oslo", 1, 3), ("Bern", 3, 4), ("Rome", 4, 7)]


def test_a_short_event_lies_within_its_stay() -> None:
    assert order(stay_plan(("Bern", 3, 3), ("Rome", 5, 6))) == order(stay_plan())


def test_a_stay_may_last_a_single_day() -> None:
    """Arrival and departure are on the same day."""
    assert order(stay_plan(days=5, Oslo=3, Bern=1, Rome=3)) == [
        ("Oslo", 1, 3),
        ("Bern", 3, 3),
        ("Rome", 3, 5),
    ]


def test_the_steps_show_the_days() -> None:
    """First the sum of the days, then each stay."""
    outcome = derived(stay_plan(("Oslo", 1, 2)), World())
    assert outcome.steps[:2] == (
        "3 + 4 + 2 days minus 2 flight days, which count twice, make 7",
        "day 1 to day 3: Oslo for 3 days, there from day 1 to day 2",
    )
    assert outcome.facts[0].text == "a direct flight from Oslo to Bern"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (stay_plan(days=8), "the stays make 7 days, but the trip has 8"),
        (stay_plan(("Lima", 1, 2)), "Lima from day 1 to day 2 is not in a city of the trip"),
        (stay_plan(("Oslo", 3, 2)), "from day 3 to day 2 ends before it begins"),
        (stay_plan(("Oslo", 0, 2)), "from day 0 to day 2 is not within the 7 days"),
        (stay_plan(("Rome", 6, 8)), "from day 6 to day 8 is not within the 7 days"),
        (stay_plan(("Bern", 3, 5)), "from day 3 to day 5 lasts longer than the stay of 2 days"),
        (stay_plan(("Rome", 1, 2)), "every order that direct flights allow misses a date"),
        (stay_plan(("Bern", 1, 1), ("Bern", 4, 4)), "every order that direct flights allow misses"),
        (stay_plan(days=3, Rome=2, Lima=2), "no order of the 2 cities has a direct flight"),
    ],
)
def test_infeasible_trips_have_a_reason(query: StayPlan, words: str) -> None:
    assert words in broken(query)


def test_duplicate_cities_are_rejected() -> None:
    raw = stay_plan().model_dump()
    raw["stays"] = [raw["stays"][0]] * 2
    with pytest.raises(RecordError, match="expected each name once, got 'Oslo' twice"):
        parse_query(raw)


def chain(cities: int, *, broken_at: int | None = None) -> StayPlan:
    """Return a trip along a row of cities, each with a flight to the previous one."""
    names = [f"City{i:02}" for i in range(cities)]
    flights = [(b, a) for i, (a, b) in enumerate(pairwise(names)) if i != broken_at]
    return StayPlan(
        days=cities + 1,
        stays=tuple(CityStay(city=name, days=2) for name in names),
        flights=tuple(flights),
    )


def test_many_cities_are_ordered() -> None:
    """Their only order is found, from the last city to the first."""
    assert [city for city, _, _ in order(chain(22))][:2] == ["City21", "City20"]
    assert "no order of the 22 cities has a direct flight" in broken(chain(22, broken_at=9))


def test_an_undecided_order_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search finds no order and proves nothing."""
    monkeypatch.setattr(plans, "_LABELS", 1)
    odd, even = chain(22).stays[:12], chain(22).stays[12:]
    across = [(a.city, b.city) for a in odd for b in even]
    there_and_back = (*across, *((b, a) for a, b in across))
    outcome = failure(chain(22).model_copy(update={"flights": there_and_back}), World())
    assert outcome.reason == "not_proved"
    assert outcome.detail.startswith("no order of the 22 cities was found")
    never = (DatedEvent(city="City00", first_day=1, last_day=1),
             DatedEvent(city="City00", first_day=9, last_day=9))  # fmt: skip
    query = chain(22).model_copy(update={"flights": there_and_back, "events": never})
    assert broken(query) == "no order of the 22 cities by direct flights keeps every date"


CITIES = "ABCDE"


@given(
    lengths=st.lists(st.integers(1, 4), min_size=2, max_size=5),
    flights=st.sets(st.tuples(st.sampled_from(CITIES), st.sampled_from(CITIES)), max_size=14),
    city=st.integers(0, 1),
    day=st.integers(1, 6),
)
def test_a_plan_is_found_if_it_exists(
    lengths: list[int], flights: set[tuple[str, str]], city: int, day: int
) -> None:
    """Compared with brute force over every order."""
    stays = dict(zip(CITIES, lengths, strict=False))
    total = 1 + sum(days - 1 for days in lengths)
    query = StayPlan(
        days=total,
        stays=tuple(CityStay(city=c, days=d) for c, d in stays.items()),
        events=(DatedEvent(city=CITIES[city], first_day=day, last_day=day),),
        flights=tuple(sorted(flights)),
    )
    holding = [_days(each, stays) for each in permutations(stays) if _flown(each, flights)]
    holding = [each for each in holding if each[CITIES[city]][0] <= day <= each[CITIES[city]][1]]
    outcome = solve(query, World())
    assert isinstance(outcome, Derivation) is bool(holding)
    if holding:
        assert {c: (a, b) for c, a, b in order(query)} in holding


def _flown(cities: tuple[str, ...], flights: set[tuple[str, str]]) -> bool:
    return all(pair in flights for pair in pairwise(cities))


def _days(cities: tuple[str, ...], stays: dict[str, int]) -> dict[str, tuple[int, int]]:
    day, found = 1, {}
    for city in cities:
        found[city] = (day, day + stays[city] - 1)
        day += stays[city] - 1
    return found
