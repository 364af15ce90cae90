"""Questions that name a weekday but no date."""

from __future__ import annotations

from operator import index

from geoeval.calculators.hours.days import Day, Interval
from geoeval.calculators.hours.openings import Days, closing, state, windows
from geoeval.calculators.hours.record import HoursRecord
from geoeval.errors import HoursError, quote


class WeekdayHours(HoursRecord):
    """What is open on a weekday: the regular week, where every season agrees with it.

    Dated exceptions play no part, as no date is known. A weekday whose hours differ between
    seasons is not known. Weekdays go on after Sunday: 7 is a Monday again, and -1 a Sunday.
    """

    def intervals_on(self, weekday: int) -> Day:
        """Return the intervals that begin on a weekday (Monday = 0), None where not known.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM").intervals_on(0)
        ((1080, 1560),)
        """
        return self._days_of(weekday)(0)

    def opens_on(self, weekday: int) -> bool | None:
        """Return whether any opening begins on a weekday (Monday = 0), None where not known.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> WeeklyHours.parse("Monday: Closed").opens_on(0)
        False
        """
        day = self.intervals_on(weekday)
        return None if day is None else bool(day)

    def is_open_on(self, weekday: int, minute: int) -> bool | None:
        """Return whether it is open at a time of a weekday.

        Parameters
        ----------
        weekday
            Monday = 0.
        minute
            Minutes after that day's midnight; 1440 and more are the days that follow.

        Returns
        -------
        bool or None
            True if an opening holds then: start ≤ t < end, those begun the day before
            included. None if the day is not known, or the day before is not and could still
            be open because the day's own first opening has not come.

        Raises
        ------
        HoursError
            If weekday or minute is no whole number.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours.parse("Sunday: 9:00 AM – 5:00 PM, Monday: Closed")
        >>> hours.is_open_on(6, 540), hours.is_open_on(6, 1020), hours.is_open_on(0, 0)
        (True, False, False)
        """
        return state(self._days_of(weekday), _whole(minute, "minutes after midnight"))

    def closes_on(self, weekday: int, minute: int) -> int | None:
        """Return when the opening that holds at a time of a weekday ends.

        Parameters
        ----------
        weekday
            Monday = 0.
        minute
            Minutes after that day's midnight.

        Returns
        -------
        int or None
            Minutes after the same midnight, so 1440 and more is a later day; openings that
            follow without a gap count as one, and what never closes is given a week. None if
            it is not open then, or not known to be.

        Raises
        ------
        HoursError
            If weekday or minute is no whole number.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours.parse("Monday: 9:00 AM – 2:00 AM, Tuesday: 2:00 – 4:00 AM")
        >>> hours.closes_on(0, 600), hours.closes_on(0, 0)
        (1680, None)
        """
        return closing(self._days_of(weekday), _whole(minute, "minutes after midnight"))

    def windows_on(self, weekday: int) -> tuple[Interval, ...] | None:
        """Return when one can be inside on a weekday, as planning needs it.

        Parameters
        ----------
        weekday
            Monday = 0.

        Returns
        -------
        tuple of intervals, or None
            Minutes after the day's midnight: the openings that begin on the day, and what is
            left of the night before from 0 on. An opening that touches the next goes on in it,
            past the next midnight too, a week at most. None where the day is not known; where
            only the day before is not known, nothing is taken to be left of it.

        Raises
        ------
        HoursError
            If the weekday is no whole number.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> bar = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
        >>> bar.windows_on(0), bar.windows_on(1), bar.windows_on(2)
        (((1080, 1560),), ((0, 120),), None)
        """
        return windows(self._days_of(weekday))

    def _days_of(self, weekday: int) -> Days:
        """Return the row of days that begins with a weekday."""
        week = self.usual_days
        first = _whole(weekday, "a weekday, Monday = 0")
        return lambda number: week[(first + number) % 7]


def _whole(number: int, expected: str) -> int:
    """Return a whole number, of any type, as Python's own."""
    try:
        return index(number)
    except TypeError as error:
        message = f"expected {expected}, as a whole number, got {quote(number)}"
        raise HoursError(message) from error
