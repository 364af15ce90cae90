"""The parts that query models share: field types, filters and the selections built from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from geoeval.world.model import TravelMode

ClockTime = Annotated[
    str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="Time of day, 24-hour HH:MM")
]
Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Direction = Literal[
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
]
PlaceName = Annotated[str, Field(min_length=1, description="Name or id of a place of the world")]
Comparator = Literal[">=", ">", "<=", "<", "=="]
Measure = Literal["rating", "rating_count", "price_level"]
DAYS: tuple[Day, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)


class Model(BaseModel):
    """A frozen query part that accepts no unknown field.

    Its validator is built when it is first used: most runs need few of the kinds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CompareFilter(Model):
    """Keeps places whose figure compares as asked; a place without the figure does not pass.

    Price levels count 1 (inexpensive) to 4 (very expensive).
    """

    filter: Literal["compare"] = "compare"
    measure: Measure
    comparator: Comparator
    value: float


class OpenFilter(Model):
    """Keeps places open (or closed) on a day, or at a time of it; unknown hours do not pass.

    ``all_day`` asks for those that never close, on the day or on any.
    """

    filter: Literal["open"] = "open"
    open: bool = True
    day: Day | None = None
    at: ClockTime | None = None
    until: ClockTime | None = None
    all_day: bool = False


class FeatureFilter(Model):
    """Keeps places that carry (or lack) a service flag such as "serves dinner"."""

    filter: Literal["feature"] = "feature"
    feature: str
    present: bool = True


class NameFilter(Model):
    """Keeps places whose name contains a text, case and accents aside."""

    filter: Literal["name"] = "name"
    contains: str


class HoursFilter(Model):
    """Keeps places that open, or close for the day, before or after a time.

    For a closing, a time before noon that is not after the opening is in the night that follows.
    """

    filter: Literal["hours"] = "hours"
    edge: Literal["opens", "closes"]
    comparator: Comparator
    at: ClockTime
    day: Day | None = None


class AddressFilter(Model):
    """Keeps places whose address contains a text (or does not), case and accents aside."""

    filter: Literal["address"] = "address"
    contains: str
    present: bool = True


class DirectionFilter(Model):
    """Keeps places that lie in a direction of the anchor, within the sector of that point."""

    filter: Literal["direction"] = "direction"
    direction: Direction


PlainFilter = Annotated[
    CompareFilter | OpenFilter | FeatureFilter | NameFilter | HoursFilter | AddressFilter,
    Field(discriminator="filter"),
]


class AnyFilter(Model):
    """Keeps places that pass at least one of several filters."""

    filter: Literal["any"] = "any"
    of: tuple[PlainFilter, ...] = Field(min_length=2)


Filter = Annotated[
    CompareFilter
    | OpenFilter
    | FeatureFilter
    | NameFilter
    | HoursFilter
    | AddressFilter
    | DirectionFilter
    | AnyFilter,
    Field(discriminator="filter"),
]


class PlaceSelection(Model):
    """Which places are meant: a category around an anchor, narrowed by radius and filters.

    ``among`` limits the choice to named candidates; without a category and an anchor they are
    the whole choice. What ``excluding`` names is left out of it.
    """

    category: str | None = Field(None, description='Kind of place, singular: "restaurant"')
    anchor: PlaceName | None = Field(None, description="The place around which to look")
    within_m: float | None = Field(None, gt=0, description="Radius in metres")
    filters: tuple[Filter, ...] = ()
    among: tuple[PlaceName, ...] = ()
    excluding: tuple[PlaceName, ...] = Field((), description="Places that are not wanted")

    @field_validator("filters")
    @classmethod
    def _in_one_order(cls, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """Put filters into one order, so that queries that mean the same are equal."""
        return tuple(sorted(set(filters), key=lambda each: each.model_dump_json()))


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


class RouteChoice(Model):
    """Which routes are meant: the ends, the mode, and the roads of its name ("Mirpur Rd")."""

    origin: PlaceName | None = None
    destination: PlaceName | None = None
    mode: TravelMode | None = None
    via: str | None = Field(None, description="Name of the route, without the word via")
