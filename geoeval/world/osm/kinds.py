"""From OpenStreetMap tags to the place types of map services, opening hours and other facts."""

from __future__ import annotations

from collections.abc import Mapping

# OpenStreetMap key and value → place types, the closest first. "*" is any other value of the key.
_TYPES: dict[str, dict[str, str]] = {
    "amenity": {
        "arts_centre": "art_gallery",
        "atm": "atm",
        "bank": "bank",
        "bar": "bar",
        "bicycle_parking": "parking",
        "bicycle_rental": "bicycle_rental",
        "biergarten": "bar",
        "bureau_de_change": "currency_exchange",
        "bus_station": "bus_station transit_station",
        "cafe": "cafe",
        "car_rental": "car_rental",
        "car_wash": "car_wash",
        "casino": "casino",
        "cinema": "movie_theater",
        "clinic": "clinic health",
        "college": "college school",
        "community_centre": "community_center",
        "conference_centre": "conference_center",
        "courthouse": "courthouse",
        "dentist": "dentist health",
        "doctors": "doctor health",
        "driving_school": "driving_school",
        "embassy": "embassy",
        "fast_food": "fast_food_restaurant restaurant",
        "ferry_terminal": "ferry_terminal transit_station",
        "fire_station": "fire_station",
        "food_court": "food_court restaurant",
        "fountain": "fountain",
        "fuel": "gas_station",
        "hospital": "hospital health",
        "ice_cream": "ice_cream_shop",
        "kindergarten": "kindergarten school",
        "library": "library",
        "marketplace": "market",
        "monastery": "monastery place_of_worship",
        "nightclub": "night_club",
        "nursing_home": "nursing_home",
        "parking": "parking",
        "pharmacy": "pharmacy health",
        "place_of_worship": "place_of_worship",
        "police": "police",
        "post_office": "post_office",
        "prison": "prison",
        "pub": "pub bar",
        "public_bath": "spa",
        "restaurant": "restaurant",
        "school": "school",
        "taxi": "taxi_stand",
        "theatre": "theater",
        "toilets": "public_restroom",
        "townhall": "city_hall",
        "university": "university",
        "veterinary": "veterinary_care",
    },
    "shop": {
        "alcohol": "liquor_store store",
        "bakery": "bakery store",
        "beauty": "beauty_salon",
        "bicycle": "bicycle_store store",
        "books": "book_store store",
        "butcher": "butcher_shop store",
        "car": "car_dealer store",
        "car_repair": "car_repair",
        "chemist": "drugstore store",
        "clothes": "clothing_store store",
        "convenience": "convenience_store store",
        "department_store": "department_store store",
        "doityourself": "hardware_store store",
        "electronics": "electronics_store store",
        "florist": "florist store",
        "furniture": "furniture_store store",
        "hairdresser": "hair_care",
        "hardware": "hardware_store store",
        "jewelry": "jewelry_store store",
        "kiosk": "kiosk store",
        "laundry": "laundry",
        "mall": "shopping_mall",
        "mobile_phone": "cell_phone_store store",
        "optician": "optician store",
        "pet": "pet_store store",
        "shoes": "shoe_store store",
        "sports": "sporting_goods_store store",
        "supermarket": "supermarket store",
        "travel_agency": "travel_agency",
        "toys": "toy_store store",
        "wine": "liquor_store store",
        "*": "store",
    },
    "tourism": {
        "alpine_hut": "mountain_hut lodging",
        "apartment": "lodging",
        "aquarium": "aquarium tourist_attraction",
        "artwork": "artwork",
        "attraction": "tourist_attraction",
        "camp_site": "campground lodging",
        "caravan_site": "rv_park lodging",
        "chalet": "lodging",
        "gallery": "art_gallery",
        "guest_house": "guest_house lodging",
        "hostel": "hostel lodging",
        "hotel": "hotel lodging",
        "information": "tourist_information",
        "motel": "motel lodging",
        "museum": "museum tourist_attraction",
        "theme_park": "amusement_park tourist_attraction",
        "viewpoint": "viewpoint tourist_attraction",
        "zoo": "zoo tourist_attraction",
    },
    "leisure": {
        "bowling_alley": "bowling_alley",
        "fitness_centre": "gym",
        "garden": "garden park",
        "golf_course": "golf_course",
        "ice_rink": "ice_skating_rink",
        "marina": "marina",
        "nature_reserve": "nature_reserve park",
        "park": "park",
        "pitch": "sports_field",
        "playground": "playground",
        "sports_centre": "sports_complex",
        "stadium": "stadium",
        "swimming_pool": "swimming_pool",
        "water_park": "water_park",
    },
    "historic": {
        "archaeological_site": "historical_landmark tourist_attraction",
        "castle": "castle historical_landmark tourist_attraction",
        "church": "church place_of_worship",
        "fort": "historical_landmark tourist_attraction",
        "memorial": "memorial historical_landmark",
        "monument": "monument historical_landmark tourist_attraction",
        "ruins": "historical_landmark tourist_attraction",
    },
    "railway": {
        "halt": "train_station transit_station",
        "station": "train_station transit_station",
        "subway_entrance": "subway_station transit_station",
        "tram_stop": "light_rail_station transit_station",
    },
    "highway": {"bus_stop": "bus_stop transit_station"},
    "aeroway": {"aerodrome": "airport", "heliport": "heliport", "terminal": "airport_terminal"},
    "aerialway": {"station": "cable_car_station transit_station"},
    "natural": {"beach": "beach", "peak": "mountain_peak", "water": "lake"},
    "man_made": {"lighthouse": "lighthouse", "tower": "tower"},
    "office": {
        "estate_agent": "real_estate_agency",
        "insurance": "insurance_agency",
        "lawyer": "lawyer",
        "government": "local_government_office",
        "*": "office",
    },
    "healthcare": {"hospital": "hospital health", "physiotherapist": "physiotherapist health"},
    "place": {
        "city": "locality",
        "hamlet": "locality",
        "neighbourhood": "neighborhood",
        "quarter": "neighborhood",
        "square": "plaza",
        "suburb": "neighborhood",
        "town": "locality",
        "village": "locality",
    },
}
PLACE_KEYS = tuple(_TYPES)
"""The keys of OpenStreetMap that make a named feature a place."""

_WORSHIP = {
    "buddhist": "buddhist_temple",
    "christian": "church",
    "hindu": "hindu_temple",
    "jewish": "synagogue",
    "muslim": "mosque",
}


def types_of(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the place types that tags stand for, the closest first; empty if it is no place.

    Examples
    --------
    >>> types_of({"amenity": "restaurant", "cuisine": "pizza"})
    ('pizza_restaurant', 'restaurant')
    >>> types_of({"amenity": "place_of_worship", "religion": "muslim"})
    ('mosque', 'place_of_worship')
    >>> types_of({"highway": "path"})
    ()
    """
    found: list[str] = []
    for key, values in _TYPES.items():
        value = tags.get(key)
        if value is not None:
            found += values.get(value, values.get("*", "")).split()
    if "place_of_worship" in found:
        found = [_WORSHIP[r] for r in [tags.get("religion", "")] if r in _WORSHIP] + found
    if "restaurant" in found:
        cuisines = tags.get("cuisine", "").replace(" ", "").split(";")
        found = [f"{cuisine}_restaurant" for cuisine in cuisines if cuisine] + found
    return tuple(dict.fromkeys(found))
