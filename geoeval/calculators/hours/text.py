"""Opening hours as map services display them: one entry per weekday, in five languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain

from geoeval.calculators.clock import DAY_MIN, MERIDIEM, minute_of_day
from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.hours.days import (
    ALL_DAY,
    MONTHS,
    UNKNOWN_WEEK,
    WEEKDAYS,
    Interval,
    Season,
    Week,
    join_intervals,
    month_runs,
)
from geoeval.calculators.hours.reading import CLEAR_TIMES, CLOCK_TIMES, Scanner, is_half_ambiguous
from geoeval.calculators.hours.words import (
    AMBIGUOUS_DAYS,
    LANGUAGES,
    Names,
    grammar_of,
    languages_of,
)
from geoeval.errors import HoursError, mismatch

Months = frozenset[int] | None
"""The months that hours are limited to; None for the regular week."""

_BETWEEN = re.compile(rf"[,\n](?<![.\s][,\n])[^\S\n]?(?=(?:{'|'.join(WEEKDAYS)}): )")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"(?P<whole>(?P<first>[^\W\d_]+)(?:-[^\W\d_]+)?)")
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[^\S\n]+")
_POINT = re.compile(r"\.")
_COLON = re.compile(r"\s*:\s*")
_COMMA = re.compile(r"\s*(?:,|&)\s*")
_OPEN = re.compile(r"\s*\(\s*")
_CLOSE = re.compile(r"\s*\)")
_TIME = re.compile(
    rf"(\d{{1,2}})(?:[:.](\d\d)|\s?h\s?(\d\d))?(?!\d)(?:\s*({MERIDIEM}))?", re.IGNORECASE
)
_CLOCK_WORD = re.compile(r"\d\s*Uhr\b", re.IGNORECASE)
"""A word that shows that a text is not in OpenStreetMap's syntax."""
_DAY_END = re.compile(r"\s*[,;]|[^\S\n]*\n|\s*(?:\.\s*)?$")
_END = re.compile(r"\s*(?:\.\s*)?$")


def parse_day(text: str) -> tuple[int, tuple[Interval, ...]]:
    """Return the weekday (Monday = 0) and the intervals of an entry of ``weekday_text``.

    Parameters
    ----------
    text
        An entry for one weekday, in a form that ``WeeklyHours.parse`` reads.

    Raises
    ------
    HoursError
        If the entry cannot be read, has several days, or is limited to some months.

    Examples
    --------
    >>> parse_day("Monday: 12:30 – 2:30 PM, 7:00 PM – 1:00 AM")
    (0, ((750, 870), (1140, 1500)))
    >>> parse_day("Dienstag: Geschlossen")
    (1, ())
    """
    return _read_day(_check_text(text))


@lru_cache(maxsize=4096)
def _read_day(text: str) -> tuple[int, tuple[Interval, ...]]:
    days, seasons = read_text(text)
    named = [(number, day) for number, day in enumerate(days) if day is not None]
    if seasons or len(named) > 1:
        raise mismatch(HoursError, "the hours of one weekday", text)
    return named[0]


def read_week(text: str) -> tuple[Week, tuple[Season, ...]]:
    """Return the regular week and the seasons of a text; see ``WeeklyHours.parse``.

    Entries for single English weekdays are read one by one, because places share many of them and
    the results are cached.
    """
    if _check_text(text).partition(": ")[0] in WEEKDAYS:
        with suppress(HoursError):
            read = list(map(_read_day, _BETWEEN.split(text)))
            days = dict(read)
            if len(days) == len(read):
                return tuple(map(days.get, range(7))), ()
    return read_text(text)


def can_read(text: str) -> bool:
    """Return whether ``WeeklyHours.parse`` reads a text."""
    with suppress(HoursError):
        return bool(read_text(text))
    return False


def _check_text(text: str) -> str:
    if not isinstance(text, str):
        raise mismatch(HoursError, "opening hours as a string", text)
    return text


def read_text(text: str) -> tuple[Week, tuple[Season, ...]]:
    """Return the regular week and the seasons of a text; see ``WeeklyHours.parse``."""
    plain = _INVISIBLE.sub(" ", unicodedata.normalize("NFC", ascii_digits(text)))
    name = None if _TIME.match(plain.lstrip()) else _NAME.search(plain)
    words = [name[part].lower() for part in ("whole", "first")] if name else []
    languages = next(filter(None, map(languages_of, words)), [])
    readings, errors = {}, []
    for language in languages or LANGUAGES:
        try:
            readings[language] = _Reader(plain, language).read_hours()
        except HoursError as error:
            errors.append(error)
    if not readings:
        readings = _read_in_english(plain)
    if not readings:
        furthest = max(errors, key=lambda error: error.position)
        if languages or not words:
            raise furthest
        raise HoursError(
            f"{furthest}; the supported languages are {', '.join(LANGUAGES)}, "
            "and those of the extra 'languages'",
            furthest.position,
        )
    return _require_one_reading(text, readings)


