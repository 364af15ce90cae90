"""Find the options that agree with a computed value, or test an answer in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.languages.words import says
from geoeval.calculators.sphere.bearing import angle_between
from geoeval.query import values
from geoeval.text import key_words
from geoeval.understanding.choices import ONLY, read_yes_no
from geoeval.understanding.vocabulary.text import clean_text, split_keys
from geoeval.verification.labels.naming import NameRanks, bare_name, segment_ranks
from geoeval.verification.labels.readings import (
    ClockReading,
    Reading,
    read_bearings,
    read_clock,
    read_figures,
)
from geoeval.verification.model import Match
from geoeval.world.names import best_match

T = TypeVar("T")
RELATIVE_SLACK = 0.02  # if no option equals the value, a length this close may be the intended one
FLOAT_NOISE = 1e-9
MAX_OFF_RATIO = 2.0  # an option twice as far off as the nearest is not considered


@dataclass(frozen=True, slots=True, kw_only=True)
class Fits:
    """The options that agree with a value, each with its content; equal content, equal answer.

    ``margin`` is how much farther off the runner-up is, in the unit of the value.
    """

    options: dict[int, Hashable] = field(default_factory=dict)
    margin: float | None = None
    notes: tuple[str, ...] = ()


def _read_options(read: Callable[[str], T | None], options: Sequence[str]) -> dict[int, T]:
    return {i: found for i, option in enumerate(options) if (found := read(option)) is not None}


def _find_equal(wanted: object, stated: Mapping[int, Hashable]) -> dict[int, Hashable]:
    return {index: found for index, found in stated.items() if found == wanted}


def _options_within(limit: float, off: Mapping[int, float]) -> tuple[list[int], float | None]:
    """Return the options within a limit, and the lead of the nearest over the other options."""
    least = min(off.values())
    others = [distance - least for distance in off.values() if distance > limit]
    near = [index for index, distance in off.items() if distance <= limit]
    return near, float(min(others)) if others else None


def _nearest_options(
    off: Mapping[int, float], readings: Mapping[int, Reading]
) -> tuple[dict[int, Hashable], float | None]:
    """Return the options that are about as near to the value as the nearest, and the margin."""
    least = min(off.values())
    limit = least * MAX_OFF_RATIO
    near = [i for i, distance in off.items() if distance == least or distance < limit]
    first = min(off, key=lambda index: (off[index], index))
    amounts = {index: reading.amount for index, reading in readings.items()}
    others = [distance for index, distance in off.items() if amounts[index] != amounts[first]]
    return {index: amounts[index] for index in near}, (min(others) - least if others else None)


def fit_quantity(value: values.Quantity, options: Sequence[str], total: int | None = None) -> Fits:
    """Compare a number with the options."""
    read = dict(enumerate(read_figures(options, value, total)))
    readings = {index: reading for index, reading in read.items() if reading is not None}
    if not readings:
        return Fits()
    off = {index: abs(reading.amount - value.amount) for index, reading in readings.items()}
    near, margin = _nearest_options(off, readings)
    slack = value.tolerance + FLOAT_NOISE * max(1.0, abs(value.amount))
    inside = {i: stated for i, stated in near.items() if off[i] <= readings[i].half + slack}
    if inside:
        return Fits(options=inside, margin=margin)
    if not all(_is_close(off[index], readings[index], value) for index in near):
        return Fits(margin=margin)
    note = f"no option is equal; the nearest is off by {min(off.values()):.4g} m"
    return Fits(options=near, margin=margin, notes=(note,))


def _is_close(off: float, reading: Reading, value: values.Quantity) -> bool:
    """Return whether a length that is not equal may be the intended one."""
    limit = max(2 * reading.half, RELATIVE_SLACK * abs(value.amount))
    return value.unit == "m" and off <= limit


def fit_clock(value: values.Clock, options: Sequence[str]) -> Fits:
    """Compare a time of day with the options exactly; a bound may be met from its safe side."""
    read = _read_options(read_clock, options)
    wanted = value.minute % DAY_MIN
    exact: dict[int, Hashable] = {i: wanted for i, clock in read.items() if wanted in clock.minutes}
    gaps = [abs(m - wanted) for i, clock in read.items() if i not in exact for m in clock.minutes]
    margin = min(map(float, gaps), default=None)
    if exact:
        return Fits(options=exact, margin=margin)
    slips: dict[int, Hashable] = {i: wanted for i, clock in read.items() if wanted in clock.slips}
    if slips:
        return Fits(options=slips, notes=("AM and PM are swapped in the hour after 12",))
    return _fit_bound(value, read, margin)


def _fit_bound(value: values.Clock, read: Mapping[int, ClockReading], margin: float | None) -> Fits:
    """Compare the latest or earliest time of day with options if none is exact."""
    if value.bound == "exact":
        return Fits(margin=margin)
    sign = 1 if value.bound == "latest" else -1
    spare: dict[int, Hashable] = {}
    least = DAY_MIN
    for i, clock in read.items():
        slacks = [sign * (value.minute % DAY_MIN - minute) for minute in clock.minutes]
        spare[i] = slack = min((minutes for minutes in slacks if minutes >= 0), default=DAY_MIN)
        least = min(least, slack)
    if least == DAY_MIN:
        return Fits(margin=margin)
    note = f"no option is exact; the {value.bound} feasible option has {least} min of slack"
    return Fits(options=_find_equal(least, spare), notes=(note,))


def fit_yes_no(value: values.YesNo, options: Sequence[str]) -> Fits:
    """Compare a yes or no with the options, unless those that agree differ in their reasons."""
    fits = _find_equal(value.yes, _read_options(read_yes_no, options))
    return Fits() if _differ_in_reason(value, options) else Fits(options=fits)


def _differ_in_reason(value: values.Value, options: Sequence[str]) -> bool:
    """Return whether agreeing options differ: "yes, until 6" and "yes, until 8"."""
    if not isinstance(value, values.YesNo):
        return False
    return len({split_keys(option) for option in options if read_yes_no(option) is value.yes}) > 1


def fit_bearing(value: values.Bearing, options: Sequence[str]) -> Fits:
    """Compare a bearing with the compass points that the options use."""
    points = read_bearings(options)
    if not points:
        return Fits()
    off = {index: angle_between(point, value.degrees) for index, point in points.items()}
    least, used = min(off.values()), {*points.values()}
    near, margin = _options_within(least + FLOAT_NOISE, off)
    if least <= _half_sector(used) + FLOAT_NOISE:
        return Fits(options={index: points[index] for index in near}, margin=margin)
    halves: dict[int, Hashable] = {}
    if len(used) == 2:
        halves.update(fit_half_planes(value, options))
    return Fits(options=halves, margin=margin, notes=(HALF_PLANES,) if halves else ())


def _half_sector(points: Collection[float]) -> float:
    """Return half the width in degrees of a sector, for 4, 8 or 16 compass points."""
    four = all(p % 90 == 0 for p in points) or all(p % 90 == 45 for p in points)
    return 45.0 if four else 22.5 if all(p % 45 == 0 for p in points) else 11.25


HALF_PLANES = "two opposite compass points are read as half-planes"
"""The note of a match that holds for "north or south" but not for sectors of 90°."""


def fit_half_planes(value: values.Bearing, options: Sequence[str]) -> dict[int, float]:
    """Return the options on the side of a bearing, if exactly two of the points are opposite."""
    points = read_bearings(options)
    opposed = {i: p for i, p in points.items() if (p + 180) % 360 in points.values()}
    if len(set(opposed.values())) != 2:
        return {}
    return {i: p for i, p in opposed.items() if angle_between(p, value.degrees) < _SAME_HALF}


def fit_names(value: values.Names, options: Sequence[str], known: Sequence[str] = ()) -> Fits:
    """Compare names with the options according to ``Names.reading``."""
    index = NameRanks.offered(value, known, options)
    if value.reading == "all":
        return _fit_list(value, options, index)
    ranks = _read_options(index.rank, options)
    if value.reading == "nth":
        wanted = next(map(index.rank, value.names[value.rank - 1 :]), None)
        return Fits(options=_find_equal(wanted, ranks))
    if any(_is_set_of_names(option, index) for option in options):
        return _fit_set(value, options, index)
    if value.reading == "any" or not ranks:
        return Fits(options=dict(ranks))
    near, margin = _options_within(_last_tied_rank(value, min(ranks.values())), ranks)
    return Fits(options={i: ranks[i] for i in near}, margin=margin)


def _ranks_listed(option: str, index: NameRanks) -> frozenset[int | None]:
    own_rank = index.rank(option) if index.knows(option) else None
    return frozenset(
        [own_rank] if own_rank is not None else segment_ranks(ONLY.sub("", option), index)
    )


def _is_set_of_names(option: str, index: NameRanks) -> bool:
    ranks = _ranks_listed(option, index)
    if None in ranks or index.knows(option):
        return False
    return len(ranks) > 1 or (len(ranks) == 1 and bool(ONLY.search(option)))


def _last_tied_rank(value: values.Names, best: int) -> int:
    """Return the last rank that ties with the best offered rank."""
    return value.tied - 1 if best < value.tied else best


def _fit_set(value: values.Names, options: Sequence[str], index: NameRanks) -> Fits:
    """Compare the offered names that answer or tie for the best with options that are sets."""
    listed = {i: _ranks_listed(option, index) for i, option in enumerate(options)}
    offered = {rank for ranks in listed.values() for rank in ranks if rank is not None}
    last = max(offered) if value.reading == "any" else _last_tied_rank(value, min(offered))
    return Fits(options=_find_equal({rank for rank in offered if rank <= last}, listed))


def _fit_list(value: values.Names, options: Sequence[str], index: NameRanks) -> Fits:
    wanted = {index.rank(name) for name in value.names}
    listed = {i: _ranks_listed(option, index) for i, option in enumerate(options)}
    offered = {i: ranks for i, ranks in listed.items() if ranks and None not in ranks}
    complete = _find_equal(wanted, offered)
    if complete or not offered:
        return Fits(options=complete)
    most = max(map(len, offered.values()))
    note = f"no option lists all {len(wanted)}; the longest correct list has {most}"
    return Fits(options={i: r for i, r in offered.items() if len(r) == most}, notes=(note,))


def fit_text(value: values.Text, options: Sequence[str]) -> Fits:
    """Compare a fact in words, such as an address, with the options."""
    wanted = _text_key(value.text)
    stated = {i: key for i, option in enumerate(options) if any(key := _text_key(option))}
    fits = _find_equal(wanted, stated) or {
        i: wanted for i, key in stated.items() if _contains(wanted, key) or _contains(key, wanted)
    }
    if fits:
        return Fits(options=fits)
    closest = best_match(value.text, [bare_name(option) for option in options]).index
    return Fits() if closest is None else Fits(options={closest: wanted})


def _text_key(text: str) -> tuple[str, ...]:
    """Return the words of a text, or the digits of a phone number as one word."""
    words = key_words(bare_name(text))
    digits = "".join(words)
    return (digits,) if digits.isdigit() and len(digits) > 5 else words


def _contains(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    width = len(short)
    return width > 1 and any(long[i : i + width] == short for i in range(len(long) - width + 1))


_OF_THEM = r"of (?:these|them|the two|the \w*routes|(?:the )?options)"
_NONE_OF_THESE = re.compile(
    r"^(?:on |via )?(?:none of (?:the |these|those|them)"
    rf"|neither(?: {_OF_THEM}| route| one)?$|no route$|nowhere$)"
)
_ALL_OF_THESE = re.compile(
    r"^(?:on |via )?(?:all of (?:the |these|those|them)|all (?:the )?(?:\w+ )?routes$"
    rf"|both(?: {_OF_THEM}| routes)?$)"
)
_EQUAL = re.compile(
    r"^(?:they|both|all|the two)\b.*(?:\b(?:same|equal\w*|identical|tie|tied)\b|\d)"
    r"|^(?:the |a |an )?(?:same|equal\w*|identical|tied?|draw)\b"
    r"|^(?:there is )?no (?:\w+ )?difference\b"
)
_UNDECIDED = re.compile(
    r"^(?:it |this )?(?:can ?not|could not|can t) be "
    r"(?:determined|known|told|said|inferred|answered|decided|computed)\b"
    r"|^(?:it |the answer )?(?:is )?(?:unknown|undetermined|unanswerable|impossible to \w+)$"
    r"|^(?:there is )?(?:not enough|insufficient|no) (?:information|info|data)\b"
    r"|^(?:it |this )?(?:is )?not (?:given|stated|specified|mentioned|known|answerable)\b"
    r"|^the \w+ (?:\w+ )?(?:does|do) not (?:say|state|tell|mention|specify)\b"
)
_BARE = re.compile(r"[\d.,:]*")
_SAME_HALF = 90.0
_FITTERS: dict[type, Callable[..., Fits]] = {
    values.YesNo: fit_yes_no,
    values.Clock: fit_clock,
    values.Bearing: fit_bearing,
    values.Text: fit_text,
}


def is_padding(option: str) -> bool:
    """Return whether an option is empty: no letter, no digit and no symbol."""
    return not any(unicodedata.category(mark)[0] in "LNS" for mark in clean_text(option))


def says_none(option: str, *, bare: bool = True) -> bool:
    """Return whether an option denies all others; a bare "None" counts only if ``bare``."""
    plain = " ".join(split_keys(option))
    if _NONE_OF_THESE.match(plain) or (bare and plain == "none"):
        return True
    return says("none", option) and (bare or " " in option.strip())


def says_equal(option: str) -> bool:
    """Return whether an option says that the compared things are equal."""
    return bool(_EQUAL.match(" ".join(split_keys(option))))


def says_undecided(option: str) -> bool:
    """Return whether an option says that the question cannot be decided."""
    return bool(_UNDECIDED.match(" ".join(split_keys(option)))) or says("undecided", option)


def _options_about_others(
    value: values.Value, options: Sequence[str], known: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Return the options that deny all others, and the options that say that all are right."""
    counts = isinstance(value, values.Quantity)
    names = {*map(split_keys, (*known, *(value.names if isinstance(value, values.Names) else ())))}
    unnamed = {i: text for i, text in enumerate(options) if text and split_keys(text) not in names}
    denying = [i for i, option in unnamed.items() if says_none(option, bare=not counts)]
    inclusive = [i for i, option in unnamed.items() if _says_all(value, option)]
    return denying, [] if counts else inclusive


