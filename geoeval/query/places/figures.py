"""Figures of places: facts, hours, great-circle distances and directions."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.calculators.filters.kinds import PRICE_LEVELS
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.path import detour
from geoeval.calculators.units import format_distance
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError
from geoeval.query.algebra import Detour, DirectionOf, Distance, Fact, FactName, Hours
from geoeval.query.filter_kinds import Measure
from geoeval.query.parts import Figure
from geoeval.query.places.hours import hours_figure
from geoeval.query.values import Bearing, Quantity, Reason, Text, Value
from geoeval.query.working import Blocked, Working, absent, at
from geoeval.text import normalise
from geoeval.world.model import Place

_POLE = 90.0
_ABSENT: dict[str, Reason] = {
    "rating": "no_rating",
    "rating_count": "no_rating",
    "hours": "no_hours",
}


def place_figure(figure: Figure, work: Working) -> Value:
    """Return the value of a figure of places that leaves nothing open."""
    match figure:
        case Distance(origin=origin, destination=destination) if origin and destination:
            first, second = work.place(origin), work.place(destination)
            return Quantity(amount=distance_between(first, second, work), unit="m")
        case DirectionOf():
            seen_from, place = work.place(figure.seen_from), work.place(figure.place)
            return Bearing(degrees=bearing_between(seen_from, place, work))
        case Fact(place=ref, fact=fact) if ref is not None:
            return fact_of(work.place(ref), fact, work)
        case Hours():
            return hours_figure(figure, work)
        case Detour(first=first_ref, second=second_ref, place=ref) if ref is not None:
            ends = work.place(first_ref), work.place(second_ref)
            [(extra, _)] = detours([work.place(ref)], *ends, work)
            return Quantity(amount=extra, unit="m")
    message = f"the algebra allows no other complete figures of places, got {figure!r}"
    raise AssertionError(message)


def distance_between(first: Place, second: Place, work: Working) -> float:
    """Return the great-circle distance between two places in metres, and write it down."""
    metres = haversine(work.location(first), work.location(second))
    work.say(f"{at(first)} to {at(second)}: {format_distance(metres)} great-circle")
    work.drawing.measured(first, second, format_distance(metres))
    return metres


def bearing_between(origin: Place, destination: Place, work: Working) -> float:
    """Return the initial bearing from one place to another in degrees, and write it down."""
    start, end = work.location(origin), work.location(destination)
    if abs(start[0]) == _POLE:
        detail = f"seen from {origin.name}, a pole, every direction is the same"
        raise Blocked(reason="under_specified", detail=detail, value=origin.name)
    try:
        degrees = initial_bearing(start, end)
    except CoincidentPointsError as error:
        detail = f"{origin.name} and {destination.name} lie at the same point"
        raise Blocked(reason="same_place", detail=detail) from error
    except InvalidCoordinateError as error:
        detail = f"{origin.name} and {destination.name} are antipodes: every direction leads there"
        raise Blocked(reason="under_specified", detail=detail) from error
    point = cardinal(degrees).word.lower()
    work.say(f"{at(origin)} to {at(destination)}: initial bearing {degrees:.1f}°, {point}")
    work.drawing.measured(origin, destination, f"{degrees:.1f}°")
    return degrees


def detours(
    places: Sequence[Place], first: Place, second: Place, work: Working
) -> list[tuple[float, Place]]:
    """Return how many metres longer the way between two places gets over each of some others."""
    start, end = work.location(first), work.location(second)
    direct = haversine(start, end)
    work.say(f"{at(first)} to {at(second)}: {format_distance(direct)} great-circle")
    work.drawing.measured(first, second, format_distance(direct))
    keyed = [(detour(start, work.location(place), end), place) for place in places]
    for extra, place in sorted(keyed, key=lambda pair: pair[0]):
        work.say(f"over {at(place)}: {format_distance(direct + extra)}")
    return keyed


def fact_of(place: Place, fact: FactName, work: Working) -> Quantity | Text:
    """Return a fact of a place and write it down."""
    word = fact.replace("_", " ")
    value: Quantity | Text | None = None
    match fact:
        case "rating":
            if place.rating is not None:
                value = Quantity(amount=place.rating, unit="stars")
        case "rating_count":
            if place.rating_count is not None:
                value = Quantity(amount=place.rating_count, unit="count")
        case "hours":
            if place.hours is not None and (lines := place.hours.without_dates().lines()):
                value = Text(text=", ".join(lines))
        case "address" | "phone" | "price_level":
            text = getattr(place, fact)
            value = Text(text=text) if text else None
    if value is None:
        reason = _ABSENT.get(fact, "no_such_fact")
        raise absent(reason=reason, fact=f"{word} of {place.name}", value=place.name)
    shown = value.text if isinstance(value, Text) else f"{value.amount:g}"
    work.use(f"{place.name}: {word} {shown}", place.line)
    work.say(f"{word} of {place.name}: {shown}")
    return value


def price_rank(level: str) -> int | None:
    """Return a price level as a number, 1 (inexpensive) to 4 (very expensive)."""
    return PRICE_LEVELS.get(normalise(level))


def figure(place: Place, measure: Measure) -> float | None:
    """Return a figure of a place, or None where it is unknown."""
    if measure == "price_level":
        return price_rank(place.price_level) if place.price_level else None
    return place.rating if measure == "rating" else place.rating_count


def unknown_figure(measure: Measure) -> Blocked:
    """Return the absence of a figure that no place of a selection has."""
    reason: Reason = "no_such_fact" if measure == "price_level" else "no_rating"
    return absent(reason=reason, fact=f"{measure.replace('_', ' ')} of these places")


def number_of(place: Place, measure: Measure, work: Working) -> float:
    """Return a figure of a place as a number and write it down; price levels count 1 to 4."""
    amount = figure(place, measure)
    if amount is None:
        raise unknown_figure(measure)
    text = f"{place.name}: {measure.replace('_', ' ')} {amount:g}"
    work.use(text, place.line)
    work.say(text)
    return amount
