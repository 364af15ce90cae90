"""What every solver shares: the working in which steps, facts and conventions are written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.conventions import Conventions
from geoeval.query.illustration import Drawing
from geoeval.query.values import CannotSolve, Derivation, Fact, Outcome, Reason, Value
from geoeval.world.atlas import Unresolved
from geoeval.world.model import LatLon, Place, World

Solver = Callable[[Model, World, Conventions], Outcome]
Kind = TypeVar("Kind", bound=Model)


class Blocked(Exception):  # noqa: N818 - not an error of the caller: an absence on its way up
    """A solver cannot go on; ``outcome`` says why. It never leaves the query layer."""

    def __init__(self, reason: Reason, detail: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.outcome = CannotSolve(reason=reason, detail=detail, candidates=candidates)


@dataclass(slots=True, kw_only=True)
class Working:
    """The sheet on which one query is worked out."""

    world: World
    conventions: Conventions
    steps: list[str] = field(default_factory=list)
    facts: dict[Fact, None] = field(default_factory=dict)
    assumed: dict[str, str] = field(default_factory=dict)
    drawing: Drawing = field(default_factory=Drawing)

    def say(self, step: str) -> None:
        """Write down one step of the reasoning."""
        self.steps.append(step)

    def use(self, text: str, line: int | None = None) -> None:
        """Write down a fact of the world that the answer rests on, once."""
        self.facts[Fact(text=text, line=line)] = None

    def assume(self, convention: str) -> str:
        """Note that a field of the conventions mattered, and return the choice taken."""
        choice = str(getattr(self.conventions, convention))
        self.assumed[convention] = choice
        return choice

    def place(self, name: str) -> Place:
        """Return the place that a name stands for.

        Raises
        ------
        Blocked
            If no place of the world has the name, or several have.
        """
        found = self.world.atlas.resolve(name)
        if not isinstance(found, Unresolved):
            return found
        near = ", ".join(quote(candidate) for candidate in found.candidates[:3])
        if found.tied:
            raise Blocked(reason="ambiguous_place", detail=f"{quote(name)} may be any of {near}")
        hint = f"; the nearest names are {near}" if near else ""
        raise Blocked(
            reason="unknown_place",
            detail=f"no place of the context is called {quote(name)}{hint}",
            candidates=found.candidates,
        )

    def location(self, place: Place) -> LatLon:
        """Return the coordinates of a place and note them as a fact.

        Raises
        ------
        Blocked
            If the context does not give them.
        """
        if place.location is None:
            raise Blocked(
                reason="no_coordinates", detail=f"the context gives no coordinates of {place.name}"
            )
        latitude, longitude = place.location
        lent = place.location_from
        source = f", taken from {lent} at the same address" if lent else ""
        self.use(f"{place.name} lies at ({latitude}, {longitude}){source}", place.line)
        self.drawing.place(place)
        return place.location

    def derive(self, value: Value) -> Derivation:
        """Return the derivation of a value from what has been written down."""
        return Derivation(
            value=value,
            steps=tuple(self.steps),
            facts=tuple(self.facts),
            conventions=tuple(self.assumed.items()),
            illustration=self.drawing.finished(),
        )


def solver(
    kind: type[Kind], answer: Callable[[Kind, Working], Value]
) -> tuple[type[Model], Solver]:
    """Make a solver of a function that answers one kind of query on a sheet of working.

    Parameters
    ----------
    kind
        The query model that ``answer`` takes.
    answer
        Returns the value, writing its steps down, or raises ``Blocked``.

    Returns
    -------
    tuple
        The kind and its solver: an entry for a dictionary of solvers.
    """

    def run(query: Model, world: World, conventions: Conventions) -> Outcome:
        assert isinstance(query, kind)
        working = Working(world=world, conventions=conventions)
        try:
            return working.derive(answer(query, working))
        except Blocked as blocked:
            return blocked.outcome

    return kind, run


def at(place: Place) -> str:
    """Write a place whose coordinates are known with them, as the steps of a derivation do."""
    assert place.location is not None
    latitude, longitude = place.location
    return f"{place.name} ({latitude}, {longitude})"


def listing(names: list[str], limit: int = 20) -> str:
    """Write names in a row, the rest as a number."""
    shown = ", ".join(names[:limit]) or "none"
    return shown + (f" and {len(names) - limit} more" if len(names) > limit else "")
