"""Weekly opening hours: reading and writing a map's text, and what is open when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours_text import Interval, read_week, write_week
from geoeval.errors import HoursError, quote

__all__ = ["WEEK_MIN", "Interval", "WeeklyHours"]

WEEK_MIN = 7 * DAY_MIN
"""Minutes of a week."""


@dataclass(frozen=True, slots=True)
class WeeklyHours:
    """The opening hours of a week.

    Hours past midnight belong to the day they began: an interval may end after minute 1440.

    Parameters
    ----------
    days
        Seven entries, Monday first: None where the day is not known, ``()`` where it is
        closed, else intervals (start, end) in minutes after that day's midnight, in order and
        not overlapping, ``0 <= start < 1440`` and ``start < end <= start + 1440``. Open all
        day is ``((0, 1440),)``. At least one day is known.

    Raises
    ------
    HoursError
        If the days are not of that form.

    Examples
    --------
    >>> hours = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
    >>> hours.is_open(0, 18 * 60), hours.is_open(1, 60), hours.is_open(1, 120)
    (True, True, False)
    >>> hours.is_open(4, 600) is None
    True
    """

    days: tuple[tuple[Interval, ...] | None, ...]

    def __post_init__(self) -> None:
        if len(self.days) != 7 or all(day is None for day in self.days):
            message = f"expected seven days with at least one known, got {quote(self.days)}"
            raise HoursError(message)
        for day in self.days:
            free_from = 0
            for start, end in day or ():
                if not (free_from <= start < DAY_MIN and start < end <= start + DAY_MIN):
                    message = (
                        "expected intervals (start, end) in order with 0 <= start < 1440 and "
                        f"start < end <= start + 1440, got {quote(day)}"
                    )
                    raise HoursError(message)
                free_from = end

    @classmethod
    def parse(cls, text: str) -> WeeklyHours:
        """Read the hours that a map service writes, days separated by commas or line breaks.

        Parameters
        ----------
        text
            "Monday: 12:30 – 2:30 PM, 7:00 – 10:30 PM, Tuesday: Closed, …", "Open 24 hours",
            or the 24-hour clock; any kind of space and dash; a final full stop is allowed.

        Returns
        -------
        WeeklyHours
            The hours; days that are not named are unknown. Overlapping intervals are joined.

        Raises
        ------
        HoursError
            If the text is anything else; ``position`` is the offset of what was not expected.

        Notes
        -----
        A first time without AM or PM takes that of the second ("12:00 – 4:00 PM" starts at
        noon), unless it would then not come before it ("11:00 – 1:00 PM" starts at 11 AM).
        A closing time that is not after the opening is on the next day.

        Examples
        --------
        >>> WeeklyHours.parse("Friday: 12:00 – 4:00 PM").intervals_on(4)
        ((720, 960),)
        >>> WeeklyHours.parse("Friday: whenever")
        Traceback (most recent call last):
        ...
        geoeval.errors.HoursError: expected a time such as '9:00 AM' at position 8, got 'whenever'
        """
        if not isinstance(text, str):
            message = f"expected opening hours as a text, got {quote(text)}"
            raise HoursError(message)
        return cls(read_week(text))

    @classmethod
    def parse_lines(cls, lines: Iterable[str]) -> WeeklyHours:
        """Read hours given as one line for each day, as in a map service's JSON.

        Parameters
        ----------
        lines
            Usually seven lines such as "Monday: 9:00 AM – 5:00 PM".

        Returns
        -------
        WeeklyHours
            The hours.

        Raises
        ------
        HoursError
            As ``parse``; ``position`` counts through all lines, one for each line break.

        Examples
        --------
        >>> WeeklyHours.parse_lines(["Monday: Closed", "Tuesday: Open 24 hours"]).days[:3]
        ((), ((0, 1440),), None)
        """
        return cls.parse("\n".join(lines))

    def intervals_on(self, weekday: int) -> tuple[Interval, ...] | None:
        """Return the intervals that begin on a day (Monday = 0), None where it is not known.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM").intervals_on(0)
        ((1080, 1560),)
        """
        return self.days[weekday % 7]

    def opens_on(self, weekday: int) -> bool | None:
        """Return whether any opening begins on a day (Monday = 0), None where it is not known.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: Closed").opens_on(0)
        False
        """
        day = self.intervals_on(weekday)
        return None if day is None else bool(day)

    def is_open(self, weekday: int, minute: int) -> bool | None:
        """Return whether it is open at a time.

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

        Examples
        --------
        >>> hours = WeeklyHours.parse("Sunday: 9:00 AM – 5:00 PM, Monday: Closed")
        >>> hours.is_open(6, 540), hours.is_open(6, 1020), hours.is_open(0, 0)
        (True, False, False)
        """
        if self._end_of_opening(weekday, minute) is not None:
            return True
        shift, minute = divmod(minute, DAY_MIN)
        today = self.intervals_on(weekday + shift)
        if today is None:
            return None
        if self.intervals_on(weekday + shift - 1) is None:
            first = today[0][0] if today else DAY_MIN
            return None if minute < first else False
        return False

    def closes_at(self, weekday: int, minute: int) -> int | None:
        """Return when the opening that holds at a time ends.

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

        Examples
        --------
        >>> hours = WeeklyHours.parse("Monday: 9:00 AM – 2:00 AM, Tuesday: 2:00 – 4:00 AM")
        >>> hours.closes_at(0, 600), hours.closes_at(0, 0)
        (1680, None)
        """
        end = None
        following = self._end_of_opening(weekday, minute)
        while following is not None and following < minute + WEEK_MIN:
            end = following
            following = self._end_of_opening(weekday, end)
        return end if following is None else minute + WEEK_MIN

    def lines(self) -> tuple[str, ...]:
        """Return one line for each known day, written as Google Maps does.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: Closed, Tuesday: Open 24 hours").lines()
        ('Monday: Closed', 'Tuesday: Open 24 hours')
        """
        return write_week(self.days)

    def text(self) -> str:
        r"""Return the hours in one line as Google Maps writes them, for ``parse`` to read.

        Returns
        -------
        str
            Known days separated by commas, with the narrow spaces U+202F and U+2009 around
            the parts of times.

        Examples
        --------
        >>> ascii(WeeklyHours.parse("Monday: 9:00 - 11:30").text())
        "'Monday: 9:00\\u2009\\u2013\\u200911:30\\u202fAM'"
        """
        return ", ".join(self.lines())

    def _end_of_opening(self, weekday: int, minute: int) -> int | None:
        """Return when the opening at a time ends, counted from the day's midnight."""
        shift, minute = divmod(minute, DAY_MIN)
        for back in (0, 1):
            for start, end in self.intervals_on(weekday + shift - back) or ():
                if start <= minute + back * DAY_MIN < end:
                    return end + (shift - back) * DAY_MIN
        return None
