"""Tells the names of towns and streets by the addresses of a world."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.text import normalise
from geoeval.world.model import Place, World

_ENOUGH = 3


def holds(address: str, name: str) -> bool:
    """Return whether a name stands in an address, whole words only.

    Examples
    --------
    >>> holds("3 Mill Lane, Springfield", "springfield"), holds("3 Mill Lane", "Lan")
    (True, False)
    """
    return f" {normalise(name)} " in f" {normalise(address)} "


def addresses(places: Iterable[Place]) -> list[str]:
    """Return the addresses that some places have."""
    return [place.address for place in places if place.address]


def is_town(world: World, name: str) -> bool:
    """Return whether most addresses of a world hold a name: of the town it is about."""
    listed = (place for nearby in world.lists for place in nearby.places)
    known = set(addresses((*world.places, *listed)))
    return len(known) >= _ENOUGH and 2 * sum(holds(each, name) for each in known) > len(known)
