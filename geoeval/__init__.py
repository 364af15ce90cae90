"""Geospatial reasoning toolkit: calculators, label verification and tools for map questions.

Names are imported on first use, so ``from geoeval import haversine`` loads only that calculator.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.agreement import agree, tolerance
    from geoeval.calculators.hours import WeeklyHours
    from geoeval.calculators.nearby import NearbyIndex
    from geoeval.calculators.sphere.bearing import initial_bearing
    from geoeval.calculators.sphere.cardinal import bearing_cardinal
    from geoeval.calculators.sphere.distance import haversine
    from geoeval.calculators.units import (
        format_clock,
        format_distance,
        format_duration,
        parse_clock,
        parse_distance,
        parse_duration,
    )
    from geoeval.datasets.load import load_dataset
    from geoeval.datasets.records import Question
    from geoeval.planning import plan_trip
    from geoeval.query.conventions import Conventions
    from geoeval.query.solve import solve
    from geoeval.query.values import Derivation
    from geoeval.understanding import understand
    from geoeval.verification.answering import ask
    from geoeval.verification.run import verify_dataset
    from geoeval.world.model import Leg, Place, Route, World, world_from_json, world_to_json
    from geoeval.world.reader import read_context
    from geoeval.world.store.reading import MapFile

    __version__: str

__all__ = [
    "Conventions",
    "Derivation",
    "Leg",
    "MapFile",
    "NearbyIndex",
    "Place",
    "Question",
    "Route",
    "WeeklyHours",
    "World",
    "agree",
    "ask",
    "bearing_cardinal",
    "format_clock",
    "format_distance",
    "format_duration",
    "haversine",
    "initial_bearing",
    "load_dataset",
    "parse_clock",
    "parse_distance",
    "parse_duration",
    "plan_trip",
    "read_context",
    "solve",
    "tolerance",
    "understand",
    "verify_dataset",
    "world_from_json",
    "world_to_json",
]

_HOMES = {
    "Conventions": "query.conventions",
    "Derivation": "query.values",
    "Leg": "world.model",
    "MapFile": "world.store.reading",
    "NearbyIndex": "calculators.nearby",
    "Place": "world.model",
    "Question": "datasets.records",
    "Route": "world.model",
    "WeeklyHours": "calculators.hours",
    "World": "world.model",
    "agree": "calculators.agreement",
    "ask": "verification.answering",
    "bearing_cardinal": "calculators.sphere.cardinal",
    "format_clock": "calculators.units",
    "format_distance": "calculators.units",
    "format_duration": "calculators.units",
    "haversine": "calculators.sphere.distance",
    "initial_bearing": "calculators.sphere.bearing",
    "load_dataset": "datasets.load",
    "parse_clock": "calculators.units",
    "parse_distance": "calculators.units",
    "parse_duration": "calculators.units",
    "plan_trip": "planning",
    "read_context": "world.reader",
    "solve": "query.solve",
    "tolerance": "calculators.agreement",
    "understand": "understanding",
    "verify_dataset": "verification.run",
    "world_from_json": "world.model",
    "world_to_json": "world.model",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name != "__version__":
        return _load(__name__, _HOMES, name)
    from importlib.metadata import version

    value = version("geoeval")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]


def _load(module: str, homes: dict[str, str], name: str) -> object:
    """Import a public name from the module that defines it, and cache it in ``module``."""
    if name not in homes:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    import sys
    from importlib import import_module

    value: object = getattr(import_module(f"geoeval.{homes[name]}"), name)
    setattr(sys.modules[module], name, value)
    return value
