"""What is known of opening hours: a regular week, seasons, dated exceptions, a time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Self

from geoeval.calculators.hours.days import (
    WEEK_MIN,
    WEEKDAYS,
    Day,
    Season,
    Week,
    check_day,
    check_week,
    states_of_day,
)
from geoeval.calculators.hours.wall_clock import ShownDays
from geoeval.errors import HoursError, quote

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

Validity = tuple[date, date]
"""First and last date."""

State = bool | None
"""Open, closed, or None for not known."""

STATES: tuple[State, ...] = (False, True, None)
"""Closed, open and not known, by the number that stands for them in a table."""


@dataclass(frozen=True)
class HoursRecord:
    """The fields of ``WeeklyHours`` and which hours hold on a date."""

    days: Week
    seasons: tuple[Season, ...] = ()
    dates: tuple[tuple[date, Day], ...] = ()
    zone: str | None = None
    valid: Validity | None = None

    def __post_init__(self) -> None:
        check_week(self.days)
        if self.seasons != ():
            self._sort_seasons()
        if self.dates != ():
            self._sort_dates()
        if self.zone is not None:
            time_zone(self.zone)
        if self.valid is not None:
            check_range(self.valid)

    @classmethod
    def _of_week(cls, days: Week) -> Self:
        """Return the hours of a week that a reader made, which needs no check: twice as fast."""
        hours = cls.__new__(cls)
        fields = hours.__dict__
        fields["days"] = days
        fields["seasons"] = fields["dates"] = ()
        fields["zone"] = fields["valid"] = None
        return hours

    def day(self, on: date) -> Day:
        """Return the intervals that begin on a date.

        Parameters
        ----------
        on
            The date at the place.

        Returns
        -------
        tuple of intervals, or None
            Those of the dated exception if there is one, else of the season of that month,
            else of the regular week; None where they are not known, as outside ``valid``.

        Raises
        ------
        HoursError
            If it is no date, or a datetime, whose date depends on the zone.

        Examples
        --------
        >>> from datetime import date
        >>> HoursRecord((((540, 720),),) * 7).day(date(2024, 3, 4))
        ((540, 720),)
        """
        return self._day(check_date(on))

    @cached_property
    def usual_days(self) -> Week:
        """What a weekday without a date may be asked for: None where seasons differ on it."""
        if not self.seasons:
            return self.days
        months = [self._in_month(month) for month in range(1, 13)]
        return tuple(
            first if all(day == first for day in same) else None
            for first, *same in zip(*months, strict=True)
        )

    def _day(self, on: date) -> Day:
        """Return the intervals that begin on a date."""
        if self.dates and on in self._by_date:
            return self._by_date[on]
        if self.valid is not None and not self.valid[0] <= on <= self.valid[1]:
            return None
        if self.seasons:
            return self._by_month[on.month][on.weekday()]
        return self.days[on.weekday()]

    @cached_property
    def _by_date(self) -> dict[date, Day]:
        return dict(self.dates)

    @cached_property
    def _by_month(self) -> tuple[Week, ...]:
        """The week of each month, from index 1."""
        return self.days, *(self._in_month(month) for month in range(1, 13))

    def _in_month(self, month: int) -> Week:
        """Return the week of one month."""
        week = list(self.days)
        for season in self.seasons:
            if month in season.months:
                for number, day in enumerate(season.days):
                    week[number] = week[number] if day is None else day
        return tuple(week)

    @cached_property
    def _shown(self) -> ShownDays:
        """The states of days on the clock of the zone; without one, of the last datetime's zone.

        An hour with a change in it has the number of the state (``STATES``) of each minute.
        Where the state depends on the date there is no week.
        """
        if self.seasons or self.dates or self.valid is not None:
            return ShownDays(self._tz, ())
        minutes = b"".join(
            bytes([STATES.index(state)]) * (end - start)
            for number, today in enumerate(self.days)
            for start, end, state in states_of_day(today, self.days[number - 1])
        )
        hours = (minutes[start : start + 60] for start in range(0, WEEK_MIN, 60))
        week = tuple(hour if len(set(hour)) > 1 else STATES[hour[0]] for hour in hours)
        return ShownDays(self._tz, week)

    @cached_property
    def _tz(self) -> tzinfo | None:
        return None if self.zone is None else time_zone(self.zone)

    def _sort_seasons(self) -> None:
        """Put seasons in the order of their months; a day may be given once for a month."""
        _check_listed(self.seasons, Season, "a tuple of seasons")
        given: set[tuple[int, int]] = set()
        for season in self.seasons:
            named = [number for number, day in enumerate(season.days) if day is not None]
            for cell in ((month, number) for month in season.months for number in named):
                if cell in given:
                    message = (
                        f"expected the hours of {WEEKDAYS[cell[1]]} in month {cell[0]} once, "
                        f"got {quote(self.seasons)}"
                    )
                    raise HoursError(message)
                given.add(cell)
        ordered = tuple(sorted(self.seasons, key=lambda season: sorted(season.months)))
        object.__setattr__(self, "seasons", ordered)

    def _sort_dates(self) -> None:
        """Put dated exceptions in order; each date may be given once."""
        _check_listed(self.dates, tuple, "pairs of a date and its intervals")
        for pair in self.dates:
            match pair:
                case (date() as on, day):
                    check_date(on)
                    check_day(day)
                case _:
                    message = f"expected pairs of a date and its intervals, got {quote(self.dates)}"
                    raise HoursError(message)
        if len(self._by_date) < len(self.dates):
            message = f"expected each date once, got {quote(self.dates)}"
            raise HoursError(message)
        object.__setattr__(self, "dates", tuple(sorted(self.dates, key=lambda pair: pair[0])))


def _check_listed(given: object, kind: type, expected: str) -> None:
    """Raise unless there is a tuple, or a list, of values of a type."""
    if not isinstance(given, tuple | list) or not all(isinstance(one, kind) for one in given):
        message = f"expected {expected}, got {quote(given)}"
        raise HoursError(message)


def time_zone(name: str) -> ZoneInfo:
    """Return the time zone of a name.

    Parameters
    ----------
    name
        An IANA name.

    Raises
    ------
    HoursError
        If no time zone has that name.

    Examples
    --------
    >>> time_zone("Mars/Olympus")
    Traceback (most recent call last):
    ...
    geoeval.errors.HoursError: expected a time zone such as 'Europe/Paris', got 'Mars/Olympus'
    """
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        message = f"expected a time zone such as 'Europe/Paris', got {quote(name)}"
        raise HoursError(message) from error


def check_date(on: date) -> date:
    """Return a date, or raise if it is none.

    Raises
    ------
    HoursError
        If it is anything else; the date of a datetime would depend on the zone.

    Examples
    --------
    >>> check_date("2024-03-04")
    Traceback (most recent call last):
    ...
    geoeval.errors.HoursError: expected a date such as date(2024, 3, 4), got '2024-03-04'
    """
    if type(on) is not date:
        message = f"expected a date such as date(2024, 3, 4), got {quote(on)}"
        raise HoursError(message)
    return on


def check_range(dates: Validity) -> None:
    """Raise unless there are a first date and a last one that is not before it.

    Examples
    --------
    >>> check_range((date(2024, 1, 1), date(2024, 12, 31)))
    """
    match dates:
        case (date() as first, date() as last) if check_date(first) <= check_date(last):
            return
    message = f"expected a first date that is not after the last, got {quote(dates)}"
    raise HoursError(message)
