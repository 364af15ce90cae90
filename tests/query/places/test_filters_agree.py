"""Queries and the nearby index evaluate filters alike."""

from __future__ import annotations

import pickle
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from geoeval.calculators.filters import (
    AddressFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    NameFilter,
    OpenFilter,
)
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.nearby import NearbyIndex
from geoeval.query.algebra import Places
from geoeval.query.places.figures import number_or_none
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Names
from geoeval.world.model import Place, World
from tests.query.asking import any_of

PIER = Place(name="Pier", location=(0.0, 0.0))
COLUMNS = ("name", "address", "rating", "rating_count", "hours", "features")
WEEKS = [
    None,
    WeeklyHours.from_osm("24/7"),
    WeeklyHours.parse("Monday: 9:00 AM – 5:00 PM, Tuesday: Closed"),
    WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM"),
]


@st.composite
def towns(draw: st.DrawFn) -> tuple[Place, ...]:
    """Draw places around the pier with partly unknown facts."""
    return tuple(
        Place(
            name=f"{draw(st.sampled_from(['Café', 'Gull', 'Inn']))} {number}",
            location=draw(st.sampled_from([(0.0, 0.0), (1.0, 0.1), (-1.0, 0.0), (0.0, 1.0)])),
            address=draw(st.sampled_from([None, "4 Élan Road", "7 Roadend"])),
            rating=draw(st.sampled_from([None, 3.0, 4.5])),
            rating_count=draw(st.sampled_from([None, 7, 900])),
            price_level=draw(st.sampled_from([None, "Inexpensive", "Expensive"])),
            hours=draw(st.sampled_from(WEEKS)),
            features=draw(st.sampled_from([(), ("Serves dinner",)])),
        )
        for number in range(draw(st.integers(1, 6)))
    )


_LEAVES: list[Filter] = [
    CompareFilter(measure="rating", comparator=">", value=4),
    CompareFilter(measure="rating_count", comparator="<=", value=7),
    CompareFilter(measure="price_level", comparator="==", value=1),
    NameFilter(contains="cafe"),
    AddressFilter(contains="elan rd"),
    OpenFilter(day="monday", at="10:00"),
    OpenFilter(day="monday", at="16:00", until="18:00"),
    OpenFilter(day="tuesday"),
    OpenFilter(all_day=True),
    HoursFilter(edge="closes", comparator=">", at="00:00", day="monday"),
    HoursFilter(edge="opens", comparator="<", at="12:00", day="tuesday"),
    DirectionFilter(direction="north"),
    DirectionFilter(direction="southeast"),
]
_NEGATED = st.sampled_from([*_LEAVES, *(~leaf for leaf in _LEAVES)])
FILTERS = st.one_of(
    _NEGATED,
    st.just(FeatureFilter(feature="dinner")),
    st.tuples(_NEGATED, _NEGATED).map(lambda two: two[0] | two[1]),
)


@settings(max_examples=300)
@given(towns(), FILTERS)
def test_queries_and_index_select_the_same_places(
    places: tuple[Place, ...], wanted: Filter
) -> None:
    """If the index cannot decide, neither can the query."""
    columns = {name: [getattr(place, name) for place in places] for name in COLUMNS}
    columns["price_level"] = [number_or_none(place, "price_level") for place in places]
    index = NearbyIndex([place.location or (0, 0) for place in places], **columns)
    found = index.within((0, 0), 1e6, where=wanted).indices
    query = any_of(filters=(wanted,), among=[place.name for place in places], anchor="Pier")
    outcome = solve(query, World(places=(PIER, *places)))
    answered: tuple[str, ...] = ()
    if isinstance(outcome, Derivation):
        assert isinstance(outcome.value, Names)
        answered = outcome.value.names
    assert sorted(answered) == sorted(places[i].name for i in found)


def test_composed_filters_equal_those_from_json() -> None:
    """They serialise and pickle alike."""
    good = CompareFilter(measure="rating", comparator=">", value=4)
    composed = (~good, good | ~OpenFilter(day="sunday"))
    query = Places.model_validate({"filters": composed})
    reread = Places.model_validate_json(query.model_dump_json())
    assert reread == query == pickle.loads(pickle.dumps(query))  # noqa: S301 - its own pickle
    assert set(reread.filters) == set(composed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unchecked = Places().model_copy(update={"filters": composed[:1]})
        assert unchecked.model_dump()["filters"][0]["kind"] == "not"


@pytest.mark.parametrize(
    "wanted",
    [
        CompareFilter(measure="rooms", comparator=">", value=4),
        ~(NameFilter(contains="inn") | NameFilter(contains="cafe")),
        NameFilter(contains="inn") & NameFilter(contains="cafe"),
        CompareFilter(measure="time", comparator=">", value=4),
    ],
    ids=str,
)
def test_queries_accept_fewer_filters_than_the_index(wanted: Filter) -> None:
    """They have fewer figures of places and little nesting."""
    with pytest.raises(ValidationError):
        Places.model_validate({"filters": (wanted,)})


def test_unknown_hours_meet_no_bound() -> None:
    """Neither a bound nor its opposite is met."""
    world = World(places=(Place(name="Inn", hours=WEEKS[2]), Place(name="Bar", hours=WEEKS[1])))
    late = HoursFilter(edge="closes", comparator=">", at="22:00", day="sunday")
    outcome = solve(any_of(filters=(~late,), among=("Inn", "Bar")), world)
    assert not isinstance(outcome, Derivation)
