"""What is asked about trips: their figures, orders of their stops, schedules, what to leave out."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from geoeval.query.parts import (
    Figure,
    Model,
    OfferedOrder,
    OfferedSchedule,
    PlaceName,
    Trip,
    TripStop,
)


class TripFigure(Figure):
    """A figure of a trip, whose stops are visited in their order except for "visits".

    "finish": when it is over; "start": when to start at the latest to be over by ``finish_by``;
    "length": travel and visits together; "waiting": the wait at the last stop until it opens;
    "departure": when to leave ``place`` at the latest to meet ``finish_by``, the closing of
    ``before_closing`` or the booked start of a stop; "free_time": what is left before the booked
    start of ``place``; "stay": the longest stay at ``place``, until the rest of the trip has to go
    on or ``before_closing`` (the same place) closes; "visits": the most stops that fit, in any
    order.
    """

    may_be_open: ClassVar = ("trip",)

    kind: Literal["trip"] = "trip"
    figure: Literal[
        "finish", "start", "length", "waiting", "departure", "free_time", "stay", "visits"
    ]
    trip: Trip | None = Field(None, description="Left open only among orders")
    place: PlaceName | None = None
    before_closing: PlaceName | None = None

    @model_validator(mode="after")
    def _takes_what_it_needs(self) -> TripFigure:
        """Make sure that a place is said for the figures of one stop, and for no other."""
        at_place = self.figure in {"departure", "free_time", "stay"}
        if at_place is (self.place is None):
            wanted = "a place" if at_place else "no place"
            message = f"expected {wanted} for the figure {self.figure!r}, got {self.place!r}"
            raise ValueError(message)
        if self.before_closing is not None and self.figure not in {"departure", "stay"}:
            message = f"expected no 'before_closing' for the figure {self.figure!r}"
            raise ValueError(message)
        if self.figure == "stay" and self.before_closing not in {None, self.place}:
            message = f"expected the closing of {self.place!r}, got {self.before_closing!r}"
            raise ValueError(message)
        if self.figure == "start" and self.trip is not None and self.trip.depart is not None:
            message = f"expected no 'depart' where the start is asked for, got {self.trip.depart!r}"
            raise ValueError(message)
        if self.figure == "visits" and self.trip is not None:
            object.__setattr__(self, "trip", unordered(self.trip))
        return self


def unordered(trip: Trip) -> Trip:
    """Return a trip whose stops may be visited in any order with them in order of their names."""
    stops: tuple[TripStop, ...] = tuple(sorted(trip.stops, key=lambda stop: stop.place))
    return trip.model_copy(update={"stops": stops})


class Orders(Model):
    """Offered orders of the stops of a trip; all orders, if none is offered."""

    kind: Literal["orders"] = "orders"
    trip: Trip
    orders: tuple[OfferedOrder, ...] = ()
    names: Literal["first", "last"] = Field(
        default="first", description="Which stop an order of one place only names"
    )
    either: str | None = Field(None, description="The offered text that says that any order holds")
    neither: str | None = Field(None, description="The offered text that says that none holds")

    @field_validator("trip")
    @classmethod
    def _in_one_order(cls, trip: Trip) -> Trip:
        """Put the stops into one order, so that queries that mean the same are equal."""
        return unordered(trip)


class Schedules(Model):
    """Offered schedules of a trip that hold: legs long enough, visits full, places open."""

    kind: Literal["schedules"] = "schedules"
    trip: Trip
    schedules: tuple[OfferedSchedule, ...] = Field(min_length=1)
    in_order: bool = Field(
        default=False, description="Whether the order of the stops is prescribed"
    )

    @model_validator(mode="after")
    def _in_one_order(self) -> Schedules:
        """Put stops of no prescribed order into one, so that like queries are equal."""
        if not self.in_order:
            object.__setattr__(self, "trip", unordered(self.trip))
        return self


class Omissions(Model):
    """Stops of a trip without which all the others fit into the budget and the hours."""

    kind: Literal["omissions"] = "omissions"
    trip: Trip
