"""The bits of array results, to be compared between settings of the processor."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import numpy as np
from numpy._core import _multiarray_umath as core
from numpy.typing import NDArray

from geoeval.calculators.sphere.bearing import final_bearing, initial_bearing
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.calculators.sphere.distance import haversine, pairwise_distances
from geoeval.calculators.sphere.great_circle import cross_track_distance, destination, midpoint
from geoeval.calculators.sphere.path import detour, path_length, relative_side
from tests.calculators.sphere.places import KINDS, has_direction, pairs

Floats = NDArray[np.float64]
FUNCTIONS: dict[str, Callable[[Floats, Floats], object]] = {
    "haversine": haversine,
    "pairwise_distances": lambda a, b: pairwise_distances(a, b[:101]),
    "initial_bearing": initial_bearing,
    "final_bearing": final_bearing,
    "is_directly": lambda a, b: is_directly(a, b, "NE", 45),
    "destination": lambda a, b: destination(a, 2 * b[:, 1], 1e5 * np.abs(b[:, 0])),
    "midpoint": midpoint,
    "cross_track_distance": lambda a, _: cross_track_distance(a, (48.1, 2.2), (-33.3, 151.4)),
    "detour": lambda a, _: detour((48.1, 2.2), a, (-33.3, 151.4)),
    "path_length": lambda a, _: path_length(a),
    "relative_side": lambda a, b: relative_side(b[:7], a) == "left",
}
"""Every function that says its results have the same bits on every processor."""
DIRECTIONS = {"initial_bearing", "final_bearing", "is_directly"}
"""Those that refuse antipodes."""


def vector_instructions() -> list[str]:
    """Return the sets of instructions that numpy chooses among at run time, and uses now."""
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]


def digests() -> dict[str, str]:
    """Return a digest of the bits of each function's result over pairs of every kind."""
    every = [pair for kind in KINDS for pair in pairs(kind, 120)]
    found = {}
    for name, function in FUNCTIONS.items():
        asked = [pair for pair in every if has_direction(*pair)] if name in DIRECTIONS else every
        a, b = np.array(asked).swapaxes(0, 1)
        found[name] = sha256(np.asarray(function(a, b)).tobytes()).hexdigest()
    return found
