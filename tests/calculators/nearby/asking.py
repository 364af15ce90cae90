"""Conditions on places, said in short."""

from __future__ import annotations

from geoeval.calculators.filters import CompareFilter, Filter, OneOfFilter, SectorFilter


def at_least(measure: str, value: float) -> Filter:
    """Ask for figures of a column from a value on."""
    return CompareFilter(measure=measure, comparator=">=", value=value)


def at_most(measure: str, value: float) -> Filter:
    """Ask for figures of a column up to a value."""
    return CompareFilter(measure=measure, comparator="<=", value=value)


def kind(*kinds: object, column: str = "kind") -> Filter:
    """Ask for places of some kinds."""
    return OneOfFilter.model_validate({"column": column, "values": kinds})


def toward(direction: str, sector_deg: float = 45) -> Filter:
    """Ask for places in a sector around a direction."""
    return SectorFilter(direction=direction, sector_deg=sector_deg)
