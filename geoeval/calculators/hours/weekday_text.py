"""Opening hours as map services write them: the text of a week, read and written."""

from __future__ import annotations

import re
from typing import NoReturn

from geoeval.calculators.clock import DAY_MIN, MERIDIEM, minute_of_day
from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.hours.days import ALL_DAY, WEEKDAYS, Interval, Week, joined
from geoeval.errors import HoursError, quote

_NUMBERS = {name[:3].lower(): number for number, name in enumerate(WEEKDAYS)}
_INVISIBLE = re.compile("[\u200b\u200e\u200f\ufeff]")
_DAY = re.compile(
    r"\s*(?P<day>(?a:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?))\s*:\s*",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"closed(?!\w)", re.IGNORECASE)
_ALL_DAY = re.compile(r"(?:open\s+)?24\s+hours(?!\w)", re.IGNORECASE)
_TIME = re.compile(rf"(\d{{1,2}})(?:[:.](\d\d))?(?!\d)\s*({MERIDIEM})?", re.IGNORECASE)
_DASH = re.compile(r"\s*(?:[-‐‑–—−]|to(?!\w))\s*", re.IGNORECASE)
_NEXT_INTERVAL = re.compile(r"\s*,\s*(?=\d)")
_DAY_END = re.compile(r"\s*(?:[,;]|\n|\.?\s*$)")
_END = re.compile(r"\s*\.?\s*$")


def read_week(text: str) -> Week:
    """Return the intervals of each day that a text gives; ``WeeklyHours.parse`` says how.

    Examples
    --------
    >>> read_week("Monday: 9:00 AM – 5:00 PM, Tuesday: Closed")[:3]
    (((540, 1020),), (), None)
    """
    return _Reader(text).week()


def write_week(days: Week) -> tuple[str, ...]:
    """Return one line for each known day, written as Google Maps does.

    Examples
    --------
    >>> write_week((((0, 1440),), (), None, None, None, None, None))
    ('Monday: Open 24 hours', 'Tuesday: Closed')
    """
    return tuple(
        f"{name}: {_day_text(day)}"
        for name, day in zip(WEEKDAYS, days, strict=True)
        if day is not None
    )


def _day_text(day: tuple[Interval, ...]) -> str:
    """Write the hours of one day as Google Maps does."""
    if day == ALL_DAY:
        return "Open 24 hours"
    return ", ".join(_interval_text(*interval) for interval in day) or "Closed"


def _interval_text(start: int, end: int) -> str:
    """Write an interval; both times in one half of the day share their AM or PM."""
    shared = start // 720 == end // 720
    return f"{_time_text(start, bare=shared)}\u2009–\u2009{_time_text(end)}"


def _time_text(minute: int, *, bare: bool = False) -> str:
    """Write a time on the 12-hour clock."""
    half = "" if bare else "\u202fPM" if minute % DAY_MIN >= 720 else "\u202fAM"
    return f"{minute // 60 % 12 or 12}:{minute % 60:02d}{half}"


class _Reader:
    """Reads a text of hours from left to right."""

    def __init__(self, text: str) -> None:
        self.text = _INVISIBLE.sub(" ", ascii_digits(text))
        self.position = 0

    def week(self) -> tuple[tuple[Interval, ...] | None, ...]:
        """Read all days."""
        days: list[tuple[Interval, ...] | None] = [None] * 7
        while True:
            start = self.position
            match = self.take(_DAY, "a day such as 'Monday:'")
            number = _NUMBERS[match["day"][:3].lower()]
            if days[number] is not None:
                self.fail(f"each day once, and {WEEKDAYS[number]} was given before", start)
            days[number] = self.day()
            self.take(_DAY_END, "a comma or the end after the hours of a day")
            if _END.match(self.text, self.position):
                return tuple(days)

    def day(self) -> tuple[Interval, ...]:
        """Read the hours of one day."""
        if self.skip(_CLOSED):
            return ()
        if self.skip(_ALL_DAY):
            return ALL_DAY
        start = self.position
        read = [self.interval()]
        while self.skip(_NEXT_INTERVAL):
            read.append(self.interval())
        if len({twelve_hour for _, _, twelve_hour in read}) > 1:
            self.fail("AM or PM at every interval of a day or at none", start)
        return joined((opens, closes) for opens, closes, _ in read)

    def interval(self) -> tuple[int, int, bool]:
        """Read one interval, and whether it is on the 12-hour clock."""
        opens = self.time()
        self.take(_DASH, "a dash between opening and closing time")
        before = self.position
        closes = self.time()
        if closes[2] is None and opens[2]:
            self.fail("a closing time with AM or PM like the opening time", before)
        start = self.minute(opens, opens[2] or closes[2])
        end = self.minute(closes, closes[2]) or DAY_MIN
        if not opens[2] and closes[2] and start >= end and opens[0] <= 12:
            start = (start + 720) % DAY_MIN
        return start, end if end > start else end + DAY_MIN, closes[2] is not None

    def time(self) -> tuple[int, int, str | None, int]:
        """Read hour, minute and AM or PM, and keep where they stood."""
        start = self.position
        match = self.take(_TIME, "a time such as '9:00 AM'")
        return int(match[1]), int(match[2] or 0), match[3], start

    def minute(self, time: tuple[int, int, str | None, int], meridiem: str | None) -> int:
        """Return the minute of the day of a time that a clock can show."""
        minute = minute_of_day(time[0], time[1], meridiem)
        if minute is None:
            self.fail("a time that a clock shows", time[3])
        return minute

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past a pattern if it comes next."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def take(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Move past a pattern that must come next."""
        match = self.skip(pattern)
        if match is None:
            self.fail(expected, self.position)
        return match

    def fail(self, expected: str, position: int) -> NoReturn:
        """Raise the error for what stands at a position."""
        rest = self.text[position:].strip()
        got = quote(rest) if rest else "the end of the text"
        message = f"expected {expected} at position {position}, got {got}"
        raise HoursError(message, position)
