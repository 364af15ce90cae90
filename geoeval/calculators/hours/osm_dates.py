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
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import Day, Interval, joined
from geoeval.errors import HoursError, quote

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_SPAN = re.compile(r"(\d\d?):(\d\d)(?: ?- ?(\d\d?):(\d\d))?(\+)?(?!\d|:| ?-)")
_TIME = re.compile(r"(\d+):(\d\d)")
_DAY = timedelta(days=1)
_OPEN_END = 0
_MARK = DAY_MIN - 1


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
        for on, day in _days(part.strip(), first, last, setting):
            before = table.get(on, ())
            if on not in table or before == ():
                table[on] = day
            elif before is not None:
                table[on] = None if day is None else joined([*before, *day])
    return table


def _days(
    text: str, first: date, last: date, setting: Setting
) -> Iterator[tuple[date, tuple[Interval, ...] | None]]:
    """Yield each date of a range with the intervals of a part without fallbacks."""
    openings: dict[date, list[Interval]] = {}
    unknown: set[date] = set()
    by_sun = setting.coords is not None
    ahead = last + _DAY if by_sun else last
    for view in _views(text):
        for start, end, is_open in _stretches(view.text, first, ahead, setting):
            for on, opens, closes in _by_date(start, end, carry=by_sun):
                if view.ignores(opens, closes):
                    continue
                if is_open and view.end != _OPEN_END:
                    openings.setdefault(on, []).append((opens, view.end or closes))
                else:
                    unknown.add(on)
    for number in range((last - first).days + 1):
        on = first + number * _DAY
        yield on, None if on in unknown else joined(openings.get(on, ()))


class _View(NamedTuple):
    """An expression in which only openings of one kind are left, and all end on their day.

    The others are a minute long, from ``speck`` on, so that they override other rules as
    before. Where the openings left go past midnight they end at ``_MARK``, and ``end`` is their
    end or ``_OPEN_END``; in the view of those that end on their day it is None.
    """

    text: str
    speck: int
    end: int | None = None

    def ignores(self, opens: int, closes: int) -> bool:
        """Return whether what is open in this view is not of its kind."""
        if self.end is not None:
            return closes != _MARK
        return (opens, closes) == (self.speck, self.speck + 1)


def _views(text: str) -> list[_View]:
    """Return a view for the openings that end on their day, and one for each later end."""
    spans = {times for span in _SPAN.finditer(text) if (times := _times(span)) is not None}
    late = {end for _, end in spans if end == _OPEN_END or end > DAY_MIN}
    if any(start >= _MARK and end in late for start, end in spans):
        message = f"expected openings past midnight to begin before 23:59, got {quote(text)}"
        raise HoursError(message)
    used = {60 * int(hour) + int(minute) for hour, minute in _TIME.findall(text)}
    speck = next(minute for minute in range(1, _MARK) if not {minute, minute + 1} & used)
    on_time = {end for _, end in spans} - late
    views = [_View(_only(text, on_time, None, speck), speck)]
    return views + [_View(_only(text, {end}, _MARK, speck), speck, end) for end in late]


def _only(text: str, ends: set[int], mark: int | None, speck: int) -> str:
    """Return a text in which spans of other ends are specks; a mark is written for the ends."""

    def write(span: re.Match[str]) -> str:
        times = _times(span)
        if times is None:
            return span[0]
        start, end = times
        if end not in ends:
            return f"{_clock(speck)}-{_clock(speck + 1)}"
        return f"{_clock(start)}-{_clock(end if mark is None else mark)}"

    return _SPAN.sub(write, text)


def _times(span: re.Match[str]) -> tuple[int, int] | None:
    """Return when a time span begins and ends; None for a single time."""
    start = 60 * int(span[1]) + int(span[2])
    if span[5]:
        return start, _OPEN_END
    if span[3] is None:
        return None
    end = 60 * int(span[3]) + int(span[4])
    end += DAY_MIN if end <= start else 0
    if end > start + DAY_MIN:
        message = f"expected openings of a day at most, got {quote(span[0])}"
        raise HoursError(message)
    return start, end


def _stretches(
    text: str, first: date, last: date, setting: Setting
) -> Iterator[tuple[datetime, datetime, bool]]:
    """Yield what is open (True) or unknown (False) on the place's clock."""
    from opening_hours import OpeningHours, State

    rules = OpeningHours(
        text,
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
