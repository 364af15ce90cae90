"""Draw maps with matplotlib: roads, places by category, and a scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING

from geoeval.drawing.plane import METRES_PER_DEGREE, longitude_scale, round_length
from geoeval.errors import UsageError
from geoeval.extras import check_installed
from geoeval.world.records import Records
from geoeval.world.service import MapPlace
from geoeval.world.store.reading import MapFile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from geoeval.world.records import LatLon
    from geoeval.world.service import RoadLine

_MAX_COLOURS = 10  # categories with their own colour
_MAX_NAMES = 40  # that fit next to the dots
_INK, _ROAD, _OTHER = "#1d2129", "#cfcabf", "#9aa3b2"


def plot_records(records: Records, axes: Axes | None, map_path: str | None) -> Axes:
    """Draw records, and the roads of their map file if any; see ``World.plot``."""
    if map_path is None:
        kinds = {
            id(place): ((nearby.category or nearby.search or "").replace(" ", "_"),)
            for nearby in records.lists
            for place in nearby.places
        }
        unique = {*records.places, *(p for nearby in records.lists for p in nearby.places)}
        places = [MapPlace(place=place, types=kinds.get(id(place), ())) for place in unique]
        roads: list[RoadLine] = []
    else:
        with MapFile(map_path) as file:
            places, roads = list(file.places()), list(file.roads())
    return plot_places(places, roads, axes, records.attribution or "")


def plot_places(
    places: list[MapPlace], roads: list[RoadLine], axes: Axes | None = None, attribution: str = ""
) -> Axes:
    """Draw places and roads, with names if the places are few."""
    check_installed("matplotlib", "plot")
    from matplotlib.figure import Figure

    spots: dict[str, list[LatLon]] = defaultdict(list)
    names: list[tuple[str, LatLon]] = []
    for each in places:
        if each.place.location:
            spots[_kind_name(each)].append(each.place.location)
            names.append((each.place.name, each.place.location))
    every = [*(spot for _, spot in names), *chain.from_iterable(road.points for road in roads)]
    if not every:
        raise UsageError("expected a place with a position to draw, but the world has none")
    if axes is None:
        axes = Figure(figsize=(9, 7), layout="constrained").add_subplot()
    _draw_roads(axes, roads)
    _draw_kinds(axes, spots)
    if len(names) <= _MAX_NAMES:
        for name, (lat, lon) in names:
            axes.annotate(
                name, (lon, lat), (4, 4), textcoords="offset points", fontsize=8, parse_math=False
            )
    _draw_scale(axes, every)
    axes.margins(0.04)
    axes.set_xticks([])
    axes.set_yticks([])
    if attribution:
        axes.set_xlabel(attribution, fontsize=7, loc="right")
    return axes


def _draw_roads(axes: Axes, roads: list[RoadLine]) -> None:
    from matplotlib.collections import LineCollection

    lines = [[(lon, lat) for lat, lon in road.points] for road in roads]
    axes.add_collection(LineCollection(lines, colors=_ROAD, linewidths=0.7, zorder=1))


def _draw_kinds(axes: Axes, spots: Mapping[str, list[LatLon]]) -> None:
    ranked = sorted(spots.items(), key=lambda kind: -len(kind[1]))
    for number, (kind, found) in enumerate(ranked[:_MAX_COLOURS]):
        _draw_dots(axes, found, f"C{number}", kind)
    if others := [spot for _, found in ranked[_MAX_COLOURS:] for spot in found]:
        _draw_dots(axes, others, _OTHER, "other")
    if ranked:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8, frameon=False)


def _draw_dots(axes: Axes, spots: list[LatLon], colour: str, label: str) -> None:
    lats, lons = zip(*spots, strict=True)
    axes.scatter(
        lons, lats, s=16, c=colour, label=f"{label} ({len(spots)})", edgecolors="white",
        linewidths=0.4, zorder=2,
    )  # fmt: skip


def _draw_scale(axes: Axes, spots: list[LatLon]) -> None:
    """Draw a round scale bar, at most a fifth of the width, and set the aspect of the axes."""
    lats, lons = zip(*spots, strict=True)
    stretch = longitude_scale((min(lats) + max(lats)) / 2)
    metre = 1 / (METRES_PER_DEGREE * stretch)
    length = round_length(max((max(lons) - min(lons)) / metre, 10.0) / 5)
    left, bottom = min(lons), min(lats) - 0.02 * (max(lats) - min(lats))
    axes.set_aspect(1 / stretch)
    axes.plot([left, left + length * metre], [bottom, bottom], color=_INK, linewidth=2)
    text = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    axes.annotate(text, (left, bottom), (0, 4), textcoords="offset points", fontsize=8)


def _kind_name(found: MapPlace) -> str:
    return found.types[0].replace("_", " ") if found.types else "other"
