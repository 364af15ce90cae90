"""Distance and direction on the sphere, in addition to what ``geoeval`` exports.

Names are loaded on first use. For single points, only ``geodesic`` needs more than the standard
library: it loads pyproj.
"""

from __future__ import annotations

from geoeval import _load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.bearing import final_bearing, rhumb_bearing
    from geoeval.calculators.sphere.cardinal import cardinal, is_directly
    from geoeval.calculators.sphere.compass import Compass
    from geoeval.calculators.sphere.distance import pairwise_distances
    from geoeval.calculators.sphere.great_circle import (
        cross_track_distance,
        destination,
        detour,
        midpoint,
        path_length,
        relative_side,
    )
    from geoeval.calculators.sphere.points import EARTH_RADIUS_M
    from geoeval.calculators.sphere.surfaces import geodesic

__all__ = [
    "EARTH_RADIUS_M",
    "Compass",
    "cardinal",
    "cross_track_distance",
    "destination",
    "detour",
    "final_bearing",
    "geodesic",
    "is_directly",
    "midpoint",
    "pairwise_distances",
    "path_length",
    "relative_side",
    "rhumb_bearing",
]

_HOMES = {
    "EARTH_RADIUS_M": "calculators.sphere.points",
    "Compass": "calculators.sphere.compass",
    "cardinal": "calculators.sphere.cardinal",
    "cross_track_distance": "calculators.sphere.great_circle",
    "destination": "calculators.sphere.great_circle",
    "detour": "calculators.sphere.great_circle",
    "final_bearing": "calculators.sphere.bearing",
    "geodesic": "calculators.sphere.surfaces",
    "is_directly": "calculators.sphere.cardinal",
    "midpoint": "calculators.sphere.great_circle",
    "pairwise_distances": "calculators.sphere.distance",
    "path_length": "calculators.sphere.great_circle",
    "relative_side": "calculators.sphere.great_circle",
    "rhumb_bearing": "calculators.sphere.bearing",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    return _load(__name__, _HOMES, name)


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)
