"""The usual English text of hours, read by a table of times and one pattern for each day."""

from __future__ import annotations

import re

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import ALL_DAY, WEEKDAYS, Day, Interval, Week
from geoeval.calculators.hours.half_days import half_is_open

_INTERVAL = (
    r"(\d?\d:\d\d)(?:[ \u202f\u00a0]?([AP])M)?"
    r"[ \u2009\u202f\u00a0]?[–-][ \u2009\u202f\u00a0]?"
    r"(\d?\d:\d\d)(?:[ \u202f\u00a0]?([AP])M)?"
)
_DAY = re.compile(
    rf"(\w+): (?:{_INTERVAL}(?:, {_INTERVAL})?|(Closed|Open 24 hours))(?:, |\n|$)", re.ASCII
)
_NUMBERS = {name: number for number, name in enumerate(WEEKDAYS)}
_WORDS: dict[str, tuple[Interval, ...]] = {"Closed": (), "Open 24 hours": ALL_DAY}
_CLOCK = {
    f"{hour}:{minute:02d}": 60 * (int(hour) % 12) + minute
    for hour in (*map(str, range(1, 13)), *(f"0{hour}" for hour in range(1, 10)))
    for minute in range(60)
}
"""Minutes after midnight or noon, by what a 12-hour clock shows."""
_CLOCK_24 = {
    f"{hour}:{minute:02d}": 60 * int(hour) + minute
    for hour in (*map(str, range(24)), *(f"0{hour}" for hour in range(10)))
    for minute in range(60)
} | {"24:00": DAY_MIN}
"""Minutes after midnight, by what a 24-hour clock shows."""
_HALF = {"A": 0, "P": 720}
_WRITTEN = {
    f"{hour}:{minute:02d}\u202f{half}M": 60 * (hour % 12) + minute + after
    for hour in range(1, 13)
    for minute in range(60)
    for half, after in _HALF.items()
}
"""Minutes after midnight, by what map services write letter for letter."""


def read_usual(text: str) -> Week | None:
    """Return the week of a text in the usual form; None if any of it is not.

    Examples
    --------
    >>> read_usual("Monday: 9:00 AM – 5:00 PM, Tuesday: Closed")[:3]
    (((540, 1020),), (), None)
    >>> read_usual("Mo: 9-17") is None
    True
    """
    days: list[Day] = [None] * 7
    number, day = _written(text)
    if day is not None:
        days[number] = day
        return tuple(days)
    at, end = 0, len(text)
    while True:
        match = _DAY.match(text, at)
        if match is None:
            return None
        number, day = _day(match)
        if day is None or days[number] is not None:
            return None
        days[number] = day
        at = match.end()
        if at == end:
            return tuple(days)


def read_usual_day(text: str) -> tuple[int, Day]:
    """Return weekday and intervals of one entry in the usual form; None for them if it is not.

    Examples
    --------
    >>> read_usual_day("Sunday: 12:30 – 2:30 PM, 7:00 – 10:30 PM")
    (6, ((750, 870), (1140, 1350)))
    """
    written = _written(text)
    if written[1] is not None:
        return written
    match = _DAY.match(text)
    return _day(match) if match is not None and match.end() == len(text) else (0, None)


def _written(text: str) -> tuple[int, Day]:
    """Return what one entry of one interval says, letter for letter as map services write it."""
    name, _, hours = text.partition(": ")
    opens, _, closes = hours.partition("\u2009–\u2009")
    if opens not in _WRITTEN or closes not in _WRITTEN or name not in _NUMBERS:
        return 0, None
    start, end = _WRITTEN[opens], _WRITTEN[closes] or DAY_MIN
    return _NUMBERS[name], ((start, end if end > start else end + DAY_MIN),)


def _day(match: re.Match[str]) -> tuple[int, Day]:
    """Return the weekday and its intervals, None where no clock shows them in that order."""
    name, opens, half, closes, to_half, opens_2, half_2, closes_2, to_half_2, word = match.groups()
    try:
        number = _NUMBERS[name]
        if word is not None:
            return number, _WORDS[word]
        one = _interval(opens, half, closes, to_half)
        if opens_2 is None:
            return number, (one,)
        two = _interval(opens_2, half_2, closes_2, to_half_2)
    except KeyError:
        return 0, None
    in_order = one[1] <= two[0] and (to_half is None) is (to_half_2 is None)
    return number, (one, two) if in_order else None


def _interval(opens: str, half: str | None, closes: str, to_half: str | None) -> Interval:
    """Return an interval; ``WeeklyHours.parse`` states the rules."""
    if to_half is None:
        start, end = _CLOCK_24[opens], _CLOCK_24[closes] or DAY_MIN
        end += DAY_MIN * (end <= start)
        hours = [time.partition(":")[0] for time in (opens, closes)]
        if half is not None or start == DAY_MIN or half_is_open(hours, [(start, end)]):
            raise KeyError(half)
    else:
        end = _CLOCK[closes] + _HALF[to_half] or DAY_MIN
        start = _CLOCK[opens] + _HALF[half or to_half]
        if half is None and start >= end:
            start = (start + 720) % DAY_MIN
    return start, end if end > start else end + DAY_MIN
