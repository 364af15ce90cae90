"""Geospatial reasoning toolkit: calculators, label verification and tools for map questions.

Every name is loaded when it is first used, so that ``from geoeval import haversine`` costs no
more than the calculator itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.agreement import agree, tolerance
    from geoeval.calculators.hours import WeeklyHours
    from geoeval.calculators.nearby import NearbyIndex
    from geoeval.calculators.sphere.bearing import final_bearing, initial_bearing, rhumb_bearing
    from geoeval.calculators.sphere.cardinal import bearing_cardinal, cardinal, is_directly
    from geoeval.calculators.sphere.compass import Compass
    from geoeval.calculators.sphere.distance import haversine, pairwise_distances
    from geoeval.calculators.sphere.geodesic import geodesic
    from geoeval.calculators.sphere.great_circle import cross_track_distance, destination, midpoint
    from geoeval.calculators.sphere.path import detour, path_length, relative_side
    from geoeval.calculators.sphere.points import EARTH_RADIUS_M
    from geoeval.calculators.units import (
        format_clock,
        format_distance,
        format_duration,
        parse_clock,
        parse_distance,
        parse_duration,
    )
    from geoeval.datasets.load import load_dataset
    from geoeval.query.solve import solve
    from geoeval.understanding import understand
    from geoeval.verification.run import verify_dataset
    from geoeval.world.model import World
    from geoeval.world.reader import read_context

    __version__: str

__all__ = [
    "EARTH_RADIUS_M",
    "Compass",
    "NearbyIndex",
    "WeeklyHours",
    "World",
    "agree",
    "bearing_cardinal",
    "cardinal",
    "cross_track_distance",
    "destination",
    "detour",
    "final_bearing",
    "format_clock",
    "format_distance",
    "format_duration",
    "geodesic",
    "haversine",
    "initial_bearing",
    "is_directly",
    "load_dataset",
    "midpoint",
    "pairwise_distances",
    "parse_clock",
    "parse_distance",
    "parse_duration",
    "path_length",
    "read_context",
    "relative_side",
    "rhumb_bearing",
    "solve",
    "tolerance",
    "understand",
    "verify_dataset",
]

_HOMES = {
    "EARTH_RADIUS_M": "calculators.sphere.points",
    "Compass": "calculators.sphere.compass",
    "NearbyIndex": "calculators.nearby",
    "WeeklyHours": "calculators.hours",
    "World": "world.model",
    "agree": "calculators.agreement",
    "bearing_cardinal": "calculators.sphere.cardinal",
    "cardinal": "calculators.sphere.cardinal",
    "cross_track_distance": "calculators.sphere.great_circle",
    "destination": "calculators.sphere.great_circle",
    "detour": "calculators.sphere.path",
    "final_bearing": "calculators.sphere.bearing",
    "format_clock": "calculators.units",
    "format_distance": "calculators.units",
    "format_duration": "calculators.units",
    "geodesic": "calculators.sphere.geodesic",
    "haversine": "calculators.sphere.distance",
    "initial_bearing": "calculators.sphere.bearing",
    "is_directly": "calculators.sphere.cardinal",
    "load_dataset": "datasets.load",
    "midpoint": "calculators.sphere.great_circle",
    "pairwise_distances": "calculators.sphere.distance",
    "parse_clock": "calculators.units",
    "parse_distance": "calculators.units",
    "parse_duration": "calculators.units",
    "path_length": "calculators.sphere.path",
    "read_context": "world.reader",
    "relative_side": "calculators.sphere.path",
    "rhumb_bearing": "calculators.sphere.bearing",
    "solve": "query.solve",
    "tolerance": "calculators.agreement",
    "understand": "understanding",
    "verify_dataset": "verification.run",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("geoeval")
    elif name in _HOMES:
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]