def _read_in_english(text: str) -> dict[str, tuple[Week, tuple[Season, ...]]]:
    """Return the hours by each rendering of a text in English that can be read."""
    from geoeval.calculators.languages.hours import hours_in_english

    readings = {}
    for rendering in hours_in_english(text):
        with suppress(HoursError):
            readings[rendering] = _Reader(rendering, "English").read_hours()
    return readings


def _require_one_reading(
    text: str, readings: Mapping[str, tuple[Week, tuple[Season, ...]]]
) -> tuple[Week, tuple[Season, ...]]:
    """Return the hours if all languages that can read the text agree; raise if they differ."""
    first, *others = readings.values()
    if any(other != first for other in others):
        problem = f", which differs between {', '.join(readings)}; write names in full"
        raise mismatch(HoursError, "unambiguous names", text, problem)
    return first


class _Reader(Scanner):
    def __init__(self, text: str, language: str) -> None:
        super().__init__(text)
        self.grammar = grammar_of(language)
        self.is_english = language == "English"  # other languages use the 24-hour clock

    def read_hours(self) -> tuple[Week, tuple[Season, ...]]:
        self.skip(_SPACE)
        self.skip(self.grammar.heading)
        start = self.position
        if self.skip(self.grammar.all_day) and self.is_next(_END):
            return (ALL_DAY,) * 7, ()
        self.position = start
        cells: dict[tuple[int, Months], tuple[Interval, ...]] = {}
        while True:
            self.skip(_SPACE)
            start = self.position
            days, months = self._read_days()
            for limit, day in self._read_hours_by_months(months):
                for number in days:
                    if (number, limit) in cells:
                        given = f"each day only once ({WEEKDAYS[number]} already has hours)"
                        self.fail(given, start)
                    cells[number, limit] = day
            self.take(_DAY_END, "a comma or the end after the hours of a day")
            if _END.match(self.text, self.position):
                return _build_weeks(cells)

    def _read_days(self) -> tuple[list[int], Months]:
        """Read the weekdays or months of an entry, and its colon.

        Names of days need no colon before hours if they are unambiguous or a word such as "Uhr"
        shows that the text is not in OpenStreetMap's syntax.
        """
        words = self.grammar.words
        start = self.position
        grouped = (group for pattern, group in self.grammar.groups if self.skip(pattern))
        days = list(next(grouped, ())) or self._read_names(words.days, 7)
        if days:
            months = self._read_months_in_brackets()
            after_days = self.position
            named = self.text[start:after_days].lower()
            if (
                self.skip(_GAP)
                and self._hours_follow()
                and (
                    AMBIGUOUS_DAYS.isdisjoint(_WORD.findall(named)) or _CLOCK_WORD.search(self.text)
                )
            ):
                return days, months
            self.position = after_days
        elif numbers := self._read_names(words.months, 12):
            days, months = list(range(7)), frozenset(number + 1 for number in numbers)
        elif self.is_next(_TIME):
            self.fail("days such as 'Monday – Friday:' before the hours", start)
        else:
            self.fail("a day such as 'Monday:'", start)
        self.take(_COLON, "a colon after the day")
        return days, months

    def _read_hours_by_months(self, months: Months) -> list[tuple[Months, tuple[Interval, ...]]]:
        read = []
        while True:
            day = self._read_day_hours()
            limit = self._read_months_in_brackets()
            read.append((limit or months, day))
            before_comma = self.position
            if limit is None or not self.skip(_COMMA):
                return read
            if not self._hours_follow():
                self.position = before_comma
                return read

    def _hours_follow(self) -> bool:
        words = self.grammar
        return any(map(self.is_next, (_TIME, words.closed, words.all_day, words.before)))

    def _read_months_in_brackets(self) -> Months:
        if not self.skip(_OPEN):
            return None
        numbers = self._read_names(self.grammar.words.months, 12)
        if not numbers:
            self.fail("a month such as 'April'", self.position)
        self.take(_CLOSE, "a closing bracket after the months")
        return frozenset(number + 1 for number in numbers)

    def _read_names(self, names: Names, cycle: int) -> list[int]:
        """Read names and ranges of names as zero-based numbers; an empty list without names."""
        first = min(names.values())
        read: list[int] = []
        while (number := self._read_name(names)) is not None:
            last = number
            before = self.position
            if self.skip(self.grammar.dash):
                end = self._read_name(names)
                last = number if end is None else end
                self.position = before if end is None else self.position
            read += [(number + step - first) % cycle for step in range((last - number) % cycle + 1)]
            before = self.position
            if not self.skip(self.grammar.between_days):
                return read
        if read:
            self.position = before
        return read

    def _read_name(self, names: Names) -> int | None:
        match = _NAME.match(self.text, self.position)
        if match is None:
            return None
        for part in ("whole", "first"):
            number = names.get(match[part].lower())
            if number is not None:
                self.position = match.end(part)
                self.skip(_POINT)
                return number
        return None

    def _read_day_hours(self) -> tuple[Interval, ...]:
        for pattern, day in ((self.grammar.closed, ()), (self.grammar.all_day, ALL_DAY)):
            if self.skip(pattern):
                return day
        start = self.position
        read = [self._read_interval()]
        while self.skip(self.grammar.joint):
            read.append(self._read_interval())
        intervals, twelve_hour, hours = zip(*read, strict=True)
        if len(set(twelve_hour)) > 1:
            self.fail("AM or PM in every interval of a day or in none", start)
        if not twelve_hour[0] and is_half_ambiguous(list(chain(*hours)), intervals):
            self.fail(CLEAR_TIMES if self.is_english else CLOCK_TIMES, start)
        return join_intervals(intervals)

    def _read_interval(self) -> tuple[Interval, bool, tuple[str, str]]:
        """Read an interval, whether it is on the 12-hour clock, and its hours as written."""
        self.skip(self.grammar.before)
        opens = self._read_time()
        self.take(self.grammar.dash, "a dash between opening and closing time")
        before = self.position
        closes = self._read_time()
        if closes[2] is None and opens[2]:
            self.fail("a closing time with AM or PM like the opening time", before)
        start = self._resolve_minute(opens, opens[2] or closes[2])
        if start == DAY_MIN:
            self.fail("an opening time before 24:00", opens[3])
        end = self._resolve_minute(closes, closes[2]) or DAY_MIN
        if not opens[2] and closes[2] and start >= end and int(opens[0]) <= 12:
            start = (start + 720) % DAY_MIN
        end += DAY_MIN * (end <= start)
        return (start, end), closes[2] is not None, (opens[0], closes[0])

    def _read_time(self) -> tuple[str, int, str | None, int]:
        """Read the hour as written, the minute, AM or PM, and the position."""
        start = self.position
        match = self.take(_TIME, f"a time such as {'9:00 AM' if self.is_english else '9:00'!r}")
        self.skip(self.grammar.clock)
        return match[1], int(match[2] or match[3] or 0), match[4], start

    def _resolve_minute(self, time: tuple[str, int, str | None, int], meridiem: str | None) -> int:
        minute = minute_of_day(int(time[0]), time[1], meridiem)
        if minute is None:
            self.fail("a time that exists on a clock", time[3])
        return minute


