"""Opening hours in the JSON form of a world: a text, or an object where a text cannot say it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from geoeval.calculators.hours import Day, WeeklyHours
from geoeval.calculators.hours.days import UNKNOWN_WEEK
from geoeval.errors import HoursError, RecordError, quote

_MEMBERS = ("week", "dates", "zone", "valid")


def hours_to_json(hours: WeeklyHours) -> object:
    """Return hours as a text where that says all, else as an object.

    Parameters
    ----------
    hours
        Any hours.

    Returns
    -------
    str or dict
        The object has "week" (a text, if anything of the week is known), "dates" (by date,
        intervals in minutes or null), "zone" and "valid" (first and last date).

    Examples
    --------
    >>> hours_to_json(WeeklyHours.parse("Monday: Closed"))
    'Monday: Closed'
    >>> hours_to_json(WeeklyHours.parse("Monday: Closed", zone="Europe/Paris"))
    {'week': 'Monday: Closed', 'zone': 'Europe/Paris'}
    """
    week = ", ".join(hours.without_dates().lines())
    written: dict[str, object] = {}
    if week:
        written["week"] = week
    if hours.dates:
        written["dates"] = {
            on.isoformat(): None if day is None else [list(interval) for interval in day]
            for on, day in hours.dates
        }
    if hours.zone is not None:
        written["zone"] = hours.zone
    if hours.valid is not None:
        written["valid"] = [on.isoformat() for on in hours.valid]
    return week if set(written) == {"week"} else written


def hours_from_json(value: object, path: str) -> WeeklyHours:
    """Return the hours that a text or an object stands for.

    Parameters
    ----------
    value
        What ``hours_to_json`` gives.
    path
        Its JSON path.

    Raises
    ------
    RecordError
        If it is anything else, with the path.

    Examples
    --------
    >>> hours_from_json({"week": "Monday: Closed", "zone": "Europe/Paris"}, "$.hours").zone
    'Europe/Paris'
    """
    try:
        if isinstance(value, str):
            return WeeklyHours.parse(value)
        if isinstance(value, Mapping) and set(value) <= set(_MEMBERS):
            return _from_object(value)
    except HoursError as error:
        message = f"expected opening hours at {path}: {error}"
        raise RecordError(message, path) from error
    message = (
        f"expected opening hours as a text, or an object of {', '.join(_MEMBERS)}, at {path}, "
        f"got {quote(value)}"
    )
    raise RecordError(message, path)


def _from_object(value: Mapping[str, object]) -> WeeklyHours:
    """Return the hours of an object."""
    week, dates, zone, valid = (value.get(name) for name in ("week", "dates", "zone", "valid"))
    regular = WeeklyHours(UNKNOWN_WEEK) if week is None else WeeklyHours.parse(_text(week))
    return WeeklyHours(
        regular.days,
        regular.seasons,
        tuple((_date(on), _day(day)) for on, day in _members(dates)),
        None if zone is None else _text(zone),
        None if valid is None else _validity(valid),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        message = f"expected a text, got {quote(value)}"
        raise HoursError(message)
    return value


def _members(dates: object) -> list[tuple[str, object]]:
    if dates is None:
        return []
    if not isinstance(dates, Mapping):
        message = f"expected hours by date, got {quote(dates)}"
        raise HoursError(message)
    return list(dates.items())


def _day(day: object) -> Day:
    """Return the intervals of a date."""
    if day is None:
        return None
    pairs = day if isinstance(day, list) else [day]
    intervals = []
    for pair in pairs:
        match pair:
            case [int() as start, int() as end]:
                intervals.append((start, end))
            case _:
                message = f"expected intervals such as [[540, 1020]], got {quote(day)}"
                raise HoursError(message)
    return tuple(intervals)


def _validity(valid: object) -> tuple[date, date]:
    if not isinstance(valid, list) or len(valid) != 2:
        message = f"expected a first and a last date, got {quote(valid)}"
        raise HoursError(message)
    return _date(valid[0]), _date(valid[1])


def _date(on: object) -> date:
    text = _text(on)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        message = f"expected a date such as '2024-12-25', got {quote(on)}"
        raise HoursError(message) from error
