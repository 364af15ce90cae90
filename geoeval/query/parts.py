"""The parts that all query models share: field types, trips and what is offered."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from geoeval.calculators.clock import minute_of
from geoeval.calculators.filters.kinds import (
    DAYS,
    ClockTime,
    Comparator,
    Day,
    Direction,
    Model,
    PlaceName,
)
from geoeval.world.model import TravelMode

__all__ = [
    "DAYS",
    "ClockTime",
    "Comparator",
    "Day",
    "Direction",
    "Figure",
    "Model",
    "OfferedMode",
    "OfferedOrder",
    "OfferedSchedule",
    "Pair",
    "PlaceName",
    "ScheduledVisit",
    "Trip",
    "TripStop",
    "minute_of",
]


class Figure(Model):
    """Something that has a value."""

    may_be_open: ClassVar[tuple[str, ...]] = ()

    @property
    def left_open(self) -> frozenset[str]:
        """What is not said, so that candidates must fill it in."""
        return frozenset(each for each in self.may_be_open if getattr(self, each, None) is None)


class TripStop(Model):
    """One visit of a trip: how long it takes, in minutes, and when it is booked, if it is."""

    place: PlaceName
    visit_min: int = Field(0, ge=0, description="Length of the visit in minutes")
    starts_at: ClockTime | None = Field(None, description="A fixed start, such as a tour's")
    mode: TravelMode | None = Field(None, description="How one travels to it, if not as usual")


class Trip(Model):
    """A journey: where and when it starts, its stops with their visits, and where it ends.

    The order of ``stops`` is the order of visiting only for the kinds that say so.
    """

    origin: PlaceName | None = None
    depart: ClockTime | None = None
    day: Day | None = None
    stops: tuple[TripStop, ...] = Field(min_length=1)
    end: PlaceName | None = Field(None, description="Where the trip ends, such as back home")
    mode: TravelMode | None = None
    finish_by: ClockTime | None = None
    budget_min: int | None = Field(None, gt=0, description="Minutes available in all")
    before: tuple[tuple[PlaceName, PlaceName], ...] = Field(
        (), description="Pairs: the first is visited before the second"
    )


class Pair(Model):
    """An offered pair of places and the text that offers it."""

    text: str
    first: PlaceName
    second: PlaceName


class OfferedMode(Model):
    """An offered way of travelling and the text that offers it."""

    text: str
    mode: TravelMode


class OfferedOrder(Model):
    """An offered order of visiting and the text that offers it."""

    text: str
    places: tuple[PlaceName, ...] = Field(min_length=1)


class ScheduledVisit(Model):
    """One visit of an offered schedule; ``end`` is None where only the arrival is said."""

    place: PlaceName
    start: ClockTime
    end: ClockTime | None = None


class OfferedSchedule(Model):
    """An offered schedule, its visits in order, and the text that offers it."""

    text: str
    visits: tuple[ScheduledVisit, ...] = Field(min_length=1)
