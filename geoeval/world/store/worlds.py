"""Write worlds to map files, fact by fact with their sources, and read them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geoeval.errors import NotRecordedError
from geoeval.extras import check_installed
from geoeval.world.atlas import Atlas
from geoeval.world.categories import category_of, stated_kinds
from geoeval.world.records import Place, Records, TravelMode
from geoeval.world.service import MapPlace, MapRoute, Travel
from geoeval.world.store.reading import MapFile
from geoeval.world.store.writing import MapWriter, new_map

if TYPE_CHECKING:
    import networkx as nx


def save_records(world: Records, path: str | Path) -> None:
    """Write a world to a new map file; see ``World.save``."""
    with new_map(path) as writer:
        writer.attribution = world.attribution or ""
        add_worlds(writer, [(world, "")])
        for key in ("today", "user_location", "partial"):
            writer.set_meta(key, getattr(world, key))


def read_records(path: str | Path) -> tuple[Records, bool]:
    """Return the records of a map file, and whether more can be computed from it."""
    with MapFile(path) as file:
        is_computed = file.extent is not None or bool(file.modes)
        records = Records(
            places=tuple(file.described()),
            lists=tuple(file.lists()),
            legs=tuple(file.legs()),
            routes=tuple(file.all_routes()),
            today=file.meta("today"),  # type: ignore[arg-type]  # Records validates it
            user_location=file.meta("user_location"),  # type: ignore[arg-type]  # the same
            partial=is_computed or bool(file.meta("partial")),
            attribution=file.attribution or None,
        )
    return records, is_computed


def graph_of_roads(path: str | None, mode: TravelMode) -> nx.MultiDiGraph:
    """Return the roads of a map file as a graph; see ``World.to_networkx``."""
    check_installed("shapely", "maps")
    from geoeval.world.osm.graphs import graph_of_network

    if path is not None:
        with MapFile(path) as file:
            if (network := file.network(mode)) is not None:
                return graph_of_network(network)
    raise NotRecordedError(
        f"the world has no road network for {mode}; build one with geoeval world build"
    )


def add_worlds(writer: MapWriter, worlds: Sequence[tuple[Records, str]]) -> Counter[str]:
    """Add worlds, each with the name of its source, as one map; return the ambiguities by reason.

    Mentions of one place in several worlds become one place. The facts of each source are kept.
    """
    adding = _WorldMerger(writer, worlds)
    for world, source in worlds:
        adding.add(world, source)
    return adding.ambiguities


class _JoinedAtlas(Atlas):
    """The index of several worlds, in which one place may have several ids."""

    is_one_source = False


class _WorldMerger:
    """Adds worlds to a map file."""

    def __init__(self, writer: MapWriter, worlds: Sequence[tuple[Records, str]]) -> None:
        self.writer = writer
        self.ambiguities: Counter[str] = Counter()
        records: dict[str, Any] = {
            name: tuple(chain.from_iterable(getattr(world, name) for world, _ in worlds))
            for name in ("places", "lists", "legs", "routes")
        }
        self.combined = _JoinedAtlas(Records(**records))
        kinds = self._kinds_by_id()
        described = {self.combined.facts(place).id for place in self.combined.world.places}
        source = worlds[0][1] if len(worlds) == 1 else f"{len(worlds)} contexts"
        self.numbers = {
            place.id: writer.add_place(
                MapPlace(place=place, types=tuple(kinds.get(place.id, ())), source=source),
                described=place.id in described,
            )
            for place in self.combined.places
        }

    def _kinds_by_id(self) -> dict[str, dict[str, None]]:
        """Map the id of each place to its own categories and those of the lists it is in."""
        kinds = {
            place.id: dict.fromkeys(k.replace(" ", "_") for k in stated_kinds(place.category))
            for place in self.combined.places
        }
        for nearby in self.combined.world.lists:
            kind = category_of(nearby.category or "") or nearby.category or ""
            for entry in nearby.places if kind else ():
                kinds.setdefault(self.combined.facts(entry).id, {})[kind.replace(" ", "_")] = None
        return kinds

    def add(self, world: Records, source: str) -> None:
        """Add the facts of one source."""
        atlas = Atlas(world)
        end = partial(self._find_end, atlas, self._add_places(world, atlas, source), source)
        for leg in world.legs:
            travel = Travel(duration_s=leg.duration_s, distance_m=leg.distance_m, source=source)
            self.writer.add_leg(end(leg.origin), end(leg.destination), leg.mode, travel, leg=leg)
        for route in world.routes:
            ends = end(route.origin), end(route.destination)
            self.writer.add_routes(*ends, route.mode, [MapRoute(route=route, source=source)])
        for nearby in world.lists:
            self.writer.add_list(
                end(nearby.anchor) if nearby.anchor else None,
                place_type=nearby.category,
                keyword=nearby.search,
                rank_by="distance" if nearby.sorted_by_distance else "prominence",
                radius_m=nearby.radius_m,
                ids=[self.combined.facts(entry).id for entry in nearby.places],
                complete=nearby.radius_m is not None and len(nearby.places) < _MAX_LIST_LENGTH,
                record=nearby,
                source=source,
            )

    def _add_places(self, world: Records, atlas: Atlas, source: str) -> dict[str, str]:
        """Add the places of a source; map their ids in its world to their ids in the map."""
        ids: dict[str, str] = {}
        for mention in (*world.places, *chain.from_iterable(each.places for each in world.lists)):
            place = self.combined.facts(mention)
            ids.setdefault(atlas.facts(mention).id, place.id)
            if mention.id != place.id:
                self.writer.add_alias(mention.id, self.numbers[place.id])
        for place in world.places:
            self.writer.add_mention(self.numbers[self.combined.facts(place).id], place, source)
        return ids

    def _find_end(self, atlas: Atlas, ids: dict[str, str], source: str, name: str) -> str:
        """Return the id of an end of travel, after adding it to the map if it is missing."""
        found = atlas.resolve(name)
        if not isinstance(found, Place):
            self.ambiguities["ends of legs, routes or lists that match several places"] += 1
            return name
        if found.id not in ids:
            resolved = self.combined.resolve(found.name)
            ids[found.id] = resolved.id if isinstance(resolved, Place) else found.id
            if ids[found.id] not in self.numbers:
                drawn = MapPlace(place=found, source=source)
                self.numbers[found.id] = self.writer.add_place(drawn, described=False)
            self.writer.add_alias(found.id, self.numbers[ids[found.id]])
        return ids[found.id]


_MAX_LIST_LENGTH = 20  # map services truncate lists after so many entries
