"""Queries about trips: their times, stays and waits, the orders of their stops, schedules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator, model_validator

from geoeval.query.base import ClockTime, Model, PlaceName, Trip, TripStop


# In these the order of the stops is the order of visiting …
class FinishTime(Trip):
    """When the trip is over: departure plus travel, waiting and visits, in the order given.

    Where the day is said, one waits at doors that are still closed.
    """

    kind: Literal["finish_time"] = "finish_time"


class StartTime(Trip):
    """When to start at the latest so that the trip is over by ``finish_by``."""

    kind: Literal["start_time"] = "start_time"


class LatestDeparture(Trip):
    """The latest time to leave ``leaving`` that still meets the deadline.

    The deadline is ``finish_by`` (arrival at the trip's end), or the closing of
    ``before_closing``, or the booked start of a stop.
    """

    kind: Literal["latest_departure"] = "latest_departure"
    leaving: PlaceName
    before_closing: PlaceName | None = None


class FreeTime(Trip):
    """How much time is left between the last visit and the booked start of ``before_stop``."""

    kind: Literal["free_time"] = "free_time"
    before_stop: PlaceName


class StayLimit(Trip):
    """The longest stay at ``stay_at``, whose visit the trip leaves open.

    It begins at the arrival and ends when the rest of the trip has to go on: to ``finish_by``,
    the end of the budget or the next booked start; or when the place closes, where the day is
    said or ``until_closing``.
    """

    kind: Literal["stay_limit"] = "stay_limit"
    stay_at: PlaceName
    until_closing: bool = False


class WaitingTime(Trip):
    """How long one waits at the last stop, reached before it opens."""

    kind: Literal["waiting_time"] = "waiting_time"


class OrderFeasible(Trip):
    """Whether the stops can be visited in the order given, inside the budget and hours."""

    kind: Literal["order_feasible"] = "order_feasible"
    holds: bool = Field(default=True, description='False asks whether it fails: "will I be late"')


class TripTime(Trip):
    """How long the whole trip takes, travel and visits together, in the order given."""

    kind: Literal["trip_time"] = "trip_time"


# … and in these it is not, or need not be.
class OfferedOrder(Model):
    """An offered order of visiting and the text that offers it."""

    text: str
    places: tuple[PlaceName, ...] = Field(min_length=1)


class UnorderedTrip(Trip):
    """A trip whose stops may be visited in any order; they are kept in order of their names."""

    @field_validator("stops")
    @classmethod
    def _in_one_order(cls, stops: tuple[TripStop, ...]) -> tuple[TripStop, ...]:
        """Put the stops into one order, so that queries that mean the same are equal."""
        return tuple(sorted(stops, key=lambda stop: stop.place))


class BestOrder(UnorderedTrip):
    """Which offered order (of all orders, if none is offered) finishes first."""

    kind: Literal["best_order"] = "best_order"
    orders: tuple[OfferedOrder, ...] = ()
    asks: Literal["first", "last"] = Field(
        default="first", description="Which stop an order of one place only names"
    )
    either: str | None = Field(None, description="The offered text that says that any order holds")
    neither: str | None = Field(None, description="The offered text that says that none holds")


class MaxVisits(UnorderedTrip):
    """The largest number of the stops that fit into the budget of time, and the hours."""

    kind: Literal["max_visits"] = "max_visits"


class LeftOut(Trip):
    """The one stop to leave out, so that the others fit into the budget and the hours."""

    kind: Literal["left_out"] = "left_out"


class ScheduledVisit(Model):
    """One visit of an offered schedule; ``end`` is None where only the arrival is said."""

    place: PlaceName
    start: ClockTime
    end: ClockTime | None = None


class OfferedSchedule(Model):
    """An offered schedule, its visits in order, and the text that offers it."""

    text: str
    visits: tuple[ScheduledVisit, ...] = Field(min_length=1)


class ScheduleCheck(Trip):
    """Which offered schedules hold: legs long enough, visits full, places open."""

    kind: Literal["schedule_check"] = "schedule_check"
    schedules: tuple[OfferedSchedule, ...] = Field(min_length=1)

    in_order: bool = Field(
        default=False, description="Whether the order of the stops is prescribed"
    )

    @model_validator(mode="after")
    def _in_one_order(self) -> ScheduleCheck:
        """Put stops of no prescribed order into one, so that like queries are equal."""
        if not self.in_order:
            stops = tuple(sorted(self.stops, key=lambda stop: stop.place))
            object.__setattr__(self, "stops", stops)
        return self
