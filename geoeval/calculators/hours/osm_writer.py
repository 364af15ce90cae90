"""Writing OpenStreetMap's ``opening_hours``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.hours.days import (
    ALL_DAY,
    OSM_DAYS,
    OSM_MONTHS,
    Day,
    Parts,
    Validity,
    Week,
    month_runs,
)
from geoeval.errors import HoursError, quote

_DAY = timedelta(days=1)


def write_osm(hours: Parts) -> str:
    """Return hours as an expression; ``WeeklyHours.to_osm`` says how.

    Examples
    --------
    >>> write_osm(Parts((((540, 1020),),) * 5 + ((), None)))
    'Mo-Fr 09:00-17:00; Sa off; Su unknown'
    """
    if hours.valid is None:
        rules = [*_week_rules("", hours.days)]
        for season in hours.seasons:
            rules += _season_rules(f"{_months(season.months)} ", season.days)
    else:
        rules = ["unknown", *_week_rules(f"{_range(hours.valid)} ", hours.days)]
        for season in hours.seasons:
            for part in _parts(hours.valid, season.months):
                rules += _season_rules(f"{_range(part)} ", season.days)
    rules += (f"{_date(on)} {_hours(day)}" for on, day in hours.dates)
    return "; ".join(rules)


def _week_rules(selector: str, days: Week) -> Iterator[str]:
    """Yield a rule for each run of days that are alike."""
    if all(day == ALL_DAY for day in days):
        yield f"{selector}00:00-24:00" if selector else "24/7"
    else:
        yield from _day_rules(selector, days)


def _season_rules(selector: str, days: Week) -> Iterator[str]:
    """Yield rules for the days that a season names."""
    if None not in days and len(set(days)) == 1:
        yield f"{selector}{_hours(days[0])}"
    else:
        for rule, day in zip(_day_rules(selector, days), _runs(days), strict=True):
            if day[1] is not None:
                yield rule


def _day_rules(selector: str, days: Week) -> Iterator[str]:
    """Yield a rule for each run of days that are alike, whatever their hours."""
    for (first, last), day in _runs(days):
        names = OSM_DAYS[first] if first == last else f"{OSM_DAYS[first]}-{OSM_DAYS[last]}"
        yield f"{selector}{names} {_hours(day)}"


def _runs(days: Week) -> Iterator[tuple[tuple[int, int], Day]]:
    """Yield first and last weekday of each run of days that are alike, and their hours."""
    for day, run in groupby(enumerate(days), key=lambda pair: pair[1]):
        numbers = [number for number, _ in run]
        yield (numbers[0], numbers[-1]), day


def _hours(day: Day) -> str:
    """Write the hours of a day."""
    if day is None:
        return "unknown"
    written = (
        f"{clock_text(start)}-{clock_text(end if end <= DAY_MIN else end - DAY_MIN)}"
        for start, end in day
    )
    return ",".join(written) or "off"


def _months(months: frozenset[int]) -> str:
    """Write months as runs: Jun,Nov-Jan."""
    return ",".join(
        "-".join(OSM_MONTHS[month - 1] for month in dict.fromkeys(run))
        for run in month_runs(months)
    )


def _date(on: date) -> str:
    """Write a date of one year."""
    return f"{on.year} {OSM_MONTHS[on.month - 1]} {on.day:02d}"


def _range(valid: Validity) -> str:
    """Write a range of dates, which the format has no open ends for."""
    if date.min in valid or date.max in valid:
        message = f"expected a first and a last date, as OpenStreetMap needs, got {quote(valid)}"
        raise HoursError(message)
    return f"{_date(valid[0])}-{_date(valid[1])}"


def _parts(valid: Validity, months: frozenset[int]) -> Iterator[Validity]:
    """Yield the parts of a range of dates that lie in some months."""
    first, last = valid
    on = first
    while on <= last:
        following = (on.replace(day=28) + 4 * _DAY).replace(day=1)
        if on.month in months:
            yield on, min(following - _DAY, last)
        on = following
