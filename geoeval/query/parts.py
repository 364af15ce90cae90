"""The parts that queries share: field types, figures and their units, trips, plans, offers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, field_validator, model_validator

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
    "CityStay",
    "ClockTime",
    "Comparator",
    "DatedEvent",
    "Day",
    "Direction",
    "Figure",
    "Meeting",
    "MeetingPlan",
    "Model",
    "OfferedMode",
    "OfferedOrder",
    "OfferedSchedule",
    "Omissions",
    "Orders",
    "Pair",
    "PlaceName",
    "ScheduledVisit",
    "Schedules",
    "StayPlan",
    "Trip",
    "TripFigure",
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


# Which figures fit together, and which candidates fill in what one leaves open.
AnyFigure: TypeAlias = Any
"""Any figure of the algebra, which builds on this module; its ``kind`` tells which."""
Among: TypeAlias = Any
"""Any candidates of the algebra, likewise."""

_MEASURED: dict[str, str] = {"time": "time", "distance": "length"}
_OF_TRIPS = {"finish": "clock", "start": "clock", "departure": "clock", "visits": "count"}


def unit_of(figure: AnyFigure) -> str | None:
    """Return the unit by which a figure is compared with others; None where it is no number.

    Examples
    --------
    >>> from geoeval.query.algebra import DirectionOf, Travel, TravelLeg
    >>> unit_of(Travel(legs=(TravelLeg(origin="A", destination="B"),)))
    'time'
    >>> unit_of(DirectionOf(place="A", seen_from="B")) is None
    True
    """
    match figure.kind:
        case "distance" | "detour":
            return "length"
        case "fact":
            return figure.fact if figure.fact in {"rating", "rating_count", "price_level"} else None
        case "hours":
            return "time" if figure.edge == "length" or figure.since is not None else "clock"
        case "sum":
            return unit_of(figure.of[0])
        case "travel" | "route":
            return _MEASURED.get(figure.measure, "count")
        case "trip":
            return _OF_TRIPS.get(figure.figure, "time")
        case _:
            return None


def refuse_open(*figures: Figure | None) -> None:
    """Refuse figures that leave open what only candidates could fill in."""
    for figure in figures:
        if figure is not None and figure.left_open:
            missing = " and ".join(sorted(figure.left_open))
            kind = getattr(figure, "kind", "figure")
            message = f"expected {missing} of the figure {kind!r}, which is left open"
            raise ValueError(message)


def fills(among: Among, figure: AnyFigure) -> bool:
    """Whether candidates fill in all that a figure leaves open, and it can rank them."""
    left = len(figure.left_open)
    if among.kind == "places":
        match figure.kind:
            case "distance":
                return left > 0
            case "travel":
                return len(figure.legs) == left == 1
            case "fact":
                return left == 1 and unit_of(figure) is not None
            case "hours":
                return left == 1 and not figure.week and figure.since is None
            case "detour" | "quality":
                return left == 1
            case "toward":
                return not figure.of_anchor or among.anchor is not None
        return False
    if among.kind == "pairs":
        one = figure.kind == "distance" or (figure.kind == "travel" and len(figure.legs) == 1)
        return one and left == 2
    if among.kind == "modes":
        one = figure.kind == "travel" and len(figure.legs) == 1 and figure.legs[0].mode is None
        return one and not left
    if among.kind == "routes":
        return figure.kind == "route" and left == 1
    return figure.kind == "trip" and figure.figure == "finish" and left == 1


# What is asked about trips.
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


# Whole plans, whose question states every fact itself: no world is needed.
class Meeting(Model):
    """Someone to meet: where they are, from when until when, and for how long at least.

    An end that is not after the start is on the next day.
    """

    person: str = Field(min_length=1)
    place: PlaceName
    present_from: ClockTime
    present_until: ClockTime
    at_least_min: int = Field(ge=0, description="Least length of the meeting in minutes")


class MeetingPlan(Model):
    """A day on which as many people as possible are met, each at their place and time.

    ``travel`` holds minutes by origin, then by destination; the way back may take another time.
    """

    ask: Literal["meeting_plan"] = "meeting_plan"
    origin: PlaceName
    depart: ClockTime
    meetings: tuple[Meeting, ...] = Field(min_length=1)
    travel: dict[PlaceName, dict[PlaceName, Annotated[int, Field(ge=0)]]] = Field(
        default_factory=dict
    )

    @field_validator("meetings")
    @classmethod
    def _one_each(cls, meetings: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
        """Refuse a person who is named twice."""
        _refuse_repeated([meeting.person for meeting in meetings])
        return meetings


class CityStay(Model):
    """A city and the number of days to spend there, those of arriving and leaving included."""

    city: str = Field(min_length=1)
    days: int = Field(ge=1)


class DatedEvent(Model):
    """Something that keeps one in a city on every day from the first to the last."""

    city: str = Field(min_length=1)
    first_day: int
    last_day: int


class StayPlan(Model):
    """A trip of some days over several cities, each visited once, by direct flights only.

    ``flights`` are one-way pairs. A day on which one flies counts for both cities.
    """

    ask: Literal["stay_plan"] = "stay_plan"
    days: int = Field(ge=1)
    stays: tuple[CityStay, ...] = Field(min_length=1)
    events: tuple[DatedEvent, ...] = ()
    flights: tuple[tuple[str, str], ...] = ()

    @field_validator("stays")
    @classmethod
    def _one_each(cls, stays: tuple[CityStay, ...]) -> tuple[CityStay, ...]:
        """Refuse a city that is named twice."""
        _refuse_repeated([stay.city for stay in stays])
        return stays


def _refuse_repeated(names: list[str]) -> None:
    """Refuse names of which one stands twice."""
    for index, name in enumerate(names):
        if name in names[:index]:
            message = f"expected each name once, got {name!r} twice"
            raise ValueError(message)
