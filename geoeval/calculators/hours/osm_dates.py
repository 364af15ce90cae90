"""The dates that a rule of OpenStreetMap's ``opening_hours`` is for: its selectors."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Protocol

from geoeval.calculators.hours.public_holidays import PublicHolidays

_DAY = timedelta(days=1)
_EARLY_EASTER, _LATE_EASTER = 2285, 2038
"""Years in which easter is on its first and its last possible date, 22 March and 25 April."""


class Selector(Protocol):
    """What chooses dates; ``needs`` names what it depends on beside month and weekday."""

    @property
    def needs(self) -> str | None:
        """The kind of rule for which dates have to be given, if they do."""

    def holds(self, on: date, holidays: PublicHolidays) -> bool | None:
        """Return whether a date is chosen, None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Numbers of years or weeks: each ``step``-th from ``first`` to ``last``."""

    first: int
    last: int
    step: int = 1
    weeks: bool = False

    @property
    def needs(self) -> str:
        """Both need dates."""
        return "a week number" if self.weeks else "a year"

    def holds(self, on: date, holidays: PublicHolidays) -> bool:  # noqa: ARG002 # as Selector
        """Return whether the date's year, or its week of ISO 8601, is one of the numbers."""
        number = on.isocalendar().week if self.weeks else on.year
        return self.first <= number <= self.last and not (number - self.first) % self.step


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A day of every year: of a month, or easter where ``month`` is 0, some days earlier or later.

    Without ``day`` it is the first or the last day of the month.
    """

    month: int
    day: int | None = None
    shift_days: int = 0

    def in_year(self, year: int, *, last: bool) -> date:
        """Return its date as the first or last of a range.

        29 February is 1 March as the first date of a range in a year without it, and
        28 February as the last one, so that no range has it in such a year.
        """
        if not self.month:
            on = easter(year)
        else:
            length = monthrange(year, self.month)[1]
            day = self.day or (length if last else 1)
            missing = day > length
            on = date(year, self.month, min(day, length)) + missing * (not last) * _DAY
        return on + self.shift_days * _DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRange:
    """The dates from one anchor to another, of one year or of every year.

    Where the last always comes before the first, it is that of the year after.
    """

    first: Anchor
    last: Anchor
    year: int | None = None
    last_year: int | None = None

    @property
    def needs(self) -> str | None:
        """Whole months of every year need no dates."""
        if self.year is not None:
            return "a year"
        if not (self.first.month and self.last.month):
            return "easter"
        return None if self.first.day is None else "a day of a month"

    def holds(self, on: date, holidays: PublicHolidays) -> bool:  # noqa: ARG002 # as Selector
        """Return whether the date is in the range."""
        years = range(on.year - 1, on.year + 2) if self.year is None else (self.year,)
        later = int(self._wraps())
        if self.year is not None and self.last_year is not None:
            later = self.last_year - self.year
        return any(
            self.first.in_year(year, last=False) <= on <= self.last.in_year(year + later, last=True)
            for year in years
        )

    def _wraps(self) -> bool:
        """Return whether the range goes over the turn of the year, wherever easter is."""
        return (
            all(
                self.last.in_year(year, last=True) < self.first.in_year(year, last=False)
                for year in (_EARLY_EASTER, _LATE_EASTER)
            )
            and self.first != self.last
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Weekdays:
    """Weekdays, Monday = 0; those of certain places in the month only, -1 is the last.

    ``shift_days`` later than such a day.
    """

    days: frozenset[int]
    places: frozenset[int] = frozenset()
    shift_days: int = 0

    @property
    def needs(self) -> str | None:
        """Places in a month need dates."""
        return "a weekday of the month" if self.places else None

    def holds(self, on: date, holidays: PublicHolidays) -> bool:  # noqa: ARG002 # as Selector
        """Return whether the date is one of the weekdays."""
        meant = on - self.shift_days * _DAY
        if meant.weekday() not in self.days:
            return False
        length = monthrange(meant.year, meant.month)[1]
        place, from_last = (meant.day + 6) // 7, -((length - meant.day) // 7 + 1)
        return not self.places or bool({place, from_last} & self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holidays:
    """Public holidays, or the days that are some days later or earlier."""

    shift_days: int = 0

    @property
    def needs(self) -> str:
        """Holidays need dates."""
        return "public holidays"

    def holds(self, on: date, holidays: PublicHolidays) -> bool | None:
        """Return whether the date is a holiday."""
        return holidays.holds(on - self.shift_days * _DAY)


Selectors = tuple[tuple[Selector, ...], ...]
"""Groups of selectors: one of each group has to hold."""


def chosen(groups: Selectors, on: date, holidays: PublicHolidays) -> bool | None:
    """Return whether selectors choose a date, None where that is not known.

    Examples
    --------
    >>> mondays = Weekdays(days=frozenset({0}))
    >>> chosen(((mondays, Holidays()),), date(2024, 5, 6), PublicHolidays())
    True
    """
    return _all(_any(one.holds(on, holidays) for one in group) for group in groups)


def _any(values: Iterable[bool | None]) -> bool | None:
    found = set(values)
    return True if True in found else None if None in found else False


def _all(values: Iterable[bool | None]) -> bool | None:
    found = set(values)
    return False if False in found else None if None in found else True


@cache
def easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher.

    Examples
    --------
    >>> easter(2024), easter(2285), easter(2038)
    (datetime.date(2024, 3, 31), datetime.date(2285, 3, 22), datetime.date(2038, 4, 25))
    """
    century, of_century = divmod(year, 100)
    golden = year % 19
    leap_centuries, rest = divmod(century, 4)
    moon_correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap_centuries - moon_correction + 15) % 30
    weekday = (32 + 2 * rest + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
