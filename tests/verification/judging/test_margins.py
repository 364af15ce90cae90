"""Every margin of the judging, from both sides."""

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

NEAR = 0.01  # metres or degrees: what lies this far from a margin is clearly on one side of it
SIDES = pytest.mark.parametrize(("off", "close"), [(-NEAR, True), (NEAR, False)])
DIRECTION = value("direction", place="Inn", seen_from="Mill")
DISTANCE = value("distance", origin="Mill", destination="Inn")
TRAVEL = value("travel", legs=[{"origin": "Mill", "destination": "Inn", "mode": "driving"}])
LONG_WAY = value(
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


def test_the_margins_are_those_documented() -> None:
    """Each was chosen for a reason that its docstring gives; none changes by accident."""
    assert (EDGE_DEG, LENGTH_M, EARTH_MODEL, LENGTH_SHARE) == (1.0, 10.0, 0.006, 0.012)


def at(name: str, metres: float, bearing: float = 0.0) -> Place:
    """Return a place so far from the Mill."""
    return Place(name=name, location=destination((0.0, 0.0), bearing, metres))


def is_close(made: Record, found: Value, *others: Place) -> bool:
    """Whether the label of a record is too close to a value to be called wrong."""
    query = parse_query(made.question.query)
    inns = NearbyList(anchor="Mill", category="inn", places=others)
    world = World(places=(MILL, *others), lists=(inns,))
    match = match_value(found, query, made.question, world)
    outcome = Derivation(value=found, steps=())
    answer = Answer(id=1, status="answered", answer=0, query=query, outcome=outcome, match=match)
    case = Case(record=made, answer=answer, world=world, conventions=DEFAULT)
    return too_close_to_call(case) is not None


@SIDES
def test_a_bearing_beside_an_edge(off: float, close: bool) -> None:
    """The edge of north and east is at 45°."""
    made = record("North", "East", label=1, query=DIRECTION)
    assert is_close(made, Bearing(degrees=45 - EDGE_DEG - off)) is close


@pytest.mark.parametrize("sign", [1, -1])
@SIDES
def test_a_yes_or_no_beside_an_edge(off: float, close: bool, sign: int) -> None:
    """Either side of it."""
    made = record("Yes", "No", label=1, query=NORTHWARD)
    inn = at("Inn", 1000, 45 + sign * (EDGE_DEG + off))
    assert is_close(made, answered(made, inn), inn) is close


def answered(made: Record, *others: Place) -> Value:
    """Return the value of a query in a world of the Mill and other places."""
    inns = NearbyList(anchor="Mill", category="inn", places=others)
    found = answer_question(made.question, World(places=(MILL, *others), lists=(inns,))).value
    assert found is not None
    return found


@SIDES
def test_a_length_on_either_model_of_the_earth(off: float, close: bool) -> None:
    """A computed length may be off by its rounding and by the model of the Earth."""
    made = record("100.0 km", label=0, query=DISTANCE)
    shorter = Quantity(amount=(100_000 - 50) / (1 + EARTH_MODEL) - off, unit="m")
    longer = Quantity(amount=(100_000 + 50) / (1 - EARTH_MODEL) + off, unit="m")
    assert is_close(made, shorter) is close
    assert is_close(made, longer) is close


@SIDES
def test_a_length_that_is_told_has_no_model(off: float, close: bool) -> None:
    """Only its rounding counts."""
    made = record("100.0 km", label=0, query=LONG_WAY)
    assert is_close(made, Quantity(amount=100_050 + off, unit="m")) is close


@SIDES
def test_a_duration_within_its_rounding(off: float, close: bool) -> None:
    """Half a minute is that of minutes."""
    made = record("10 mins", label=0, query=TRAVEL)
    assert is_close(made, Quantity(amount=630 + off, unit="s")) is close


@pytest.mark.parametrize(
    ("one", "other"), [(500.0, 500.0 + LENGTH_M), (50_000.0, 50_000 / (1 - LENGTH_SHARE))]
)
@SIDES
def test_two_lengths_that_are_alike(off: float, close: bool, one: float, other: float) -> None:
    """Short ones by the digits of coordinates, long ones by the model of the Earth."""
    names = Names(names=("Inn", "Hall"), reading="ranked", lengths_m=(one, other + off))
    assert is_close(record("Inn", "Hall", label=1, query=NEAREST), names) is close
    made, spots = (
        record("Yes", "No", label=1, query=CLOSER),
        (at("Inn", one), at("Hall", other + off)),
    )
    assert is_close(made, answered(made, *spots), *spots) is close


@pytest.mark.parametrize(("radius", "step"), [(500, LENGTH_M), (50_000, 50_000 * LENGTH_SHARE)])
@pytest.mark.parametrize("sign", [1, -1])
@SIDES
def test_a_radius(off: float, close: bool, radius: int, step: float, sign: int) -> None:
    """What lies just inside or outside may be on the other side."""
    query = {"ask": "count", "of": places(category="inn", anchor="Mill", within_m=radius)}
    made = record("1", "2", label=(sign + 1) // 2, query=query)
    spots = at("Inn", 100), at("Hall", radius + sign * (step + off))
    assert is_close(made, answered(made, *spots), *spots) is close


@pytest.mark.parametrize(
    ("rating", "count", "outdone"),
    [(4.7, 899, True), (4.7, 900, True), (4.7, 901, False), (4.8, 899, False)],
)
def test_the_best_outdoes_with_a_higher_rating_by_no_fewer(
    rating: float, count: int, outdone: bool
) -> None:
    """As many people are enough; the same rating is not."""
    cafes = (
        Place(name="Gull", rating=4.8, rating_count=900),
        Place(name="Heron", rating=rating, rating_count=count),
    )
    query = Best(figure=Quality(praise="best"), among=Places(category="cafe"), most=True)
    outcome = Derivation(value=Names(names=("Gull", "Heron"), reading="ranked"), steps=())
    answer = Answer(id=1, status="answered", answer=0, query=query, outcome=outcome)
    made = record("Gull", "Heron", label=1)
    case = Case(record=made, answer=answer, world=World(places=cafes), conventions=DEFAULT)
    assert cannot_be_best(case) is outdone


def test_an_alternative_that_lacks_coordinates_proves_no_label() -> None:
    """The list is sorted; that it cannot be measured does not make the question unanswerable."""
    inns = (Place(name="Fig Inn"), Place(name="Ox Inn"))
    listed = NearbyList(anchor="Mill", category="inn", places=inns, sorted_by_distance=True)
    world = World(places=(MILL,), lists=(listed,))
    query = best("distance", places(category="inn", anchor="Mill"))
    made = record("Fig Inn", "Ox Inn", label=-1, query=query)
    assert judge(made, answer_question(made.question, world), world).verdict == "contradicted"


@pytest.mark.parametrize(
    ("options", "cause"),
    [(("Inn", "Hall"), "not_the_nearest"), (("Inn", "Hall", "Quay"), "inverted_comparison")],
)
def test_the_opposite_tells_something_among_three(options: tuple[str, ...], cause: str) -> None:
    """Of two options the other one always follows from it."""
    spots = [at(name, 1000 * metres) for metres, name in enumerate(options, start=1)]
    world = World(places=(MILL, *spots))
    query = best("distance", places(*options, anchor="Mill"))
    made = record(*options, label=len(options) - 1, query=query)
    answer = answer_question(made.question, world)
    case = Case(record=made, answer=answer, world=world, conventions=DEFAULT)
    assert diagnose_label(case)[0] == cause
