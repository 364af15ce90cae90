"""Nearby search by a loop over ``haversine``, as reference for the index."""

from __future__ import annotations

import numpy as np

from geoeval.calculators.nearby.tree import Neighbours
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import LatLon


def ranked(points: list[LatLon], anchor: LatLon) -> list[tuple[float, int]]:
    """Return every point as (distance, index), sorted."""
    return sorted((haversine(anchor, point), i) for i, point in enumerate(points))


def within(points: list[LatLon], anchor: LatLon, radius_m: float) -> list[tuple[float, int]]:
    """Return the points within a radius."""
    return [found for found in ranked(points, anchor) if found[0] <= radius_m]


def pairs(found: Neighbours) -> list[tuple[float, int]]:
    """Return the matches of an index in the same form, with exact distances."""
    assert found.indices.dtype == np.int64
    assert found.distances_m.dtype == np.float64
    return list(zip(found.distances_m.tolist(), found.indices.tolist(), strict=True))
