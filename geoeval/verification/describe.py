"""Format values for messages and evidence."""

from __future__ import annotations

from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.units import format_clock, format_duration
from geoeval.query import values

_SHOWN_NAMES = 8


def describe_value(value: values.Value) -> str:
    """Return a value with its unit, precise enough to compare it with any option."""
    if isinstance(value, values.Quantity):
        return describe_quantity(value)
    if isinstance(value, values.YesNo):
        return "yes" if value.yes else "no"
    if isinstance(value, values.Clock):
        words = {"exact": "", "latest": "at the latest ", "earliest": "at the earliest "}
        return words[value.bound] + format_clock(value.minute % 1440)
    if isinstance(value, values.Bearing):
        return f"{value.degrees:.1f}° ({cardinal(value.degrees, 16)})"
    if isinstance(value, values.Text):
        return value.text
    if isinstance(value, values.Names):
        return _describe_names(value)
    if isinstance(value, values.Meetings | values.Stays):
        return describe_plan(value)
    return ", ".join(describe_value(part) for part in value.parts)


def describe_quantity(value: values.Quantity) -> str:
    """Return a number with its unit and, if it is not exact, its tolerance."""
    if value.unit == "s":
        slack = f" ± {format_duration(value.tolerance)}" if value.tolerance else ""
        return ("-" if value.amount < 0 else "") + format_duration(abs(value.amount)) + slack
    if value.unit != "m":
        return f"{value.amount:g}"
    slack = f" ± {value.tolerance:.3g} m" if value.tolerance else ""
    amount = value.amount
    return (f"{amount:.1f} m" if amount < 1000 else f"{amount / 1000:.3f} km") + slack


def describe_plan(value: values.Meetings | values.Stays) -> str:
    """Return a plan in one line."""
    if isinstance(value, values.Stays):
        return ", ".join(f"{s.city} day {s.first_day}-{s.last_day}" for s in value.stays)
    visits = ", ".join(f"{v.person} {v.start}-{v.end}" for v in value.visits) or "nobody"
    return f"{value.met} met: {visits}"


def _describe_names(value: values.Names) -> str:
    """Return the names that answer: the n-th, the tied ones, or all."""
    if value.reading == "nth":
        return value.names[value.rank - 1] if value.rank <= len(value.names) else "none"
    shown = value.names[: value.tied] if value.reading == "ranked" else value.names
    rest = len(shown) - _SHOWN_NAMES
    names = ", ".join(shown[:_SHOWN_NAMES]) or "none"
    return names + (f" and {rest} more" if rest > 0 else "")
