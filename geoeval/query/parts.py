"""The parts that all query models share: field types, trips and what is offered."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from geoeval.world.model import TravelMode

ClockTime = Annotated[
    str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="Time of day, 24-hour HH:MM")
]
Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Direction = Literal[
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
]
PlaceName = Annotated[str, Field(min_length=1, description="Name or id of a place of the world")]
Comparator = Literal[">=", ">", "<=", "<", "=="]
DAYS: tuple[Day, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)


class Model(BaseModel):
    """A frozen query part that accepts no unknown field.

    Its validator is built when it is first used: most runs need few of the kinds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


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


def minute_of(clock: ClockTime) -> int:
    """Return a time of day as minutes after midnight.

    Examples
    --------
    >>> minute_of("08:30")
    510
    """
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)