def match_options(
    value: values.Value,
    options: Sequence[str],
    *,
    known: Sequence[str] = (),
    total: int | None = None,
) -> Match:
    """Compare a computed value with the options of its question."""
    texts = ["" if is_padding(option) else option for option in options]
    usable = len(texts) - texts.count("")
    denying, inclusive = _options_about_others(value, texts, known)
    for index in (*denying, *inclusive):
        texts[index] = ""
    fits = _find_fits(value, texts, known, total)
    fitting: dict[int, Hashable] = dict(fits.options)
    if not fitting and is_comparable(value, texts):
        fitting = dict.fromkeys(denying, "none")
    elif inclusive and len(fitting) == usable - len(inclusive) - len(denying) > 1:
        fitting = {i: split_keys(options[i]) for i in inclusive}
    distinct = set(fitting.values())
    return Match(
        fits=tuple(sorted(fitting)),
        best=min(fitting) if len(distinct) == 1 else None,
        margin=fits.margin,
        notes=fits.notes,
    )


def _says_all(value: values.Value, option: str) -> bool:
    """Return whether an option says that all others are right, or that names are equal."""
    is_all = _ALL_OF_THESE.match(" ".join(split_keys(option))) is not None
    return is_all or (isinstance(value, values.Names) and says_equal(option))


