"""What is known of a journey while it is read, and the choices that a text leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from geoeval.query.parts import Day, Trip, TripStop
from geoeval.understanding.reading import Mention, Reading
from geoeval.world.model import TravelMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Itinerary:
    """A journey as told; ``prescribed`` says that its order was stated a second time.

    ``is_part`` says that it begins where a stop is left at a given hour, so that what came before
    does not count.
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
        """Where it leads."""
        found = {self.origin, *(stop.place for stop in self.stops), self.end}
        return {place for place in found if place is not None}

    @property
    def has_last_leg(self) -> bool:
        """Whether the way to the end is another than usual, or one is awaited there."""
        return self.end is not None and bool(self.end_mode or self.end_starts_at)

    @property
    def trip(self) -> Trip:
        """The trip of a query; an end with a mode or hour is its last stop."""
        last: tuple[TripStop, ...] = ()
        if self.end is not None and self.has_last_leg:
            stop = TripStop(place=self.end, starts_at=self.end_starts_at, mode=self.end_mode)
            last = (stop,)
        return Trip(
            origin=self.origin,
            stops=(*self.stops, *last),
            end=None if last else self.end,
            mode=self.mode,
            depart=self.depart,
            finish_by=self.finish_by,
            budget_min=self.budget_min,
            day=self.day,
        )


def in_same_sentence(
    reading: Reading, mentions: Iterable[Mention], mention: Mention
) -> list[Mention]:
    """Return those of some mentions that stand in the sentence of another."""
    sentence = reading.words[mention.start].sentence
    return [m for m in mentions if reading.words[m.start].sentence == sentence]


class Choice(NamedTuple):
    """One way to read a part of a journey: what it costs, what it takes for granted, what it sets.

    An empty note takes nothing for granted: it is what the words say.
    """

    cost: float
    note: str
    sets: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A journey of which a part is read; every step of reading sets some more of it.

    ``begins_there`` says that its first hour is that at which something starts at its first stop.
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
        """Where the journey ends, if it goes back or a goal is told."""
        if self.goal is not None:
            return self.goal.value
        return self.origin.value if self.origin and self.returning else None
