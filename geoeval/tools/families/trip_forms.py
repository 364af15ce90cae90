"""Arguments of the tools for trips, with travel times supplied by the caller."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Annotated, Literal

from pydantic import Field

from geoeval.errors import quote
from geoeval.query.parts import Model, OfferedOrder, OfferedSchedule, PlaceName, Trip, TripStop
from geoeval.query.trips.days import Goal
from geoeval.query.trips.placed import MINUTE
from geoeval.tools.failure import reject_argument
from geoeval.tools.linking import add_unknown_places, distinct_label
from geoeval.world.model import Leg, Place, World

_MAX_OFFERS = 26
_WEEK_MIN = 7 * 24 * 60


class GivenTime(Model):
    """The travel time of a leg, from another map."""

    origin: PlaceName
    destination: PlaceName
    minutes: Annotated[float, Field(ge=0, le=_WEEK_MIN, allow_inf_nan=False)]


class GivenTrip(Trip):
    """A trip, and travel times that its map may not have."""

    travel_times: tuple[GivenTime, ...] = Field(
        (), description="One way; overrides the map", max_length=200
    )

    def bare(self, **changes: object) -> Trip:
        """Return the trip without the travel times, with some fields changed."""
        fields = {name: getattr(self, name) for name in Trip.model_fields}
        return Trip.model_construct(**{**fields, **changes})


class TripToPlan(GivenTrip):
    """Plan a trip: the best order of its stops, proven optimal, with a timeline in minutes.

    Visits keep to opening hours. With orders: compares them. If infeasible: the first violation
    and a minimal conflict. most_visits: how many stops fit.
    """

    objective: Goal = "earliest_finish"
    in_order: Annotated[bool, Field(description="Keep the stops in order")] = False
    optional: tuple[PlaceName, ...] = Field(
        (), description="Stops that may be left out; most_visits: all by default"
    )
    orders: tuple[OfferedOrder, ...] = Field((), max_length=_MAX_OFFERS)


class TripToCheck(GivenTrip):
    """Check offered schedules minute by minute: travel times, opening hours, bookings, limits.

    Lists every violation of each, and its slack in minutes. plan_trip finds a schedule.
    """

    stops: tuple[TripStop, ...] = Field(
        (), description="The visits wanted; default: those of the first schedule"
    )
    schedules: Annotated[tuple[OfferedSchedule, ...], Field(min_length=1, max_length=_MAX_OFFERS)]
    stops_in_order: bool = Field(default=False, description="The order of the stops is prescribed")


class TripToMeasure(GivenTrip):
    """Return a figure of a trip with its stops in order.

    finish: when it ends; start: the latest for finish_by; length: in all; waiting: at the last
    stop until it opens; departure: the latest from place for finish_by, a booking or
    before_closing; free_time: before the booking at place; stay: the longest at place; visits:
    how many stops fit.
    """

    figure: Literal[
        "finish", "start", "length", "waiting", "departure", "free_time", "stay", "visits"
    ]
    place: PlaceName | None = None
    before_closing: PlaceName | None = None


def with_given_times(given: GivenTrip, world: World) -> World:
    """Return a world in which the caller's travel times take precedence over those of the map."""
    if not given.travel_times:
        return world
    ends = chain.from_iterable((each.origin, each.destination) for each in given.travel_times)
    named = add_unknown_places(ends, world)
    modes = {given.mode, *(stop.mode for stop in given.stops)} - {None} or {None}
    legs: list[Leg] = []
    minutes: dict[tuple[str, str], float] = {}
    for index, each in enumerate(given.travel_times):
        first, last = (named.atlas.resolve(name) for name in (each.origin, each.destination))
        if not (isinstance(first, Place) and isinstance(last, Place)):
            continue  # reported when names are looked up
        _check_given_time(each, f"travel_times[{index}]", (first, last), minutes)
        legs += [
            Leg(
                origin=distinct_label(first, named),
                destination=distinct_label(last, named),
                mode=mode,
                duration_s=round(each.minutes * MINUTE),
            )
            for mode in sorted(modes, key=str)
        ]
    return replace(named, legs=(*legs, *world.legs))


def _check_given_time(
    given: GivenTime, path: str, ends: tuple[Place, Place], minutes: dict[tuple[str, str], float]
) -> None:
    """Reject a time from a place to itself, and a time that contradicts an earlier one."""
    first, last = ends
    if first.id == last.id:
        expected = f"a place other than the origin, {first.name}"
        reject_argument(f"{path}.destination", expected, quote(given.destination))
    before = minutes.setdefault((first.id, last.id), given.minutes)
    if before != given.minutes:
        expected = f"the same time from {first.name} to {last.name} as before, {before:g}"
        reject_argument(f"{path}.minutes", expected, f"{given.minutes:g}")
