"""Reading OpenStreetMap's ``opening_hours``."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from geoeval.calculators.hours.days import Day, Season, Week
from geoeval.calculators.hours.osm_mend import mended
from geoeval.calculators.hours.osm_reader import read_rules
from geoeval.calculators.hours.osm_rules import Rule, Setting, days_of
from geoeval.calculators.hours.osm_scanner import NoMeaningError
from geoeval.calculators.hours.public_holidays import PublicHolidays, public_holidays
from geoeval.calculators.hours.record import Validity, check_range, time_zone
from geoeval.calculators.hours.regular import regular
from geoeval.calculators.hours.sun import SunTimes, sun_times
from geoeval.errors import HoursError, quote

_COMMENT = re.compile(r'(?<!\s)\s*(?:(open|closed|off|unknown)\s*)?"[^"]*"', re.IGNORECASE)
_ORDINARY = 2001
_FIRST_YEAR, _LAST_YEAR = 1583, 9990
"""From the first whole year of the Gregorian calendar on; dates end with the year 9999."""

_DAY = timedelta(days=1)
_TAKES = {"public holidays": ("during", "country"), "sun times": ("during", "zone", "coords")}
"""What it takes to know the dates of a kind of rule; of the others ``during`` alone."""


class Place(NamedTuple):
    """Where and when hours are asked for, as far as it is given."""

    zone: str | None = None
    country: str | None = None
    state: str | None = None
    coords: tuple[float, float] | None = None
    during: Validity | None = None


class OsmHours(NamedTuple):
    """The parts of ``WeeklyHours`` that an expression gives."""

    days: Week
    seasons: tuple[Season, ...]
    dates: tuple[tuple[date, Day], ...]
    valid: Validity | None


def read_osm(text: str, place: Place) -> OsmHours:
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
        return OsmHours(*regular(dated), valid=(min(dated), max(dated)))
    table: dict[date, Day] = {}
    for month in range(1, 13):
        first, last = date(_ORDINARY, month, 8), date(_ORDINARY, month, 14)
        table |= days_of(rules, first, last, Setting())
    return OsmHours(*regular(table), valid=None)


def _rules(text: str) -> Sequence[Rule]:
    """Return the rules of a text, mended where it has to be.

    A comment beside a state ("open", "off") says nothing more; alone it means "unknown".
    """
    if not isinstance(text, str) or not text.strip():
        message = f"expected OpenStreetMap opening_hours, got {quote(text)}"
        raise HoursError(message)
    stated = _COMMENT.sub(lambda comment: f" {comment[1] or 'unknown'}", text).strip()
    errors = []
    for attempt in mended(stated):
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
    if "public holidays" in needs:
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