def is_comparable(value: values.Value, options: Sequence[str]) -> bool:
    """Return whether all options are of the same kind as a value, so that a misfit is evidence.

    Otherwise an option that is misspelt or in another language may be the right answer.
    """
    bare = not isinstance(value, values.Quantity)
    ignorable = (
        is_padding,
        says_undecided,
        partial(says_none, bare=bare),
        partial(_says_all, value),
    )
    comparable = [
        option for option in options if not any(is_ignorable(option) for is_ignorable in ignorable)
    ]
    return (
        bool(comparable)
        and _are_of_kind(value, comparable)
        and not _differ_in_reason(value, comparable)
    )


def _are_of_kind(value: values.Value, options: Sequence[str]) -> bool:
    state_kind = _KIND_TESTS.get(type(value))
    return state_kind is not None and state_kind(value, options)


def _states_name(option: str) -> bool:
    """Return whether an option may be a name, and not a bare figure or a yes or no."""
    bare = _BARE.fullmatch(clean_text(option).strip()) or read_yes_no(option) is not None
    return not bare and any(map(str.isalnum, option))


# Tests whether options state values of a kind; no option states a value of other kinds.
_KIND_TESTS: dict[type, Callable[[Any, Sequence[str]], bool]] = {
    values.YesNo: lambda _, options: len(_read_options(read_yes_no, options)) == len(options),
    values.Clock: lambda _, options: len(_read_options(read_clock, options)) == len(options),
    values.Bearing: lambda _, options: len(read_bearings(options)) == len(options),
    values.Quantity: lambda value, options: None not in read_figures(options, value),
    values.Text: lambda _, options: all(any(map(str.isalnum, option)) for option in options),
    values.Names: lambda _, options: all(map(_states_name, options)),
    values.Compound: lambda value, options: all(_are_of_kind(p, options) for p in value.parts),
}


