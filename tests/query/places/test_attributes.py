"""Facts of a single place."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import FactName, Hours, Value
from geoeval.query.conventions import Conventions
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Clock, Derivation, Fact
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import fact, has_feature, is_closed, is_open, opening
from tests.query.towns import EGRET, SQUARE, TOWN, amount, derived, quantity, reason, text, yes


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [("address", "1 Quay Road"), ("phone", "555-0101"), ("price_level", "Moderate")],
)
def test_facts_are_returned_as_written(attribute: FactName, expected: str) -> None:
    """Covers address, phone and price level."""
    query = fact("Gull Cafe", attribute)
    assert text(query, TOWN) == expected


def test_rating_and_number_of_ratings_are_figures() -> None:
    assert amount(fact("Gull Cafe", "rating"), TOWN) == 4.5
    count = quantity(fact("Gull Cafe", "rating_count"), TOWN)
    assert (count.amount, count.unit) == (120, "count")


def test_hours_are_listed_by_day() -> None:
    hours = text(fact("Gull Cafe", "hours"), TOWN)
    assert hours.startswith("Monday: 9:00")
    assert hours.endswith("Sunday: Closed")


def test_a_fact_quotes_its_line() -> None:
    """The evidence names the line that describes the place."""
    facts = derived(fact("Gull Cafe", "rating"), TOWN).facts
    assert facts == (Fact(text="Gull Cafe: rating 4.5", line=3),)


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("rating", "no_rating"),
        ("rating_count", "no_rating"),
        ("hours", "no_hours"),
        ("phone", "no_such_fact"),
        ("price_level", "no_such_fact"),
    ],
)
def test_missing_facts_are_absent_with_a_reason(attribute: FactName, expected: str) -> None:
    query = fact("Harbour Square", attribute)
    assert reason(query, TOWN) == expected


def test_an_unknown_place_has_no_facts() -> None:
    assert reason(fact("Zanzibar", "rating"), TOWN) == "unknown_place"


def test_homonyms_are_ambiguous() -> None:
    """Two places with the same name cannot be distinguished."""
    twins = (
        Place(name="Finch Bar", address="1 Ash St"),
        Place(name="Finch Bar", address="9 Low Rd"),
    )
    world = World(lists=(NearbyList(anchor=None, category="Bars", places=twins),))
    assert reason(fact("Finch Bar", "rating"), world) == "ambiguous_place"


@pytest.mark.parametrize(
    ("feature", "expected"),
    [("serves dinner", True), ("dinner", True), ("wheelchair accessible", True), ("lunch", False)],
)
def test_service_flags_are_read(feature: str, expected: bool) -> None:
    """Flags match by words; a missing flag means no."""
    assert yes(has_feature("Gull Cafe", feature), TOWN) is expected


@pytest.mark.parametrize(
    ("flag", "synonym"),
    [
        ("Reservable", "accepts reservations"),
        ("Takeout Available", "take-away"),
        ("Takeout Available", "offers takeout"),
        ("Serves Vegetarian Food", "vegetarian"),
    ],
)
def test_flags_match_synonyms(flag: str, synonym: str) -> None:
    """People and maps use different words."""
    world = World(places=(Place(name="Wren Bar", features=(flag,)),))
    assert yes(has_feature("Wren Bar", synonym), world)


def test_a_missing_flag_names_its_convention() -> None:
    """Only a "no" depends on the convention about missing flags."""
    lunch = derived(has_feature("Gull Cafe", "lunch"), TOWN)
    assert lunch.conventions == (("missing_flag", "no"),)
    assert derived(has_feature("Gull Cafe", "dinner"), TOWN).conventions == ()


def test_a_missing_flag_may_stay_unknown() -> None:
    """The other convention leaves it undecided."""
    query = has_feature("Gull Cafe", "lunch")
    outcome = solve(query, TOWN, Conventions(missing_flag="unknown"))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "no_such_fact"


def test_a_world_without_flags_decides_nothing() -> None:
    """A missing flag is no evidence if no place has flags or hours."""
    world = World(places=(SQUARE, EGRET))
    assert reason(has_feature("Egret Cafe", "lunch"), world) == "no_such_fact"


@pytest.mark.parametrize(
    ("place", "day", "at", "expected"),
    [
        ("Gull Cafe", "monday", "09:00", True),
        ("Gull Cafe", "monday", "17:00", False),
        ("Gull Cafe", "sunday", None, False),
        ("Heron Cafe", "tuesday", "01:00", True),
        ("Heron Cafe", "tuesday", None, False),
    ],
)
def test_open_at_respects_opening_and_closing(
    place: str, day: str, at: str | None, expected: bool
) -> None:
    """A place is open from its opening until before its closing, also past midnight."""
    assert yes(is_open(place, day=day, at=at), TOWN) is expected
    assert yes(is_closed(place, day=day, at=at), TOWN) is not expected


def test_the_default_day_is_today() -> None:
    sunday = World(places=TOWN.places, lists=TOWN.lists, today=6)
    assert not yes(is_open("Gull Cafe", at="12:00"), sunday)


def test_hours_that_differ_by_day_need_a_day() -> None:
    assert reason(is_open("Heron Cafe", at="12:00"), TOWN) == "under_specified"
    assert reason(is_open("Gull Cafe"), TOWN) == "under_specified"


def test_unknown_hours_are_undecided() -> None:
    """A place, or a day, without hours is neither open nor closed."""
    assert reason(is_open("Egret Cafe", day="monday", at="12:00"), TOWN) == "no_hours"
    assert reason(is_open("Gull Cafe", day="friday", at="12:00"), TOWN) == "no_hours"


def edge(place: str, **fields: object) -> object:
    """Return the outcome for an opening or closing time."""
    return solve(
        Value(figure=Hours.model_validate({"place": place, "edge": "opens", **fields})), HOURS
    )


HOURS = World(
    places=(
        Place(name="Mill", hours=WeeklyHours.parse("Monday: 9:00 AM – 1:00 PM, 2:00 – 6:00 PM")),
        Place(name="Inn", hours=WeeklyHours(days=(((600, 1500),),) * 7)),
        Place(name="Bank", hours=WeeklyHours(days=(((540, 900),),) * 5 + ((), ((600, 720),)))),
        Place(name="Barn"),
    )
)


def test_breaks_do_not_change_opening_and_closing() -> None:
    """A lunch break is neither."""
    opens, closes = edge("Mill", day="monday"), edge("Mill", day="monday", edge="closes")
    assert isinstance(opens, Derivation)
    assert isinstance(closes, Derivation)
    assert (opens.value, closes.value) == (Clock(minute=540), Clock(minute=1080))
    assert closes.steps == ("Mill closes at 6:00 PM on monday",)


def test_without_a_day_all_days_must_agree() -> None:
    """The inn always closes at one at night; the bank has two closing times."""
    inn = edge("Inn", edge="closes")
    assert isinstance(inn, Derivation)
    assert inn.value == Clock(minute=1500)
    assert reason(opening("Bank", "closes"), HOURS) == "under_specified"


def test_closed_days_and_unknown_hours_have_no_opening_time() -> None:
    assert reason(opening("Bank", day="saturday"), HOURS) == "nothing_matches"
    assert reason(opening("Barn"), HOURS) == "no_hours"
    assert reason(opening("Mill", day="tuesday"), HOURS) == "no_hours"
