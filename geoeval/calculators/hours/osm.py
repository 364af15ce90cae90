"""Reading OpenStreetMap's ``opening_hours``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from geoeval.calculators.hours.calendars import (
    PublicHolidays,
    SunTimes,
    public_holidays,
    sun_times,
)
from geoeval.calculators.hours.days import (
    UNKNOWN_WEEK,
    Day,
    Parts,
    Season,
    Validity,
    Week,
    check_range,
    time_zone,
)
from geoeval.calculators.hours.osm_dates import HOLIDAYS
from geoeval.calculators.hours.osm_grammar import NoMeaningError, read_rules
from geoeval.calculators.hours.osm_rules import Rule, Setting, days_of
from geoeval.calculators.hours.osm_typos import corrected
from geoeval.errors import HoursError, quote

_COMMENT = re.compile(r'(?<!\s)\s*(?:(open|closed|off|unknown)\s*)?"[^"]*"', re.IGNORECASE)
_ORDINARY = 2001
_FIRST_YEAR, _LAST_YEAR = 1583, 9990
"""From the first whole year of the Gregorian calendar on; dates end with the year 9999."""

_DAY = timedelta(days=1)
_TAKES = {HOLIDAYS: ("during", "country"), "sun times": ("during", "zone", "coords")}
"""What it takes to know the dates of a kind of rule; of the others ``during`` alone."""


class Place(NamedTuple):
    """Where and when hours are asked for, as far as it is given."""

    zone: str | None = None
    country: str | None = None
    state: str | None = None
    coords: tuple[float, float] | None = None
    during: Validity | None = None


def read_osm(text: str, place: Place) -> Parts:
    """Return the hours of an expression; ``WeeklyHours.from_osm`` says how.

    Examples
    --------
    >>> read_osm("Mo-Fr 9-17", Place()).days[4:]
    (((540, 1020),), (), ())
    """
    if place.state is not None and place.country is None:
        message = f"expected the country of the state, got {quote(place.state)} without"
        raise HoursError(message)
    rules = _rules(text)
    needs = dict.fromkeys(need for rule in rules for need in rule.needs)
    for need in needs:
        takes = _TAKES.get(need, ("during",))
        missing = [name for name in takes if getattr(place, name) is None]
        if missing:
            message = (
                f"expected {' and '.join(missing)} to know the dates of {need}, "
                f"got {quote(text)} without"
            )
            raise HoursError(message)
    if needs and place.during is not None:
        dated = _dated(rules, needs, place, place.during)
        return regular(dated)._replace(valid=(min(dated), max(dated)))
    table: dict[date, Day] = {}
    for month in range(1, 13):
        first, last = date(_ORDINARY, month, 8), date(_ORDINARY, month, 14)
        table |= days_of(rules, first, last, Setting())
    return regular(table)


def _rules(text: str) -> Sequence[Rule]:
    """Return the rules of a text, corrected where it has to be.

    A comment beside a state ("open", "off") says nothing more; alone it means "unknown".
    """
    if not isinstance(text, str) or not text.strip():
        message = f"expected OpenStreetMap opening_hours, got {quote(text)}"
        raise HoursError(message)
    stated = _COMMENT.sub(lambda comment: f" {comment[1] or 'unknown'}", text).strip()
    errors = []
    for attempt in corrected(stated):
        try:
            return read_rules(attempt)
        except HoursError as error:
            errors.append(error)
    raise _error(text, stated, errors)


def _error(text: str, stated: str, errors: Sequence[HoursError]) -> HoursError:
    """Return what a text has that no meaning can be given to, else where it is unreadable."""
    for error in errors:
        if isinstance(error, NoMeaningError):
            message = f"expected {error.expected}, got {quote(error.got)} in {quote(text)}"
            return HoursError(message, max(0, text.find(error.got)))
    position = errors[0].position
    rest = stated[position:]
    position = text.rfind(rest) if rest in text else position
    message = (
        f"expected OpenStreetMap opening_hours at position {position}, "
        f"got {quote(rest)} in {quote(text)}"
    )
    return HoursError(message, position)


def _dated(
    rules: Sequence[Rule], needs: Collection[str], place: Place, during: Validity
) -> dict[date, Day]:
    """Return the hours in a range of dates and on the day before it, which may reach into it."""
    check_range(during)
    if not _FIRST_YEAR <= during[0].year <= during[1].year <= _LAST_YEAR:
        message = f"expected years from {_FIRST_YEAR} to {_LAST_YEAR}, got {quote(during)}"
        raise HoursError(message)
    first, last = during[0] - _DAY, during[1]
    holidays = PublicHolidays()
    sun: SunTimes = {}
    if HOLIDAYS in needs:
        holidays = _holidays(place, first, last)
    if "sun times" in needs and place.coords is not None and place.zone is not None:
        sun = sun_times(place.coords, time_zone(place.zone), first, last + _DAY)
    return days_of(rules, first, last, Setting(holidays=holidays, sun=sun))


def _holidays(place: Place, first: date, last: date) -> PublicHolidays:
    """Return the public holidays of a range and of the year around it, as rules may shift them."""
    country, state = place.country, place.state
    if not isinstance(country, str):
        message = f"expected a country code such as 'FR', got {quote(country)}"
        raise HoursError(message)
    if state is not None and not isinstance(state, str):
        message = f"expected a state such as 'BW', got {quote(state)}"
        raise HoursError(message)
    return public_holidays(country, state, first.year, last.year)


def regular(table: Mapping[date, Day]) -> Parts:
    """Return the fewest parts that give each date its hours.

    Hours that hold on most dates of a weekday in a month are the usual ones, and none are where
    the dates are too diverse. The week is that of most months, seasons are for the months that
    differ, and the dates those on which other hours hold than the usual ones.

    Examples
    --------
    >>> table = {date(2024, 12, 2) + n * _DAY: ((600, 720),) for n in range(28)}
    >>> table[date(2024, 12, 25)] = ()
    >>> week, seasons, dates, _ = regular(table)
    >>> week == (((600, 720),),) * 7, seasons, dates
    (True, (), ((datetime.date(2024, 12, 25), ()),))
    """
    cells: defaultdict[tuple[int, int], Counter[Day]] = defaultdict(Counter)
    for on, day in table.items():
        cells[on.month, on.weekday()][day] += 1
    usual = {cell: _usual(days) for cell, days in cells.items()}
    week, seasons = _weeks(usual)
    exceptions = {on: day for on, day in table.items() if usual[on.month, on.weekday()] != day}
    return Parts(week, seasons, tuple(sorted(exceptions.items(), key=lambda pair: pair[0])))


def _usual(days: Counter[Day]) -> Day:
    """Return what more than half of the dates have, or None."""
    ((day, count),) = days.most_common(1)
    return day if 2 * count > days.total() else None


def _weeks(usual: Mapping[tuple[int, int], Day]) -> tuple[Week, tuple[Season, ...]]:
    """Return the week that most months share, and seasons for the others.

    A season cannot say that a day is not known where the week knows it, so a weekday that is
    not known in some month is left out of the week.
    """
    months = {
        month: tuple(usual.get((month, number)) for number in range(7))
        for month in sorted({month for month, _ in usual})
    }
    most = Counter(months.values()).most_common(1)[0][0]
    doubtful = {number for (_, number), day in usual.items() if day is None}
    week = tuple(None if number in doubtful else day for number, day in enumerate(most))
    parts: defaultdict[Week, set[int]] = defaultdict(set)
    for month, days in months.items():
        own = tuple(None if day == common else day for day, common in zip(days, week, strict=True))
        if own != UNKNOWN_WEEK:
            parts[own].add(month)
    return week, tuple(Season(frozenset(part), own) for own, part in parts.items())
