"""Labels of questions for the best place: an opinion, but not every answer to them can be right."""

from __future__ import annotations

from geoeval.query.place_kinds import Recommend
from geoeval.query.values import Names
from geoeval.verification.case import Case
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place

_OF_ALL = frozenset({"best", "finest", "ideal"})


def cannot_be_best(case: Case) -> bool:
    """Return whether a label names a place that no reading of a recommendation leads to.

    Parameters
    ----------
    case
        The label of a ``Recommend`` query, with the places that were ranked for it.

    Returns
    -------
    bool
        True for a place that the context does not know at all, or that fails what is asked
        ("open now"); and where the best of all is asked for, for one that another outdoes, with
        a higher rating by no fewer people. What is merely good stays a matter of opinion.
    """
    value, query = case.value, case.query
    if case.label < 0 or not isinstance(value, Names) or not isinstance(query, Recommend):
        return False
    keyed = case.world.atlas.resolve(case.key)
    if case.rank_of_key(value) is None:
        if isinstance(keyed, Place):
            return keyed.rating is not None
        return not keyed.candidates
    best = case.world.atlas.resolve(value.names[0])
    return query.quality in _OF_ALL and _outdoes(_figures(best), _figures(keyed))


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
