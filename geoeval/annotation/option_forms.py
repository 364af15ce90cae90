"""Values as the options of a question write them: their unit, rounding, clock and compass."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.digits import WORDS, ascii_digits, parse_number
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.compass import POINTS
from geoeval.calculators.units import DISTANCES, DURATIONS
from geoeval.generation.draft import COARSE, format_value
from geoeval.query.values import Clock, Quantity
from geoeval.text import pluralise
from geoeval.verification.labels.readings import read_compass, read_figures
from geoeval.world.categories import category_of, singular

_ONE_NUMBER = re.compile(
    rf"(\D*?)(\d+(?:,\d{{3}})*(?:\.\d+)?|\b{WORDS}\b)(\s*)(\D*)", re.IGNORECASE
)
_NOUN = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_CLOCK_12 = re.compile(r"\d{1,2}(?P<mark>[:.])?(?:\d\d)?(?P<gap>\s?)(?P<half>[AaPp]\.?[Mm]\.?)")
_CLOCK_24 = re.compile(r"(?P<hour>\d{1,2}):\d\d")
_SIZES = {
    unit: [float(each.size) for each in grammar.units]
    for unit, grammar in (("m", DISTANCES), ("s", DURATIONS))
}
"""Sizes of the units in which options state lengths and times."""
_SYMBOLS = frozenset("h km m mi nmi s yd".split())
_PLURALS = {"foot": "feet", "ft": "ft", "person": "people"}
_SINGULARS = {plural: one for one, plural in _PLURALS.items()}
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_DECIMALS = re.compile(r"\d\.\d")
_GRAINS = {"m": (1000, 500, 100, 50, 10), "s": COARSE}
"""Round steps in metres and seconds, coarsest first, in which people give lengths and times."""
_MAX_CHANGE = 0.1
"""The share by which a round step may change a number: 44 mins are about 45, 9 mins are not 15."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    """The text around the number of an option, the size of its unit, and how the number looks.

    ``is_one`` is whether the text after the number is that of a single thing.
    """

    before: str
    gap: str
    after: str
    is_one: bool
    size: float
    decimals: int
    grouping: str
    in_words: bool
    capital: bool

    def round(self, amount: float) -> float:
        digits = 10.0**self.decimals
        return float(math.floor(amount / self.size * digits + 0.5) / digits)

    def write(self, amount: float) -> str:
        number = self.round(amount)
        written = f"{number:{self.grouping}.{self.decimals}f}"
        is_one = written == "1"
        if self.in_words and number < len(_WORDS):
            written = _WORDS[int(number)]
            written = written.capitalize() if self.capital else written
        after = self.after if is_one == self.is_one else _inflect(self.after, is_one=is_one)
        return f"{self.before}{written}{self.gap}{after}"


def _inflect(text: str, *, is_one: bool) -> str:
    """Return the text after a number with its noun in the singular or the plural.

    The noun is the longest kind of place at the start, or else the first word.
    """
    found = _NOUN.match(text)
    if found is None:
        return text
    words = found[0].split(" ")
    phrases = (" ".join(words[:end]) for end in range(len(words), 0, -1))
    noun = next(filter(category_of, phrases), words[0])
    return _change_number(noun, is_one=is_one) + text[len(noun) :]


def _change_number(noun: str, *, is_one: bool) -> str:
    """Return a noun in the singular or the plural; symbols of units have no plural."""
    irregular = (_SINGULARS if is_one else _PLURALS).get(noun)
    if irregular is not None or noun in _SYMBOLS:
        return irregular or noun
    one = singular(noun)
    if not is_one:
        return noun if len(one) < len(noun) else pluralise(noun)
    return noun[: len(one)] if noun.casefold().startswith(one) else one


def write_number(value: Quantity | Clock, options: Sequence[str], *, coarsely: bool = True) -> str:
    """Return a number with the unit and the last digit of the options that state such numbers.

    If all of them are round, so is the number, unless ``coarsely`` is False. If no option states
    a number, it is written as a map service writes it.
    """
    if isinstance(value, Clock):
        return _write_clock(value, options)
    readings = read_figures(options, value)
    stated = [(text, each.amount) for text, each in zip(options, readings, strict=True) if each]
    amount = _round_as_coarsely(value, stated) if coarsely else value.amount
    styles = _read_styles(stated, _SIZES.get(value.unit, [1.0]))
    if not styles or _have_map_form(stated, value):
        return format_value(replace(value, amount=amount))
    fitting = [each for each in styles if each.size <= amount]
    chosen = max(fitting, key=_unit_size) if fitting else min(styles, key=_unit_size)
    if amount and not chosen.round(amount):
        return format_value(replace(value, amount=amount))
    return chosen.write(amount)


def _have_map_form(stated: Sequence[tuple[str, float]], value: Quantity) -> bool:
    """Return whether options are written as by a map service, which fits units to numbers."""
    if value.unit not in _GRAINS:  # a whole rating says nothing about the decimals of others
        return len(stated) == 1 and stated[0][0].isdigit()
    return all(text == format_value(replace(value, amount=amount)) for text, amount in stated)


def _unit_size(style: _Style) -> float:
    return style.size


def _round_as_coarsely(value: Quantity, stated: Sequence[tuple[str, float]]) -> float:
    """Return a number rounded to the coarsest round step that all options share."""
    for grain in _GRAINS.get(value.unit, ()) if stated else ():
        near = math.floor(value.amount / grain + 0.5) * grain
        if all(amount % grain == 0 and not _DECIMALS.search(text) for text, amount in stated) and (
            abs(near - value.amount) <= _MAX_CHANGE * value.amount
        ):
            return float(near)
    return value.amount


def _read_styles(stated: Sequence[tuple[str, float]], sizes: Sequence[float]) -> list[_Style]:
    """Return the styles of options that contain one number, the finest decimals of each unit."""
    styles: dict[float, _Style] = {}
    for text, amount in stated:
        found = _ONE_NUMBER.fullmatch(ascii_digits(text).strip())
        number = parse_number(found[2]) if found else 0.0
        # "2 and a half hours" has no unit of its own, so its words fit no other number.
        size = next((each for each in sizes if math.isclose(number * each, amount)), None)
        if found is None or size is None or not number:
            continue
        known = styles.get(size)
        is_one = number == 1 and (known is None or known.is_one)
        styles[size] = _Style(
            before=found[1],
            gap=found[3],
            after=known.after if known and number == 1 else found[4],
            is_one=is_one,
            size=size,
            decimals=max(len(found[2].partition(".")[2]), known.decimals if known else 0),
            grouping="" if number >= 1000 and "," not in found[2] else ",",
            in_words=found[2].isalpha() and (known is None or known.in_words),
            capital=found[2].istitle(),
        )
    return list(styles.values())


def _write_clock(value: Clock, options: Sequence[str]) -> str:
    """Return a time of day on the clock of the options, with their AM and PM.

    A full hour has no minutes if no option has them.
    """
    plain = format_value(value)
    found = [each for text in options if (each := _CLOCK_12.fullmatch(text.strip()))]
    if found:
        meridiem = next((each for each in found if each["mark"]), found[0])
        marks = ("am", "pm") if meridiem["half"].islower() else ("AM", "PM")
        if "." in meridiem["half"]:
            marks = (f"{marks[0][0]}.{marks[0][1]}.", f"{marks[1][0]}.{marks[1][1]}.")
        time, _, half = plain.partition(" ")
        time = time.replace(":", meridiem["mark"]) if meridiem["mark"] else time.removesuffix(":00")
        return f"{time}{meridiem['gap']}{marks[half == 'PM']}"
    hours = [each["hour"] for text in options if (each := _CLOCK_24.fullmatch(text.strip()))]
    if not hours:
        return plain
    text = clock_text(value.minute % DAY_MIN)
    return text.removeprefix("0") if any(len(each) == 1 for each in hours) else text


def write_direction(degrees: float, options: Sequence[str]) -> str:
    """Return the nearest of eight compass points, in letters or in words as the options are."""
    point = cardinal(degrees, 8)
    stated = [text for text in map(str.strip, options) if read_compass(text) is not None]
    if any(text in POINTS for text in stated):
        return point.value
    return point.word.lower() if stated and all(map(str.islower, stated)) else point.word
