"""The trace shared by all solvers (steps, facts, conventions), and the exceptions they raise."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.errors import quote
from geoeval.query.algebra import Best, Places
from geoeval.query.conventions import Conventions
from geoeval.query.values import Derivation, Drawing, Fact, Names, Reason, Value
from geoeval.world.atlas import Unresolved
from geoeval.world.model import LatLon, Leg, Place, Route, TravelMode, World
from geoeval.world.names import is_guess

_T = TypeVar("_T")


class Blocked(Exception):  # noqa: N818 - control flow, not an error of the caller
    """A query cannot be decided; ``solve`` turns it into a ``CannotSolve``.

    ``value`` is the string of the query that caused it. Its path is that of the first field with
    this value, inside the field ``within`` if given. ``candidates`` are valid values for it;
    ``lacking`` names the missing fact. ``travel`` are the ends and the mode of missing travel, for
    which ``solve`` finds the candidates.
    """

    def __init__(
        self,
        *,
        reason: Reason,
        detail: str,
        value: str | None = None,
        candidates: tuple[str, ...] = (),
        lacking: str | None = None,
        within: str | None = None,
        travel: tuple[str | None, str | None, TravelMode | None] | None = None,
    ) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.value = value
        self.candidates = candidates
        self.lacking = lacking
        self.within = within
        self.travel = travel


class NoPlan(Exception):  # noqa: N818 - control flow: the answer is that no plan exists
    """A trip is infeasible; ``solve`` turns it into an ``Infeasible``.

    ``broken`` describes the first violated constraint.
    """

    def __init__(self, *, broken: str) -> None:
        super().__init__(broken)
        self.broken = broken


def under_specified(*, detail: str, value: str | None = None) -> Blocked:
    """Return the exception for a query that does not state all that is needed."""
    return Blocked(reason="under_specified", detail=detail, value=value)


def missing_fact(*, reason: Reason, fact: str, value: str | None = None) -> Blocked:
    """Return the exception for a fact that the context lacks; ``value`` names its subject."""
    return Blocked(reason=reason, detail=f"the context gives no {fact}", value=value, lacking=fact)


def missing_travel(
    fact: str, origin: str, destination: str, mode: TravelMode | None, value: str | None = None
) -> Blocked:
    """Return the exception for a leg that the context lacks; ``value`` is its destination."""
    return Blocked(
        reason="missing_leg",
        detail=f"the context gives no {fact}",
        value=value or destination,
        lacking=fact,
        travel=(origin, destination, mode),
    )


# Computed distances and bearings differ by less than 1e-12 of their size from the exact ones; the
# coordinates and figures of a context by more than this (1e-9 degrees are 0.1 mm).
_ROUNDING = 1e-9


def sort_by_key(keyed: Iterable[tuple[float, _T]]) -> list[tuple[float, _T]]:
    """Return pairs in the order of their keys; keys that differ by rounding errors become equal."""
    found: list[tuple[float, _T]] = []
    for key, item in sorted(keyed, key=lambda pair: pair[0]):
        last = found[-1][0] if found else math.inf
        is_same = math.isclose(key, last, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
        found.append((last if is_same else key, item))
    return found


def rank_names(names: Iterable[str], keys: Sequence[float], rank: int, noun: str) -> Names:
    """Return ranked names; names with the same key as the ``rank``-th are tied with it."""
    if rank > len(keys):
        detail = f"there are only {len(keys)} {noun}"
        raise Blocked(reason="nothing_matches", detail=detail)
    return Names(
        names=tuple(names),
        reading="ranked" if rank == 1 else "nth",
        rank=rank,
        tied=keys.count(keys[rank - 1]),
    )


# A shorter gap to the road is part of the place: a deep forecourt, a lawn, a car park.
_FAR_FROM_ROAD_M = 150.0


@dataclass(slots=True, kw_only=True)
class Trace:
    """The record of solving one query.

    ``described`` and ``best_route`` resolve places and routes that a query describes rather than
    names. The caller passes them in, because their modules import this one. ``query_texts`` maps
    names of places to the strings of the query that resolved to them.
    """

    world: World
    conventions: Conventions
    described: Callable[[Best | Places, Trace], Place]
    best_route: Callable[[Best, Trace], Route]
    steps: list[str] = field(default_factory=list)
    facts: dict[Fact, None] = field(default_factory=dict)
    mattered: dict[str, str] = field(default_factory=dict)
    consulted: set[str] = field(default_factory=set)
    assumptions: dict[str, None] = field(default_factory=dict)
    drawing: Drawing = field(default_factory=Drawing)
    query_texts: dict[str, str] = field(default_factory=dict)

    def say(self, step: str) -> None:
        """Add a step of the reasoning."""
        self.steps.append(step)

    def use(self, text: str, line: int | None = None) -> None:
        """Add a fact that the answer is based on; duplicates are ignored."""
        self.facts[Fact(text=text, line=line)] = None

    def consult(self, convention: str) -> str:
        """Return the choice of a convention, and record that it may matter."""
        self.consulted.add(convention)
        return str(getattr(self.conventions, convention))

    def assume(self, convention: str) -> str:
        """Return the choice of a convention, and record that it mattered."""
        choice = str(getattr(self.conventions, convention))
        self.mattered[convention] = choice
        return choice

    def measure(self, first: Place, second: Place) -> float:
        """Return the distance between two places in metres, on the chosen model of the Earth."""
        ends = self.location(first), self.location(second)
        if self.conventions.earth == "sphere":
            return haversine(*ends)
        self.assume("earth")
        return geodesic(*ends)

    @property
    def shortest_path(self) -> str:
        """The name of the line along which distances are measured."""
        return "great-circle" if self.conventions.earth == "sphere" else "WGS 84 geodesic"

    def add_assumption(self, sentence: str) -> None:
        """Add an assumption that may matter; duplicates are ignored."""
        if sentence not in self.assumptions:
            self.say(sentence)
            self.assumptions[sentence] = None

    def assume_walks(self, ride: Leg | Route) -> None:
        """Add an assumption for each end of a leg or route that is far from its roads."""
        for sentence in walks_of(ride):
            self.add_assumption(sentence)

    def place(self, ref: str | Places | Best) -> Place:
        """Return the place with a name, or the only or best place of some candidates."""
        if not isinstance(ref, str):
            return self.described(ref, self)
        name = ref
        found = self.world.atlas.resolve(name)
        if not isinstance(found, Unresolved):
            self.query_texts.setdefault(found.name, name)
            if found.name != name and is_guess(name, found.name):
                self.add_assumption(f"{quote(name)} means {quote(found.name)}")
            return found
        closest = ", ".join(quote(candidate) for candidate in found.candidates[:3])
        if found.tied:
            raise Blocked(
                reason="ambiguous_place",
                detail=f"{quote(name)} may be any of {closest}",
                value=name,
                candidates=found.candidates,
            )
        hint = f"; the nearest names are {closest}" if closest else ""
        raise Blocked(
            reason="unknown_place",
            detail=f"no place of the context is called {quote(name)}{hint}",
            value=name,
            candidates=found.candidates,
        )

    def known_by(self, place: Place) -> str:
        """Return the name under which travel to a place is recorded, or its id if others share it.

        Raise Blocked if travel is recorded under a shared name, which identifies no place.
        """
        atlas, name = self.world.atlas, place.name
        found = atlas.resolve(name)
        if found.id == place.id if isinstance(found, Place) else not found.tied:
            return name
        if any((*find(name), *find(None, name)) for find in (atlas.legs, atlas.routes)):
            raise Blocked(
                reason="ambiguous_place",
                detail=f"travel is recorded by name, and several places are called {name}",
                value=name,
                candidates=() if isinstance(found, Place) else found.candidates,
            )
        return place.id

    def location(self, place: Place) -> LatLon:
        """Return the coordinates of a place, and add them as a fact."""
        if place.location is None:
            raise missing_fact(
                reason="no_coordinates", fact=f"coordinates of {place.name}", value=place.name
            )
        latitude, longitude = place.location
        donor = place.location_from
        source = ""
        if donor == place.name:
            source = ", taken from another entry of that name"
            self.add_assumption(f"the entries named {donor} are about the same place")
        elif donor:
            source = f", taken from {donor} at the same address"
            self.add_assumption(f"{place.name} lies where {donor} does, which has the same address")
        self.use(f"{place.name} lies at ({latitude}, {longitude}){source}", place.line)
        self.drawing.place(place)
        return place.location

    def derive(self, value: Value) -> Derivation:
        """Return the derivation of a value from the recorded steps and facts."""
        return Derivation(
            value=value,
            steps=tuple(self.steps),
            facts=tuple(self.facts),
            conventions=tuple(self.mattered.items()),
            assumptions=tuple(self.assumptions),
            illustration=self.drawing.finished(),
        )


def walks_of(ride: Leg | Route) -> list[str]:
    """Return a sentence for each end of a leg or route that is far from its roads."""
    return [
        f"{end} is reached on foot from the nearest road, {gap_m:.0f} m away"
        for end, gap_m in zip((ride.origin, ride.destination), ride.gaps_m, strict=False)
        if gap_m > _FAR_FROM_ROAD_M
    ]


def name_spot(place: Place) -> str:
    """Return the name of a place with its coordinates, for steps."""
    assert place.location is not None
    latitude, longitude = place.location
    return f"{place.name} ({latitude}, {longitude})"


def join_names(names: list[str], limit: int = 20) -> str:
    """Join names with commas; names beyond ``limit`` are only counted."""
    shown = ", ".join(names[:limit]) or "none"
    return shown + (f" and {len(names) - limit} more" if len(names) > limit else "")


def check_complete(solvers: Container[type | str], kinds: Iterable[type | str]) -> None:
    """Raise TypeError if a kind has no solver."""
    if missing := [getattr(kind, "__name__", str(kind)) for kind in kinds if kind not in solvers]:
        raise TypeError(f"expected a solver for {', '.join(missing)}")
