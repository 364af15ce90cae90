"""The rules of an ``opening_hours`` expression, and their evaluation on dates."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import ALL_DAY, Day, Interval, join_intervals
from geoeval.errors import HoursError, mismatch, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from holidays import HolidayBase


SunTimes = Mapping[tuple[str, date], int]
"""Minutes after midnight by event and date, without events that do not happen on that date."""

EVENTS = {"dawn": "dusk", "sunrise": "sunset"}
"""The evening event of each morning event."""

_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)

_NOT_PUBLIC = {"bank", "government", "school", "unofficial", "workday", "armed_forces"}
"""Categories of the calendars on which shops stay open.

All categories other than these and "public" are holidays for some people: half days, optional
days, and religious holidays such as 15 August in the Catholic towns of Bavaria.
"""


class PublicHolidays(NamedTuple):
    """The public holidays of a range of years.

    ``everywhere`` has the dates that are holidays in the whole region, ``somewhere`` the dates
    that are holidays only in a part of it, for some people or for half the day.
    """

    everywhere: frozenset[date] = frozenset()
    somewhere: frozenset[date] = frozenset()

    def holds(self, on: date) -> bool | None:
        """Return whether a date is a holiday; None if only for some."""
        if on in self.everywhere:
            return True
        return None if on in self.somewhere else False


@cache
def public_holidays(
    country: str, state: str | None, first_year: int, last_year: int
) -> PublicHolidays:
    """Return the public holidays of a country, or of one of its states.

    The country is a two-letter ISO code, in upper or lower case. The state is the code ("BW",
    "DE-BW") or name of a state, province or other region. Both years are included.
    """
    check_installed("holidays", "hours")
    import holidays

    known = holidays.list_supported_countries(include_aliases=False)
    if country.upper() not in known:
        _raise_unknown_country(country)
    country = country.upper()
    kind = getattr(holidays, country)
    if first_year < kind.start_year or last_year > kind.end_year:
        raise HoursError(
            f"expected years from {kind.start_year} to {kind.end_year}, the range of the calendar "
            f"of {country}, got {first_year} to {last_year}"
        )
    years = range(first_year, last_year + 1)
    for_some = set(kind.supported_categories) - _NOT_PUBLIC - {"public"}

    def dates(region: str | None, *categories: str) -> frozenset[date]:
        return frozenset(kind(subdiv=region, years=years, categories=categories))

    regions = kind.subdivisions if state is None else (_holiday_region(kind, country, state),)
    public = [dates(region, "public") for region in regions]
    if state is None:
        public.append(dates(None, "public"))
    everywhere = frozenset.intersection(*public)
    partial = [dates(region, *for_some) for region in regions or (None,)] if for_some else []
    return PublicHolidays(
        everywhere=everywhere, somewhere=frozenset.union(*public, *partial) - everywhere
    )


def _holiday_region(kind: type[HolidayBase], country: str, state: str) -> str:
    code = state.removeprefix(f"{country}-")
    region = kind.subdivisions_aliases.get(code, code)
    if region in kind.subdivisions:
        return region
    if not kind.subdivisions:
        raise mismatch(HoursError, f"no state (the calendar of {country} has none)", state)
    names = {name: name for name in (*kind.subdivisions, *kind.subdivisions_aliases)}
    expected = f"a state of {country} such as {quote(kind.subdivisions[0])}"
    raise mismatch(HoursError, expected, state, _suggest_near(code, names))


def _raise_unknown_country(country: str) -> NoReturn:
    from holidays.registry import COUNTRIES

    names: dict[str, str] = {}
    for module, (name, code, *others) in COUNTRIES.items():
        names |= dict.fromkeys((code, *others, name, module.replace("_", " ")), code)
    given = country.partition("-")[0]  # "DE-BW" is a state of DE
    raise mismatch(HoursError, "a country code such as 'FR'", country, _suggest_near(given, names))


_MIN_LIKENESS = 0.8
"""The least likeness of a suggestion.

