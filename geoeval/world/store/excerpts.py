"""Select facts of a world, recorded or computed, as separate records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from geoeval.errors import NotRecordedError, UnknownPlaceError, quote
from geoeval.world.records import Leg, NearbyList, Place, Records, Route, TravelMode

if TYPE_CHECKING:
    from geoeval.world.atlas import Atlas

    class HasAtlas(Protocol):
        """A world with an index."""

        @property
        def atlas(self) -> Atlas:
            """The index."""

    Journeys = Iterable[tuple[str, str, TravelMode]]


def excerpt_of(
    world: HasAtlas,
    places: Iterable[str],
    lists: Iterable[tuple[str, str]],
    legs: Journeys,
    routes: Journeys,
) -> Records:
    """Return the selected facts; see ``World.excerpt``."""
    atlas = world.atlas

    def place_of(name: str) -> Place:
        found = atlas.resolve(name)
        if isinstance(found, Place):
            return found
        raise UnknownPlaceError(
            f"expected a place of the world, got {quote(name)}", found.candidates
        )

    def check_found(found: object, what: str) -> None:
        if not found:
            raise NotRecordedError(f"the world has no {what}")

    chosen_lists: list[NearbyList] = []
    chosen_legs: list[Leg] = []
    chosen_routes: list[Route] = []
    for anchor, kind in lists:
        entries = atlas.entries(place_of(anchor).name, kind)
        check_found(entries, f"list of {kind} around {anchor}")
        chosen_lists += entries
    for origin, destination, mode in legs:
        leg = atlas.leg(place_of(origin).name, place_of(destination).name, mode)
        check_found(leg, f"{mode} time from {origin} to {destination}")
        chosen_legs += [leg] if leg else []
    for origin, destination, mode in routes:
        found = atlas.routes(place_of(origin).name, place_of(destination).name, mode)
        check_found(found, f"{mode} route from {origin} to {destination}")
        chosen_routes += found
    return Records(
        places=tuple(dict.fromkeys(map(place_of, places))),
        lists=tuple(chosen_lists),
        legs=tuple(chosen_legs),
        routes=tuple(chosen_routes),
        attribution=atlas.world.attribution,
    )
