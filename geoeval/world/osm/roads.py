"""Travel times and routes between positions, over the road networks of an extract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geoeval.errors import NotRecordedError
from geoeval.world.osm.routing import Path, Router
from geoeval.world.osm.steps import manoeuvres, route_name, steps
from geoeval.world.records import LatLon, Route, TravelMode
from geoeval.world.service import MapRoute, Travel

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network

ENGINE = "geoeval"
"""What travel and routes from this engine name as their source."""


class Roads:
    """The road networks of a map, one for each travel mode that can be routed.

    Every method raises ``NotRecordedError`` for a mode without a network.
    """

    def __init__(self, networks: Mapping[TravelMode, Network]) -> None:
        self._networks = networks
        self._routers: dict[TravelMode, Router] = {}

    def matrix(
        self, origins: Sequence[LatLon], destinations: Sequence[LatLon], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin (row) to each destination; None where none is."""
        times, lengths = self._router(mode).matrix(origins, destinations)
        return [
            [
                Travel(duration_s=round(time), distance_m=round(metres, 1), source=ENGINE)
                if np.isfinite(time)
                else None
                for time, metres in zip(row, row_m, strict=True)
            ]
            for row, row_m in zip(times.tolist(), lengths.tolist(), strict=True)
        ]

    def routes(
        self,
        origin: LatLon,
        destination: LatLon,
        mode: TravelMode,
        most: int = 1,
        *,
        origin_name: str,
        destination_name: str,
    ) -> list[MapRoute]:
        """Return up to ``most`` routes that truly differ, the fastest first."""
        router = self._router(mode)
        found = []
        for path in router.paths(origin, destination, most):
            net = router.network
            points, begins = _line(net, path, destination)
            route = Route(
                origin=origin_name,
                destination=destination_name,
                mode=mode,
                name=route_name(net, path),
                steps=steps(net, path, destination),
                duration_s=round(path.time_s),
                distance_m=round(path.length_m, 1),
            )
            codes = tuple(each.code for each in manoeuvres(net, path, destination))
            found.append(
                MapRoute(route=route, source=ENGINE, points=points, codes=codes, begins=begins)
            )
        return found

    def _router(self, mode: TravelMode) -> Router:
        if mode not in self._networks:
            message = f"the map has no road network for {mode}"
            raise NotRecordedError(message)
        if mode not in self._routers:
            self._routers[mode] = Router(self._networks[mode])
        return self._routers[mode]


def _line(
    net: Network, path: Path, destination: LatLon
) -> tuple[tuple[LatLon, ...], tuple[int, ...]]:
    """Return the points of a path, and where in them each of its steps begins."""
    points: list[LatLon] = []
    begins = []
    for step in manoeuvres(net, path, destination):
        begins.append(max(len(points) - 1, 0))
        for edge in step.edges:
            first = path.start if not points else 0.0
            last = path.end if edge == path.edges[-1] and step.edges[-1] == edge else 1.0
            drawn = _part(net, edge, first, last)
            points += drawn[1:] if points else drawn
    return tuple(points), tuple(begins)


def _part(net: Network, edge: int, first: float, last: float) -> list[LatLon]:
    """Return the points of an edge between two parts of its length."""
    at = net.points(edge)
    lat, lon = net.lat[at], net.lon[at]
    legs = np.hypot(np.diff(lat), np.diff(lon) * np.cos(np.radians(lat[0])))
    along = np.concatenate([[0.0], np.cumsum(legs)]) / max(float(legs.sum()), 1e-12)
    inner = along[(along > first) & (along < last)]
    where = np.concatenate([[first], inner, [last]])
    drawn = zip(np.interp(where, along, lat), np.interp(where, along, lon), strict=True)
    return [(round(float(y), 7), round(float(x), 7)) for y, x in drawn]
