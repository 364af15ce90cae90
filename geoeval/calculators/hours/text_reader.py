"""Reading the text of opening hours from left to right, in one language at a time."""

from __future__ import annotations

import re
import unicodedata

from geoeval.calculators.clock import DAY_MIN, MERIDIEM, minute_of_day
from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.hours.day_words import LANGUAGES, Names, grammar, languages_of
from geoeval.calculators.hours.days import (
    ALL_DAY,
    UNKNOWN_WEEK,
    WEEKDAYS,
    Interval,
    Season,
    Week,
    joined,
)
from geoeval.calculators.hours.half_days import SAID_HALVES, half_is_open
from geoeval.calculators.hours.scanner import Scanner
from geoeval.errors import HoursError, quote

Months = frozenset[int] | None
"""The months that hours are limited to; None where they are the regular ones."""

_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"(?P<whole>(?P<first>[^\W\d_]+)(?:-[^\W\d_]+)?)")
_POINT = re.compile(r"\.")
_COLON = re.compile(r"\s*:\s*")
_COMMA = re.compile(r"\s*(?:,|&)\s*")
_OPEN = re.compile(r"\s*\(\s*")
_CLOSE = re.compile(r"\s*\)")
_TIME = re.compile(
    rf"(\d{{1,2}})(?:[:.](\d\d)|\s?h\s?(\d\d))?(?!\d)(?:\s*({MERIDIEM}))?", re.IGNORECASE
)
_DAY_END = re.compile(r"\s*[,;]|[^\S\n]*\n|\s*(?:\.\s*)?$")
_END = re.compile(r"\s*(?:\.\s*)?$")


def read_text(text: str) -> tuple[Week, tuple[Season, ...]]:
    """Return the regular week and the seasons of a text; ``WeeklyHours.parse`` says how.

    Examples
    --------
    >>> read_text("lundi: 9h–12h30, 14h–18h; mardi: Fermé")[0][:3]
    (((540, 750), (840, 1080)), (), None)
    """
    plain = _INVISIBLE.sub(" ", unicodedata.normalize("NFC", ascii_digits(text)))
    name = _NAME.search(plain)
    words = [name[part].lower() for part in ("whole", "first")] if name else []
    languages = next(filter(None, map(languages_of, words)), [])
    found, errors = {}, []
    for language in languages or ["English"]:
        try:
            found[language] = _Reader(plain, language).text_of_hours()
        except HoursError as error:
            errors.append(error)
    if not found:
        furthest = max(errors, key=lambda error: error.position)
        if words and not languages:
            message = f"{furthest}; the languages read are {', '.join(LANGUAGES)}"
            raise HoursError(message, furthest.position)
        raise furthest
    first, *others = found.values()
    if any(other != first for other in others):
        message = (
            f"expected words of one meaning, got {quote(text)}, which differs between "
            f"{', '.join(found)}; write the names in full"
        )
        raise HoursError(message)
    return first


