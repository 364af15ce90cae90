"""Places in the order of an attribute, equal ones by distance."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from geoeval.calculators.filters.kinds import is_known
from geoeval.calculators.nearby.tree import Neighbours
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geoeval.calculators.nearby.vectors import Indices
    from geoeval.calculators.sphere.points import Floats


class Ranking(NamedTuple):
    """Places in the order of an attribute.

    Parameters
    ----------
    indices
        Positions in the points of the index, int64, the first of the ranking first.
    distances_m
        Great-circle metres from the anchor, float64.
    values
        The values that they are ranked by.
    """

    indices: Indices
    distances_m: Floats
    values: tuple[object, ...]


def rank(column: Sequence[object], found: Neighbours, *, descending: bool) -> Ranking:
    """Return the places found around an anchor in the order of their values in a column.

    Parameters
    ----------
    column
        The values of all points of the index: numbers or texts, None or NaN where unknown.
    found
        Some of the points, by distance and index.
    descending
        Whether the greatest value comes first.

    Returns
    -------
    Ranking
        Those whose value is known; equal values in the order of distance, then of index.

    Raises
    ------
    UsageError
        If the values are neither all numbers nor all texts.

    Examples
    --------
    >>> import numpy as np
    >>> found = Neighbours(np.array([2, 0, 1]), np.array([10.0, 20.0, 30.0]))
    >>> rank([4.5, None, 4.5], found, descending=True).indices
    array([2, 0])
    """
    known = [place for place, i in enumerate(found.indices.tolist()) if is_known(column[i])]
    indices, distances = found.indices[known], found.distances_m[known]
    values = _comparable(column, indices.tolist())
    order = sorted(range(len(known)), key=values.__getitem__, reverse=descending)
    return Ranking(indices[order], distances[order], tuple(values[place] for place in order))


def _comparable(column: Sequence[object], indices: list[int]) -> list[Any]:
    """Return some values of a column, or raise if they do not compare with each other."""
    wanted: type = str if indices and isinstance(column[indices[0]], str) else Real
    for i in indices:
        if not isinstance(column[i], wanted) or isinstance(column[i], bool):
            message = "expected numbers or texts to rank by, and not both"
            message += f", got {quote(column[i])} at index {i}"
            raise UsageError(message)
    return [column[i] for i in indices]
