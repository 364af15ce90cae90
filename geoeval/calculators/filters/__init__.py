"""Filters: conditions on places that hold, do not hold, or are not known to hold."""

from __future__ import annotations

from geoeval.calculators.filters.kinds import (
    AddressFilter,
    AllFilter,
    AnyFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    NameFilter,
    NotFilter,
    OneOfFilter,
    OpenAtFilter,
    OpenFilter,
    SectorFilter,
)

__all__ = [
    "AddressFilter",
    "AllFilter",
    "AnyFilter",
    "CompareFilter",
    "DirectionFilter",
    "FeatureFilter",
    "Filter",
    "HoursFilter",
    "NameFilter",
    "NotFilter",
    "OneOfFilter",
    "OpenAtFilter",
    "OpenFilter",
    "SectorFilter",
]
