"""Filters of places and of routes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat, SerializeAsAny, model_validator

from geoeval.calculators.areas import Relation
from geoeval.calculators.filters import (
    AddressFilter,
    AnyFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    HoursFilter,
    NameFilter,
    NotFilter,
    OpenFilter,
)
from geoeval.calculators.filters import Filter as AnyKind
from geoeval.query.parts import ClockTime, Comparator, Day, PlaceName
from geoeval.world.model import TravelMode
from geoeval.world.place_facts import Measure

__all__ = [
    "AddressFilter",
    "AnyFilter",
    "AreaFilter",
    "CompareFilter",
    "DirectionFilter",
    "FeatureFilter",
    "FigureFilter",
    "Filter",
    "HoursFilter",
    "Manoeuvre",
    "Measure",
    "NameFilter",
    "NotFilter",
    "OpenFilter",
    "PlainFilter",
    "RouteHas",
    "Subject",
    "Total",
    "canonical_filters",
]

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
MOST = 1e15  # metres and seconds; larger amounts cannot be formatted


class RouteHas(AnyKind):
    """A route makes a manoeuvre, uses a road, takes an exit or passes a landmark.

    Conditions given together apply to the same step; a landmark takes no other condition. With
    ``day`` and ``at``, a closure counts only if the road is closed then.
    """

    kind: Literal["has"] = "has"
    manoeuvre: Manoeuvre | None = None
    road: str | None = None
    exit: str | None = Field(None, description='Number of an exit: "35", "18b"')
    landmark: str | None = None
    day: Day | None = None
    at: ClockTime | None = None
    times: int = Field(1, ge=1, description="How often at least")

    @model_validator(mode="after")
    def _check_target(self) -> RouteHas:
        conditions = (self.manoeuvre, self.road, self.exit)
        if self.landmark is None and conditions == (None, None, None):
            raise ValueError("expected a manoeuvre, a road, an exit or a landmark")
        if self.landmark is not None and conditions != (None, None, None):
            raise ValueError("expected a landmark alone, without a manoeuvre, a road or an exit")
        if self.manoeuvre != "closure" and (self.day, self.at) != (None, None):
            raise ValueError("expected a day or a time only with the manoeuvre 'closure'")
        return self


class FigureFilter(AnyKind):
    """Compare a figure of a place with another place, or its distance or travel time to an amount.

    The distance (m) or travel time (s) is measured from the anchor, or from ``seen_from``.
    """

    kind: Literal["figure"] = "figure"
    figure: Measure | Literal["distance", "travel_time"]
    comparator: Comparator
    than: PlaceName | None = None
    value: FiniteFloat | None = Field(None, ge=0, lt=MOST)
    seen_from: PlaceName | None = None
    mode: TravelMode | None = None

    @model_validator(mode="after")
    def _check_operand(self) -> FigureFilter:
        """Require exactly one operand, and travel fields only with distance or travel time."""
        if (self.than is None) is (self.value is None):
            raise ValueError("expected either 'than' or 'value'")
        is_travel = self.figure in {"distance", "travel_time"}
        if not is_travel and (self.value, self.seen_from) != (None, None):
            raise ValueError(
                f"expected only 'than' with {self.figure!r}; 'compare' takes an amount"
            )
        if self.mode is not None and self.figure != "travel_time":
            raise ValueError(f"expected no 'mode' with {self.figure!r}")
        return self


class AreaFilter(AnyKind):
    """Lies within, contains, borders, crosses (as a river does) or is crossed by another place."""

    kind: Literal["area"] = "area"
    relation: Relation
    other: PlaceName


_Measured = Annotated[
    Measure | Total,
    Field(
        description="Of a place; or of a route its time (s) or length (m), which are equal where "
        "they agree within their rounding"
    ),
]
PlainFilter = Annotated[
    CompareFilter[_Measured]
    | OpenFilter
    | HoursFilter
    | FeatureFilter
    | NameFilter
    | AddressFilter
    | DirectionFilter
    | FigureFilter
    | AreaFilter
    | RouteHas,
    Field(discriminator="kind"),
]
_Part = Annotated[PlainFilter | NotFilter[PlainFilter], Field(discriminator="kind")]
Filter = Annotated[
    PlainFilter | NotFilter[PlainFilter] | AnyFilter[_Part],
    Field(discriminator="kind"),
    SerializeAsAny(),
]


def canonical_filters(filters: tuple[Filter, ...], subject: Subject) -> tuple[Filter, ...]:
    """Return the filters of a subject in a canonical order, so that equal queries compare equal.

    Raises
    ------
    ValueError
        If a filter is for another subject, or its value is out of range.
    """
    for each in filters:
        for plain in plain_filters(each):
            if _filter_subject(plain) != subject:
                message = f"expected filters of a {subject}, got {plain.kind!r}, "
                message += f"a filter of a {_filter_subject(plain)}"
                raise ValueError(message)
            if isinstance(plain, CompareFilter) and not 0 <= plain.value < MOST:
                raise ValueError(
                    f"expected an amount from 0 to less than {MOST:g}, got {plain.value}"
                )
    return tuple(sorted(set(filters), key=lambda each: each.model_dump_json()))


def plain_filters(wanted: Filter) -> Iterator[PlainFilter]:
    """Yield the plain filters that a filter consists of."""
    match wanted:
        case NotFilter(of=part):
            yield part
        case AnyFilter(of=parts):
            for each in parts:
                yield from plain_filters(each)
        case _:
            yield wanted


def _filter_subject(wanted: PlainFilter) -> Subject:
    match wanted:
        case RouteHas() | CompareFilter(measure="time" | "distance"):
            return "route"
    return "place"
