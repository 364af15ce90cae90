"""The figures of a question in other units, such as metres for kilometres."""

from __future__ import annotations

import re
from dataclasses import replace

from geoeval.datasets.records import Question

_KILOMETRES = re.compile(r"\b(\d+(?:\.\d+)?) ?(?:km|kms|kilomet(?:er|re)s?)\b(?!/)", re.IGNORECASE)
_METRES = re.compile(r"\b(\d{3,5}) ?(?:m|meters?|metres?)\b")
_HOURS_MINUTES = re.compile(
    r"\b(\d+) ?(?:hours?|hrs?)(?: and)? (\d+) ?(?:minutes?|mins?)\b", re.IGNORECASE
)
_HOURS = re.compile(r"(?<![\d.])(\d+(?:\.5)?)[ -]?(?:hours?|hrs?)\b(?! (?:and )?\d)", re.IGNORECASE)
_MINUTES = re.compile(r"\b(\d+) ?(?:minutes?|mins?)\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(1[0-2]|[1-9])(?:[:.]([0-5]\d))? ?([ap])\.?m\b(?:\.(?! [A-Z]|\s*$))?", re.IGNORECASE
)

_BARE = re.compile(r"\d[.:]\d\d(?!\d| ?[ap]\.?m)", re.IGNORECASE)


def in_metres(text: str) -> str:
    """Write kilometres as metres."""
    return _KILOMETRES.sub(lambda found: f"{float(found[1]) * 1000:.0f} m", text)


def in_kilometres(text: str) -> str:
    """Write metres as kilometres."""
    return _METRES.sub(lambda found: f"{int(found[1]) / 1000:g} km", text)


def in_minutes(text: str) -> str:
    """Write hours as minutes."""
    text = _HOURS_MINUTES.sub(lambda found: f"{int(found[1]) * 60 + int(found[2])} minutes", text)
    return _HOURS.sub(lambda found: f"{float(found[1]) * 60:.0f} minutes", text)


def in_hours(text: str) -> str:
    """Write minutes as hours and minutes if there are more than sixty, in digits."""
    if _HOURS_MINUTES.search(text):
        return text

    def longer(found: re.Match[str]) -> str:
        hours, minutes = divmod(int(found[1]), 60)
        if not hours:
            return found[0]
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"

    return _MINUTES.sub(longer, text)


def abbreviated(text: str) -> str:
    """Abbreviate units after figures."""
    text = re.sub(r"(?<=\d) minutes?\b", " mins", text)
    text = re.sub(r"(?<=\d) hours?\b", " hrs", text)
    return re.sub(r"(?<=\d) (?:kilometers|kilometres)\b", " km", text)


def in_24_hours(text: str) -> str:
    """Write clock times without AM and PM."""

    def plain(found: re.Match[str]) -> str:
        hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
        return f"{hour:02d}:{found[2] or '00'}"

    return _CLOCK.sub(plain, text)


def options_in_minutes(question: Question) -> Question:
    """Write the hours of all options as minutes."""
    return replace(question, options=tuple(map(in_minutes, question.options)))


def options_in_24_hours(question: Question) -> Question:
    """Write the clock times of all options without AM and PM, unless two times share a suffix."""
    if any(_BARE.search(option) for option in question.options):
        return question
    return replace(question, options=tuple(map(in_24_hours, question.options)))
