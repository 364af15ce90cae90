"""The rules of an ``opening_hours`` expression, and the hours that they give on dates.

A rule replaces the ones before it on each date that it is for, adds to them behind a comma, and
behind ``||`` counts where they leave closed. "off" takes times away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Literal, NamedTuple

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.calendars import EVENTS, PublicHolidays, SunTimes
from geoeval.calculators.hours.days import ALL_DAY, Day, Interval, joined
from geoeval.calculators.hours.osm_dates import Selectors, chosen

Intervals = tuple[Interval, ...]
Operator = Literal[";", ",", "||"]
"""How a rule is joined to those before it."""

_WHOLE: Intervals = ((0, 2 * DAY_MIN),)
"""A day and the night after it."""

_DAY = timedelta(days=1)


class Moment(NamedTuple):
    """Minutes after midnight, or after an event of the sun."""

    minute: int
    event: str | None = None


class Span(NamedTuple):
    """From when to when, with an end that may be open."""

    start: Moment
    end: Moment | None
    open_end: bool = False

    def on(self, day: date, sun: SunTimes) -> tuple[Interval | None, bool]:
        """Return the interval that begins on a day, and whether more may be open behind it.

        None is an interval that is not known, as the sun's times do not bound it.
        """
        start = _at(self.start, day, sun)
        if self.end is None or start is None or not 0 <= start < DAY_MIN:
            return None, True
        end = _at(self.end, day, sun)
        if end is not None and end <= start and self.is_night:
            end = _at(self.end, day + _DAY, sun)
            end = None if end is None else end + DAY_MIN
        if end is None or not start < end <= start + DAY_MIN:
            return None, True
        return (start, end), self.open_end

    @property
    def by_sun(self) -> bool:
        """Whether an event of the sun bounds it."""
        return bool(self.start.event or (self.end is not None and self.end.event))

    @property
    def is_night(self) -> bool:
        """Whether it may end on the next day.

        What begins with the sun, or ends with it in the evening, is no night: where sunset
        comes before 18:00, "18:00-sunset" is not open until the sunset of the next day.
        """
        evening = self.end is not None and self.end.event in EVENTS.values()
        return self.start.event not in EVENTS and not evening


class Rule(NamedTuple):
    """One rule: how it is joined to those before it, its dates, its times and its state.

    No ``spans`` are all day. ``state`` is True for open, False for "off", None for "unknown".
    """

    operator: Operator = ";"
    selectors: Selectors = ()
    spans: tuple[Span, ...] = ()
    state: bool | None = True

    @property
    def needs(self) -> tuple[str, ...]:
        """What it depends on beside month and weekday, by the names of its selectors."""
        needs = [one.needs for group in self.selectors for one in group]
        needs += ["sun times" for span in self.spans if span.by_sun]
        return tuple(need for need in needs if need is not None)


class _State(NamedTuple):
    """What rules say of a day so far: what is open, and what may be."""

    open: Intervals = ()
    doubtful: Intervals = ()

    def after(self, rule: Rule, hours: _State) -> _State:
        """Return the state after a rule that is for the day and names hours."""
        if rule.operator == "||":
            doubtful = _without(hours.doubtful, self.open)
            return _State(joined([*self.open, *hours.open]), joined([*self.doubtful, *doubtful]))
        if rule.operator == ";" and rule.state is not False:
            return hours
        named = (*hours.open, *hours.doubtful)
        rest = _State(_without(self.open, named), _without(self.doubtful, named))
        if rule.state is False:
            return _UNKNOWN if hours.doubtful and rest != self else rest
        return _State(joined([*rest.open, *hours.open]), joined([*rest.doubtful, *hours.doubtful]))

    @property
    def day(self) -> Day:
        """What the state is as the hours of a day; what begins after midnight is none of them."""
        fits = all(start < DAY_MIN and end <= start + DAY_MIN for start, end in self.open)
        return None if self.doubtful or not fits else _touching_joined(self.open)


_UNKNOWN = _State(doubtful=_WHOLE)


class Setting(NamedTuple):
    """What rules depend on beside the date: public holidays and the times of the sun."""

    holidays: PublicHolidays = PublicHolidays()
    sun: SunTimes = MappingProxyType({})


def days_of(rules: Sequence[Rule], first: date, last: date, setting: Setting) -> dict[date, Day]:
    """Return the intervals that begin on each date of a range.

    The setting is that of the range and of the day after it. None is a date on which a time is
    "unknown", has an open end or is not bounded by the sun, or for which it is not known
    whether a rule holds. A night that the next day's rules close for some hours is not known
    either.

    Examples
    --------
    >>> night = Span(Moment(1200), Moment(1560))
    >>> friday = date(2024, 3, 8)
    >>> days_of([Rule(spans=(night,))], friday, friday, Setting())
    {datetime.date(2024, 3, 8): ((1200, 1560),)}
    """
    table: dict[date, Day] = {}
    for number in range((last - first).days + 2):
        on = first + number * _DAY
        state, cut = _of_day(rules, on, setting)
        before = table.get(on - _DAY)
        if before and any(start < before[-1][1] - DAY_MIN for start, _ in cut):
            table[on - _DAY] = None
        table[on] = state.day
    del table[last + _DAY]
    return table


def _of_day(rules: Sequence[Rule], on: date, setting: Setting) -> tuple[_State, Intervals]:
    """Return what rules say of a date, and the hours of it that they close."""
    state, cut = _State(), []
    for rule in rules:
        holds = chosen(rule.selectors, on, setting.holidays)
        if holds is False:
            continue
        hours = _hours(rule, on, setting.sun)
        if rule.state is False and rule.spans:
            cut += [*hours.open, *hours.doubtful]
        if rule.state is not False or rule.operator != "||":
            after = state.after(rule, hours)
            state = after if holds or after == state else _UNKNOWN
    return state, tuple(cut)


def _hours(rule: Rule, on: date, sun: SunTimes) -> _State:
    """Return the hours that a rule names on a date, those that are not certain as doubtful."""
    if not rule.spans:
        return {True: _State(ALL_DAY), None: _State((), ALL_DAY), False: _State(_WHOLE)}[rule.state]
    certain, doubtful = [], []
    for span in rule.spans:
        interval, more = span.on(on, sun)
        if interval is not None:
            certain.append(interval)
        if more:
            doubtful.append(_WHOLE[0] if interval is None else (interval[1], _WHOLE[0][1]))
    if rule.state is None:
        return _State((), joined([*certain, *doubtful]))
    return _State(joined(certain), joined(doubtful))


def _at(moment: Moment, on: date, sun: SunTimes) -> int | None:
    """Return the minute of a moment, None where the sun gives none on that date."""
    if moment.event is None:
        return moment.minute
    event = sun.get((moment.event, on))
    return None if event is None else event + moment.minute


def _without(intervals: Intervals, cuts: Iterable[Interval]) -> Intervals:
    """Return what is left of intervals."""
    for start, end in cuts:
        parts = [((a, min(b, start)), (max(a, end), b)) for a, b in intervals]
        intervals = tuple((a, b) for pair in parts for a, b in pair if a < b)
    return intervals


def _touching_joined(intervals: Intervals) -> Intervals:
    """Return intervals with those of one day that touch as one: the format does not part them."""
    merged: list[Interval] = []
    for start, end in intervals:
        if merged and merged[-1][1] == start and end <= DAY_MIN:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
