"""Reader and writer of OpenStreetMap's ``opening_hours``, with corrections for typos."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from geoeval.calculators.hours import osm_rules
from geoeval.calculators.hours.days import (
    OSM_DAYS,
    OSM_MONTHS,
    UNKNOWN_WEEK,
    Day,
    Parts,
    Season,
    Validity,
    Week,
    check_range,
    clock_spans,
    month_runs,
    time_zone,
)
from geoeval.calculators.hours.osm_grammar import NoMeaningError, read_rules
from geoeval.calculators.hours.record import HoursRecord
from geoeval.calculators.hours.text import can_read
from geoeval.calculators.hours.words import LANGUAGES
from geoeval.errors import HoursError, mismatch, quote

_WEEKDAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)"
_MONTH = f"(?:{'|'.join(OSM_MONTHS)})"
_DAYS = f"{_WEEKDAY}(?: ?[-,] ?{_WEEKDAY})*"
_SPAN = r"\d\d?:\d\d-\d\d?:\d\d"
_SPANS = f"{_SPAN}(?:, ?{_SPAN})*"
_TO = "(?:-|to|until|till)"
_NAMES = {
    name: own[number - first]
    for language in ("German", "English")
    for names, own, first in (
        (LANGUAGES[language].days, OSM_DAYS, 0),
        (LANGUAGES[language].months, OSM_MONTHS, 1),
    )
    for name, number in names.items()
}
_ANY_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))


class Typo(NamedTuple):
    """A kind of typo: its name with an example, a pattern that finds it, and the replacement."""

    name: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]


def _weekday_name(match: re.Match[str]) -> str:
    return _NAMES[match[1].lower()]


def _to_24_hours(match: re.Match[str]) -> str:
    hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
    return f"{hour:02d}:{match[2] or '00'}"


def _add_first_meridiem(match: re.Match[str]) -> str:
    hour, minute, to_hour, to_minute, half = match.groups()
    if not 0 < int(hour) <= 12:
        return match[0]
    start = 60 * (int(hour) % 12) + int(minute or 0)
    end = 60 * (int(to_hour) % 12) + int(to_minute or 0)
    if start >= end and (end or half in "pP"):
        half = "a" if half in "pP" else "p"
    return f"{hour}:{minute or '00'}{half}m"


def _add_minutes(match: re.Match[str]) -> str:
    """Add minutes to hours, except in 11-10, which may start or end at night."""
    opens, closes = (time if ":" in time else f"{time}:00" for time in match.groups())
    is_ambiguous = re.match("1[0-2]", opens) and re.match("1[0-2]", closes) and closes <= opens
    return match[0] if is_ambiguous else f"{opens}-{closes}"


_WRONG_SEPARATOR = re.compile(
    rf"(?<=:\d\d)(?: |: ?|\. ?|/ ?)(?={_DAYS} ?:? ?(?:\d|off\b|closed\b))", re.IGNORECASE
)


def _separate_rules(match: re.Match[str]) -> str:
    """Separate rules with semicolons if each starts with its days and times follow them."""
    return _WRONG_SEPARATOR.sub("; ", match[0])


def _make_typo(name: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Typo:
    return Typo(name, re.compile(pattern, re.IGNORECASE), replacement)


TYPOS: tuple[Typo, ...] = (
    _make_typo("en dashes and minus signs: 09:00–17:00", r"[‐‑–—−~]", "-"),
    _make_typo("full-width and other signs: 09：00", r"：", ":"),
    _make_typo("a semicolon, comma or point at the end", r"^\s+|(?<![\s;,.])[\s;,.]+$", ""),
    _make_typo("spaces of other kinds, several spaces", r"\s+", " "),
    _make_typo(
        "24 hours, 24h/24, 24x7", r"(?:open )?24 ?(?:hours?|hrs?|h)(?:/24|/7)?|24x7", "24/7"
    ),
    _make_typo("daily, every day", r"\b(?:daily|every ?day|täglich)\b", "Mo-Su"),
    _make_typo("workdays, weekdays", r"\b(?:week|work|working )days?\b", "Mo-Fr"),
    _make_typo("weekends", r"\bweek-?ends?\b", "Sa-Su"),
    _make_typo(
        "names in full or in German: Monday, Di, Dez", rf"\b({_ANY_NAME})\b\.?", _weekday_name
    ),
    _make_typo("public holidays", r"\b(?:public )?holidays?\b", "PH"),
    _make_typo(
        "AM or PM at the end only: 6-10pm",
        rf"\b(\d\d?)(?:[:.](\d\d))?(?= ?{_TO} ?(\d\d?)(?:[:.](\d\d))? ?([ap])\.?m\b)",
        _add_first_meridiem,
    ),
    _make_typo(
        "AM and PM: 11am, but not where a 12-hour closing time lacks it",
        r"\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?"
        rf"(?! ?{_TO} ?(?:0?\d|1[0-2])(?:[:.]\d\d)?(?![\d:.]| ?[ap]\.?m))",
        _to_24_hours,
    ),
    _make_typo("to, until: 9:00 to 17:00", r" (?:to|until|till|bis) ", "-"),
    _make_typo("and, &: 12:00 & 14:00", r" ?&amp; ?| ?& ?| and | und ", ","),
    _make_typo("a point in a time: 9.00", r"\b(\d{1,2})\.(\d\d)\b", r"\1:\2"),
    _make_typo(
        "h in a time: 9h30, 9h",
        r"\b(\d{1,2}) ?h ?(\d\d)?(?!\w)",
        lambda m: f"{m[1]}:{m[2] or '00'}",
    ),
    _make_typo("spaces around a dash: Mo - Fr", r" ?- ?(?!\d+ days?\b)", "-"),
    _make_typo("a time without its colon: 09:00-1300", r"(?<=:\d\d-)(\d\d)(\d\d)\b", r"\1:\2"),
    _make_typo("the day before the month: 15 Jun", rf"\b(\d{{1,2}})\.? ({_MONTH})\b", r"\2 \1"),
    _make_typo(
        "hours without minutes: 9-17",
        rf"(?<![\d:])(?<!week )(?<!{_MONTH} )(\d{{1,2}}(?::\d\d)?)-(\d{{1,2}}(?::\d\d)?)(?![\d:])",
        _add_minutes,
    ),
    _make_typo("no closing time: 16:00-", r"(:\d\d)-(?= ?(?:[,;]|$))", r"\1+"),
    _make_typo(
        "times in front of their days: 09:00-17:00 Mo-Fr",
        rf"(?<![^;]) ?({_SPANS}) ({_DAYS}) ?(?![^;])",
        r"\2 \1",
    ),
    _make_typo(
        "another sign than a semicolon: 12:00: Su",
        rf"(?<![^;]) ?{_WEEKDAY}\b[^;]+",
        _separate_rules,
    ),
)  # fmt: skip - one row for each typo
"""The kinds of typo, in the order in which they are corrected."""


def iterate_corrections(text: str) -> Iterator[str]:
    """Yield the text unchanged, then the text after each correction that changes it."""
    yield text
    for typo in TYPOS:
        after = typo.pattern.sub(typo.replacement, text)
        if after != text:
            text = after
            yield text


_HOLIDAYS = re.compile(r"\b(?:PH|SH)\b")
_COMMENT = re.compile(r'(?<!\s)\s*(?:(open|closed|off|unknown)\s*)?"[^"]*"', re.IGNORECASE)
_SAMPLE_YEAR = 2001
_FIRST_YEAR, _LAST_YEAR = 1583, 9990
"""The Gregorian calendar has whole years from 1583; ``date`` ends with the year 9999."""

_DAY = timedelta(days=1)
_DATED = ("during",)
_REQUIRED_ARGUMENTS = {
    osm_rules.HOLIDAYS: (*_DATED, "country"),
    "sun times": (*_DATED, "zone", "coords"),
}
"""The arguments that a kind of rule needs for its dates; other kinds need ``during`` only."""

_USUAL = "pass holidays=False for the usual week"


class Place(NamedTuple):
    """The arguments of ``WeeklyHours.from_osm`` other than the text."""

    zone: str | None = None
    country: str | None = None
    state: str | None = None
    coords: tuple[float, float] | None = None
    during: Validity | None = None
    holidays: bool = True


def read_osm(text: str, place: Place) -> Parts:
    """Return the hours of an ``opening_hours`` expression; see ``WeeklyHours.from_osm``."""
    if place.state is not None and place.country is None:
        raise mismatch(
            HoursError, "'country' together with 'state'", place.state, " as the state alone"
        )
    rules = _read_rules(text)
    needs = _check_needs(rules, text, place)
    table = _hours_by_date(rules, needs, place)
    valid = (min(table), max(table)) if needs else None
    read = find_regular_parts(table)._replace(valid=valid)
    if None not in table.values():
        return read
    certain = _hours_by_date(rules, needs, place, certain=True)
    doubtful = {on: day if table[on] is None else None for on, day in certain.items()}
    known = find_regular_parts(doubtful)._replace(valid=valid) if any(doubtful.values()) else None
    return read._replace(certain=known)


def _check_needs(rules: Iterable[osm_rules.Rule], text: str, place: Place) -> list[str]:
    """Return what the rules depend on; raise if ``place`` lacks an argument for it."""
    left_out = () if place.holidays else (osm_rules.HOLIDAYS, osm_rules.SCHOOL_HOLIDAYS)
    needs = [need for rule in rules for need in rule.needs if need not in left_out]
    for need in needs:
        if need == osm_rules.SCHOOL_HOLIDAYS:
            raise mismatch(
                HoursError, f"rules without {need} (no calendar has them)", text, f"; {_USUAL}"
            )
        missing = [
            name for name in _REQUIRED_ARGUMENTS.get(need, _DATED) if getattr(place, name) is None
        ]
        if missing:
            expected = f"{' and '.join(missing)} for the dates of {need}"
            advice = f"; {_USUAL}" * (need == osm_rules.HOLIDAYS)
            raise mismatch(HoursError, expected, text, f" alone{advice}")
    return needs


def _hours_by_date(
    rules: Sequence[osm_rules.Rule], needs: Collection[str], place: Place, *, certain: bool = False
) -> dict[date, Day]:
    """Return the hours of all dates and of the day before, whose night may extend into them.

    If no rule needs dates, return the hours of one week in each month.
    """
    if needs and place.during is not None:
        check_range(place.during)
        first, last = place.during
        if not _FIRST_YEAR <= first.year <= last.year <= _LAST_YEAR:
            years = f"years from {_FIRST_YEAR} to {_LAST_YEAR}"
            raise mismatch(HoursError, years, place.during)
        first -= _DAY
        setting = _build_setting(needs, place, first, last)
        return osm_rules.evaluate_rules(rules, first, last, setting, certain=certain)
    table: dict[date, Day] = {}
    for month in range(1, 13):
        first, last = date(_SAMPLE_YEAR, month, 8), date(_SAMPLE_YEAR, month, 14)
        table |= osm_rules.evaluate_rules(rules, first, last, osm_rules.Setting(), certain=certain)
    return table


def _build_setting(
    needs: Collection[str], place: Place, first: date, last: date
) -> osm_rules.Setting:
    holidays = osm_rules.PublicHolidays()
    sun: osm_rules.SunTimes = {}
    if osm_rules.HOLIDAYS in needs and place.country is not None:
        _check_text(place.country, "a country code such as 'FR'")
        _check_text(place.state, "a state such as 'BW'")
        holidays = osm_rules.public_holidays(place.country, place.state, first.year, last.year)
    if "sun times" in needs and place.coords is not None and place.zone is not None:
        sun = osm_rules.sun_times(place.coords, time_zone(place.zone), first, last + _DAY)
    return osm_rules.Setting(holidays=holidays, sun=sun)


def _check_text(given: object, expected: str) -> None:
    if not isinstance(given, str | None):
        raise mismatch(HoursError, expected, given)


def _read_rules(text: str) -> Sequence[osm_rules.Rule]:
    """Return the rules of a text, correcting typos only as far as necessary.

    A comment after a state ("open", "off") is ignored; a comment without a state means "unknown".
    """
    if not isinstance(text, str) or not text.strip():
        raise mismatch(HoursError, "OpenStreetMap opening_hours", text)
    without_comments = _strip_comments(text)
    errors = []
    for attempt in iterate_corrections(without_comments):
        try:
            return read_rules(attempt, corrected=attempt != without_comments)
        except HoursError as error:
            errors.append(error)
    raise _choose_error(text, without_comments, errors)


def has_holiday_rules(text: str) -> bool:
    """Return whether a text names public or school holidays."""
    return _HOLIDAYS.search(text) is not None


def is_osm(text: str) -> bool:
    """Return whether a text follows the syntax without typos."""
    try:
        read_rules(_strip_comments(text))
    except HoursError as error:
        return isinstance(error, NoMeaningError)
    return True


def _strip_comments(text: str) -> str:
    return _COMMENT.sub(lambda comment: f" {comment[1] or 'unknown'}", text).strip()


def _choose_error(text: str, without_comments: str, errors: Sequence[HoursError]) -> HoursError:
    for error in errors:
        if isinstance(error, NoMeaningError):
            message = f"expected {error.expected}, got {quote(error.got)} in {quote(text)}"
            return HoursError(message, max(0, text.find(error.got)))
    position = errors[0].position
    rest = without_comments[position:]
    position = text.rfind(rest) if rest in text else position
    message = (
        f"expected OpenStreetMap opening_hours at position {position}, "
        f"got {quote(rest)} in {quote(text)}"
    )
    if can_read(text):
        message += "; WeeklyHours.parse reads this text"
    return HoursError(message, position)


def find_regular_parts(table: Mapping[date, Day]) -> Parts:
    """Return the week, seasons and dated exceptions that give each date its hours.

    The usual hours of a weekday in a month are those of more than half of its dates there, or of
    all its dates if it occurs seldom in the month. The week is that of most months, seasons are for
    months that differ from it, and dated exceptions for dates with unusual hours.
    """
    counts: defaultdict[tuple[int, int], Counter[Day]] = defaultdict(Counter)
    weekdays: defaultdict[int, Counter[Day]] = defaultdict(Counter)
    for on, day in table.items():
        counts[on.month, on.weekday()][day] += 1
        weekdays[on.weekday()][day] += 1
    enough = min(_MIN_DATES, max(days.total() for days in counts.values()))
    usual = {
        cell: _usual_day(days, weekdays[cell[1]], enough=enough) for cell, days in counts.items()
    }
    week, seasons = _split_seasons(usual)
    exceptions = {on: day for on, day in table.items() if usual[on.month, on.weekday()] != day}
    return Parts(week, seasons, tuple(exceptions.items()))


_MIN_DATES = 3
"""A weekday occurs four or five times in a month; one or two dates may all be holidays."""


def _usual_day(in_month: Counter[Day], in_all: Counter[Day], *, enough: int) -> Day:
    """Return the hours of more than half of the dates of a weekday, in a month or in all."""
    for days in (in_month, in_all) if in_month.total() >= enough else (in_all, in_month):
        ((day, count),) = days.most_common(1)
        if 2 * count > days.total():
            return day
    return None


def _split_seasons(usual: Mapping[tuple[int, int], Day]) -> tuple[Week, tuple[Season, ...]]:
    """Return the week that most months share, and seasons for the other months.

    Months of which only some weekdays are known count only for those. A season cannot make a day
    of the week unknown, so the week omits weekdays that are unknown in any month.
    """
    months: defaultdict[int, dict[int, Day]] = defaultdict(dict)
    for (month, number), day in sorted(usual.items(), key=itemgetter(0)):
        months[month][number] = day
    doubtful = {number for (_, number), day in usual.items() if day is None}
    longest = max(map(len, months.values()))
    whole = [tuple(days.items()) for days in months.values() if len(days) == longest]
    most = {number: day for days in months.values() for number, day in days.items()}
    most |= dict(Counter(whole).most_common(1)[0][0])
    week = tuple(None if number in doubtful else most.get(number) for number in range(7))
    parts: defaultdict[Week, set[int]] = defaultdict(set)
    for month, days in months.items():
        parts[_drop_usual(tuple(map(days.get, range(7))), week)].add(month)
    parts.pop(UNKNOWN_WEEK, None)
    return week, tuple(Season(frozenset(part), own) for own, part in parts.items())


def _drop_usual(days: Week, usual: Week) -> Week:
    return tuple(None if day == common else day for day, common in zip(days, usual, strict=True))


def write_osm(hours: HoursRecord) -> str:
    """Return hours as an ``opening_hours`` expression; see ``WeeklyHours.to_osm``."""
    valid, certain = hours.valid, hours.certain or HoursRecord(UNKNOWN_WEEK)
    if certain.valid not in {None, valid}:
        certain = HoursRecord(UNKNOWN_WEEK, dates=certain.dates)
    rules = [] if valid is None else ["unknown"]
    range_text = "" if valid is None else _range_text(valid)
    rules += _write_rules(range_text, map(_write_day, hours.days, certain.days))
    if rules == ["Mo-Su 00:00-24:00"]:
        rules = ["24/7"]
    for months, texts in _seasonal_texts(hours, certain):
        rules += _season_rules(months, texts, valid)
    for on in sorted({on for on, _ in (*hours.dates, *certain.dates)}):
        rules.append(_write_rule(_date_text(on), _write_day(hours.day(on), certain.day(on))))
    return "; ".join(rules)


def _seasonal_texts(
    hours: HoursRecord, certain: HoursRecord
) -> Iterator[tuple[frozenset[int], list[str | None]]]:
    for season in certain.seasons:
        days = zip(hours.days, season.days, strict=True)
        texts = [_write_day(None, day) if known is None and day else None for known, day in days]
        yield season.months, texts
    for season in hours.seasons:
        yield season.months, [None if day is None else _write_day(day) for day in season.days]


def _season_rules(
    months: frozenset[int], texts: list[str | None], valid: Validity | None
) -> Iterator[str]:
    if valid is None:
        runs = (
            "-".join(OSM_MONTHS[m - 1] for m in dict.fromkeys(run)) for run in month_runs(months)
        )
        yield from _write_rules(",".join(runs), texts)
    else:
        for part in _split_validity(valid, months):
            yield from _write_rules(_range_text(part), texts)


def _write_rules(dates: str, texts: Iterable[str | None]) -> Iterator[str]:
    """Yield a rule for each run of days with the same text; omit days whose text is None."""
    for text, run in groupby(zip(texts, OSM_DAYS, strict=True), key=itemgetter(0)):
        names = [name for _, name in run]
        days = "-".join(dict.fromkeys((names[0], names[-1])))
        if text is not None:
            yield _write_rule(
                dates if dates and len(names) == 7 else f"{dates} {days}".lstrip(), text
            )


def _write_rule(selector: str, text: str) -> str:
    return " || ".join(f"{selector} {part}" for part in text.split(" || "))


def _write_day(day: Day, certain: Day = None) -> str:
    if day is None:
        return f"{_write_day(certain)} || unknown" if certain else "unknown"
    return ",".join(clock_spans(day)) or "off"


def _date_text(on: date) -> str:
    return f"{on.year} {OSM_MONTHS[on.month - 1]} {on.day:02d}"


def _range_text(valid: Validity) -> str:
    if date.min in valid or date.max in valid:
        raise mismatch(HoursError, "both a first and a last date (OpenStreetMap needs both)", valid)
    return f"{_date_text(valid[0])}-{_date_text(valid[1])}"


def _split_validity(valid: Validity, months: frozenset[int]) -> Iterator[Validity]:
    first, last = valid
    on = first
    while on <= last:
        following = (on.replace(day=28) + 4 * _DAY).replace(day=1)
        if on.month in months:
            yield on, min(following - _DAY, last)
        on = following