class _Reader(Scanner):
    """Reads a text of hours from left to right."""

    def __init__(self, text: str, language: str) -> None:
        super().__init__(text)
        self.grammar = grammar(language)

    def text_of_hours(self) -> tuple[Week, tuple[Season, ...]]:
        """Read all entries."""
        cells: dict[tuple[int, Months], tuple[Interval, ...]] = {}
        while True:
            self.skip(_SPACE)
            start = self.position
            days, months = self.head()
            for limit, day in self.groups(months):
                for number in days:
                    if (number, limit) in cells:
                        given = f"each day once, and {WEEKDAYS[number]} was given before"
                        self.fail(given, start)
                    cells[number, limit] = day
            self.take(_DAY_END, "a comma or the end after the hours of a day")
            if _END.match(self.text, self.position):
                return _in_weeks(cells)

    def head(self) -> tuple[list[int], Months]:
        """Read the weekdays that an entry is for, or the months, up to its colon."""
        words = self.grammar.words
        start = self.position
        days = self.numbers(words.days, 7)
        if days:
            months = self.brackets()
        elif numbers := self.numbers(words.months, 12):
            days, months = list(range(7)), frozenset(number + 1 for number in numbers)
        else:
            self.fail("a day such as 'Monday:'", start)
        self.take(_COLON, "a colon behind the day")
        return days, months

    def groups(self, months: Months) -> list[tuple[Months, tuple[Interval, ...]]]:
        """Read the hours of an entry; months in brackets part them."""
        read = []
        while True:
            day = self.day()
            limit = self.brackets()
            read.append((limit or months, day))
            before = self.position
            if limit is None or not self.skip(_COMMA):
                return read
            if not any(map(self.comes, (_TIME, self.grammar.closed, self.grammar.all_day))):
                self.position = before
                return read

    def brackets(self) -> Months:
        """Read months in brackets, if they come next."""
        if not self.skip(_OPEN):
            return None
        numbers = self.numbers(self.grammar.words.months, 12)
        if not numbers:
            self.fail("a month such as 'April'", self.position)
        self.take(_CLOSE, "a closing bracket after the months")
        return frozenset(number + 1 for number in numbers)

    def numbers(self, names: Names, cycle: int) -> list[int]:
        """Read names and ranges of names as numbers from 0, none if no name comes next."""
        first = min(names.values())
        read: list[int] = []
        while (number := self.name(names)) is not None:
            last = number
            before = self.position
            if self.skip(self.grammar.dash):
                end = self.name(names)
                last = number if end is None else end
                self.position = before if end is None else self.position
            read += [(number + step - first) % cycle for step in range((last - number) % cycle + 1)]
            before = self.position
            if not self.skip(_COMMA):
                return read
        if read:
            self.position = before
        return read

    def name(self, names: Names) -> int | None:
        """Read a name, with the point of its short form."""
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

    def day(self) -> tuple[Interval, ...]:
        """Read the hours of one day."""
        if self.skip(self.grammar.closed):
            return ()
        if self.skip(self.grammar.all_day):
            return ALL_DAY
        start = self.position
        read = [self.interval()]
        while self.skip(self.grammar.joint):
            read.append(self.interval())
        intervals = [interval for interval, _, _ in read]
        if len({twelve_hour for _, twelve_hour, _ in read}) > 1:
            self.fail("AM or PM at every interval of a day or at none", start)
        hours = [hour for _, _, written in read for hour in written]
        if not read[0][1] and half_is_open(hours, intervals):
            self.fail(SAID_HALVES, start)
        return joined(intervals)

    def interval(self) -> tuple[Interval, bool, tuple[str, str]]:
        """Read one interval, whether it is on the 12-hour clock, and its hours as written."""
        self.skip(self.grammar.before)
        opens = self.time()
        self.take(self.grammar.dash, "a dash between opening and closing time")
        before = self.position
        closes = self.time()
        if closes[2] is None and opens[2]:
            self.fail("a closing time with AM or PM like the opening time", before)
        start = self.minute(opens, opens[2] or closes[2])
        if start == DAY_MIN:
            self.fail("an opening time before 24:00", opens[3])
        end = self.minute(closes, closes[2]) or DAY_MIN
        if not opens[2] and closes[2] and start >= end and int(opens[0]) <= 12:
            start = (start + 720) % DAY_MIN
        end += DAY_MIN * (end <= start)
        return (start, end), closes[2] is not None, (opens[0], closes[0])

    def time(self) -> tuple[str, int, str | None, int]:
        """Read hour, minute and AM or PM, and keep where they stood."""
        start = self.position
        match = self.take(_TIME, "a time such as '9:00 AM'")
        self.skip(self.grammar.clock)
        return match[1], int(match[2] or match[3] or 0), match[4], start

    def minute(self, time: tuple[str, int, str | None, int], meridiem: str | None) -> int:
        """Return the minute of the day of a time that a clock can show."""
        minute = minute_of_day(int(time[0]), time[1], meridiem)
        if minute is None:
            self.fail("a time that a clock shows", time[3])
        return minute


def _in_weeks(
    cells: dict[tuple[int, Months], tuple[Interval, ...]],
) -> tuple[Week, tuple[Season, ...]]:
    """Return the regular week and the seasons, by their months."""
    weeks = {limit: tuple(cells.get((number, limit)) for number in range(7)) for _, limit in cells}
    days = weeks.pop(None, UNKNOWN_WEEK)
    seasons = [Season(months, week) for months, week in weeks.items() if months is not None]
    return days, tuple(sorted(seasons, key=lambda season: sorted(season.months)))
