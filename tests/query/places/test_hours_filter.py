"""Which places open or close before or after a time, lie at an address, or pass one of several."""

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
    """Name the places that pass a filter."""
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
def test_bounds_of_opening_hours(edge: str, comparator: str, at: str, expected: str) -> None:
    """Only an hour before noon that is not after the opening means the night that follows."""
    fields = {"edge": edge, "comparator": comparator, "at": at, "day": "monday"}
    assert passing(HoursFilter.model_validate(fields)) == expected


def test_openings_that_meet_at_midnight_are_one() -> None:
    """A bar whose night is written in two parts is open past midnight."""
    night = every_day("12:00 – 2:00 AM, 6:00 PM – 12:00 AM")
    world = World(places=(shop("Night Bar", night),))
    wanted = HoursFilter(edge="closes", comparator=">", at="00:00", day="monday")
    assert passing(wanted, world, ("Night Bar",)) == "Night Bar"


def test_the_day_matters_to_a_bound() -> None:
    """Without a day, hours that differ leave it open; the world's today decides."""
    wanted = HoursFilter(edge="opens", comparator="<=", at="06:00")
    query = any_of(filters=(wanted,), among=("Baker", "Smith"))
    assert reason(query, STREET) == "under_specified"
    friday = World(places=STREET.places, today=4)
    found = derived(query, friday)
    assert found.steps[-1] == "opens <= 06:00 on friday: Baker"
    assert [fact.text[:14] for fact in found.facts] == ["Baker: Monday:"]


def test_bounds_need_hours() -> None:
    """Where the hours of none are known, nothing can be said."""
    wanted = HoursFilter(edge="opens", comparator="<", at="09:00", day="monday")
    assert reason(any_of(filters=(wanted,), among=("Tent",)), STREET) == "no_hours"


def test_one_of_several_filters_is_enough() -> None:
    """What passes either filter passes, once and in the order of the places."""
    early = HoursFilter(edge="opens", comparator="<", at="09:00", day="monday")
    shut = closed(day="sunday")
    assert passing(AnyFilter(of=(shut, early))) == "Baker Smith Kiosk Ruin"


def test_a_filter_without_facts_does_not_stop_the_others() -> None:
    """A yes decides; what no filter decides is unknown."""
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


def test_addresses_hold_whole_words() -> None:
    """Accents and case aside; a place without an address neither holds nor lacks a text."""
    assert passing(AddressFilter(contains="elan road"), HOMES, HOUSES) == "Red House"
    assert passing(lacks(AddressFilter(contains="road")), HOMES, HOUSES) == "Blue House"
    steps = derived(any_of(filters=(AddressFilter(contains="Road"),), among=HOUSES), HOMES).steps
    assert "address holds 'Road': Red House" in steps


def test_no_addresses() -> None:
    """Where no address is known, nothing can be said."""
    query = any_of(filters=(AddressFilter(contains="Road"),), among=("Cave",))
    assert reason(query, HOMES) == "no_such_fact"
