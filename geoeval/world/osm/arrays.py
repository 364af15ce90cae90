"""The road network of one travel mode, as arrays: edges, and the allowed turns between them.

Routes are searched over edges, not nodes, so that a turn can be forbidden or cost time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geoeval.calculators.sphere.array_math import remainder

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEADING_M = 10.0
"""A heading is taken over that length, in metres: the last metres are often drawn askew."""


@dataclass(frozen=True, slots=True)
class Road:
    """The name and the kind of the edges of a way."""

    name: str
    ref: str
    highway: str
    roundabout: bool
    destination: str
    toll: bool


@dataclass(frozen=True, kw_only=True)
class Network:
    """A road network of ``E`` edges with ``P`` points, and ``S`` states with ``T`` turns.

    Edge ``e`` runs through the points ``shape[e] : shape[e + 1]``. A state is an edge with the
    path that led to it; the first ``E`` states are the edges themselves, the rest are copies that
    restrictions over several ways and local edges need. State ``s`` may be followed by
    ``turns[first[s] : first[s + 1]]``, at ``cost_s`` seconds besides the time of the edge.
    """

    roads: tuple[Road, ...]
    road: NDArray[np.int32]  # (E,) into roads
    way: NDArray[np.int64]  # (E,) OpenStreetMap's id
    length_m: NDArray[np.float64]  # (E,)
    time_s: NDArray[np.float64]  # (E,)
    leaves: NDArray[np.float64]  # (E,) bearing in degrees at the start
    enters: NDArray[np.float64]  # (E,) bearing in degrees at the end
    back: NDArray[np.int32]  # (E,) the edge in the other direction, or -1
    shape: NDArray[np.int32]  # (E + 1,)
    node: NDArray[np.int64]  # (P,) OpenStreetMap's id
    lat: NDArray[np.float64]  # (P,)
    lon: NDArray[np.float64]  # (P,)
    edge_of: NDArray[np.int32]  # (S,)
    first: NDArray[np.int32]  # (S + 1,)
    turns: NDArray[np.int32]  # (T,)
    cost_s: NDArray[np.float64]  # (T,)

    def road_of(self, edge: int) -> Road:
        """Return the road of an edge."""
        return self.roads[int(self.road[edge])]

    def points(self, edge: int) -> slice:
        """Return the slice of ``node``, ``lat`` and ``lon`` with the points of an edge."""
        return slice(int(self.shape[edge]), int(self.shape[edge + 1]))

    def spots(self, edge: int, start: float = 0.0, end: float = 1.0) -> NDArray[np.float64]:
        """Return the positions of an edge between two shares of its length, 0 to 1.

        They have the shape (n, 2): latitude and longitude.
        """
        at = self.points(edge)
        lat, lon = self.lat[at], self.lon[at]
        if (start, end) == (0, 1):
            return np.column_stack([lat, lon])
        east = remainder(lon - lon[0], 360)  # across the antimeridian too
        legs = np.hypot(np.diff(lat), np.diff(east) * np.cos(np.radians(lat[0])))
        along = np.concatenate([[0.0], np.cumsum(legs)]) / max(float(legs.sum()), 1e-12)
        where = np.concatenate([[start], along[(along > start) & (along < end)], [end]])
        lon = remainder(np.interp(where, along, east) + lon[0], 360)
        return np.column_stack([np.interp(where, along, lat), lon])
