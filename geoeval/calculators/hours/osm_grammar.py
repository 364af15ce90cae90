"""A recursive-descent parser for ``opening_hours`` expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours import osm_rules
from geoeval.calculators.hours.days import OSM_DAYS, OSM_MONTHS, days_through
from geoeval.calculators.hours.reading import CLEAR_TIMES, Scanner, is_half_ambiguous
from geoeval.errors import HoursError

_UNREADABLE = "OpenStreetMap opening_hours"
"""What is expected if nothing more specific is known."""

_COMMA = re.compile(r"\s*,\s*")
_DASH = re.compile(r"\s*-\s*")
_SPACE = re.compile(r"\s*")
_SPACED_COMMA = re.compile(r"\s,|,\s")
_DAY = re.compile(rf"({'|'.join(OSM_DAYS)})(?![^\W\d_])", re.IGNORECASE)
_OFFSET = re.compile(r"\s*([+-])\s*(\d{1,3}) ?days?(?!\w)", re.IGNORECASE)
_DAY_OFFSET = re.compile(rf"\s*[+-]\s*(?:{'|'.join(OSM_DAYS)})(?![^\W\d_])", re.IGNORECASE)

_YEAR = re.compile(r"([12]\d{3})(?![\w.]|:\d)")
_MONTH_OR_EASTER = re.compile(rf"({'|'.join(OSM_MONTHS)}|easter)(?![^\W\d_])", re.IGNORECASE)
_DATE = re.compile(rf"(?:{_YEAR.pattern}\s*)?{_MONTH_OR_EASTER.pattern}", re.IGNORECASE)
_NTH = re.compile(rf"\s*{_DAY.pattern}\s*\[\s*(-?[1-4])\s*\]", re.IGNORECASE)
_NTH_TO_DATE = re.compile(
    rf"{_NTH.pattern}(?=(?:{_OFFSET.pattern})?\s*-\s*{_DATE.pattern})", re.IGNORECASE
)
_NUMBER = re.compile(r"\s*(\d{1,2})(?![\w.]|:\d)")
_DAY_OF_MONTH = re.compile(rf"(?!\s*24/7(?!\w)){_NUMBER.pattern}")
_WEEK = re.compile(r"weeks?\s*(?=\d)", re.IGNORECASE)
_WEEK_NUMBER = re.compile(rf"(?:{_WEEK.pattern})?{_NUMBER.pattern}", re.IGNORECASE)
_STEP = re.compile(r"\s*/\s*(\d{1,2})(?![\w.]|:\d)")
_AND_LATER = re.compile(r"\s*\+(?!\s*\d)")
_HOLIDAY = re.compile(r"([PS])H(?![^\W\d_])", re.IGNORECASE)
_DAY_OR_HOLIDAY = re.compile(rf"{_DAY.pattern}|{_HOLIDAY.pattern}", re.IGNORECASE)
_POSITIONS = re.compile(r"\s*\[([^\]]*)\]")
_POSITION = re.compile(r"\s*(?:(-?[1-5])|([1-5])\s*-\s*([1-5]))\s*")
_COLON = re.compile(r"\s*:(?!\d)\s*")
_LAST_YEAR = 9999

_SEPARATORS: dict[str, osm_rules.Operator] = {";": ";", ",": ",", "||": "||"}
_SEPARATOR = re.compile(r"\s*(;|,|\|\|)\s*")
_END = re.compile(r"\s*$")
_ALWAYS = re.compile(r"24/7(?!\w)")
_STATE = re.compile(r"\s*(open|closed|off|unknown)(?!\w)", re.IGNORECASE)
_STATES = {"open": True, "closed": False, "off": False, "unknown": None}
_EVENT = "|".join((*osm_rules.EVENTS, *osm_rules.EVENTS.values()))
_CLOCK = re.compile(r"(\d\d?):([0-5]\d)(?!\d)")
_SUN = re.compile(rf"({_EVENT})(?!\w)", re.IGNORECASE)
_SUN_OFFSET = re.compile(rf"\(\s*({_EVENT})\s*([+-])\s*(\d\d?):([0-5]\d)\s*\)", re.IGNORECASE)
_TIME = re.compile(rf"{_CLOCK.pattern}|\(?\s*(?:{_EVENT})", re.IGNORECASE)
_OPEN_END = re.compile(r"\s*\+")
_REPEATED = re.compile(r"\s*/\s*\d[\d:]*")
_LATE_NIGHT = DAY_MIN + 60
"""A closing time up to 1:00 counts as at night if the text follows the strict format."""

_LAST_OPENING, _LAST_CLOSING = DAY_MIN - 1, 2 * DAY_MIN


Part = TypeVar("Part")


class NoMeaningError(HoursError):
    """A text that follows the syntax but has no possible meaning."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got!r}")
        self.expected, self.got = expected, got


