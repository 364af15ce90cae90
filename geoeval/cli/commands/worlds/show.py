"""``geoeval world show``: write a map file as a web page or a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.output import reject_overwriting, write_lines, write_whole
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.world.store.reading import MapFile

EPILOG = """Examples:

  geoeval world show monaco.world -o map.html

  geoeval world show monaco.world -o map.html --from "Casino de Monte Carlo" --to "Stade Louis II"

  geoeval world show monaco.world -o places.geojson

The suffix determines the format: .html is a page that loads nothing from any server; .geojson,
.gpkg or .parquet is a table of the places. Exit code: 0; 2 for a file that cannot be read or
written, or a place that is not found.
"""

_TABLES = (".geojson", ".gpkg", ".parquet")
_MAX_ROUTES = 3


def show(
    path: Annotated[str, declare_argument("FILE", "Map file.")],
    output: Annotated[str, declare_option("--output -o FILE", "The page or table to write.")],
    origin: Annotated[
        str | None, declare_option("--from PLACE", "Draw routes from this place.")
    ] = None,
    destination: Annotated[
        str | None, declare_option("--to PLACE", "Draw routes to this place.")
    ] = None,
    mode: Annotated[str, declare_option("--mode", "Travel mode of the routes.")] = "driving",
) -> None:
    """Write a map file as a web page, or its places as a table."""
    from geoeval.reporting.maps.page import render_map_page
    from geoeval.world.records import TravelMode
    from geoeval.world.store.reading import MapFile
    from geoeval.world.store.tables import write_table

    reject_overwriting([path], output)
    if (origin is None) is not (destination is None):
        raise UsageError("expected both --from and --to, or neither")
    with MapFile(path) as file:
        if output.lower().endswith(_TABLES):
            places = tuple(file.places())
            count = write_table(places, output)
            lost = len(places) - count
            note = f"; {lost} without coordinates are left out" if lost else ""
            write_lines([f"{output}: {count} places{note}", *filter(None, [file.attribution])])
            return
        if mode not in set(TravelMode):
            raise UsageError(
                f"expected one of the modes {', '.join(TravelMode)}, got {quote(mode)}"
            )
        routes = []
        if origin and destination:
            ends = [_find_place_id(file, name) for name in (origin, destination)]
            routes = file.routes(ends[0], ends[1], TravelMode(mode), most=_MAX_ROUTES)
            if not routes:
                raise UsageError(
                    f"there is no {mode} route from {quote(origin)} to {quote(destination)}; "
                    "try another --mode"
                )
        page = render_map_page(
            Path(path).stem, file.places(), file.roads(), routes, file.attribution, file.water()
        )
    write_whole(page, output)
    write_lines([f"{output}: written"])


def _find_place_id(file: MapFile, name: str) -> str:
    found = file.search(name, limit=1)
    if not found:
        raise UsageError(f"expected a place on the map, got {quote(name)}")
    return found[0].place.id
