"""Margins of judging, checked from both sides."""

from __future__ import annotations

import pytest

from geoeval.calculators.sphere.great_circle import destination
from geoeval.datasets.records import Record
from geoeval.query.algebra import Best, Places, Quality
from geoeval.query.conventions import DEFAULT
from geoeval.query.solve import parse_query
from geoeval.query.values import Bearing, Derivation, Names, Quantity, Value
from geoeval.verification.answer import answer_question, match_value
from geoeval.verification.judging.case import Case
from geoeval.verification.judging.causes import diagnose_label
from geoeval.verification.judging.closeness import (
    EDGE_DEG,
    LENGTH_M,
    LENGTH_SHARE,
    too_close_to_call,
)
from geoeval.verification.judging.judge import cannot_be_best, judge
from geoeval.verification.labels.match import EARTH_MODEL
from geoeval.verification.model import Answer
from geoeval.world.model import NearbyList, Place, World
from tests.queries import best, places, value
from tests.verification.builders import record

NEAR = 0.01  # metres or degrees from a margin, clearly on one side of it
SIDES = pytest.mark.parametrize(("offset", "close"), [(-NEAR, True), (NEAR, False)])
DIRECTION = value("direction", place="Inn", seen_from="Mill")
DISTANCE = value("distance", origin="Mill", destination="Inn")
TRAVEL = value("travel", legs=[{"origin": "Mill", "destination": "Inn", "mode": "driving"}])
ROAD_LENGTH = value(
    "travel", measure="distance", legs=[{"origin": "Mill", "destination": "Inn", "mode": "driving"}]
)
NEAREST = best("distance", places("Inn", "Hall", anchor="Mill"))
CLOSER = {
    "ask": "compare",
    "first": DISTANCE["figure"],
    "second": {"kind": "distance", "origin": "Mill", "destination": "Hall"},
}
NORTHWARD = {
    "ask": "check",
    "place": "Inn",
    "passes": {"kind": "direction", "direction": "north", "seen_from": "Mill"},
}
MILL = Place(name="Mill", location=(0.0, 0.0))


def test_margins_have_their_documented_values() -> None:
    """Each value is explained in its docstring and must not change by accident."""
    assert (EDGE_DEG, LENGTH_M, EARTH_MODEL, LENGTH_SHARE) == (1.0, 10.0, 0.006, 0.012)


def place_at(name: str, metres: float, bearing: float = 0.0) -> Place:
    """Return a place at a distance and bearing from the Mill."""
    return Place(name=name, location=destination((0.0, 0.0), bearing, metres))


def is_close(labelled: Record, found: Value, *others: Place) -> bool:
    """Return whether a label is too close to a value to be called wrong."""
    query = parse_query(labelled.question.query)
    inns = NearbyList(anchor="Mill", category="inn", places=others)
    world = World(places=(MILL, *others), lists=(inns,))
    match = match_value(found, query, labelled.question, world)
    outcome = Derivation(value=found, steps=())
    answer = Answer(id=1, status="answered", answer=0, query=query, outcome=outcome, match=match)
    case = Case(record=labelled, answer=answer, world=world, conventions=DEFAULT)
    return too_close_to_call(case) is not None


@SIDES
def test_bearings_near_a_sector_edge_are_close(offset: float, close: bool) -> None:
    """The edge between north and east is at 45°."""
    labelled = record("North", "East", label=1, query=DIRECTION)
    assert is_close(labelled, Bearing(degrees=45 - EDGE_DEG - offset)) is close


@pytest.mark.parametrize("sign", [1, -1])
@SIDES
def test_yes_or_no_near_an_edge_is_close(offset: float, close: bool, sign: int) -> None:
    """Both sides of the edge are checked."""
    labelled = record("Yes", "No", label=1, query=NORTHWARD)
    inn = place_at("Inn", 1000, 45 + sign * (EDGE_DEG + offset))
    assert is_close(labelled, answered(labelled, inn), inn) is close


def answered(labelled: Record, *others: Place) -> Value:
    """Return the value of a query in a world of the Mill and other places."""
    inns = NearbyList(anchor="Mill", category="inn", places=others)
    found = answer_question(labelled.question, World(places=(MILL, *others), lists=(inns,))).value
    assert found is not None
    return found


@SIDES
def test_lengths_on_either_earth_model_are_close(offset: float, close: bool) -> None:
    """A computed length may differ by its rounding and by the model of the Earth."""
    labelled = record("100.0 km", label=0, query=DISTANCE)
    shorter = Quantity(amount=(100_000 - 50) / (1 + EARTH_MODEL) - offset, unit="m")
    longer = Quantity(amount=(100_000 + 50) / (1 - EARTH_MODEL) + offset, unit="m")
    assert is_close(labelled, shorter) is close
    assert is_close(labelled, longer) is close


