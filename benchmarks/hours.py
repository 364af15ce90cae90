"""Opening hours: speed of the two hot calls, and the share of real texts and tags that is read."""

from __future__ import annotations

import json
import statistics
import timeit
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from benchmarks.figures import Figure, NotMeasuredError, share, third_party
from benchmarks.osm_tags import EXTRACTS, compared
from benchmarks.osm_tags import tags as found_tags
from geoeval.calculators.hours import WeeklyHours, parse_day
from geoeval.errors import HoursError

OWN = (
    "Monday: 9:00\u202fAM\u2009–\u20095:00\u202fPM",
    "Tuesday: 12:30\u2009–\u20092:30\u202fPM, 7:00\u2009–\u200910:30\u202fPM",
    "Wednesday: Closed",
    "Thursday: Open 24 hours",
    "Friday: 6:00\u202fPM\u2009–\u20092:00\u202fAM",
    "Saturday: 10:00\u2009–\u200911:30\u202fAM",
    "Sunday: 12:00\u202fPM\u2009–\u200912:00\u202fAM",
)
"""Entries of our own, for where there are no real ones."""

YEAR = date(2024, 1, 1), date(2024, 12, 31)
"""The dates for which tags are read."""


def speed() -> list[Figure]:
    """Measure the time to read one entry whose intervals are known, and to ask for instants."""
    try:
        entries = [line for text in _texts() for line in WeeklyHours.parse(text).lines()]
        source = f"mean over {len(entries)} real entries"
    except NotMeasuredError:
        entries, source = list(OWN), "mean over entries of our own"
    hours = WeeklyHours.parse_lines(OWN, zone="Europe/Paris")
    first = datetime(2024, 5, 3, 20, 15, tzinfo=ZoneInfo("Europe/Paris"))
    instants = [first + number * timedelta(hours=5, minutes=7) for number in range(200)]
    read = _seconds(lambda: [parse_day(entry) for entry in entries], len(entries))
    whole = _seconds(lambda: [WeeklyHours.parse(entry) for entry in entries], len(entries))
    asked = _seconds(lambda: [hours.is_open(at) for at in instants], len(instants))
    changes = _seconds(lambda: [hours.next_change(at) for at in instants], len(instants))
    name = "is_open at a datetime of the place's zone"
    return [
        _micros("read one entry of weekday_text", read, 3, source),
        _micros("read one entry as WeeklyHours", whole, None, source),
        _micros(name, asked, 0.4, f"mean over {len(instants)} datetimes"),
        _micros("next_change", changes, None, f"mean over {len(instants)} datetimes"),
    ]


def texts() -> list[Figure]:
    """Count the hours of real contexts that are read, and come back letter for letter."""
    lines = _texts()
    same = sum(_written_back(line) for line in lines)
    return [Figure(name="hours of contexts read and written back", value=share(same, len(lines)))]


def tags() -> list[Figure]:
    """Count the ``opening_hours`` of real extracts that are read, for the dates of 2024."""
    return [*map(_extract, EXTRACTS), _beside_library()]


def _extract(name: str) -> Figure:
    """Measure one extract; the note has the tags that are not read."""
    found = _found(name)
    failed = [text for text in found if compared(text, EXTRACTS[name], YEAR) == "refused"]
    read = found.total() - sum(found[text] for text in failed)
    return Figure(
        name=f"opening_hours read, {name}",
        value=share(read, found.total()),
        note=f"not read: {'; '.join(failed)}" if failed else "",
    )


def _beside_library() -> Figure:
    """Count the different tags that opening-hours-py reads alike, where they are known."""
    outcomes = Counter(
        compared(text, place, YEAR) for name, place in EXTRACTS.items() for text in _found(name)
    )
    others = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()[1:])
    return Figure(
        name="different opening_hours read as by opening-hours-py",
        value=share(outcomes["read alike"], outcomes.total()),
        note=f"{others}; nights and lists of days with spaces differ",
    )


def _found(name: str) -> Counter[str]:
    """Return the tags of an extract."""
    try:
        import osmium  # noqa: F401 # tells whether it is there
    except ImportError as error:
        message = "osmium is not installed"
        raise NotMeasuredError(message) from error
    return found_tags(third_party(f"osm/{name}.osm.pbf"))


def _texts() -> list[str]:
    """Return the hours lines of the development questions."""
    path = third_party("mapeval/dev.json")
    return [
        line.partition("Open: ")[2].strip().removesuffix(".")
        for record in json.loads(path.read_text(encoding="utf-8"))
        for line in record["context"].splitlines()
        if line.strip().startswith("- Open: ")
    ]


def _written_back(line: str) -> bool:
    try:
        return WeeklyHours.parse(line).text() == line
    except HoursError:
        return False


def _seconds(run: Callable[[], object], calls: int, repeats: int = 15) -> list[float]:
    """Return the times of one call, over runs of some hundredths of a second."""
    timer = timeit.Timer(run)
    number = max(1, round(0.02 / max(timer.timeit(1), 1e-6)))
    return [seconds / number / calls for seconds in timer.repeat(repeats, number)]


def _micros(name: str, times: list[float], target: float | None, note: str) -> Figure:
    """Return the median of some times; how far they spread shows how quiet the machine is."""
    aim = "" if target is None else f" (target {target})"
    spread = f"{1e6 * min(times):.2f} to {1e6 * max(times):.2f}"
    value = f"{1e6 * statistics.median(times):.2f} µs{aim}"
    return Figure(name=name, value=value, note=f"{note}; runs took {spread}")
