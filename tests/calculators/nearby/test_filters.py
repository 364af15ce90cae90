"""Filters: the meaning of each and their composition with unknown values."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from geoeval.calculators.filters import (
    AddressFilter,
    AllFilter,
    AnyFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    NameFilter,
    NotFilter,
    OneOfFilter,
    OpenAtFilter,
    OpenFilter,
    SectorFilter,
)
from geoeval.calculators.filters.truth import on_each_day
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.nearby import NearbyIndex, Tally
from geoeval.errors import UsageError
from geoeval.query.filter_kinds import RouteHas
from tests.calculators.nearby.asking import at_least, at_most, kind, toward

ANCHOR = (48.0, 2.0)
ALL_M = 1e6


def truths(condition: Filter, index: NearbyIndex) -> str:
    """Return a letter for each place of an index: y, n or ?."""
    yes = index.within(ANCHOR, ALL_M, where=condition).indices.tolist()
    no = index.within(ANCHOR, ALL_M, where=~condition).indices.tolist()
    assert not set(yes) & set(no)
    tally = index.count_where(ANCHOR, ALL_M, condition)
    assert tally == Tally(len(yes), len(no), len(index) - len(yes) - len(no))
    return "".join("y" if i in yes else "n" if i in no else "?" for i in range(len(index)))


def index_of(**columns: list[object]) -> NearbyIndex:
    """Return an index with a place near the anchor for each row of the columns."""
    length = len(next(iter(columns.values())))
    return NearbyIndex([(48.0, 2.0 + i / 1000) for i in range(length)], **columns)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (at_least("x", 2), "nyy???"),
        (at_most("x", 2), "yyn???"),
        (at_least("x", 2) & at_most("x", 2), "nyn???"),
        (OneOfFilter(column="x", values=(1, 3.5)), "yny???"),
    ],
    ids=str,
)
def test_numeric_bounds_are_inclusive(condition: Filter, expected: str) -> None:
    """None, NaN and missing values of pandas are unknown."""
    assert (
        truths(condition, index_of(x=[1, np.int64(2), 3.5, None, float("nan"), pd.NA])) == expected
    )


def test_measures_name_columns() -> None:
    index = index_of(rating=[4.5, 3.9], rating_count=[12, 900], price_level=[1, 3])
    assert truths(at_least("rating", 4.0), index) == "yn"
    assert truths(at_least("rating_count", 100), index) == "ny"
    assert truths(at_most("price_level", 2), index) == "yn"


def test_kinds_are_strings_or_collections() -> None:
    """A place may have several kinds; case does not matter."""
    index = index_of(kind=["Cafe", ["bar", "cafe"], {"bar"}, "café", None, ()])
    assert truths(kind("cafe"), index) == "yynn?n"
    assert truths(kind("BAR", "café"), index) == "nyyy?n"


def test_names_match_without_case_and_accents() -> None:
    """The text may be anywhere in the name."""
    index = index_of(name=["Pizzeria Roma", "Big PIZZA", "Café Straße", None])
    assert truths(NameFilter(contains="pizza"), index) == "nyn?"
    assert truths(NameFilter(contains="STRASSE"), index) == "nny?"
    assert truths(NameFilter(contains="cafe"), index) == "nny?"


def test_addresses_match_whole_words() -> None:
    """Abbreviations equal the full words."""
    index = index_of(address=["4 Élan Road, Alba", "7 Roadend, Alba", None])
    assert truths(AddressFilter(contains="elan rd"), index) == "yn?"


def test_missing_flags_are_unknown() -> None:
    """Maps list what a place has, and rarely what it lacks."""
    index = index_of(features=[("Serves Dinner", "Wheelchair Accessible Entrance"), (), None])
    assert truths(FeatureFilter(feature="dinner"), index) == "y??"
    assert truths(FeatureFilter(feature="wheelchair accessible"), index) == "y??"
    assert truths(FeatureFilter(feature="lunch"), index) == "???"


def test_weekdays_and_times_filter_by_hours() -> None:
    """Without a day, all days must agree."""
    shop = WeeklyHours.parse("Monday: 9:00 AM – 5:00 PM, Tuesday: Closed")
    index = index_of(hours=[shop, WeeklyHours.from_osm("24/7"), None])
    assert truths(OpenFilter(day="monday", at="10:00", until="18:00"), index) == "ny?"
    assert truths(OpenFilter(day="tuesday"), index) == "ny?"
    assert truths(OpenFilter(day="sunday"), index) == "?y?"
    assert truths(OpenFilter(at="10:00"), index) == "?y?"
    assert truths(OpenFilter(all_day=True), index) == "ny?"
    early = {"edge": "opens", "comparator": "<=", "at": "09:00"}
    assert truths(HoursFilter(**early), index) == "yy?"
    assert truths(HoursFilter(**early, day="tuesday"), index) == "ny?"
    assert truths(HoursFilter(**early, day="sunday"), index) == "?y?"
    late = {"edge": "closes", "comparator": ">=", "at": "01:00", "day": "tuesday"}
    assert truths(HoursFilter(**late), index) == "ny?"


@pytest.mark.parametrize(("until", "expected"), [("18:00", True), ("18:30", None)])
def test_a_span_is_known_up_to_the_known_end(until: str, expected: bool | None) -> None:
    """After it the place may be open or closed."""
    hours = WeeklyHours.from_osm('Mo-Fr 10:00-18:00 || "by appointment"')
    wanted = OpenFilter(day="monday", at="10:00", until=until)
    assert on_each_day(wanted, hours) == {expected}


def test_open_at_filters_by_instant() -> None:
    """Unknown days and missing hours are unknown."""
    hours = WeeklyHours.parse("Monday: 9:00 AM – 5:00 PM", zone="Europe/Paris")
    index = index_of(hours=[hours, None])
    monday = datetime(2024, 3, 4, 9, tzinfo=ZoneInfo("Europe/Paris"))
    assert truths(OpenAtFilter(at=monday), index) == "y?"
    assert truths(OpenAtFilter(at=monday.astimezone(UTC)), index) == "y?"
    assert truths(OpenAtFilter(at=monday.replace(hour=17)), index) == "n?"
    assert truths(OpenAtFilter(at=monday + timedelta(days=2)), index) == "??"


def test_directions_are_seen_from_the_anchor() -> None:
    """They match ``bearing_cardinal``; the anchor and its antipode have no direction."""
    index = NearbyIndex([(49, 2), (48.5, 2.5), (48, 3), (47, 2), ANCHOR])
    assert truths(toward("north"), index) == "ynnn?"
    assert truths(toward("NE"), index) == "nynn?"
    assert truths(toward("east", 90), index) == "nnyn?"
    assert truths(toward("north", 180), index) == "yyyn?"
    assert truths(toward("South-West", 180), index) == "nnny?"
    assert truths(DirectionFilter(direction="north"), index) == "yynn?"
    opposite = NearbyIndex([(-48, -178)])
    assert opposite.count_where(ANCHOR, 3e7, toward("north")) == (0, 0, 1)
    west = NearbyIndex([(0, 179.9)])
    assert west.count_where((0, -179.9), ALL_M, toward("west")) == (1, 0, 0)


leaves = st.sampled_from(
    [
        at_least("rating", 4),
        kind("cafe"),
        NameFilter(contains="a"),
        toward("north"),
        toward("east", 180),
        at_most("rating_count", 10),
    ]
)
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        inner.map(lambda a: ~a),
        st.tuples(inner, inner).map(lambda two: two[0] & two[1]),
        st.tuples(inner, inner).map(lambda two: two[0] | two[1]),
    ),
    max_leaves=5,
)
indexes = st.lists(
    st.tuples(
        st.tuples(st.sampled_from([47.5, 48.0, 48.5]), st.sampled_from([1.5, 2.0, 2.5])),
        st.sampled_from([None, 3.0, 5.0]),
        st.sampled_from([None, "cafe", "bar"]),
        st.sampled_from([None, "A", "B"]),
        st.sampled_from([None, 1, 100]),
    ),
    min_size=1,
    max_size=12,
).map(
    lambda rows: NearbyIndex(
        [row[0] for row in rows],
        rating=[row[1] for row in rows],
        kind=[row[2] for row in rows],
        name=[row[3] for row in rows],
        rating_count=[row[4] for row in rows],
    )
)


@settings(max_examples=40)
@given(conditions, conditions, conditions, indexes)
def test_filters_follow_the_laws_of_logic(
    a: Filter, b: Filter, c: Filter, index: NearbyIndex
) -> None:
    """De Morgan, double negation, commutativity and associativity hold with unknowns too."""
    for one, other in [
        (~(a & b), ~a | ~b),
        (~(a | b), ~a & ~b),
        (~~a, a),
        (a & b, b & a),
        (a | b, b | a),
        ((a & b) & c, a & (b & c)),
        ((a | b) | c, a | (b | c)),
        (a & (b | c), (a & b) | (a & c)),
        (a | (a & b), a),
    ]:
        assert truths(one, index) == truths(other, index)


@settings(max_examples=50)
@given(conditions, conditions, indexes)
def test_conjunction_equals_successive_filtering(a: Filter, b: Filter, index: NearbyIndex) -> None:
    both = index.within(ANCHOR, ALL_M, where=a & b).indices.tolist()
    of_a = index.within(ANCHOR, ALL_M, where=a).indices.tolist()
    of_b = index.within(ANCHOR, ALL_M, where=b).indices.tolist()
    assert both == [i for i in of_a if i in of_b]
    either = index.within(ANCHOR, ALL_M, where=a | b).indices.tolist()
    assert set(either) == set(of_a) | set(of_b)


def test_unknown_follows_kleene_logic() -> None:
    """False decides "and", true decides "or"; otherwise an unknown part is unknown."""
    value = {"n": 1, "?": None, "y": 5}
    first, second = at_least("a", 3), at_least("b", 3)
    for (i, a), (j, b) in product(enumerate(value), repeat=2):
        index = index_of(a=[value[a]], b=[value[b]])
        assert truths(first & second, index) == list(value)[min(i, j)]
        assert truths(first | second, index) == list(value)[max(i, j)]
        assert truths(~first, index) == list(value)[2 - i]


def test_nested_filters_of_one_kind_are_flattened() -> None:
    """A filter joined three times has three parts, as queries write it."""
    a, b, c = at_least("a", 1), at_least("b", 1), at_least("c", 1)
    assert a | b | c == AnyFilter(of=(a, b, c))
    assert a & (b & c) == AllFilter(of=(a, b, c))
    with pytest.raises(UsageError, match=r"expected filters combined with '&', '\|' and '~', got"):
        _ = a and b
    with pytest.raises(UsageError, match="combined with"):
        _ = not a


@given(conditions, indexes, st.integers(1, 5))
def test_nearest_matches_are_the_first_of_all_matches(
    a: Filter, index: NearbyIndex, k: int
) -> None:
    """They are found however far away they are."""
    found = index.nearest(ANCHOR, k, where=a).indices.tolist()
    assert found == index.within(ANCHOR, 2e7, where=a).indices.tolist()[:k]


def test_filters_are_hashable_values() -> None:
    """Equal filters have equal hashes, so they can be keys."""
    assert {kind("cafe") & ~at_least("rating", 4), kind("cafe") & ~at_least("rating", 4)} == {
        kind("cafe") & ~at_least("rating", 4)
    }


def test_an_empty_index_matches_nothing() -> None:
    index = index_of(rating=[1.0])
    assert index.count_where((0, 0), 1, at_least("rating", 1) & toward("N")) == (0, 0, 0)


def test_a_missing_column_is_reported_with_existing_ones() -> None:
    """An empty index checks its columns too."""
    message = "expected one of the columns 'rating', 'kind', got 'name', which NameFilter reads"
    with pytest.raises(UsageError, match=message):
        index_of(rating=[1], kind=["cafe"]).count_where((0, 0), 1, NameFilter(contains="x"))
    with pytest.raises(UsageError, match=r"columns \(the index has none\), got 'kind'"):
        NearbyIndex([(0, 0)]).within((0, 0), 1, where=kind("cafe"))
    with pytest.raises(UsageError, match=r"got \['rating'\]"):
        index_of(rating=[1]).column(["rating"])  # type: ignore[arg-type] # the point of the test


@pytest.mark.parametrize(
    ("column", "value", "condition", "message"),
    [
        (
            "rating",
            "good",
            at_least("rating", 1),
            "a number or None in column 'rating', got 'good'",
        ),
        ("rating", True, at_least("rating", 1), "a number or None in column 'rating', got True"),
        ("name", 7, NameFilter(contains="x"), "a string or None in column 'name', got 7"),
        (
            "hours",
            9,
            OpenFilter(day="monday"),
            "WeeklyHours.parse. or None in column 'hours', got 9",
        ),
        ("features", "wifi", FeatureFilter(feature="wifi"), "in column 'features', got 'wifi'"),
        (
            "hours",
            "9-5",
            OpenAtFilter(at=datetime(2024, 1, 1, tzinfo=UTC)),
            "WeeklyHours.parse. or None in column 'hours', got '9-5'",
        ),
        (
            "name",
            np.zeros(2),
            NameFilter(contains="x"),
            r"in column 'name', got array\(\[0., 0.\]\)",
        ),
    ],
)
def test_values_of_another_type_are_rejected(
    column: str, value: object, condition: Filter, message: str
) -> None:
    """The message names the column, the value and the place."""
    with pytest.raises(UsageError, match=message + " at index 1"):
        index_of(**{column: [None, value]}).count_where(ANCHOR, ALL_M, condition)


def test_other_objects_are_not_filters() -> None:
    """Only filters compose and select."""
    with pytest.raises(UsageError, match=r"expected a filter such as NameFilter.*, got True"):
        _ = kind("cafe") & True  # type: ignore[operator] # the point of the test
    with pytest.raises(UsageError, match=r"expected a filter .*, got 'bar'"):
        _ = kind("cafe") | "bar"  # type: ignore[operator] # the point of the test
    with pytest.raises(UsageError, match=r"expected a filter .*, got 'cafe'"):
        index_of(kind=["cafe"]).within(ANCHOR, 1, where="cafe")  # type: ignore[call-overload] # as above
    with pytest.raises(UsageError, match=r"expected a single anchor .* with a filter, got"):
        index_of(kind=["cafe"]).nearest([ANCHOR], 1, where=kind("cafe"))  # type: ignore[call-overload] # as above


def test_bounds_strings_and_instants_are_validated_early() -> None:
    """An invalid filter fails when it is built."""
    written: list[tuple[type[Filter], dict[str, object], str]] = [
        (CompareFilter, {"measure": "a", "comparator": ">", "value": float("nan")}, "finite"),
        (CompareFilter, {"measure": "a", "comparator": "!=", "value": 1}, "'>=', '>'"),
        (OneOfFilter, {"column": "kind", "values": ()}, "at least 1 item"),
        (NameFilter, {"contains": " "}, "match pattern"),
        (OpenAtFilter, {"at": datetime(2024, 1, 1)}, "timezone"),  # noqa: DTZ001 - the point
        (OpenAtFilter, {"at": date(2024, 1, 1)}, "timezone|datetime"),
        (SectorFilter, {"direction": "up", "sector_deg": 45}, r"compass point .*, got 'up'"),
        (SectorFilter, {"direction": "N", "sector_deg": 361}, "less than or equal to 360"),
    ]
    for made, fields, message in written:
        with pytest.raises(ValidationError, match=message):
            made.model_validate(fields)


def test_conditions_an_index_cannot_decide_are_rejected() -> None:
    """These need another anchor or routes."""
    index = index_of(rating=[1])
    with pytest.raises(UsageError, match=r"from the anchor .* got seen_from='Pier'"):
        index.count_where(ANCHOR, 1, DirectionFilter(direction="north", seen_from="Pier"))
    with pytest.raises(UsageError, match="expected a filter for places, got RouteHas"):
        index.count_where(ANCHOR, 1, RouteHas(road="A1"))


def test_columns_need_a_value_for_each_point() -> None:
    """Columns of another length, strings and scalars are rejected."""
    points = [(0, 0), (1, 1)]
    with pytest.raises(UsageError, match=r"column 'kind' as a sequence of 2 values, got 1: \['a"):
        NearbyIndex(points, kind=["a"])
    with pytest.raises(UsageError, match="column 'kind' as a sequence of 2 values, got the string"):
        NearbyIndex(points, kind="ab")
    with pytest.raises(UsageError, match=r"column 'rating' as a sequence of 2 values, got 4.5"):
        NearbyIndex(points, rating=4.5)  # type: ignore[arg-type] # the point of the test
    columns = NearbyIndex(points, rating=np.array([4.5, 2]), self=("a", "b"))
    assert columns.column("rating") == (4.5, 2.0)
    assert columns.columns == ("rating", "self")


PIZZA = NameFilter(contains="pizza")


@pytest.mark.parametrize(
    ("made", "arguments", "message"),
    [
        (
            CompareFilter,
            {"measure": "a", "comparator": ">", "value": "x"},
            "expected 'value' of CompareFilter to be a valid number, .*, got 'x'$",
        ),
        (
            CompareFilter,
            {"measur": "a", "comparator": ">"},
            r"CompareFilter with measure, comparator, value, got 'measur'; did .* measure\?",
        ),
        (NameFilter, {}, "^expected NameFilter with contains, got no 'contains'$"),
        (Filter, {"day": 1}, "^expected Filter with no arguments, got 'day'$"),
        (
            NameFilter,
            {"contains": " "},
            "'contains' of NameFilter to be a string .* blank, got ' '",
        ),
        (OpenFilter, {"at": "9:00"}, "'at' of OpenFilter to be a time HH:MM .*, got '9:00'$"),
        (
            OpenFilter,
            {"until": "09:00"},
            "^'until' requires 'at', .* got only until='09:00' in OpenFilter$",
        ),
        (OpenFilter, {"at": "09:00", "all_day": True}, "got both, at='09:00' in OpenFilter$"),
        (OneOfFilter, {"column": "a", "values": [None]}, "got None in 'values' of OneOfFilter$"),
        (AllFilter, {"of": (PIZZA, "b")}, r"'of\.1' of AllFilter to be a .*Filter, got 'b'$"),
        (AnyFilter, {"of": (PIZZA,)}, r"'of' of AnyFilter to have at least 2 items"),
    ],
)
def test_invalid_arguments_are_reported_in_own_words(
    made: type[Filter], arguments: dict[str, object], message: str
) -> None:
    """The message has the argument, the expected value and the actual value."""
    with pytest.raises(UsageError, match=message):
        made(**arguments)


def test_errors_inside_a_query_have_their_path() -> None:
    with pytest.raises(ValidationError) as caught:
        NotFilter[NameFilter].model_validate({"of": {"contains": " "}})
    assert [fault["loc"] for fault in caught.value.errors()] == [("of", "contains")]
