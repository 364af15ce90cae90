"""Labels of questions for the best place: an opinion, but not every answer to them can be right."""

from __future__ import annotations

from geoeval.query.kinds import Recommend
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
    if isinstance(keyed, Unresolved) or isinstance(best, Unresolved):
        return False
    return query.quality in _OF_ALL and _outdoes(best, keyed)


def _outdoes(best: Place, other: Place) -> bool:
    """Return whether a place is rated higher than another, by no fewer people."""
    if best.rating is None or other.rating is None:
        return False
    if best.rating_count is None or other.rating_count is None:
        return False
    return best.rating > other.rating and best.rating_count >= other.rating_count
