"""Group the mentions of a name into places by address, and merge their facts."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from math import cos, hypot, radians
from typing import Any

from geoeval.calculators.hours import WeeklyHours
from geoeval.text import (
    WEAK_WORDS,
    has_digit,
    key_words,
    normalise_name,
    word_set,
    words_with_digits,
)
from geoeval.world.place_facts import FACTS
from geoeval.world.records import Place

_SAME_SPOT_M = 300.0
ROUNDING_M = 15.0  # exceeds the rounding error of coordinates with four decimals
_METRES_PER_DEGREE = 111_195.0
_MIN_SHARED_WORDS = 0.5
_STREET_WORDS = word_set("st rd ave blvd dr ln sq hwy expy pkwy str way alley route lane plot")
_GENERIC_WORDS = WEAK_WORDS | _STREET_WORDS
_INDOOR_WORDS = word_set("terminal gate floor level unit room platform block shop hall bldg suite")
_SEPARATORS = " ,|-–—(;"


def group_mentions(
    mentions: Sequence[Place],
    bare_id: str,
    lists_of: Mapping[int, Collection[int]],
    *,
    by_id: bool,
) -> tuple[tuple[Place, tuple[Place, ...]], ...]:
    """Return the distinct places among the mentions of a name, each with its mentions.

    With ``by_id`` mentions with different ids of their source are different places.
    """
    described = {id(place): place for place in mentions if place.id != bare_id}
    if not described:
        return ((replace(mentions[0], id=""), ()),)
    if len(described) == 1:
        (place,) = described.values()
        return ((place, (place,)),)
    copies, lists_of = _group_copies(described.values(), lists_of)
    same_id: dict[str, list[list[Place]]] = {}
    for first, *_ in copies.values():
        _add_to_cluster([first], same_id.setdefault(first.id, []), lists_of, by_id=by_id)
    clusters: list[list[Place]] = []
    order = {mention: number for number, mention in enumerate(described)}
    for cluster in sorted(chain(*same_id.values()), key=lambda found: order[id(found[0])]):
        _add_to_cluster(cluster, clusters, lists_of, by_id=by_id)
    return tuple(
        (merge_mentions(cluster), tuple(chain(*(copies[id(each)] for each in cluster))))
        for cluster in clusters
    )


def _group_copies(
    mentions: Iterable[Place], lists_of: Mapping[int, Collection[int]]
) -> tuple[dict[int, list[Place]], dict[int, set[int]]]:
    """Return equal mentions, keyed by the ``id`` of the first, and the lists of each.

    Entries of one list are distinct places even if they are equal.
    """
    copies: dict[int, list[Place]] = {}
    lists: dict[int, set[int]] = {}
    first_of: dict[Place, Place] = {}
    for mention in mentions:
        own_lists = set(lists_of.get(id(mention), ()))
        first = first_of.setdefault(mention, mention)
        if first is mention or not own_lists.isdisjoint(lists[id(first)]):
            copies[id(mention)], lists[id(mention)] = [mention], own_lists
        else:
            copies[id(first)].append(mention)
            lists[id(first)] |= own_lists
    return copies, lists


def merge_mentions(mentions: Sequence[Place]) -> Place:
    """Merge several mentions into one place; earlier mentions take precedence."""
    first, *others = mentions
    merged = first
    for other in others:
        missing: dict[str, Any] = {
            name: getattr(other, name)
            for name in ("location", "shape", *FACTS)
            if getattr(merged, name) in {None, ""}
        }
        if missing.get("location") and not _is_stated_alike(first, other):
            missing["location_from"] = first.name
        merged = replace(
            merged,
            **missing | {"hours": _merge_hours(merged.hours, other.hours)},
            features=tuple(dict.fromkeys((*merged.features, *other.features))),
            reviews=tuple(dict.fromkeys((*merged.reviews, *other.reviews))),
        )
    return merged


def _is_stated_alike(first: Place, other: Place) -> bool:
    """Return whether two mentions of a name have the same id or the same words of an address."""
    return first.id == other.id or key_words(first.address or "") == key_words(other.address or "")


def _merge_hours(first: WeeklyHours | None, other: WeeklyHours | None) -> WeeklyHours | None:
    if first is None or other is None or None not in first.days:
        return first or other
    days = (a if a is not None else b for a, b in zip(first.days, other.days, strict=True))
    return replace(first, days=tuple(days))


def with_unique_ids(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return places with unique ids: a number is appended to the id of a later duplicate."""
    taken = {place.id for place in places}
    if len(taken) == len(places):
        return tuple(places)
    seen: set[str] = set()
    unique = []
    for place in places:
        new_id = place.id
        if new_id in seen:
            new_id = next(new for n in count(2) if (new := f"{place.id}/{n}") not in taken)
            taken.add(new_id)
        seen.add(new_id)
        unique.append(place if new_id == place.id else replace(place, id=new_id))
    return tuple(unique)


