"""Map OpenStreetMap tags to the place types of map services."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from geoeval.world.categories import category_of, is_kind_of

# OpenStreetMap key and values → place types, the most specific first. "{}" is the value itself and
# "*" any other value of the key. "station=subway" also requires the tag station=subway, and
# "information=*" the tag "information" with any value.
_KINDS: dict[str, dict[str, str]] = {
    "amenity": {
        "atm bank bar bicycle_parking bicycle_rental cafe car_rental car_wash casino": "{}",
        "courthouse driving_school embassy fire_station fountain library nursing_home": "{}",
        "parking place_of_worship police post_office prison restaurant school university": "{}",
        "arts_centre": "art_gallery",
        "biergarten": "bar",
        "bureau_de_change": "currency_exchange",
        "bus_station ferry_terminal": "{} transit_station",
        "charging_station": "electric_vehicle_charging_station",
        "childcare kindergarten": "preschool",
        "cinema": "movie_theater",
        "clinic dentist hospital pharmacy": "{} health",
        "college": "college school",
        "community_centre": "community_center",
        "conference_centre": "conference_center",
        "doctors": "doctor health",
        "events_venue": "event_venue",
        "fast_food": "fast_food_restaurant restaurant",
        "food_court": "food_court restaurant",
        "fuel": "gas_station",
        "ice_cream": "ice_cream_shop",
        "marketplace": "market",
        "monastery": "monastery place_of_worship",
        "nightclub": "night_club",
        "pub": "pub bar",
        "public_building": "government_office",  # deprecated in favour of "office"
        "public_bath": "spa",
        "taxi": "taxi_stand",
        "theatre": "theater",
        "toilets": "public_restroom",
        "townhall": "city_hall",
        "veterinary": "veterinary_care",
    },
    "shop": {
        "alcohol wine": "liquor_store store",
        "bakery confectionery department_store florist kiosk newsagent": "{} store",
        "beauty": "beauty_salon",
        "bicycle convenience cosmetics electronics furniture": "{}_store store",
        "books": "book_store store",
        "butcher gift": "{}_shop store",
        "car": "car_dealer store",
        "car_repair laundry travel_agency": "{}",
        "chemist": "drugstore store",
        "clothes": "clothing_store store",
        "computer": "electronics_store store",
        "doityourself hardware": "hardware_store store",
        "dry_cleaning": "laundry",
        "funeral_directors": "funeral_home",
        "hairdresser": "hair_care",
        "mall": "shopping_mall",
        "massage": "spa",
        "mobile_phone": "cell_phone_store store",
        "no vacant": "",
        "jewelry pet stationery": "{}_store store",
        "optician supermarket": "{} store",
        "outdoor sports": "sporting_goods_store store",
        "perfumery": "cosmetics_store store",
        "shoes": "shoe_store store",
        "tattoo": "tattoo_studio",
        "toys": "toy_store store",
        "*": "store",
    },
    "tourism": {
        "alpine_hut": "mountain_hut lodging",
        "apartment chalet": "lodging",
        "aquarium museum viewpoint zoo": "{} tourist_attraction",
        "artwork": "artwork",
        "attraction": "tourist_attraction",
        "camp_site": "campground lodging",
        "caravan_site": "rv_park lodging",
        "gallery": "art_gallery",
        "guest_house hostel hotel motel": "{} lodging",
        "information information=office information=visitor_centre": "tourist_information",
        "information=*": "",  # 95% are guideposts, boards, maps or route markers
        "picnic_site": "picnic_ground",
        "theme_park": "amusement_park tourist_attraction",
        "wilderness_hut": "mountain_hut",
    },
    "leisure": {
        "bowling_alley golf_course marina park playground stadium swimming_pool water_park": "{}",
        "fitness_centre": "gym",
        "garden nature_reserve": "{} park",
        "ice_rink": "ice_skating_rink",
        "pitch": "athletic_field",
        "sports_centre sports_hall": "sports_complex",
    },
    "historic": {
        "archaeological_site fort ruins": "historical_landmark tourist_attraction",
        "castle monument": "{} historical_landmark tourist_attraction",
        "church": "church place_of_worship",
        "memorial": "memorial historical_landmark",
        "memorial=plaque memorial=stolperstein": "",
    },
    "railway": {
        "halt station": "train_station transit_station",
        "station=light_rail tram_stop": "light_rail_station transit_station",
        "station=subway": "subway_station transit_station",
    },
    "highway": {"bus_stop": "bus_stop transit_station"},
    "aeroway": {"aerodrome": "airport", "heliport": "heliport", "terminal": "airport_terminal"},
    "aerialway": {"station": "cable_car_station transit_station"},
    "natural": {
        "beach": "beach",
        "peak": "mountain_peak",
        "water": "lake",
        "water=canal water=river water=stream": "",  # mapped in pieces of arbitrary length
    },
    "man_made": {"lighthouse tower": "{}"},
    "office": {
        "association foundation ngo political_party": "non_profit_organization",
        "diplomatic": "embassy",
        "estate_agent": "real_estate_agency",
        "government": "government_office",
        "government=police": "police",
        "insurance": "insurance_agency",
        "lawyer": "lawyer",
        "no": "",
        "travel_agent": "travel_agency",
        "*": "office",
    },
    "healthcare": {"clinic dentist doctor hospital physiotherapist": "{} health"},
    "place": {
        "island islet": "island",
        "city hamlet isolated_dwelling town village": "locality",
        "borough neighbourhood quarter suburb": "neighborhood",
        "square": "plaza",
    },
    "boundary": {"administrative": "administrative_area"},
}
_TYPES = {
    key: {value: types.format(value) for values, types in kinds.items() for value in values.split()}
    for key, kinds in _KINDS.items()
}
PLACE_KEYS = tuple(_TYPES)
"""The OpenStreetMap keys that make a named feature a place."""
_NON_ROAD_KEYS = frozenset(PLACE_KEYS) - {"highway"}  # nearly all features with that key are roads

# Broad kinds rank after all others: a castle is a castle first, then an attraction.
_BROAD_KINDS = ("health", "historical_landmark", "lodging", "office", "store", "tourist_attraction")
# Kinds ruled out by another tag: a fountain basin is not a lake, a private car park is not public.
_RULED_OUT = {
    ("lake", "amenity", "fountain"),
    # Few extracts contain a country completely, and its outline includes the sea.
    ("administrative_area", "admin_level", "2"),
    ("parking", "access", "no"),
    ("parking", "access", "private"),
}
ADMINISTRATIVE_AREA = "administrative_area"
# The kinds of which the outline is kept, because other places lie in them or border them.
_OUTLINED = {ADMINISTRATIVE_AREA, "locality", "neighborhood", "island", "lake", "park"}
# Keys whose features count even if disused or abandoned, such as a ruined castle.
_LASTING_KEYS = ("historic", "natural", "man_made", "place", "boundary")
_TEMPLE_KINDS = {
    "buddhist": "buddhist_temple",
    "christian": "church",
    "hindu": "hindu_temple",
    "jewish": "synagogue",
    "muslim": "mosque",
    "sikh": "sikh_temple",
    "taoist": "temple",
}


def types_of(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the place types of tags, the most specific first; empty if they are not a place."""
    is_used = "yes" not in (tags.get("disused"), tags.get("abandoned"))
    keys = _TYPES if is_used else _LASTING_KEYS
    found = [kind for key in keys if key in tags for kind in _find_key_types(key, tags)]
    if "place_of_worship" in found and (temple := _TEMPLE_KINDS.get(tags.get("religion", ""))):
        found.insert(0, temple)
    if "restaurant" in found:
        found[:0] = _find_restaurant_kinds(tags.get("cuisine", ""))
    kinds = dict.fromkeys(kind for kind in found if not _is_ruled_out(kind, tags))
    if ADMINISTRATIVE_AREA in kinds and "admin_level" in tags:
        kinds[f"{ADMINISTRATIVE_AREA}_level_{tags['admin_level']}"] = None
    return tuple(sorted(kinds, key=_BROAD_KINDS.__contains__))