@SIDES
def test_stated_lengths_differ_by_rounding_only(offset: float, close: bool) -> None:
    """The model of the Earth does not affect a length that the context states."""
    labelled = record("100.0 km", label=0, query=ROAD_LENGTH)
    assert is_close(labelled, Quantity(amount=100_050 + offset, unit="m")) is close


@SIDES
def test_durations_within_their_rounding_are_close(offset: float, close: bool) -> None:
    """Minutes are rounded to half a minute."""
    labelled = record("10 mins", label=0, query=TRAVEL)
    assert is_close(labelled, Quantity(amount=630 + offset, unit="s")) is close


@pytest.mark.parametrize(
    ("one", "other"), [(500.0, 500.0 + LENGTH_M), (50_000.0, 50_000 / (1 - LENGTH_SHARE))]
)
@SIDES
def test_nearly_equal_lengths_are_close(
    offset: float, close: bool, one: float, other: float
) -> None:
    """Coordinate digits limit short lengths, the model of the Earth limits long ones."""
    names = Names(names=("Inn", "Hall"), reading="ranked", lengths_m=(one, other + offset))
    assert is_close(record("Inn", "Hall", label=1, query=NEAREST), names) is close
    labelled, sites = (
        record("Yes", "No", label=1, query=CLOSER),
        (place_at("Inn", one), place_at("Hall", other + offset)),
    )
    assert is_close(labelled, answered(labelled, *sites), *sites) is close


@pytest.mark.parametrize(("radius", "step"), [(500, LENGTH_M), (50_000, 50_000 * LENGTH_SHARE)])
@pytest.mark.parametrize("sign", [1, -1])
@SIDES
def test_places_near_a_radius_are_close(
    offset: float, close: bool, radius: int, step: float, sign: int
) -> None:
    """A place just inside or outside may be on the other side."""
    query = {"ask": "count", "of": places(category="inn", anchor="Mill", within_m=radius)}
    labelled = record("1", "2", label=(sign + 1) // 2, query=query)
    sites = place_at("Inn", 100), place_at("Hall", radius + sign * (step + offset))
    assert is_close(labelled, answered(labelled, *sites), *sites) is close


@pytest.mark.parametrize(
    ("rating", "count", "outdone"),
    [(4.7, 899, True), (4.7, 900, True), (4.7, 901, False), (4.8, 899, False)],
)
def test_best_needs_a_higher_rating_by_as_many_people(
    rating: float, count: int, outdone: bool
) -> None:
    """An equal rating does not exclude a place."""
    cafes = (
        Place(name="Gull", rating=4.8, rating_count=900),
        Place(name="Heron", rating=rating, rating_count=count),
    )
    query = Best(figure=Quality(praise="best"), among=Places(category="cafe"), most=True)
    outcome = Derivation(value=Names(names=("Gull", "Heron"), reading="ranked"), steps=())
    answer = Answer(id=1, status="answered", answer=0, query=query, outcome=outcome)
    labelled = record("Gull", "Heron", label=1)
    case = Case(record=labelled, answer=answer, world=World(places=cafes), conventions=DEFAULT)
    assert cannot_be_best(case) is outdone


def test_unusable_alternatives_prove_no_label() -> None:
    """The list is sorted, so missing coordinates do not make the question unanswerable."""
    inns = (Place(name="Fig Inn"), Place(name="Ox Inn"))
    listed = NearbyList(anchor="Mill", category="inn", places=inns, sorted_by_distance=True)
    world = World(places=(MILL,), lists=(listed,))
    query = best("distance", places(category="inn", anchor="Mill"))
    labelled = record("Fig Inn", "Ox Inn", label=-1, query=query)
    assert (
        judge(labelled, answer_question(labelled.question, world), world).verdict == "contradicted"
    )


@pytest.mark.parametrize(
    ("options", "cause"),
    [(("Inn", "Hall"), "not_the_nearest"), (("Inn", "Hall", "Quay"), "inverted_comparison")],
)
def test_inverted_comparison_needs_three_options(options: tuple[str, ...], cause: str) -> None:
    """With two options, any wrong choice is the opposite one."""
    sites = [place_at(name, 1000 * metres) for metres, name in enumerate(options, start=1)]
    world = World(places=(MILL, *sites))
    query = best("distance", places(*options, anchor="Mill"))
    labelled = record(*options, label=len(options) - 1, query=query)
    answer = answer_question(labelled.question, world)
    case = Case(record=labelled, answer=answer, world=world, conventions=DEFAULT)
    assert diagnose_label(case)[0] == cause
