"""Convert the named features of an extract to places of a map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.osm import has_holiday_rules
from geoeval.errors import GeoEvalError
from geoeval.text import normalise_name
from geoeval.world.osm.kinds import (
    ADMINISTRATIVE_AREA,
    has_outline,
    is_region,
    is_settlement,
    types_of,
)
from geoeval.world.place_facts import FACTS
from geoeval.world.records import Place
from geoeval.world.service import MapPlace

if TYPE_CHECKING:
    import shapely

    from geoeval.world.osm.extract import Feature

ATTRIBUTION = "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"
SOURCE = "openstreetmap"

# The name in a language is keyed by its code ("fr"), any other name by its tag ("alt_name",
# "old_name:fr").
_LANGUAGE = "[a-z]{2,3}(?:-[A-Za-z]{2,8})?"
_NAME = re.compile(
    rf"(?:name:({_LANGUAGE})|((?:alt|int|loc|nat|official|old|reg|short)_name(?::{_LANGUAGE})?))$"
)

# Tag and value → the wording of map services.
_FEATURES = {
    ("wheelchair", "yes"): "Wheelchair Accessible Entrance",
    ("outdoor_seating", "yes"): "Outdoor Seating",
    ("takeaway", "yes"): "Takeout",
    ("takeaway", "only"): "Takeout",
    ("delivery", "yes"): "Delivery",
    ("diet:vegetarian", "yes"): "Serves Vegetarian Food",
    ("diet:vegan", "yes"): "Serves Vegan Food",
    ("internet_access", "wlan"): "Wi-Fi",
    ("toilets", "yes"): "Restroom",
    ("drive_through", "yes"): "Drive-Through",
    ("reservation", "yes"): "Reservable",
}
# Tags that mappers add mostly to well-known places.
_FAME_TAGS = tuple(tag for fact in FACTS.values() for tag in fact.osm_tags)


def join_features(features: Sequence[Feature], skipped: Counter[str]) -> list[Feature]:
    """Join each feature to the smallest area of its name and kind that covers it.

    A joined place has the tags of both, preferring those of the area, and the location and access
    points of the area. A settlement keeps the location of its node, which mappers put in its
    centre. Settlements and administrative areas have no access points, because their outlines may
    be hills away.
    """
    by_name: dict[str, list[Feature]] = {}
    for each in sorted(features, key=lambda each: each.shape.area):
        by_name.setdefault(normalise_name(each.tags["name"]), []).append(each)
    joined = {each.id: each for each in features}
    for alike in by_name.values():
        for inner, outer in _find_enclosing_areas(alike):
            part, whole = joined.pop(inner.id), joined[outer.id]
            tags = {**part.tags, **whole.tags}
            spot = part.location if is_settlement(tags) else whole.location
            joined[outer.id] = replace(whole, tags=tags, location=spot)
            skipped["features joined to the area of the same place"] += 1
    return [replace(each, access=()) if is_region(each.tags) else each for each in joined.values()]


def _find_enclosing_areas(alike: Sequence[Feature]) -> Iterator[tuple[Feature, Feature]]:
    """Yield features, sorted by area, each with the smallest area that covers it."""
    import shapely

    tree = shapely.STRtree([each.shape for each in alike])
    for at, inner in enumerate(alike):
        around = sorted(tree.query(inner.shape, "covered_by").tolist())
        larger = (alike[other] for other in around if other > at)
        outer = next((each for each in larger if _is_area_of_same_kind(inner, each)), None)
        if outer is not None:
            yield inner, outer


def _is_area_of_same_kind(inner: Feature, outer: Feature) -> bool:
    """Return whether ``outer`` is an area and the main kind of one is a kind of the other.

    A settlement is the place of the administrative area around it. Areas of different levels are
    different places: a city and a county, for example.
    """
    if outer.shape.area == 0 or ("boundary" in inner.tags and not _has_same_level(inner, outer)):
        return False
    kinds, others = types_of(inner.tags), types_of(outer.tags)
    return (
        kinds[0] in others
        or others[0] in kinds
        or (is_settlement(inner.tags) and others[0] == ADMINISTRATIVE_AREA)
    )


def _has_same_level(inner: Feature, outer: Feature) -> bool:
    return inner.tags.get("admin_level") == outer.tags.get("admin_level")


def places_of(features: Iterable[Feature], skipped: Counter[str]) -> Iterator[MapPlace]:
    """Yield the places of features; ``skipped`` counts unusable facts by reason.

    The prominence of a place is how much mappers recorded about it, because there is no better
    measure without data on visitors.
    """
    for feature in features:
        tags = feature.tags
        names = names_of(tags)
        fame = 5.0 * ("wikidata" in tags or "wikipedia" in tags)
        yield MapPlace(
            place=Place(
                name=collapse_spaces(tags["name"]),
                id=place_id(feature),
                address=address_of(tags),
                location=feature.location,
                shape=wkt_of(feature.shape) if has_outline(tags) else None,
                hours=_parse_hours(_find_fact_text(tags, "hours"), skipped),
                **_parse_facts(tags, skipped),
                features=tuple(
                    dict.fromkeys(
                        words for (key, value), words in _FEATURES.items() if tags.get(key) == value
                    )
                ),
            ),
            types=types_of(tags),
            names=names,
            prominence=fame + sum(key in tags for key in _FAME_TAGS) + 0.1 * len(names),
            source=SOURCE,
        )


def wkt_of(shape: shapely.Geometry) -> str | None:
    """Return an area or a line as WKT with the precision of OpenStreetMap; None for a point."""
    import shapely

    return None if shape.geom_type == "Point" else shapely.to_wkt(shape, rounding_precision=7)


def place_id(feature: Feature) -> str:
    """Return the id of a feature in a map, such as "w123" for a way."""
    kind, _, number = feature.id.partition("/")
    return f"{kind[0]}{number}"


def address_of(tags: Mapping[str, str]) -> str | None:
    """Return the address in tags, from house number to town; None without a street."""
    street = tags.get("addr:street") or tags.get("addr:place")
    if not street:
        return None
    house, town = (
        " ".join(part for key in keys if (part := tags.get(f"addr:{key}", "").strip()))
        for keys in (("housenumber",), ("postcode", "city"))
    )
    return ", ".join(filter(None, (f"{house} {street.strip()}".strip(), town)))


def names_of(tags: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the additional names in tags, each with its language or its kind of name."""
    return tuple(
        (found[1] or found[2], collapse_spaces(name))
        for key, name in tags.items()
        if (found := _NAME.match(key)) and collapse_spaces(name)
    )


def _find_fact_text(tags: Mapping[str, str], fact: str) -> str | None:
    return next((tags[tag] for tag in FACTS[fact].osm_tags if tags.get(tag)), None)


def _parse_facts(tags: Mapping[str, str], skipped: Counter[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, fact in FACTS.items():
        text = None if name == "hours" else _find_fact_text(tags, name)
        if text is not None:
            found[name] = text if fact.read is None else fact.read(text)
            skipped.update([f"{fact.noun} that cannot be read"] * (found[name] is None))
    return found


def collapse_spaces(name: str) -> str:
    """Return a name with each run of spaces collapsed; HTML tags are kept as characters."""
    return " ".join(name.split())


def _parse_hours(text: str | None, skipped: Counter[str]) -> WeeklyHours | None:
    """Parse opening hours without holiday rules, which need a country and a year."""
    if text is None:
        return None
    if has_holiday_rules(text):
        skipped["holiday rules in opening hours"] += 1
    try:
        return WeeklyHours.from_osm(text, holidays=False)
    except GeoEvalError:
        skipped["opening hours that cannot be read"] += 1
        return None
