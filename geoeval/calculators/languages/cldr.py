"""Units and separators of numbers of other languages, from the CLDR data of Babel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Literal

from geoeval.calculators.languages.words import fold_case, read_words

TEN_KM = "mile-scandinavian"
"""The Swedish "mil", which is also a plural of the mile in Polish, Czech and Turkish."""

UNITS = {
    "duration": ("week", "day", "hour", "minute", "second"),
    "distance": ("kilometer", "meter", "mile", "yard", "foot", "nautical-mile", TEN_KM),
}
"""The units of each dimension, by their CLDR name, which is also English."""

_WIDTHS: tuple[Literal["long", "short"], ...] = ("long", "short")
_PREFIX = {"duration": "duration", "distance": "length"}
# In some language, these take each form that a number can demand (Arabic has six).
_COUNTS = (1, 2, 3, 5, 11, 100, 1.5)


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes figures: separators, and units of each dimension by their names.

    ``bare`` has the units that include their count: Arabic has a word for two hours.
    """

    code: str
    decimal: str
    group: str
    units: dict[str, dict[str, str]]
    bare: dict[str, dict[str, tuple[int, str]]]


def has_babel() -> bool:
    """Return whether Babel is installed."""
    return find_spec("babel") is not None


@cache
def load_languages() -> tuple[Language, ...]:
    """Return all languages of ``words.toml``; none without Babel."""
    return tuple(map(_load_language, read_words())) if has_babel() else ()


def _load_language(code: str) -> Language:
    from babel.numbers import get_decimal_symbol, get_group_symbol

    units: dict[str, dict[str, str]] = {}
    bare: dict[str, dict[str, tuple[int, str]]] = {}
    for dimension, names in UNITS.items():
        spelled, counted = units.setdefault(dimension, {}), bare.setdefault(dimension, {})
        for name in names:
            for count, form in _unit_forms(code, f"{_PREFIX[dimension]}-{name}"):
                if count is None:
                    spelled.setdefault(form, name)
                else:
                    counted.setdefault(form, (count, name))
    group = get_group_symbol(locale=code)
    return Language(
        code=code,
        decimal=get_decimal_symbol(locale=code),
        group=" " if group.isspace() else group,
        units=units,
        bare=bare,
    )


def _unit_forms(code: str, unit: str) -> list[tuple[int | None, str]]:
    """Return the names of a unit, each with its count if the name includes it."""
    from babel.numbers import format_decimal
    from babel.units import format_unit

    forms: list[tuple[int | None, str]] = []
    # Abbreviated, nautical miles are "M" in Spanish and "Mm" in Polish, like shorter lengths.
    for width in _WIDTHS[:1] if unit == "length-nautical-mile" else _WIDTHS:
        for count in _COUNTS:
            number = fold_case(format_decimal(count, locale=code))
            written = fold_case(format_unit(count, unit, width, locale=code))
            before, found, after = written.partition(number)
            if found:
                forms.append((None, (before + after).strip(" .")))
            else:
                forms.append((int(count), written.strip(" .")))
    return forms


@cache
def calendar_names(code: str) -> dict[str, str]:
    """Return the English name of each weekday and month by its names in a language.

    A name with several meanings is left out.
    """
    from babel.dates import get_day_names, get_month_names

    meanings: dict[str, set[str]] = {}
    for find in (get_day_names, get_month_names):
        english = find("wide", "format", "en")
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for number, name in find(width, context, code).items():
                    meanings.setdefault(fold_case(name).rstrip("."), set()).add(english[number])
    return {name: found.pop() for name, found in meanings.items() if len(found) == 1}


@cache
def day_periods() -> dict[str, str]:
    """Return "am", "pm", "noon" or "midnight" by its word in any language; empty without Babel.

    A word with several meanings is left out.
    """
    meanings: dict[str, set[str]] = {}
    for code in read_words() if has_babel() else ():
        for word, period in _periods_of(code):
            meanings.setdefault(word, set()).add(period)
    return {word: found.pop() for word, found in meanings.items() if word and len(found) == 1}


def _periods_of(code: str) -> list[tuple[str, str]]:
    from babel.dates import get_period_names

    return [
        (fold_case(word), period)
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for period, word in get_period_names(width, context, code).items()
        if period in {"am", "pm", "noon", "midnight"}
    ]
