"""Times of day in other languages, rewritten in English: "오후 3시 30분" is "3:30 pm"."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.languages.cldr import day_periods
from geoeval.calculators.languages.words import all_words, any_of, fold_case

_NAMED = frozenset({"noon", "midnight"})


@cache
def clock_pattern() -> re.Pattern[str]:
    """Return the pattern of a time of day in lower case, with the groups of its parts."""
    hour, minute = any_of(all_words("hour")), any_of(all_words("minute"))
    periods = [word for word, period in day_periods().items() if period not in _NAMED]
    period = any_of(periods) or "(?!)"
    return re.compile(
        rf"(?:(?P<before>{period})\s*)?(?P<hour>\d{{1,2}})"
        rf"(?:\s?(?P<mark>[:.h]|{hour})(?:\s?(?P<minute>[0-5]?\d)(?:\s?(?:{minute}|{hour}))?)?)?"
        rf"(?:\s*(?P<after>{period}))?(?![\d:])"
    )


@cache
def _option_pattern() -> re.Pattern[str]:
    about = any_of(all_words("about"))
    return re.compile(
        rf"(?:(?:{about})\s*)?(?P<clock>{clock_pattern().pattern})(?:\s*(?:{about}))?\.?"
    )


@lru_cache(maxsize=4096)
def clock_in_english(option: str) -> str:
    """Return an option that is a time of day of another language in English, else unchanged."""
    folded = fold_case(ascii_digits(option))
    period = day_periods().get(folded)
    if period in _NAMED:
        return period
    match = _option_pattern().fullmatch(folded)
    return option if match is None else spell_clock(match) or option


def spell_clock(match: re.Match[str]) -> str | None:
    """Return a match of ``clock_pattern`` in English; None if it may be another figure."""
    period = match["before"] or match["after"]
    minute, mark = match["minute"] or "", match["mark"]
    is_padded = len(minute) == 2 or mark not in {":", ".", "h"}
    if not (period or mark) or (minute and not is_padded) or (mark in {":", "."} and not minute):
        return None
    half = f" {day_periods()[period]}" if period else ""
    return f"{match['hour']}:{minute or '00':0>2}{half}"
