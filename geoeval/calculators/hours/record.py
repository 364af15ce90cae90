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
_WEEKS = timedelta(days=16)
"""Within this a regular week changes, though a change of the clock may swallow one opening."""
_YEAR = timedelta(days=366)


class Change(NamedTuple):
    """The end of a state, and the next one: True is open, None is unknown."""

    at: datetime
    is_open: bool | None


class Stretch(NamedTuple):
    """A time in which it is open (True), or in which the state is unknown (None)."""

    start: datetime
    end: datetime
    is_open: bool | None


@dataclass(frozen=True)
class HoursRecord:
    """The fields of ``WeeklyHours``, which explains them, and all look-ups.

    Methods with a weekday (Monday = 0) use the regular week: a weekday whose hours differ between
    seasons is unknown, and dated exceptions are ignored. They raise ``HoursError`` unless the
    weekday is a whole number from 0 to 6, and the minute one from 0 to 1439.

    Methods with an instant need an aware datetime, and raise ``NaiveDatetimeError`` for a naive
    one. It is converted to ``zone``; without a zone its own clock is assumed to be the place's.
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
            raise mismatch(HoursError, "hours in which it is open for certain", self.certain)

    def __repr__(self) -> str:
        """Return the week in one line, and the other fields that are set."""
        more = (
            f"; seasons: {len(self.seasons)}" if self.seasons else "",
            f"; dates: {len(self.dates)}" if self.dates else "",
            f"; zone: {self.zone}" if self.zone else "",
            f"; valid: {self.valid[0]} to {self.valid[1]}" if self.valid else "",
            f"; certain: {week_text(self.certain.days)}" if self.certain else "",
        )
        return f"<{type(self).__name__} {week_text(self.days)}{''.join(more)}>"

    # Look-ups by weekday.

    @cached_property
    def usual_days(self) -> Week:
        """The week without dates: None for a day on which seasons differ."""
        if not self.seasons:
            return self.days
        months = self._weeks_by_month[1:]
        return tuple(
            first if all(day == first for day in same) else None
            for first, *same in zip(*months, strict=True)
        )

    def intervals_on(self, weekday: int) -> Day:
        """Return the intervals that begin on a weekday, None if unknown."""
        return self._days_from_weekday(weekday)(0)

    def opens_on(self, weekday: int) -> bool | None:
        """Return whether any opening begins on a weekday, None if unknown."""
        day = self.intervals_on(weekday)
        found = None if day is None else bool(day)
        return self._or_certain(found, lambda certain: certain.opens_on(weekday))

    def is_open_on(self, weekday: int, minute: int) -> bool | None:
        """Return whether it is open at a minute after a weekday's midnight.

        It is open if start ≤ minute < end for an opening of that day or of the day before. None
        if the day is unknown, or the day before is and could still be open because the day's own
        first opening has not begun.
        """
        found = instants.state_at(self._days_from_weekday(weekday), _check_minute(minute))
        return self._or_certain(found, lambda certain: certain.is_open_on(weekday, minute))

    def closes_on(self, weekday: int, minute: int) -> int | None:
        """Return the end of the opening at a minute after a weekday's midnight.

        Counted from the same midnight, so 1440 and more is a later day. Openings without a gap
        between them count as one, and hours that never close get a week. None if it is closed
        then, or unknown.
        """
        return instants.find_closing(self._days_from_weekday(weekday), _check_minute(minute))

    def windows_on(self, weekday: int) -> tuple[Interval, ...] | None:
        """Return the time windows in which one can be inside on a weekday, for planning.

        These are the openings that begin on the day, and the rest of the night before from
        minute 0 on. Openings that touch are joined, past the next midnight too, up to a week.
        None if the day is unknown; if only the day before is unknown, it is assumed to leave no
        rest.
        """
        return instants.find_windows(self._days_from_weekday(weekday))

    # Look-ups by date or instant, on the place's clock.

    def day(self, on: date) -> Day:
        """Return the intervals that begin on a date at the place.

        Those of the dated exception if there is one, else of the season of that month, else of
        the regular week; None if unknown, as outside ``valid``. Raises ``HoursError`` unless
        given a date; the date of a datetime depends on the zone.
        """
        return self._day_on(check_date(on))

    def windows(self, on: date) -> tuple[Interval, ...] | None:
        """Return the time windows on a date at the place, as ``windows_on``."""
        _check_year(check_date(on))
        return instants.find_windows(self._days_from_date(on))

    def is_open(self, at: datetime) -> bool | None:
        """Return whether it is open at an instant (start ≤ t < end), None if unknown."""
        shown = self._shown_days
        try:
            hours = shown[at.toordinal()] if at.tzinfo is shown.zone else None
        except (AttributeError, ValueError):
            hours = None
        if hours is None:
            return self._is_open_there(at)
        found = hours[at.hour]
        return instants.STATES[found[at.minute]] if isinstance(found, bytes) else found

    def next_change(self, at: datetime) -> Change | None:
        """Return the next change of state, with the new state.

        It is in the place's zone; None if the state never changes. From known to unknown is a
        change as well.
        """
        at = self._to_place_time(at)
        found = (
            part for stretch in self._iterate_changes(at) for part in self._iterate_states(*stretch)
        )
        _, _, held = next(found)
        return next((Change(on, state) for on, _, state in found if state is not held), None)

    def closes_at(self, at: datetime) -> datetime | None:
        """Return the end of the opening at an instant, in the place's zone.

        Openings without a gap between them count as one. None if it is closed then or unknown,
        if the state at its end is unknown, or if it never closes.
        """
        change = self.next_change(at) if self.is_open(at) else None
        in_doubt = change is not None and change.is_open is None and self.certain is not None
        return None if change is None or in_doubt else change.at

    def intervals(self, start: datetime, end: datetime) -> tuple[Stretch, ...]:
        """Return the openings and unknown stretches between two instants.

        In order, cut to the range, in the place's zone; between the stretches it is closed.
        """
        found = self._iterate_states(self._to_place_time(start), self._to_place_time(end))
        return tuple(Stretch(*part) for part in found if part[2] is not False)

    def open_minutes(self, start: datetime, end: datetime) -> float | None:
        """Return how many minutes it is open between two instants, in elapsed time.

        An opening over a change of the clock counts its real length. None if any of the time is
        unknown.
        """
        stretches = self.intervals(start, end)
        if any(stretch.is_open is None for stretch in stretches):
            return None
        lasts = (_elapsed_time(stretch.start, stretch.end) for stretch in stretches)
        return sum(lasts, timedelta()) / timedelta(minutes=1)

    @classmethod
    def _from_week(cls, days: Week) -> Self:
        """Return the hours of a week from a reader, unchecked: twice as fast."""
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
        first = _check_whole(weekday, 6, "a weekday from 0 to 6, Monday = 0")
        return lambda number: week[(first + number) % 7]

    def _days_from_date(self, on: date) -> instants.Days:
        return lambda number: self._day_on(on + number * _DAY)

    @cached_property
    def _time_zone(self) -> tzinfo | None:
        return None if self.zone is None else time_zone(self.zone)

    @cached_property
    def _shown_days(self) -> instants.ShownDays:
        """The states of days on the clock of the zone; without one, of the last datetime's zone.

        It has no week if the state depends on the date.
        """
        dated = self.seasons or self.dates or self.valid is not None or self.certain is not None
        return instants.ShownDays(self._time_zone, () if dated else instants.week_states(self.days))

    def _is_open_there(self, at: datetime) -> bool | None:
        """Return whether it is open at an instant; without a zone, caches the last one."""
        at = self._to_place_time(at)
        if self.zone is None and at.tzinfo is not self._shown_days.zone:
            self.__dict__["_shown_days"] = instants.ShownDays(at.tzinfo, self._shown_days.week)
        if not self._shown_days.week:
            held = instants.state_at(self._days_from_date(at.date()), at.hour * 60 + at.minute)
            return self._or_certain(held, lambda certain: certain.is_open(at))
        found = self._shown_days.week[at.weekday() * 24 + at.hour]
        return instants.STATES[found[at.minute]] if isinstance(found, bytes) else found

    def _or_certain(
        self, found: instants.State, ask: Callable[[HoursRecord], instants.State]
    ) -> instants.State:
        """Return the state found; where it is unknown, True or None by the certain hours."""
        if found is not None or self.certain is None:
            return found
        return ask(self.certain) or None

    def _to_place_time(self, at: datetime) -> datetime:
        if not isinstance(at, datetime):
            raise mismatch(HoursError, "a datetime with a time zone", at)
        if at.tzinfo is None or at.utcoffset() is None:
            advice = "; give tzinfo=ZoneInfo('Europe/Paris') or the like"
            raise mismatch(NaiveDatetimeError, "a datetime with a time zone", at, advice)
        _check_year(at)
        return instants.to_clock_of_zone(at, self._time_zone or at.tzinfo)

    def _iterate_states(
        self, start: datetime, end: datetime
    ) -> Iterator[tuple[datetime, datetime, instants.State]]:
        zone = start.tzinfo
        assert isinstance(zone, tzinfo)
        for first, last, held in instants.states_between(self._day_on, start, end, zone):
            if held is None and self.certain is not None:
                parts = HoursRecord._iterate_states(self.certain, first, last)
                yield from instants.join_stretches(
                    (start, end, known or None) for start, end, known in parts
                )
            else:
                yield first, last, held

    def _iterate_changes(self, at: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield stretches from an instant on; a state that fills one holds until the next.

        They begin at the instant and around each date at which other hours may begin or end.
        """
        known = [hours for hours in (self, self.certain) if hours is not None]
        span = _WEEKS + _YEAR * any(hours.seasons for hours in known)
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
    return _check_whole(number, last, f"minutes after midnight from 0 to {last}")


def _check_whole(number: int, last: int, expected: str) -> int:
    """Return a whole number of any type, from 0 to ``last``, as an int."""
    try:
        whole = index(number)
    except TypeError as error:
        raise mismatch(HoursError, f"{expected}, as a whole number", number) from error
    if not 0 <= whole <= last:
        raise mismatch(HoursError, expected, number)
    return whole


def _check_year(on: date) -> None:
    """Raise in the first and last year of the calendar: a zone's clock may leave it."""
    if not 1 < on.year < 9999:
        raise mismatch(HoursError, "a year from 2 to 9998", on)


def _elapsed_time(start: datetime, end: datetime) -> timedelta:
    return (end - start) + (start.utcoffset() or timedelta()) - (end.utcoffset() or timedelta())
