"""Opening hours in the languages of the CLDR."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.languages.words import read_words
from geoeval.errors import HoursError

dates = pytest.importorskip("babel.dates")
ALL_DAY = ((0, 1440),)
ALONE = [code for code, table in read_words().items() if "closed" in table]


@pytest.mark.parametrize("code", read_words())
def test_weekdays_come_back(code: str) -> None:
    """The full name of each weekday is read, and the abbreviated names of a range."""
    for number, name in dates.get_day_names("wide", "format", code).items():
        assert WeeklyHours.parse(f"{name}: 9:00–17:00").days[number] == ((540, 1020),)


@pytest.mark.parametrize("code", ALONE)
def test_months_come_back(code: str) -> None:
    """The full name of a month limits the hours to it."""
    for number, name in dates.get_month_names("wide", "stand-alone", code).items():
        (season,) = WeeklyHours.parse(f"{name}: 9:00–17:00").seasons
        assert season.months == {number}


@pytest.mark.parametrize("code", ALONE)
def test_closed_and_open_all_day(code: str) -> None:
    """Each word for "closed" and "open 24 hours" is read after a day."""
    monday = dates.get_day_names("wide", "format", code)[0]
    table = read_words()[code]
    for word in table["closed"]:
        assert WeeklyHours.parse(f"{monday}: {word}").days[0] == ()
    for word in table["all_day"]:
        assert WeeklyHours.parse(f"{monday}: {word}").days[0] == ALL_DAY
    for word in table["daily"]:
        assert WeeklyHours.parse(f"{word}: 9:00–17:00").days == (((540, 1020),),) * 7


@pytest.mark.parametrize(
    ("text", "monday"),
    [
        ("월요일: 오전 9:00 ~ 오후 6:00\n화요일: 휴무일", ((540, 1080),)),
        ("月曜日: 9時00分～12時00分、13時30分～18時00分", ((540, 720), (810, 1080))),
        ("周一至周五: 上午9:00至下午6:00", ((540, 1080),)),
        ("пн-пт: с 9:00 до 18:00", ((540, 1080),)),
        ("Δευτέρα: 9:00 π.μ. – 6:00 μ.μ.", ((540, 1080),)),
        ("lunedì: dalle 9 alle 17", ((540, 1020),)),
    ],
)
def test_times_and_ranges_are_read(text: str, monday: object) -> None:
    """AM and PM may precede the time; a word may join days and times."""
    assert WeeklyHours.parse(text).days[0] == monday


@pytest.mark.parametrize("text", ["월요일: 아마도", "понедельник: закрыто иногда", "Lunes: 월요일"])
def test_unknown_words_are_rejected(text: str) -> None:
    """A text with a word that no language explains has no hours."""
    with pytest.raises(HoursError, match="expected"):
        WeeklyHours.parse(text)
