"""A world: what a map service says, and the index over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from geoeval.world.records import (
    LatLon,
    Leg,
    NearbyList,
    Place,
    Records,
    Review,
    Route,
    Step,
    TravelMode,
)

if TYPE_CHECKING:
    from geoeval.world.atlas import Atlas

__all__ = [
    "LatLon",
    "Leg",
    "NearbyList",
    "Place",
    "Review",
    "Route",
    "Step",
    "TravelMode",
    "World",
]


@dataclass(frozen=True, kw_only=True)
class World(Records):
    """Everything known for one question: records, found by any name of a place (``atlas``)."""

    @cached_property
    def atlas(self) -> Atlas:
        """The index over this world: name resolution, legs and lists by place."""
        from geoeval.world.atlas import Atlas

        return Atlas(self)