def _find_fits(
    value: values.Value, options: Sequence[str], known: Sequence[str], total: int | None
) -> Fits:
    match value:
        case values.Quantity():
            return fit_quantity(value, options, total)
        case values.Names():
            return fit_names(value, options, known)
        case values.Compound():
            return _fit_compound(value, options)
        case values.Meetings() | values.Stays():
            return Fits()
    return _FITTERS[type(value)](value, options)


def _fit_compound(value: values.Compound, options: Sequence[str]) -> Fits:
    """Compare several values at once: find the options that fit all of them.

    If no option has the best compass point, the other parts decide, and a point within 90° is
    near enough.
    """
    bearings = [part for part in value.parts if isinstance(part, values.Bearing)]
    others = [
        _find_fits(p, options, (), None) for p in value.parts if not isinstance(p, values.Bearing)
    ]
    margin = others[0].margin if others else None
    strict = map(partial(fit_bearing, options=options), bearings)
    agreed = _common_fits([*others, *strict], len(options))
    if agreed or not others:
        return Fits(options=agreed, margin=margin)
    loose = map(partial(_fit_half, options=options), bearings)
    common = _common_fits([*others, *loose], len(options))
    note = ("the compass point is not the nearest; the other figure decides",)
    return Fits(options=common, margin=margin, notes=note if common else ())