def read_rules(text: str, *, corrected: bool = False) -> tuple[osm_rules.Rule, ...]:
    """Return the rules of an expression without comments.

    Spaces around dashes and after commas and a colon after a day are allowed. Unless typos were
    ``corrected``, the text is in the strict format with a 24-hour clock, so that 9:00-1:00 ends
    after midnight.
    """
    return _RuleReader(text, corrected=corrected).rules()


class _RuleReader(Scanner):
    def __init__(self, text: str, *, corrected: bool) -> None:
        super().__init__(text)
        self.latest = DAY_MIN if corrected else _LATE_NIGHT

    def rules(self) -> tuple[osm_rules.Rule, ...]:
        self.skip(_SPACE)
        read = [self._read_rule(";", first=True)]
        while not self.skip(_END):
            operator = _SEPARATORS[self.take(_SEPARATOR, _UNREADABLE)[1]]
            read.append(self._read_rule(operator, first=False))
        return tuple(read)

    def _read_rule(self, operator: osm_rules.Operator, *, first: bool) -> osm_rules.Rule:
        """Read a rule; reject it if its effect on other rules is probably unintended.

        Days without times are open all day, but must have times next to a comma. Times without
        days apply to every day and would replace all earlier rules.
        """
        start = self.position
        selectors = self._read_selectors()
        self.skip(_SPACE)
        times_start = self.position
        spans = () if self.skip(_ALWAYS) else self._read_times()
        spaced_comma = _SPACED_COMMA.search(self.text, times_start, self.position)
        state_word = self.skip(_STATE)
        rule = osm_rules.Rule(
            operator, selectors, spans, _STATES[state_word[1].lower() if state_word else "open"]
        )
        if self.position == times_start:
            self._check_whole_day(rule, start)
        if rule.state is False:
            if spaced_comma:
                self.reject("no spaces around the commas between closed times", start)
        elif not (selectors or first or operator == "||"):
            self.reject(
                "days before the times (a rule for every day replaces all rules before it)",
                start,
            )
        return rule

    def _check_whole_day(self, rule: osm_rules.Rule, start: int) -> None:
        if not rule.selectors:
            self.fail(_UNREADABLE, start)
        if rule.operator == "," or self.is_next(_COMMA):
            self.reject("times after the days, or '00:00-24:00' if they are open all day", start)

    def _read_times(self) -> tuple[osm_rules.Span, ...]:
        start = self.position
        spans = self._read_list(self._read_span, _TIME) if self.is_next(_TIME) else []
        self._check_halves(spans, start)
        return tuple(spans)

    def _read_list(self, read_one: Callable[[], Part], item: re.Pattern[str]) -> list[Part]:
        read = [read_one()]
        while self.continues_with(_COMMA, item):
            read.append(read_one())
        return read

    def _read_span(self) -> osm_rules.Span:
        start = self.position
        opens = self._read_moment(_LAST_OPENING)
        closes = self._read_moment(_LAST_CLOSING) if self.continues_with(_DASH, _TIME) else None
        open_end = self.skip(_OPEN_END) is not None
        if closes is None and not open_end:
            self.fail(_UNREADABLE, self.position)
        if self.skip(_REPEATED):
            self.reject(
                "opening hours (a repeated time is a timetable)",
                start,
            )
        if closes is not None and not (opens.event or closes.event):
            if closes.minute <= opens.minute:
                closes = osm_rules.Moment(closes.minute + DAY_MIN)
            if closes.minute > opens.minute + DAY_MIN:
                self.reject("openings of at most one day", start)
        return osm_rules.Span(opens, closes, open_end)

    def _read_moment(self, last: int) -> osm_rules.Moment:
        start = self.position
        if offset := self.skip(_SUN_OFFSET):
            minutes = 60 * int(offset[3]) + int(offset[4])
            return osm_rules.Moment(int(f"{offset[2]}{minutes}"), offset[1].lower())
        if sun := self.skip(_SUN):
            return osm_rules.Moment(0, sun[1].lower())
        clock = self.take(_CLOCK, _UNREADABLE)
        minute = 60 * int(clock[1]) + int(clock[2])
        if minute > last:
            self.fail(_UNREADABLE, start)
        return osm_rules.Moment(minute)

    def _check_halves(self, spans: list[osm_rules.Span], start: int) -> None:
        """Reject hours on a 12-hour clock without AM or PM, such as 9:00-5:00."""
        read = self.text[start : self.position]
        hours = [hour for hour, _ in _CLOCK.findall(read)]
        clocks = [
            (
                span.start.minute,
                DAY_MIN if DAY_MIN < span.end.minute <= self.latest else span.end.minute,
            )
            for span in spans
            if span.end is not None and not span.by_sun
        ]
        # "10:00-12:00" follows the strict format and is unambiguous
        if any(len(hour) == 1 for hour in hours) and is_half_ambiguous(hours, clocks):
            self.reject(CLEAR_TIMES, start)

    def _read_selectors(self) -> osm_rules.Selectors:
        groups: list[tuple[osm_rules.Selector, ...]] = []
        if self.is_next(_YEAR) and not self.is_next(_DATE):
            groups.append(tuple(self._read_list(self._read_years, _YEAR)))
            self.skip(_SPACE)
        if self.is_next(_DATE):
            groups.append(tuple(self._read_dates()))
            self.skip(_SPACE)
        if self.is_next(_WEEK):
            groups.append(tuple(self._read_list(self._read_weeks, _WEEK_NUMBER)))
        if groups:
            self.skip(_COLON)
        self.skip(_SPACE)
        if self.is_next(_DAY_OR_HOLIDAY):
            groups += self._read_days()
            self.skip(_COLON)
        return tuple(groups)

    def _read_years(self) -> osm_rules.Selector:
        start = self.position
        first, last, step = self._read_steps(_YEAR)
        if last < first or not step:
            self.reject("years in order", start)
        return osm_rules.select_years(first, last, step)

    def _read_weeks(self) -> osm_rules.Selector:
        self.skip(_WEEK)
        start = self.position
        first, last, step = self._read_steps(_WEEK_NUMBER)
        if not (1 <= first <= last <= 53 and step):
            self.reject("weeks from 1 to 53 in order", start)
        return osm_rules.select_weeks(first, last, step)

    def _read_steps(self, number: re.Pattern[str]) -> tuple[int, int, int]:
        first = last = int(self.take(number, _UNREADABLE)[1])
        step = None
        if self.continues_with(_DASH, number):
            last = int(self.take(number, _UNREADABLE)[1])
            step = self.skip(_STEP)
        elif number is _YEAR and self.skip(_AND_LATER):
            last = _LAST_YEAR
        return first, last, int(step[1]) if step else 1

    def _read_dates(self) -> list[osm_rules.Selector]:
        """Read months, days of months and Easter; a year also applies to the dates after it."""
        read: list[osm_rules.Selector] = []
        year = None
        last = osm_rules.Anchor(0)
        while True:
            start = self.position
            if self.is_next(_DATE):
                stated_year, first = self._read_anchor(_NTH_TO_DATE)
                year = stated_year or year
            else:
                first = self._read_same_month(last, start)
            last_year, last = self._read_range_end(first, start)
            self._check_range(first, last, year, last_year, start)
            read.append(osm_rules.date_range(first, last, year, last_year))
            in_month = last.day is not None and not last.shift_days
            if not self.continues_with(_COMMA, _DATE) and not (
                in_month and self.continues_with(_COMMA, _DAY_OF_MONTH)
            ):
                return read

    def _read_range_end(
        self, first: osm_rules.Anchor, start: int
    ) -> tuple[int | None, osm_rules.Anchor]:
        if self.continues_with(_DASH, _DATE):
            return self._read_anchor(_NTH if first.is_day or not first.month else _NTH_TO_DATE)
        if first.day is not None and self.continues_with(_DASH, _DAY_OF_MONTH):
            return None, self._read_same_month(first, start)
        return None, first

    def _read_anchor(self, nth_weekday: re.Pattern[str]) -> tuple[int | None, osm_rules.Anchor]:
        """Read a date, with its year if any; ``nth_weekday`` matches a weekday of the month."""
        match = self.take(_DATE, _UNREADABLE)
        year = int(match[1]) if match[1] else None
        name = match[2].capitalize()
        if name == "Easter":
            return year, osm_rules.Anchor(0, None, self.offset())
        month = OSM_MONTHS.index(name) + 1
        if nth := self.skip(nth_weekday):
            weekday = OSM_DAYS.index(nth[1].capitalize())
            return year, osm_rules.Anchor(month, None, self.offset(), (weekday, int(nth[2])))
        number = self.skip(_DAY_OF_MONTH)
        day = int(number[1]) if number else None
        return year, osm_rules.Anchor(month, day, 0 if day is None else self.offset())

    def _read_same_month(self, before: osm_rules.Anchor, start: int) -> osm_rules.Anchor:
        day = int(self.take(_DAY_OF_MONTH, _UNREADABLE)[1])
        if before.day is not None and day <= before.day:
            self.reject("days of a month in order", start)
        return osm_rules.Anchor(before.month, day, self.offset())

    def _check_range(
        self,
        first: osm_rules.Anchor,
        last: osm_rules.Anchor,
        year: int | None,
        last_year: int | None,
        start: int,
    ) -> None:
        if not (first.is_possible_in(year) and last.is_possible_in(last_year)):
            self.reject("dates that exist", start)
        if first.month and last.month and first.is_day != last.is_day:
            self.reject("a day after both months or after neither", start)
        if last_year is not None and (
            year is None or first.in_year(year, last=False) > last.in_year(last_year, last=True)
        ):
            self.reject("a first date that has a year and is not after the last date", start)

    def _read_days(self) -> osm_rules.Selectors:
        """Read weekdays and holidays; weekdays after holidays limit them, as in "PH Sa,Su"."""
        start = self.position
        days = self._read_listed_days()
        self.skip(_SPACE)
        if not self.is_next(_DAY_OR_HOLIDAY):
            return (tuple(days),)
        if not all(map(osm_rules.are_holidays, days)) or self.is_next(_HOLIDAY):
            self.skip(_DAY_OR_HOLIDAY)
            self.reject("commas between days, as in 'Mo,We,PH'", start)
        limits = self._read_listed_days()
        if any(map(osm_rules.are_holidays, limits)):
            self.reject("no holidays after the weekdays that limit holidays", start)
        return (tuple(days), tuple(limits))

    def _read_listed_days(self) -> list[osm_rules.Selector]:
        return osm_rules.drop_redundant_holidays(
            self._read_list(self._read_weekday_or_holiday, _DAY_OR_HOLIDAY)
        )

    def _read_weekday_or_holiday(self) -> osm_rules.Selector:
        if kind := self.skip(_HOLIDAY):
            return (osm_rules.school_holiday if kind[1] in "Ss" else osm_rules.public_holiday)(
                self.offset()
            )
        first = last = self.weekday()
        if self.continues_with(_DASH, _DAY):
            last = self.weekday()
        elif self.is_next(_POSITIONS):
            return osm_rules.select_weekdays([first], self._read_positions(), self.offset())
        return osm_rules.select_weekdays(days_through(first, last))

    def _read_positions(self) -> frozenset[int]:
        """Read the positions of a weekday in the month, such as [1,3], [1-2] or [-1]."""
        start = self.position
        positions: set[int] = set()
        for part in self.take(_POSITIONS, _UNREADABLE)[1].split(","):
            match = _POSITION.fullmatch(part)
            if match is None or (match[2] and match[2] > match[3]):
                self.reject("positions in the month from 1 to 5 or -1 to -5", start)
            first, last = match[2] or match[1], match[3] or match[1]
            positions |= set(range(int(first), int(last) + 1))
        return frozenset(positions)

    def continues_with(self, mark: re.Pattern[str], item: re.Pattern[str]) -> bool:
        match = mark.match(self.text, self.position)
        if match is None or item.match(self.text, match.end()) is None:
            return False
        self.position = match.end()
        return True

    def weekday(self) -> int:
        return OSM_DAYS.index(self.take(_DAY, _UNREADABLE)[1].capitalize())

    def offset(self) -> int:
        """Read an offset in days; 0 if there is none."""
        start = self.position
        if self.skip(_DAY_OFFSET):
            self.reject("a number of days after the sign, such as '+1 day'", start)
        match = self.skip(_OFFSET)
        return int(match[1] + match[2]) if match else 0

    def reject(self, expected: str, start: int) -> NoReturn:
        raise NoMeaningError(expected, self.text[start : self.position].strip())
