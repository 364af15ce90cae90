"""Write a world as the text of a context, in MapEval's style."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import groupby

from geoeval.calculators.units import format_distance, format_duration, parse_distance
from geoeval.text import plain_text
from geoeval.world.facts import ATTRIBUTION
from geoeval.world.journeys import MODE_WORDS
from geoeval.world.lists import read_list_heading
from geoeval.world.model import Leg, NearbyList, Place, Review, Route, Step, TravelMode, World
from geoeval.world.place_facts import FACTS

_LABELLED_FACTS = {
    name: fact for name, fact in FACTS.items() if fact.labels and name not in ("address", "rating")
}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def write_context(world: World) -> str:
    """Write a world as a text that ``read_context`` parses back to an equal world.

    The format has no quoting, so some strings do not survive. Only the text of a review may contain
    line breaks; no string may contain runs of spaces, leading or trailing spaces, or direction
    marks. Names at the ends of legs and routes may contain " to " only if a place, an entry or an
    anchor has that name, and may not end with a travel mode. A feature is a few words without ``. :
    ! ? | < >``. Authors contain no colon, and addresses do not end with a pair of decimal numbers
    in brackets. The instruction of a step contains its roads in order. No line of a review looks
    like a fact or a heading. Line numbers are not written. Opening hours are written as a week with
    seasons; ``world_to_json`` also keeps dated exceptions and time zones.
    """
    blocks = ["\n".join(_write_block(place)) for place in world.places]
    if world.legs:
        blocks.append("\n".join(map(_write_leg, world.legs)))
    blocks.extend(
        "\n".join(_write_routes(list(group))) for _, group in groupby(world.routes, _route_key)
    )
    blocks.extend("\n".join(_write_list(nearby)) for nearby in world.lists)
    if world.today is not None:
        blocks.append(f"Today is {_DAYS[world.today]}.")
    if world.user_location is not None:
        blocks.append(f"Current location of user is {_escape_text(world.user_location)}.")
    if world.attribution:
        blocks.append(f"{ATTRIBUTION} {_escape_text(world.attribution)}")
    return "".join(f"{block}\n\n" for block in blocks)[:-1]


def _write_block(place: Place) -> Iterator[str]:
    yield f"Information of <b>{_escape_text(place.name)}</b>:"
    if place.address or place.location:
        yield f"- Location: {_escape_text(place.address or '')}{_write_coordinates(place)}."
    for fact in _write_facts(place):
        yield f"- {fact}"
    yield from _write_reviews(place.reviews)


def _write_list(nearby: NearbyList) -> Iterator[str]:
    yield _write_list_heading(nearby)
    for number, place in enumerate(nearby.places, 1):
        yield f"{number}. <b>{_escape_text(place.name)}</b>{_write_coordinates(place)}"
        if place.address:
            yield f"   - Address: {_escape_text(place.address)}."
        for fact in _write_facts(place):
            yield f"   - {fact}"
        yield from _write_reviews(place.reviews)


def _write_coordinates(place: Place) -> str:
    return "" if place.location is None else f"({place.location[0]!r}, {place.location[1]!r})"


def _write_facts(place: Place) -> Iterator[str]:
    if place.has_own_id():
        yield f"Id: {_escape_text(place.id)}."
    if place.rating is not None or place.rating_count is not None:
        rating = "unknown" if place.rating is None else _write_figure(place.rating)
        count = "" if place.rating_count is None else f" ({place.rating_count} ratings)."
        yield f"Rating: {rating}.{count}"
    for name, fact in _LABELLED_FACTS.items():
        value = getattr(place, name)
        if value is not None and (text := fact.text(value)):
            yield f"{fact.labels[0].title()}: {_escape_text(text)}."
    for feature in place.features:
        yield f"{_escape_text(feature)}."


def _write_reviews(reviews: tuple[Review, ...]) -> Iterator[str]:
    if reviews:
        yield "- Reviews:"
    for number, review in enumerate(reviews, 1):
        rating = "-" if review.rating is None else _write_figure(review.rating)
        text = "\n".join(map(_escape_text, review.text.split("\n")))
        yield f"   {number}. {_escape_text(review.author)} (Rating: {rating}): {text}"


def _mode_words(mode: TravelMode | None) -> str:
    return "" if mode is None else f" {MODE_WORDS[mode][0]}"


def _write_list_heading(nearby: NearbyList) -> str:
    """Write the plain form, or the quoted form if the reader would misread the plain one."""
    suffix = _write_order(nearby)
    anchor, category = _escape_text(nearby.anchor or ""), nearby.category or ""
    typed = f' of type "{_quote_text(category)}"'
    if nearby.search is not None:
        query = f'POIs for query "{_quote_text(nearby.search)}"{typed if category else ""}'
        return f"{query} near {anchor}{suffix}" if anchor else f"{query}{suffix}"
    around = f" of {anchor}" if anchor else ""
    simple = f"Nearby {_escape_text(category) or 'places'}{around}{suffix}"
    is_clear = read_list_heading(simple) == replace(nearby, places=())
    return simple if is_clear else f"Nearby places{around}{typed}{suffix}"


def _write_order(nearby: NearbyList) -> str:
    radius = "" if nearby.radius_m is None else f"in {_write_figure(nearby.radius_m)} m radius"
    by_distance = "sorted by distance in ascending order" if nearby.sorted_by_distance else ""
    order = ", ".join(filter(None, (radius, by_distance)))
    return f" are ({order}):" if order else " are:"


def _quote_text(text: str) -> str:
    return _escape_text(text).replace('"', "&quot;")


def _write_leg(leg: Leg) -> str:
    ends = (
        f"from {_escape_text(leg.origin)} to {_escape_text(leg.destination)}{_mode_words(leg.mode)}"
    )
    distance = None if leg.distance_m is None else _write_distance(leg.distance_m)
    if leg.duration_s is None:
        return f"Distance {ends} is {distance or 'unknown'}."
    length = f" ({distance})" if distance else ""
    return f"Travel Time {ends} is {format_duration(leg.duration_s)}{length}."


def _route_key(route: Route) -> tuple[str, str, TravelMode | None]:
    return route.origin, route.destination, route.mode


def _write_routes(routes: list[Route]) -> Iterator[str]:
    origin, destination, mode = _route_key(routes[0])
    ends = f"{_escape_text(origin)} to {_escape_text(destination)}{_mode_words(mode)}"
    yield f"There are {len(routes)} routes from {ends}. They are:"
    for number, route in enumerate(routes, 1):
        totals = "".join(f" | {text}" for text in _write_figures(route))
        yield f"{number}. Via {_escape_text(route.name)}{totals}"
        yield from map(_write_step, route.steps)


def _write_step(step: Step) -> str:
    figures = " | ".join(_write_figures(step))
    lead = f"({figures}) " if figures else ""
    body, rest = "", step.instruction
    for road in step.roads:
        before, _, rest = rest.partition(road)
        body += f"{_escape_text(before) if before.strip() else before}<b>{_escape_text(road)}</b>"
    notes = "".join(
        f'<div style="font-size:0.9em">{_escape_text(note)}</div>' for note in step.notes
    )
    return f" - {lead}{body}{rest}{notes}"


def _write_figures(journey: Route | Step) -> Iterator[str]:
    if journey.duration_s is not None:
        yield format_duration(journey.duration_s)
    if journey.distance_m is not None:
        yield _write_distance(journey.distance_m)


def _write_distance(metres: float) -> str:
    """Write a distance in the units of maps unless that loses digits."""
    text = format_distance(metres)
    return text if parse_distance(text) == metres else f"{_write_figure(metres)} m"


def _escape_text(text: str) -> str:
    """Escape a text if needed so that ``plain_text`` restores it."""
    return text if plain_text(text) == text else html.escape(text, quote=False)


def _write_figure(value: float) -> str:
    return format(Decimal(repr(value)), "f").removesuffix(".0")
