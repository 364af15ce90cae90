"""Use Valhalla as the routing engine of a map, with tiles built from the same extract."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from geoeval.calculators.polyline import decode_polyline
from geoeval.errors import MapFileError, UsageError, WorldError, quote_path
from geoeval.extras import check_installed
from geoeval.world.records import LatLon, Route, Step, TravelMode
from geoeval.world.service import MapRoute, Spot, Travel, location_of

if TYPE_CHECKING:
    from valhalla import Actor

ENGINE: Final = "valhalla"
"""The source that travel and routes from this engine report."""

_COSTINGS: Final = {
    TravelMode.DRIVING: "auto",
    TravelMode.WALKING: "pedestrian",
    TravelMode.BICYCLING: "bicycle",
}
MODES: Final = tuple(_COSTINGS)
_CODES: Final = {
    **dict.fromkeys((1, 2, 3), "depart"),
    **dict.fromkeys((7, 8, 17, 22), "straight"),
    9: "turn-slight-right",
    10: "turn-right",
    11: "turn-sharp-right",
    16: "turn-slight-left",
    15: "turn-left",
    14: "turn-sharp-left",
    12: "uturn-right",
    13: "uturn-left",
    18: "ramp-right",
    19: "ramp-left",
    20: "ramp-right",
    21: "ramp-left",
    23: "keep-right",
    24: "keep-left",
    25: "merge",
    26: "roundabout",
    27: "roundabout",
    28: "ferry",
    37: "merge",
    38: "merge",
}
_ARRIVALS: Final = {4: "", 5: "right", 6: "left"}
_NO_PATH: Final = (
    *("No path could be found", "No suitable edges", "exceeds the max distance"),
    "Locations are in unconnected regions",
)
_ARRIVED: Final = "Arrive at your destination"
_KM: Final = 1000.0
_MAX_GAP_M: Final = 1000  # places farther from any road are unreachable, as in our engine


def check_valhalla() -> None:
    """Raise ``UsageError`` unless a version of Valhalla that can build tiles is installed."""
    if sys.version_info < (3, 12):
        raise UsageError(
            "Valhalla needs Python 3.12 or newer: its wheels for older versions cannot build tiles"
        )
    check_installed("valhalla", "valhalla")


def tiles_of(path: str | Path) -> Path:
    """Return the folder with the tiles of a map file, next to the file."""
    return Path(f"{path}.tiles")


def build_tiles(extract: str | Path, folder: Path) -> None:
    """Build the tiles of an extract in a temporary folder, then replace ``folder`` with it."""
    check_valhalla()
    from valhalla import PYVALHALLA_DIR, get_config

    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".geoeval-") as scratch:
        tiles, config = Path(scratch) / "tiles", Path(scratch) / "valhalla.json"
        tiles.mkdir()
        content = json.dumps(get_config(tile_extract="", tile_dir=tiles))
        config.write_text(content, encoding="utf-8")
        result = subprocess.run(  # noqa: S603 - no shell, our own arguments
            [
                PYVALHALLA_DIR / "bin" / "valhalla_build_tiles",
                *("-c", config, Path(extract).resolve()),
            ],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            cwd=scratch,
        )
        if result.returncode or not any(tiles.rglob("*.gph")):
            last_line = (result.stderr or result.stdout).strip().splitlines()[-1:] or ["no output"]
            raise WorldError(
                f"Valhalla cannot build a road network from {quote_path(extract)}: {last_line[0]}",
                "path",
            )
        shutil.rmtree(folder, ignore_errors=True)
        tiles.rename(folder)


class Valhalla:
    """Computes travel and routes between positions with Valhalla."""

    def __init__(self, folder: Path) -> None:
        check_valhalla()
        if not folder.is_dir():
            raise MapFileError(
                f"the Valhalla tiles of the map are missing: expected {quote_path(folder)}"
            )
        self._folder = folder

    @cached_property
    def _actor(self) -> Actor:
        from valhalla import Actor, get_config

        return Actor(get_config(tile_extract="", tile_dir=self._folder))

    def matrix(
        self, origins: Sequence[Spot], destinations: Sequence[Spot], mode: TravelMode
    ) -> list[list[Travel | None]]:
        """Return the travel from each origin (row) to each destination; None without a route."""
        reply = self._request_service(
            "matrix",
            {
                "sources": [_build_location(each) for each in origins],
                "targets": [_build_location(each) for each in destinations],
                "costing": _COSTINGS[mode],
            },
        )
        if reply is None:
            return [[None] * len(destinations) for _ in origins]
        return [
            [
                None
                if each["time"] is None
                else Travel(
                    duration_s=round(each["time"]),
                    distance_m=round(each["distance"] * _KM, 1),
                    source=ENGINE,
                )
                for each in row
            ]
            for row in reply["sources_to_targets"]
        ]

    def routes(
        self, origin: Spot, destination: Spot, mode: TravelMode, most: int = 1
    ) -> list[MapRoute]:
        """Return up to ``most`` routes, the fastest first."""
        reply = self._request_service(
            "route",
            {
                "locations": [_build_location(origin), _build_location(destination)],
                "costing": _COSTINGS[mode],
                "alternates": most - 1,
                "units": "kilometers",
            },
        )
        if reply is None:
            return []
        trips = [reply["trip"], *(each["trip"] for each in reply.get("alternates", ()))]
        return [_read_route(trip, mode) for trip in trips]

    def _request_service(self, service: str, request: Mapping[str, object]) -> Any:  # noqa: ANN401 - its JSON
        """Return Valhalla's JSON reply, or None if there is no path."""
        from valhalla import ValhallaError

        try:
            return json.loads(getattr(self._actor, service)(json.dumps(request)))
        except (ValhallaError, RuntimeError) as error:
            if any(words in str(error) for words in _NO_PATH):
                return None
            raise MapFileError(f"Valhalla failed: {error}") from error


