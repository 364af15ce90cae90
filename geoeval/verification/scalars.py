"""Clock times, yes and no, and compass points in option texts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.units import ascii_digits, clock_has_meridiem, find_clocks
from geoeval.understanding.text import clean

_YES = frozenset({"yes", "true"})
_NO = frozenset({"no", "false"})
_POINT = re.compile(r"(north|south|east|west)(?:ern|erly|wards?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """The minutes of the day that an option may mean, and those it means if noon slipped.

    ``slips`` holds the other half of the day of a "12.10 am", which people write for noon.
    """

    minutes: tuple[int, ...]
    slips: tuple[int, ...] = ()


def read_clock(text: str) -> ClockReading | None:
    """Return the time of day that an option states, or None where it states none or several.

    Examples
    --------
    >>> read_clock("3.33PM").minutes
    (933,)
    >>> read_clock("10.13").minutes
    (613, 1333)
    >>> read_clock("12:10 am")
    ClockReading(minutes=(10,), slips=(730,))
    """
    plain = ascii_digits(clean(text)).strip()
    if re.fullmatch(r"\d{1,2}", plain):
        plain += ":00"
    plain = f"at {plain}"
    found = find_clocks(plain)
    if len(found) != 1:
        return None
    start, end, minute = found[0]
    said, other = minute % DAY_MIN, (minute + DAY_MIN // 2) % DAY_MIN
    if not clock_has_meridiem(plain[start:end]):
        return ClockReading(minutes=(said, other))
    return ClockReading(minutes=(said,), slips=(other,) if said // 60 in {0, 12} else ())


def read_yes_no(text: str) -> bool | None:
    """Return whether an option says yes or no, by its first word, or None.

    Examples
    --------
    >>> read_yes_no("Yes, it is"), read_yes_no("No"), read_yes_no("Perhaps")
    (True, False, None)
    """
    words = re.findall(r"[^\W\d_]+", clean(text).casefold())
    if words and words[0] in _YES:
        return True
    return False if words and words[0] in _NO else None


def read_compass(text: str) -> float | None:
    """Return the compass point that an option names, in degrees clockwise from north, or None.

    Examples
    --------
    >>> read_compass("South-West"), read_compass("NE"), read_compass("to the north")
    (225.0, 45.0, 0.0)
    >>> read_compass("Northgate") is None
    True
    """
    letters = ""
    words = re.findall(r"[^\W\d_]+", clean(text).casefold())
    for word in words:
        if re.fullmatch(rf"(?:{_POINT.pattern})+", word):
            letters += "".join(point[0] for point in _POINT.findall(word))
    if not letters and len(words) == 1:
        letters = words[0]
    point = letters.upper()
    return Compass(point).degrees if point in list(Compass) else None
