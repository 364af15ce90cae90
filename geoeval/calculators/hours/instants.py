"""Questions that name an instant: aware datetimes, right over changes of the clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

from geoeval.calculators.hours.days import Interval
from geoeval.calculators.hours.openings import Days, state, windows
from geoeval.calculators.hours.record import STATES, check_date
from geoeval.calculators.hours.timeline import states_between
from geoeval.calculators.hours.wall_clock import ShownDays, shown
from geoeval.calculators.hours.weekdays import WeekdayHours
from geoeval.errors import HoursError, NaiveDatetimeError, quote

_DAY = timedelta(days=1)
_WEEKS = timedelta(days=16)
"""Within this a regular week changes, though a change of the clock may swallow one opening."""
_YEAR = timedelta(days=366)


class Change(NamedTuple):
    """When a state ends, and what follows: True is open, None is not known."""

    at: datetime
    is_open: bool | None


class Stretch(NamedTuple):
    """A time through which it is open (True), or not known to be (None)."""

    start: datetime
    end: datetime
    is_open: bool | None


class DatedHours(WeekdayHours):
    """What is open at an instant.

    Hours are read off the place's clock: it is open exactly while that clock shows a time
    within them. A datetime of another zone is converted to ``zone``; hours without a zone take
    the datetime's own clock for the place's.
    """

    def is_open(self, at: datetime) -> bool | None:
        """Return whether it is open at an instant.

        Parameters
        ----------
        at
            An aware datetime.

        Returns
        -------
        bool or None
            True if an opening holds then (start ≤ t < end), None if that is not known.

        Raises
        ------
        NaiveDatetimeError
            If the datetime has no time zone.

        Examples
        --------
        >>> from zoneinfo import ZoneInfo
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours.parse("Sunday: 10:00 AM – 6:00 PM", zone="Europe/Paris")
        >>> hours.is_open(datetime(2024, 3, 31, 17, tzinfo=ZoneInfo("Europe/Paris")))
        True
        >>> hours.is_open(datetime(2024, 3, 31, 17, tzinfo=ZoneInfo("UTC")))
        False
        """
        shown = self._shown
        try:
            hours = shown[at.toordinal()] if at.tzinfo is shown.zone else None
        except (AttributeError, ValueError):
            hours = None
        if hours is None:
            return self._is_open_there(at)
        found = hours[at.hour]
        return STATES[found[at.minute]] if isinstance(found, bytes) else found

    def next_change(self, at: datetime) -> Change | None:
        """Return when the state at an instant ends, and what follows.

        Parameters
        ----------
        at
            An aware datetime.

        Returns
        -------
        Change or None
            The first later instant of another state, in the place's zone, with that state;
            None if it never changes. From known to not known is a change as well.

        Raises
        ------
        NaiveDatetimeError
            If the datetime has no time zone.

        Examples
        --------
        >>> from zoneinfo import ZoneInfo
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours((((600, 1080),),) * 7, zone="Europe/Paris")
        >>> change = hours.next_change(datetime(2024, 3, 31, 0, 30, tzinfo=ZoneInfo("UTC")))
        >>> str(change.at), change.is_open
        ('2024-03-31 10:00:00+02:00', True)
        """
        at = self._at_place(at)
        found = (part for stretch in self._restless(at) for part in self._states(*stretch))
        _, _, held = next(found)
        return next((Change(on, state) for on, _, state in found if state is not held), None)

    def closes_at(self, at: datetime) -> datetime | None:
        """Return when the opening that holds at an instant ends.

        Parameters
        ----------
        at
            An aware datetime.

        Returns
        -------
        datetime or None
            In the place's zone; openings that follow without a gap count as one. None if it is
            not open then, not known to be, or never closes.

        Raises
        ------
        NaiveDatetimeError
            If the datetime has no time zone.

        Examples
        --------
        >>> from zoneinfo import ZoneInfo
        >>> from geoeval import WeeklyHours
        >>> bar = WeeklyHours.parse("Saturday: 10:00 PM – 5:00 AM", zone="Europe/Paris")
        >>> str(bar.closes_at(datetime(2024, 3, 30, 23, tzinfo=ZoneInfo("Europe/Paris"))))
        '2024-03-31 05:00:00+02:00'
        """
        change = self.next_change(at) if self.is_open(at) else None
        return None if change is None else change.at

    def intervals(self, start: datetime, end: datetime) -> tuple[Stretch, ...]:
        """Return the openings between two instants, and what is not known.

        Parameters
        ----------
        start, end
            Aware datetimes; nothing lies between them if the end is not after the start.

        Returns
        -------
        tuple of Stretch
            In order, cut to the range, in the place's zone. ``is_open`` is True for an opening
            and None where it is not known; between the stretches it is closed.

        Raises
        ------
        NaiveDatetimeError
            If a datetime has no time zone.

        Examples
        --------
        >>> from zoneinfo import ZoneInfo
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours.parse("Sunday: 9:00 AM – 5:00 PM, Monday: Closed")
        >>> start = datetime(2024, 3, 31, 12, tzinfo=ZoneInfo("Europe/Paris"))
        >>> for opening in hours.intervals(start, start + timedelta(days=2)):
        ...     print(opening.start, opening.end, opening.is_open)
        2024-03-31 12:00:00+02:00 2024-03-31 17:00:00+02:00 True
        2024-04-02 00:00:00+02:00 2024-04-02 12:00:00+02:00 None
        """
        found = self._states(self._at_place(start), self._at_place(end))
        return tuple(Stretch(*part) for part in found if part[2] is not False)

    def windows(self, on: date) -> tuple[Interval, ...] | None:
        """Return when one can be inside on a date, as planning needs it.

        Parameters
        ----------
        on
            The date at the place.

        Returns
        -------
        tuple of intervals, or None
            Minutes after that midnight on the place's clock, as ``windows_on`` gives them for
            a weekday. None where that date is not known.

        Raises
        ------
        HoursError
            If it is no date, or one of the first or last year of the calendar.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> bar = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
        >>> bar.windows(date(2024, 4, 1)), bar.windows(date(2024, 4, 2))
        (((1080, 1560),), ((0, 120),))
        """
        if not 1 < check_date(on).year < 9999:
            message = f"expected a year from 2 to 9998, got {quote(on)}"
            raise HoursError(message)
        return windows(self._days_from(on))

    def open_minutes(self, start: datetime, end: datetime) -> float | None:
        """Return how many minutes it is open between two instants, as time passes.

        Parameters
        ----------
        start, end
            Aware datetimes.

        Returns
        -------
        float or None
            Elapsed minutes, so that an opening over a change of the clock counts what it
            lasts; None if any of the time is not known.

        Raises
        ------
        NaiveDatetimeError
            If a datetime has no time zone.

        Examples
        --------
        >>> from zoneinfo import ZoneInfo
        >>> from geoeval import WeeklyHours
        >>> club = WeeklyHours((((1320, 1740),),) * 7, zone="Europe/Paris")
        >>> night = datetime(2024, 3, 30, 20, tzinfo=ZoneInfo("Europe/Paris"))
        >>> club.open_minutes(night, night + timedelta(hours=12)) / 60
        6.0
        """
        stretches = self.intervals(start, end)
        if any(stretch.is_open is None for stretch in stretches):
            return None
        lasts = (_elapsed(stretch.start, stretch.end) for stretch in stretches)
        return sum(lasts, timedelta()) / timedelta(minutes=1)

    def _is_open_there(self, at: datetime) -> bool | None:
        """Return whether it is open at any instant; without a zone, the last one is kept."""
        at = self._at_place(at)
        if self.zone is None and at.tzinfo is not self._shown.zone:
            self.__dict__["_shown"] = ShownDays(at.tzinfo, self._shown.week)
        if not self._shown.week:
            return state(self._days_from(at.date()), at.hour * 60 + at.minute)
        found = self._shown.week[at.weekday() * 24 + at.hour]
        return STATES[found[at.minute]] if isinstance(found, bytes) else found

    def _at_place(self, at: datetime) -> datetime:
        """Return an instant on the place's clock."""
        if not isinstance(at, datetime):
            message = f"expected a datetime with a time zone, got {quote(at)}"
            raise HoursError(message)
        if at.tzinfo is None or at.utcoffset() is None:
            message = (
                f"expected a datetime with a time zone, got {quote(at)}; "
                "give tzinfo=ZoneInfo('Europe/Paris') or the like"
            )
            raise NaiveDatetimeError(message)
        if not 1 < at.year < 9999:
            message = f"expected a year from 2 to 9998, got {quote(at)}"
            raise HoursError(message)
        return shown(at, self._tz or at.tzinfo)

    def _days_from(self, on: date) -> Days:
        """Return the row of days that begins with a date."""
        return lambda number: self._day(on + number * _DAY)

    def _states(
        self, start: datetime, end: datetime
    ) -> Iterator[tuple[datetime, datetime, bool | None]]:
        zone = start.tzinfo
        assert isinstance(zone, tzinfo)
        return states_between(self._day, start, end, zone)

    def _restless(self, at: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield stretches from an instant on; what holds through one holds until the next.

        They begin at the instant and around each date at which other hours may begin or end.
        """
        span = _WEEKS + _YEAR if self.seasons else _WEEKS
        today, zone = at.date(), at.tzinfo
        start, end = at, at + min(span, date.max - today - 2 * _DAY)
        yield start, end
        bounds = [on for on in self.valid or () if on < date.max]
        for on in sorted(on for on in (*bounds, *self._by_date) if on > today):
            start = datetime.combine(on - 2 * _DAY, datetime.min.time(), zone)
            start, end = max(end, start), max(end, start + min(span + 4 * _DAY, date.max - on))
            yield start, end


def _elapsed(start: datetime, end: datetime) -> timedelta:
    """Return the time that passes between two instants of one zone."""
    return (end - start) + (start.utcoffset() or timedelta()) - (end.utcoffset() or timedelta())
