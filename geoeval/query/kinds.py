"""The closed union of queries: one small model for each thing that can be asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.query.base import Model
from geoeval.query.figure_kinds import CompareFigures, Difference
from geoeval.query.geometry_kinds import (
    DirectionAndDistance,
    DirectionOf,
    ExtremePair,
    FarthestToward,
    LiesInDirection,
    StraightLineDistance,
)
from geoeval.query.hours_kinds import OpenAt, OpenDays, OpeningLength, OpeningTime, PickByHours
from geoeval.query.place_kinds import (
    AttributeOf,
    AttributeOfPicked,
    BetweenPlaces,
    ComparePlaces,
    CountPlaces,
    HasFeature,
    InDirection,
    ListPlaces,
    Nearest,
    PickPlace,
    Recommend,
)
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.route_kinds import (
    CountManoeuvres,
    ExitTaken,
    ExtremeRoute,
    LandmarkPassed,
    NextStep,
    RoadFigure,
    RouteAttribute,
    RouteOfFigure,
    RouteWith,
    SideNoted,
    StepBefore,
    StepNumber,
    StepOnto,
)
from geoeval.query.travel_kinds import ClosestByTravel, ExtremeMode, TravelTotal
from geoeval.query.trip_kinds import (
    BestOrder,
    FinishTime,
    FreeTime,
    LatestDeparture,
    LeftOut,
    MaxVisits,
    OrderFeasible,
    ScheduleCheck,
    StartTime,
    StayLimit,
    TripTime,
    WaitingTime,
)


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
