"""The trace that solvers share: steps, facts and conventions, and the exceptions they raise."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.errors import quote
from geoeval.query.algebra import Best, Places
from geoeval.query.conventions import Conventions
from geoeval.query.values import Derivation, Drawing, Fact, Names, Reason, Value
from geoeval.world.atlas import Unresolved
from geoeval.world.model import LatLon, Leg, Place, Route, World


class Blocked(Exception):  # noqa: N818 - not an error of the caller: an absence on its way up
    """A query cannot be decided; the query layer turns it into a ``CannotSolve``.

    ``value`` is the text of the query at which it failed. Its path is the first field that holds
    it, within the field ``within`` if given. ``candidates`` are valid values for it; ``lacking``
    names the fact that the world does not hold.
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
    ) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.value = value
        self.candidates = candidates
        self.lacking = lacking
        self.within = within


class NoPlan(Exception):  # noqa: N818 - an answer on its way up: no plan keeps every constraint
    """A trip is infeasible; the query layer turns it into an ``Infeasible``.

    ``broken`` says in words which constraint breaks first.
    """

    def __init__(self, *, broken: str) -> None:
        super().__init__(broken)
        self.broken = broken


def under_specified(*, detail: str, value: str | None = None) -> Blocked:
    """Return the exception for a query that leaves open what it needs to state."""
    return Blocked(reason="under_specified", detail=detail, value=value)


def missing_fact(*, reason: Reason, fact: str, value: str | None = None) -> Blocked:
    """Return the exception for a fact that the context lacks; ``value`` names its subject."""
    return Blocked(reason=reason, detail=f"the context gives no {fact}", value=value, lacking=fact)


def rank_names(names: Iterable[str], keys: Sequence[float], rank: int, what: str) -> Names:
    """Return names in their order; those with the key of the given rank are tied."""
    if rank > len(keys):
        detail = f"there are only {len(keys)} {what}"
        raise Blocked(reason="nothing_matches", detail=detail)
    return Names(
        names=tuple(names),
        reading="ranked" if rank == 1 else "nth",
        rank=rank,
        tied=keys.count(keys[rank - 1]),
    )


# Up to this distance the place is on the road: a deep forecourt, a lawn, a car park.
_FAR_FROM_ROAD_M = 150.0


@dataclass(slots=True, kw_only=True)
class Trace:
    """The record of solving one query.

    ``described`` and ``best_route`` resolve places and routes that a query describes rather than
    names; the caller passes them in, since their modules import this one.
    """

    world: World
    conventions: Conventions
    described: Callable[[Best | Places, Trace], Place]
    best_route: Callable[[Best, Trace], Route]
    steps: list[str] = field(default_factory=list)
    facts: dict[Fact, None] = field(default_factory=dict)
    assumed: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    assumptions: dict[str, None] = field(default_factory=dict)
    drawing: Drawing = field(default_factory=Drawing)
    called: dict[str, str] = field(
        default_factory=dict
    )  # names of places -> their texts in the query

    def say(self, step: str) -> None:
        """Add a step of the reasoning."""
        self.steps.append(step)

    def use(self, text: str, line: int | None = None) -> None:
        """Add a fact of the world that the answer rests on, once."""
        self.facts[Fact(text=text, line=line)] = None

    def chosen(self, convention: str) -> str:
        """Return the choice of a convention, and note that it may matter."""
        self.asked.add(convention)
        return str(getattr(self.conventions, convention))

    def assume(self, convention: str) -> str:
        """Return the choice of a convention, and note that it mattered."""
        choice = str(getattr(self.conventions, convention))
        self.assumed[convention] = choice
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

    def suppose(self, what: str) -> None:
        """Add an assumption that may matter, once."""
        if what not in self.assumptions:
            self.say(what)
            self.assumptions[what] = None

    def suppose_walks(self, ride: Leg | Route) -> None:
        """Write down the ends of a ride that lie far from the roads that it was computed on."""
        for walk in walks_of(ride):
            self.suppose(walk)

    def place(self, ref: str | Places | Best) -> Place:
        """Return the place that a name stands for, or that is the only or the best one of some."""
        if not isinstance(ref, str):
            return self.described(ref, self)
        name = ref
        found = self.world.atlas.resolve(name)
        if not isinstance(found, Unresolved):
            self.called.setdefault(found.name, name)
            return found
        near = ", ".join(quote(candidate) for candidate in found.candidates[:3])
        if found.tied:
            raise Blocked(
                reason="ambiguous_place",
                detail=f"{quote(name)} may be any of {near}",
                value=name,
                candidates=found.candidates,
            )
        hint = f"; the nearest names are {near}" if near else ""
        raise Blocked(
            reason="unknown_place",
            detail=f"no place of the context is called {quote(name)}{hint}",
            value=name,
            candidates=found.candidates,
        )

    def known_by(self, place: Place) -> str:
        """Return the name under which travel is recorded for a place, or its id if others share it.

        Raise Blocked if travel is recorded under a shared name, as its place is unclear.
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
        lent = place.location_from
        source = f", taken from {lent} at the same address" if lent else ""
        if lent:
            self.suppose(f"{place.name} lies where {lent} does, which has the same address")
        self.use(f"{place.name} lies at ({latitude}, {longitude}){source}", place.line)
        self.drawing.place(place)
        return place.location

    def derive(self, value: Value) -> Derivation:
        """Return the derivation of a value from the recorded steps and facts."""
        return Derivation(
            value=value,
            steps=tuple(self.steps),
            facts=tuple(self.facts),
            conventions=tuple(self.assumed.items()),
            assumptions=tuple(self.assumptions),
            illustration=self.drawing.finished(),
        )


def walks_of(ride: Leg | Route) -> list[str]:
    """Describe the ends of a leg or route that are far from the roads it was computed on."""
    return [
        f"{end} is reached on foot from the nearest road, {gap_m:.0f} m away"
        for end, gap_m in zip((ride.origin, ride.destination), ride.gaps_m, strict=False)
        if gap_m > _FAR_FROM_ROAD_M
    ]


def name_spot(place: Place) -> str:
    """Return the name of a place with its coordinates, as steps give them."""
    assert place.location is not None
    latitude, longitude = place.location
    return f"{place.name} ({latitude}, {longitude})"


def join_names(names: list[str], limit: int = 20) -> str:
    """Join names with commas; those beyond ``limit`` are only counted."""
    shown = ", ".join(names[:limit]) or "none"
    return shown + (f" and {len(names) - limit} more" if len(names) > limit else "")


def check_complete(solvers: Container[type | str], kinds: Iterable[type | str]) -> None:
    """Raise TypeError if a kind has no solver."""
    if missing := [getattr(kind, "__name__", str(kind)) for kind in kinds if kind not in solvers]:
        raise TypeError(f"expected a function that works out {', '.join(missing)}")
