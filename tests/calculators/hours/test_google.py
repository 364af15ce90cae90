"""Opening hours of Google's Places, in the legacy and the new format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.hours import Season, WeeklyHours
from geoeval.errors import HoursError
from tests.calculators.hours.strategies import FIRST, known_days, known_weeks

Json = dict[str, object]
NINE_TO_FIVE = ((540, 1020),)
ALWAYS = (((0, 1440),),) * 7


def new(day: int, hour: int, minute: int = 0, on: date | None = None, **more: object) -> Json:
    """Return a point of the new form."""
    dated = {} if on is None else {"date": {"year": on.year, "month": on.month, "day": on.day}}
    return {"day": day, "hour": hour, "minute": minute, **dated, **more}


def old(day: int, time: str, on: str | None = None, **more: object) -> Json:
    """Return a point of the old form."""
    return {"day": day, "time": time, **({} if on is None else {"date": on}), **more}


def periods(*pairs: tuple[Json, Json]) -> Json:
    """Return hours of periods."""
    return {"periods": [{"open": opens, "close": closes} for opens, closes in pairs]}


@given(known_weeks, st.booleans())
@settings(max_examples=40)
def test_periods_round_trip(week: tuple[tuple[tuple[int, int], ...], ...], legacy: bool) -> None:
    """Both formats can express any fully known week, and their weekday text agrees with it."""
    hours = WeeklyHours(week)
    written = json.loads(json.dumps(hours.to_google(legacy=legacy)))
    assert WeeklyHours.from_google(written) == hours
    texts = written["weekday_text" if legacy else "weekdayDescriptions"]
    assert len(texts) == 7
    assert WeeklyHours.parse_lines(texts) == hours


@given(
    known_weeks,
    st.dictionaries(st.integers(0, 6), known_days(), max_size=3),
    st.integers(0, 6),
    st.booleans(),
)
@settings(max_examples=40)
def test_current_hours_round_trip(
    week: tuple[tuple[tuple[int, int], ...], ...],
    special: dict[int, tuple[tuple[int, int], ...]],
    shift: int,
    legacy: bool,
) -> None:
    """Seven days with special days yield the dated exceptions again."""
    first = FIRST + timedelta(days=shift)
    dates = tuple((first + timedelta(days=number), day) for number, day in special.items())
    hours = WeeklyHours(week, dates=dates, zone="Europe/Paris")
    regular = hours.without_dates().to_google(legacy=legacy)
    current = hours.to_google_week(first, legacy=legacy)
    assert WeeklyHours.from_google(regular, current, zone="Europe/Paris") == hours


def test_weekdays_count_from_sunday() -> None:
    """Sunday is 0, and a period that closes the next day belongs to the day it opened."""
    both = (
        periods((old(0, "1000"), old(0, "1800")), (old(6, "2200"), old(0, "0300"))),
        periods((new(0, 10), new(0, 18)), (new(6, 22), new(0, 3))),
    )
    for hours in map(WeeklyHours.from_google, both):
        assert hours.days == (*[()] * 5, ((1320, 1620),), ((600, 1080),))


def test_a_period_without_close_is_always_open() -> None:
    """It starts on Sunday at midnight in both formats, and is written that way."""
    for point in (old(0, "0000"), new(0, 0)):
        assert WeeklyHours.from_google({"periods": [{"open": point}]}).days == ALWAYS
    assert WeeklyHours(ALWAYS).to_google()["periods"] == [{"open": new(0, 0)}]
    assert WeeklyHours(ALWAYS).to_google(legacy=True)["periods"] == [{"open": old(0, "0000")}]


def test_periods_of_several_days_are_split_at_midnight() -> None:
    """Saturday evening to Monday morning becomes three days."""
    hours = WeeklyHours.from_google(periods((new(6, 18), new(1, 3))))
    assert hours.days == (((0, 180),), *[()] * 4, ((1080, 1440),), ((0, 1440),))


def test_a_missing_minute_is_zero() -> None:
    hours = WeeklyHours.from_google(periods(({"day": 1, "hour": 9}, {"day": 1, "hour": 17})))
    assert hours.days[0] == NINE_TO_FIVE


def test_special_days_become_dated_exceptions() -> None:
    """A special day without a period is closed; one with a period has its hours."""
    regular = periods(*((new(day, 9), new(day, 17)) for day in range(1, 6)))
    monday = date(2024, 12, 23)
    days = [monday + timedelta(days=number) for number in range(7)]
    current = {
        **periods(
            (new(1, 9, on=days[0]), new(1, 17, on=days[0])),
            (new(2, 9, on=days[1]), new(2, 12, on=days[1])),
            (new(5, 9, on=days[4]), new(5, 18, on=days[4])),
        ),
        "specialDays": [{"date": new(2, 0, on=day)["date"]} for day in days[1:3]],
    }
    hours = WeeklyHours.from_google(regular, current)
    assert dict(hours.dates) == {days[1]: ((540, 720),), days[2]: (), days[4]: ((540, 1080),)}
    assert hours.days == (*[NINE_TO_FIVE] * 5, (), ())


def test_a_special_day_without_periods_is_unknown() -> None:
    """A response without periods does not show that the day is closed."""
    regular = periods((old(1, "0900"), old(1, "1700")))
    hours = WeeklyHours.from_google(regular, {"special_days": [{"date": "2024-12-25"}]})
    assert hours.dates == ((date(2024, 12, 25), None),)


def test_nights_truncated_by_the_date_range_stay_whole() -> None:
    """The first night began before the range, and the last continues after it."""
    friday, thursday = "2024-03-01", "2024-03-07"
    bar = WeeklyHours((((1080, 1560),),) * 7)
    cut = [
        (old(5, "0000", friday, truncated=True), old(5, "0200", friday)),
        (old(4, "1800", thursday), old(4, "2359", thursday, truncated=True)),
    ]
    regular = bar.to_google(legacy=True)
    assert WeeklyHours.from_google(regular, periods(*cut)) == bar
    assert WeeklyHours.from_google(None, periods(*cut)).dates == (
        (date(2024, 3, 1), ((0, 120),)),
        (date(2024, 3, 7), ((1080, 1440),)),
    )


def test_current_hours_may_never_close() -> None:
    """Either one truncated period covers all seven days, or one period has no close."""
    friday, thursday = "2024-03-01", "2024-03-07"
    regular = {"periods": [{"open": old(0, "0000")}]}
    whole = periods(
        (old(5, "0000", friday, truncated=True), old(4, "2359", thursday, truncated=True))
    )
    endless = {"periods": [{"open": old(5, "0000", friday)}]}
    for current in (whole, endless):
        assert WeeklyHours.from_google(regular, current) == WeeklyHours(ALWAYS)
        assert len(WeeklyHours.from_google(None, current).dates) == 7


def test_weekday_text_is_used_without_periods() -> None:
    """If both are missing, the hours are unknown, not closed."""
    text = {"weekdayDescriptions": ["Monday: 9:00 AM – 5:00 PM", "Tuesday: Closed"]}
    assert WeeklyHours.from_google(text).days[:3] == (NINE_TO_FIVE, (), None)
    assert WeeklyHours.from_google({"open_now": True, "weekday_text": []}).days == (None,) * 7
    assert WeeklyHours.from_google(None).days == (None,) * 7
    assert WeeklyHours.from_google({"periods": []}).days == ((),) * 7


@pytest.mark.parametrize(
    ("obj", "message"),
    [
        ("x", r"expected an object at \$, got 'x'"),
        ({"periods": 5}, r"expected a list at \$\.periods, got 5"),
        ({"periods": [5]}, r"expected an object at \$\.periods\[0\], got 5"),
        ({"periods": [{}]}, r"expected an object with 'open' at \$\.periods\[0\]"),
        ({"periods": [{"open": {}}]}, r"an object with 'day' at \$\.periods\[0\]\.open"),
        (
            {"periods": [{"open": old(1, "0900")}]},
            r"with 'close', or always open from Sunday 00:00",
        ),
        (
            {"periods": [{"open": old(1, "0900")}, {"open": old(2, "0900")}]},
            r"expected an object with 'close' at \$\.periods\[0\]",
        ),
        (periods((old(7, "0900"), old(1, "1700"))), r"from 0 to 6 at \$\.periods\[0\]\.open\.day"),
        (periods((old(1, "9:00"), old(1, "1700"))), r"such as '0900' at .*open\.time, got '9:00'"),
        (periods((old(1, "0900"), old(1, "2500"))), r"from '0000' to '2359' at .*close\.time, got"),
        (periods((old(1, "0960"), old(1, "1700"))), r"from '0000' to '2359' at .*open\.time, got"),
        (
            periods((new(1, 24), new(1, 17))),
            r"from 0 to 23 at .*open\.hour, got 24",
        ),
        (periods((new(1, 9, 60), new(1, 17))), r"from 0 to 59 at .*open\.minute, got 60"),
        (periods(({"day": True, "hour": 9}, new(1, 17))), r"from 0 to 6 at .*open\.day, got True"),
        (periods(({"day": 1}, new(1, 17))), r"expected an object with 'hour' at .*open"),
        (periods((old(1, "0900"), old(1, "0900"))), r"an opening that ends after it starts at"),
        (periods((old(1, "0900", "x"), old(1, "1700"))), r"date such as '2024-12-25' at .*date, g"),
        (
            periods((new(1, 9, on=date(2024, 3, 5)), new(1, 17))),
            r"expected a day and a date that agree at \$\.periods\[0\]\.open",
        ),
        ({"weekday_text": ["Monday: x"]}, r"expected a time such as '9:00 AM' at position 8"),
        ({"weekday_text": [5]}, r"expected a string at \$\.weekday_text\[0\], got 5"),
    ],
)
def test_errors_name_the_json_path(obj: Json, message: str) -> None:
    with pytest.raises(HoursError, match=message):
        WeeklyHours.from_google(obj)


@pytest.mark.parametrize(
    ("current", "message"),
    [
        (
            periods((old(1, "0900"), old(1, "1700"))),
            r"with 'date' at current \$\.periods\[0\]\.",
        ),
        (
            periods((old(1, "0900", "2024-03-04"), old(1, "1700"))),
            r"an object with 'date' at current \$\.periods\[0\]\.close",
        ),
        (
            periods((old(1, "0900", "2024-03-04"), old(1, "0800", "2024-03-04"))),
            r"an opening that ends after it starts at current \$\.periods\[0\]",
        ),
        (
            periods((old(5, "0900", "9999-12-31"), None)),
            r"expected a date before the year 9999 at current \$\.periods\[0\]\.open",
        ),
        ({"specialDays": [{}]}, r"expected an object with 'date' at current \$\.specialDays\[0\]"),
        (
            {"specialDays": [{"date": {"year": 2024, "month": 2, "day": 30}}]},
            r"expected a date such as '2024-12-25' at current \$\.specialDays\[0\]\.date",
        ),
    ],
)
def test_errors_in_current_hours_name_the_json_path(current: Json, message: str) -> None:
    with pytest.raises(HoursError, match=message):
        WeeklyHours.from_google(None, current)


def test_errors_in_weekday_text_name_the_line() -> None:
    """The path is that of the line; the position counts characters of all lines."""
    message = r"hours of a weekday at \$\.weekday_text\[1\]: expected a time .* at position 24"
    with pytest.raises(HoursError, match=message) as caught:
        WeeklyHours.from_google({"weekday_text": ["Monday: Closed", "Tuesday: whenever"]})
    assert caught.value.position == 24


def test_hours_google_cannot_express_are_rejected() -> None:
    """Unknown days, seasons and dates are never dropped silently."""
    with pytest.raises(HoursError, match="expected hours for every day, got none for Tuesday"):
        WeeklyHours(((), *[None] * 6)).to_google()
    with pytest.raises(HoursError, match="expected a regular week only"):
        WeeklyHours(ALWAYS, (Season(frozenset({5}), ((),) * 7),)).to_google()
    with pytest.raises(HoursError, match="expected hours for every day, got none for 2024-01-02"):
        WeeklyHours(((), *[None] * 6)).to_google_week(FIRST)
    with pytest.raises(HoursError, match=r"expected a date such as .*, got '2024-01-01'"):
        WeeklyHours(((),) * 7).to_google_week("2024-01-01")  # type: ignore[arg-type]


def hours_in(value: object) -> Iterator[tuple[Json, Json | None]]:
    """Yield the regular and current hours of every place in a response."""
    if isinstance(value, dict):
        if "opening_hours" in value:
            yield value["opening_hours"], value.get("current_opening_hours")
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from hours_in(item)


def test_recorded_hours_agree_with_their_text(data_dir: Path) -> None:
    """All hours in the recorded responses are read, and periods match the weekday text."""
    found = [
        pair
        for path in sorted((data_dir / "google").glob("*.json"))
        for pair in hours_in(json.loads(path.read_text(encoding="utf-8")))
    ]
    assert len(found) > 30
    read = [WeeklyHours.from_google(regular, current) for regular, current in found]
    with_text = [pair for pair in zip(found, read, strict=True) if pair[0][0]["weekday_text"]]
    assert with_text
    for (regular, current), hours in with_text:
        texts = regular["weekday_text"]
        assert isinstance(texts, list)
        assert WeeklyHours.parse_lines(texts).days == hours.days
        assert hours.dates == ()
        assert current is not None
        assert hours.to_google(legacy=True)["periods"] == regular["periods"]
        assert hours.to_google(legacy=True)["weekday_text"] == texts
