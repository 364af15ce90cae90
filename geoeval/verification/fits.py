"""How options compare with a number, a time, a bearing or a yes: which fit, and how clearly."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.sphere.bearing import angle_between
from geoeval.query.values import Bearing, Clock, Quantity, YesNo
from geoeval.verification.figures import Reading, read_figures
from geoeval.verification.scalars import read_clock, read_compass, read_yes_no

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
