"""Writing opening hours as Google's Places give them."""

from __future__ import annotations

from datetime import date, timedelta

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import ALL_DAY, UNKNOWN_WEEK, WEEKDAYS
from geoeval.calculators.hours.record import HoursRecord
from geoeval.calculators.hours.weekday_text import write_week
from geoeval.errors import HoursError, quote

_DAY = timedelta(days=1)


def write_regular(hours: HoursRecord, *, legacy: bool) -> dict[str, object]:
    """Return the regular week as an object; ``WeeklyHours.to_google`` says how.

    Examples
    --------
    >>> write_regular(HoursRecord((((0, 1440),),) * 7), legacy=True)["periods"]
    [{'open': {'day': 0, 'time': '0000'}}]
    """
    if hours.seasons or hours.dates or hours.valid:
        message = (
            "expected a regular week alone, as Google's regular hours hold no seasons, dates or "
            f"validity, got {quote(hours)}; write dates with to_google_week"
        )
        raise HoursError(message)
    if all(day == ALL_DAY for day in hours.days):
        periods: list[object] = [{"open": _point(6, 0, None, legacy=legacy)}]
    else:
        periods = []
        for number, day in enumerate(hours.days):
            if day is None:
                message = f"expected hours for every day, got none for {WEEKDAYS[number]}"
                raise HoursError(message)
            for start, end in day:
                periods.append(
                    {
                        "open": _point(number, start, None, legacy=legacy),
                        "close": _point(number, end, None, legacy=legacy),
                    }
                )
    text = "weekday_text" if legacy else "weekdayDescriptions"
    return {"periods": periods, text: list(write_week(hours.days))}


def write_dated(hours: HoursRecord, first: date, *, legacy: bool) -> dict[str, object]:
    """Return seven days as an object; ``WeeklyHours.to_google_week`` says how.

    Examples
    --------
    >>> closed = HoursRecord(((),) * 7, dates=((date(2024, 12, 25), ()),))
    >>> write_dated(closed, date(2024, 12, 23), legacy=True)["special_days"]
    [{'date': '2024-12-25', 'exceptional_hours': True}]
    """
    hours.day(first)
    periods = []
    week = list(UNKNOWN_WEEK)
    dates = [first + number * _DAY for number in range(7)]
    for on in dates:
        day = hours.day(on)
        if day is None:
            message = f"expected hours for every day, got none for {on}"
            raise HoursError(message)
        week[on.weekday()] = day
        for start, end in day:
            periods.append(
                {
                    "open": _point(on.weekday(), start, on, legacy=legacy),
                    "close": _point(on.weekday(), end, on, legacy=legacy),
                }
            )
    special = [on for on, _ in hours.dates if on in dates]
    lines = list(write_week(tuple(week)))
    if legacy:
        days = [{"date": on.isoformat(), "exceptional_hours": True} for on in special]
        return {"periods": periods, "special_days": days, "weekday_text": lines}
    named = [{"date": _date(on)} for on in special]
    return {"periods": periods, "specialDays": named, "weekdayDescriptions": lines}


def _point(weekday: int, minute: int, on: date | None, *, legacy: bool) -> dict[str, object]:
    """Write when an opening begins or ends; Google counts days from Sunday."""
    later, minute = divmod(minute, DAY_MIN)
    point: dict[str, object] = {"day": (weekday + later + 1) % 7}
    if legacy:
        point["time"] = f"{minute // 60:02d}{minute % 60:02d}"
    else:
        point |= {"hour": minute // 60, "minute": minute % 60}
    if on is not None:
        dated = on + later * _DAY
        point["date"] = dated.isoformat() if legacy else _date(dated)
    return point


def _date(on: date) -> dict[str, int]:
    return {"year": on.year, "month": on.month, "day": on.day}
