"""Numbers as the options of a question write them: their unit, their rounding, their clock."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.digits import ascii_digits
from geoeval.generation.draft import COARSE, format_value
from geoeval.query.values import Clock, Quantity
from geoeval.verification.labels.readings import read_figures
from geoeval.world.categories import singular

_ONE_NUMBER = re.compile(r"(\D*?)(\d+(?:,\d{3})*(?:\.\d+)?)(\s*)([^\W\d]*)(\D*)")
_CLOCK_12 = re.compile(r"\d{1,2}(?P<mark>[:.])?(?:\d\d)?(?P<gap>\s?)(?P<half>[AaPp]\.?[Mm]\.?)")
_CLOCK_24 = re.compile(r"\d{1,2}:\d\d")
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_DECIMALS = re.compile(r"\d\.\d")
_GRAINS = {"m": (1000, 500, 100, 50, 10), "s": COARSE}
"""Round steps in metres and seconds, coarsest first, in which people give lengths and times."""
_MAX_CHANGE = 0.1
"""The share by which a round step may change a number: 44 mins are about 45, 9 mins are not 15."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    """The text around the number of an option, the size of its unit, and how its digits look."""

    before: str
    gap: str
    word: str
    after: str
    size: float
    decimals: int
    grouping: str

    def round(self, amount: float) -> float:
        digits = 10.0**self.decimals
        return float(math.floor(amount / self.size * digits + 0.5) / digits)

    def write(self, amount: float) -> str:
        number = self.round(amount)
        word = singular(self.word) if number == 1 else self.word
        written = f"{number:{self.grouping}.{self.decimals}f}"
        return f"{self.before}{written}{self.gap}{word}{self.after}"


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
    if stated and all(text.casefold() in _WORDS for text, _ in stated) and amount < len(_WORDS):
        word = _WORDS[int(amount)]
        return word.capitalize() if stated[0][0].istitle() else word
    styles = _read_styles(stated)
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


def _read_styles(stated: Sequence[tuple[str, float]]) -> list[_Style]:
    """Return the styles of options that contain one number, the finest decimals of each unit."""
    styles: dict[float, _Style] = {}
    for text, amount in stated:
        found = _ONE_NUMBER.fullmatch(ascii_digits(text).strip())
        number = float(found[2].replace(",", "")) if found else 0.0
        if found is None or not number:
            continue
        size = float(f"{amount / number:.6g}")
        decimals = len(found[2].partition(".")[2])
        known = styles.get(size)
        styles[size] = _Style(
            before=found[1],
            gap=found[3],
            word=found[4] if known is None or number != 1 else known.word,
            after=found[5],
            size=size,
            decimals=max(decimals, known.decimals if known else 0),
            grouping="" if number >= 1000 and "," not in found[2] else ",",
        )
    return list(styles.values())


def _write_clock(value: Clock, options: Sequence[str]) -> str:
    """Return a time of day on the clock of the options, with their AM and PM."""
    plain = format_value(value)
    found = [_CLOCK_12.fullmatch(text.strip()) for text in options]
    if meridiem := next(filter(None, found), None):
        marks = ("am", "pm") if meridiem["half"].islower() else ("AM", "PM")
        if "." in meridiem["half"]:
            marks = (f"{marks[0][0]}.{marks[0][1]}.", f"{marks[1][0]}.{marks[1][1]}.")
        time, _, half = plain.partition(" ")
        time = time.replace(":", meridiem["mark"] or ":")
        return f"{time}{meridiem['gap']}{marks[half == 'PM']}"
    on_24_hours = any(_CLOCK_24.fullmatch(text.strip()) for text in options)
    return clock_text(value.minute % DAY_MIN) if on_24_hours else plain
