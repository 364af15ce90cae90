"""Distances, durations and times of day in other languages, rewritten in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from geoeval.calculators import units
from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.languages.cldr import TEN_KM, Language, has_babel, load_languages
from geoeval.calculators.languages.words import all_words, any_of, fold_case, read_words

Dimension = Literal["distance", "duration"]

_FIND = {"distance": units.distances, "duration": units.find_all_durations}
_MAYBE_FOREIGN = re.compile(r"\d|(?![a-z])[^\W\d_]")
# One figure that only English reads, so that most options need no further look.
_PLAIN = re.compile(
    r"(?:about )?\d+(?:,\d{3})*(?:\.\d{1,2})? ?(?:km|m|mi|miles?|met(?:er|re)s?|kilomet(?:er|re)s?"
    r"|(?:hours? \d+ )?min(?:ute)?s?)"
)
_NOT_A_DIGIT = re.compile(r"\D")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = r"\d+(?:[.,' ]\d+)*"
# Figures that English writes otherwise: "3,5", "1.234.567", "1 234".
_OTHER_SEPARATORS = re.compile(r"\d,\d{1,2}(?!\d|,)|\d\.\d{3}\.|\d\s\d{3}(?!\d)")
# Three digits after a comma or point may be thousands.
_CLEAR_DECIMAL = re.compile(r"0[.,]\d+|\d+[.,](?:\d{1,2}|\d{4,})")


class Written(NamedTuple):
    """A figure in English, its amount in the base unit, and whether its separators are usual."""

    text: str
    amount: Decimal
    is_usual: bool


def in_english(options: Sequence[str], dimension: Dimension) -> tuple[str, ...]:
    """Return options with the figures of other languages rewritten in English.

    The language is the one that reads most options, separators as it writes them. If several do
    and differ, options stay as they are.
    """
    options = tuple(options)
    if all(_PLAIN.fullmatch(each) or _is_plain_english(each, dimension) for each in options):
        return options
    return _rewrite(options, dimension)


def needs_babel(options: Sequence[str], dimension: Dimension) -> bool:
    """Return whether an option may be a figure of another language and Babel is not installed."""
    return not has_babel() and any(
        re.search(r"\d", ascii_digits(option)) and not _is_plain_english(option, dimension)
        for option in options
    )


@lru_cache(maxsize=4096)
def _is_plain_english(option: str, dimension: Dimension) -> bool:
    """Return whether an option has nothing that only another language may read."""
    text = ascii_digits(option).lower()
    figures = _FIND[dimension](text)
    return _is_english_around(text, figures) and not _OTHER_SEPARATORS.search(text)


def _is_english_around(text: str, figures: Sequence[units.Figure]) -> bool:
    """Return whether what surrounds figures has no number and no letter of another language."""
    for figure in reversed(figures):
        text = f"{text[: figure.start]} {text[figure.end :]}"
    return not _MAYBE_FOREIGN.search(text) and _ONES.isdisjoint(_WORD.findall(text))


# "1 km en route" is English.
_ONES = all_words("one") - {"a", "an", "en", "one"}


@lru_cache(maxsize=4096)
def _rewrite(options: tuple[str, ...], dimension: Dimension) -> tuple[str, ...]:
    readings = [_read_english(options, dimension)]
    readings += [_read_in_language(options, dimension, each) for each in load_languages()]
    readings = _keep_best(readings)
    first, *others = readings
    if any(_amounts(other) != _amounts(first) for other in others):
        return options
    return tuple(first[i].text if i in first else option for i, option in enumerate(options))


def _keep_best(readings: list[dict[int, Written]]) -> list[dict[int, Written]]:
    """Return the readings of most options, with usual separators if any has only these."""
    most = max(map(len, readings))
    readings = [reading for reading in readings if len(reading) == most]
    usual = [each for each in readings if all(written.is_usual for written in each.values())]
    return usual or readings


def _amounts(reading: dict[int, Written]) -> dict[int, Decimal]:
    return {index: written.amount for index, written in reading.items()}


def _read_english(options: Sequence[str], dimension: Dimension) -> dict[int, Written]:
    read = {}
    for index, option in enumerate(options):
        text = ascii_digits(option).lower()
        figures = _FIND[dimension](text)
        if len(figures) == 1 and _is_english_around(text, figures):
            is_usual = not _OTHER_SEPARATORS.search(text)
            read[index] = Written(option, figures[0].number.amount, is_usual)
    return read


def _read_in_language(
    options: Sequence[str], dimension: Dimension, language: Language
) -> dict[int, Written]:
    read = {
        i: _read_figure(fold_case(ascii_digits(o)), dimension, language.code)
        for i, o in enumerate(options)
    }
    return {index: written for index, written in read.items() if written is not None}


@cache
def _figure_pattern(dimension: Dimension, code: str) -> re.Pattern[str]:
    """Return the pattern of a figure with its hedges; parts are read by ``_part_pattern``."""
    table = read_words()[code]
    part = _part_pattern(dimension, code).pattern
    part = re.sub(r"\?P<\w+>", "?:", part)
    about = any_of(table["about"])
    joins = rf"\s*(?:,|{any_of(table['and'])})?\s*" if "and" in table else r"\s*,?\s*"
    return re.compile(
        rf"(?:(?:{about})[\s.]*)?(?P<figure>{part}(?:{joins}{part})*)(?:\s*(?:{about}))?\.?"
    )


@cache
def _part_pattern(dimension: Dimension, code: str) -> re.Pattern[str]:
    """Return the pattern of a number with its unit, or of a unit that includes its count."""
    language = _language(code)
    count = rf"(?P<number>{_NUMBER})"
    if ones := read_words()[code].get("one"):
        count = rf"(?:{count}|(?P<one>{any_of(ones)}))"
    names = any_of(language.units[dimension])
    bare = any_of(language.bare[dimension])
    also = rf"|(?P<bare>{bare})" if bare else ""
    return re.compile(rf"(?:{count}\s*(?P<unit>{names})\.?{also})")


def _language(code: str) -> Language:
    return next(each for each in load_languages() if each.code == code)


@lru_cache(maxsize=8192)
def _read_figure(text: str, dimension: Dimension, code: str) -> Written | None:
    """Return the figure that a folded text is in a language, or None."""
    match = _figure_pattern(dimension, code).fullmatch(text)
    if match is None:
        return None
    language = _language(code)
    parts, usual = [], True
    for part in _part_pattern(dimension, code).finditer(match["figure"]):
        if part.groupdict().get("bare"):
            count, unit = language.bare[dimension][part["bare"]]
            parts.append(f"{count} {unit}")
            continue
        number = _plain_number(part["number"] or "1", language)
        if number is None:
            return None
        parts.append(_name_unit(number[0], language.units[dimension][part["unit"]]))
        usual = usual and number[1]
    written = " ".join(parts)
    figure = units.parse_whole(written, _FIND[dimension])
    return None if figure is None else Written(written, figure.amount, usual)


def _name_unit(number: str, unit: str) -> str:
    """Return a number with its unit, which English lacks for ten kilometres."""
    if unit == TEN_KM:
        return f"{Decimal(number).scaleb(1):f} kilometer"
    return f"{number} {unit.replace('-', ' ')}"


@cache
def _usual_number(decimal: str, group: str) -> re.Pattern[str]:
    separators = f"[ '{re.escape(group)}]"
    whole = rf"(?!0)\d{{1,3}}(?:{separators}\d{{3}})+|(?!0)\d{{1,2}}(?:,\d{{2}})+,\d{{3}}|\d+"
    return re.compile(rf"(?P<whole>{whole})(?:{re.escape(decimal)}(?P<decimals>\d+))?")


def _plain_number(written: str, language: Language) -> tuple[str, bool] | None:
    """Return a number in ASCII digits with a decimal point, and whether it is written as usual.

    None if its separators may mean something else: in French "1.234" is not a number.
    """
    if match := _usual_number(language.decimal, language.group).fullmatch(written):
        whole = _NOT_A_DIGIT.sub("", match["whole"])
        return f"{whole}.{match['decimals']}" if match["decimals"] else whole, True
    return (written.replace(",", "."), False) if _CLEAR_DECIMAL.fullmatch(written) else None
