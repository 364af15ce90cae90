"""Opening hours in other languages, rewritten in English word by word."""

from __future__ import annotations

import re
from functools import cache

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.languages.cldr import calendar_names, has_babel
from geoeval.calculators.languages.clocks import clock_pattern, spell_clock
from geoeval.calculators.languages.words import any_of, fold_case, read_words

_ENGLISH = {
    "closed": "Closed",
    "all_day": "Open 24/7",
    "daily": "Daily",
    "to": "-",
    "from": "from",
    "and": "and",
}
_COMMAS = str.maketrans("、،", ",,")
_LETTER = re.compile(r"(?![a-z])[^\W\d_]", re.IGNORECASE)

_GAPS = re.compile(r"\s+(?=[:,.])")


def hours_in_english(text: str) -> tuple[str, ...]:
    """Return the renderings of opening hours in English by the languages that know all words."""
    lines = ascii_digits(text).translate(_COMMAS).splitlines()
    folded = "\n".join(map(fold_case, lines))
    codes = [code for code, table in read_words().items() if "closed" in table and has_babel()]
    renderings = dict.fromkeys(_render(folded, code) for code in codes)
    return tuple(each for each in renderings if each != folded and not _LETTER.search(each))


def _render(text: str, code: str) -> str:
    pattern, english = _vocabulary(code)
    words = pattern.sub(lambda match: f" {english[match[0]]} ", text)
    times = clock_pattern().sub(lambda match: spell_clock(match) or match[0], words)
    return "\n".join(_GAPS.sub("", " ".join(line.split())) for line in times.splitlines())


@cache
def _vocabulary(code: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the words of hours in a language with their English, and a pattern for any of them."""
    table = read_words()[code]
    english = dict(calendar_names(code))
    for heading, word in _ENGLISH.items():
        english |= dict.fromkeys(table.get(heading, ()), word)
    # From kana on, scripts are written without spaces.
    letter = "[^\\W\\d_\u3040-\uffff]"
    return re.compile(rf"(?<!{letter})(?:{any_of(english)})(?!{letter})"), english
