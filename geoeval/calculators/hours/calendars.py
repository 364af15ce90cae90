"""What the calendar and the sun say of dates, through the libraries of the extra ``hours``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from geoeval.errors import HoursError, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from holidays import HolidayBase

SunTimes = Mapping[tuple[str, date], int]
"""Minutes after a date's midnight by event and date, without events that do not happen on it."""

EVENTS = {"dawn": "dusk", "sunrise": "sunset"}
"""What happens in the evening, by what happens in the morning."""

_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)

_NOT_PUBLIC = {"bank", "government", "school", "unofficial", "workday", "armed_forces"}
"""Categories of the calendars that close no shops.

What is neither public nor of these is a holiday for some: half days, those that an employer may
give, and those of a creed, such as 15 August in the Catholic towns of Bavaria.
"""


class PublicHolidays(NamedTuple):
    """The public holidays of some years.

    ``everywhere`` are dates that are holidays in the whole region, ``somewhere`` those that are
    in a part of it, for some people or for half the day only.

    Examples
    --------
    >>> christmas, epiphany = date(2024, 12, 25), date(2024, 1, 6)
    >>> days = PublicHolidays(frozenset({christmas}), frozenset({epiphany}))
    >>> days.holds(christmas), days.holds(epiphany), days.holds(date(2024, 12, 27))
    (True, None, False)
    """

    everywhere: frozenset[date] = frozenset()
    somewhere: frozenset[date] = frozenset()

    def holds(self, on: date) -> bool | None:
        """Return whether a date is a holiday; None where it is one for some only."""
        if on in self.everywhere:
            return True
        return None if on in self.somewhere else False


@cache
def public_holidays(
    country: str, state: str | None, first_year: int, last_year: int
) -> PublicHolidays:
    """Return the public holidays of a country, or of one of its states.

    The country is an ISO code of two letters; the state the code of a state, province or other
    region ("BW", "DE-BW"), or its name. Both years are included.

    Raises ``HoursError`` if the country, or its state, is in no calendar, with the nearest that
    are, or the calendar does not reach the years; and ``UsageError`` if the library ``holidays``
    (extra ``hours``) is not installed.

    Examples
    --------
    >>> epiphany = date(2026, 1, 6)
    >>> for state in ("BW", "BE", None):
    ...     print(public_holidays("DE", state, 2026, 2026).holds(epiphany))
    True
    False
    None
    """
    check_installed("holidays", "hours")
    import holidays

    known = holidays.list_supported_countries(include_aliases=False)
    if country not in known:
        _unknown_country(country)
    kind = getattr(holidays, country)
    if first_year < kind.start_year or last_year > kind.end_year:
        message = (
            f"expected years from {kind.start_year} to {kind.end_year}, which the calendar of "
            f"{country} reaches, got {first_year} to {last_year}"
        )
        raise HoursError(message)
    years = range(first_year, last_year + 1)
    for_some = set(kind.supported_categories) - _NOT_PUBLIC - {"public"}

    def dates(region: str | None, *categories: str) -> frozenset[date]:
        return frozenset(kind(subdiv=region, years=years, categories=categories))

    regions = kind.subdivisions if state is None else (_region(kind, country, state),)
    public = [dates(region, "public") for region in regions]
    if state is None:
        public.append(dates(None, "public"))
    everywhere = frozenset.intersection(*public)
    partial = [dates(region, *for_some) for region in regions or (None,)] if for_some else []
    return PublicHolidays(
        everywhere=everywhere, somewhere=frozenset.union(*public, *partial) - everywhere
    )


def _region(kind: type[HolidayBase], country: str, state: str) -> str:
    """Return the calendar's code of a state."""
    code = state.removeprefix(f"{country}-")
    region = kind.subdivisions_aliases.get(code, code)
    if region in kind.subdivisions:
        return region
    if not kind.subdivisions:
        message = f"expected no state, as the calendar of {country} has none, got {quote(state)}"
        raise HoursError(message)
    names = {name: name for name in (*kind.subdivisions, *kind.subdivisions_aliases)}
    message = (
        f"expected a state of {country} such as {quote(kind.subdivisions[0])}, "
        f"got {quote(state)}{_near(code, names)}"
    )
    raise HoursError(message)


def _unknown_country(country: str) -> NoReturn:
    """Raise the error for a country that has no calendar, with the nearest by code or name."""
    from holidays.registry import COUNTRIES

    names: dict[str, str] = {}
    for module, (_, code, longer, *_others) in COUNTRIES.items():
        names |= dict.fromkeys((code, longer, module.replace("_", " ").title()), code)
    message = f"expected a country code such as 'FR', got {quote(country)}{_near(country, names)}"
    raise HoursError(message)


def _near(text: str, names: dict[str, str]) -> str:
    """Return the end of an error: the values whose names are nearest to a text."""
    folded = {name.casefold(): value for name, value in names.items()}
    found = get_close_matches(text.casefold(), folded, cutoff=0)
    near = dict.fromkeys(folded[name] for name in found)
    return f"; the nearest are {', '.join(map(quote, near))}"


def sun_times(coords: tuple[float, float], zone: ZoneInfo, first: date, last: date) -> SunTimes:
    """Return the sun's events on a range of dates.

    A sun that sets after midnight has its minute after 1440; where it does not rise, or not
    set, there is none.

    Raises ``HoursError`` if there are no such coordinates, and ``UsageError`` if opening-hours-py
    (extra ``hours``) is not installed.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> equinox = date(2024, 3, 20)
    >>> found = sun_times((0.0, 0.0), ZoneInfo("UTC"), equinox, equinox)
    >>> 300 < found["dawn", equinox] < found["sunrise", equinox] < 370
    True
    """
    check_installed("opening_hours", "hours")
    from opening_hours import (  # type: ignore[attr-defined]  # its stubs leave the error out
        InvalidCoordinatesError,
        OpeningHours,
        State,
    )

    begin, stop = (datetime.combine(on, datetime.min.time()) for on in (first, last))
    table: dict[tuple[str, date], int] = {}
    for morning, evening in EVENTS.items():
        try:
            light = OpeningHours(
                f"{morning}-{evening}", timezone=zone, coords=coords, auto_country=False
            )
        except (InvalidCoordinatesError, TypeError) as error:
            message = f"expected (latitude, longitude) in degrees, got {quote(coords)}"
            raise HoursError(message) from error
        for rises, sets, state, _ in light.intervals(begin - _DAY, stop + 2 * _DAY):
            start, end = rises.replace(tzinfo=None), sets.replace(tzinfo=None)
            if state == State.OPEN and end - start < _DAY:
                midnight = datetime.combine(start.date(), datetime.min.time())
                table[morning, start.date()] = (start - midnight) // _MINUTE
                table[evening, start.date()] = (end - midnight) // _MINUTE
    return table