def _is_ruled_out(kind: str, tags: Mapping[str, str]) -> bool:
    return any(kind == ruled and tags.get(key) == value for ruled, key, value in _RULED_OUT)


def is_named_place(tags: Mapping[str, str], skipped: Counter[str]) -> bool:
    """Return whether tags describe a named place; count near misses in ``skipped``."""
    is_place, has_name = bool(types_of(tags)), bool(tags.get("name", "").strip())
    if is_place and not has_name:
        skipped["places without a name"] += 1
    elif has_name and not is_place and not _NON_ROAD_KEYS.isdisjoint(tags):
        skipped["named features of an unsupported kind"] += 1
    return is_place and has_name


def has_outline(tags: Mapping[str, str]) -> bool:
    """Return whether the outline of a place is kept: of areas that other places lie in."""
    return not _OUTLINED.isdisjoint(types_of(tags))


def is_region(tags: Mapping[str, str]) -> bool:
    """Return whether a place is a settlement or an administrative area."""
    return is_settlement(tags) or ADMINISTRATIVE_AREA in types_of(tags)


def is_settlement(tags: Mapping[str, str]) -> bool:
    """Return whether the first place type is a town, a village or a part of one."""
    return types_of(tags)[:1] in (("locality",), ("neighborhood",))


def _find_key_types(key: str, tags: Mapping[str, str]) -> Iterator[str]:
    for value in tags[key].split(";"):
        yield from _find_value_types(_TYPES[key], value.strip(), tags)


def _find_value_types(values: Mapping[str, str], value: str, tags: Mapping[str, str]) -> list[str]:
    detail = [f"{value}={tags[value]}", f"{value}=*"] if value in tags else []
    known = (values[each] for each in (*detail, value, "*" if value else "") if each in values)
    return next(known, "").split()


def _find_restaurant_kinds(cuisines: str) -> Iterator[str]:
    """Yield the kinds of restaurant in a "cuisine" tag, whose values are free text."""
    for cuisine in cuisines.casefold().replace(",", ";").replace("_", " ").split(";"):
        words = cuisine.strip()
        if is_kind_of(words, "restaurant"):
            yield words.replace(" ", "_")
        elif words and category_of(words) is None:
            yield f"{words} restaurant".replace(" ", "_")
