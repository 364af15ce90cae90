"""The fields of opening hours, and look-ups by weekday, date and instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from operator import index
from typing import NamedTuple, Self

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours import instants
from geoeval.calculators.hours.days import (
    Dates,
    Day,
    Interval,
    Season,
    Validity,
    Week,
    check_date,
    check_range,
    check_week,
    sorted_dates,
    sorted_seasons,
    time_zone,
    week_text,
)
from geoeval.errors import HoursError, NaiveDatetimeError, mismatch

_DAY = timedelta(days=1)
_CHANGE_HORIZON = timedelta(days=16)
"""A regular week changes state within this span, even if a clock change skips an opening."""
_YEAR = timedelta(days=366)


class Change(NamedTuple):
    """The instant of a change, and the new state: True is open, None is unknown."""

    at: datetime
    is_open: bool | None


class Stretch(NamedTuple):
    """A span of time that is open (True) or unknown (None)."""

    start: datetime
    end: datetime
    is_open: bool | None


@dataclass(frozen=True)
class HoursRecord:
    """The fields of ``WeeklyHours``, which documents them, and all look-ups.

    Methods that take a weekday (Monday = 0) use the regular week: a weekday whose hours differ
    between seasons is unknown, and dated exceptions are ignored. They raise ``HoursError`` unless
    the weekday is an integer from 0 to 6 and the minute an integer from 0 to 1439.

    Methods that take an instant need an aware datetime and raise ``NaiveDatetimeError`` for a
    naive one. The datetime is converted to ``zone``; without a zone, its own clock is assumed to
    be that of the place.
    """

    days: Week
    seasons: tuple[Season, ...] = ()
    dates: Dates = ()
    zone: str | None = None
    valid: Validity | None = None
    certain: HoursRecord | None = None

    def __post_init__(self) -> None:
        check_week(self.days)
        if self.seasons != ():
            object.__setattr__(self, "seasons", sorted_seasons(self.seasons))
        if self.dates != ():
            object.__setattr__(self, "dates", sorted_dates(self.dates))
        if self.zone is not None:
            time_zone(self.zone)
        if self.valid is not None:
            check_range(self.valid)
        if not isinstance(self.certain, HoursRecord | None):
            raise mismatch(HoursError, "opening hours, or None, as 'certain'", self.certain)

    def __repr__(self) -> str:
        """Return the week and the other fields that are set, in one line."""
        details = (
            f"; seasons: {len(self.seasons)}" if self.seasons else "",
            f"; dates: {len(self.dates)}" if self.dates else "",
            f"; zone: {self.zone}" if self.zone else "",
            f"; valid: {self.valid[0]} to {self.valid[1]}" if self.valid else "",
            f"; certain: {week_text(self.certain.days)}" if self.certain else "",
        )
        return f"<{type(self).__name__} {week_text(self.days)}{''.join(details)}>"

    # Look-ups by weekday.

    @cached_property
    def usual_days(self) -> Week:
        """The week without dated exceptions; None for a day whose hours differ between seasons."""
        if not self.seasons:
            return self.days
        months = self._weeks_by_month[1:]
        return tuple(
            first if all(day == first for day in others) else None
            for first, *others in zip(*months, strict=True)
        )

    def intervals_on(self, weekday: int) -> Day:
        """Return the intervals that start on a weekday, None if unknown."""
        return self._days_from_weekday(weekday)(0)

    def opens_on(self, weekday: int) -> bool | None:
        """Return whether any opening starts on a weekday, None if unknown."""
        day = self.intervals_on(weekday)
        state = None if day is None else bool(day)
        return self._or_certain(state, lambda certain: certain.opens_on(weekday))

    def is_open_on(self, weekday: int, minute: int) -> bool | None:
        """Return whether the place is open at a minute after a weekday's midnight.

        It is open if start ≤ minute < end for an opening of that day or of the day before. None
        if the day is unknown, or if the day before is unknown and the first opening of the day
        has not started yet.
        """
        state = instants.state_at(self._days_from_weekday(weekday), _check_minute(minute))
        return self._or_certain(state, lambda certain: certain.is_open_on(weekday, minute))

    def closes_on(self, weekday: int, minute: int) -> int | None:
        """Return when the opening that contains a minute of a weekday ends.

        Both are minutes after the midnight of that weekday, so 1440 and above is a later day.
        Openings without a gap between them count as one, which lasts at most a week. None if the
        place is closed at that minute, or if that is unknown.
        """
        return instants.find_closing(self._days_from_weekday(weekday), _check_minute(minute))

    def windows_on(self, weekday: int) -> tuple[Interval, ...] | None:
        """Return the time windows for a visit on a weekday, for planning.

        They are the openings that start on the day and, from minute 0, the rest of an opening of
        the day before. Openings that touch are joined, also past midnight, up to a week. None if
        the day is unknown. If only the day before is unknown, it is assumed to end by midnight.
        """
        return instants.find_windows(self._days_from_weekday(weekday))

    # Look-ups by date or instant, on the place's clock.

    def day(self, on: date) -> Day:
        """Return the intervals that start on a date at the place.

        They come from the dated exception if there is one, else from the season of that month,
        else from the regular week. None if unknown, for example outside ``valid``. Raises
        ``HoursError`` for a datetime, because its date depends on the zone.
        """
        return self._day_on(check_date(on))

    def windows(self, on: date) -> tuple[Interval, ...] | None:
        """Return the time windows for a visit on a date at the place, as ``windows_on`` does."""
        _check_year(check_date(on))
        return instants.find_windows(self._days_from_date(on))

    def is_open(self, at: datetime) -> bool | None:
        """Return whether the place is open at an instant (start ≤ t < end), None if unknown."""
        cache = self._cached_days
        try:
            hours = cache[at.toordinal()] if at.tzinfo is cache.zone else None
        except (AttributeError, ValueError):
            hours = None
        if hours is None:
            return self._is_open_there(at)
        minutes = hours[at.hour]
        return instants.STATES[minutes[at.minute]] if isinstance(minutes, bytes) else minutes

    def next_change(self, at: datetime) -> Change | None:
        """Return the instant of the next change of state, in the zone, with the new state.

        None if the state never changes. A change from known to unknown counts.
        """
        at = self._to_place_time(at)
        stretches = (
            part for stretch in self._iterate_changes(at) for part in self._iterate_states(*stretch)
        )
        _, _, current = next(stretches)
        return next((Change(on, state) for on, _, state in stretches if state is not current), None)

    def closes_at(self, at: datetime) -> datetime | None:
        """Return when the opening that contains an instant ends, in the zone of the place.

        Openings without a gap between them count as one. None if the place is closed at that
        instant or never closes, or if the state at the instant or at the end is unknown.
        """
        change = self.next_change(at) if self.is_open(at) else None
        in_doubt = change is not None and change.is_open is None and self.certain is not None
        return None if change is None or in_doubt else change.at

    def intervals(self, start: datetime, end: datetime) -> tuple[Stretch, ...]:
        """Return the open and the unknown stretches between two instants, in order.

        They are in the zone of the place and cut to the range; all other time is closed.
        """
        found = self._iterate_states(self._to_place_time(start), self._to_place_time(end))
        return tuple(Stretch(*part) for part in found if part[2] is not False)

    def open_minutes(self, start: datetime, end: datetime) -> float | None:
        """Return how many minutes the place is open between two instants, in elapsed time.

        An opening during a clock change counts with its real length. None if any of the time is
        unknown.
        """
        stretches = self.intervals(start, end)
        if any(stretch.is_open is None for stretch in stretches):
            return None
        lengths = (_elapsed_time(stretch.start, stretch.end) for stretch in stretches)
        return sum(lengths, timedelta()) / timedelta(minutes=1)

    @classmethod
    def _from_week(cls, days: Week) -> Self:
        """Return hours with a week from a reader; skips the checks, which is twice as fast."""
        hours = cls.__new__(cls)
        fields = hours.__dict__
        fields["days"] = days
        fields["seasons"] = fields["dates"] = ()
        fields["zone"] = fields["valid"] = fields["certain"] = None
        return hours

    def _day_on(self, on: date) -> Day:
        if self.dates and on in self._dates_map:
            return self._dates_map[on]
        if self.valid is not None and not self.valid[0] <= on <= self.valid[1]:
            return None
        if self.seasons:
            return self._weeks_by_month[on.month][on.weekday()]
        return self.days[on.weekday()]

    @cached_property
    def _dates_map(self) -> dict[date, Day]:
        return dict(self.dates)

    @cached_property
    def _weeks_by_month(self) -> tuple[Week, ...]:
        return self.days, *(self._week_in_month(month) for month in range(1, 13))

    def _week_in_month(self, month: int) -> Week:
        week = list(self.days)
        for season in self.seasons:
            if month in season.months:
                for number, day in enumerate(season.days):
                    week[number] = week[number] if day is None else day
        return tuple(week)

    def _days_from_weekday(self, weekday: int) -> instants.Days:
        week = self.usual_days
        first = _check_integer(weekday, 6, "a weekday from 0 (Monday) to 6 (Sunday)")
        return lambda number: week[(first + number) % 7]

    def _days_from_date(self, on: date) -> instants.Days:
        return lambda number: self._day_on(on + number * _DAY)

    @cached_property
    def _time_zone(self) -> tzinfo | None:
        return None if self.zone is None else time_zone(self.zone)

    @cached_property
    def _cached_days(self) -> instants.CachedDays:
        """The cached states of days in the zone, or without a zone in that of the last datetime.

        The cache has no week if the state depends on the date.
        """
        dated = self.seasons or self.dates or self.valid is not None or self.certain is not None
        return instants.CachedDays(
            self._time_zone, () if dated else instants.week_states(self.days)
        )

    def _is_open_there(self, at: datetime) -> bool | None:
        """Return whether the place is open at an instant that the cache does not cover."""
        at = self._to_place_time(at)
        if self.zone is None and at.tzinfo is not self._cached_days.zone:
            self.__dict__["_cached_days"] = instants.CachedDays(at.tzinfo, self._cached_days.week)
        if not self._cached_days.week:
            state = instants.state_at(self._days_from_date(at.date()), at.hour * 60 + at.minute)
            return self._or_certain(state, lambda certain: certain.is_open(at))
        minutes = self._cached_days.week[at.weekday() * 24 + at.hour]
        return instants.STATES[minutes[at.minute]] if isinstance(minutes, bytes) else minutes

    def _or_certain(
        self, state: instants.State, look_up: Callable[[HoursRecord], instants.State]
    ) -> instants.State:
        """Return the state; if it is unknown, True if the certain hours are open, else None."""
        if state is not None or self.certain is None:
            return state
        return look_up(self.certain) or None

    def _to_place_time(self, at: datetime) -> datetime:
        if not isinstance(at, datetime):
            raise mismatch(HoursError, "a datetime with a time zone", at)
        if at.tzinfo is None or at.utcoffset() is None:
            advice = "; set tzinfo, for example to ZoneInfo('Europe/Paris')"
            raise mismatch(NaiveDatetimeError, "a datetime with a time zone", at, advice)
        _check_year(at)
        return instants.to_clock_of_zone(at, self._time_zone or at.tzinfo)

    def _iterate_states(
        self, start: datetime, end: datetime
    ) -> Iterator[tuple[datetime, datetime, instants.State]]:
        zone = start.tzinfo
        assert isinstance(zone, tzinfo)
        for first, last, state in instants.states_between(self._day_on, start, end, zone):
            if state is None and self.certain is not None:
                parts = HoursRecord._iterate_states(self.certain, first, last)
                yield from instants.join_stretches(
                    (start, end, is_open or None) for start, end, is_open in parts
                )
            else:
                yield first, last, state

    def _iterate_changes(self, at: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the ranges after an instant in which the state may change.

        The first range starts at the instant; the others are around the dates on which different
        hours may start or end. A state that fills a range lasts until the next range.
        """
        known = [hours for hours in (self, self.certain) if hours is not None]
        span = _CHANGE_HORIZON + _YEAR * any(hours.seasons for hours in known)
        today, zone = at.date(), at.tzinfo
        start, end = at, at + min(span, date.max - today - 2 * _DAY)
        yield start, end
        bounds = [*(self.valid or ()), *(on for hours in known for on, _ in hours.dates)]
        for on in sorted(bounds):
            if today < on < date.max:
                start = datetime.combine(on - 2 * _DAY, datetime.min.time(), zone)
                start, end = max(end, start), max(end, start + min(span + 4 * _DAY, date.max - on))
                yield start, end


def _check_minute(number: int) -> int:
    last = DAY_MIN - 1
    return _check_integer(number, last, f"minutes after midnight from 0 to {last}")


def _check_integer(number: int, last: int, expected: str) -> int:
    try:
        integer = index(number)
    except TypeError as error:
        raise mismatch(HoursError, f"{expected}, as an integer", number) from error
    if not 0 <= integer <= last:
        raise mismatch(HoursError, expected, number)
    return integer


def _check_year(on: date) -> None:
    """Raise in the first and last year of the calendar, where a time zone may leave its range."""
    if not 1 < on.year < 9999:
        raise mismatch(HoursError, "a year from 2 to 9998", on)


def _elapsed_time(start: datetime, end: datetime) -> timedelta:
    return (end - start) + (start.utcoffset() or timedelta()) - (end.utcoffset() or timedelta())
