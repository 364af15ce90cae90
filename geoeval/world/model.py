"""A world: the facts of a map service, with an index that looks them up."""

from __future__ import annotations

import atexit
import warnings
from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from geoeval.errors import MapFileError
from geoeval.world.records import (
    LatLon,
    Leg,
    NearbyList,
    Place,
    Records,
    Review,
    Route,
    Step,
    TravelMode,
)
from geoeval.world.serial import record_from_json, record_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    import geopandas
    import networkx as nx
    import pandas as pd
    from matplotlib.axes import Axes

    from geoeval.world.atlas import Atlas
    from geoeval.world.store.atlas import MapAtlas

__all__ = [
    "LatLon",
    "Leg",
    "MapWorld",
    "NearbyList",
    "Place",
    "Review",
    "Route",
    "Step",
    "TravelMode",
    "World",
    "world_from_json",
    "world_to_json",
]


@dataclass(frozen=True, kw_only=True, repr=False)
class World(Records):
    """All facts for one question: records that ``atlas`` looks up by any name of a place."""

    def __repr__(self) -> str:
        """Return one line with the number of records of each kind."""
        return f"<{type(self).__name__}: {self._format_counts()}>"

    def _format_counts(self) -> str:
        counts = (
            (len(getattr(self, each)), each) for each in ("places", "lists", "legs", "routes")
        )
        return ", ".join(f"{count} {kind}" for count, kind in counts)

    @cached_property
    def atlas(self) -> Atlas:
        """The index of this world, which resolves names and finds legs and lists by place."""
        from geoeval.world.atlas import Atlas

        return Atlas(self)

    def save(self, path: str | Path) -> None:
        """Write the world to a map file (SQLite), which suits worlds of any size.

        Raises
        ------
        MapFileError
            If the file cannot be written; an existing file stays unchanged.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> inn = World(places=(Place(name="Inn", rating=4.5),))
        >>> with TemporaryDirectory() as folder:
        ...     inn.save(f"{folder}/inn.world")
        ...     World.open(f"{folder}/inn.world") == inn
        True
        """
        from geoeval.world.store.worlds import save_records

        save_records(self, path)

    def excerpt(
        self,
        places: Iterable[str] = (),
        *,
        lists: Iterable[tuple[str, str]] = (),
        legs: Iterable[tuple[str, str, TravelMode]] = (),
        routes: Iterable[tuple[str, str, TravelMode]] = (),
    ) -> World:
        """Return a small world of selected facts, for example for the context of a question.

        Parameters
        ----------
        places
            Names or ids.
        lists
            Pairs of an anchor and a category.
        legs
            Triples of origin, destination and mode.
        routes
            Triples of origin, destination and mode.

        Raises
        ------
        UnknownPlaceError
            If a name matches no place, or several.
        NotRecordedError
            If the world lacks a requested fact.

        Examples
        --------
        >>> towns = World(places=(Place(name="Inn"), Place(name="Port")))
        >>> [place.name for place in towns.excerpt(["Port"]).places]
        ['Port']
        """
        from geoeval.world.store.excerpts import excerpt_of

        chosen = excerpt_of(self, places, lists, legs, routes)
        return World(**{each.name: getattr(chosen, each.name) for each in fields(chosen)})

    @staticmethod
    def from_geodataframe(frame: geopandas.GeoDataFrame | pd.DataFrame, **columns: str) -> World:
        """Build a world from a table of places.

        Data that cannot be used, such as unreadable opening hours, is left out with a warning.

        Parameters
        ----------
        frame
            Points, areas and lines in any coordinate reference system, or a pandas table with
            columns of latitudes and longitudes under their usual names. The location of an area is
            a point inside it, that of a line is one of its points. A row may have no point.
        **columns
            The columns that hold ``name``, ``category``, ``id``, ``address``, ``hours`` (in
            OpenStreetMap's syntax), ``phone``, ``website``, ``rating``, ``rating_count``,
            ``price_level`` and ``features`` (separated by semicolons); by default each field is
            read from the column of the same name, if there is one.

        Raises
        ------
        UsageError
            If a column is missing, if the frame has no coordinate reference system or contains
            other shapes, or if geopandas (extra ``maps``) is not installed.

        Examples
        --------
        >>> import pandas as pd
        >>> table = pd.DataFrame({"title": ["Inn"], "lat": [52.5], "lon": [4.2], "rating": [4.5]})
        >>> World.from_geodataframe(table, name="title").places[0].location
        (52.5, 4.2)
        """
        from geoeval.world.store.tables import places_of_frame

        skipped: Counter[str] = Counter()
        places = places_of_frame(frame, columns, skipped)
        if skipped:
            counts = "; ".join(f"{reason}: {number}" for reason, number in skipped.items())
            warnings.warn(f"left out of the world: {counts}", stacklevel=2)
        return World(places=tuple(each.place for each in places))

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """Return all places with their facts, but without reviews, as a table in EPSG:4326.

        Returns
        -------
        geopandas.GeoDataFrame
            The columns that ``from_geodataframe`` reads; the geometry is None if the location of
            a place is unknown.

        Raises
        ------
        UsageError
            If geopandas (extra ``maps``) is not installed.
        HoursError
            If the opening hours of a place cannot be written in OpenStreetMap's syntax.

        Examples
        --------
        >>> inn = World(places=(Place(name="Inn", location=(52.5, 4.2), category="hotel"),))
        >>> inn.to_geodataframe()[["name", "category", "geometry"]].to_dict("records")
        [{'name': 'Inn', 'category': 'hotel', 'geometry': <POINT (4.2 52.5)>}]
        """
        from geoeval.world.store.tables import frame_of_world

        return frame_of_world(self.atlas)

    @staticmethod
    def from_osmnx(
        graph: nx.MultiDiGraph,
        features: geopandas.GeoDataFrame | None = None,
        *,
        mode: TravelMode | str = TravelMode.DRIVING,
        path: str | Path | None = None,
    ) -> World:
        """Build a world from an osmnx road graph, from which travel times and routes are computed.

        Parameters
        ----------
        graph
            An unprojected graph, such as ``osmnx.graph_from_place(place, network_type="drive")``.
        features
            The places, such as ``osmnx.features_from_place(place, {"amenity": True})``.
        mode
            The travel mode that the graph was made for.
        path
            The map file to write; by default a temporary file that is deleted at exit.

        Returns
        -------
        World
            A world with the places and, in a map file, the roads. osmnx ignores turn restrictions;
            if they matter, build a map from an extract.

        Raises
        ------
        UsageError
            If the graph is projected or has no road for the mode, or if the extra ``maps`` is not
            installed.
        MapFileError
            If the map file cannot be written.

        Examples
        --------
        >>> import networkx as nx
        >>> graph = nx.MultiDiGraph(crs="epsg:4326")
        >>> graph.add_node(1, y=52.5, x=13.4)
        >>> graph.add_node(2, y=52.51, x=13.4)
        >>> key = graph.add_edge(1, 2, osmid=7, highway="residential", name="Main Street")
        >>> town = World.from_osmnx(graph)
        >>> [data["name"] for _, _, data in town.to_networkx().edges(data=True)]
        ['Main Street']
        """
        from geoeval.world.osm.build import build_from_osmnx

        if path is None:
            path = Path(mkdtemp(prefix="geoeval-")) / "osmnx.world"
            atexit.register(rmtree, path.parent, ignore_errors=True)
        build_from_osmnx(graph, path, features=features, mode=TravelMode(mode))
        return World.open(path)

    def to_networkx(self, mode: TravelMode | str = TravelMode.DRIVING) -> nx.MultiDiGraph:
        """Return the road network of a travel mode as a graph in osmnx's format.

        Returns
        -------
        networkx.MultiDiGraph
            Nodes with ``x`` and ``y`` in degrees; edges with ``osmid``, ``highway``, ``name``,
            ``length`` in metres, ``travel_time`` in seconds, ``speed_kph`` and ``geometry``. Turn
            costs, turn restrictions, and roads open only to local traffic are not represented.

        Raises
        ------
        NotRecordedError
            If the world has no road network for the mode.
        """
        from geoeval.world.store.worlds import graph_of_roads

        return graph_of_roads(getattr(self, "map_path", None), TravelMode(mode))

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw the places by category with matplotlib, and return the axes.

        Raises
        ------
        UsageError
            If matplotlib (extra ``plot``) is not installed or no place has a position.
        """
        from geoeval.world.store.drawing import plot_records

        return plot_records(self, axes, getattr(self, "map_path", None))

    @staticmethod
    def open(path: str | Path) -> World:
        """Open a map file as a world.

        If the map has a road network, legs and routes are computed on request.

        Raises
        ------
        MapFileError
            If the file does not exist, is not a map file, or is damaged.
        """
        from geoeval.world.store.worlds import read_records

        records, is_computed = read_records(path)
        facts = {each.name: getattr(records, each.name) for each in fields(records)}
        if not is_computed:
            return World(**facts)
        return MapWorld(**facts, map_path=str(Path(path).resolve()))


@dataclass(frozen=True, kw_only=True, repr=False)
class MapWorld(World):
    """A world in a map file whose lists, legs and routes are computed on request."""

    map_path: str

    def __repr__(self) -> str:
        """Return one line with the number of records and the modes with a road network."""
        try:
            modes = ", ".join(self.atlas.file.modes) or "none"
        except MapFileError:
            modes = "the map file cannot be read"
        return f"<MapWorld: {self._format_counts()}; road networks: {modes}>"

    @cached_property
    def atlas(self) -> MapAtlas:
        """The index of this world and of its map file."""
        from geoeval.world.store.atlas import MapAtlas

        return MapAtlas(self, self.map_path)


def world_to_json(world: World) -> dict[str, object]:
    """Convert a world to JSON values: records to objects, opening hours to strings.

    Parameters
    ----------
    world
        The world to convert.

    Returns
    -------
    dict
        The fields of ``World``, without those that are unknown or empty.

    Examples
    --------
    >>> world_to_json(World(places=(Place(name="Old Mill", rating=4.5),), today=6))
    {'places': [{'name': 'Old Mill', 'id': 'f580d12205e1', 'rating': 4.5}], 'today': 6}
    """
    return record_to_json(world)


def world_from_json(obj: object) -> World:
    """Build a world from JSON values.

    Parameters
    ----------
    obj
        The result of ``world_to_json``, or an object of the same form; a place without an id gets a
        hash of its name and address as its id.

    Returns
    -------
    World
        The world.

    Raises
    ------
    RecordError
        If a value is missing, unknown, out of range or of the wrong type; ``path`` locates it.

    Examples
    --------
    >>> world_from_json({"legs": [{"origin": "Inn", "destination": "Port", "mode": "walking"}]})
    <World: 0 places, 0 lists, 1 legs, 0 routes>
    >>> world_from_json({"places": [{"rating": 4.5}]})
    Traceback (most recent call last):
    ...
    geoeval.errors.RecordError: expected a world, but at $.places[0].name: field required
    """
    return record_from_json(World, obj, "$")
