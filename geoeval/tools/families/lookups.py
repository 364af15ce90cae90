"""Map lookups: the contents of the map, and MapEval's five tools with their parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import quote
from geoeval.query.algebra import Routes
from geoeval.query.filter_kinds import Total
from geoeval.query.parts import DAYS, PlaceName
from geoeval.query.places.selection import reach_m
from geoeval.query.routes.choice import passing_routes
from geoeval.query.routes.travel import route_total
from geoeval.query.trace import Blocked, walks_of
from geoeval.tools.failure import nearest_words, no_answer, reject_argument
from geoeval.tools.families.output import PlaceFacts, facts_of, known_facts, new_trace
from geoeval.tools.linking import distinct_label
from geoeval.tools.tool import PlacedResult, Result, tool
from geoeval.world.atlas import Unresolved
from geoeval.world.categories import all_categories, category_of, states_kind
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World

_ENDS = {"originId": "Louvre Museum", "destinationId": "Eiffel Tower", "travelMode": "walking"}
_MAX_LISTED = 60
_MAX_OTHERS = 6  # a choice that costs few tokens
_MAX_CHARACTERS = 500

PlaceId = Annotated[PlaceName, Field(alias="placeId")]
Origin = Annotated[PlaceName, Field(alias="originId")]
Destination = Annotated[PlaceName, Field(alias="destinationId")]
Mode = Annotated[TravelMode, Field(alias="travelMode")]
Limit = Annotated[int, Field(ge=1, le=500)]
Text = Annotated[str, Field(max_length=_MAX_CHARACTERS)]


class ListOnMap(Result):
    """A list of places around another."""

    category: str
    anchor: str | None = None
    count: int
    radius_m: float | None = None
    sorted_by: Annotated[str, Field(description='"distance" or "unsorted"')]


class RouteOnMap(Result):
    """A route by its ends."""

    origin: str
    destination: str
    mode: TravelMode | None = None
    via: str


class MapContents(Result):
    """The contents of the map."""

    place_count: int
    places: Annotated[tuple[str, ...], Field(description="The first of them")]
    facts: Annotated[dict[str, int], Field(description="Number of places with each fact")]
    lists: tuple[ListOnMap, ...]
    routes: tuple[RouteOnMap, ...]
    travel_times: dict[str, int] = Field(description="Number of legs with a travel time, by mode")
    today: str | None = None
    user_location: Annotated[str | None, Field(description="Where the user is")] = None
    not_shown: Annotated[dict[str, int] | None, Field(description="How many more there are")] = None
    note: str | None = None


class NamedPlace(Result):
    """A place that a search found."""

    placeId: str  # noqa: N815 - the paper's name, as the other tools take it
    name: str
    types: tuple[str, ...] | None = None
    address: str | None = None


class FoundPlace(NamedPlace):
    """The first place that a search found, and others that the name fits."""

    others: tuple[NamedPlace, ...] | None = None


class PlaceDetails(PlaceFacts, PlacedResult):
    """A place, and which one that is."""


class Way(Result):
    """Time and distance of a leg."""

    mode: TravelMode
    duration_s: Annotated[int | None, Field(description="Seconds")] = None
    distance_m: Annotated[float | None, Field(description="Metres")] = None
    text: str
    opposite: bool | None = Field(
        None,
        description="Only the opposite direction is on the map; these are its time and distance",
    )
    note: str | None = None


class WayTime(Way, PlacedResult):
    """Time and distance of the leg between two places."""


class RouteStep(Result):
    """One instruction of a route."""

    instruction: str
    roads: tuple[str, ...] | None = Field(None, description="Roads that the instruction names")
    notes: tuple[str, ...] | None = None
    duration_s: int | None = None
    distance_m: float | None = None


class RouteFacts(Result):
    """One route."""

    via: Annotated[str, Field(description="Roads in the name of the route")]
    mode: TravelMode | None = None
    duration_s: int | None = None
    distance_m: float | None = None
    note: str | None = None
    steps: tuple[RouteStep, ...] | None = None


class FoundRoutes(PlacedResult):
    """The routes from one place to another."""

    routes: tuple[RouteFacts, ...]


@tool(name="map_contents", example={})
def _map_contents(world: World, limit: Limit = 60) -> MapContents:
    """List the contents of the map: places, facts, lists (type, anchor, order), routes, today.

    No other tool returns facts that are absent here.
    """
    shown = min(limit, _MAX_LISTED * 10)
    names = [distinct_label(place, world) for place in world.atlas.places]
    lists = [_list_summary(each) for each in world.lists]
    routes = [
        RouteOnMap(origin=each.origin, destination=each.destination, mode=each.mode, via=each.name)
        for each in world.routes
    ]
    cut = {
        what: len(found) - shown
        for what, found in (("places", names), ("lists", lists), ("routes", routes))
        if len(found) > shown
    }
    modes = Counter(str(leg.mode or "not stated") for leg in world.atlas.legs())
    return MapContents(
        place_count=len(names),
        places=tuple(names[:shown]),
        facts=known_facts(world),
        lists=tuple(lists[:shown]),
        routes=tuple(routes[:shown]),
        travel_times=dict(modes),
        today=None if world.today is None else DAYS[world.today],
        user_location=world.user_location,
        not_shown=cut or None,
        note=_map_note(world),
    )


def _map_note(world: World) -> str | None:
    if not world.atlas.names:
        return 'no map: give places as "latitude,longitude"'
    return f"computed on request: {world.atlas.computed}" if world.atlas.computed else None


@tool(name="PlaceSearch", example={"placeName": "Louvre Museum", "placeAddress": "Paris"})
def _place_search(
    world: World,
    place_name: Annotated[Text, Field(alias="placeName")],
    place_address: Annotated[
        Text | None, Field(alias="placeAddress", description="To distinguish namesakes")
    ] = None,
) -> FoundPlace:
    """Find a place by name and return its placeId. All tools take that id, or the name itself."""
    fitting = world.atlas.fitting(", ".join(filter(None, (place_name, place_address))))
    found = _find_searched(place_name, place_address, fitting, world)
    if isinstance(found, Unresolved):
        if not world.atlas.names:
            message = 'no place is known here by name; tools for points take "latitude,longitude"'
            no_answer("no_places", message)
        reason = "ambiguous_place" if found.tied else "unknown_place"
        expected = "a name and address of one place of this map"
        reject_argument("placeName", expected, quote(place_name), found.candidates, reason=reason)
    others = tuple(
        _name_place(each, world) for each in fitting[:_MAX_OTHERS] if each.id != found.id
    )
    return FoundPlace(**dict(_name_place(found, world)), others=others or None)


def _find_searched(
    name: str, address: str | None, fitting: Sequence[Place], world: World
) -> Place | Unresolved:
    """Return the place that a search means: the one with that id, or else the first match."""
    found = world.atlas.resolve(name)
    if isinstance(found, Unresolved) and address:
        at_address = world.atlas.resolve(f"{name} ({address})")
        found = at_address if isinstance(at_address, Place) else found
    is_by_id = isinstance(found, Place) and found.id == name
    return found if is_by_id or not fitting else fitting[0]


def _name_place(place: Place, world: World) -> NamedPlace:
    types = world.atlas.types(place) or None
    name = distinct_label(place, world)
    return NamedPlace(placeId=place.id, name=name, types=types, address=place.address)


@tool(name="PlaceDetails", example={"placeId": "Louvre Museum"})
def _place_details(world: World, place: PlaceId) -> PlaceDetails:
    """Return all recorded facts of a place: address, coordinates, rating, price, phone, hours.

    What is absent is not known.
    """
    return PlaceDetails(**dict(facts_of(found_place(place, world), world)))


@tool(name="TravelTime", example=_ENDS)
def _travel_time(world: World, origin: Origin, destination: Destination, mode: Mode) -> WayTime:
    """Return travel time (seconds) and distance (metres) from one place to another by a mode."""
    start, goal, ends = _find_ends(origin, destination, world)
    way = way_between(ends, mode, world)
    if way is None:
        known = _known_modes(ends, world)
        hint = f"; the map has {', '.join(known)}" if known else ""
        message = f"the map has no {mode} travel time from {start.name} to {goal.name}{hint}"
        no_answer("no_route", message, f"{mode} travel time from {start.name} to {goal.name}")
    return WayTime(**dict(way))


@tool(name="Directions", example=_ENDS)
def _directions(
    world: World,
    origin: Origin,
    destination: Destination,
    mode: Mode,
    via: Annotated[
        Text | None, Field(description="The steps of the route of this name only")
    ] = None,
) -> FoundRoutes:
    """Return the routes from one place to another by a mode, with time, length and every step."""
    start, goal, ends = _find_ends(origin, destination, world)
    found = world.atlas.routes(*ends, mode)
    if not found:
        modes = sorted({_mode_name(route) for route in world.atlas.routes(*ends)})
        hint = f"; the map has routes: {', '.join(modes)}" if modes else ""
        if world.atlas.routes(*ends[::-1]):
            hint += f"; the map has routes from {goal.name} to {start.name}"
        lacking = f"{mode} route from {start.name} to {goal.name}"
        if leg := world.atlas.leg(*ends, mode):
            hint += f"; TravelTime returns its time and distance: {_format_totals(leg)}"
            lacking = f"steps of a {lacking}"
        no_answer("no_route", f"the map has no {lacking}{hint}", lacking)
    chosen = passing_routes(
        Routes(origin=origin, destination=destination, mode=mode, via=via), new_trace(world)
    )
    return FoundRoutes(
        routes=tuple(route_facts(route, with_steps=route in chosen) for route in found)
    )


def found_place(name: str, world: World) -> Place:
    """Return the place of a name that was already looked up."""
    found = world.atlas.resolve(name)
    assert isinstance(found, Place), name
    return found


def way_between(ends: tuple[str, str], mode: TravelMode, world: World) -> Way | None:
    """Return the time and distance of a leg, or else of the opposite one; None if unknown."""
    there = world.atlas.leg(*ends, mode) or _quickest_route(world.atlas.routes(*ends, mode))
    journey = there or world.atlas.leg(*ends[::-1], mode)
    if journey is None:
        return None
    whole = with_totals(journey)
    return Way(
        mode=journey.mode or mode,
        duration_s=whole.duration_s,
        distance_m=whole.distance_m,
        text=_format_totals(journey),
        opposite=True if there is None else None,
        note=_journey_note(journey),
    )


def with_totals(journey: Leg | Route) -> Leg | Route:
    """Return a journey with its totals; totals that the map lacks are sums of the steps."""
    if isinstance(journey, Leg):
        return journey
    time, distance = _route_total(journey, "time"), _route_total(journey, "distance")
    return replace(journey, duration_s=None if time is None else round(time), distance_m=distance)


def _journey_note(journey: Leg | Route) -> str | None:
    whole = with_totals(journey)
    figures = ("duration_s", "distance_m")
    sums = [each for each in figures if getattr(journey, each) != getattr(whole, each)]
    summed = f"{' and '.join(sums)}: sums of the steps as the map rounds them" if sums else ""
    return "; ".join(filter(None, (summed, *walks_of(journey)))) or None


def route_facts(route: Route, *, with_steps: bool) -> RouteFacts:
    """Return the facts of a route, optionally with its steps."""
    shown = (
        {name: _none_if_empty(getattr(step, name)) for name in RouteStep.model_fields}
        for step in route.steps
    )
    whole = with_totals(route)
    return RouteFacts(
        via=route.name,
        mode=route.mode,
        duration_s=whole.duration_s,
        distance_m=whole.distance_m,
        note=_journey_note(route),
        steps=tuple(map(RouteStep.model_validate, shown)) if with_steps else None,
    )


def _none_if_empty(value: object) -> object:
    return None if value == () else value


def _route_total(route: Route, measure: Total) -> float | None:
    try:
        return route_total(route, measure).quantity.amount
    except Blocked:
        return None


def _list_summary(found: NearbyList) -> ListOnMap:
    return ListOnMap(
        category=found.category or found.search or "places",
        anchor=found.anchor,
        count=len(found.places),
        radius_m=found.radius_m,
        sorted_by="distance" if found.sorted_by_distance else "unsorted",
    )


def _find_ends(origin: str, destination: str, world: World) -> tuple[Place, Place, tuple[str, str]]:
    start, goal = found_place(origin, world), found_place(destination, world)
    if start.id == goal.id:
        reject_argument(
            "destinationId", f"a place other than the origin, {start.name}", quote(destination)
        )
    known_by = new_trace(world).known_by
    return start, goal, (known_by(start), known_by(goal))


def _known_modes(ends: tuple[str, str], world: World) -> list[str]:
    legs = world.atlas.legs(*ends)
    routes = _timed_routes(world.atlas.routes(*ends))
    texts = [f"{_mode_name(each)}: {_format_totals(each)}" for each in legs]
    texts += [f"{_mode_name(each)} via {each.name}: {_format_totals(each)}" for each in routes]
    return list(dict.fromkeys(texts))


def _timed_routes(routes: tuple[Route, ...]) -> list[Route]:
    return [each for each in routes if with_totals(each).duration_s]


def _quickest_route(routes: tuple[Route, ...]) -> Route | None:
    return min(
        _timed_routes(routes), key=lambda route: with_totals(route).duration_s or 0, default=None
    )


def _mode_name(journey: Leg | Route) -> str:
    return str(journey.mode or "by a mode that is not stated")


def _format_totals(journey: Leg | Route) -> str:
    whole, parts = with_totals(journey), []
    if whole.duration_s is not None:
        parts.append(format_duration(whole.duration_s))
    if whole.distance_m is not None:
        parts.append(format_distance(whole.distance_m))
    return ", ".join(parts)


Order = Literal[
    "distance, as listed by the map", "computed distance", "rating", "rating_count", "price",
    "name", "travel_time", "unsorted",
]  # fmt: skip
"""What the order of a list of places means."""

Measured = tuple[Place, float | None]


class NearbyPlaces(PlacedResult):
    """Places around another."""

    type: str
    count: int
    sorted_by: Annotated[Order, Field(description="unsorted: no particular order")]
    places: tuple[PlaceFacts, ...]
    not_shown: Annotated[int | None, Field(description="How many more there are")] = None
    merged: tuple[str, ...] | None = Field(None, description="Lists of the map that were combined")
    note: str | None = None


@tool(
    name="NearbySearch",
    example={"placeId": "Louvre Museum", "type": "restaurant", "rankby": "distance"},
)
def _nearby_search(
    world: World,
    place: PlaceId,
    kind: Annotated[str, Field(alias="type", description='"restaurant"', max_length=80)],
    rankby: Annotated[
        Literal["distance", "prominence"] | None,
        Field(description="distance: nearest first, no radius; prominence: default with a radius"),
    ] = None,
    radius: Annotated[int | None, Field(description="Metres", gt=0)] = None,
    limit: Limit = 20,
) -> NearbyPlaces:
    """List places of a type around a place: ratings, hours and straight-line distances (metres)."""
    anchor = found_place(place, world)
    rankby = _choose_ranking(rankby, radius)
    lists, found, note = _find_known_around(kind, anchor, world)
    order: Order = "unsorted"
    if rankby == "distance":
        order = _sort_by_distance(found, lists if note is None else ())
    if radius is not None:
        note = note or reach_note(found, radius, lists, anchor, world)
        found = _keep_within(found, radius, lists, anchor)
    if note is not None and not found:
        _raise_no_such_type(kind, anchor, world)
    return NearbyPlaces(
        type=kind,
        count=len(found),
        sorted_by=order,
        places=tuple(facts_of(each, world, metres) for each, metres in found[:limit]),
        not_shown=max(len(found) - limit, 0) or None,
        merged=describe_merged(lists),
        note=note,
    )


def _choose_ranking(
    rankby: Literal["distance", "prominence"] | None, radius: int | None
) -> Literal["distance", "prominence"]:
    """Return how to rank places; reject a radius that does not go with it."""
    rankby = rankby or ("distance" if radius is None else "prominence")
    if rankby == "prominence" and radius is None:
        reject_argument("radius", "a radius in metres, which rankby=prominence requires")
    if rankby == "distance" and radius is not None:
        expected = "no radius with rankby=distance; use rankby=prominence to limit the distance"
        reject_argument("radius", expected, quote(radius))
    return rankby


def _find_known_around(
    kind: str, anchor: Place, world: World
) -> tuple[Sequence[NearbyList], list[Measured], str | None]:
    """Return lists of a type with their places, and a note if they are not around the anchor."""
    if lists := world.atlas.entries(anchor.name, kind):
        return lists, measure_distances(_list_entries(lists, anchor, world), anchor), None
    check_kind("type", kind, world)
    lists = tuple(each for each in world.atlas.entries(None, kind) if each.anchor)
    described = (place for place in _places_of_kind(kind, world) if place.id != anchor.id)
    places = {each.id: each for each in (*_list_entries(lists, anchor, world), *described)}
    if not places:
        _raise_no_such_type(kind, anchor, world)
    note = f"the map has no list around {anchor.name}; these are known from elsewhere on it"
    found = measure_distances([*places.values()], anchor)
    return lists, [pair for pair in found if pair[1] is not None], note


def _places_of_kind(kind: str, world: World) -> list[Place]:
    """Return the places of a kind, unless the lists of a map are computed from them."""
    if world.atlas.computed:
        return []
    return [place for place in world.atlas.places if states_kind(place.category, kind)]


def _sort_by_distance(found: list[Measured], lists: Sequence[NearbyList]) -> Order:
    """Sort places by distance, unless already sorted or a distance is unknown; return the order."""
    if is_by_distance(lists):
        return "distance, as listed by the map"
    if any(metres is None for _, metres in found):
        return "unsorted"
    found.sort(key=lambda pair: pair[1] or 0.0)
    return "computed distance"


def is_by_distance(lists: Sequence[NearbyList]) -> bool:
    """Return whether lists are sorted by distance: only a single list that says so is."""
    return len(lists) == 1 and lists[0].sorted_by_distance


def list_name(listed: NearbyList) -> str:
    """Return a readable name of a list."""
    around = f" around {listed.anchor}" if listed.anchor else ""
    return f"{listed.category or listed.search}{around}"


def describe_merged(lists: Sequence[NearbyList]) -> tuple[str, ...] | None:
    """Describe the lists that were merged; None for a single list."""
    names = [f"{list_name(each)} ({len(each.places)})" for each in lists]
    return tuple(names) if len(names) > 1 else None


def measure_distances(places: Sequence[Place], anchor: Place | None) -> list[Measured]:
    """Return places with their straight-line distance from the anchor, None if unknown."""
    start = None if anchor is None else anchor.location
    return [
        (each, haversine(start, each.location) if start and each.location else None)
        for each in places
    ]


def _list_entries(lists: Sequence[NearbyList], anchor: Place, world: World) -> list[Place]:
    entries = (world.atlas.facts(entry) for each in lists for entry in each.places)
    return list({entry.id: entry for entry in entries if entry.id != anchor.id}.values())


def _keep_within(
    found: list[Measured], radius: int, lists: Sequence[NearbyList], anchor: Place
) -> list[Measured]:
    reach = reach_m(lists)
    for place, metres in found:
        if metres is None and reach > radius:
            whose = anchor if anchor.location is None else place
            message = f"it is not known whether {place.name} lies within {format_distance(radius)}"
            no_answer("no_coordinates", message, f"coordinates of {whose.name}")
    return [(place, metres) for place, metres in found if metres is None or metres <= radius]


def reach_note(
    found: Sequence[Measured],
    radius: float,
    lists: Sequence[NearbyList],
    anchor: Place,
    world: World,
) -> str | None:
    """Return a note on the reach of lists that may lack places within a radius."""
    if world.atlas.computed:
        return None
    reach = reach_m(lists)
    if reach < radius:
        reached = f"the map's list around {anchor.name} ends at {format_distance(reach)}"
        return f"{reached}: places farther away are not in it"
    farthest = max((metres for _, metres in found if metres is not None), default=None)
    if reach > radius and farthest is not None and farthest < radius:
        reached = f"{len(found)} places, the farthest at {format_distance(farthest)}"
        return f"the map lists {reached}: there may be more inside the radius"
    return None


def check_kind(argument: str, kind: str, world: World) -> None:
    """Reject a type of place that is unknown and that this map does not list."""
    if (
        category_of(kind) is None
        and not world.atlas.entries(None, kind)
        and not _places_of_kind(kind, world)
    ):
        known = [*_listed_categories(world.lists), *all_categories()]
        near = nearest_words(kind, known) or known[:5]
        reject_argument(argument, "a type of place", quote(kind), near, reason="unknown_category")


def _raise_no_such_type(kind: str, anchor: Place, world: World) -> None:
    there = _listed_categories(world.atlas.entries(anchor.name))
    hint = f"; around {anchor.name} it lists {', '.join(there)}" if there else ""
    lacking = f"list of {kind} around {anchor.name}"
    no_answer("no_list", f"the map lists no {kind} around {anchor.name}{hint}", lacking)


def _listed_categories(lists: Sequence[NearbyList]) -> list[str]:
    return list(dict.fromkeys(each.category or each.search or "places" for each in lists))


TOOLS = (
    _map_contents,
    _place_search,
    _place_details,
    _travel_time,
    _directions,
    _nearby_search,
)
