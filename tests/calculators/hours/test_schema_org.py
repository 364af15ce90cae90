"""Opening hours of schema.org."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.hours import Season, WeeklyHours
from geoeval.errors import HoursError
from tests.calculators.hours.strategies import FIRST, known_days, some_weeks

NINE_TO_FIVE = ((540, 1020),)
YEAR = (date(2024, 1, 1), date(2024, 12, 31))
CHRISTMAS = date(2024, 12, 25)


def spec(days: object, opens: str | None, closes: str | None, **more: str) -> dict[str, object]:
    """Return a specification."""
    written = {"dayOfWeek": days, "opens": opens, "closes": closes, **more}
    return {"@type": "OpeningHoursSpecification"} | written


BAKERY: dict[str, object] = {
    "@type": "Bakery",
    "name": "Mill",
    "address": {"postalCode": "1"},
    "openingHours": ["Mo 09:00-17:00", "Su Closed"],
}


@given(
    some_weeks,
    st.dictionaries(st.integers(0, 40), known_days(), max_size=3),
    st.sampled_from([None, YEAR, (date.min, YEAR[1]), (YEAR[0], date.max)]),
)
@settings(max_examples=40)
def test_specifications_round_trip(
    week: tuple[tuple[tuple[int, int], ...] | None, ...],
    exceptions: dict[int, tuple[tuple[int, int], ...]],
    valid: tuple[date, date] | None,
) -> None:
    """Weeks with a validity, and weeks with dated exceptions, are restored."""
    dates = tuple((FIRST + timedelta(days=number), day) for number, day in exceptions.items())
    for hours in (WeeklyHours(week, dates=dates), WeeklyHours(week, valid=valid)):
        ambiguous = [day for day in (*week, *exceptions.values()) if (0, 1439) in (day or ())]
        if ambiguous:
            continue
        written = json.loads(json.dumps(hours.to_schema_org()))
        assert WeeklyHours.from_schema_org(written) == hours


def test_exceptions_win_over_a_wider_validity() -> None:
    """The shorter validity applies on a date, whatever the order."""
    hours = WeeklyHours((*[NINE_TO_FIVE] * 5, (), None), dates=((CHRISTMAS, ()),), valid=YEAR)
    for written in (hours.to_schema_org(), hours.to_schema_org()[::-1]):
        read = WeeklyHours.from_schema_org(written)
        dates = [YEAR[0] + timedelta(days=number) for number in range(-3, 370)]
        assert [read.day(on) for on in dates] == [hours.day(on) for on in dates]


@pytest.mark.parametrize(
    "days",
    [
        "Monday",
        "monday",
        "Mo",
        ["Monday"],
        "https://schema.org/Monday",
        ["http://schema.org/Monday"],
    ],
    ids=repr,
)
def test_spellings_of_a_weekday_are_read(days: object) -> None:
    """A weekday is a name or a URL, alone or in a list."""
    hours = WeeklyHours.from_schema_org(spec(days, "09:00", "17:00"))
    assert hours.days == (NINE_TO_FIVE, *[None] * 6)


@pytest.mark.parametrize(
    ("opens", "closes", "expected"),
    [
        ("09:00", "17:00:00", NINE_TO_FIVE),
        ("T09:00", "T17:00", NINE_TO_FIVE),
        ("00:00", "00:00", ()),
        (None, None, ()),
        ("00:00", "23:59", ((0, 1440),)),
        ("00:00", "24:00", ((0, 1440),)),
        ("18:00", "00:00", ((1080, 1440),)),
        ("22:00", "02:00", ((1320, 1560),)),
        ("09:00", "09:00", ((540, 1980),)),
        ("09:00", "23:59", ((540, 1439),)),
    ],
)
def test_midnight_conventions_are_followed(
    opens: str | None, closes: str | None, expected: tuple[tuple[int, int], ...]
) -> None:
    """00:00-00:00 is closed, 00:00-23:59 all day; an earlier close is on the next day."""
    hours = WeeklyHours.from_schema_org(spec("Monday", opens, closes))
    assert hours.days[0] == expected


def test_several_intervals_of_a_day_are_ordered() -> None:
    """Each interval has its own specification; without weekdays it holds on all days."""
    hours = WeeklyHours.from_schema_org(
        [spec(["Monday", "Tuesday"], "14:00", "18:00"), spec(None, "09:00", "12:00")]
    )
    assert hours.days[:3] == (((540, 720), (840, 1080)),) * 2 + (((540, 720),),)


def test_a_holiday_alone_is_not_a_regular_week() -> None:
    """Hours for less than a week leave other dates unknown."""
    closed = spec(None, "00:00", "00:00", validFrom="2024-12-24", validThrough="2024-12-25T23:59")
    hours = WeeklyHours.from_schema_org(closed)
    assert hours.days == (None,) * 7
    assert dict(hours.dates) == {CHRISTMAS - timedelta(days=1): (), CHRISTMAS: ()}


def test_text_of_opening_hours_is_read() -> None:
    """The property openingHours is a string or a list of strings."""
    hours = WeeklyHours.from_schema_org(
        ["Mo-We,Fr 09:00-12:00", "Mo 14:00-18:00", "Sa-Su 22:00-02:00"], zone="Europe/Paris"
    )
    morning, night = ((540, 720),), ((1320, 1560),)
    assert hours.days == (
        ((540, 720), (840, 1080)),
        morning,
        morning,
        None,
        morning,
        night,
        night,
    )
    assert hours.zone == "Europe/Paris"
    assert WeeklyHours.from_schema_org("09:00-17:00").days == (NINE_TO_FIVE,) * 7
    assert WeeklyHours.from_schema_org("Mo-Su").days == (((0, 1440),),) * 7
    assert WeeklyHours.from_schema_org(["Mo-Fr 09:00-17:00", "Sa,Su Closed"]).days[4:] == (
        NINE_TO_FIVE,
        (),
        (),
    )


def test_all_hours_of_a_place_node_are_read() -> None:
    """Strings, specifications and special days are combined."""
    place = BAKERY | {
        "openingHoursSpecification": [
            spec("Monday", "09:00", "17:00"),
            spec("Tuesday", None, None),
        ],
        "specialOpeningHoursSpecification": spec(
            None, None, None, validFrom="2024-12-25", validThrough="2024-12-25"
        ),
    }
    expected = WeeklyHours((NINE_TO_FIVE, (), *[None] * 4, ()), dates=((CHRISTMAS, ()),))
    nodes = [{"@type": "WebSite"}, "x", place]
    for node in (place, nodes, {"@graph": nodes}, {"@graph": place}):
        assert WeeklyHours.from_schema_org(node) == expected


@pytest.mark.parametrize(
    ("specification", "message"),
    [
        ([], r"expected at least one specification of opening hours at \$, got \[\]"),
        (5, r"expected an object at \$, got 5"),
        ([spec("Funday", "09:00", "17:00")], r"weekday such as .* at \$\[0\]\.dayOfWeek, got 'Fun"),
        (spec("PublicHolidays", "09:00", "17:00"), r"at \$\.dayOfWeek, got 'PublicHolidays'"),
        (spec(["Monday", 5], "09:00", "17:00"), r"expected a string at \$\.dayOfWeek\[1\], got 5"),
        (spec(["Monday", "??"], "09:00", "17:00"), r"at \$\.dayOfWeek\[1\], got '\?\?'"),
        (spec("Monday", "25:00", "26:00"), r"a time such as '09:00' at \$\.opens, got '25:00'"),
        (spec("Monday", "24:30", "26:00"), r"a time such as '09:00' at \$\.opens, got '24:30'"),
        (spec("Monday", "9:00 AM", "17:00"), r"such as '09:00' at \$\.opens, got '9:00 AM'"),
        (spec("Monday", "09:00", None), r"expected both 'opens' and 'closes', or neither"),
        (spec("Monday", None, "17:00"), r"expected both 'opens' and 'closes', or neither"),
        (
            spec("Monday", "09:00", "17:00", validFrom="2024-13-01"),
            r"expected a date such as '2024-12-25' at \$\.validFrom, got '2024-13-01'",
        ),
        (
            spec("Monday", "09:00", "17:00", validFrom="2024-02-01", validThrough="2024-01-01"),
            r"expected 'validFrom' that is not after 'validThrough' at \$",
        ),
        (
            [spec("Monday", "09:00", "17:00"), spec("Monday", "00:00", "00:00")],
            r"expected days that are either open or closed at \$",
        ),
        (
            [
                spec("Monday", "09:00", "17:00"),
                spec("Monday", "09:00", "18:00", validFrom="2024-01-01"),
            ],
            r"expected 'validFrom' and 'validThrough' at most ten years apart at \$",
        ),
        ("Mo-Fr", r"expected a string such as 'Mo-Fr 09:00-17:00' at \$, got 'Mo-Fr'"),
        ("", r"expected a string such as 'Mo-Fr 09:00-17:00' at \$, got ''"),
        ({}, r"expected an object with 'dayOfWeek', 'opens' and 'closes' at \$, got \{\}"),
        ([{"@type": "Place"}], r"with 'dayOfWeek', 'opens' and 'closes' at \$\[0\], got"),
        (spec([], "09:00", "17:00"), r"expected at least one weekday at \$\.dayOfWeek, got \[\]"),
        (
            spec("Monday", "24:00", "02:00"),
            r"expected an opening time before 24:00 at \$\.opens, got '24:00'",
        ),
        (
            spec("Monday", "09:00", "17:00", validFrom="2024-12-25x"),
            r"expected a date such as '2024-12-25' at \$\.validFrom, got '2024-12-25x'",
        ),
        (["Mo 25:00-26:00"], r"expected a time such as '09:00' at \$\[0\], got '25:00'"),
        (
            {"dayofweek": "monday", "opens": "09:00", "closes": "17:00"},
            r"one of the keys dayOfWeek, .* at \$, got 'dayofweek'; did you mean dayOfWeek\?",
        ),
        ([BAKERY, BAKERY], r"or 'openingHoursSpecification' at \$, got 2; pass the node"),
        (
            {"openingHoursSpecification": [{"openingHours": "Mo-Su"}]},
            r"validThrough at \$\.openingHoursSpecification\[0\], got 'openingHours'$",
        ),
        ([{"opens": "09:00", "closes": "17:00", 5: 6}], r"validThrough at \$\[0\], got 5$"),
        (
            {"openinghours": "Mo 09:00-17:00"},
            r"one of the keys dayOfWeek, .* at \$, got 'openinghours'; did you mean openingHours",
        ),
        ({"@graph": [{"name": "x"}]}, r"expected one node with 'openingHours' or .*, got 0; pass"),
        (
            {"@graph": [BAKERY, BAKERY]},
            r"or 'openingHoursSpecification' at \$\.@graph, got 2; pass",
        ),
        (
            {"@graph": [BAKERY | {"openingHours": "x"}]},
            r"at \$\.@graph\[0\]\.openingHours, got 'x'",
        ),
        (
            BAKERY | {"openingHoursSpecification": spec("Monday", "10:00", "17:00")},
            r"expected 'openingHours' and 'openingHoursSpecification' that agree at \$",
        ),
        (BAKERY | {"openingHours": []}, r"at least one specification of opening hours at \$"),
    ],
)
def test_errors_name_the_json_path(specification: dict[str, object], message: str) -> None:
    with pytest.raises(HoursError, match=message):
        WeeklyHours.from_schema_org(specification)


def test_hours_schema_org_cannot_express_are_rejected() -> None:
    """These are seasons, unknown dates and hours that would read as all day."""
    with pytest.raises(HoursError, match=r"expected hours without seasons .schema\.org"):
        WeeklyHours(((),) * 7, (Season(frozenset({5}), ((),) * 7),)).to_schema_org()
    with pytest.raises(HoursError, match="expected hours for every date, got none for 2024-12-25"):
        WeeklyHours(((),) * 7, dates=((CHRISTMAS, None),)).to_schema_org()
    with pytest.raises(HoursError, match="expected hours other than 00:00 to 23:59"):
        WeeklyHours((((0, 1439),), *[None] * 6)).to_schema_org()
