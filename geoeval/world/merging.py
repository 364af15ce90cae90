"""Which mentions of a name are one place, and the facts of one place put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import cos, hypot, radians

from geoeval.world.normal import key_words, normalise, numbers
from geoeval.world.records import Place

_SAME_SPOT_M = 300.0
_METRES_PER_DEGREE = 111_195.0
_SHARED_WORDS = 0.5


def sort_out(
    mentions: Sequence[Place], bare_id: str, list_of: Mapping[int, int]
) -> tuple[tuple[Place, tuple[Place, ...]], ...]:
    """Return the distinct places among mentions of one name, the facts of each merged.

    Parameters
    ----------
    mentions
        Places of the same name; those with ``bare_id`` are names without facts, and the same
        object is the same place wherever it stands.
    bare_id
        The id that marks a bare name.
    list_of
        The list of each mention that is a list's entry, by the identity of the mention.

    Returns
    -------
    tuple
        One place for each set of mentions that can be the same, with these; bare names add
        nothing. Entries of one list are several places, however alike: each has an id of its own.
    """
    described = list({id(place): place for place in mentions if place.id != bare_id}.values())
    if not described:
        return ((replace(mentions[0], id=""), ()),)
    clusters: list[list[Place]] = []
    for place in described:
        fitting = [c for c in clusters if _fits(place, c, list_of)]
        if len(fitting) > 1:
            fitting = [c for c in fitting if any(_equal_address(place, p) for p in c)] or fitting
        if fitting:
            fitting[0].append(place)
        else:
            clusters.append([place])
    places: list[tuple[Place, tuple[Place, ...]]] = []
    alike: Counter[str] = Counter()
    for cluster in clusters:
        place = merge(cluster)
        alike[place.id] += 1
        if alike[place.id] > 1:
            place = replace(place, id=f"{place.id}/{alike[place.id]}")
        places.append((place, tuple(cluster)))
    return tuple(places)


def merge(mentions: Sequence[Place]) -> Place:
    """Return one place with the facts of several mentions; earlier ones go first.

    Examples
    --------
    >>> merged = merge([Place(name="Mill", rating=4.0), Place(name="Mill", address="5 Hill Rd")])
    >>> merged.rating, merged.address
    (4.0, '5 Hill Rd')
    """
    first, *others = mentions
    merged = first
    for other in others:
        merged = replace(
            merged,
            address=merged.address or other.address,
            location=merged.location or other.location,
            rating=other.rating if merged.rating is None else merged.rating,
            rating_count=(
                other.rating_count if merged.rating_count is None else merged.rating_count
            ),
            price_level=merged.price_level or other.price_level,
            hours=merged.hours or other.hours,
            phone=merged.phone or other.phone,
            features=tuple(dict.fromkeys((*merged.features, *other.features))),
            reviews=tuple(dict.fromkeys((*merged.reviews, *other.reviews))),
        )
    return merged


def same_address(first: Place, second: Place) -> bool:
    """Tell whether addresses and coordinates allow two places of one name to be the same.

    Examples
    --------
    >>> hill = Place(name="Mill", address="5 Hill Road, Springfield")
    >>> same_address(hill, Place(name="Mill", address="5 Hill Rd, Springfield 4711"))
    True
    >>> same_address(hill, Place(name="Mill", address="7 Sea Road, Springfield"))
    False
    """
    if first.location and second.location:
        (lat1, lon1), (lat2, lon2) = first.location, second.location
        east = (lon2 - lon1) * cos(radians(lat1))
        return hypot(lat2 - lat1, east) * _METRES_PER_DEGREE <= _SAME_SPOT_M
    if not first.address or not second.address:
        return True
    words, others = set(key_words(first.address)), set(key_words(second.address))
    shared = words & others
    if len(shared) < _SHARED_WORDS * min(len(words), len(others)):
        return False
    digits, other_digits = numbers(tuple(words)), numbers(tuple(others))
    return not digits or not other_digits or bool(digits & other_digits)


def labelled(places: Sequence[Place]) -> tuple[str, ...]:
    """Return places of one name with what tells them apart: the address, else the coordinates.

    Examples
    --------
    >>> labelled([Place(name="Mill", address="5 Hill Rd"), Place(name="Mill")])
    ('Mill (5 Hill Rd)', 'Mill (no address)')
    >>> labelled([Place(name="Mill", address="5 Hill Rd", location=(1.0, north))
    ...             for north in (2.0, 3.0)])[0]
    'Mill (5 Hill Rd, the same address, at 1.0, 2.0)'
    """
    addresses = [place.address for place in places]
    labels = []
    for place in places:
        parts = [place.address or "no address"]
        if addresses.count(place.address) > 1:
            parts += ["the same address"] if place.address else []
            parts += [f"at {place.location[0]}, {place.location[1]}"] if place.location else []
        labels.append(f"{place.name} ({', '.join(parts)})")
    return tuple(labels)


def told_apart(name: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return those of several places of one name that a text's form, label or address means.

    Examples
    --------
    >>> mills = (Place(name="Mill", address="5 Hill Rd"), Place(name="Mill", address="9 Sea Rd"))
    >>> [place.address for place in told_apart("Mill, Sea Road 9", mills)]
    ['9 Sea Rd']
    """
    labels = labelled(places)
    for known in ([place.name for place in places], labels):
        if known.count(name) == 1:
            return (places[known.index(name)],)
    lengths = [len(place.name) for place in places if name.startswith(place.name)]
    if not lengths:
        return places
    rest = name[max(lengths) :].strip(" ,|-–()")
    if not rest:
        return places
    said = Place(name=name, address=rest)
    return tuple(p for p in places if p.address and same_address(p, said)) or places


def _equal_address(first: Place, second: Place) -> bool:
    return bool(first.address) and first.address == second.address


def _fits(place: Place, cluster: Sequence[Place], list_of: Mapping[int, int]) -> bool:
    """Tell whether a mention can be the same place as a cluster of others."""
    own = list_of.get(id(place))
    return all(
        (own is None or list_of.get(id(other)) != own) and same_address(place, other)
        for other in cluster
    )


def is_region(place: Place) -> bool:
    """Tell whether a place is a town, region or country: its address begins with its own name.

    Examples
    --------
    >>> is_region(Place(name="Rajpur", address="Rajpur, India"))
    True
    >>> is_region(Place(name="Rajpur Museum", address="1 Hill Road, Rajpur, India"))
    False
    """
    if place.location is not None or not place.address:
        return False
    return normalise(place.address.split(",")[0]) == normalise(place.name)
