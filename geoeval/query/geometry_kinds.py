"""Queries about where places lie to each other in a straight line: distances and directions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from geoeval.query.base import Direction, Model, PlaceName, PlaceSelection


class StraightLineDistance(Model):
    """The great-circle distance between two places, kept in order of their names.

    It is the same both ways, so that queries that mean the same are equal.
    """

    kind: Literal["straight_line_distance"] = "straight_line_distance"
    origin: PlaceName
    destination: PlaceName

    @model_validator(mode="before")
    @classmethod
    def _in_one_order(cls, fields: object) -> object:
        """Put the two places into one order."""
        if isinstance(fields, dict) and {"origin", "destination"} <= fields.keys():
            ends = sorted((fields["origin"], fields["destination"]), key=str)
            return {**fields, "origin": ends[0], "destination": ends[1]}
        return fields


class DirectionOf(Model):
    """The compass direction in which ``place`` lies, seen from ``seen_from``."""

    kind: Literal["direction_of"] = "direction_of"
    place: PlaceName
    seen_from: PlaceName


class DirectionAndDistance(Model):
    """The compass direction and straight-line distance from one place to another."""

    kind: Literal["direction_and_distance"] = "direction_and_distance"
    origin: PlaceName
    destination: PlaceName


class PlacePair(Model):
    """An offered pair of places and the text that offers it."""

    text: str
    first: PlaceName
    second: PlaceName


class ExtremePair(Model):
    """Which of the offered pairs of places lies closest together, or farthest apart."""

    kind: Literal["extreme_pair"] = "extreme_pair"
    pairs: tuple[PlacePair, ...] = Field(min_length=2)
    farthest: bool = False


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
