"""Writing schema.org's ``openingHoursSpecification``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import ALL_DAY, WEEKDAYS, Day, Interval
from geoeval.calculators.hours.record import HoursRecord, Validity
from geoeval.errors import HoursError, quote


def write_schema_org(hours: HoursRecord) -> list[dict[str, object]]:
    """Return hours as specifications; ``WeeklyHours.to_schema_org`` says how.

    Examples
    --------
    >>> write_schema_org(HoursRecord((((540, 1020),), *((None,) * 6))))
    ... # doctest: +NORMALIZE_WHITESPACE
    [{'@type': 'OpeningHoursSpecification', 'dayOfWeek': ['Monday'],
      'opens': '09:00', 'closes': '17:00'}]
    """
    if hours.seasons:
        message = f"expected hours without seasons, as schema.org has none, got {quote(hours)}"
        raise HoursError(message)
    alike: dict[Day, list[str]] = {}
    for name, day in zip(WEEKDAYS, hours.days, strict=True):
        alike.setdefault(day, []).append(name)
    written: list[dict[str, object]] = []
    for day, names in alike.items():
        named = {**_TYPE, "dayOfWeek": names}
        times = () if day is None else _times(day)
        written += ({**named, **time, **_valid(hours.valid)} for time in times)
    for on, day in hours.dates:
        if day is None:
            message = f"expected hours for every date, got none for {on}"
            raise HoursError(message)
        written += ({**_TYPE, **time, **_valid((on, on))} for time in _times(day))
    return written


_TYPE: dict[str, object] = {"@type": "OpeningHoursSpecification"}


def _times(day: tuple[Interval, ...]) -> Iterator[dict[str, object]]:
    """Yield the times of each interval; a closed day opens and closes at midnight."""
    for start, end in day or ((0, 0),):
        if (start, end) == (0, DAY_MIN - 1):
            message = "expected other hours than 00:00 to 23:59, which mean all day in schema.org"
            raise HoursError(message)
        closes = DAY_MIN - 1 if (start, end) == ALL_DAY[0] else end % DAY_MIN
        yield {"opens": _clock(start), "closes": _clock(closes)}


def _valid(valid: Validity | None) -> dict[str, object]:
    """Return the members that say from when to when hours hold."""
    first, last = valid or (date.min, date.max)
    return {
        **({"validFrom": first.isoformat()} if first > date.min else {}),
        **({"validThrough": last.isoformat()} if last < date.max else {}),
    }


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"
