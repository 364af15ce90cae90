"""Usual typos in OpenStreetMap's ``opening_hours``, and how each is corrected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from geoeval.calculators.hours.days import OSM_DAYS, OSM_MONTHS
from geoeval.calculators.hours.languages import LANGUAGES

_DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)"
_MONTH = f"(?:{'|'.join(OSM_MONTHS)})"
_DAYS = f"{_DAY}(?: ?[-,] ?{_DAY})*"
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
    """What the typo is, with an example, and how it is rewritten."""

    name: str
    pattern: re.Pattern[str]
    right: str | Callable[[re.Match[str]], str]


def _named(match: re.Match[str]) -> str:
    """Write a name as OpenStreetMap does."""
    return _NAMES[match[1].lower()]


def _half(match: re.Match[str]) -> str:
    """Write a time of the 12-hour clock on that of 24 hours."""
    hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
    return f"{hour:02d}:{match[2] or '00'}"


def _with_half(match: re.Match[str]) -> str:
    """Write a first time without AM or PM as ``WeeklyHours.parse`` reads it."""
    hour, minute, to_hour, to_minute, half = match.groups()
    if not 0 < int(hour) <= 12:
        return match[0]
    start = 60 * (int(hour) % 12) + int(minute or 0)
    end = 60 * (int(to_hour) % 12) + int(to_minute or 0)
    if start >= end and (end or half in "pP"):
        half = "a" if half in "pP" else "p"
    return f"{hour}:{minute or '00'}{half}m"


def _full_hours(match: re.Match[str]) -> str:
    """Write hours with their minutes; 11-10 stays as it is, as it may begin or end at night."""
    opens, closes = (time if ":" in time else f"{time}:00" for time in match.groups())
    in_doubt = re.match("1[0-2]", opens) and re.match("1[0-2]", closes) and closes <= opens
    return match[0] if in_doubt else f"{opens}-{closes}"


_OTHER_SIGN = re.compile(
    rf"(?<=:\d\d)(?: |: ?|\. ?|/ ?)(?={_DAYS} ?:? ?(?:\d|off\b|closed\b))", re.IGNORECASE
)


def _separated(match: re.Match[str]) -> str:
    """Separate rules that begin with their days, where times stand behind the next days too."""
    return _OTHER_SIGN.sub("; ", match[0])


def _typo(name: str, pattern: str, right: str | Callable[[re.Match[str]], str]) -> Typo:
    return Typo(name, re.compile(pattern, re.IGNORECASE), right)


TYPOS: tuple[Typo, ...] = (
    _typo("en dashes and minus signs: 09:00–17:00", r"[‐‑–—−~]", "-"),
    _typo("full-width and other signs: 09：00", r"：", ":"),
    _typo("a semicolon, comma or point at the end", r"^\s+|(?<![\s;,.])[\s;,.]+$", ""),
    _typo("spaces of other kinds, several spaces", r"\s+", " "),
    _typo("24 hours, 24h/24, 24x7", r"(?:open )?24 ?(?:hours?|hrs?|h)(?:/24|/7)?|24x7", "24/7"),
    _typo("daily, every day", r"\b(?:daily|every ?day|täglich)\b", "Mo-Su"),
    _typo("workdays, weekdays", r"\b(?:week|work|working )days?\b", "Mo-Fr"),
    _typo("weekends", r"\bweek-?ends?\b", "Sa-Su"),
    _typo("names in full or in German: Monday, Di, Dez", rf"\b({_ANY_NAME})\b\.?", _named),
    _typo("public holidays", r"\b(?:public )?holidays?\b", "PH"),
    _typo(
        "AM or PM at the end only: 6-10pm",
        rf"\b(\d\d?)(?:[:.](\d\d))?(?= ?{_TO} ?(\d\d?)(?:[:.](\d\d))? ?([ap])\.?m\b)",
        _with_half,
    ),
    _typo(
        "AM and PM: 11am, but not where a 12-hour closing time lacks it",
        r"\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?"
        rf"(?! ?{_TO} ?(?:0?\d|1[0-2])(?:[:.]\d\d)?(?![\d:.]| ?[ap]\.?m))",
        _half,
    ),
    _typo("to, until: 9:00 to 17:00", r" (?:to|until|till|bis) ", "-"),
    _typo("and, &: 12:00 & 14:00", r" ?&amp; ?| ?& ?| and | und ", ","),
    _typo("a point in a time: 9.00", r"\b(\d{1,2})\.(\d\d)\b", r"\1:\2"),
    _typo(
        "h in a time: 9h30, 9h",
        r"\b(\d{1,2}) ?h ?(\d\d)?(?!\w)",
        lambda m: f"{m[1]}:{m[2] or '00'}",
    ),
    _typo("spaces around a dash: Mo - Fr", r" ?- ?(?!\d+ days?\b)", "-"),
    _typo("a time without its colon: 09:00-1300", r"(?<=:\d\d-)(\d\d)(\d\d)\b", r"\1:\2"),
    _typo("the day before the month: 15 Jun", rf"\b(\d{{1,2}})\.? ({_MONTH})\b", r"\2 \1"),
    _typo(
        "hours without minutes: 9-17",
        rf"(?<![\d:])(?<!week )(?<!{_MONTH} )(\d{{1,2}}(?::\d\d)?)-(\d{{1,2}}(?::\d\d)?)(?![\d:])",
        _full_hours,
    ),
    _typo("no closing time: 16:00-", r"(:\d\d)-(?= ?(?:[,;]|$))", r"\1+"),
    _typo(
        "times in front of their days: 09:00-17:00 Mo-Fr",
        rf"(?<![^;]) ?({_SPANS}) ({_DAYS}) ?(?![^;])",
        r"\2 \1",
    ),
    _typo("another sign than a semicolon: 12:00: Su", rf"(?<![^;]) ?{_DAY}\b[^;]+", _separated),
)  # fmt: skip - one row for each typo
"""The typos, in the order in which they are corrected."""


def corrected(text: str) -> Iterator[str]:
    """Yield a text as it stands, and then after each typo that is corrected in it.

    Examples
    --------
    >>> *_, right = corrected("Monday - Fri 9-17")
    >>> right
    'Mo-Fr 9:00-17:00'
    """
    yield text
    for typo in TYPOS:
        after = typo.pattern.sub(typo.right, text)
        if after != text:
            text = after
            yield text
