"""Itineraries, outlines of journeys that are read in part, and the choices of a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from geoeval.query.parts import Day, Trip, TripStop
from geoeval.understanding.reading import Mention, Reading
from geoeval.world.model import TravelMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Itinerary:
    """The journey that a text describes.

    ``prescribed`` is true if the text states the order of the stops. ``is_part`` is true if the
    journey starts when a stop is left at a given time, so that earlier stops do not count.
    """

    origin: str | None
    stops: tuple[TripStop, ...]
    end: str | None
    mode: TravelMode | None
    end_mode: TravelMode | None
    end_starts_at: str | None
    depart: str | None
    finish_by: str | None
    budget_min: int | None
    day: Day | None
    prescribed: bool = False
    is_part: bool = False

    @property
    def places(self) -> set[str]:
        """The names of all its places."""
        names = {self.origin, *(stop.place for stop in self.stops), self.end}
        return {place for place in names if place is not None}

    @property
    def has_last_leg(self) -> bool:
        """Whether the leg to the end has a mode or an appointment of its own."""
        return self.end is not None and bool(self.end_mode or self.end_starts_at)

    @property
    def trip(self) -> Trip:
        """The trip of a query; an end with a mode or an appointment becomes its last stop."""
        last_stop: tuple[TripStop, ...] = ()
        if self.end is not None and self.has_last_leg:
            stop = TripStop(place=self.end, starts_at=self.end_starts_at, mode=self.end_mode)
            last_stop = (stop,)
        return Trip(
            origin=self.origin,
            stops=(*self.stops, *last_stop),
            end=None if last_stop else self.end,
            mode=self.mode,
            depart=self.depart,
            finish_by=self.finish_by,
            budget_min=self.budget_min,
            day=self.day,
        )


def in_same_sentence(
    reading: Reading, mentions: Iterable[Mention], mention: Mention
) -> list[Mention]:
    """Return the mentions that are in the same sentence as another."""
    sentence = reading.words[mention.start].sentence
    return [m for m in mentions if reading.words[m.start].sentence == sentence]


class Choice(NamedTuple):
    """One way to read a part of a journey: its cost, its assumption and the fields it sets.

    An empty ``note`` means that nothing is assumed.
    """

    cost: float
    note: str
    sets: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A journey that is read in part; every step sets more of its fields.

    ``begins_there`` is true if the departure is the start of an appointment at the first stop.
    """

    places: tuple[Mention, ...]
    visits: Mapping[str, float] = field(default_factory=dict)
    each: float | None = None
    budget: int | None = None
    origin: Mention | None = None
    stops: tuple[Mention, ...] = ()
    returning: Mention | None = None
    goal: Mention | None = None
    order: tuple[str, ...] = ()
    prescribed: bool = False
    depart: str | None = None
    begins_there: bool = False
    finish_by: str | None = None
    starts: Mapping[str, str] = field(default_factory=dict)
    leaves: Mapping[str, str] = field(default_factory=dict)
    mode: TravelMode | None = None
    modes: Mapping[str, TravelMode] = field(default_factory=dict)
    back: TravelMode | None = None
    timed: tuple[Mention, ...] = ()
    used_words: tuple[Mention, ...] = ()

    @property
    def end(self) -> str | None:
        """The place where the journey ends, if it has a goal or returns."""
        if self.goal is not None:
            return self.goal.value
        return self.origin.value if self.origin and self.returning else None
