"""Clock times as people write them: "10.44 AM", "3.33PM", "14:30", "noon"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from geoeval.calculators import digits
from geoeval.errors import UnitError, mismatch

DAY_MIN = 1440
"""Minutes in a day."""

MERIDIEM = r"(?:[ap]m(?!\w)|[ap]\.\s?m(?!\w)\.?)"
"""Pattern for AM or PM."""

_CLOCK = re.compile(
    rf"""(?<![\w:])(?<!\d[.,])
    (?:
      (?:12\s+)?(?P<named>noon|midday|midnight)(?!\w)
    | (?P<hour>\d{{1,2}}|{digits.WORDS})
      (?:
        (?P<mark>[:.])(?P<minute>[0-5]\d)
        (?:\s*(?P<meridiem>{MERIDIEM})|\s?(?:hrs?|h)(?!\w))?
      | \s*(?P<only_meridiem>{MERIDIEM})
      | \s+(?P<oclock>o['’]clock)(?:\s*(?P<oclock_meridiem>{MERIDIEM}))?
      )
      (?![\w:]|[.,]\d)
    )
    (?:\s*\(?(?:(?:the\s+)?(?P<next>next\s+day)|(?P<days>\d{{1,3}})\s+days\s+later)(?!\w)\)?)?""",
    re.IGNORECASE | re.VERBOSE,
)
_PRECEDING_TIME_WORD = re.compile(
    r"(?:^|\b)(?:at|by|from|to|until|till|before|after|since|(?:it|time)\s+is|[-–])\s*$",
    re.IGNORECASE,
)
_FOLLOWING_UNIT = re.compile(
    r"\s*(?:%|°|km|kilom|m|mi|miles?|met|ft|feet|h|hours?|min|stars?)(?!\w)", re.IGNORECASE
)
_NAMED_MINUTES = {"noon": 720, "midday": 720, "midnight": 0}
_END_MIN = 999 * DAY_MIN


class ClockTime(NamedTuple):
    """A clock time in minutes after midnight, and the step in minutes that it is given to.

    ``step_min`` is 60 for an hour without minutes ("7 AM"), otherwise 1. ``later_day`` is whether
    the text names a later day.
    """

    minute: int
    step_min: int
    later_day: bool


def parse_clock(text: str) -> int:
    """Return the minute of the day of a clock time.

    Parameters
    ----------
    text
        A time with a colon or a point, with AM or PM or on the 24-hour clock. An hour without
        minutes needs AM, PM or o'clock. "noon" and "midnight" (the first minute of the day) are
        times too, and "(next day)" may follow. An hour from 13 on may have a redundant PM only
        with minutes: "13:30 PM" is accepted, "13 PM" is not. "0:30 AM" is half past midnight.

    Returns
    -------
    int
        Minutes after midnight: 0–1439, 1440 for "24:00", above 1440 for a later day.

    Raises
    ------
    UnitError
        If the text is not exactly one clock time, or the time is impossible.

    Examples
    --------
    >>> parse_clock("3.33PM"), parse_clock("10.13"), parse_clock("noon")
    (933, 613, 720)
    >>> parse_clock("25:10")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a clock time such as '2:05 PM' or '14:05', got '25:10'
    """
    return read_clock(text).minute


def read_clock(text: str) -> ClockTime:
    """Return a clock time with its step."""
    match, minute = _match_clock_time(text)
    to_the_minute = match["minute"] or match["named"]
    later = bool(match["next"] or match["days"])
    return ClockTime(minute, 1 if to_the_minute else 60, later)


def clock_has_meridiem(text: str) -> bool:
    """Return whether a clock time is unambiguously in the morning or in the afternoon.

    True for AM, PM, noon, midnight and hours that only the 24-hour clock has (0 and from 13 on).
    False for "10.13", which may also be in the evening. Raises ``UnitError`` as ``parse_clock``.
    """
    match, minute = _match_clock_time(text)
    minute %= DAY_MIN
    return bool(match["named"] or _match_meridiem(match)) or minute < 60 or minute >= 13 * 60


def find_clocks(text: str) -> list[tuple[int, int, int]]:
    """Return all clock times in a text with their spans.

    Each item is (start, end, minute): offsets into the text, end exclusive, and minutes after
    midnight. "10.15" is a time only after a word such as "at", "by" or "until" and if no unit
    follows; otherwise it is a decimal number.
    """
    plain = digits.ascii_digits(text)
    found = []
    for match in _CLOCK.finditer(plain):
        looks_decimal = match["mark"] == "." and not match["meridiem"]
        if looks_decimal and (
            not _PRECEDING_TIME_WORD.search(plain, max(0, match.start() - 10), match.start())
            or _FOLLOWING_UNIT.match(plain, match.end())
        ):
            continue
        minute = _match_minute(match)
        if minute is not None:
            found.append((match.start(), match.end(), minute))
    return found


def format_clock(minute: float) -> str:
    """Return a minute of the day on the 12-hour clock.

    Parameters
    ----------
    minute
        Minutes after midnight, from 0 to below 999 days, rounded to whole minutes, halves up.
        1440 and above is a later day.

    Returns
    -------
    str
        "2:05 PM"; "12:10 AM (next day)"; "6:00 AM (2 days later)".

    Raises
    ------
    UnitError
        If the minute is negative, not a number or out of range.

    Examples
    --------
    >>> format_clock(845), format_clock(1450)
    ('2:05 PM', '12:10 AM (next day)')
    """
    exact = digits.check_magnitude(minute, "time of 0 or more minutes after midnight", _END_MIN)
    days, rest = divmod(digits.count_steps(exact, Decimal(1)), DAY_MIN)
    later = ("", " (next day)")[days] if days < 2 else f" ({days} days later)"
    return f"{rest // 60 % 12 or 12}:{rest % 60:02d} {'AM' if rest < 720 else 'PM'}{later}"


def clock_text(minute: int) -> str:
    """Return a minute after midnight as "HH:MM"; the end of the day is "24:00"."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def minute_of(clock: str) -> int:
    """Return "HH:MM" as minutes after midnight."""
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def minute_of_day(hour: int, minute: int, meridiem: str | None) -> int | None:
    """Return the minute of the day of an hour and minute, or None if there is no such time.

    Hours 13–23 with PM are on the 24-hour clock.
    """
    if minute > 59 or hour > 24 or (hour == 24 and (minute or meridiem)):
        return None
    if meridiem is None:
        return 60 * hour + minute
    afternoon = meridiem[0] in "pP"
    if hour > 12 or hour == 0:
        return 60 * hour + minute if afternoon == (hour > 12) else None
    return 60 * (hour % 12 + 12 * afternoon) + minute


def _match_clock_time(text: str) -> tuple[re.Match[str], int]:
    match = _CLOCK.fullmatch(digits.strip_figure(text)) or _CLOCK.fullmatch(
        digits.plain_figure(text)
    )
    minute = None if match is None else _match_minute(match)
    if match is None or minute is None:
        raise mismatch(UnitError, "a clock time such as '2:05 PM' or '14:05'", text)
    return match, minute


def _match_meridiem(match: re.Match[str]) -> str | None:
    return match["meridiem"] or match["only_meridiem"] or match["oclock_meridiem"]


def _match_minute(match: re.Match[str]) -> int | None:
    later = 1 if match["next"] else int(match["days"] or 0)
    if named := match["named"]:
        return _NAMED_MINUTES[named.lower()] + DAY_MIN * later
    hour = int(digits.parse_number(match["hour"]))
    meridiem = _match_meridiem(match)
    if hour > 12 and meridiem and not match["minute"]:
        return None
    minute = minute_of_day(hour, int(match["minute"] or 0), meridiem)
    return None if minute is None else minute + DAY_MIN * later