def same_address(first: Place, second: Place) -> bool:
    """Return whether two places of one name may be the same, by address and coordinates."""
    if first.location and second.location:
        (lat1, lon1), (lat2, lon2) = first.location, second.location
        east = (lon2 - lon1) * cos(radians(lat1))
        distance_m = hypot(lat2 - lat1, east) * _METRES_PER_DEGREE
        if not ROUNDING_M < distance_m <= _SAME_SPOT_M:
            return distance_m <= ROUNDING_M
    return not first.address or not second.address or _is_same_street(first, second)


def _is_same_street(first: Place, second: Place) -> bool:
    words, others = (set(key_words(place.address or "")) for place in (first, second))
    shared = words & others
    if len(shared) < _MIN_SHARED_WORDS * min(len(words), len(others)):
        return False
    streets = _find_street_words(first), _find_street_words(second)
    if all(streets) and not (streets[0] <= others or streets[1] <= words):
        return False
    digits, other_digits = words_with_digits(tuple(words)), words_with_digits(tuple(others))
    return not digits or not other_digits or bool(digits & other_digits)


def _find_street_words(place: Place) -> set[str]:
    """Return the distinctive words of the first part with a number or a word like "road"."""
    for part in (place.address or "").split(","):
        words = key_words(part)
        distinctive = set(_select_distinctive(words)) - _INDOOR_WORDS
        if distinctive and (words_with_digits(words) or not _STREET_WORDS.isdisjoint(words)):
            return distinctive
    return set()


def label_places(places: Sequence[Place]) -> tuple[str, ...]:
    """Return labels that distinguish places of one name: by address, coordinates, or else id."""
    addresses = [place.address for place in places]
    labels = []
    for place in places:
        parts = [place.address or "no address"]
        if addresses.count(place.address) > 1:
            parts += ["the same address"] if place.address else []
            parts += [f"at {place.location[0]}, {place.location[1]}"] if place.location else []
        labels.append(f"{place.name} ({', '.join(parts)})")
    return tuple(
        f"{label[:-1]}, id {place.id})" if labels.count(label) > 1 else label
        for label, place in zip(labels, places, strict=True)
    )


