"""Queries about routes: their figures, what occurs on them, and their steps one by one."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from geoeval.query.base import ClockTime, Day, RouteChoice

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
