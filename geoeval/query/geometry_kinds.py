"""Queries about where places lie to each other, beyond one distance and one direction."""

from __future__ import annotations

from typing import Literal

from geoeval.query.base import Direction, Model, PlaceName, PlaceSelection


class LiesInDirection(Model):
    """Whether a place lies in a direction of another, within the sector of that point."""

    kind: Literal["lies_in_direction"] = "lies_in_direction"
    place: PlaceName
    seen_from: PlaceName
    direction: Direction


class FarthestToward(PlaceSelection):
    """The place of a selection that lies farthest to the north, east, south or west."""

    kind: Literal["farthest_toward"] = "farthest_toward"
    direction: Literal["north", "east", "south", "west"]