def select_matching(name: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the places of one name that a text matches by spelling, label or address."""
    for labels in ([place.name for place in places], label_places(places)):
        if labels.count(name) == 1:
            return (places[labels.index(name)],)
    return _filter_by_address(_find_text_after_name(name, places[0].name), places)


def _filter_by_address(text: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the places whose address matches a text; all places if none does."""
    matching = tuple(place for place in places if _matches_address(place.address, text))
    words = set(key_words(text))
    complete = tuple(place for place in matching if words.issubset(key_words(place.address or "")))
    return complete or matching or places


def contradicts_place(name: str, place: Place, towns: Container[tuple[str, ...]] = ()) -> bool:
    """Return whether a text places a name at another street address or in another town."""
    words = key_words(_find_text_after_name(name, place.name).partition(",")[0])
    if place.address and words in towns:
        return not _matches_address(place.address, " ".join(words))
    return bool(
        place.address
        and words_with_digits(words)
        and words_with_digits(key_words(place.address))
        and _select_distinctive(words)
        and _INDOOR_WORDS.isdisjoint(words)
        and not _matches_address(place.address, " ".join(words))
    )


def _find_text_after_name(name: str, place: str) -> str:
    cuts = (at for at in range(len(name) - 1, 0, -1) if name[at] in _SEPARATORS)
    cut = next((at for at in cuts if key_words(name[:at]) == key_words(place)), len(name))
    return name[cut:].strip(f"{_SEPARATORS})")


def _matches_address(address: str | None, text: str) -> bool:
    """Return whether an address has the distinctive words and numbers of a text."""
    words = key_words(text.partition(",")[0])
    wanted = {*_select_distinctive(words), *words_with_digits(words)}
    return bool(wanted) and bool(address) and wanted.issubset(key_words(address or ""))


def _select_distinctive(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in _GENERIC_WORDS and not has_digit(word)]


def with_locations(places: Sequence[Place]) -> tuple[Place, ...]:
    """Give places without coordinates those of a place at the same street address."""
    if all(place.location or _find_door_words(place) is None for place in places):
        return tuple(places)
    located: dict[frozenset[str], list[tuple[frozenset[str], Place]]] = {}
    for place in places:
        if place.location and (door := _find_door_words(place)):
            located.setdefault(door[0], []).append((door[1], place))
    return tuple(place if place.location else _add_location(place, located) for place in places)


def _add_location(
    place: Place, located: Mapping[frozenset[str], Sequence[tuple[frozenset[str], Place]]]
) -> Place:
    street, town = _find_door_words(place) or (frozenset(), frozenset())
    others = [other for area, other in located.get(street, ()) if area <= town or town <= area]
    if not others or not all(same_address(others[0], other) for other in others):
        return place
    return replace(place, location=others[0].location, location_from=others[0].name)


def _find_door_words(place: Place) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the words of house number and street, and those of the next part of an address.

    Return None without a house number; the 5 in "Road 5" is not a house number.
    """
    parts = (key_words(part) for part in (place.address or "").split(",") if part.strip())
    first = next(parts, ())
    if not words_with_digits(first) or (
        first[0] in _STREET_WORDS and not _select_distinctive(first)
    ):
        return None
    street = frozenset(first)
    for part in parts:
        if _select_distinctive(street):
            return street, frozenset(_select_distinctive(part))
        street |= frozenset(part)
    return (street, frozenset()) if _select_distinctive(street) else None


def _add_to_cluster(
    mentions: list[Place],
    clusters: list[list[Place]],
    lists_of: Mapping[int, Collection[int]],
    *,
    by_id: bool,
) -> None:
    """Add mentions of one place to a compatible cluster, preferably with an equal address."""

    def is_compatible(cluster: Sequence[Place]) -> bool:
        return all(
            frozenset(lists_of.get(id(one), ())).isdisjoint(lists_of.get(id(other), ()))
            and same_address(one, other)
            and not (by_id and _have_different_ids(one, other))
            for one in mentions
            for other in cluster
        )

    addresses = {place.address for place in mentions if place.address}
    compatible = [cluster for cluster in clusters if is_compatible(cluster)]
    with_equal_address = [c for c in compatible if any(other.address in addresses for other in c)]
    if compatible:
        (with_equal_address or compatible)[0].extend(mentions)
    else:
        clusters.append(mentions)


def _have_different_ids(first: Place, second: Place) -> bool:
    """Return whether a source gives two mentions different ids; ignoring hashes of names."""
    return first.id != second.id and first.has_own_id() and second.has_own_id()


def is_region(place: Place) -> bool:
    """Return whether a place is a town, region or country: its address starts with its name."""
    if place.location is not None or not place.address:
        return False
    return normalise_name(place.address.split(",")[0]) == normalise_name(place.name)
