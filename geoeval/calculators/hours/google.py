"""Opening hours of Google's Places API, legacy and new: ``periods`` and special days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.hours.days import (
    ALL_DAY,
    UNKNOWN_WEEK,
    WEEK_MIN,
    WEEKDAYS,
    Day,
    Interval,
    Parts,
    Week,
    join_intervals,
)
from geoeval.calculators.hours.reading import JsonValue
from geoeval.calculators.hours.text import read_week, write_week
from geoeval.errors import HoursError

_TEXTS = ("weekdayDescriptions", "weekday_text")
_DAY = timedelta(days=1)
_FIRST = date.min
"""The first day of the calendar, which is a Monday."""


class _Point(NamedTuple):
    """The start or end of an opening.

    ``day`` is the weekday, Monday = 0, or for a dated point the number of days since ``_FIRST``.
    ``is_truncated`` is whether the seven days of the list truncate the opening here.
    """

    day: int
    minute: int
    is_truncated: bool


def read_google(
    regular: Mapping[str, object] | None, current: Mapping[str, object] | None
) -> Parts:
    """Return the week and the dated exceptions; see ``WeeklyHours.from_google``."""
    week = UNKNOWN_WEEK if regular is None else _read_week(JsonValue(regular))
    dates = {} if current is None else _read_dates(JsonValue(current, "current $"), week)
    return Parts(week, dates=tuple(dates.items()))


def _read_week(hours: JsonValue) -> Week:
    periods = hours.get("periods")
    if periods is None:
        return _read_descriptions(hours)
    all_periods = periods.items()
    if len(all_periods) == 1 and _is_always_open(all_periods[0]):
        return (ALL_DAY,) * 7
    days: list[list[Interval]] = [[] for _ in range(7)]
    for period in all_periods:
        opens, closes = _read_point(period.need("open")), _read_point(period.need("close"))
        length = ((closes.day - opens.day) * DAY_MIN + closes.minute - opens.minute) % WEEK_MIN
        if not length:
            period.fail("an opening that ends after it starts")
        for shift, interval in _split_at_midnight(opens.minute, opens.minute + length):
            days[(opens.day + shift) % 7].append(interval)
    return tuple(map(join_intervals, days))


def _read_descriptions(hours: JsonValue) -> Week:
    texts = hours.get(*_TEXTS)
    if texts is None or not (lines := [line.text() for line in texts.items()]):
        return UNKNOWN_WEEK
    text = "\n".join(lines)
    try:
        return read_week(text)[0]
    except HoursError as error:
        number = text.count("\n", 0, error.position)
        raise HoursError(
            f"expected the hours of a weekday at {texts.path}[{number}]: {error}", error.position
        ) from error


def _is_always_open(period: JsonValue) -> bool:
    if period.get("close") is not None:
        return False
    opens = period.need("open")
    point = _read_point(opens)
    if (point.day, point.minute) != (6, 0) and opens.get("date") is None:
        period.fail("a period with 'close', or always open from Sunday 00:00")
    return True


def _read_dates(hours: JsonValue, week: Week) -> dict[date, Day]:
    periods = hours.get("periods")
    special = [day.need("date").date() for day in hours.listed("specialDays", "special_days")]
    if periods is None:
        return dict.fromkeys(special)
    intervals_by_date: dict[date, list[Interval]] = {on: [] for on in special}
    for period in periods.items():
        for day, interval in _read_period(period, week):
            intervals_by_date.setdefault(_FIRST + day * _DAY, []).append(interval)
    return {
        on: join_intervals(day)
        for on, day in intervals_by_date.items()
        if on in special or join_intervals(day) != week[on.weekday()]
    }


def _read_period(period: JsonValue, week: Week) -> Iterator[tuple[int, Interval]]:
    """Yield pairs of a day and an interval for a period.

    A night that is truncated at the end of the list is completed from the regular week.
    """
    opens = _read_point(period.need("open"), dated=True)
    close = period.get("close")
    if close is None:
        yield from ((opens.day + number, ALL_DAY[0]) for number in range(7))
        return
    closes = _read_point(close, dated=True)
    end = (closes.day - opens.day) * DAY_MIN + closes.minute
    end += closes.is_truncated and closes.minute == DAY_MIN - 1
    if end <= opens.minute:
        period.fail("an opening that ends after it starts")
    before, today = _closing_by_opening(week, opens.day - 1), _closing_by_opening(week, opens.day)
    if opens.is_truncated and end + DAY_MIN in before.values():
        return
    if closes.is_truncated and end == DAY_MIN:
        end = max(end, today.get(opens.minute, end))
    for shift, interval in _split_at_midnight(opens.minute, end):
        yield opens.day + shift, interval


def _closing_by_opening(week: Week, day: int) -> dict[int, int]:
    return dict(week[day % 7] or ())


def _split_at_midnight(start: int, end: int) -> Iterator[tuple[int, Interval]]:
    if end <= start + DAY_MIN:
        yield 0, (start, end)
        return
    for day in range(-(-end // DAY_MIN)):
        midnight = day * DAY_MIN
        yield day, (max(start - midnight, 0), min(end - midnight, DAY_MIN))


def _read_point(at: JsonValue, *, dated: bool = False) -> _Point:
    cut = at.get("truncated")
    day = _read_day_number(at, dated=dated)
    return _Point(day, _read_minute(at), cut is not None and cut.value is True)


def _read_day_number(at: JsonValue, *, dated: bool) -> int:
    on, day = at.get("date"), at.get("day")
    weekday = None if day is None else (day.integer(0, 6) + 6) % 7
    if on is None:
        if dated or weekday is None:
            at.fail(f"an object with {'date' if dated else 'day'!r}")
        return weekday
    found = on.date()
    if found.year == date.max.year:
        at.fail("a date before the year 9999")
    if weekday not in {None, found.weekday()}:
        at.fail("a day and a date that agree")
    return (found - _FIRST).days if dated else found.weekday()


def _read_minute(at: JsonValue) -> int:
    """Read a time of day: "0900" in the legacy API, hour and minute in the new API."""
    time = at.get("time")
    if time is None:
        hour, minute = at.need("hour").integer(0, 23), at.get("minute")
        return 60 * hour + (0 if minute is None else minute.integer(0, 59))
    digits = time.text()
    if not (len(digits) == 4 and digits.isascii() and digits.isdigit()):
        time.fail("a time such as '0900'")
    if digits[:2] > "23" or digits[2:] > "59":
        time.fail("a time from '0000' to '2359'")
    return 60 * int(digits[:2]) + int(digits[2:])


def write_regular(days: Week, *, legacy: bool) -> dict[str, object]:
    """Return a regular week as Google's object; see ``WeeklyHours.to_google``."""
    periods = _write_periods(zip(WEEKDAYS, range(7), (None,) * 7, days, strict=True), legacy=legacy)
    if all(day == ALL_DAY for day in days):
        periods = [{"open": _write_point(6, 0, None, legacy=legacy)}]
    return {"periods": periods, _TEXTS[legacy]: list(write_week(days))}


