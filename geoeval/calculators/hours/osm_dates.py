"""The hours that an ``opening_hours`` expression gives on dates, through opening-hours-py.

The library (2.1) is led around these faults: at changes of the clock its intervals lose an hour
or have no length, so it is asked for naive times of the place's clock only; hours past midnight
are cut by the next day's rule, and stay where their own day is closed, so they are cut at
midnight before it sees them and put back after; behind ``||`` it finds nothing, so such parts
are evaluated one by one; a comment alone counts as open, where the specification says unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import Day, Interval, joined
from geoeval.errors import HoursError, quote

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_SPAN = re.compile(r"(\d\d?):(\d\d)(?: ?- ?(\d\d?):(\d\d))?(\+)?(?!\d|:| ?-)")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Setting:
    """What sun times and public holidays are computed for."""

    country: str | None = None
    coords: tuple[float, float] | None = None
    zone: ZoneInfo | None = None


def days_of(expression: str, first: date, last: date, setting: Setting) -> dict[date, Day]:
    """Return the intervals that begin on each date of a range.

    Parameters
    ----------
    expression
        ``opening_hours`` that the library parses, without comments.
    first, last
        The range, both dates included.
    setting
        Country and place.

    Returns
    -------
    dict
        By date; None where the expression says "unknown" or leaves the end open on that date.

    Raises
    ------
    HoursError
        If an opening lasts longer than a day.

    Examples
    --------
    >>> friday = date(2024, 3, 8)
    >>> days_of("Th 15:00-01:00; Fr 15:00-02:00", friday, friday, Setting())
    {datetime.date(2024, 3, 8): ((900, 1560),)}
    """
    table: dict[date, Day] = {}
    for part in expression.split("||"):
        for on, day in _Part(part.strip()).days(first, last, setting):
            before = table.get(on, ())
            if on not in table or before == ():
                table[on] = day
            elif before is not None:
                table[on] = None if day is None else joined([*before, *day])
    return table


@dataclass(slots=True)
class _Part:
    """A part of an expression whose openings end on the day they begin.

    An opening that goes past midnight gets an end shortly before it that the text does not use
    elsewhere; ``ends`` says what that end stands for, None for an open end.
    """

    text: str
    ends: dict[int, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        times = re.findall(r"(\d+):(\d\d)", self.text)
        used = {60 * int(hour) + int(minute) for hour, minute in times}
        free = (minute for minute in range(DAY_MIN - 1, 0, -1) if minute not in used)
        self.text = _SPAN.sub(lambda span: self._cut(span, free), self.text)

    def _cut(self, span: re.Match[str], free: Iterator[int]) -> str:
        """Return a time span that ends on its day."""
        start = 60 * int(span[1]) + int(span[2])
        if span[3] is None and span[5] is None:
            return span[0]
        end = start if span[3] is None else 60 * int(span[3]) + int(span[4])
        end += DAY_MIN if end <= start and span[3] else 0
        if end > start + DAY_MIN:
            message = f"expected openings of a day at most, got {quote(span[0])}"
            raise HoursError(message)
        if span[5] is None and end <= DAY_MIN:
            return f"{_clock(start)}-{_clock(end)}"
        meant = None if span[5] else end
        marks = [mark for mark, known in self.ends.items() if known == meant and mark > start]
        mark = marks[0] if marks else next(free, 0)
        if mark <= start:
            return span[0]
        self.ends[mark] = meant
        return f"{_clock(start)}-{_clock(mark)}"

    def days(self, first: date, last: date, setting: Setting) -> Iterator[tuple[date, Day]]:
        """Yield each date of a range with its intervals."""
        openings: dict[date, list[Interval]] = {}
        unknown: set[date] = set()
        by_sun = setting.coords is not None
        ahead = last + _DAY if by_sun else last
        for start, end, is_open in self._stretches(first, ahead, setting):
            for on, opens, closes in _by_date(start, end, carry=by_sun):
                meant = self.ends.get(closes, closes)
                if is_open and meant is not None:
                    openings.setdefault(on, []).append((opens, meant))
                else:
                    unknown.add(on)
        for number in range((last - first).days + 1):
            on = first + number * _DAY
            yield on, None if on in unknown else joined(openings.get(on, ()))

    def _stretches(
        self, first: date, last: date, setting: Setting
    ) -> Iterator[tuple[datetime, datetime, bool]]:
        """Yield what is open (True) or unknown (False) on the place's clock."""
        from opening_hours import OpeningHours, State

        rules = OpeningHours(
            self.text,
            timezone=setting.zone,
            country=setting.country,
            coords=setting.coords,
            auto_country=False,
        )
        midnight = datetime.min.time()
        begin, stop = (datetime.combine(on, midnight) for on in (first, last + _DAY))
        for start, end, state, *_ in rules.intervals(begin, stop):
            if state != State.CLOSED:
                closes = min(end.replace(tzinfo=None), stop)
                yield start.replace(tzinfo=None), closes, state == State.OPEN


def _by_date(start: datetime, end: datetime, *, carry: bool) -> Iterator[tuple[date, int, int]]:
    """Split a stretch at midnights into dates and minutes; the last piece may be carried over.

    Where the sun ends an opening its end is not in the text, so what is left of the night goes
    to the day on which it began.
    """
    while start < end:
        midnight = datetime.combine(start.date() + _DAY, datetime.min.time())
        stop = end if end <= midnight or (carry and end - midnight < _DAY / 2) else midnight
        day = datetime.combine(start.date(), datetime.min.time())
        yield start.date(), (start - day) // _MINUTE, (stop - day) // _MINUTE
        start = stop


_MINUTE = timedelta(minutes=1)


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"
