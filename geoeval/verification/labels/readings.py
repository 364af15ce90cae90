"""Read what an option states: a number and its rounding, a time of day, a compass point."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from geoeval.calculators import units
from geoeval.calculators.agreement import tolerance
from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.digits import DIGITS, WORDS, ascii_digits, parse_number
from geoeval.calculators.filters.kinds import PRICE_LEVELS
from geoeval.calculators.languages.clocks import clock_in_english
from geoeval.calculators.languages.figures import Dimension, in_english, needs_babel
from geoeval.calculators.languages.words import is_range, read_points, says
from geoeval.calculators.sphere.compass import Compass
from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.extras import how_to_install
from geoeval.query.values import Quantity, Unit, Value
from geoeval.understanding.choices import SYMBOL_STYLE, without_hedges
from geoeval.understanding.vocabulary.text import clean_text

_DIMENSIONS: dict[Unit, Dimension] = {"m": "distance", "s": "duration"}
_NO_UNIT: dict[Unit, tuple[float, ...]] = {"m": (1.0, 1000.0), "s": (60.0, 3600.0, 1.0)}
_COUNTS = {
    "none": 0.0,
    "neither": 0.0,
    "no": 0.0,
    "once": 1.0,
    "twice": 2.0,
    "thrice": 3.0,
    "both": 2.0,
}
_LEVELS = {
    **PRICE_LEVELS,
    "cheap": 1,
    **{"$" * level: level for level in range(1, 5)},
}
_NUMBER = re.compile(rf"(?<![\w.]){DIGITS}(?!\w*\d)|\b(?:{WORDS}|{'|'.join(_COUNTS)})\b")
_ONE_FIGURE = re.compile(r"[\d.,]+ ?[a-z]*")
_NOT_A_POINT = re.compile(
    r"\b(?:more|less|fewer|over|under|above|below|least|most|between|exceeds?)\b"
    r"|\d\s*(?:\+|[-~/]\s*\d)|[<>≤≥]"
)


def label_text(record: Record) -> str:
    """Return the label in words: the expected answer or the labelled option, else ""."""
    if record.expected is not None:
        return record.expected
    options, label = record.question.options, record.label
    return "" if label is None or label == UNANSWERABLE else options[label]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number in an option, in metres or seconds if ``has_unit``, otherwise without a unit.

    ``half`` is half a unit of the last digit.
    """

    amount: float
    half: float
    has_unit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The number in an option, in the unit of the value, and the half-width of its rounding."""

    amount: float
    half: float = 0.0


@lru_cache(maxsize=4096)
def read_figure(text: str, unit: Unit) -> Figure | None:
    """Return the number that an option states, or None if it states a range or no number."""
    plain = without_hedges(ascii_digits(clean_text(text)).casefold()).rstrip(".")
    if unit == "level" and plain in _LEVELS:
        return Figure(amount=float(_LEVELS[plain]), half=0.0)
    if unit == "stars":
        plain = re.sub(r"(?<=\d)\s*(?:/|out of)\s*5\b", "", plain)
    if _NOT_A_POINT.search(plain) or (not _ONE_FIGURE.fullmatch(plain) and is_range(plain)):
        return None
    figures: dict[Unit, Sequence[tuple[int, int, float]]] = {
        "m": units.find_distances(plain),
        "s": units.find_durations(plain),
    }
    matching = figures.get(unit, ())
    if len(matching) == 1:
        return _read_with_unit(plain, matching[0])
    return None if any(figures.values()) else _read_without_unit(plain, unit)


def _read_without_unit(text: str, unit: Unit) -> Figure | None:
    bare = _NUMBER.findall(text)
    if len(bare) != 1:
        none = unit == "count" and not bare and says("none", text)
        return Figure(amount=0.0, half=0.0) if none else None
    if bare[0] in _COUNTS:
        return Figure(amount=_COUNTS[bare[0]], half=0.0) if unit == "count" else None
    return Figure(amount=parse_number(bare[0]), half=tolerance(bare[0]))


def _read_with_unit(text: str, found: tuple[int, int, float]) -> Figure:
    """Return a figure in metres or seconds; a number in words has no rounding."""
    start, end, amount = found
    written = text[start:end]
    half = tolerance(written) if any(letter.isdigit() for letter in written) else 0.0
    return Figure(amount=float(amount), half=half, has_unit=True)


def _missing_unit_scale(figures: Sequence[Figure | None], value: Quantity) -> float:
    """Return the likeliest unit of figures without a unit, judged by their median."""
    sizes = sorted(each.amount for each in figures if each and not each.has_unit)
    size, amount = sizes[len(sizes) // 2] if sizes else 0.0, abs(value.amount)
    if not size or not amount:
        return _NO_UNIT[value.unit][0]
    return min(_NO_UNIT[value.unit], key=lambda scale: abs(math.log(size * scale / amount)))


def read_figures(
    options: Sequence[str], value: Quantity, total: int | None = None
) -> tuple[Reading | None, ...]:
    """Return the number in each option, in the unit of a value."""
    if value.unit in _DIMENSIONS:
        options = in_english(options, _DIMENSIONS[value.unit])
    figures = [read_figure(option, value.unit) for option in options]
    if value.unit not in _NO_UNIT:
        return tuple(map(partial(_read_count, total), options, figures))
    scale = _missing_unit_scale(figures, value)
    sized = [_scale_figure(figure, scale) if figure else None for figure in figures]
    return _set_common_step(sized) if value.unit == "m" else tuple(sized)


def describe_unread(options: Sequence[str], value: Value) -> str:
    """Return that figures of other languages need an extra, or an empty string."""
    dimension = _DIMENSIONS.get(value.unit) if isinstance(value, Quantity) else None
    if dimension is None or not needs_babel(options, dimension):
        return ""
    return f"; to read figures in other languages, {how_to_install('languages')}"


def _read_count(total: int | None, option: str, figure: Figure | None) -> Reading | None:
    """Return an exact figure; "all" means the total."""
    if total is not None and _is_all(option):
        return Reading(amount=float(total))
    return Reading(amount=figure.amount) if figure else None


def _set_common_step(readings: Sequence[Reading | None]) -> tuple[Reading | None, ...]:
    """Return lengths with at least the rounding that all of them seem to share."""
    half = _common_step([reading.amount for reading in readings if reading]) / 2
    return tuple(each and replace(each, half=max(each.half, half)) for each in readings)


def _scale_figure(figure: Figure, default_scale: float) -> Reading:
    """Return a figure in metres or seconds; ``default_scale`` applies if it has no unit."""
    scale = 1.0 if figure.has_unit else default_scale
    return Reading(amount=round(figure.amount * scale, 6), half=round(figure.half * scale, 6))


def _common_step(amounts: Sequence[float]) -> float:
    """Return the largest power of ten that divides several different lengths, or 0."""
    if len(set(amounts)) < 2:
        return 0.0
    step = 0.0
    for power in range(1, 7):
        if any(amount % 10**power for amount in amounts):
            break
        step = 10.0**power
    return step


def _is_all(option: str) -> bool:
    words = re.findall(r"[^\W\d_]+", clean_text(option).casefold())
    return bool(words) and words[0] == "all"


_ARROWS = {
    "↑": 0.0, "↗": 45.0, "→": 90.0, "↘": 135.0, "↓": 180.0, "↙": 225.0, "←": 270.0, "↖": 315.0,
    "⬆": 0.0, "➡": 90.0, "⬇": 180.0, "⬅": 270.0,
}  # fmt: skip
_POINT = re.compile(r"(north|south|east|west)(?:ern|erly|wards?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """The minutes of the day that an option may mean.

    ``slips`` has the minute with AM and PM swapped, because people write "12.10 am" for noon.
    """

    minutes: tuple[int, ...]
    slips: tuple[int, ...] = ()


@lru_cache(maxsize=4096)
def read_clock(text: str) -> ClockReading | None:
    """Return the time of day that an option states, or None unless it states exactly one."""
    plain = ascii_digits(clean_text(text)).strip()
    if re.fullmatch(r"\d{1,2}", plain):
        plain += ":00"
    clocks = units.find_clocks(f"at {plain}") if plain.isascii() else []
    if not clocks:
        plain = clock_in_english(plain)
        clocks = units.find_clocks(f"at {plain}")
    plain = f"at {plain}"
    if len(clocks) != 1:
        return None
    start, end, minute = clocks[0]
    stated, other = minute % DAY_MIN, (minute + DAY_MIN // 2) % DAY_MIN
    if not units.clock_has_meridiem(plain[start:end]):
        return ClockReading(minutes=(stated, other))
    return ClockReading(minutes=(stated,), slips=(other,) if stated // 60 in {0, 12} else ())


def read_bearings(options: Sequence[str]) -> dict[int, float]:
    """Return the compass point in each option that has one, in degrees clockwise from north.

    Options are read in English, or if English does not read all, in the language that reads most.
    """
    english = {
        i: point for i, text in enumerate(options) if (point := read_compass(text)) is not None
    }
    if len(english) == len(options):
        return english
    foreign = {i: point.degrees for i, point in read_points(options).items()}
    return foreign if len(foreign) > len(english) else english


@lru_cache(maxsize=4096)
def read_compass(text: str) -> float | None:
    """Return the compass point in an English option, in degrees clockwise from north, or None."""
    arrow = _ARROWS.get(SYMBOL_STYLE.sub("", text))
    if arrow is not None:
        return arrow
    letters = ""
    words = re.findall(r"[^\W\d_]+", clean_text(text).casefold())
    for word in words:
        if re.fullmatch(rf"(?:{_POINT.pattern})+", word):
            letters += "".join(point[0] for point in _POINT.findall(word))
    if not letters and len(words) == 1:
        letters = words[0]
    point = letters.upper()
    return Compass(point).degrees if point in list(Compass) else None
