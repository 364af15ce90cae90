"""The dates that a rule of OpenStreetMap's ``opening_hours`` is for: its selectors."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from geoeval.calculators.hours.calendars import PublicHolidays

_DAY = timedelta(days=1)
HOLIDAYS = "public holidays"
"""What a rule for public holidays needs."""

_EARLY_EASTER, _LATE_EASTER = 2285, 2038
"""Years in which easter is on its first and its last possible date, 22 March and 25 April."""


class Selector(NamedTuple):
    """What chooses dates; None is not known.

    ``needs`` names what it depends on beside month and weekday: dates have to be given for it.
    """

    holds: Callable[[date, PublicHolidays], bool | None]
    needs: str | None = None


class Anchor(NamedTuple):
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


def years(first: int, last: int, step: int) -> Selector:
    """Choose each ``step``-th year of a range."""
    return Selector(lambda on, _: on.year in range(first, last + 1, step), "a year")


def weeks(first: int, last: int, step: int) -> Selector:
    """Choose each ``step``-th week of ISO 8601 of a range."""
    chosen = range(first, last + 1, step)
    return Selector(lambda on, _: on.isocalendar().week in chosen, "a week number")


def date_range(first: Anchor, last: Anchor, year: int | None, last_year: int | None) -> Selector:
    """Choose the dates from one anchor to another, of one year or of every year.

    Where the last always comes before the first, wherever easter is, it is that of the year
    after. Whole months of every year need no dates.
    """
    wraps = first != last and all(
        last.in_year(extreme, last=True) < first.in_year(extreme, last=False)
        for extreme in (_EARLY_EASTER, _LATE_EASTER)
    )
    later = int(wraps)
    if year is not None and last_year is not None:
        later = last_year - year

    def holds(on: date, _: PublicHolidays) -> bool:
        """Return whether a date is in the range of its year or of one beside it."""
        return any(
            first.in_year(begun, last=False) <= on <= last.in_year(begun + later, last=True)
            for begun in (range(on.year - 1, on.year + 2) if year is None else (year,))
        )

    if year is not None:
        return Selector(holds, "a year")
    if not (first.month and last.month):
        return Selector(holds, "easter")
    return Selector(holds, None if first.day is None else "a day of a month")


def weekdays(
    days: Iterable[int], places: frozenset[int] = frozenset(), shift_days: int = 0
) -> Selector:
    """Choose weekdays, Monday = 0; those of certain places in the month only, -1 is the last.

    ``shift_days`` later than such a day.
    """
    numbers = frozenset(days)

    def holds(on: date, _: PublicHolidays) -> bool:
        """Return whether a date is one of the weekdays."""
        meant = on - shift_days * _DAY
        if meant.weekday() not in numbers:
            return False
        length = monthrange(meant.year, meant.month)[1]
        place, from_last = (meant.day + 6) // 7, -((length - meant.day) // 7 + 1)
        return not places or bool({place, from_last} & places)

    return Selector(holds, "a weekday of the month" if places else None)


def public_holiday(shift_days: int) -> Selector:
    """Choose public holidays, or the days that are some days later or earlier."""
    return Selector(lambda on, holidays: holidays.holds(on - shift_days * _DAY), HOLIDAYS)


Selectors = tuple[tuple[Selector, ...], ...]
"""Groups of selectors: one of each group has to hold."""


def chosen(groups: Selectors, on: date, holidays: PublicHolidays) -> bool | None:
    """Return whether selectors choose a date, None where that is not known.

    Examples
    --------
    >>> mondays = weekdays([0])
    >>> chosen(((mondays, public_holiday(0)),), date(2024, 5, 6), PublicHolidays())
    True
    """
    held = {_any({one.holds(on, holidays) for one in group}) for group in groups}
    return False if False in held else None if None in held else True


def _any(values: set[bool | None]) -> bool | None:
    """Return whether one of some values is true."""
    return True if True in values else None if None in values else False


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
