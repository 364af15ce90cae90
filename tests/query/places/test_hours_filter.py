"""Filters by opening or closing time and by address, and alternatives of filters."""

from __future__ import annotations

import pytest

from geoeval.query.filter_kinds import (
    AddressFilter,
    AnyFilter,
    CompareFilter,
    Filter,
    HoursFilter,
    OpenFilter,
)
from geoeval.world.model import Place, World
from tests.query.asking import any_of, closed, lacks
from tests.query.places.test_opening import ALL, STREET, every_day, shop
from tests.query.towns import derived, names, reason


def passing(wanted: Filter, world: World = STREET, among: tuple[str, ...] = ALL) -> str:
    """Return the names of the places that pass a filter."""
    return " ".join(names(any_of(filters=(wanted,), among=among), world).names)


@pytest.mark.parametrize(
    ("edge", "comparator", "at", "expected"),
    [
        ("opens", "<", "09:00", "Baker Kiosk"),
        ("opens", "<=", "09:00", "Baker Smith Kiosk"),
        ("opens", ">=", "17:00", "Tavern"),
        ("opens", "==", "06:00", "Baker"),
        ("closes", "<=", "13:00", "Baker"),
        ("closes", "==", "17:00", "Smith"),
        ("closes", ">", "22:00", "Tavern Kiosk"),
        ("closes", ">", "00:00", "Tavern Kiosk"),
        ("closes", ">=", "02:00", "Tavern Kiosk"),
        ("closes", ">", "02:00", "Kiosk"),
        ("closes", "<", "11:30", "Tavern"),
        ("closes", ">=", "11:30", "Baker Smith Kiosk"),
        ("closes", ">", "16:00", "Smith Tavern Kiosk"),
    ],
)
def test_opening_hours_compare_with_bounds(
    edge: str, comparator: str, at: str, expected: str
) -> None:
    """Only a time before noon and not after the opening means the following night."""
    fields = {"edge": edge, "comparator": comparator, "at": at, "day": "monday"}
    assert passing(HoursFilter.model_validate(fields)) == expected


def test_openings_that_meet_at_midnight_are_merged() -> None:
    """A bar whose night is written in two parts is open past midnight."""
    night = every_day("12:00 – 2:00 AM, 6:00 PM – 12:00 AM")
    world = World(places=(shop("Night Bar", night),))
    wanted = HoursFilter(edge="closes", comparator=">", at="00:00", day="monday")
    assert passing(wanted, world, ("Night Bar",)) == "Night Bar"


def test_a_bound_may_depend_on_the_day() -> None:
    """Without a day, differing hours are undecided; the world's today decides."""
    wanted = HoursFilter(edge="opens", comparator="<=", at="06:00")
    query = any_of(filters=(wanted,), among=("Baker", "Smith"))
    assert reason(query, STREET) == "under_specified"
    friday = World(places=STREET.places, today=4)
    found = derived(query, friday)
    assert found.steps[-1] == "opens <= 06:00 on friday: Baker"
    assert [fact.text[:14] for fact in found.facts] == ["Baker: Monday:"]


def test_bounds_need_known_hours() -> None:
    wanted = HoursFilter(edge="opens", comparator="<", at="09:00", day="monday")
    assert reason(any_of(filters=(wanted,), among=("Tent",)), STREET) == "no_hours"


def test_any_of_several_filters_suffices() -> None:
    """Places pass once and keep their order."""
    early = HoursFilter(edge="opens", comparator="<", at="09:00", day="monday")
    shut = closed(day="sunday")
    assert passing(AnyFilter(of=(shut, early))) == "Baker Smith Kiosk Ruin"


def test_an_undecided_alternative_does_not_block_others() -> None:
    """A yes decides; otherwise the result is unknown."""
    wanted = AnyFilter(
        of=(
            OpenFilter(day="sunday"),
            CompareFilter(measure="rating", comparator=">", value=4),
        )
    )
    assert passing(wanted) == "Tavern Kiosk"
    assert reason(any_of(filters=(wanted,), among=("Tent",)), STREET) == "no_hours"


HOMES = World(
    places=(
        Place(name="Red House", address="4 Élan Road, Alba"),
        Place(name="Blue House", address="7 Roadend, Alba"),
        Place(name="Cave"),
    )
)
HOUSES = ("Red House", "Blue House", "Cave")


def test_addresses_match_whole_words() -> None:
    """Accents and case do not matter; a missing address is unknown."""
    assert passing(AddressFilter(contains="elan road"), HOMES, HOUSES) == "Red House"
    assert passing(lacks(AddressFilter(contains="road")), HOMES, HOUSES) == "Blue House"
    steps = derived(any_of(filters=(AddressFilter(contains="Road"),), among=HOUSES), HOMES).steps
    assert "address contains 'Road': Red House" in steps


def test_filters_need_a_known_address() -> None:
    query = any_of(filters=(AddressFilter(contains="Road"),), among=("Cave",))
    assert reason(query, HOMES) == "no_such_fact"
