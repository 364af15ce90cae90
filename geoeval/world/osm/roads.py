"""Compute travel times and routes between positions on the road networks of an extract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from geoeval.errors import NotRecordedError
from geoeval.world.osm.routing import Path, Router
from geoeval.world.osm.steps import Manoeuvre, find_manoeuvres, name_route, write_steps
from geoeval.world.records import LatLon, Route, TravelMode
from geoeval.world.service import MapRoute, Spot, Travel, join_lines, location_of

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network

ENGINE = "geoeval"
"""The source that travel and routes from this engine report."""


class Roads:
    """Computes travel on the road networks of a map, one for each travel mode.

    ``network`` loads the network of a mode on first use. Every method raises ``NotRecordedError``
    for a mode without a network.
    """

    def __init__(self, network: Callable[[TravelMode], Network | None]) -> None:
        self._network = network
        self._routers: dict[TravelMode, Router] = {}

    def matrix(
        self, origins: Sequence[Spot], destinations: Sequence[Spot], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin (row) to each destination; None without a route."""
        found = self._get_router(mode).matrix(origins, destinations)
        return [
            [
                Travel(
                    duration_s=round(time),
                    distance_m=round(metres, 1),
                    source=ENGINE,
                    gaps_m=tuple(gaps),
                )
                if np.isfinite(time)
                else None
                for time, metres, gaps in zip(*row, strict=True)
            ]
            for row in zip(*(each.tolist() for each in found), strict=True)
        ]

    def routes(
        self, origin: Spot, destination: Spot, mode: TravelMode, most: int = 1
    ) -> list[MapRoute]:
        """Return up to ``most`` clearly different routes, the fastest first."""
        router = self._get_router(mode)
        net, goal = router.network, location_of(destination)
        found = []
        for path in router.paths(origin, destination, most):
            manoeuvres = find_manoeuvres(net, path, goal)
            points, step_starts = _build_path_line(net, path, manoeuvres)
            route = Route(
                origin="",
                destination="",
                mode=mode,
                name=name_route(net, path),
                steps=write_steps(net, path, manoeuvres),
                duration_s=round(path.time_s),
                distance_m=path.length_m,
                gaps_m=path.gaps_m,
            )
            codes = tuple(each.code for each in manoeuvres)
            found.append(
                MapRoute(
                    route=route, source=ENGINE, points=points, codes=codes, step_starts=step_starts
                )
            )
        return found

    def _get_router(self, mode: TravelMode) -> Router:
        if mode not in self._routers:
            network = self._network(mode)
            if network is None:
                raise NotRecordedError(f"the map has no road network for {mode}")
            self._routers[mode] = Router(network)
        return self._routers[mode]


def _build_path_line(
    net: Network, path: Path, manoeuvres: Sequence[Manoeuvre]
) -> tuple[tuple[LatLon, ...], tuple[int, ...]]:
    rest = len(path.edges) - 1
    parts = zip(path.edges, (path.start, *[0.0] * rest), (*[1.0] * rest, path.end), strict=True)
    points, edge_starts = join_lines(
        [(round(y, 7), round(x, 7)) for y, x in net.spots(*part).tolist()] for part in parts
    )
    firsts = accumulate((len(each.edges) for each in manoeuvres[:-1]), initial=0)
    return points, tuple(edge_starts[at] for at in firsts)
