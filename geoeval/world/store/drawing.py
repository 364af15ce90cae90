"""Maps drawn with matplotlib: roads, places by kind, and a scale."""

from __future__ import annotations

from collections import Counter
from math import cos, floor, log10, radians
from typing import TYPE_CHECKING

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import UsageError
from geoeval.extras import check_installed
from geoeval.world.records import Records
from geoeval.world.service import MapPlace
from geoeval.world.store.reading import MapFile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from geoeval.world.records import LatLon
    from geoeval.world.service import RoadLine

_KINDS = 10  # that have a colour of their own
_MOST_NAMES = 40  # that fit beside dots
_INK, _ROAD, _OTHER = "#1d2129", "#cfcabf", "#9aa3b2"


def plot_records(records: Records, axes: Axes | None, map_path: str | None) -> Axes:
    """Draw records, and the roads of the map file that they are from; see ``World.plot``."""
    if map_path is None:
        kinds = {
            id(place): ((nearby.category or nearby.search or "").replace(" ", "_"),)
            for nearby in records.lists
            for place in nearby.places
        }
        known = {*records.places, *(p for nearby in records.lists for p in nearby.places)}
        places = [MapPlace(place=place, types=kinds.get(id(place), ())) for place in known]
        roads: list[RoadLine] = []
    else:
        with MapFile(map_path) as file:
            places, roads = list(file.places()), list(file.roads())
    return plot_places(places, roads, axes, records.attribution or "")


def plot_places(
    places: list[MapPlace], roads: list[RoadLine], axes: Axes | None = None, attribution: str = ""
) -> Axes:
    """Draw places and roads; names where they are few."""
    check_installed("matplotlib", "plot")
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    located = [(each, each.place.location) for each in places if each.place.location]
    spots = [spot for _, spot in located] + [spot for road in roads for spot in road.points]
    if not spots:
        message = "expected a place with a position to draw, the world has none"
        raise UsageError(message)
    if axes is None:
        axes = Figure(figsize=(9, 7), layout="constrained").add_subplot()
    lines = [[(lon, lat) for lat, lon in road.points] for road in roads]
    axes.add_collection(LineCollection(lines, colors=_ROAD, linewidths=0.7, zorder=1))
    counts = Counter(_kind(each) for each, _ in located)
    for number, (kind, _) in enumerate(counts.most_common(_KINDS)):
        _dots(axes, [spot for each, spot in located if _kind(each) == kind], f"C{number}", kind)
    shown = {kind for kind, _ in counts.most_common(_KINDS)}
    others = [spot for each, spot in located if _kind(each) not in shown]
    if others:
        _dots(axes, others, _OTHER, "other")
    if len(located) <= _MOST_NAMES:
        for each, (lat, lon) in located:
            name = each.place.name.replace("$", r"\$")
            axes.annotate(name, (lon, lat), (4, 4), textcoords="offset points", fontsize=8)
    lats, lons = zip(*spots, strict=True)
    middle = (min(lats) + max(lats)) / 2
    axes.set_aspect(1 / max(cos(radians(middle)), 0.01))
    axes.margins(0.04)
    axes.set_xticks([])
    axes.set_yticks([])
    if counts:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8, frameon=False)
    _scale(axes, (min(lats), min(lons)), (max(lats), max(lons)))
    if attribution:
        axes.set_xlabel(attribution, fontsize=7, loc="right")
    return axes


def _dots(axes: Axes, spots: list[LatLon], colour: str, label: str) -> None:
    lats, lons = [lat for lat, _ in spots], [lon for _, lon in spots]
    axes.scatter(
        lons, lats, s=16, c=colour, label=f"{label} ({len(spots)})", edgecolors="white",
        linewidths=0.4, zorder=2,
    )  # fmt: skip


def _scale(axes: Axes, low: LatLon, high: LatLon) -> None:
    """Draw a bar of a round length, a fifth of the width or less."""
    metre = 1 / (radians(1) * EARTH_RADIUS_M * max(cos(radians((low[0] + high[0]) / 2)), 0.01))
    wide = max((high[1] - low[1]) / metre, 10.0) / 5
    step = 10 ** floor(log10(wide))
    length = max(each for each in (step, 2 * step, 5 * step) if each <= wide)
    left, bottom = low[1], low[0] - 0.02 * (high[0] - low[0])
    axes.plot([left, left + length * metre], [bottom, bottom], color=_INK, linewidth=2)
    text = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    axes.annotate(text, (left, bottom), (0, 4), textcoords="offset points", fontsize=8)


def _kind(found: MapPlace) -> str:
    return found.types[0].replace("_", " ") if found.types else "other"