def _build_location(spot: Spot) -> dict[str, float]:
    lat, lon = location_of(spot)
    return {"lat": lat, "lon": lon, "search_cutoff": _MAX_GAP_M}


def _read_route(trip: dict[str, Any], mode: TravelMode) -> MapRoute:
    """Convert a trip; the arrival manoeuvre becomes a note of the last step."""
    points: list[LatLon] = []
    step_starts: list[int] = []
    steps: list[Step] = []
    codes: list[str] = []
    lengths: dict[str, float] = {}
    for leg in trip["legs"]:
        line = decode_polyline(leg["shape"], 6)
        start = max(len(points) - 1, 0)
        points += line[1:] if points else line
        for each in leg["maneuvers"]:
            if each["type"] in _ARRIVALS and steps:
                side = _ARRIVALS[each["type"]]
                note = f"Destination will be on the {side}" if side else _ARRIVED
                last = steps.pop()
                steps.append(replace(last, notes=(*last.notes, note)))
                continue
            roads = tuple(each.get("street_names", ()))
            metres = each["length"] * _KM
            for road in roads[:1]:
                lengths[road] = lengths.get(road, 0.0) + metres
            steps.append(
                Step(
                    instruction=each["instruction"].removesuffix("."),
                    roads=roads,
                    notes=("Toll road",) if each.get("toll") else (),
                    duration_s=round(each["time"]),
                    distance_m=round(metres, 1),
                )
            )
            codes.append(_CODES.get(each["type"], ""))
            step_starts.append(start + each["begin_shape_index"])
    return MapRoute(
        route=Route(
            origin="",
            destination="",
            mode=mode,
            name=max(lengths, key=lengths.__getitem__, default=""),
            steps=tuple(steps),
            duration_s=round(trip["summary"]["time"]),
            distance_m=round(trip["summary"]["length"] * _KM, 1),
        ),
        source=ENGINE,
        points=tuple(points),
        codes=tuple(codes),
        step_starts=tuple(step_starts),
    )
