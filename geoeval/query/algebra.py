"""The algebra of queries: figures, the candidates to choose from, and what is asked of them.

A *figure* is something that has a value: a distance, a direction, a fact of a place, a travel
time, a figure of a route or of a trip. *Candidates* are what one chooses from: places, routes,
pairs, modes, days, orders, schedules. An *ask* is a query: a value, the best candidate by a figure,
a list, a count, a comparison, a difference, a check. A figure within ``Best`` leaves open what the
candidates fill in; everywhere else it is complete. A place or a route may be named, or be the
only or the best one of some candidates itself ("the phone number of the nearest pharmacy").
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, field_validator, model_validator

from geoeval.query.filter_kinds import (
    MOST,
    DirectionFilter,
    Filter,
    HoursFilter,
    Manoeuvre,
    Total,
    in_one_order,
    leaves,
)
from geoeval.query.parts import (
    ClockTime,
    Day,
    Direction,
    Figure,
    MeetingPlan,
    Model,
    OfferedMode,
    Omissions,
    Orders,
    Pair,
    PlaceName,
    Schedules,
    StayPlan,
    Trip,
    TripFigure,
    fills,
    refuse_open,
    unit_of,
)
from geoeval.world.model import TravelMode


def _described_by(ref: object) -> str:
    """Return how a place or a route is told: by its name, as one of several, or as the best."""
    if isinstance(ref, str):
        return "name"
    return "best" if isinstance(ref, Best) or (isinstance(ref, dict) and "ask" in ref) else "these"


def _best_of(kind: str) -> AfterValidator:
    """Return what refuses a place that is described as the best of something else."""

    def checked(best: Best) -> Best:
        if best.among.kind != kind:
            message = f"expected the best of some {kind}, got that of {best.among.kind}"
            raise ValueError(message)
        return best

    return AfterValidator(checked)


PlaceRef = Annotated[
    Annotated[PlaceName, Tag("name")]
    | Annotated["Places", Tag("these")]
    | Annotated["Best", _best_of("places"), Tag("best")],
    Discriminator(_described_by),
    Field(description="A place: its name or id, the only one of some, or the best of some"),
]
RouteRef = Annotated[
    Annotated["Routes", Tag("these")] | Annotated["Best", _best_of("routes"), Tag("best")],
    Discriminator(_described_by),
    Field(description="The route that is meant, or the best of some"),
]
PlaceFilters = Annotated[
    tuple[Filter, ...], AfterValidator(lambda filters: in_one_order(filters, "place"))
]
RouteFilters = Annotated[
    tuple[Filter, ...], AfterValidator(lambda filters: in_one_order(filters, "route"))
]
Side = Literal["left", "right"]
FactName = Literal["address", "rating", "rating_count", "price_level", "phone", "hours"]


# Figures.
class Distance(Figure):
    """The great-circle distance between two places, the same both ways.

    Among places, the end that is left open is theirs; with both left open it is the distance from
    their anchor, or the order of the only list of them. Among pairs both are left open.
    """

    may_be_open: ClassVar = ("origin", "destination")

    kind: Literal["distance"] = "distance"
    origin: PlaceRef | None = None
    destination: PlaceRef | None = None

    def __eq__(self, other: object) -> bool:
        """Whether both mean the same; the ends stay as written, so that faults are found there."""
        return isinstance(other, Distance) and self._ends() == other._ends()

    def __hash__(self) -> int:
        return hash(self._ends())

    def _ends(self) -> tuple[object, ...]:
        """Return the two places in one order, for they may be given in either."""
        return tuple(sorted((self.origin, self.destination), key=str))


class DirectionOf(Figure):
    """The compass direction in which ``place`` lies, seen from ``seen_from``."""

    kind: Literal["direction"] = "direction"
    place: PlaceRef
    seen_from: PlaceRef


class _OfPlace(Figure):
    """A figure of one place, left open among places."""

    may_be_open: ClassVar = ("place",)

    place: PlaceRef | None = None


class Fact(_OfPlace):
    """A fact of a place: its address, rating, number of ratings, price level, phone or hours."""

    kind: Literal["fact"] = "fact"
    fact: FactName


class Hours(_OfPlace):
    """When a place opens or closes for the day, how long until then, or how long it is open.

    On a day, or on any day if they are alike.
    """

    kind: Literal["hours"] = "hours"
    edge: Literal["opens", "closes", "length"]
    day: Day | None = None
    week: bool = Field(default=False, description="For a length: the sum of all days of the week")
    since: ClockTime | None = Field(
        None, description="The hour from which to count how long it is until it opens or closes"
    )

    @model_validator(mode="after")
    def _of_what_it_is(self) -> Hours:
        """Refuse the sum of a week where there is none, and an hour from which no edge comes."""
        if self.week and (self.edge != "length" or self.day is not None):
            message = "expected 'week' only with the edge 'length' and without a day"
            raise ValueError(message)
        if self.since is not None and self.edge == "length":
            message = "expected 'since' only with the edge 'opens' or 'closes'"
            raise ValueError(message)
        return self


class Detour(_OfPlace):
    """How much longer the way from one place to another gets over a place between them."""

    kind: Literal["detour"] = "detour"
    first: PlaceRef
    second: PlaceRef


class Quality(Figure):
    """How good a place is, an opinion by nature: by its rating, if anything."""

    may_be_open: ClassVar = ("place",)  # an opinion is only asked for among several

    kind: Literal["quality"] = "quality"
    praise: str = Field("good", description='The word of praise: "good", "reputable"')


class Toward(Figure):
    """How far a place lies to the north, east, south or west, or how near that of the anchor.

    Without ``of_anchor`` the figure is the latitude or longitude; with it, the angle between the
    direction and the one in which the place lies, seen from the anchor. Places outside the sector
    of that direction then have no such figure.
    """

    may_be_open: ClassVar = ("place",)  # where one place lies is its coordinates

    kind: Literal["toward"] = "toward"
    direction: Direction
    of_anchor: bool = False

    @model_validator(mode="after")
    def _is_cardinal(self) -> Toward:
        """Refuse "the northeasternmost", which has no one meaning."""
        if not self.of_anchor and self.direction not in {"north", "east", "south", "west"}:
            message = f"expected north, east, south or west, got {self.direction!r}"
            raise ValueError(message)
        return self


class TravelLeg(Model):
    """One leg of a journey and how it is travelled."""

    origin: PlaceRef | None = None
    destination: PlaceRef | None = None
    mode: TravelMode | None = None


class Travel(Figure):
    """The travel time or distance of one or several legs together.

    In ``Best`` there is one leg, whose open end or mode the candidates fill in.
    """

    kind: Literal["travel"] = "travel"
    legs: tuple[TravelLeg, ...] = Field(min_length=1)
    measure: Total = "time"

    @property
    def left_open(self) -> frozenset[str]:
        """The ends of legs that are not said."""
        ends = ("origin", "destination")
        return frozenset(end for leg in self.legs for end in ends if getattr(leg, end) is None)


class _OfRoute(Figure):
    """A figure of one route, left open among routes."""

    may_be_open: ClassVar = ("route",)

    route: RouteRef | None = None


class RouteFigure(_OfRoute):
    """The travel time (s) or length (m) of a route, or how often a manoeuvre occurs on it.

    A time or length may be that of one of its roads, or of its roads of a kind in ``noted``; a
    manoeuvre may be counted only before or after a road, or the only "roundabout" or the like.
    """

    kind: Literal["route"] = "route"
    measure: Total | Manoeuvre
    road: str | None = None
    noted: Literal["toll_road", "restricted", "ferry"] | None = None
    before: str | None = None
    after: str | None = None

    @model_validator(mode="after")
    def _parts_of_what_they_limit(self) -> RouteFigure:
        """Refuse limits that the measure cannot have."""
        is_total = self.measure in {"time", "distance"}
        if self.road is not None and self.noted is not None:
            message = "expected either a road or a kind of road in 'noted', got both"
            raise ValueError(message)
        for name in ("before", "after") if is_total else ("road", "noted"):
            if getattr(self, name) is not None:
                wanted = "a manoeuvre" if is_total else "a time or a distance"
                message = f"expected {name!r} only with {wanted}, got it with {self.measure!r}"
                raise ValueError(message)
        return self


class StepFact(_OfRoute):
    """What a step of a route says.

    "next" and "before": the instruction after, or before, a road is reached; "onto": how one gets
    onto a road; "number": the step of a number, 1 the first and -1 the last, of all or of those
    that make a manoeuvre; "exit": which exit of a motorway is taken, "roundabout": which exit of a
    roundabout, the ``number``-th if there are several; "landmark": what is passed or turned at, at
    the step onto a road or making a manoeuvre, perhaps on one side; "side": on which side a
    landmark, or the destination, lies.
    """

    kind: Literal["step"] = "step"
    step: Literal["next", "before", "onto", "number", "exit", "roundabout", "landmark", "side"]
    road: str | None = Field(None, description="The road, or for next and before also a landmark")
    number: int | None = None
    landmark: str | None = None
    manoeuvre: Manoeuvre | None = None
    side: Side | None = None

    _NEEDS: ClassVar[dict[str, str]] = {
        "next": "road",
        "before": "road",
        "onto": "road",
    }
    _TAKES: ClassVar[dict[str, frozenset[str]]] = {
        "number": frozenset({"number", "manoeuvre"}),
        "exit": frozenset({"road", "number"}),
        "roundabout": frozenset({"road", "number"}),
        "landmark": frozenset({"road", "manoeuvre", "side"}),
        "side": frozenset({"landmark"}),
    }

    @model_validator(mode="after")
    def _takes_what_it_needs(self) -> StepFact:
        """Make sure that a kind of step has the fields that tell it, and no others."""
        needed = self._NEEDS.get(self.step)
        if self.step == "number" and self.manoeuvre is None:
            needed = "number"
        if needed is not None and getattr(self, needed) is None:
            message = f"expected {needed!r} for the step {self.step!r}"
            raise ValueError(message)
        if self.number == 0:
            message = "expected a number from 1, or from -1 for the last, got 0"
            raise ValueError(message)
        takes = self._TAKES.get(self.step, frozenset({needed}))
        for name in ("road", "number", "landmark", "manoeuvre", "side"):
            if getattr(self, name) is not None and name not in takes:
                message = f"expected no {name!r} for the step {self.step!r}"
                raise ValueError(message)
        return self


Summand = Distance | Hours | Travel | RouteFigure
"""The figures that can be added up."""


class Sum(Figure):
    """Some figures of one unit together, a number of times, with an amount added.

    Half the way, a straight line there and back, ten minutes longer than usual. The first may be
    a time of day, to which only times are added: an hour after it opens, when one arrives who
    leaves half an hour before it closes.
    """

    kind: Literal["sum"] = "sum"
    of: tuple[Annotated[Summand, Field(discriminator="kind")], ...] = Field(min_length=1)
    times: float = Field(1, gt=0, lt=MOST, description="Not of times of day")
    plus: float = Field(
        0, gt=-MOST, lt=MOST, description="Metres to add to a length, seconds to a time"
    )

    @model_validator(mode="after")
    def _adds_up(self) -> Sum:
        """Refuse what cannot be added, and what is no more than its one figure."""
        refuse_open(*self.of)
        first, *others = map(unit_of, self.of)
        added = {"length": "length", "time": "time", "clock": "time"}.get(first or "")
        if added is None or any(unit != added for unit in others):
            message = "expected lengths, times, or a time of day and times after it, "
            message += f"got {', '.join(unit or 'no number' for unit in map(unit_of, self.of))}"
            raise ValueError(message)
        if first == "clock" and self.times != 1:
            message = f"expected no 'times' with a time of day, got {self.times:g}"
            raise ValueError(message)
        if not others and (self.times, self.plus) == (1, 0):
            message = "expected several figures, or 'times' or 'plus' with the only one"
            raise ValueError(message)
        return self


AnyFigure = Annotated[
    Distance
    | DirectionOf
    | Fact
    | Hours
    | Detour
    | Quality
    | Toward
    | Travel
    | RouteFigure
    | StepFact
    | TripFigure
    | Sum,
    Field(discriminator="kind"),
]


# Candidates.
class Places(Model):
    """Places of a category around an anchor, narrowed by radius and filters.

    ``among`` limits the choice to named candidates; without a category and an anchor they are the
    whole choice. What ``excluding`` names is left out of it.
    """

    kind: Literal["places"] = "places"
    category: str | None = Field(None, description='Kind of place, singular: "restaurant"')
    anchor: PlaceRef | None = Field(None, description="The place around which to look")
    within_m: float | None = Field(None, gt=0, lt=MOST, description="Radius in metres")
    filters: PlaceFilters = ()
    among: tuple[PlaceName, ...] = ()
    excluding: tuple[PlaceName, ...] = Field((), description="Places that are not wanted")


class Routes(Model):
    """Routes between two ends, by mode and by the roads of their name ("Mirpur Rd")."""

    kind: Literal["routes"] = "routes"
    origin: PlaceRef | None = None
    destination: PlaceRef | None = None
    mode: TravelMode | None = None
    via: str | None = Field(None, description="Name of the route, without the word via")
    filters: RouteFilters = ()


class Pairs(Model):
    """Offered pairs of places."""

    kind: Literal["pairs"] = "pairs"
    pairs: tuple[Pair, ...] = Field(min_length=2)


class Modes(Model):
    """Offered ways of travelling."""

    kind: Literal["modes"] = "modes"
    modes: tuple[OfferedMode, ...] = Field(min_length=2)


class Days(Model):
    """The days of the week on which a place opens, or is open at a time; or those on which not."""

    kind: Literal["days"] = "days"
    place: PlaceRef
    open: bool = True
    at: ClockTime | None = None
    filters: tuple[Filter, ...] = Field(
        (), description="What else holds of the hours of such a day, without a day of their own"
    )

    @field_validator("filters")
    @classmethod
    def _of_any_day(cls, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """Take filters of hours alone, in one order; the day is what is asked for."""
        for plain in (plain for each in filters for plain in leaves(each)):
            if not isinstance(plain, HoursFilter) or plain.day is not None:
                message = f"expected hours without a day, got {plain.model_dump_json()}"
                raise ValueError(message)
        return in_one_order(filters, "place")


# Asks.
class Value(Model):
    """The value of a figure, or of two that are asked for at once."""

    ask: Literal["value"] = "value"
    figure: AnyFigure
    also: AnyFigure | None = None

    @model_validator(mode="after")
    def _complete(self) -> Value:
        """Refuse figures that leave something open."""
        refuse_open(self.figure, self.also)
        return self


class Best(Model):
    """The candidate of the least figure, or of the greatest with ``most``; or the k-th in order.

    With ``after``, the one that follows a place in that order.
    """

    ask: Literal["best"] = "best"
    figure: AnyFigure
    among: Annotated[Places | Routes | Pairs | Modes | Orders, Field(discriminator="kind")]
    most: bool = False
    rank: int = Field(1, ge=1, description="2 is the second nearest, or the like")
    after: PlaceName | None = Field(None, description="The place that comes before it in the order")

    @model_validator(mode="after")
    def _fits(self) -> Best:
        """Make sure that the candidates fill in what the figure leaves open."""
        if not fills(self.among, self.figure):
            message = f"expected a figure of {self.among.kind} that is left open to them, "
            message += f"got {self.figure.model_dump_json(exclude_none=True)}"
            raise ValueError(message)
        if isinstance(self.among, Places) and isinstance(self.figure, Distance):
            anchor = self.among.anchor
            if anchor is not None and anchor in (self.figure.origin, self.figure.destination):
                object.__setattr__(self, "figure", Distance())
        if self.after is not None and not isinstance(self.figure, Fact | Distance):
            message = "expected 'after' only with a fact or the distance of places, "
            message += f"got {self.after!r}"
            raise ValueError(message)
        return self


class Listing(Model):
    """Which candidates there are: all of them, or any one of them."""

    ask: Literal["list"] = "list"
    of: Annotated[Places | Routes | Days | Schedules | Omissions, Field(discriminator="kind")]
    wanted: Literal["all", "any"] = "all"

    @model_validator(mode="after")
    def _one_of_those_offered(self) -> Listing:
        """Ask for any one of what stands for the others."""
        if isinstance(self.of, Schedules | Omissions):
            object.__setattr__(self, "wanted", "any")
        return self


class Count(Model):
    """How many candidates there are."""

    ask: Literal["count"] = "count"
    of: Annotated[Places | Routes | Days, Field(discriminator="kind")]


class _TwoFigures(Model):
    """Two figures of one kind."""

    first: AnyFigure
    second: AnyFigure

    @model_validator(mode="after")
    def _alike(self) -> _TwoFigures:
        """Refuse figures that are not numbers of one unit, or leave something open."""
        refuse_open(self.first, self.second)
        units = unit_of(self.first), unit_of(self.second)
        if units[0] != units[1] or units[0] is None:
            told = [each.model_dump_json(exclude_none=True) for each in (self.first, self.second)]
            message = f"expected two figures of one unit, got {told[0]} and {told[1]}"
            raise ValueError(message)
        return self


class Compare(_TwoFigures):
    """Whether one figure is less (or more) than another of its kind."""

    ask: Literal["compare"] = "compare"
    more: bool = False


class Difference(_TwoFigures):
    """By how much two figures of one kind differ, whichever is the greater."""

    ask: Literal["difference"] = "difference"


class Check(Model):
    """Whether a place meets a condition: is open, carries a flag, lies in a direction."""

    ask: Literal["check"] = "check"
    place: PlaceRef
    passes: Filter

    @model_validator(mode="after")
    def _of_places(self) -> Check:
        """Refuse conditions on routes, and directions from nowhere."""
        in_one_order((self.passes,), "place")
        if any(isinstance(w, DirectionFilter) and w.seen_from is None for w in leaves(self.passes)):
            message = "expected 'seen_from' with a direction, since a check has no anchor"
            raise ValueError(message)
        return self


class CheckRoutes(Model):
    """Whether a route, or each of several, meets a condition: has a toll road, takes an exit."""

    ask: Literal["check_routes"] = "check_routes"
    routes: RouteRef
    passes: Filter

    @model_validator(mode="after")
    def _of_routes(self) -> CheckRoutes:
        """Refuse conditions on places."""
        in_one_order((self.passes,), "route")
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
