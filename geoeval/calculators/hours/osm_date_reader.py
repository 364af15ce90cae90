"""Reading the selectors of an ``opening_hours`` rule: years, dates, weeks, weekdays, holidays."""

from __future__ import annotations

import re
from calendar import monthrange

from geoeval.calculators.hours.days import OSM_MONTHS
from geoeval.calculators.hours.osm_dates import (
    Anchor,
    DateRange,
    Holidays,
    Selector,
    Selectors,
    Steps,
    Weekdays,
)
from geoeval.calculators.hours.osm_scanner import COMMA, DASH, DAY, SPACE, UNREADABLE, OsmScanner

_YEAR = re.compile(r"([12]\d{3})(?![\w.]|:\d)")
_MONTH_OR_EASTER = re.compile(rf"({'|'.join(OSM_MONTHS)}|easter)(?![^\W\d_])", re.IGNORECASE)
_DATE = re.compile(rf"(?:{_YEAR.pattern}\s*)?{_MONTH_OR_EASTER.pattern}", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(\d{1,2})(?![\w.]|:\d)")
_WEEK = re.compile(r"weeks?\s*(?=\d)", re.IGNORECASE)
_STEP = re.compile(r"\s*/\s*(\d{1,2})(?![\w.]|:\d)")
_ON = re.compile(r"\s*\+(?!\s*\d)")
_HOLIDAY = re.compile(r"([PS]H)(?![^\W\d_])", re.IGNORECASE)
_DAY_OR_HOLIDAY = re.compile(rf"{DAY.pattern}|{_HOLIDAY.pattern}", re.IGNORECASE)
_PLACES = re.compile(r"\s*\[([^\]]*)\]")
_PLACE = re.compile(r"\s*(?:(-?[1-5])|([1-5])\s*-\s*([1-5]))\s*")
_COLON = re.compile(r"\s*:(?!\d)\s*")
_LAST_YEAR = 9999


class DateReader(OsmScanner):
    """Reads the selectors of one rule after the other."""

    def selectors(self) -> Selectors:
        """Read the selectors of a rule, none if it begins with its times."""
        groups: list[tuple[Selector, ...]] = []
        if self.comes(_YEAR) and not self.comes(_DATE):
            groups.append(tuple(self._steps(_YEAR, weeks=False)))
            self.skip(SPACE)
        if self.comes(_DATE):
            groups.append(tuple(self._dates()))
            self.skip(SPACE)
        if self.skip(_WEEK):
            groups.append(tuple(self._steps(_NUMBER, weeks=True)))
        self.skip(_COLON) if groups else None
        self.skip(SPACE)
        if self.comes(_DAY_OR_HOLIDAY):
            groups += self._days()
            self.skip(_COLON)
        return tuple(groups)

    def _steps(self, number: re.Pattern[str], *, weeks: bool) -> list[Steps]:
        """Read years or weeks, with ranges and steps."""
        read = []
        while True:
            start = self.position
            first = last = int(self.take(number, UNREADABLE)[1])
            step = 1
            if self.goes_on(DASH, number):
                last = int(self.take(number, UNREADABLE)[1])
                match = self.skip(_STEP)
                step = int(match[1]) if match else 1
            elif not weeks and self.skip(_ON):
                last = _LAST_YEAR
            if last < first or not step or (weeks and not 1 <= first <= last <= 53):
                self.refuse("weeks from 1 to 53 in order" if weeks else "years in order", start)
            read.append(Steps(first=first, last=last, step=step, weeks=weeks))
            if weeks and self.goes_on(COMMA, _WEEK):
                self.skip(_WEEK)
            elif not self.goes_on(COMMA, number):
                return read

    def _dates(self) -> list[DateRange]:
        """Read months, days of months and easter; a year holds for the dates behind it too."""
        read: list[DateRange] = []
        year = None
        while True:
            start = self.position
            if self.comes(_DATE):
                own, first = self._anchor()
                year = own or year
            else:
                first = self._same_month(read[-1].last, start)
            last_year, last = None, first
            if self.goes_on(DASH, _DATE):
                last_year, last = self._anchor()
            elif first.day is not None and self.goes_on(DASH, _NUMBER):
                last = self._same_month(first, start)
            read.append(
                self._checked(
                    DateRange(first=first, last=last, year=year, last_year=last_year), start
                )
            )
            in_month = last.day is not None and not last.shift_days
            if not self.goes_on(COMMA, _DATE) and not (in_month and self.goes_on(COMMA, _NUMBER)):
                return read

    def _anchor(self) -> tuple[int | None, Anchor]:
        """Read a date, with its year if it has one."""
        match = self.take(_DATE, UNREADABLE)
        year = int(match[1]) if match[1] else None
        name = match[2].capitalize()
        if name == "Easter":
            return year, Anchor(month=0, shift_days=self.offset())
        number = self.skip(_NUMBER)
        day = int(number[1]) if number else None
        return year, Anchor(
            month=OSM_MONTHS.index(name) + 1,
            day=day,
            shift_days=0 if day is None else self.offset(),
        )

    def _same_month(self, before: Anchor, start: int) -> Anchor:
        """Read a further day of a month."""
        day = int(self.take(_NUMBER, UNREADABLE)[1])
        if before.day is not None and day <= before.day:
            self.refuse("days of a month in order", start)
        return Anchor(month=before.month, day=day, shift_days=self.offset())

    def _checked(self, dates: DateRange, start: int) -> DateRange:
        """Return a range of dates that exist, of one kind and in order."""
        first, last = dates.first, dates.last
        for anchor, year in ((first, dates.year), (last, dates.last_year)):
            if anchor.day is not None and not (
                1 <= anchor.day <= monthrange(2000 if year is None else year, anchor.month)[1]
            ):
                self.refuse("dates that exist", start)
        if first.month and last.month and (first.day is None) != (last.day is None):
            self.refuse("a day behind both months or behind none", start)
        if dates.last_year is not None and (
            dates.year is None
            or first.in_year(dates.year, last=False) > last.in_year(dates.last_year, last=True)
        ):
            self.refuse("a first date with its year that is not after the last", start)
        return dates

    def _days(self) -> Selectors:
        """Read weekdays and holidays; weekdays behind holidays limit them: "PH Sa,Su"."""
        start = self.position
        days = self._listed_days()
        self.skip(SPACE)
        if not self.comes(_DAY_OR_HOLIDAY):
            return (tuple(days),)
        if not all(isinstance(one, Holidays) for one in days) or self.comes(_HOLIDAY):
            self.skip(_DAY_OR_HOLIDAY)
            self.refuse("commas between days, as in 'Mo,We,PH'", start)
        limits = self._listed_days()
        if any(isinstance(one, Holidays) for one in limits):
            self.refuse("no holidays behind the weekdays that limit holidays", start)
        return (tuple(days), tuple(limits))

    def _listed_days(self) -> list[Selector]:
        """Read weekdays and holidays between commas."""
        read: list[Selector] = []
        while True:
            read.append(self._holiday() if self.comes(_HOLIDAY) else self._weekdays())
            if not self.goes_on(COMMA, _DAY_OR_HOLIDAY):
                return read

    def _holiday(self) -> Holidays:
        """Read holidays, and how many days from them are meant."""
        start = self.position
        if self.take(_HOLIDAY, UNREADABLE)[1].upper() == "SH":
            self.refuse(
                "hours that can be computed (school holidays are in no calendar; "
                "take the rule out)",
                start,
            )
        return Holidays(shift_days=self.offset())

    def _weekdays(self) -> Weekdays:
        """Read a weekday, with its places in the month, or a range."""
        first = last = self.weekday()
        if self.goes_on(DASH, DAY):
            last = self.weekday()
        elif self.comes(_PLACES):
            places = self._places()
            return Weekdays(days=frozenset({first}), places=places, shift_days=self.offset())
        return Weekdays(
            days=frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))
        )

    def _places(self) -> frozenset[int]:
        """Read the places of a weekday in the month: [1,3], [1-2], [-1]."""
        start = self.position
        places: set[int] = set()
        for part in self.take(_PLACES, UNREADABLE)[1].split(","):
            match = _PLACE.fullmatch(part)
            if match is None or (match[2] and match[2] > match[3]):
                self.refuse("places in the month from 1 to 5, or -1 to -5", start)
            first, last = match[2] or match[1], match[3] or match[1]
            places |= set(range(int(first), int(last) + 1))
        return frozenset(places)