def write_dated(
    days: Mapping[date, Day], special: Sequence[date], *, legacy: bool
) -> dict[str, object]:
    """Return seven dates as Google's object; see ``WeeklyHours.to_google_week``."""
    dated = ((str(on), on.weekday(), on, day) for on, day in days.items())
    exceptional = {"exceptional_hours": True} if legacy else {}
    week = tuple(days[on] for on in sorted(days, key=date.weekday))
    return {
        "periods": _write_periods(dated, legacy=legacy),
        "special_days" if legacy else "specialDays": [
            {"date": _write_date(on, legacy=legacy), **exceptional} for on in special
        ],
        _TEXTS[legacy]: list(write_week(week)),
    }


def _write_periods(
    days: Iterable[tuple[str, int, date | None, Day]], *, legacy: bool
) -> list[dict[str, object]]:
    periods: list[dict[str, object]] = []
    for name, weekday, on, day in days:
        if day is None:
            raise HoursError(f"expected hours for every day, got none for {name}")
        for times in day:
            opens, closes = (_write_point(weekday, minute, on, legacy=legacy) for minute in times)
            periods.append({"open": opens, "close": closes})
    return periods


def _write_point(weekday: int, minute: int, on: date | None, *, legacy: bool) -> dict[str, object]:
    """Write the start or end of an opening; Google numbers the days from Sunday."""
    later, minute = divmod(minute, DAY_MIN)
    point: dict[str, object] = {"day": (weekday + later + 1) % 7}
    if legacy:
        point["time"] = clock_text(minute).replace(":", "")
    else:
        point |= {"hour": minute // 60, "minute": minute % 60}
    if on is not None:
        point["date"] = _write_date(on + later * _DAY, legacy=legacy)
    return point


def _write_date(on: date, *, legacy: bool) -> object:
    return on.isoformat() if legacy else {"year": on.year, "month": on.month, "day": on.day}
