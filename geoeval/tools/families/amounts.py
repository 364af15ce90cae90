"""Tools for distances, durations and clock times in words, and for rounding."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.agreement import agree, tolerance
from geoeval.calculators.clock import DAY_MIN, format_clock, parse_clock
from geoeval.calculators.decimals import EXACT, to_decimal
from geoeval.calculators.figures import DISTANCES, DURATIONS
from geoeval.calculators.units import (
    format_distance,
    format_duration,
    parse_distance,
    parse_duration,
)
from geoeval.errors import quote
from geoeval.tools.failure import mend
from geoeval.tools.families.sphere import Distance
from geoeval.tools.tool import Result, tool

_MOST = 1e14
_SIGNIFICANT = 12

Words = Annotated[str, Field(min_length=1, max_length=200)]
Unit = Annotated[str, Field(min_length=1, max_length=40)]
Amount = Annotated[float, Field(ge=-1e15, le=1e15)]
StatedUnit = Annotated[
    Unit | None, Field(description='Unit of a figure written without one: "km", "mins"')
]
Stated = Annotated[
    Words, Field(description='One figure: "4.2 km", "1 hour 20 mins", "10:44 AM", "7"')
]


class Duration(Result):
    """How long something lasts."""

    duration_s: Annotated[int, Field(description="Seconds")]
    text: str


class TimeOfDay(Result):
    """A time of day."""

    minute: Annotated[int, Field(description="Minutes after midnight")]
    time: Annotated[str, Field(description="24-hour HH:MM")]
    days_later: int
    text: str


class Text(Result):
    """A figure in words."""

    text: str


class Agreement(Result):
    """Whether a value rounds to a stated figure."""

    yes: bool
    tolerance: Annotated[float, Field(description="How far the value may lie from the figure")]


class Tolerance(Result):
    """How far a value may lie from a stated figure."""

    tolerance: Annotated[float, Field(description="Metres, seconds, minutes or a plain number")]


class Converted(Result):
    """An amount in another unit."""

    amount: float
    unit: str


@tool(name="parse_distance", example={"text": "2.5 miles"})
def _parse_distance(text: Words) -> Distance:
    """Read a distance in words with its unit, and return metres."""
    metres = parse_distance(text)
    return Distance(distance_m=metres, text=format_distance(metres))


@tool(name="parse_duration", example={"text": "1 hour 20 mins"})
def _parse_duration(text: Words) -> Duration:
    """Read a duration in words, and return seconds."""
    seconds = parse_duration(text)
    return Duration(duration_s=seconds, text=format_duration(seconds))


@tool(name="parse_clock", example={"text": "3.33 PM"})
def _parse_clock(text: Words) -> TimeOfDay:
    """Read a clock time, and return minutes after midnight.

    A bare hour needs AM or PM; "12:10 AM (next day)" is a day later.
    """
    minute = parse_clock(text)
    days, rest = divmod(minute, DAY_MIN)
    return TimeOfDay(
        minute=minute,
        time=f"{rest // 60:02d}:{rest % 60:02d}",
        days_later=days,
        text=format_clock(minute),
    )


@tool(name="format_distance", example={"distance_m": 13450, "system": "metric"})
def _format_distance(
    distance_m: Annotated[float, Field(description="Metres", ge=0, le=_MOST)],
    system: Annotated[
        Literal["metric", "imperial"], Field(description="m and km, or ft and mi")
    ] = "metric",
) -> Text:
    """Write metres as maps do, rounded: "850 m", "13.5 km"."""
    return Text(text=format_distance(distance_m, system))


@tool(name="format_duration", example={"duration_s": 4800})
def _format_duration(
    duration_s: Annotated[float, Field(description="Seconds", ge=0, le=_MOST)],
) -> Text:
    """Write seconds as maps do: "1 hour 20 mins"."""
    return Text(text=format_duration(duration_s))


@tool(name="format_clock", example={"minute": 1450})
def _format_clock(
    minute: Annotated[
        float, Field(description="Minutes after midnight; from 1440 on: later days", ge=0, lt=1e6)
    ],
) -> Text:
    """Write minutes after midnight as a clock time: "2:05 PM", "12:10 AM (next day)"."""
    return Text(text=format_clock(minute))


@tool(name="convert", example={"amount": 26.2, "unit": "miles", "to": "km"})
def _convert(amount: Amount, unit: Unit, to: Unit) -> Converted:
    """Convert a distance (m, km, mi, ft, yd, nmi) or a duration (s, min, h, days)."""
    sizes = ((grammar, grammar.size(unit)) for grammar in (DISTANCES, DURATIONS))
    grammar, size = next((pair for pair in sizes if pair[1] is not None), (DISTANCES, None))
    if size is None:
        mend("unit", "a unit such as km, mi, ft, hours or mins", quote(unit))
    wanted = grammar.size(to)
    if wanted is None:
        mend("to", f"a unit that measures the same as {quote(unit)}", quote(to))
    found = EXACT.divide(EXACT.multiply(to_decimal(amount, "amount"), size), wanted)
    return Converted(amount=float(f"{found:.{_SIGNIFICANT}g}"), unit=to)


@tool(name="agree", example={"value": 4250, "stated": "4.2 km"})
def _agree(
    value: Annotated[
        Amount, Field(description="Metres, seconds, minutes after midnight or a plain number")
    ],
    stated: Stated,
    unit: StatedUnit = None,
) -> Agreement:
    """Tell whether a computed value rounds to a stated figure.

    In metres for a distance, seconds for a duration, minutes after midnight for a clock time.
    """
    return Agreement(yes=agree(value, stated, unit=unit), tolerance=tolerance(stated, unit=unit))


@tool(name="tolerance", example={"stated": "4.2 km"})
def _tolerance(stated: Stated, unit: StatedUnit = None) -> Tolerance:
    """Tell how far a value may lie from a figure that was rounded from it.

    Half of one in its last written place: in metres for a distance, seconds for a duration,
    minutes for a clock time.
    """
    return Tolerance(tolerance=tolerance(stated, unit=unit))


TOOLS = (
    _parse_distance,
    _parse_duration,
    _parse_clock,
    _format_distance,
    _format_duration,
    _format_clock,
    _convert,
    _agree,
    _tolerance,
)