def _build_weeks(
    cells: dict[tuple[int, Months], tuple[Interval, ...]],
) -> tuple[Week, tuple[Season, ...]]:
    weeks = {limit: tuple(cells.get((number, limit)) for number in range(7)) for _, limit in cells}
    days = weeks.pop(None, UNKNOWN_WEEK)
    return days, tuple(Season(months, week) for months, week in weeks.items() if months is not None)


def write_week(days: Week, seasons: tuple[Season, ...] = ()) -> tuple[str, ...]:
    """Return a line for each known day, as on Google Maps, and the lines of the seasons."""
    return (*_write_lines(days), *(line for season in seasons for line in _write_season(season)))


def _write_season(season: Season) -> Iterator[str]:
    """Yield one line for a season if all days are equal, else a line for each known day."""
    months = ", ".join(
        MONTHS[first - 1] if first == last else f"{MONTHS[first - 1]} – {MONTHS[last - 1]}"
        for first, last in month_runs(season.months)
    )
    day = season.days[0]
    if day is not None and all(other == day for other in season.days):
        yield f"{months}: {_day_text(day)}"
    else:
        for line in _write_lines(season.days):
            yield f"{line} ({months})"


def _write_lines(days: Week) -> Iterator[str]:
    for name, day in zip(WEEKDAYS, days, strict=True):
        if day is not None:
            yield f"{name}: {_day_text(day)}"


def _day_text(day: tuple[Interval, ...]) -> str:
    if day == ALL_DAY:
        return "Open 24 hours"
    return ", ".join(_interval_text(*interval) for interval in day) or "Closed"


def _interval_text(start: int, end: int) -> str:
    opens, closes = (f"{time // 60 % 12 or 12}:{time % 60:02d}" for time in (start, end))
    half, to_half = ("\u202fPM" if time % DAY_MIN >= 720 else "\u202fAM" for time in (start, end))
    shared = start // 720 == end // 720
    return f"{opens}{'' if shared else half}\u2009–\u2009{closes}{to_half}"
