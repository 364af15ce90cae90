"""The closed union of queries: one small model for each thing that can be asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from geoeval.query.base import (
    ClockTime,
    Day,
    Direction,
    Measure,
    Model,
    PlaceName,
    PlaceSelection,
    RouteChoice,
    Trip,
    TripStop,
)
from geoeval.query.geometry_kinds import (
    FarthestToward,
    LiesInDirection,
)
from geoeval.query.hours_kinds import OpenDays, OpeningLength, PickByHours
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.trip_kinds import LeftOut, StayLimit, WaitingTime
from geoeval.world.model import TravelMode

Attribute = Literal["address", "rating", "rating_count", "price_level", "phone", "hours"]
Manoeuvre = Literal[
    "turn",
    "left_turn",
    "right_turn",
    "roundabout",
    "exit",
    "merge",
    "toll_road",
    "merge_onto_toll_road",
    "u_turn",
    "ramp",
    "stairs",
    "pedestrian_overpass",
    "ferry",
    "bridge",
    "closure",
    "restricted",
    "step",
]


Side = Literal["left", "right"]


# Facts of one place.
class AttributeOf(Model):
    """A fact of a place: its address, rating, number of ratings, price level, phone, hours."""

    kind: Literal["attribute_of"] = "attribute_of"
    place: PlaceName
    attribute: Attribute


class HasFeature(Model):
    """Whether a place carries a service flag ("serves dinner", "wheelchair accessible")."""

    kind: Literal["has_feature"] = "has_feature"
    place: PlaceName
    feature: str


class OpenAt(Model):
    """Whether a place is open (or closed) on a day, or at a time of a day."""

    kind: Literal["open_at"] = "open_at"
    place: PlaceName
    day: Day | None = None
    at: ClockTime | None = None
    open: bool = True


class OpeningTime(Model):
    """When a place opens, or closes for the day: on a day, or on all if they are alike."""

    kind: Literal["opening_time"] = "opening_time"
    place: PlaceName
    day: Day | None = None
    edge: Literal["opens", "closes"] = "opens"


# Places around an anchor.
class Nearest(PlaceSelection):
    """The ``rank``-th nearest (or farthest) place of a selection, straight-line or as listed."""

    kind: Literal["nearest"] = "nearest"
    rank: int = Field(1, ge=1)
    farthest: bool = False


class CountPlaces(PlaceSelection):
    """How many places of the selection there are."""

    kind: Literal["count_places"] = "count_places"


class ListPlaces(PlaceSelection):
    """All places of the selection."""

    kind: Literal["list_places"] = "list_places"


class PickPlace(PlaceSelection):
    """A place of the selection: any one, or the one with the highest or lowest figure.

    With ``after``, the one that follows a place in that order.
    """

    kind: Literal["pick_place"] = "pick_place"
    by: Measure | None = None
    lowest: bool = False
    after: PlaceName | None = Field(None, description="The place that comes before it in the order")


class Recommend(PlaceSelection):
    """The best (good, reputable, most renowned) place of a selection, an opinion by nature."""

    kind: Literal["recommend"] = "recommend"
    quality: str = Field("good", description="The word of praise in the question")


class AttributeOfPicked(Model):
    """A fact of the place that is nearest, or has the highest or lowest figure."""

    kind: Literal["attribute_of_picked"] = "attribute_of_picked"
    picked: Annotated[Nearest | PickPlace, Field(discriminator="kind")]
    attribute: Attribute


class ComparePlaces(Model):
    """Whether a figure of one place is higher (or lower) than that of another."""

    kind: Literal["compare_places"] = "compare_places"
    first: PlaceName
    second: PlaceName
    measure: Measure
    lower: bool = False


class BetweenPlaces(PlaceSelection):
    """The place of a selection that lies between two others: the smallest detour."""

    kind: Literal["between_places"] = "between_places"
    first: PlaceName
    second: PlaceName


class InDirection(PlaceSelection):
    """The place of a selection that lies in a direction of the anchor."""

    kind: Literal["in_direction"] = "in_direction"
    direction: Direction


# Straight-line geometry.
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


# Travel between places.
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


# Trips. In these the order of the stops is the order of visiting …
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


class OrderFeasible(Trip):
    """Whether the stops can be visited in the order given, inside the budget and hours."""

    kind: Literal["order_feasible"] = "order_feasible"
    holds: bool = Field(default=True, description='False asks whether it fails: "will I be late"')


class TripTime(Trip):
    """How long the whole trip takes, travel and visits together, in the order given."""

    kind: Literal["trip_time"] = "trip_time"


# … and in these it is not.
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


# Routes.
class NextStep(RouteChoice):
    """The instruction, or the road, that follows after reaching ``after`` on a route."""

    kind: Literal["next_step"] = "next_step"
    after: str


class CountManoeuvres(RouteChoice):
    """How often a manoeuvre occurs on a route, perhaps only before or after a road."""

    kind: Literal["count_manoeuvres"] = "count_manoeuvres"
    manoeuvre: Manoeuvre
    before: str | None = None
    after: str | None = None


class ExtremeRoute(RouteChoice):
    """The route with the least or most time, distance or manoeuvres, or its figure.

    ``asks`` is "name" for the route itself, else which of its figures is wanted. ``rank`` 2 is
    the second fastest, or the like.
    """

    kind: Literal["extreme_route"] = "extreme_route"
    by: Literal["time", "distance"] | Manoeuvre
    most: bool = False
    rank: int = Field(1, ge=1)
    asks: Literal["name", "time", "distance"] = "name"


class RouteAttribute(RouteChoice):
    """The travel time or the length of a named route."""

    kind: Literal["route_attribute"] = "route_attribute"
    attribute: Literal["time", "distance"]


class RouteWith(RouteChoice):
    """The routes that have a manoeuvre, use a road, take an exit or pass a landmark.

    ``asks`` is "name" for the routes, "count" for their number, and "whether" for yes or no: then
    all routes meant must agree. They do so ``times`` times or more. With ``day`` and ``at``, roads
    closed at certain hours count only if they are closed then.
    """

    kind: Literal["route_with"] = "route_with"
    manoeuvre: Manoeuvre | None = None
    road: str | None = None
    exit: str | None = Field(None, description='Number of an exit: "35", "18b"')
    landmark: str | None = None
    day: Day | None = None
    at: ClockTime | None = None
    times: int = Field(1, ge=1)
    absent: bool = Field(default=False, description="Ask for the routes that lack it")
    asks: Literal["name", "count", "whether"] = "name"


class RouteOfFigure(RouteChoice):
    """The routes whose travel time (s) or length (m) is a figure, or below or above it."""

    kind: Literal["route_of_figure"] = "route_of_figure"
    by: Literal["time", "distance"]
    amount: float = Field(gt=0, description="In seconds or metres")
    comparison: Literal["=", "<", "<=", ">", ">="] = "="


class LandmarkPassed(RouteChoice):
    """The landmark noted at the step onto a road, or anywhere on the route, perhaps on one side."""

    kind: Literal["landmark_passed"] = "landmark_passed"
    road: str | None = None
    manoeuvre: Manoeuvre | None = None
    side: Side | None = None


class SideNoted(RouteChoice):
    """On which side of the route a landmark lies, or its destination if none is named."""

    kind: Literal["side_noted"] = "side_noted"
    landmark: str | None = None


class StepBefore(RouteChoice):
    """The instruction, or the road, that comes before a road is reached on a route."""

    kind: Literal["step_before"] = "step_before"
    road: str


class StepNumber(RouteChoice):
    """The instruction of a step by its number: 1 is the first, -1 the last."""

    kind: Literal["step_number"] = "step_number"
    number: int


class StepOnto(RouteChoice):
    """How one gets onto a road: the instruction, the side to turn to, or the exit to take."""

    kind: Literal["step_onto"] = "step_onto"
    road: str


class ExitTaken(RouteChoice):
    """Which exit is taken: its number on a motorway, or its place at a roundabout.

    ``rank`` is which exit, or roundabout, of the route is meant; without it, the only one.
    """

    kind: Literal["exit_taken"] = "exit_taken"
    roundabout: bool = False
    road: str | None = None
    rank: int | None = Field(None, ge=1)


class RoadFigure(RouteChoice):
    """How long, or how far, a route stays on one of its roads, or on roads of a kind."""

    kind: Literal["road_figure"] = "road_figure"
    road: str | None = None
    noted: Literal["toll_road", "restricted", "ferry"] | None = None
    attribute: Literal["time", "distance"]

    @model_validator(mode="after")
    def _says_which(self) -> RoadFigure:
        """Make sure that either a road or a kind of road is named."""
        if (self.road is None) is (self.noted is None):
            message = "expected either a road or a kind of road in 'noted'"
            raise ValueError(message)
        return self


# Two figures.
Figured = Annotated[
    StraightLineDistance | TravelTotal | RouteAttribute | ExtremeRoute,
    Field(discriminator="kind"),
]


class Difference(Model):
    """By how much two figures of one kind differ, whichever is the greater."""

    kind: Literal["difference"] = "difference"
    first: Figured
    second: Figured


class CompareFigures(Model):
    """Whether one figure is less (or more) than another of its kind."""

    kind: Literal["compare_figures"] = "compare_figures"
    first: Figured
    second: Figured
    more: bool = False


class Unanswerable(Model):
    """A question about a fact that no world of this kind holds ("on the left side")."""

    kind: Literal["unanswerable"] = "unanswerable"
    fact: str
    words: str


Query = Annotated[
    AttributeOf
    | HasFeature
    | OpenAt
    | OpeningTime
    | OpenDays
    | OpeningLength
    | Nearest
    | CountPlaces
    | ListPlaces
    | PickPlace
    | PickByHours
    | AttributeOfPicked
    | ComparePlaces
    | Recommend
    | BetweenPlaces
    | InDirection
    | StraightLineDistance
    | DirectionOf
    | DirectionAndDistance
    | ExtremePair
    | LiesInDirection
    | FarthestToward
    | TravelTotal
    | ClosestByTravel
    | ExtremeMode
    | FinishTime
    | StartTime
    | LatestDeparture
    | FreeTime
    | StayLimit
    | WaitingTime
    | LeftOut
    | OrderFeasible
    | TripTime
    | BestOrder
    | MaxVisits
    | ScheduleCheck
    | MeetingPlan
    | StayPlan
    | NextStep
    | CountManoeuvres
    | ExtremeRoute
    | RouteAttribute
    | RouteWith
    | RouteOfFigure
    | LandmarkPassed
    | SideNoted
    | StepBefore
    | StepNumber
    | StepOnto
    | ExitTaken
    | RoadFigure
    | Difference
    | CompareFigures
    | Unanswerable,
    Field(discriminator="kind"),
]
