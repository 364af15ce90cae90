"""What the replies of both generations of services have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import HoursError

if TYPE_CHECKING:
    from collections import Counter

Reply = Mapping[str, object]

_PRICES = ("Free", "Inexpensive", "Moderate", "Expensive", "Very Expensive")

# Members that are true of a place, without underscores and in small letters → the map's words.
_FLAGS = {
    words.replace(" ", "").replace("-", "").lower(): words
    for words in (
        *("Takeout", "Delivery", "Dine-in", "Curbside Pickup", "Reservable", "Outdoor Seating"),
        *("Serves Breakfast", "Serves Brunch", "Serves Lunch", "Serves Dinner", "Serves Beer"),
        *("Serves Wine", "Serves Cocktails", "Serves Coffee", "Serves Dessert"),
        *("Serves Vegetarian Food", "Wheelchair Accessible Entrance"),
        *("Wheelchair Accessible Parking", "Wheelchair Accessible Restroom"),
        *("Wheelchair Accessible Seating", "Live Music", "Restroom", "Allows Dogs"),
        *("Good For Children", "Good For Groups", "Menu For Children"),
    )
}
_CLOSED = {
    "CLOSED_PERMANENTLY": "Permanently Closed",
    "CLOSED_TEMPORARILY": "Temporarily Closed",
}


def member(found: Reply, name: str) -> Reply:
    """Return a member that is an object, an empty one if it is none."""
    value = found.get(name)
    return value if isinstance(value, Mapping) else {}


def members(found: Reply, name: str) -> list[Reply]:
    """Return the objects of a member that is a list."""
    value = found.get(name)
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def text_of(found: Reply, name: str) -> str | None:
    """Return a member that is a text with something in it."""
    value = found.get(name)
    return value.strip() or None if isinstance(value, str) else None


def price_word(level: object) -> str | None:
    """Return the map's word for a price level, which is a number or "PRICE_LEVEL_MODERATE".

    Examples
    --------
    >>> price_word(2), price_word("PRICE_LEVEL_VERY_EXPENSIVE"), price_word(None)
    ('Moderate', 'Very Expensive', None)
    """
    if isinstance(level, int) and 0 <= level < len(_PRICES):
        return _PRICES[level]
    words = str(level).removeprefix("PRICE_LEVEL_").replace("_", " ").title()
    return words if words in _PRICES else None


def features_of(found: Reply) -> tuple[str, ...]:
    """Return what is true of a place, in the map's words.

    Examples
    --------
    >>> features_of({"servesDinner": True, "dine_in": True, "delivery": False})
    ('Serves Dinner', 'Dine-in')
    """
    flags = {**found, **member(found, "accessibilityOptions")}
    said = (
        _FLAGS.get(name.replace("_", "").lower()) for name, is_so in flags.items() if is_so is True
    )
    closed = _CLOSED.get(
        text_of(found, "business_status") or text_of(found, "businessStatus") or ""
    )
    return tuple(dict.fromkeys(each for each in (*said, closed) if each))


def hours_of(regular: Reply, current: Reply, skipped: Counter[str]) -> WeeklyHours | None:
    """Return opening hours; those that cannot be read are counted."""
    if not regular.get("periods") and not (
        regular.get("weekday_text") or regular.get("weekdayDescriptions")
    ):
        return None
    try:
        return WeeklyHours.from_google(regular, current or None)
    except HoursError:
        skipped["opening hours that cannot be read"] += 1
        return None
