"""Reader and writer of schema.org's ``openingHoursSpecification`` and ``openingHours``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.hours.days import (
    ALL_DAY,
    OSM_DAYS,
    WEEKDAYS,
    Dates,
    Day,
    Interval,
    Parts,
    Validity,
    Week,
    days_through,
    join_intervals,
)
from geoeval.calculators.hours.reading import JsonValue
from geoeval.errors import HoursError, mismatch, suggest

_TIME = re.compile(r"T?([01]\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?", re.ASCII)
_TEXT = re.compile(
    rf"(?:(?P<days>(?:{'|'.join(OSM_DAYS)})(?:[-,](?:{'|'.join(OSM_DAYS)}))*) )?"
    r"(?:(?P<opens>\d\d:\d\d)-(?P<closes>\d\d:\d\d)|(?i:closed))",
    re.ASCII,
)
_KEYS = ("dayOfWeek", "opens", "closes", "validFrom", "validThrough")
_COMMON_KEYS = {
    *("@context", "@id", "@type", "additionalType", "alternateName", "description", "identifier"),
    *("disambiguatingDescription", "image", "mainEntityOfPage", "name", "owner", "potentialAction"),
    *("sameAs", "subjectOf", "url"),
}
_TEXTS, _SPECIFICATIONS = "openingHours", "openingHoursSpecification"
_HOURS_KEYS = (_SPECIFICATIONS, "specialOpeningHoursSpecification", _TEXTS)
_DAY_NAME = re.compile(r"(?:https?://schema\.org/)?(?P<name>\w+)")
_NUMBERS = {name: number for number, name in enumerate(WEEKDAYS)}
_SHORT = {name: number for number, name in enumerate(OSM_DAYS)}
_MAX_DATED_RANGE = timedelta(days=3660)
_TYPE: dict[str, object] = {"@type": "OpeningHoursSpecification"}
_DAY = timedelta(days=1)
_WEEK = timedelta(days=6)


class _Hours(NamedTuple):
    weekdays: tuple[int, ...]
    interval: Interval | None
    valid: Validity | None


def read_schema_org(specification: object) -> Parts:
    """Return the week, dated exceptions and validity; see ``WeeklyHours.from_schema_org``."""
    root = _find_node(JsonValue(specification))
    parts = filter(None, map(root.get, _HOURS_KEYS)) if _is_place(root) else [root]
    stated = [list(map(_read_entry, part.each())) for part in parts]
    read = [*chain(*stated)]
    if not read:
        root.fail("at least one specification of opening hours")
    _check_agreement(stated, root)
    valid, *others = {hours.valid for hours in read}
    if others or (valid is not None and valid[1] - valid[0] < _WEEK):
        return Parts(_build_week(read, None, root), dates=_build_dates(read, root))
    return Parts(_build_week(read, valid, root), valid=valid)


def _find_node(root: JsonValue) -> JsonValue:
    """Return the only node with opening hours in a list or graph, else the value itself."""
    graph = root.get("@graph") if isinstance(root.value, Mapping) else None
    listed = root if graph is None else graph
    nodes = [node for node in listed.each() if _is_place(node)]
    if len(nodes) == 1:
        return nodes[0]
    if graph is None and not nodes:
        return root
    raise HoursError(
        f"expected one node with {_TEXTS!r} or {_SPECIFICATIONS!r} at {listed.path}, "
        f"got {len(nodes)}; pass the node of the place"
    )


def _is_place(at: JsonValue) -> bool:
    return isinstance(at.value, Mapping) and any(name in at.value for name in _HOURS_KEYS)


def _check_agreement(stated: list[list[_Hours]], root: JsonValue) -> None:
    weeks = [_build_week(part, None, root) for part in stated]
    for days in zip(*weeks, strict=True):
        if len({day for day in days if day is not None}) > 1:
            root.fail(f"{_TEXTS!r} and {_SPECIFICATIONS!r} that agree")


def _read_entry(at: JsonValue) -> _Hours:
    if isinstance(at.value, str):
        return _read_text(at)
    _check_keys(at)
    opens, closes = at.get("opens"), at.get("closes")
    interval = None
    if opens is not None and closes is not None:
        interval = _read_interval(opens, closes)
    elif opens is not None or closes is not None:
        at.fail("both 'opens' and 'closes', or neither for closed")
    elif at.get("dayOfWeek", "validFrom", "validThrough") is None:
        at.fail("an object with 'dayOfWeek', 'opens' and 'closes'")
    return _Hours(_read_weekdays(at), interval, _read_validity(at))


def _check_keys(at: JsonValue) -> None:
    """Raise for an unknown key, because a misspelled "dayOfWeek" would mean every day."""
    for key in at.value if isinstance(at.value, Mapping) else ():
        if key not in _COMMON_KEYS and key not in _KEYS:
            near = "" if key in _HOURS_KEYS else suggest(str(key), (*_KEYS, *_HOURS_KEYS))
            raise mismatch(
                HoursError, f"one of the keys {', '.join(_KEYS)} at {at.path}", key, near
            )


def _read_text(at: JsonValue) -> _Hours:
    """Read ``openingHours``: "Mo-Fr 09:00-17:00", "Su Closed", or "Mo-Su" for always."""
    text = at.text().strip()
    match = _TEXT.fullmatch("Mo-Su 00:00-24:00" if text == "Mo-Su" else text)
    if match is None:
        at.fail("a string such as 'Mo-Fr 09:00-17:00'")
    days: list[int] = []
    for part in (match["days"] or "Mo-Su").split(","):
        first, *rest = (_SHORT[name] for name in part.split("-"))
        days += days_through(first, rest[-1] if rest else first)
    times = [JsonValue(match[name], at.path) for name in ("opens", "closes") if match[name]]
    interval = _read_interval(*times) if times else None
    return _Hours(tuple(days), interval, None)


def _read_weekdays(at: JsonValue) -> tuple[int, ...]:
    given = at.get("dayOfWeek")
    if given is None:
        return tuple(range(7))
    names = given.each()
    if not names:
        given.fail("at least one weekday")
    return tuple(map(_read_weekday, names))


def _read_weekday(at: JsonValue) -> int:
    match = _DAY_NAME.fullmatch(at.text().strip())
    name = match["name"] if match else ""
    number = _NUMBERS.get(name.capitalize(), _SHORT.get(name))
    if number is None:
        at.fail("a weekday such as 'Monday' or 'https://schema.org/Monday'")
    return number


def _read_minute(at: JsonValue) -> int:
    match = _TIME.fullmatch(at.text().strip())
    minute = 60 * int(match[1]) + int(match[2]) if match else -1
    if not 0 <= minute <= DAY_MIN:
        at.fail("a time such as '09:00'")
    return minute


def _read_interval(opens: JsonValue, closes: JsonValue) -> Interval | None:
    start, end = _read_minute(opens), _read_minute(closes)
    if start == DAY_MIN:
        opens.fail("an opening time before 24:00")
    if start == end == 0:
        return None
    if (start, end) == (0, DAY_MIN - 1):
        return ALL_DAY[0]
    return start, end if end > start else end + DAY_MIN


def _read_validity(at: JsonValue) -> Validity | None:
    first, last = at.get("validFrom"), at.get("validThrough")
    if first is None and last is None:
        return None
    valid = date.min if first is None else first.date(), date.max if last is None else last.date()
    if valid[0] > valid[1]:
        at.fail("'validFrom' that is not after 'validThrough'")
    return valid


def _build_week(read: list[_Hours], valid: Validity | None, root: JsonValue) -> Week:
    """Return the hours of each weekday in a validity; days without an entry are unknown."""
    matching = [hours for hours in read if hours.valid == valid]
    return tuple(
        _join_day([hours.interval for hours in matching if number in hours.weekdays], root)
        for number in range(7)
    )


def _join_day(intervals: list[Interval | None], root: JsonValue) -> Day:
    openings = [interval for interval in intervals if interval is not None]
    if openings and len(openings) < len(intervals):
        root.fail("days that are either open or closed")
    return join_intervals(openings) if intervals else None


def _build_dates(read: list[_Hours], root: JsonValue) -> Dates:
    """Return the hours of single dates; the shortest validity takes precedence."""
    dates: dict[date, Day] = {}
    ranges = {hours.valid for hours in read if hours.valid is not None}
    for first, last in sorted(ranges, key=lambda valid: valid[0] - valid[1]):
        if last - first > _MAX_DATED_RANGE:
            root.fail("'validFrom' and 'validThrough' at most ten years apart")
        week = _build_week(read, (first, last), root)
        for number in range((last - first).days + 1):
            on = first + number * _DAY
            if week[on.weekday()] is not None:
                dates[on] = week[on.weekday()]
    return tuple(dates.items())


def write_schema_org(days: Week, dates: Dates, valid: Validity | None) -> list[dict[str, object]]:
    """Return hours as specifications; see ``WeeklyHours.to_schema_org``."""
    names_by_day: dict[Day, list[str]] = {}
    for name, day in zip(WEEKDAYS, days, strict=True):
        names_by_day.setdefault(day, []).append(name)
    written: list[dict[str, object]] = []
    for day, names in names_by_day.items():
        named = {**_TYPE, "dayOfWeek": names}
        times = () if day is None else _write_times(day)
        written += ({**named, **time, **_write_limits(valid)} for time in times)
    for on, day in dates:
        if day is None:
            raise HoursError(f"expected hours for every date, got none for {on}")
        written += ({**_TYPE, **time, **_write_limits((on, on))} for time in _write_times(day))
    return written


def _write_times(day: tuple[Interval, ...]) -> Iterator[dict[str, object]]:
    """Yield the times of each interval; a closed day opens and closes at midnight."""
    for start, end in day or ((0, 0),):
        if (start, end) == (0, DAY_MIN - 1):
            raise HoursError(
                "expected hours other than 00:00 to 23:59, which mean all day in schema.org"
            )
        closes = DAY_MIN - 1 if (start, end) == ALL_DAY[0] else end % DAY_MIN
        yield {"opens": clock_text(start), "closes": clock_text(closes)}


def _write_limits(valid: Validity | None) -> dict[str, object]:
    first, last = valid or (date.min, date.max)
    return {
        **({"validFrom": first.isoformat()} if first > date.min else {}),
        **({"validThrough": last.isoformat()} if last < date.max else {}),
    }
