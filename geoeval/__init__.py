"""Geospatial reasoning toolkit: calculators, label verification and tools for map questions.

Every name is loaded when it is first used, so that ``from geoeval import haversine`` costs no
more than the calculator itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.bearing import (
        bearing_cardinal,
        cardinal,
        initial_bearing,
        is_directly,
    )
    from geoeval.calculators.compass import Compass
    from geoeval.calculators.distance import EARTH_RADIUS_M, detour, haversine, midpoint
    from geoeval.calculators.hours import WeeklyHours
    from geoeval.calculators.units import parse_clock, parse_distance, parse_duration
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
    "WeeklyHours",
    "World",
    "bearing_cardinal",
    "cardinal",
    "detour",
    "haversine",
    "initial_bearing",
    "is_directly",
    "load_dataset",
    "midpoint",
    "parse_clock",
    "parse_distance",
    "parse_duration",
    "read_context",
    "solve",
    "understand",
    "verify_dataset",
]

_HOMES = {
    "EARTH_RADIUS_M": "calculators.distance",
    "Compass": "calculators.compass",
    "WeeklyHours": "calculators.hours",
    "World": "world.model",
    "bearing_cardinal": "calculators.bearing",
    "cardinal": "calculators.bearing",
    "detour": "calculators.distance",
    "haversine": "calculators.distance",
    "initial_bearing": "calculators.bearing",
    "is_directly": "calculators.bearing",
    "load_dataset": "datasets.load",
    "midpoint": "calculators.distance",
    "parse_clock": "calculators.units",
    "parse_distance": "calculators.units",
    "parse_duration": "calculators.units",
    "read_context": "world.reader",
    "solve": "query.solve",
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