"Germny" is 0.92 like "Germany" and "Bayren" 0.83 like "Bayern", but "England" 0.75 like
"Greenland" and "Deutschland" 0.64 like "Netherlands".
"""


def _suggest_near(text: str, names: dict[str, str]) -> str:
    """Return the values of the names that are close to a text, or that of the name equal to it."""
    folded = {name.casefold(): value for name, value in names.items()}
    wanted = text.casefold()
    closest = [wanted] if wanted in folded else get_close_matches(wanted, folded, 3, _MIN_LIKENESS)
    suggestions = dict.fromkeys(folded[name] for name in closest)
    return f"; did you mean {' or '.join(map(quote, suggestions))}?" if suggestions else ""


def sun_times(coords: tuple[float, float], zone: ZoneInfo, first: date, last: date) -> SunTimes:
    """Return the times of the sun's events on a range of dates, both dates included.

    A sunset after midnight is above 1440. Events that do not happen are missing.
    """
    check_installed("opening_hours", "hours")
    from opening_hours import (  # type: ignore[attr-defined]  # missing in its stubs
        InvalidCoordinatesError,
        OpeningHours,
        State,
    )

    range_start, range_end = (datetime.combine(on, datetime.min.time()) for on in (first, last))
    table: dict[tuple[str, date], int] = {}
    for morning, evening in EVENTS.items():
        try:
            light = OpeningHours(
                f"{morning}-{evening}", timezone=zone, coords=coords, auto_country=False
            )
        except (InvalidCoordinatesError, TypeError) as error:
            raise mismatch(HoursError, "(latitude, longitude) in degrees", coords) from error
        for light_from, light_until, state, _ in light.intervals(
            range_start - _DAY, range_end + 2 * _DAY
        ):
            start, end = light_from.replace(tzinfo=None), light_until.replace(tzinfo=None)
            if state == State.OPEN and end - start < _DAY:
                midnight = datetime.combine(start.date(), datetime.min.time())
                table[morning, start.date()] = (start - midnight) // _MINUTE
                table[evening, start.date()] = (end - midnight) // _MINUTE
    return table


HOLIDAYS, SCHOOL_HOLIDAYS = "public holidays", "school holidays"
"""Values of ``Selector.needs`` for the two kinds of holiday."""


class Selector(NamedTuple):
    """A condition on dates; ``holds`` returns None if unknown.

    ``needs`` names what the condition depends on besides month and weekday; None if nothing else.
    A selector with ``needs`` can only be evaluated on given dates.
    """

    holds: Callable[[date, PublicHolidays], bool | None]
    needs: str | None = None


class Anchor(NamedTuple):
    """A day in every year, shifted by ``shift_days``: Easter if ``month`` is 0, else in a month.

    ``nth`` is a weekday and its position in the month: 1 to 4, or -1 to -4 from the end. Without
    ``nth`` and ``day``, the anchor is the first or the last day of the month.
    """

    month: int
    day: int | None = None
    shift_days: int = 0
    nth: tuple[int, int] | None = None

    @property
    def is_day(self) -> bool:
        """Whether the anchor is a single day of its month."""
        return self.day is not None or self.nth is not None

    def is_possible_in(self, year: int | None) -> bool:
        """Return whether the day exists in a year; without a year, whether it exists in any."""
        leap_year = 2000
        length = monthrange(leap_year if year is None else year, self.month or 1)[1]
        return self.day is None or 1 <= self.day <= length

    def in_year(self, year: int, *, last: bool) -> date:
        """Return the date in a year, as the first or last date of a range.

        In a year without 29 February, the date is 1 March as the first and 28 February as the
        last date, so that a range of this day alone is empty.
        """
        if not self.month:
            on = easter_sunday(year)
        elif self.nth is not None:
            on = _nth_weekday(year, self.month, *self.nth)
        else:
            length = monthrange(year, self.month)[1]
            day = self.day or (length if last else 1)
            missing = day > length
            on = date(year, self.month, min(day, length)) + missing * (not last) * _DAY
        return on + self.shift_days * _DAY


def _nth_weekday(year: int, month: int, weekday: int, position: int) -> date:
    if position > 0:
        week = date(year, month, 7 * position)
    else:
        week = date(year, month, monthrange(year, month)[1] + 7 * (position + 1))
    return week - (week.weekday() - weekday) % 7 * _DAY


def select_years(first: int, last: int, step: int) -> Selector:
    """Select every ``step``-th year of a range."""
    return Selector(lambda on, _: on.year in range(first, last + 1, step), "a year")


def select_weeks(first: int, last: int, step: int) -> Selector:
    """Select every ``step``-th ISO 8601 week of a range."""
    chosen = range(first, last + 1, step)
    return Selector(lambda on, _: on.isocalendar().week in chosen, "a week number")


def date_range(first: Anchor, last: Anchor, year: int | None, last_year: int | None) -> Selector:
    """Select the dates from one anchor to another, in one year or in every year.

    If the last date would be before the first, it is in the next year. Only whole months of every
    year can be evaluated without given dates.
    """

    def end(start_year: int) -> date:
        if year is not None and last_year is not None:
            return last.in_year(last_year, last=True)
        on = last.in_year(start_year, last=True)
        wraps = first != last and on < first.in_year(start_year, last=False)
        return last.in_year(start_year + 1, last=True) if wraps else on

    def holds(on: date, _: PublicHolidays) -> bool:
        return any(
            first.in_year(start_year, last=False) <= on <= end(start_year)
            for start_year in (range(on.year - 1, on.year + 2) if year is None else (year,))
        )

    if year is not None:
        return Selector(holds, "a year")
    if not (first.month and last.month):
        return Selector(holds, "easter")
    return Selector(holds, "a day of a month" if first.is_day else None)


def select_weekdays(
    days: Iterable[int], positions: frozenset[int] = frozenset(), shift_days: int = 0
) -> Selector:
    """Select the dates ``shift_days`` after weekdays (Monday = 0).

    ``positions`` limits the weekdays to these positions in the month; -1 is the last one.
    """
    numbers = frozenset(days)

    def holds(on: date, _: PublicHolidays) -> bool:
        base = on - shift_days * _DAY
        if base.weekday() not in numbers:
            return False
        length = monthrange(base.year, base.month)[1]
        from_first, from_last = (base.day + 6) // 7, -((length - base.day) // 7 + 1)
        return not positions or bool({from_first, from_last} & positions)

    return Selector(holds, "a weekday of the month" if positions else None)


def public_holiday(shift_days: int) -> Selector:
    """Select the dates ``shift_days`` after public holidays."""
    return Selector(lambda on, holidays: holidays.holds(on - shift_days * _DAY), HOLIDAYS)


def school_holiday(_shift_days: int) -> Selector:
    """Select school holidays: no date, because no calendar has them."""
    return Selector(lambda _on, _holidays: False, SCHOOL_HOLIDAYS)


def are_holidays(selector: Selector) -> bool:
    """Return whether a selector selects public or school holidays."""
    return selector.needs in {HOLIDAYS, SCHOOL_HOLIDAYS}


def drop_redundant_holidays(group: Sequence[Selector]) -> list[Selector]:
    """Return a group without its holidays if the weekdays alone cover the whole week."""
    by_weekday = [selector for selector in group if selector.needs is None]
    week = [date.min + number * _DAY for number in range(7)]
    every_day = all(
        any(selector.holds(on, PublicHolidays()) for selector in by_weekday) for on in week
    )
    return by_weekday if every_day else list(group)


Selectors = tuple[tuple[Selector, ...], ...]
"""Groups of selectors; a date is selected if a selector in every group holds."""


def is_selected(groups: Selectors, on: date, holidays: PublicHolidays) -> bool | None:
    """Return whether groups of selectors select a date, None if unknown."""
    truths = {_any_truth({selector.holds(on, holidays) for selector in group}) for group in groups}
    return False if False in truths else None if None in truths else True


def _any_truth(values: set[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


@cache
def easter_sunday(year: int) -> date:
    """Return Gregorian Easter Sunday, by the algorithm of Meeus, Jones and Butcher."""
    century, of_century = divmod(year, 100)
    golden = year % 19
    leap_centuries, rest = divmod(century, 4)
    moon_correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap_centuries - moon_correction + 15) % 30
    weekday = (32 + 2 * rest + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


Intervals = tuple[Interval, ...]
Operator = Literal[";", ",", "||"]
"""The operator that joins a rule to the rules before it."""

_TWO_DAYS: Intervals = ((0, 2 * DAY_MIN),)
"""A day and the day after it."""


class Moment(NamedTuple):
    """Minutes after midnight, or after an event of the sun."""

    minute: int
    event: str | None = None


class Span(NamedTuple):
    """A time span between two moments; its end may be open."""

    start: Moment
    end: Moment | None
    open_end: bool = False

    def on(self, day: date, sun: SunTimes) -> tuple[Interval | None, bool]:
        """Return the interval that starts on a day, and whether its end is open.

        The interval is None if unknown because the times of the sun do not bound it.
        """
        start = _moment_minute(self.start, day, sun)
        if self.end is None or start is None or not 0 <= start < DAY_MIN:
            return None, True
        end = _moment_minute(self.end, day, sun)
        if end is not None and end <= start and self.is_night:
            end = _moment_minute(self.end, day + _DAY, sun)
            end = None if end is None else end + DAY_MIN
        if end is None or not start < end <= start + DAY_MIN:
            return None, True
        return (start, end), self.open_end

    @property
    def by_sun(self) -> bool:
        """Whether the start or the end is an event of the sun."""
        return bool(self.start.event or (self.end is not None and self.end.event))

    @property
    def is_night(self) -> bool:
        """Whether the span may end on the next day.

        A span that starts at a morning event or ends at an evening event may not: if the sun sets
        before 18:00, "18:00-sunset" does not last until the next sunset.
        """
        evening = self.end is not None and self.end.event in EVENTS.values()
        return self.start.event not in EVENTS and not evening


class Rule(NamedTuple):
    """One rule: its operator, dates, times and state.

    Without ``spans`` it covers all day. ``state`` is True for open, False for "off" and None for
    "unknown".
    """

    operator: Operator = ";"
    selectors: Selectors = ()
    spans: tuple[Span, ...] = ()
    state: bool | None = True

    @property
    def needs(self) -> tuple[str, ...]:
        """What the rule depends on besides month and weekday, as in ``Selector.needs``."""
        needs = [one.needs for group in self.selectors for one in group]
        needs += ["sun times" for span in self.spans if span.by_sun]
        return tuple(need for need in needs if need is not None)


class _State(NamedTuple):
    open: Intervals = ()
    doubtful: Intervals = ()

    def after(self, rule: Rule, hours: _State) -> _State:
        if rule.operator == "||":
            doubtful = _cut_intervals(hours.doubtful, self.open)
            return _State(
                join_intervals([*self.open, *hours.open]),
                join_intervals([*self.doubtful, *doubtful]),
            )
        if rule.operator == ";" and rule.state is not False:
            return hours
        named = (*hours.open, *hours.doubtful)
        rest = _State(_cut_intervals(self.open, named), _cut_intervals(self.doubtful, named))
        if rule.state is False:
            return _UNKNOWN if hours.doubtful and rest != self else rest
        return _State(
            join_intervals([*rest.open, *hours.open]),
            join_intervals([*rest.doubtful, *hours.doubtful]),
        )

    @property
    def day(self) -> Day:
        """The hours of the day, or None if any are doubtful or start after midnight."""
        fits = all(start < DAY_MIN and end <= start + DAY_MIN for start, end in self.open)
        return None if self.doubtful or not fits else _join_touching(self.open)

    @property
    def certain(self) -> Day:
        """The hours that are open whatever the doubtful hours are; None if there are none."""
        fit = (
            interval
            for interval in self.open
            if interval[0] < DAY_MIN and interval[1] <= interval[0] + DAY_MIN
        )
        return _join_touching(tuple(fit)) or None


_UNKNOWN = _State(doubtful=_TWO_DAYS)


class Setting(NamedTuple):
    """What rules depend on besides the date: public holidays and sun times."""

    holidays: PublicHolidays = PublicHolidays()
    sun: SunTimes = MappingProxyType({})


def evaluate_rules(
    rules: Sequence[Rule], first: date, last: date, setting: Setting, *, certain: bool = False
) -> dict[date, Day]:
    """Return the intervals that start on each date of a range, both dates included.

    The setting must cover the range and the day after it. A date is None if a time is "unknown",
    has an open end or cannot be derived from the sun, if it is unknown whether a rule applies, or
    if the rules of the next day close a part of its night. With ``certain``, return the hours that
    are certainly open instead; None on dates without any.
    """
    table: dict[date, Day] = {}
    for number in range((last - first).days + 2):
        on = first + number * _DAY
        state, closed_spans = _evaluate_day(rules, on, setting)
        before = table.get(on - _DAY)
        if before and any(start < before[-1][1] - DAY_MIN for start, _ in closed_spans):
            table[on - _DAY] = None
        table[on] = state.certain if certain else state.day
    del table[last + _DAY]
    return table


def _evaluate_day(rules: Sequence[Rule], on: date, setting: Setting) -> tuple[_State, Intervals]:
    state, closed_spans = _State(), []
    for rule in rules:
        holds = is_selected(rule.selectors, on, setting.holidays)
        if holds is False:
            continue
        hours = _rule_hours(rule, on, setting.sun)
        if rule.state is False and rule.spans:
            closed_spans += [*hours.open, *hours.doubtful]
        if rule.state is not False or rule.operator != "||":
            after = state.after(rule, hours)
            state = after if holds or after == state else _UNKNOWN
    return state, tuple(closed_spans)


def _rule_hours(rule: Rule, on: date, sun: SunTimes) -> _State:
    if not rule.spans:
        return {True: _State(ALL_DAY), None: _State((), ALL_DAY), False: _State(_TWO_DAYS)}[
            rule.state
        ]
    certain, doubtful = [], []
    for span in rule.spans:
        interval, open_end = span.on(on, sun)
        if interval is not None:
            certain.append(interval)
        if open_end:
            doubtful.append(_TWO_DAYS[0] if interval is None else (interval[1], _TWO_DAYS[0][1]))
    if rule.state is None:
        return _State((), join_intervals([*certain, *doubtful]))
    return _State(join_intervals(certain), join_intervals(doubtful))


def _moment_minute(moment: Moment, on: date, sun: SunTimes) -> int | None:
    if moment.event is None:
        return moment.minute
    event = sun.get((moment.event, on))
    return None if event is None else event + moment.minute


def _cut_intervals(intervals: Intervals, cuts: Iterable[Interval]) -> Intervals:
    for start, end in cuts:
        parts = [((a, min(b, start)), (max(a, end), b)) for a, b in intervals]
        intervals = tuple((a, b) for pair in parts for a, b in pair if a < b)
    return intervals


def _join_touching(intervals: Intervals) -> Intervals:
    """Join touching intervals that end by midnight; the format does not distinguish them."""
    merged: list[Interval] = []
    for start, end in intervals:
        if merged and merged[-1][1] == start and end <= DAY_MIN:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
