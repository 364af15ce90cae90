"""Openings over a row of days, whether the days are weekdays or dates."""

from __future__ import annotations

from collections.abc import Callable

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import WEEK_MIN, Day, Interval

Days = Callable[[int], Day]
"""The intervals that begin some days after a first day; -1 is the day before it."""


def state(days: Days, minute: int) -> bool | None:
    """Return whether it is open at a minute after the midnight of day 0.

    It is open if an opening of that day or of the day before holds. It is not known if the day
    is not, or if the day before is not and the day's own first opening has not come.

    Examples
    --------
    >>> row = {-1: ((1200, 1500),), 0: ((540, 1020),)}
    >>> state(row.get, 30), state(row.get, 90), state(row.get, 1440 + 600)
    (True, False, None)
    """
    if end_of_opening(days, minute) is not None:
        return True
    number, minute = divmod(minute, DAY_MIN)
    today = days(number)
    if today is None:
        return None
    if days(number - 1) is None and (not today or minute < today[0][0]):
        return None
    return False


def end_of_opening(days: Days, minute: int) -> int | None:
    """Return when one opening that holds at a minute ends; None if none does.

    Examples
    --------
    >>> end_of_opening({0: ((540, 1020),), -1: ()}.get, 600)
    1020
    """
    number, minute = divmod(minute, DAY_MIN)
    for back in (0, 1):
        for start, end in days(number - back) or ():
            if start <= minute + back * DAY_MIN < end:
                return end + (number - back) * DAY_MIN
    return None


def closing(days: Days, minute: int) -> int | None:
    """Return when it closes after a minute at which it is open, a week later at most.

    Openings that follow without a gap count as one. None if it is not open.

    Examples
    --------
    >>> closing({-1: (), 0: ((540, 1440),), 1: ((0, 120),)}.get, 600)
    1560
    """
    end = None
    following = end_of_opening(days, minute)
    while following is not None and following < minute + WEEK_MIN:
        end = following
        following = end_of_opening(days, end)
    return end if following is None else minute + WEEK_MIN


def windows(days: Days) -> tuple[Interval, ...] | None:
    """Return when one can be inside on day 0; ``WeekdayHours.windows_on`` says how.

    Examples
    --------
    >>> windows({-1: ((1080, 1560),), 0: ((540, 1020),)}.get)
    ((0, 120), (540, 1020))
    """
    today = days(0)
    if today is None:
        return None
    begins = [start for start, _ in today]
    if end_of_opening(days, 0) is not None:
        begins.insert(0, 0)
    merged: list[Interval] = []
    for start in begins:
        end = closing(days, start)
        if end is not None and (not merged or start > merged[-1][1]):
            merged.append((start, end))
    return tuple(merged)
