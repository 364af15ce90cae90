"""Shared parts of queries: field types, the base class of figures, trips, plans and offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

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
    "DAYS", "Candidates", "CityStay", "ClockTime", "Comparator", "DatedEvent", "Day", "Direction",
    "Figure", "Meeting", "MeetingPlan", "Model", "Modes", "OfferedMode", "OfferedOrder",
    "OfferedSchedule", "Omissions", "Orders", "Pair", "Pairs", "PlaceName", "Quality", "Say",
    "ScheduledVisit", "Schedules", "StayPlan", "Toward", "Trip", "TripFigure", "TripStop",
    "minute_of", "reject_open",
]  # fmt: skip


def _check_declared(kind: type[Model], required: Iterable[str]) -> None:
    if missing := [name for name in required if not hasattr(kind, name)]:
        names = " and ".join(map(repr, missing))
        raise TypeError(f"expected the class {kind.__name__} to declare {names}")


class Candidates(Model):
    """Base class of candidates that a query chooses from, lists or counts."""

    rule: ClassVar[str]
    """Code of the rule that a wrong choice breaks."""
    kind: str

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        """Check that the subclass declares its rule."""
        super().__pydantic_init_subclass__(**kwargs)
        _check_declared(cls, ["rule"])


Say: TypeAlias = Callable[[object], str]
"""A function that puts a part of a query into words: a place, a route, a trip, a figure."""
# Class variables that a kind of figure declares, and the members to override instead.
_DECLARED = {"of_unit": "unit", "rule": "rule_code", "phrase": "sentence", "noun": "measure_phrase"}


class Figure(Model):
    """Base class of figures: anything that has a value, such as a distance.

    A subclass declares the class variables below. If a variable depends on the fields, the
    subclass overrides the member that returns it instead; one of the two is required.
    """

    may_be_open: ClassVar[tuple[str, ...]] = ()
    """Fields that candidates may fill in."""
    ranks: ClassVar[tuple[str, ...]] = ()
    """Kinds of candidates that it can rank."""
    of_unit: ClassVar[str | None]
    """The unit for comparisons with other figures; None if it is not a number."""
    rule: ClassVar[str]
    """Code of the rule that a wrong value breaks."""
    rule_of_choice: ClassVar[str] = ""
    """Code of the rule that a wrong choice of place breaks, if different from ``rule``."""
    phrase: ClassVar[str]
    """Template of a complete figure in words, with field names in braces."""
    noun: ClassVar[str]
    """Template of the measure in words, without its subject."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        """Check that the subclass declares each class variable or overrides its member."""
        super().__pydantic_init_subclass__(**kwargs)
        required = [
            n for n, member in _DECLARED.items() if getattr(cls, member) is getattr(Figure, member)
        ]
        _check_declared(cls, required if "kind" in cls.__annotations__ else [])

    @classmethod
    def can_be_complete(cls) -> bool:
        """Return whether the class has every field that may be left open."""
        return all(name in cls.model_fields for name in cls.may_be_open)

    @property
    def left_open(self) -> frozenset[str]:
        """The fields left open for the candidates to fill in."""
        return frozenset(each for each in self.may_be_open if getattr(self, each, None) is None)

    @property
    def unit(self) -> str | None:
        """The unit for comparisons with other figures; None if it is not a number."""
        return self.of_unit

    @property
    def rule_code(self) -> str:
        """The code of the rule that a wrong value breaks."""
        return self.rule

    def can_rank(self, among: Candidates) -> bool:
        """Return whether it can rank the candidates, and they fill in all that it leaves open."""
        return among.kind in self.ranks and len(self.left_open) == 1

    def filled(self, update: Mapping[str, object]) -> Self:
        """Return a copy with the fields of a candidate filled in, without validation."""
        return self.model_copy(update=update)

    def sentence(self, say: Say) -> str:
        """Return the complete figure in words."""
        return self.phrase.format_map(_Words(self, say))

    def measure_phrase(self, say: Say) -> str:
        """Return the measure in words, without its subject."""
        return self.noun.format_map(_Words(self, say))


class _Words(dict[str, str]):
    def __init__(self, figure: Figure, say: Say) -> None:
        super().__init__()
        self.figure, self.say = figure, say

    def __missing__(self, name: str) -> str:
        return self.say(getattr(self.figure, name))


class TripStop(Model):
    """One visit of a trip: where, how long it takes, and when it is booked, if it is.

    A stop at any place of a kind, such as a coffee break, has that kind ("cafe") as its place.
    A visit "in the morning" ``ends_by`` "12:00". An ``ends_by`` before ``not_before`` is on the
    next day.
    """

    place: PlaceName
    visit_min: int = Field(0, ge=0, description="Its length in minutes")
    starts_at: ClockTime | None = Field(None, description="A fixed start")
    not_before: ClockTime | None = Field(None, description="Earliest start")
    ends_by: ClockTime | None = Field(None, description="Latest end")
    mode: TravelMode | None = Field(None, description="For the leg to it, if different")

    @property
    def has_window(self) -> bool:
        """Whether it is to be visited in a part of the day."""
        return self.not_before is not None or self.ends_by is not None


class Trip(Model):
    """A journey: where and when it starts, its stops with their visits, and where it ends.

    The order of ``stops`` is the order of visiting only for the kinds that say so.
    """

    origin: PlaceName | None = None
    depart: ClockTime | None = None
    day: Day | None = None
    stops: tuple[TripStop, ...] = Field(min_length=1)
    end: PlaceName | None = Field(None, description="Last place, if not a stop")
    mode: TravelMode | None = None
    finish_by: ClockTime | None = None
    budget_min: int | None = Field(None, gt=0, description="Minutes available in all")
    before: tuple[tuple[PlaceName, PlaceName], ...] = Field(
        (), description="Pairs: first before second"
    )


class Pair(Model):
    """An offered pair of places and the text that offers it."""

    text: str
    first: PlaceName
    second: PlaceName


class OfferedMode(Model):
    """An offered travel mode and the text that offers it."""

    text: str
    mode: TravelMode


class OfferedOrder(Model):
    """An offered order of visiting and the text that offers it."""

    text: str
    places: tuple[PlaceName, ...] = Field(min_length=1)


class ScheduledVisit(Model):
    """One visit of an offered schedule; ``end`` is None where only the arrival is given."""

    place: PlaceName
    start: ClockTime
    end: ClockTime | None = None


class OfferedSchedule(Model):
    """An offered schedule, its visits in order, and the text that offers it."""

    text: str
    visits: tuple[ScheduledVisit, ...] = Field(min_length=1)


def reject_open(*figures: Figure | None) -> None:
    """Raise ValueError if a figure leaves open what only candidates can fill in."""
    for figure in figures:
        if figure is not None and figure.left_open:
            missing = " and ".join(sorted(figure.left_open))
            kind = getattr(figure, "kind", "figure")
            raise ValueError(f"expected {missing} in the figure {kind!r}, which must be complete")


class Quality(Figure):
    """How good a place is, an opinion by nature: by its rating, if any place has one.

    ``among`` takes the options: without ratings, the only one that the map has is the best.
    """

    may_be_open: ClassVar = ("place",)  # an opinion compares several places
    ranks: ClassVar = ("places",)
    of_unit: ClassVar = None
    rule: ClassVar = "GEO306"
    phrase: ClassVar = "the quality"
    noun: ClassVar = "quality"

    kind: Literal["quality"] = "quality"
    praise: str = Field("good", description='The word of praise: "good", "reputable"')


class Toward(Figure):
    """How far a place lies to the north, east, south or west, or how near that of the anchor.

    Without ``of_anchor`` the figure is the latitude or longitude; with it, the angle between the
    direction and the one in which the place lies, seen from the anchor. Places outside the sector
    of that direction then have no such figure.
    """

    may_be_open: ClassVar = ("place",)  # a single place simply has coordinates
    ranks: ClassVar = ("places",)
    of_unit: ClassVar = None
    rule: ClassVar = "GEO302"
    phrase: ClassVar = "the toward"
    noun: ClassVar = "toward"

    kind: Literal["toward"] = "toward"
    direction: Direction
    of_anchor: bool = False

    @model_validator(mode="after")
    def _check_cardinal(self) -> Toward:
        if not self.of_anchor and self.direction not in {"north", "east", "south", "west"}:
            raise ValueError(f"expected north, east, south or west, got {self.direction!r}")
        return self

    def can_rank(self, among: Candidates) -> bool:
        """Return whether it can rank the candidates, which need an anchor if ``of_anchor``."""
        anchored = getattr(among, "anchor", None) is not None
        return (anchored or not self.of_anchor) and super().can_rank(among)


# Figures and candidates of trips.
class TripFigure(Figure):
    """A figure of a trip, whose stops are visited in their order except for "visits".

    "finish": when it is over: back at its ``end``, else after the last visit; "arrival": when
    ``place``, a stop or the end, is reached, before any wait or visit there; "start": when to start
    at the latest to be over by ``finish_by``;
    "length": travel, visits and waits together; "travel": the travel alone;
    "waiting": the wait at the last stop until it opens;
    "departure": when to leave ``place`` at the latest to meet ``finish_by``, the closing of
    ``before_closing`` or the times of a stop; "free_time": what is left before the booked
    start of ``place``; "stay": the longest stay at ``place``, until the rest of the trip has to go
    on or ``before_closing`` (the same place) closes; "visits": the most stops that fit, in any
    order.
    """

    may_be_open: ClassVar = ("trip",)
    ranks: ClassVar = ("orders",)
    OF_ORDERS: ClassVar = ("finish", "travel")
    _UNITS: ClassVar = {
        "finish": "clock",
        "arrival": "clock",
        "start": "clock",
        "departure": "clock",
        "visits": "count",
    }
    _RULES: ClassVar = {"start": "GEO403", "departure": "GEO403", "visits": "GEO504"}
    _NOUNS: ClassVar = {
        "finish": "time of finishing",
        "arrival": "time of arriving at {place} on",
        "start": "latest time to start",
        "length": "length of",
        "travel": "travel time of",
        "waiting": "wait at the last stop of",
        "departure": "latest time to leave {place} on",
        "free_time": "free time before {place} on",
        "stay": "longest stay at {place} on",
        "visits": "greatest number of stops that fit into",
    }
    noun: ClassVar = "trip"

    kind: Literal["trip"] = "trip"
    figure: Literal[
        "finish", "arrival", "start", "length", "travel", "waiting", "departure", "free_time",
        "stay", "visits",
    ]  # fmt: skip
    trip: Trip | None = Field(None, description="Left open only among orders")
    place: PlaceName | None = None
    before_closing: PlaceName | None = None

    @model_validator(mode="after")
    def _check_needed_fields(self) -> TripFigure:
        at_place = self.figure in {"arrival", "departure", "free_time", "stay"}
        wanted = "a place" if at_place else "no place"
        closing, depart = self.before_closing, None if self.trip is None else self.trip.depart
        for fails, message in (
            (at_place is (self.place is None),
             f"expected {wanted} for the figure {self.figure!r}, got {self.place!r}"),
            (closing is not None and self.figure not in {"departure", "stay"},
             f"expected no 'before_closing' for the figure {self.figure!r}"),
            (self.figure == "stay" and closing not in {None, self.place},
             f"expected 'before_closing' to be {self.place!r}, got {closing!r}"),
            (self.figure == "start" and depart is not None,
             f"expected no 'depart' for the figure 'start', got {depart!r}"),
        ):  # fmt: skip
            if fails:
                raise ValueError(message)
        if self.figure == "visits" and self.trip is not None:
            object.__setattr__(self, "trip", sort_unordered(self.trip))
        return self

    @property
    def unit(self) -> str | None:
        """The unit: "clock", "count" or "time"."""
        return self._UNITS.get(self.figure, "time")

    @property
    def rule_code(self) -> str:
        """The code of the rule that a wrong value breaks."""
        return self._RULES.get(self.figure, "GEO402")

    def can_rank(self, among: Candidates) -> bool:
        """Return whether it is the finish or the travel time, and the trip is left open."""
        return self.figure in self.OF_ORDERS and super().can_rank(among)

    def sentence(self, say: Say) -> str:
        """Return the figure and its trip in words."""
        text = f"the {self._NOUNS[self.figure].format(place=self.place)} {say(self.trip)}"
        if self.before_closing is None:
            return text
        leaving = self.figure == "departure"
        return text + (f", before {self.before_closing} closes" if leaving else ", until it closes")


def sort_unordered(trip: Trip) -> Trip:
    """Return a trip with its stops sorted by name; valid if no order is prescribed."""
    stops: tuple[TripStop, ...] = tuple(sorted(trip.stops, key=lambda stop: stop.place))
    return trip.model_copy(update={"stops": stops})


class Orders(Candidates):
    """Offered orders of the stops of a trip; all orders, if none is offered."""

    rule: ClassVar = "GEO503"

    kind: Literal["orders"] = "orders"
    trip: Trip
    orders: tuple[OfferedOrder, ...] = ()
    names: Literal["first", "last"] = Field(
        default="first",
        description="Whether an order with a single place names the first or the last stop",
    )
    either: str | None = Field(
        None, description="The option text that means that every order is feasible"
    )
    neither: str | None = Field(
        None, description="The option text that means that no order is feasible"
    )

    @field_validator("trip")
    @classmethod
    def _sort_stops(cls, trip: Trip) -> Trip:
        """Sort the stops, so that equivalent queries are equal."""
        return sort_unordered(trip)


class Pairs(Candidates):
    """Offered pairs of places."""

    rule: ClassVar = "GEO304"

    kind: Literal["pairs"] = "pairs"
    pairs: tuple[Pair, ...] = Field(min_length=2)

    @property
    def offered(self) -> list[tuple[dict[str, object], str]]:
        """The fields that each pair fills in, and the text that offers the pair."""
        return [({"origin": e.first, "destination": e.second}, e.text) for e in self.pairs]


class Modes(Candidates):
    """Offered travel modes."""

    rule: ClassVar = "GEO502"

    kind: Literal["modes"] = "modes"
    modes: tuple[OfferedMode, ...] = Field(min_length=2)

    @property
    def offered(self) -> list[tuple[dict[str, object], str]]:
        """The fields that each mode fills in, and the text that offers the mode."""
        return [({"mode": each.mode}, each.text) for each in self.modes]


class Schedules(Candidates):
    """Offered schedules of a trip that are feasible: legs long enough, visits full, places open."""

    rule: ClassVar = "GEO404"

    kind: Literal["schedules"] = "schedules"
    trip: Trip
    schedules: tuple[OfferedSchedule, ...] = Field(min_length=1)
    in_order: bool = Field(
        default=False, description="Whether the order of the stops is prescribed"
    )

    @model_validator(mode="after")
    def _sort_stops(self) -> Schedules:
        """Sort stops without a prescribed order, so that equivalent queries are equal."""
        if not self.in_order:
            object.__setattr__(self, "trip", sort_unordered(self.trip))
        return self


class Omissions(Candidates):
    """Stops of a trip without which all the others fit into the budget and the hours."""

    rule: ClassVar = "GEO504"

    kind: Literal["omissions"] = "omissions"
    trip: Trip


# Plans whose questions state every fact, so they need no world.
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

    ``travel`` has minutes by origin, then by destination; the opposite leg may take another time.
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
    def _check_distinct(cls, meetings: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
        _reject_repeated([meeting.person for meeting in meetings])
        return meetings


class CityStay(Model):
    """A city and the number of days to spend there, including those of arrival and departure."""

    city: str = Field(min_length=1)
    days: int = Field(ge=1)


class DatedEvent(Model):
    """An event that requires being in a city on every day from the first to the last."""

    city: str = Field(min_length=1)
    first_day: int
    last_day: int


class StayPlan(Model):
    """A trip of some days over several cities, each visited once, by direct flights only.

    ``flights`` are one-way pairs. The day of a flight counts for both cities.
    """

    ask: Literal["stay_plan"] = "stay_plan"
    days: int = Field(ge=1)
    stays: tuple[CityStay, ...] = Field(min_length=1)
    events: tuple[DatedEvent, ...] = ()
    flights: tuple[tuple[str, str], ...] = ()

    @field_validator("stays")
    @classmethod
    def _check_distinct(cls, stays: tuple[CityStay, ...]) -> tuple[CityStay, ...]:
        _reject_repeated([stay.city for stay in stays])
        return stays


def _reject_repeated(names: list[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ValueError(f"expected each name once, got {name!r} twice")
