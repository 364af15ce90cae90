"""Labels of questions for the best place: an opinion, but not every answer to them can be right."""

from __future__ import annotations

from geoeval.query.algebra import Quality, Query
from geoeval.query.inspect import parts_of
from geoeval.query.values import Names
from geoeval.verification.case import Case
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place

_OF_ALL = frozenset({"best", "finest", "ideal"})


def is_opinion(query: Query) -> bool:
    """Return whether a query asks for what is good, or for a fact of it.

    Examples
    --------
    >>> from geoeval.query.algebra import Best, Places
    >>> is_opinion(Best(figure=Quality(), among=Places(category="cafe"), most=True))
    True
    """
    return any(isinstance(part, Quality) for part in parts_of(query))


def cannot_be_best(case: Case) -> bool:
    """Return whether a label names a place that no reading of a recommendation leads to."""
    value = case.value
    if case.label < 0 or not isinstance(value, Names):
        return False
    keyed = case.world.atlas.resolve(case.key)
    if case.rank_of_key(value) is None:
        if isinstance(keyed, Place):
            return keyed.rating is not None
        return not keyed.candidates
    best = case.world.atlas.resolve(value.names[0])
    praise = {part.praise for part in parts_of(case.query) if isinstance(part, Quality)}
    return not praise.isdisjoint(_OF_ALL) and _outdoes(_figures(best), _figures(keyed))


def _figures(place: Place | Unresolved) -> tuple[float, int] | None:
    """Return the rating of a place and by how many, or None where one of them is unknown."""
    if isinstance(place, Unresolved) or place.rating is None or place.rating_count is None:
        return None
    return place.rating, place.rating_count


def _outdoes(best: tuple[float, int] | None, other: tuple[float, int] | None) -> bool:
    """Return whether a rating is higher than another, by no fewer people."""
    if best is None or other is None:
        return False
    return best[0] > other[0] and best[1] >= other[1]
