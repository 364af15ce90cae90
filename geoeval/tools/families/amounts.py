"""Tools for distances, durations and clock times: units, and arithmetic on a clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN, clock_text, format_clock
from geoeval.calculators.digits import EXACT, to_decimal
from geoeval.calculators.units import (
    DISTANCES,
    DURATIONS,
    format_distance,
    format_duration,
    parse_distance,
    parse_duration,
)
from geoeval.errors import UnitError, quote
from geoeval.query.parts import ClockTime, minute_of
from geoeval.tools.failure import mend
from geoeval.tools.tool import Result, tool

_SIGNIFICANT = 12
_MOST = 50
_MINUTE = 60

Amount = TypeVar("Amount", int, float)
Words = Annotated[str, Field(min_length=1, max_length=200)]
Unit = Annotated[str, Field(min_length=1, max_length=40)]


class Converted(Result):
    """A distance or a duration in other units."""

    amount: Annotated[float | None, Field(description="In the unit asked for")] = None
    distance_m: float | None = None
    duration_s: int | None = None
    text: Annotated[str, Field(description="As maps write it, rounded")]


class ClockSum(Result):
    """A time of day after or before some durations."""

    time: Annotated[str, Field(description="24-hour HH:MM")]
    days_later: int = 0
    total_s: Annotated[int, Field(description="The durations together")]
    text: str


@tool(name="convert", example={"figure": "26.2 miles", "to": "km"})
def _convert(
    figure: Annotated[Words, Field(description='A figure with its unit: "1 hour 20 mins", "5 km"')],
    to: Annotated[Unit | None, Field(description="m, km, mi, ft, yd, nmi; s, min, h, days")] = None,
) -> Converted:
    """Read a distance or a duration in words, in metres or seconds and in another unit."""
    metres, seconds = _read(parse_distance, figure), None
    if metres is None:
        seconds = _read(parse_duration, figure)
    whole = seconds if metres is None else metres
    if whole is None:
        mend("figure", 'a distance or a duration with its unit, such as "2.5 km"', quote(figure))
    amount = None
    if to is not None:
        size = (DISTANCES if seconds is None else DURATIONS).size(to)
        if size is None:
            mend("to", f"a unit that measures the same as {quote(figure)}", quote(to))
        found = EXACT.divide(to_decimal(whole, "figure"), size)
        amount = float(f"{found:.{_SIGNIFICANT}g}")
    text = format_duration(whole) if metres is None else format_distance(metres)
    return Converted(amount=amount, distance_m=metres, duration_s=seconds, text=text)


def _read(read: Callable[[str], Amount], text: str) -> Amount | None:
    """Return an amount in words; None where it is none of that kind."""
    try:
        return read(text)
    except UnitError:
        return None


@tool(name="add_times", example={"start": "09:30", "durations": ["1 hour 20 mins", "45 mins"]})
def _add_times(
    start: ClockTime,
    durations: Annotated[
        tuple[Words, ...], Field(description='"45 mins"; subtracted: "-45 mins"', max_length=_MOST)
    ],
) -> ClockSum:
    """Add durations to a time of day, or subtract them: when something ends, or has to begin."""
    total = 0
    for index, each in enumerate(durations):
        sign, text = (-1, each.strip()[1:]) if each.strip().startswith("-") else (1, each)
        try:
            total += sign * parse_duration(text)
        except UnitError:
            mend(f"durations[{index}]", 'a duration such as "1 hour 20 mins"', quote(each))
    minute, second = divmod(minute_of(start) * _MINUTE + total, _MINUTE)
    days, rest = divmod(minute, DAY_MIN)
    seconds = f":{second:02d}" if second else ""
    return ClockSum(
        time=clock_text(rest) + seconds, days_later=days, total_s=total, text=format_clock(rest)
    )


TOOLS = (_convert, _add_times)
