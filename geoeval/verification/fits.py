"""Numbers, times, bearings and yes or no in option texts, and which options fit a value."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from geoeval.calculators.agreement import tolerance
from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.digits import DIGITS, WORDS, parse_number
from geoeval.calculators.filters.kinds import PRICE_LEVELS
from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.units import (
    ascii_digits,
    clock_has_meridiem,
    find_clocks,
    find_distances,
    find_durations,
)
from geoeval.query.values import Bearing, Clock, Quantity, Unit, YesNo
from geoeval.understanding.vocabulary.text import clean

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


_UNSAID: dict[Unit, tuple[float, ...]] = {"m": (1.0, 1000.0), "s": (60.0, 3600.0, 1.0)}
_COUNTS = {"none": 0.0, "no": 0.0, "once": 1.0, "twice": 2.0, "thrice": 3.0, "both": 2.0}
_LEVELS = {
    **PRICE_LEVELS,
    "cheap": 1,
    **{"$" * level: level for level in range(1, 5)},
}
_NUMBER = re.compile(rf"(?<![\w.]){DIGITS}(?!\w*\d)|\b(?:{WORDS}|{'|'.join(_COUNTS)})\b")
_NOT_A_POINT = re.compile(
    r"\b(?:more|less|fewer|over|under|above|below|least|most|between|exceeds?)\b"
    r"|\d\s*(?:\+|[-~/]\s*\d)|[<>≤≥]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number as an option writes it: in metres or seconds where ``unit`` is said, else bare.

    ``half`` is half of one unit of its last digit.
    """

    amount: float
    half: float
    unit_said: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an option says in the unit of the value, and the half-width of its rounding."""

    amount: float
    half: float = 0.0


def read_figure(text: str, unit: Unit) -> Figure | None:
    """Return the number that an option states, or None where it states none or a range.

    Examples
    --------
    >>> read_figure("13.45 kilometers", "m")
    Figure(amount=13450.0, half=5.0, unit_said=True)
    >>> read_figure("2 hour 13 mins", "s")
    Figure(amount=7980.0, half=30.0, unit_said=True)
    >>> read_figure("Two", "count").amount
    2.0
    >>> read_figure("more than 5", "count") is None
    True
    """
    plain = ascii_digits(clean(text)).casefold().strip().rstrip(".")
    if unit == "level" and plain in _LEVELS:
        return Figure(amount=float(_LEVELS[plain]), half=0.0)
    if unit == "stars":
        plain = re.sub(r"(?<=\d)\s*(?:/|out of)\s*5\b", "", plain)
    if _NOT_A_POINT.search(plain):
        return None
    lengths, times = find_distances(plain), find_durations(plain)
    if unit == "m" and len(lengths) == 1:
        return _with_unit(plain, lengths[0])
    if unit == "s" and len(times) == 1:
        return _with_unit(plain, times[0])
    bare = _NUMBER.findall(plain)
    if lengths or times or len(bare) != 1:
        return None
    if bare[0] in _COUNTS:
        return Figure(amount=_COUNTS[bare[0]], half=0.0) if unit == "count" else None
    return Figure(amount=parse_number(bare[0]), half=tolerance(bare[0]))


def _with_unit(text: str, found: tuple[int, int, float]) -> Figure:
    """Return a figure in metres or seconds; one in words was not rounded."""
    start, end, amount = found
    written = text[start:end]
    half = tolerance(written) if any(letter.isdigit() for letter in written) else 0.0
    return Figure(amount=float(amount), half=half, unit_said=True)


def _unsaid_scale(figures: Sequence[Figure], value: Quantity) -> float:
    """Return the size of the unit that figures without one have, judged by the middle one."""
    sizes = sorted(figure.amount for figure in figures)
    size, amount = sizes[len(sizes) // 2], abs(value.amount)
    if not size or not amount:
        return _UNSAID[value.unit][0]
    return min(_UNSAID[value.unit], key=lambda scale: abs(math.log(size * scale / amount)))


def read_figures(
    options: Sequence[str], value: Quantity, total: int | None = None
) -> tuple[Reading | None, ...]:
    """Return what each option says in the unit of a value.

    Examples
    --------
    >>> read_figures(["63.45", "61.224 "], Quantity(amount=61_000, unit="m"))
    (Reading(amount=63450.0, half=5.0), Reading(amount=61224.0, half=0.5))
    >>> read_figures(["None", "All", ""], Quantity(amount=3, unit="count"), total=4)
    (Reading(amount=0.0, half=0.0), Reading(amount=4.0, half=0.0), None)
    """
    figures = [read_figure(option, value.unit) for option in options]
    if value.unit not in _UNSAID:
        exact = [Reading(amount=figure.amount) if figure else None for figure in figures]
        whole = None if total is None else Reading(amount=float(total))
        return tuple(
            (whole if _is_all(option) else None) or reading
            for option, reading in zip(options, exact, strict=True)
        )
    bare = [figure for figure in figures if figure is not None and not figure.unit_said]
    scale = _unsaid_scale(bare, value) if bare else 1.0
    sized = [
        _scaled(figure, 1.0 if figure.unit_said else scale) if figure else None
        for figure in figures
    ]
    if value.unit != "m":
        return tuple(sized)
    step = _common_step([reading.amount for reading in sized if reading is not None])
    return tuple(
        Reading(amount=reading.amount, half=max(reading.half, step / 2)) if reading else None
        for reading in sized
    )


def _scaled(figure: Figure, scale: float) -> Reading:
    """Return a figure in the unit of the value."""
    return Reading(amount=round(figure.amount * scale, 6), half=round(figure.half * scale, 6))


def _common_step(amounts: Sequence[float]) -> float:
    """Return the largest power of ten of which several different lengths are multiples, else 0."""
    if len(set(amounts)) < 2:
        return 0.0
    step = 0.0
    for power in range(1, 7):
        if any(amount % 10**power for amount in amounts):
            break
        step = 10.0**power
    return step


def _is_all(option: str) -> bool:
    """Return whether an option says "all", with or without words after it."""
    words = re.findall(r"[^\W\d_]+", clean(option).casefold())
    return bool(words) and words[0] == "all"


RELATIVE_SLACK = 0.02
FLOAT_NOISE = 1e-9
CLEARLY = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fits:
    """The options that agree with a value, each with what it says: the same key, the same answer.

    ``margin`` is how much farther off the runner-up is, in the unit of the value.
    """

    options: dict[int, Hashable] = field(default_factory=dict)
    margin: float | None = None
    notes: tuple[str, ...] = ()


def _nearest(off: dict[int, float], says: dict[int, Hashable]) -> tuple[list[int], float | None]:
    """Return the options nearest to the value that no other clearly beats, and the margin."""
    least = min(off.values())
    near = [index for index, distance in off.items() if distance < least * CLEARLY]
    near = near or [index for index, distance in off.items() if distance == least]
    first = min(off, key=lambda index: (off[index], index))
    others = [distance for index, distance in off.items() if says[index] != says[first]]
    return near, (min(others) - least if others else None)


def fit_quantity(value: Quantity, options: Sequence[str], total: int | None = None) -> Fits:
    """Compare a number with the options.

    Examples
    --------
    >>> list(fit_quantity(Quantity(amount=181_700, unit="m"), ["180 km", "205 km"]).options)
    [0]
    >>> list(fit_quantity(Quantity(amount=5940, unit="s"), ["98 mins", "100 mins"]).options)
    []
    """
    read = read_figures(options, value, total)
    readings = {index: reading for index, reading in enumerate(read) if reading is not None}
    if not readings:
        return Fits()
    off = {index: abs(reading.amount - value.amount) for index, reading in readings.items()}
    says: dict[int, Hashable] = {index: reading.amount for index, reading in readings.items()}
    near, margin = _nearest(off, says)
    slack = value.tolerance + FLOAT_NOISE * max(1.0, abs(value.amount))
    inside = [index for index in near if off[index] <= readings[index].half + slack]
    if inside:
        return Fits(options={index: says[index] for index in inside}, margin=margin)
    if value.unit != "m" or not all(_close(off[i], readings[i], value) for i in near):
        return Fits(margin=margin)
    least = min(off[index] for index in near)
    note = f"no option is equal; the nearest is off by {least:.4g} m"
    return Fits(options={index: says[index] for index in near}, margin=margin, notes=(note,))


def _close(off: float, reading: Reading, value: Quantity) -> bool:
    """Return whether a length that is not equal may still be the one that is meant."""
    return off <= max(2 * reading.half, RELATIVE_SLACK * abs(value.amount))


def fit_clock(value: Clock, options: Sequence[str]) -> Fits:
    """Compare a time of day with the options, exactly; a bound may be met from its safe side.

    Examples
    --------
    >>> deadline = Clock(minute=937, bound="latest")
    >>> list(fit_clock(deadline, ["3:00 PM", "3:30 PM", "4:00 PM"]).options)
    [1]
    """
    read = {i: clock for i, option in enumerate(options) if (clock := read_clock(option))}
    wanted = value.minute % DAY_MIN
    exact = {i: wanted for i, clock in read.items() if wanted in clock.minutes}
    slips = {i: wanted for i, clock in read.items() if wanted in clock.slips}
    gaps = [
        min(abs(minute - wanted) for minute in clock.minutes)
        for i, clock in read.items()
        if i not in exact
    ]
    margin = float(min(gaps)) if gaps else None
    if exact:
        return Fits(options=dict(exact), margin=margin)
    if slips:
        return Fits(options=dict(slips), notes=("read with AM for PM at noon",))
    if value.bound == "exact" or not read:
        return Fits(margin=margin)
    sign = 1 if value.bound == "latest" else -1
    spare = {
        i: min((s for m in clock.minutes if (s := sign * (wanted - m)) >= 0), default=DAY_MIN)
        for i, clock in read.items()
    }
    least = min(spare.values())
    if least == DAY_MIN:
        return Fits(margin=margin)
    note = f"no option is exact; the {value.bound} that still holds has {least} min to spare"
    return Fits(options={i: s for i, s in spare.items() if s == least}, notes=(note,))


def fit_yes_no(value: YesNo, options: Sequence[str]) -> Fits:
    """Compare a yes or no with the options."""
    read = {i: yes for i, option in enumerate(options) if (yes := read_yes_no(option)) is not None}
    return Fits(options={i: yes for i, yes in read.items() if yes == value.yes})


def fit_bearing(value: Bearing, options: Sequence[str], reach: float | None = None) -> Fits:
    """Compare a bearing with the compass points that the options use.

    Examples
    --------
    >>> list(fit_bearing(Bearing(degrees=43.9), ["North", "East", "South", "West"]).options)
    [0]
    """
    points = {i: p for i, option in enumerate(options) if (p := read_compass(option)) is not None}
    if not points:
        return Fits()
    if reach is None:
        used = set(points.values())
        four = all(p % 90 == 0 for p in used) or all(p % 90 == 45 for p in used)
        reach = 45.0 if four else 22.5 if all(p % 45 == 0 for p in used) else 11.25
    off = {index: angle_between(point, value.degrees) for index, point in points.items()}
    least = min(off.values())
    others = [off[index] for index in off if off[index] > least + FLOAT_NOISE]
    margin = min(others) - least if others else None
    if least > reach + FLOAT_NOISE:
        return Fits(margin=margin)
    return Fits(options={i: points[i] for i in off if off[i] <= least + FLOAT_NOISE}, margin=margin)
