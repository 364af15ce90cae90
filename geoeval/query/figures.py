"""Figures: distances, directions, facts of places, travel, figures of routes and of trips.

Each kind of figure is a class that declares its unit, the candidates that it ranks, its wording
and the rule that a wrong value breaks. The solvers compute the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, Self, get_args

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator

from geoeval.calculators.units import format_distance, format_duration
from geoeval.query import parts
from geoeval.query.filter_kinds import MOST, Filter, Manoeuvre, Total, canonical_filters
from geoeval.query.wording import at_time, by_mode, join_words, manoeuvre_name, ordinal
from geoeval.text import pluralise
from geoeval.world.model import TravelMode
from geoeval.world.place_facts import FACTS, MEASURES, FactName


def _reference_kind(ref: object) -> str:
    if isinstance(ref, str):
        return "name"
    return "best" if isinstance(ref, Best) or (isinstance(ref, dict) and "ask" in ref) else "these"


def _reject_best_of(kind: str) -> AfterValidator:
    def checked(best: Best) -> Best:
        if best.among.kind != kind:
            raise ValueError(f"expected the best of {kind}, got the best of {best.among.kind}")
        return best

    return AfterValidator(checked)


PlaceRef = Annotated[
    Annotated[parts.PlaceName, Tag("name")]
    | Annotated["Places", Tag("these")]
    | Annotated["Best", _reject_best_of("places"), Tag("best")],
    Discriminator(_reference_kind),
    Field(description="A place: its name or id, the only one of some, or the best of some"),
]
RouteRef = Annotated[
    Annotated["Routes", Tag("these")] | Annotated["Best", _reject_best_of("routes"), Tag("best")],
    Discriminator(_reference_kind),
    Field(description="A route, by its name or as the best of several"),
]
PlaceFilters = Annotated[
    tuple[Filter, ...], AfterValidator(lambda filters: canonical_filters(filters, "place"))
]
RouteFilters = Annotated[
    tuple[Filter, ...], AfterValidator(lambda filters: canonical_filters(filters, "route"))
]
Side = Literal["left", "right"]
_ENDS = 2
_UNITS_OF_TOTALS = {"time": "time", "distance": "length"}


def describe_ends(
    origin: PlaceRef | None, destination: PlaceRef | None, mode: TravelMode | None, say: parts.Say
) -> str:
    """Return the known ends and the mode of a leg or route in words."""
    start = "" if origin is None else f" from {say(origin)}"
    end = "" if destination is None else f" to {say(destination)}"
    return f"{start}{end}{by_mode(mode)}"


class Distance(parts.Figure):
    """The great-circle distance between two places, the same both ways.

    Among places, the end that is left open is theirs; with both left open it is the distance from
    their anchor, or the order of the only list of them. Among pairs both are left open.
    """

    may_be_open: ClassVar = ("origin", "destination")
    ranks: ClassVar = ("places", "pairs")
    of_unit: ClassVar = "length"
    rule: ClassVar = "GEO301"
    rule_of_choice: ClassVar = "GEO303"
    phrase: ClassVar = "the straight-line distance between {origin} and {destination}"
    noun: ClassVar = "straight-line distance"

    kind: Literal["distance"] = "distance"
    origin: PlaceRef | None = None
    destination: PlaceRef | None = None

    def __eq__(self, other: object) -> bool:
        """Compare the ends in either order; the fields keep theirs, so that error paths match."""
        return isinstance(other, Distance) and self._sorted_ends() == other._sorted_ends()

    def __hash__(self) -> int:
        return hash(self._sorted_ends())

    def _sorted_ends(self) -> tuple[object, ...]:
        return tuple(sorted((self.origin, self.destination), key=str))

    def can_rank(self, among: parts.Candidates) -> bool:
        """Return whether it leaves an end open to places, or both ends to pairs."""
        count = len(self.left_open)
        return count > 0 if among.kind == "places" else among.kind == "pairs" and count == _ENDS


class DirectionOf(parts.Figure):
    """The compass direction in which ``place`` lies, seen from ``seen_from``."""

    of_unit: ClassVar = None
    rule: ClassVar = "GEO302"
    phrase: ClassVar = "the compass direction of {place} seen from {seen_from}"
    noun: ClassVar = "direction"

    kind: Literal["direction"] = "direction"
    place: PlaceRef
    seen_from: PlaceRef


class _PlaceFigure(parts.Figure):
    may_be_open: ClassVar = ("place",)
    ranks: ClassVar = ("places",)

    place: PlaceRef | None = None


class Fact(_PlaceFigure):
    """A fact of a place, such as its address or rating."""

    rule: ClassVar = "GEO307"
    rule_of_choice: ClassVar = "GEO306"

    kind: Literal["fact"] = "fact"
    fact: FactName

    @property
    def unit(self) -> str | None:
        """The name of the fact if it is numeric, else None."""
        return self.fact if self.fact in MEASURES else None

    def can_rank(self, among: parts.Candidates) -> bool:
        """Return whether the fact is numeric and its place is left open."""
        return self.unit is not None and super().can_rank(among)

    def sentence(self, say: parts.Say) -> str:
        """Return the fact and its place in words."""
        return f"the {self.measure_phrase(say)} of {say(self.place)}"

    def measure_phrase(self, say: parts.Say) -> str:  # noqa: ARG002 - signature of Figure
        """Return the name of the fact."""
        return FACTS[self.fact].noun


class Hours(_PlaceFigure):
    """When a place opens or closes for the day, how long until then, or how long it is open.

    On a day, or on any day if they are alike.
    """

    rule: ClassVar = "GEO401"

    kind: Literal["hours"] = "hours"
    edge: Literal["opens", "closes", "length"]
    day: parts.Day | None = None
    week: bool = Field(default=False, description="For a length: the sum of all days of the week")
    since: parts.ClockTime | None = Field(
        None, description="The hour from which to count how long it is until it opens or closes"
    )

    @model_validator(mode="after")
    def _check_fields(self) -> Hours:
        """Reject a weekly sum of anything but lengths, and ``since`` with a length."""
        if self.week and (self.edge != "length" or self.day is not None):
            raise ValueError("expected 'week' only with the edge 'length' and without a day")
        if self.since is not None and self.edge == "length":
            raise ValueError("expected 'since' only with the edge 'opens' or 'closes'")
        return self

    @property
    def unit(self) -> str | None:
        """The unit: "time" for a duration, "clock" for a time of day."""
        return "time" if self.edge == "length" or self.since is not None else "clock"

    def can_rank(self, among: parts.Candidates) -> bool:
        """Return whether it ranks the candidates; weekly sums and times until an hour do not."""
        return not self.week and self.since is None and super().can_rank(among)

    def sentence(self, say: parts.Say) -> str:
        """Return when its place opens or closes, or how long it is open, in words."""
        place, when = say(self.place), at_time(self.day, self.since)
        if self.edge == "length":
            return f"how long {place} is open{' in a week' if self.week else when}"
        if self.since is not None:
            return f"how long it is until {place} {self.edge}, counted{when}"
        return f"the time at which {place} {self.edge}{when}"

    def measure_phrase(self, say: parts.Say) -> str:  # noqa: ARG002 - signature of Figure
        """Return the name of the time and its day."""
        names = {"opens": "opening time", "closes": "closing time", "length": "opening hours"}
        return f"{names[self.edge]}{at_time(self.day)}"


class Detour(_PlaceFigure):
    """How much longer the way from one place to another becomes via a third place."""

    of_unit: ClassVar = "length"
    rule: ClassVar = "GEO304"
    phrase: ClassVar = "the detour over {place} from {first} to {second}"
    noun: ClassVar = "detour from {first} to {second}"

    kind: Literal["detour"] = "detour"
    first: PlaceRef
    second: PlaceRef


class TravelLeg(parts.Model):
    """One leg of a journey and how it is travelled."""

    origin: PlaceRef | None = None
    destination: PlaceRef | None = None
    mode: TravelMode | None = None


class Travel(parts.Figure):
    """The travel time or distance of one or several legs together.

    In ``Best`` there is one leg, whose open end or mode the candidates fill in.
    """

    rule: ClassVar = "GEO501"
    rule_of_choice: ClassVar = "GEO502"

    kind: Literal["travel"] = "travel"
    legs: tuple[TravelLeg, ...] = Field(min_length=1)
    measure: Total = "time"

    @property
    def left_open(self) -> frozenset[str]:
        """The ends that its legs leave open."""
        ends = ("origin", "destination")
        return frozenset(end for leg in self.legs for end in ends if getattr(leg, end) is None)

    @property
    def unit(self) -> str | None:
        """The unit: "time" or "length"."""
        return _UNITS_OF_TOTALS[self.measure]

    def can_rank(self, among: parts.Candidates) -> bool:
        """Return whether places fill an end of its only leg, pairs both ends, or modes its mode."""
        leg, *others = self.legs
        open_ends = {"places": 1, "pairs": _ENDS, "modes": 0 if leg.mode is None else None}
        return not others and open_ends.get(among.kind) == len(self.left_open)

    def filled(self, update: Mapping[str, object]) -> Self:
        """Return the figure with fields of its only leg filled in."""
        (leg,) = self.legs
        return self.model_copy(update={"legs": (leg.model_copy(update=update),)})

    def sentence(self, say: parts.Say) -> str:
        """Return the travel in words."""
        return f"the {self.measure_phrase(say)}"

    def measure_phrase(self, say: parts.Say) -> str:
        """Return the measure and the known ends in words."""
        legs = join_words(
            describe_ends(leg.origin, leg.destination, leg.mode, say).strip() for leg in self.legs
        )
        return f"{'total ' if len(self.legs) > 1 else ''}travel {self.measure} {legs}".rstrip()


class _SingleRouteFigure(parts.Figure):
    may_be_open: ClassVar = ("route",)

    route: RouteRef | None = None


class RouteFigure(_SingleRouteFigure):
    """The travel time (s) or length (m) of a route, or how often a manoeuvre occurs on it.

    A time or length may be that of one ``road``, or of its roads of a kind in ``noted``. With
    ``road``, a manoeuvre counts in the steps whose instruction leads onto, along, to or past that
    road ("Turn left onto Elm St"), not only toward it. ``before`` and ``after`` are a road, a
    landmark or the only "roundabout" or the like: the step whose instruction reaches it counts in
    neither; a step that only notes it ("Pass by Old Mill") turns before it.
    """

    ranks: ClassVar = ("routes",)

    kind: Literal["route"] = "route"
    measure: Total | Manoeuvre
    road: str | None = None
    noted: Literal["toll_road", "restricted", "ferry"] | None = None
    before: str | None = None
    after: str | None = None

    @model_validator(mode="after")
    def _check_limits(self) -> RouteFigure:
        is_total = self.measure in {"time", "distance"}
        if self.road is not None and self.noted is not None:
            raise ValueError("expected either a road or a kind of road in 'noted', got both")
        for name in ("before", "after") if is_total else ("noted",):
            if getattr(self, name) is not None:
                wanted = "a manoeuvre" if is_total else "a time or a distance"
                raise ValueError(
                    f"expected {name!r} only with {wanted}, got it with {self.measure!r}"
                )
        return self

    @property
    def unit(self) -> str | None:
        """The unit: "time", "length" or "count"."""
        return _UNITS_OF_TOTALS.get(self.measure, "count")

    @property
    def rule_code(self) -> str:
        """GEO506 for a count, GEO508 for a route described by its ends or name, else GEO507."""
        if self.unit == "count":
            return "GEO506"
        return "GEO508" if getattr(self.route, "kind", None) == "routes" else "GEO507"

    def sentence(self, say: parts.Say) -> str:
        """Return the figure and its route in words."""
        noun, route = self.measure_phrase(say), say(self.route)
        if self.unit == "count":
            return f"the number of {noun} on {route}"
        return f"the {noun} {'of' if self.road is self.noted is None else 'by'} {route}"

    def measure_phrase(self, say: parts.Say) -> str:  # noqa: ARG002 - signature of Figure
        """Return the measure or the manoeuvre in words."""
        if self.unit == "count":
            ends = (("before", self.before), ("after", self.after))
            limits = "".join(f" {word} {end}" for word, end in ends if end is not None)
            onto = "" if self.road is None else f" onto or along {self.road}"
            return pluralise(manoeuvre_name(self.measure)) + onto + limits
        road = self.road if self.noted is None else pluralise(manoeuvre_name(self.noted))
        if road is None:
            return "travel time" if self.measure == "time" else "length"
        return f"{'time spent' if self.measure == 'time' else 'distance covered'} on {road}"


class StepFact(_SingleRouteFigure):
    """What a step of a route says.

    "next" and "before": the instruction after, or before, the step that reaches a road or notes a
    landmark ("Pass by Old Mill"); steps that stay on the road are passed over; "onto": how one gets
    onto a road; "number": the step of a number, 1 the first and -1 the last, of all or of those
    that make a manoeuvre; "exit": which exit of a motorway is taken, "roundabout": which exit of a
    roundabout, the ``number``-th if there are several; "landmark": what is passed or turned at, at
    the step onto a road or making a manoeuvre, perhaps on one side; "side": on which side a
    landmark, or the destination, lies.
    """

    of_unit: ClassVar = None
    rule: ClassVar = "GEO505"
    noun: ClassVar = "step"

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
    def _check_needed_fields(self) -> StepFact:
        needed = self._NEEDS.get(self.step)
        if self.step == "number" and self.manoeuvre is None:
            needed = "number"
        if needed is not None and getattr(self, needed) is None:
            raise ValueError(f"expected {needed!r} for the step {self.step!r}")
        if self.number == 0:
            raise ValueError("expected a number from 1, or from -1 to count from the end, got 0")
        takes = self._TAKES.get(self.step, frozenset({needed}))
        for name in ("road", "number", "landmark", "manoeuvre", "side"):
            if getattr(self, name) is not None and name not in takes:
                raise ValueError(f"expected no {name!r} for the step {self.step!r}")
        return self

    def sentence(self, say: parts.Say) -> str:
        """Return the step and its route in words."""
        route = say(self.route)
        onto = "" if self.road is None else f" onto {self.road}"
        rank = "" if self.number is None else ordinal(self.number)
        first = "first " if self.number == 1 else rank
        name = "" if self.manoeuvre is None else manoeuvre_name(self.manoeuvre)
        at = f" at the {name}" if name else " at the step" if onto else ""
        return {
            "next": f"the step after {self.road} on {route}",
            "before": f"the step before {self.road} on {route}",
            "onto": f"the step{onto} on {route}",
            "number": f"the {first}step{f' with a {name}' if name else ''} of {route}",
            "exit": f"the {rank}exit taken{onto} on {route}",
            "roundabout": f"the exit taken{onto} at the {rank}roundabout of {route}",
            "side": f"the side of {route} on which {self.landmark or 'the destination'} lies",
            "landmark": f"the landmark{f' on the {self.side}' if self.side else ''}{at}{onto} "
            f"on {route}",
        }[self.step]


Summand = Distance | Hours | Travel | RouteFigure
"""The figures that can be added up."""


def _format_units(units: Iterable[str | None]) -> str:
    return ", ".join(unit or "a figure that is not a number" for unit in units)


class Sum(parts.Figure):
    """The sum of figures of one unit, multiplied by a factor, with an amount added.

    Half the way, a straight line there and back, ten minutes longer than usual. The first may be
    a time of day, to which only times are added: an hour after it opens, the arrival after leaving
    half an hour before it closes.
    """

    noun: ClassVar = "sum"

    kind: Literal["sum"] = "sum"
    of: tuple[Annotated[Summand, Field(discriminator="kind")], ...] = Field(min_length=1)
    times: float = Field(1, gt=0, lt=MOST, description="Factor; not allowed for a time of day")
    plus: float = Field(
        0, gt=-MOST, lt=MOST, description="Metres to add to a length, seconds to a time"
    )

    @model_validator(mode="after")
    def _check_units(self) -> Sum:
        parts.reject_open(*self.of)
        first, *others = units = [each.unit for each in self.of]
        added = {"length": "length", "time": "time", "clock": "time"}.get(first or "")
        if added is None or any(unit != added for unit in others):
            message = "expected lengths, times, or a time of day followed by times, "
            message += f"got {_format_units(units)}"
            raise ValueError(message)
        if first == "clock" and self.times != 1:
            raise ValueError(f"a time of day cannot be combined with 'times', got {self.times:g}")
        if not others and (self.times, self.plus) == (1, 0):
            raise ValueError("expected several figures, or one figure with 'times' or 'plus'")
        return self

    @property
    def unit(self) -> str | None:
        """The unit of the first summand."""
        return self.of[0].unit

    @property
    def rule_code(self) -> str:
        """The rule code of the first summand."""
        return self.of[0].rule_code

    def sentence(self, say: parts.Say) -> str:
        """Return the summands, the factor and the added amount in words."""
        text = join_words(map(say, self.of))
        text = text if len(self.of) == 1 else f"the sum of {text}"
        text = text if self.times == 1 else f"{self.times:g} times {text}"
        if not self.plus:
            return text
        format_amount = format_distance if self.unit == "length" else format_duration
        return f"{text}, {'plus' if self.plus > 0 else 'minus'} {format_amount(abs(self.plus))}"


AnyFigure = Annotated[
    Distance
    | DirectionOf
    | Fact
    | Hours
    | Detour
    | parts.Quality
    | parts.Toward
    | Travel
    | RouteFigure
    | StepFact
    | parts.TripFigure
    | Sum,
    Field(discriminator="kind"),
]


# What figures refer to: places or routes, and the best of them.
class Places(parts.Candidates):
    """Places of a category around an anchor, narrowed by radius and filters.

    ``among`` limits the choice to named candidates; without a category and an anchor they are the
    whole choice. ``excluding`` names places to leave out.
    """

    rule: ClassVar = "GEO306"

    kind: Literal["places"] = "places"
    category: str | None = Field(None, description='Kind of place, singular: "restaurant"')
    or_categories: tuple[str, ...] = Field(
        (), description='Other kinds that count too: ["bar"] for "cafes or bars"'
    )
    anchor: PlaceRef | None = Field(None, description="The place around which to look")
    within_m: float | None = Field(None, gt=0, lt=MOST, description="Radius in metres")
    filters: PlaceFilters = ()
    among: tuple[parts.PlaceName, ...] = ()
    excluding: tuple[parts.PlaceName, ...] = Field((), description="Places that are not wanted")

    @model_validator(mode="after")
    def _sort_kinds(self) -> Places:
        if self.or_categories:
            first, *others = sorted(set(filter(None, self.kinds)))
            object.__setattr__(self, "category", first)
            object.__setattr__(self, "or_categories", tuple(others))
        return self

    @property
    def kinds(self) -> tuple[str | None, ...]:
        """The kinds of which each place has at least one; None means any kind."""
        return (self.category, *self.or_categories)


class Routes(parts.Candidates):
    """Routes between two ends, by mode and by the roads of their name ("Mirpur Rd")."""

    rule: ClassVar = "GEO507"

    kind: Literal["routes"] = "routes"
    origin: PlaceRef | None = None
    destination: PlaceRef | None = None
    mode: TravelMode | None = None
    via: str | None = Field(None, description="Name of the route, without the word via")
    filters: RouteFilters = ()


class Best(parts.Model):
    """The candidate with the least figure, or the greatest with ``most``; or the k-th in order.

    With ``after``, the candidate that follows a given place in that order.
    """

    ask: Literal["best"] = "best"
    figure: AnyFigure
    among: Annotated[
        Places | Routes | parts.Pairs | parts.Modes | parts.Orders, Field(discriminator="kind")
    ]
    most: bool = False
    rank: int = Field(1, ge=1, description="Rank, counted from 1: 2 is the second nearest")
    after: parts.PlaceName | None = Field(
        None, description="The place that comes before it in the order"
    )

    @model_validator(mode="after")
    def _check_rankable(self) -> Best:
        if not self.figure.can_rank(self.among):
            message = f"expected a figure left open for {self.among.kind}: "
            raise ValueError(message + self._format_rankable())
        if isinstance(self.among, Places) and isinstance(self.figure, Distance):
            anchor = self.among.anchor
            if anchor is not None and anchor in (self.figure.origin, self.figure.destination):
                object.__setattr__(self, "figure", Distance())
        if self.after is not None and not isinstance(self.figure, Fact | Distance):
            message = "expected 'after' only with a fact or a distance of places, "
            message += f"got {self.after!r}"
            raise ValueError(message)
        return self

    def _format_rankable(self) -> str:
        figure, kind = self.figure, self.among.kind
        if isinstance(figure, parts.TripFigure) and figure.trip is None and kind in figure.ranks:
            return f"{join_words(figure.OF_ORDERS, 'or')}, got {figure.figure}"
        ranking = [each.model_fields["kind"].default for each in FIGURES if kind in each.ranks]
        return f"{join_words(ranking, 'or')}, got {figure.model_dump_json(exclude_none=True)}"


FIGURES: tuple[type[parts.Figure], ...] = get_args(get_args(AnyFigure)[0])
"""Every kind of figure."""
