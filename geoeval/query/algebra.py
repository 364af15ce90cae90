"""The algebra of queries: figures, the candidates to choose from, and what is asked of them.

A *figure* is something that has a value: a distance, a direction, a fact of a place, a travel
time, a figure of a route or of a trip. *Candidates* are what a query chooses from: places, routes,
pairs, modes, days, orders, schedules. An *ask* is a query: a value, the best candidate by a figure,
a list, a count, a comparison, a difference, a check. A figure within ``Best`` leaves open what the
candidates fill in; everywhere else it is complete. A place or route is given by name, or as the
only or the best of some candidates ("the phone number of the nearest pharmacy").
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from geoeval.query.figures import (
    AnyFigure,
    Best,
    Detour,
    DirectionOf,
    Distance,
    Fact,
    Hours,
    PlaceRef,
    Places,
    RouteFigure,
    RouteRef,
    Routes,
    Side,
    StepFact,
    Sum,
    Travel,
    TravelLeg,
)
from geoeval.query.filter_kinds import (
    DirectionFilter,
    Filter,
    HoursFilter,
    canonical_filters,
    plain_filters,
)
from geoeval.query.parts import (
    Candidates,
    ClockTime,
    MeetingPlan,
    Model,
    Modes,
    Omissions,
    Pairs,
    Quality,
    Schedules,
    StayPlan,
    Toward,
    Trip,
    reject_open,
)
from geoeval.world.place_facts import FactName

__all__ = [
    "AnyFigure", "Best", "Check", "CheckRoutes", "CheckTrip", "Compare", "Count", "Days", "Detour",
    "Difference", "DirectionOf", "Distance", "Fact", "FactName", "Hours", "Listing", "Modes",
    "Pairs", "PlaceRef", "Places", "Quality", "Query", "RouteFigure", "RouteRef", "Routes", "Side",
    "StepFact", "Sum", "Toward", "Travel", "TravelLeg", "Unanswerable", "Value",
]  # fmt: skip


# Candidates.
class Days(Candidates):
    """The days of the week on which a place opens or is open at a time, or the other days."""

    rule: ClassVar = "GEO401"

    kind: Literal["days"] = "days"
    place: PlaceRef
    open: bool = True
    at: ClockTime | None = None
    filters: tuple[Filter, ...] = Field(
        (), description="Further conditions on the hours of that day; they must not name a day"
    )

    @field_validator("filters")
    @classmethod
    def _sort_hours_filters(cls, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """Accept only filters of opening hours without a day, in a canonical order."""
        for plain in (plain for each in filters for plain in plain_filters(each)):
            if not isinstance(plain, HoursFilter) or plain.day is not None:
                shown = plain.model_dump_json()
                raise ValueError(f"expected filters of hours without a day, got {shown}")
        return canonical_filters(filters, "place")


# Queries.
class Value(Model):
    """The value of a figure, or of two that are asked for at once."""

    ask: Literal["value"] = "value"
    figure: AnyFigure
    also: AnyFigure | None = None

    @model_validator(mode="after")
    def _reject_open_figures(self) -> Value:
        reject_open(self.figure, self.also)
        return self


class Listing(Model):
    """Which candidates there are: all of them, or any one of them."""

    ask: Literal["list"] = "list"
    of: Annotated[Places | Routes | Days | Schedules | Omissions, Field(discriminator="kind")]
    wanted: Literal["all", "any"] = "all"

    @model_validator(mode="after")
    def _set_wanted(self) -> Listing:
        if isinstance(self.of, Schedules | Omissions):
            object.__setattr__(self, "wanted", "any")
        return self


class Count(Model):
    """How many candidates there are."""

    ask: Literal["count"] = "count"
    of: Annotated[Places | Routes | Days, Field(discriminator="kind")]


class _FigurePair(Model):
    first: AnyFigure
    second: AnyFigure

    @model_validator(mode="after")
    def _check_same_unit(self) -> _FigurePair:
        reject_open(self.first, self.second)
        if self.first.unit is None or self.first.unit != self.second.unit:
            shown = [each.model_dump_json(exclude_none=True) for each in (self.first, self.second)]
            raise ValueError(
                f"expected two figures of the same unit, got {shown[0]} and {shown[1]}"
            )
        return self


class Compare(_FigurePair):
    """Whether one figure is less (or more) than another of its kind."""

    ask: Literal["compare"] = "compare"
    more: bool = False


class Difference(_FigurePair):
    """By how much two figures of one kind differ, whichever is the greater."""

    ask: Literal["difference"] = "difference"


class Check(Model):
    """Whether a place meets a condition: is open, carries a flag, lies in a direction."""

    ask: Literal["check"] = "check"
    place: PlaceRef
    passes: Filter

    @model_validator(mode="after")
    def _check_places(self) -> Check:
        """Reject filters of routes, and a direction without ``seen_from``."""
        canonical_filters((self.passes,), "place")
        if any(
            isinstance(w, DirectionFilter) and w.seen_from is None
            for w in plain_filters(self.passes)
        ):
            raise ValueError("expected 'seen_from' with a direction, since a check has no anchor")
        return self


class CheckRoutes(Model):
    """Whether a route, or each of several, meets a condition: has a toll road, takes an exit."""

    ask: Literal["check_routes"] = "check_routes"
    routes: RouteRef
    passes: Filter

    @model_validator(mode="after")
    def _check_routes(self) -> CheckRoutes:
        canonical_filters((self.passes,), "route")
        return self


class CheckTrip(Model):
    """Whether the stops can be visited in the order given, inside the budget and the hours."""

    ask: Literal["check_trip"] = "check_trip"
    trip: Trip
    holds: bool = Field(default=True, description='False asks whether it fails: "will I be late"')


class Unanswerable(Model):
    """A question about a fact that no world of this kind holds ("on the left side")."""

    ask: Literal["unanswerable"] = "unanswerable"
    fact: str
    words: str


Query = Annotated[
    Value
    | Best
    | Listing
    | Count
    | Compare
    | Difference
    | Check
    | CheckRoutes
    | CheckTrip
    | MeetingPlan
    | StayPlan
    | Unanswerable,
    Field(discriminator="ask"),
]
