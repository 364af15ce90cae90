"""Solvers of where places lie to each other, beyond one distance and one direction."""

from __future__ import annotations

from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, at, listing, solver
from geoeval.query.geometry import bearing_between
from geoeval.query.geometry_kinds import (
    FarthestToward,
    LiesInDirection,
)
from geoeval.query.selection import choose
from geoeval.query.values import Names, YesNo

_HALF_TURN = 180.0


def _lies_in_direction(query: LiesInDirection, work: Working) -> YesNo:
    """Answer whether a place lies in a direction of another."""
    place, seen_from = work.place(query.place), work.place(query.seen_from)
    bearing_between(seen_from, place, work)
    sector = 90 if query.direction in {"north", "east", "south", "west"} else 45
    inside = is_directly(work.location(seen_from), work.location(place), query.direction, sector)
    work.say(f"that is {'in' if inside else 'outside'} the sector of {query.direction}")
    return YesNo(yes=inside)


def _farthest_toward(query: FarthestToward, work: Working) -> Names:
    """Answer which place lies farthest to the north, east, south or west."""
    choice = choose(query, work, exhaustive=True)
    points = [(work.location(place), place) for place in choice.offered]
    if not points:
        raise Blocked(reason="nothing_matches", detail="no place of the context is meant")
    along = query.direction in {"north", "south"}
    values = [point[0] if along else point[1] for point, _ in points]
    if not along and max(values) - min(values) >= _HALF_TURN:
        detail = "the places lie around the globe, so that none is the last one"
        raise Blocked(reason="under_specified", detail=detail)
    sign = -1 if query.direction in {"north", "east"} else 1
    pairs = zip(values, points, strict=True)
    keyed = sorted(((sign * v, place) for v, (_, place) in pairs), key=lambda p: p[0])
    places = [place for _, place in keyed]
    order = listing([at(place) for place in places], 5)
    work.say(f"from {query.direction} on: {order}")
    return Names(
        names=tuple(place.name for place in places),
        reading="ranked",
        tied=sum(1 for key, _ in keyed if key == keyed[0][0]),
        aliases=choice.aliases(places),
    )


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(LiesInDirection, _lies_in_direction),
        solver(FarthestToward, _farthest_toward),
    ]
)
