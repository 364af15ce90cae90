"""Whether a list of nearby places is one of a category, by its heading or its search words."""

from __future__ import annotations

from geoeval.world.categories import category_of, is_kind_of
from geoeval.world.normal import normalise
from geoeval.world.records import NearbyList


def lists_kind(nearby: NearbyList, category: str) -> bool:
    """Tell whether a list is one of a category, or of a kind of it.

    Parameters
    ----------
    nearby
        The list; the answer to a text search is of the kinds that its words name.
    category
        A kind of place in any wording.

    Returns
    -------
    bool
        Whether its places are of the category.

    Examples
    --------
    >>> cafes = NearbyList(anchor="Old Mill", category="Cafes", places=())
    >>> lists_kind(cafes, "cafe"), lists_kind(cafes, "hospital")
    (True, False)
    """
    wanted = category_of(category)
    if nearby.category:
        listed = category_of(nearby.category)
        if listed is None or wanted is None:
            return normalise(nearby.category).rstrip("s") == normalise(category).rstrip("s")
        return is_kind_of(listed, wanted)
    words = normalise(nearby.search or "").split(" ")
    phrases = (
        " ".join(words[start : start + count]) for count in (3, 2, 1) for start in range(len(words))
    )
    if wanted is None:
        return f" {normalise(category)} " in f" {' '.join(words)} "
    return any(is_kind_of(phrase, wanted) for phrase in phrases)
