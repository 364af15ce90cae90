"""Which options agree with a computed value, and whether one of them is the answer."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from geoeval.query.values import (
    Bearing,
    Clock,
    Compound,
    Meetings,
    Names,
    Quantity,
    Stays,
    Text,
    Value,
    YesNo,
)
from geoeval.understanding.text import clean, keys
from geoeval.verification.figures import read_figure
from geoeval.verification.fits import (
    Fits,
    fit_bearing,
    fit_clock,
    fit_quantity,
    fit_yes_no,
)
from geoeval.verification.model import Match
from geoeval.verification.naming import fit_names, fit_text
from geoeval.verification.scalars import read_clock, read_compass, read_yes_no

_OF_THEM = r"of (?:these|them|the two|the \w*routes|(?:the )?options)"
_NONE_OF_THESE = re.compile(
    r"^(?:on |via )?(?:none of (?:the |these|those|them)"
    rf"|neither(?: {_OF_THEM}| route| one)?$|no route$|nowhere$)"
)
_ALL_OF_THESE = re.compile(
    r"^(?:on |via )?(?:all of (?:the |these|those|them)|all (?:the )?(?:\w+ )?routes$"
    rf"|both(?: {_OF_THEM}| routes)?$)"
)
_BARE = re.compile(r"[\d.,:]*")
_SAME_HALF = 90.0


def is_padding(option: str) -> bool:
    """Return whether an option holds nothing: no letter and no digit.

    Examples
    --------
    >>> is_padding("  "), is_padding("0")
    (True, False)
    """
    return not any(letter.isalnum() for letter in clean(option)) and "$" not in option


def says_none(option: str, *, bare: bool = True) -> bool:
    """Return whether an option denies all the others; a bare "None" only where ``bare``.

    Examples
    --------
    >>> says_none("None of the above"), says_none("None", bare=False)
    (True, False)
    """
    plain = " ".join(keys(option))
    return bool(_NONE_OF_THESE.match(plain)) or (bare and plain == "none")


def match_options(
    value: Value, options: Sequence[str], *, known: Sequence[str] = (), total: int | None = None
) -> Match:
    """Compare a computed value with the options of its question.

    Examples
    --------
    >>> match_options(Bearing(degrees=176), ["North", "South", "", ""]).best
    1
    """
    usable = {i: option for i, option in enumerate(options) if not is_padding(option)}
    texts = ["" if i not in usable else option for i, option in enumerate(options)]
    counts = isinstance(value, Quantity)
    said = value.names if isinstance(value, Names) else ()
    names = {keys(name) for name in (*known, *said)}
    denying = [
        i
        for i, option in usable.items()
        if says_none(option, bare=not counts) and keys(option) not in names
    ]
    whole = [
        i
        for i, option in usable.items()
        if not counts and _ALL_OF_THESE.match(_plain(option)) and option.strip() not in said
    ]
    for index in (*denying, *whole):
        texts[index] = ""
    found = _fits(value, texts, known, total)
    fitting: dict[int, Hashable] = dict(found.options)
    if not fitting and comparable(value, texts):
        fitting = dict.fromkeys(denying, "none")
    elif whole and len(fitting) == len(usable) - len(whole) - len(denying) > 1:
        fitting = dict.fromkeys(whole, "all")
    distinct = set(fitting.values())
    return Match(
        fits=tuple(sorted(fitting)),
        best=min(fitting) if len(distinct) == 1 else None,
        margin=found.margin,
        notes=found.notes,
    )


def comparable(value: Value, options: Sequence[str]) -> bool:
    """Return whether any option is of the kind of a value, so that a misfit means something.

    Examples
    --------
    >>> comparable(YesNo(yes=True), ["5 km", "7 km"])
    False
    """
    bare = not isinstance(value, Quantity)
    return any(_is_of_kind(value, o) for o in options if not says_none(o, bare=bare))


def _is_of_kind(value: Value, option: str) -> bool:
    """Return whether an option states a value of the same kind."""
    if isinstance(value, Quantity):
        return read_figure(option, value.unit) is not None
    if isinstance(value, YesNo):
        return read_yes_no(option) is not None
    if isinstance(value, Clock):
        return read_clock(option) is not None
    if isinstance(value, Bearing):
        return read_compass(option) is not None
    if isinstance(value, Meetings | Stays):
        return False
    if isinstance(value, Compound):
        return all(_is_of_kind(part, option) for part in value.parts)
    bare = bool(_BARE.fullmatch(clean(option).strip())) or read_yes_no(option) is not None
    return isinstance(value, Text) or not (bare or is_padding(option))


def _plain(option: str) -> str:
    """Return the words of an option in one spelling."""
    return " ".join(keys(option))


def _fits(value: Value, options: Sequence[str], known: Sequence[str], total: int | None) -> Fits:
    """Compare a value with the options by its kind."""
    if isinstance(value, Quantity):
        return fit_quantity(value, options, total)
    if isinstance(value, YesNo):
        return fit_yes_no(value, options)
    if isinstance(value, Clock):
        return fit_clock(value, options)
    if isinstance(value, Bearing):
        return fit_bearing(value, options)
    if isinstance(value, Text):
        return fit_text(value, options)
    if isinstance(value, Names):
        return fit_names(value, options, known)
    if isinstance(value, Meetings | Stays):
        return Fits(options={})
    return _fit_compound(value, options)


def _fit_compound(value: Compound, options: Sequence[str]) -> Fits:
    """Compare several values at once: the options on which all of them agree.

    The other parts decide where the compass point that fits best stands beside none of them: a
    point on the same half of the rose is then near enough.
    """
    bearings = [part for part in value.parts if isinstance(part, Bearing)]
    others = [_fits(p, options, (), None) for p in value.parts if not isinstance(p, Bearing)]
    margin = next((fits.margin for fits in others), None)
    strict = [fit_bearing(part, options) for part in bearings]
    agreed = _common([*others, *strict], len(options))
    if agreed or not others:
        return Fits(options=agreed, margin=margin)
    loose = _common(others, len(options))
    beside = {
        index: says
        for index, says in loose.items()
        if all(fit_bearing(part, [options[index]], _SAME_HALF).options for part in bearings)
    }
    note = ("the compass point is not the nearest one; the other figure decided",)
    return Fits(options=beside, margin=margin, notes=note if beside else ())


def _common(parts: Sequence[Fits], count: int) -> dict[int, Hashable]:
    """Return the options that fit every part, each with all that it says."""
    return {
        index: tuple(part.options[index] for part in parts)
        for index in range(count)
        if all(index in part.options for part in parts)
    }
