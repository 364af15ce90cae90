"""Queries about travel between places: its time and distance, and which way is the shortest."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from geoeval.query.base import Model, PlaceName
from geoeval.world.model import TravelMode


class TravelLeg(Model):
    """One leg of a journey and how it is travelled."""

    origin: PlaceName
    destination: PlaceName
    mode: TravelMode | None = None


class TravelTotal(Model):
    """The travel time or distance of one or several legs together."""

    kind: Literal["travel_total"] = "travel_total"
    legs: tuple[TravelLeg, ...] = Field(min_length=1)
    quantity: Literal["time", "distance"] = "time"


class ClosestByTravel(Model):
    """Which of several places is reached soonest (or latest) from the origin."""

    kind: Literal["closest_by_travel"] = "closest_by_travel"
    origin: PlaceName
    among: tuple[PlaceName, ...] = Field(min_length=2)
    mode: TravelMode | None = None
    quantity: Literal["time", "distance"] = "time"
    farthest: bool = False


class OfferedMode(Model):
    """An offered way of travelling and the text that offers it."""

    text: str
    mode: TravelMode


class ExtremeMode(Model):
    """Which of the offered ways of travelling takes least, or most, time or distance."""

    kind: Literal["extreme_mode"] = "extreme_mode"
    origin: PlaceName
    destination: PlaceName
    among: tuple[OfferedMode, ...] = Field(min_length=2)
    by: Literal["time", "distance"] = "time"
    most: bool = False
