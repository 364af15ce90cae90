"""The road network of a travel mode as arrays: edges, and the allowed turns between them.

Routes are searched over edges, not nodes, so that turns can be forbidden or cost time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geoeval.calculators.sphere.array_math import remainder

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEADING_M = 10.0
"""The length in metres over which headings are measured, since road ends are often drawn askew."""


@dataclass(frozen=True, slots=True)
class Road:
    """The name and the kind shared by the edges of a way."""

    name: str
    ref: str
    highway: str
    roundabout: bool
    destination: str
    toll: bool


@dataclass(frozen=True, kw_only=True)
class Network:
    """A road network with ``E`` edges, ``P`` points, ``S`` states and ``T`` turns.

    Edge ``e`` runs through the points ``shape[e] : shape[e + 1]``. A state is an edge together with
    the path that led to it; the first ``E`` states are the edges themselves, the others are copies
    needed for restrictions over several ways and for local edges. State ``s`` may be followed by
    ``turns[first[s] : first[s + 1]]``, which cost ``cost_s`` seconds in addition to the time of the
    edge.
    """

    roads: tuple[Road, ...]
    road: NDArray[np.int32]  # (E,) into roads
    way: NDArray[np.int64]  # (E,) OpenStreetMap id
    length_m: NDArray[np.float64]  # (E,)
    time_s: NDArray[np.float64]  # (E,)
    leaves: NDArray[np.float64]  # (E,) bearing in degrees at the start
    enters: NDArray[np.float64]  # (E,) bearing in degrees at the end
    back: NDArray[np.int32]  # (E,) the edge in the other direction, or -1
    shape: NDArray[np.int32]  # (E + 1,)
    node: NDArray[np.int64]  # (P,) OpenStreetMap id
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
        """Return the slice of ``node``, ``lat`` and ``lon`` that holds the points of an edge."""
        return slice(int(self.shape[edge]), int(self.shape[edge + 1]))

    def spots(self, edge: int, start: float = 0.0, end: float = 1.0) -> NDArray[np.float64]:
        """Return the positions along an edge between two fractions of its length.

        The array has the shape (n, 2): latitude and longitude.
        """
        points = self.points(edge)
        lat, lon = self.lat[points], self.lon[points]
        if (start, end) == (0, 1):
            return np.column_stack([lat, lon])
        east = remainder(lon - lon[0], 360)  # also across the antimeridian
        legs = np.hypot(np.diff(lat), np.diff(east) * np.cos(np.radians(lat[0])))
        fractions = np.concatenate([[0.0], np.cumsum(legs)]) / max(float(legs.sum()), 1e-12)
        stops = np.concatenate([[start], fractions[(fractions > start) & (fractions < end)], [end]])
        lon = remainder(np.interp(stops, fractions, east) + lon[0], 360)
        return np.column_stack([np.interp(stops, fractions, lat), lon])
