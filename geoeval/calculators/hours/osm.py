"""Reading OpenStreetMap's ``opening_hours``."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from geoeval.calculators.hours.days import OSM_MONTHS, Day, Season, Week
from geoeval.calculators.hours.osm_dates import Setting, days_of
from geoeval.calculators.hours.osm_mend import mended
from geoeval.calculators.hours.record import Validity, check_range, time_zone
from geoeval.calculators.hours.regular import regular
from geoeval.errors import HoursError, quote

_COMMENT = re.compile(r'(?<!\s)\s*(?:(open|closed|off|unknown)\s*)?"[^"]*"', re.IGNORECASE)
_MONTH = f"(?:{'|'.join(OSM_MONTHS)})"
_COLUMN = re.compile(r"--> \d+:(\d+)")
_ORDINARY = 2001
_DAY = timedelta(days=1)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


class _Rule(NamedTuple):
    """A kind of rule that holds on certain dates only, and what it takes to know them."""

    name: str
    pattern: re.Pattern[str]
    takes: tuple[str, ...]


_RULES = (
    _Rule("public holidays", _pattern(r"\bPH\b"), ("during", "country")),
    _Rule("sun times", _pattern(r"sun(?:rise|set)|dawn|dusk"), ("during", "zone", "coords")),
    _Rule("a year", _pattern(r"\b[12]\d{3}\b(?!:)"), ("during",)),
    _Rule("a day of a month", _pattern(rf"{_MONTH} ?\d{{1,2}}(?![\d:])"), ("during",)),
    _Rule("a week number", _pattern(r"\bweek"), ("during",)),
    _Rule("easter", _pattern(r"\beaster\b"), ("during",)),
    _Rule("a weekday of the month", _pattern(r"\["), ("during",)),
)
_REFUSED = (
    (_pattern(r"\bSH\b"), "school holidays are in no calendar; take the rule out"),
    (_pattern(r":\d\d\)?/"), "a repeated time is a timetable, and no opening hours"),
)


class OsmHours(NamedTuple):
    """The parts of ``WeeklyHours`` that an expression gives."""

    days: Week
    seasons: tuple[Season, ...]
    dates: tuple[tuple[date, Day], ...]
    valid: Validity | None


def read_osm(
    text: str,
    *,
    zone: str | None,
    country: str | None,
    coords: tuple[float, float] | None,
    during: Validity | None,
) -> OsmHours:
    """Return the hours of an expression; ``WeeklyHours.from_osm`` says how.

    Examples
    --------
    >>> read_osm("Mo-Fr 9-17", zone=None, country=None, coords=None, during=None).days[4:]
    (((540, 1020),), (), ())
    """
    expression = _readable(text)
    for pattern, reason in _REFUSED:
        if pattern.search(expression):
            message = f"expected opening hours that can be computed, got {quote(text)}: {reason}"
            raise HoursError(message)
    given = {"zone": zone, "country": country, "coords": coords, "during": during}
    rules = [rule for rule in _RULES if rule.pattern.search(expression)]
    for rule in rules:
        missing = [name for name in rule.takes if given[name] is None]
        if missing:
            message = (
                f"expected {' and '.join(missing)} to know the dates of {rule.name}, "
                f"got {quote(text)} without"
            )
            raise HoursError(message)
    if rules and during is not None:
        by_sun = any("coords" in rule.takes for rule in rules)
        setting = Setting(country)
        if by_sun and zone is not None:
            setting = Setting(country, coords, time_zone(zone))
        dated = _checked(expression, during, setting)
        return OsmHours(*regular(dated), valid=(min(dated), max(dated)))
    months = range(1, 13) if _pattern(rf"\b{_MONTH}\b").search(expression) else (1,)
    table: dict[date, Day] = {}
    for month in months:
        first, last = date(_ORDINARY, month, 8), date(_ORDINARY, month, 14)
        table |= days_of(expression, first, last, Setting())
    return OsmHours(*regular(table), valid=None)


def _readable(text: str) -> str:
    """Return a text that the library parses: mended where it has to be, without comments.

    A comment beside a state ("open", "off") says nothing more; alone it means "unknown".
    """
    import opening_hours

    if not isinstance(text, str) or not text.strip():
        message = f"expected OpenStreetMap opening_hours, got {quote(text)}"
        raise HoursError(message)
    stated = _COMMENT.sub(lambda comment: f" {comment[1] or 'unknown'}", text).strip()
    for attempt in mended(stated):
        if opening_hours.validate(attempt):
            return attempt
    rest = stated[_fault(stated) :]
    position = text.rfind(rest) if rest in text else _fault(stated)
    message = (
        f"expected OpenStreetMap opening_hours at position {position}, "
        f"got {quote(rest)} in {quote(text)}"
    )
    raise HoursError(message, position)


def _fault(text: str) -> int:
    """Return where a text stops being what the library reads."""
    import opening_hours

    column = None
    try:
        opening_hours.OpeningHours(text)
    except opening_hours.ParserError as error:  # type: ignore[attr-defined]  # not in its stubs
        column = _COLUMN.search(str(error))
    return int(column[1]) - 1 if column else 0


def _checked(expression: str, during: Validity, setting: Setting) -> dict[date, Day]:
    """Return the hours in a range of dates and on the day before, which may reach into it."""
    from opening_hours import (  # type: ignore[attr-defined]  # its stubs leave them out
        InvalidCoordinatesError,
        UnknownCountryError,
    )

    check_range(during)
    first, last = during
    if not 1 < first.year <= last.year < 9999:
        message = f"expected years from 2 to 9998, got {quote(during)}"
        raise HoursError(message)
    country = setting.country
    if country is not None and not isinstance(country, str):
        message = f"expected a country code such as 'FR', got {quote(country)}"
        raise HoursError(message)
    try:
        return days_of(expression, first - _DAY, last, setting)
    except UnknownCountryError as error:
        message = f"expected a country code such as 'FR', got {quote(setting.country)}"
        raise HoursError(message) from error
    except (InvalidCoordinatesError, TypeError) as error:
        message = f"expected (latitude, longitude) in degrees, got {quote(setting.coords)}"
        raise HoursError(message) from error