def _fit_half(value: values.Bearing, options: Sequence[str]) -> Fits:
    """Return the options whose compass points lie within 90° of a bearing."""
    points = read_bearings(options)
    reach = _SAME_HALF + FLOAT_NOISE
    return Fits(
        options={i: p for i, p in points.items() if angle_between(p, value.degrees) <= reach}
    )


def _common_fits(parts: Sequence[Fits], count: int) -> dict[int, Hashable]:
    """Return the options that fit every part, each with the contents of all parts."""
    return {
        index: tuple(part.options[index] for part in parts)
        for index in range(count)
        if all(index in part.options for part in parts)
    }


EARTH_MODEL = 0.006
"""Maximum relative difference between lengths on a sphere and on the WGS 84 ellipsoid."""


def expected_agrees(
    expected: str,
    value: values.Value,
    known: Sequence[str] = (),
    tolerance: str | None = None,
) -> bool | None:
    """Return whether an expected answer agrees with a computed value, or None if unclear.

    ``tolerance`` is how far a figure may be off: a percentage, or an amount such as "50 m".
    """
    if isinstance(value, values.Quantity):
        return _figure_agrees(expected, value, tolerance)
    if isinstance(value, values.Names):
        return _names_agree(expected, value, known)
    if isinstance(value, values.Text):
        # The same fact can be stated in other words, so a misfit refutes nothing.
        return True if fit_text(value, [expected]).options else None
    if match_options(value, [expected]).fits:
        return True
    return False if is_comparable(value, [expected]) else None


def length_error(expected: str, value: values.Value) -> float | None:
    """Return the error of a stated length in metres, or None for other kinds of values."""
    if not isinstance(value, values.Quantity) or value.unit != "m":
        return None
    reading = read_figures([expected], value)[0]
    return None if reading is None else abs(reading.amount - value.amount)


_PERCENTAGE = re.compile(r"(\d+(?:\.\d+)?) ?%")


def _figure_agrees(expected: str, value: values.Quantity, tolerance: str | None) -> bool | None:
    reading = read_figures([expected], value)[0]
    if reading is None:
        return None
    if tolerance is not None:
        limit = _read_tolerance(tolerance, value)
        agrees = (
            None if limit is None else abs(reading.amount - value.amount) <= limit + FLOAT_NOISE
        )
    elif value.unit != "m":
        agrees = bool(fit_quantity(value, [expected]).options)
    else:
        slack = value.tolerance + reading.half + EARTH_MODEL * abs(value.amount) + FLOAT_NOISE
        agrees = abs(reading.amount - value.amount) <= slack
    # A bare number may be in another unit, so that it refutes nothing.
    is_unclear = value.unit in {"m", "s"} and _BARE.fullmatch(expected.strip())
    return None if agrees is False and is_unclear else agrees


def _read_tolerance(tolerance: str, value: values.Quantity) -> float | None:
    """Return a tolerance in the unit of a value, or None if it cannot be read."""
    if share := _PERCENTAGE.fullmatch(tolerance.strip()):
        return float(share[1]) / 100 * abs(value.amount)
    if not tolerance[-1:].isalpha():
        return None
    reading = read_figures([tolerance], value)[0]
    return None if reading is None else reading.amount


def _names_agree(expected: str, value: values.Names, known: Sequence[str]) -> bool | None:
    index = NameRanks.offered(value, known, [expected])
    ranks = [index.rank(expected)] if index.knows(expected) else segment_ranks(expected, index)
    known_ranks = {rank for rank in ranks if rank is not None}
    if not known_ranks:
        # An unknown name may be another name of a known place.
        return None
    if len(known_ranks) < len(set(ranks)) or value.reading == "any":
        return len(known_ranks) == len(set(ranks))
    if value.reading == "all":
        return len(known_ranks) == len(value.names)
    first = value.rank - 1 if value.reading == "nth" else 0
    return all(first <= rank < first + value.tied for rank in known_ranks)
