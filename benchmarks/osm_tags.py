"""The ``opening_hours`` of real extracts, read here and by opening-hours-py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.days import join_intervals, states_of_day
from geoeval.errors import HoursError

Outcome = Literal["refused", "read here alone", "read alike", "read differently"]
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
_DUE_TO_LIGHT_MIN = 2
"""Sun times are rounded to minutes on either side."""


class Extract(NamedTuple):
    """Where an extract lies."""

    country: str
    zone: str
    coords: tuple[float, float]


EXTRACTS = {
    "monaco": Extract("MC", "Europe/Monaco", (43.73, 7.42)),
    "andorra": Extract("AD", "Europe/Andorra", (42.51, 1.52)),
    "helsinki": Extract("FI", "Europe/Helsinki", (60.17, 24.94)),
}
"""The extracts by the names of their files."""


def tags(path: Path) -> Counter[str]:
    """Return how often each ``opening_hours`` stands in an extract."""
    import osmium

    found: Counter[str] = Counter()
    for thing in osmium.FileProcessor(path).with_filter(osmium.filter.KeyFilter("opening_hours")):
        found.update(text for key, text in thing.tags if key == "opening_hours")
    return found


def compared(text: str, place: Extract, during: tuple[date, date]) -> Outcome:
    """Return how a tag is read, on the dates of a range on which it is known here."""
    try:
        hours = WeeklyHours.from_osm(text, during=during, **place._asdict())
    except HoursError:
        return "refused"
    theirs = _by_library(text, place, during)
    if theirs is None:
        return "read here alone"
    for number in range((during[1] - during[0]).days + 1):
        on = during[0] + number * _DAY
        states = list(states_of_day(hours.day(on), hours.day(on - _DAY)))
        if all(state is not None for _, _, state in states):
            ours = [(start, end) for start, end, state in states if state]
            if not _alike(ours, theirs.get(on, [])):
                return "read differently"
    return "read alike"


def _alike(ours: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> bool:
    """Return whether two lists of openings of a calendar day are the same, touching or not."""
    one, other = (
        [
            time
            for start, end in join_intervals((a, b + 1) for a, b in part)
            for time in (start, end)
        ]
        for part in (ours, theirs)
    )
    return len(one) == len(other) and all(
        abs(a - b) < _DUE_TO_LIGHT_MIN for a, b in zip(one, other, strict=True)
    )


def _by_library(
    text: str, place: Extract, during: tuple[date, date]
) -> dict[date, list[tuple[int, int]]] | None:
    """Return what the library has open on each calendar day, None where it reads nothing."""
    from opening_hours import (  # type: ignore[attr-defined]  # its stubs leave the error out
        OpeningHours,
        ParserError,
        State,
    )

    # with a time zone it loses hours where the clock changes, so it has one for the sun only
    zone = ZoneInfo(place.zone) if "sun" in text else None
    try:
        rules = OpeningHours(
            text,
            timezone=zone,
            country=place.country,
            coords=place.coords,
            auto_timezone=zone is not None,
        )
    except ParserError:
        return None
    first, last = (datetime.combine(on, datetime.min.time()) for on in during)
    found: dict[date, list[tuple[int, int]]] = {}
    for begins, ends, state, _ in rules.intervals(first, last + _DAY):
        start, end = begins.replace(tzinfo=None), ends.replace(tzinfo=None)
        while state == State.OPEN and start < end:
            midnight = datetime.combine(start.date(), datetime.min.time())
            stop = min(end, midnight + _DAY)
            piece = ((start - midnight) // _MINUTE, (stop - midnight) // _MINUTE)
            found.setdefault(start.date(), []).append(piece)
            start = stop
    return found


def different_tags(folder: Path) -> Iterator[tuple[str, Extract]]:
    """Yield each tag of the extracts once for each extract that has it."""
    for name, place in EXTRACTS.items():
        for text in sorted(tags(folder / f"{name}.osm.pbf")):
            yield text, place
