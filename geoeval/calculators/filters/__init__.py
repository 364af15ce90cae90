"""Filters: conditions on places that are true, false or unknown."""

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
