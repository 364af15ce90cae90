"""The filter language: conditions on places and routes that hold, fail, or are not known to hold.

A filter says what is asked; how it is decided stands with the places and the routes.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from geoeval.query.parts import ClockTime, Comparator, Day, Direction, Model, PlaceName

Measure = Literal["rating", "rating_count", "price_level"]
Total = Literal["time", "distance"]
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
Subject = Literal["place", "route"]
MOST = 1e15  # metres and seconds from which on nothing can be written


class _PlaceFilter(Model):
    """A condition on a place."""

    subject: ClassVar[Subject] = "place"


class CompareFilter(Model):
    """A figure compares as asked: of a place, or the time (s) or length (m) of a route.

    Price levels count 1 (inexpensive) to 4 (very expensive). The figures of a route are equal
    where they agree within their rounding.
    """

    kind: Literal["compare"] = "compare"
    measure: Measure | Total
    comparator: Comparator
    value: float = Field(ge=0, lt=MOST)

    @property
    def subject(self) -> Subject:
        """What has such a figure."""
        return "route" if self.measure in {"time", "distance"} else "place"


class OpenFilter(_PlaceFilter):
    """Open on a day, at a time of it, or from a time until another.

    ``all_day`` asks for what never closes, on the day or on any.
    """

    kind: Literal["open"] = "open"
    day: Day | None = None
    at: ClockTime | None = None
    until: ClockTime | None = None
    all_day: bool = False

    @model_validator(mode="after")
    def _times_that_count(self) -> OpenFilter:
        """Refuse times that would say nothing."""
        if self.until is not None and self.at is None:
            message = f"expected 'at' with 'until', from when on, got only {self.until!r}"
            raise ValueError(message)
        if self.all_day and self.at is not None:
            message = f"expected either 'all_day' or a time, got both, {self.at!r}"
            raise ValueError(message)
        return self


class HoursFilter(_PlaceFilter):
    """Opens, or closes for the day, before or after a time.

    For a closing, a time before noon that is not after the opening is in the night that follows.
    """

    kind: Literal["hours"] = "hours"
    edge: Literal["opens", "closes"]
    comparator: Comparator
    at: ClockTime
    day: Day | None = None


class FeatureFilter(_PlaceFilter):
    """Carries a service flag such as "serves dinner"."""

    kind: Literal["feature"] = "feature"
    feature: str


class NameFilter(_PlaceFilter):
    """The name contains a text, case and accents aside."""

    kind: Literal["name"] = "name"
    contains: str


class AddressFilter(_PlaceFilter):
    """The address contains a text, word by word, case and accents aside."""

    kind: Literal["address"] = "address"
    contains: str


class DirectionFilter(_PlaceFilter):
    """Lies in a direction, within the sector of that point, of the anchor or of another place."""

    kind: Literal["direction"] = "direction"
    direction: Direction
    seen_from: PlaceName | None = Field(None, description="Where one looks from, if not the anchor")


class RouteHas(Model):
    """A route makes a manoeuvre, uses a road, takes an exit or passes a landmark.

    Given together, they hold of the same step; a landmark stands alone. With ``day`` and ``at``,
    a closure counts only if the road is closed then.
    """

    subject: ClassVar[Subject] = "route"
    kind: Literal["has"] = "has"
    manoeuvre: Manoeuvre | None = None
    road: str | None = None
    exit: str | None = Field(None, description='Number of an exit: "35", "18b"')
    landmark: str | None = None
    day: Day | None = None
    at: ClockTime | None = None
    times: int = Field(1, ge=1, description="How often at least")

    @model_validator(mode="after")
    def _says_what(self) -> RouteHas:
        """Make sure that something is looked for, and a landmark alone."""
        sought = (self.manoeuvre, self.road, self.exit)
        if self.landmark is None and sought == (None, None, None):
            message = "expected a manoeuvre, a road, an exit or a landmark"
            raise ValueError(message)
        if self.landmark is not None and sought != (None, None, None):
            message = "expected a landmark alone, without a manoeuvre, a road or an exit"
            raise ValueError(message)
        if self.manoeuvre != "closure" and (self.day, self.at) != (None, None):
            message = "expected a day or a time only with the manoeuvre 'closure'"
            raise ValueError(message)
        return self


PlainFilter = Annotated[
    CompareFilter
    | OpenFilter
    | HoursFilter
    | FeatureFilter
    | NameFilter
    | AddressFilter
    | DirectionFilter
    | RouteHas,
    Field(discriminator="kind"),
]


class NotFilter(Model):
    """The condition does not hold; of what is unknown the opposite is unknown too."""

    kind: Literal["not"] = "not"
    of: PlainFilter

    @property
    def subject(self) -> Subject:
        """What the condition is about."""
        return self.of.subject


class AnyFilter(Model):
    """At least one of several conditions holds."""

    kind: Literal["any"] = "any"
    of: tuple[Annotated[PlainFilter | NotFilter, Field(discriminator="kind")], ...] = Field(
        min_length=2
    )

    @property
    def subject(self) -> Subject:
        """What the conditions are about."""
        return self.of[0].subject

    @model_validator(mode="after")
    def _of_one_subject(self) -> AnyFilter:
        """Refuse conditions on places beside such on routes."""
        if len({each.subject for each in self.of}) > 1:
            message = "expected conditions on places or on routes, got both"
            raise ValueError(message)
        return self


Filter = Annotated[PlainFilter | NotFilter | AnyFilter, Field(discriminator="kind")]


def leaves(wanted: Filter) -> tuple[PlainFilter, ...]:
    """Return the plain conditions of which a filter is put together.

    Examples
    --------
    >>> leaves(NotFilter(of=NameFilter(contains="Inn")))
    (NameFilter(kind='name', contains='Inn'),)
    """
    match wanted:
        case AnyFilter(of=several):
            return tuple(leaf for each in several for leaf in leaves(each))
        case NotFilter(of=leaf):
            return (leaf,)
        case leaf:
            return (leaf,)


def in_one_order(filters: tuple[Filter, ...], subject: Subject) -> tuple[Filter, ...]:
    """Return the filters of a subject in one order, so that queries that mean the same are equal.

    Raises
    ------
    ValueError
        If one is about something else.
    """
    for each in filters:
        if each.subject != subject:
            message = f"expected filters of a {subject}, got {each.kind!r}, one of a {each.subject}"
            raise ValueError(message)
    return tuple(sorted(set(filters), key=lambda each: each.model_dump_json()))
