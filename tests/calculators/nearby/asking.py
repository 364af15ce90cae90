"""Short builders of conditions on places."""

from __future__ import annotations

from geoeval.calculators.filters import CompareFilter, Filter, OneOfFilter, SectorFilter


def at_least(measure: str, value: float) -> Filter:
    """Build a lower bound on a column."""
    return CompareFilter(measure=measure, comparator=">=", value=value)


def at_most(measure: str, value: float) -> Filter:
    """Build an upper bound on a column."""
    return CompareFilter(measure=measure, comparator="<=", value=value)


def kind(*kinds: object, column: str = "kind") -> Filter:
    """Build a condition on the kind of place."""
    return OneOfFilter.model_validate({"column": column, "values": kinds})


def toward(direction: str, sector_deg: float = 45) -> Filter:
    """Build a condition for a sector around a direction."""
    return SectorFilter(direction=direction, sector_deg=sector_deg)
