"""The one model of opening hours, with its readers and writers."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.calculators.hours.instants import DatedHours
from geoeval.calculators.hours.weekday_text import read_week, write_week


class WeeklyHours(DatedHours):
    """Opening hours: a regular week, seasons, dated exceptions and the place's time zone.

    Hours past midnight belong to the day they began: an interval may end after minute 1440.
    ``None`` means not known, and never closed.

    Parameters
    ----------
    days
        The regular week, Monday first: None where the day is not known, ``()`` where it is
        closed, else intervals (start, end) in minutes after that day's midnight, in order and
        not overlapping, ``0 <= start < 1440`` and ``start < end <= start + 1440``. Open all
        day is ``((0, 1440),)``.
    seasons
        Hours of some months in place of the regular week's.
    dates
        Pairs of a date and its hours, in place of season and week. They hold outside ``valid``
        too.
    zone
        The place's time zone by its IANA name. Without one a datetime's own clock is taken.
    valid
        First and last date for which week and seasons are known; None means any date.

    Raises
    ------
    HoursError
        If a value is not of that form, or no time zone has that name.

    Examples
    --------
    >>> hours = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
    >>> hours.is_open_on(0, 18 * 60), hours.is_open_on(1, 60), hours.is_open_on(1, 120)
    (True, True, False)
    >>> hours.is_open_on(4, 600) is None
    True
    """

    @classmethod
    def parse(cls, text: str, *, zone: str | None = None) -> WeeklyHours:
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
        days, seasons = read_week(text)
        if zone is None and not seasons:
            return cls._of_week(days)
        return cls(days, seasons, zone=zone)

    @classmethod
    def parse_lines(cls, lines: Iterable[str], *, zone: str | None = None) -> WeeklyHours:
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
        return cls.parse("\n".join(lines), zone=zone)

    def lines(self) -> tuple[str, ...]:
        """Return one line for each known day, written as Google Maps does.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: Closed, Tuesday: Open 24 hours").lines()
        ('Monday: Closed', 'Tuesday: Open 24 hours')
        """
        return write_week(self.days, self.seasons)

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
