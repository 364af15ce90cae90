"""The five map tools of MapEval by their own names and parameters, over a world."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.units import format_distance, format_duration
from geoeval.errors import quote
from geoeval.query.derive import Blocked
from geoeval.query.route_choice import total
from geoeval.tools.arguments import LONGEST_NAME, ModeArgument, PlaceArgument
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.maps.facts import PlaceFacts, facts_of
from geoeval.tools.tool import Result, tool
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Leg, Place, Route, TravelMode, World

_ENDS = {"originId": "Louvre Museum", "destinationId": "Eiffel Tower", "travelMode": "walking"}

_OF_STEPS = Field(description="Of all steps together, where the map gives no total")

Origin = Annotated[PlaceArgument, Field(alias="originId")]
Destination = Annotated[PlaceArgument, Field(alias="destinationId")]
Mode = Annotated[ModeArgument, Field(alias="travelMode")]


class FoundPlace(Result):
    """The place that a search found."""

    placeId: str  # noqa: N815 - the paper's name, as the other tools take it
    name: str
    address: str | None = None


class Travel(Result):
    """Time and distance of the way between two places."""

    origin: str
    destination: str
    mode: TravelMode | None = None
    duration_s: Annotated[int | None, Field(description="Seconds")] = None
    distance_m: Annotated[float | None, Field(description="Metres")] = None
    text: str


class RouteStep(Result):
    """One instruction of a route."""

    instruction: str
    notes: tuple[str, ...] | None = None
    duration_s: int | None = None
    distance_m: float | None = None


class RouteFacts(Result):
    """One way to go."""

    name: Annotated[str, Field(description='The roads it runs "via"')]
    mode: TravelMode | None = None
    duration_s: Annotated[int | None, _OF_STEPS] = None
    distance_m: Annotated[float | None, _OF_STEPS] = None
    steps: tuple[RouteStep, ...] = ()


class Routes(Result):
    """The ways to go from one place to another."""

    origin: str
    destination: str
    routes: tuple[RouteFacts, ...]


@tool(name="PlaceSearch", example={"placeName": "Louvre Museum", "placeAddress": "Paris"})
def _place_search(
    world: World,
    place_name: Annotated[str, Field(alias="placeName", description="Name of the place")],
    place_address: Annotated[
        str | None, Field(alias="placeAddress", description="Address, to tell namesakes apart")
    ] = None,
) -> FoundPlace:
    """Find a place by name and return its placeId. The other tools take that id, or the name."""
    _check_length("placeName", place_name)
    _check_length("placeAddress", place_address or "")
    found = world.atlas.resolve(place_name)
    if isinstance(found, Unresolved) and place_address:
        told_apart = world.atlas.resolve(f"{place_name} ({place_address})")
        found = told_apart if isinstance(told_apart, Place) else found
    if not world.atlas.names and isinstance(found, Unresolved):
        message = 'no place is known here by name; tools for points take "latitude,longitude"'
        no_answer("no_places", message)
    if isinstance(found, Unresolved):
        near = found.candidates or world.atlas.names[:5]
        reason = "ambiguous_place" if found.tied else "unknown_place"
        expected = "a name and address of one place of this map"
        mend("placeName", expected, quote(place_name), near, reason=reason)
    return FoundPlace(placeId=found.id, name=found.name, address=found.address)


@tool(name="PlaceDetails", example={"placeId": "Louvre Museum"})
def _place_details(
    world: World, place: Annotated[PlaceArgument, Field(alias="placeId")]
) -> PlaceFacts:
    """Tell all that the map knows of a place; what is absent is not known.

    These are address, coordinates in degrees, rating (0 to 5), price level, phone, opening hours
    per weekday and services.
    """
    del world
    return facts_of(place)


@tool(name="TravelTime", example=_ENDS)
def _travel_time(world: World, origin: Origin, destination: Destination, mode: Mode) -> Travel:
    """Tell the travel time (seconds) and distance (metres) between two places by a travel mode."""
    _check_ends(origin, destination)
    leg = world.atlas.leg(origin.name, destination.name, mode)
    if leg is not None:
        return _travel(leg, mode)
    routes = _timed(world.atlas.routes(origin.name, destination.name, mode))
    if not routes:
        known, back = _known(origin, destination, world), _known(destination, origin, world)
        hint = f"; known are {', '.join(known)}" if known else ""
        hint += f"; known for the way back are {', '.join(back)}" if back else ""
        message = f"no {mode} travel time from {origin.name} to {destination.name} is known{hint}"
        no_answer("no_route", message)
    return _travel(min(routes, key=lambda route: route.duration_s or 0), mode)


@tool(name="Directions", example=_ENDS)
def _directions(world: World, origin: Origin, destination: Destination, mode: Mode) -> Routes:
    """Tell the routes from one place to another by a travel mode.

    Each has its roads, its time in seconds, length in metres and step-by-step instructions.
    """
    _check_ends(origin, destination)
    routes = world.atlas.routes(origin.name, destination.name, mode)
    if not routes:
        there = world.atlas.routes(origin.name, destination.name)
        modes = sorted({_how(route) for route in there})
        hint = f"; known are routes {', '.join(modes)}" if modes else ""
        message = f"no {mode} route from {origin.name} to {destination.name} is known{hint}"
        no_answer("no_route", message)
    return Routes(
        origin=origin.name,
        destination=destination.name,
        routes=tuple(map(_route, map(_totalled, routes))),
    )


def _check_ends(origin: Place, destination: Place) -> None:
    """Refuse a way from a place to itself."""
    if origin.id == destination.id:
        mend(
            "destinationId",
            f"another place than the origin, {origin.name}",
            quote(destination.name),
        )


def _check_length(argument: str, text: str) -> None:
    """Refuse a text that is too long for a name; names that were met are kept."""
    if len(text) > LONGEST_NAME:
        mend(argument, f"at most {LONGEST_NAME} characters", quote(text))


def _known(origin: Place, destination: Place, world: World) -> list[str]:
    """Return what is known of the travel from one place to another, by any mode, in words."""
    legs = world.atlas.legs(origin.name, destination.name)
    routes = _timed(world.atlas.routes(origin.name, destination.name))
    told = [f"{_how(each)}: {_figures(each)}" for each in legs]
    told += [f"{_how(each)} via {each.name}: {_figures(each)}" for each in routes]
    return list(dict.fromkeys(told))


def _timed(routes: tuple[Route, ...]) -> list[Route]:
    """Return the routes of which the time is known, with their totals."""
    return [each for each in map(_totalled, routes) if each.duration_s]


def _totalled(route: Route) -> Route:
    """Return a route with its totals: those of its steps together where the map gives none."""
    time, distance = _total(route, "time"), _total(route, "distance")
    return replace(route, duration_s=None if time is None else round(time), distance_m=distance)


def _total(route: Route, by: Literal["time", "distance"]) -> float | None:
    """Return the travel time (seconds) or length (metres) of a route, None where none is known."""
    try:
        return total(route, by).amount
    except Blocked:
        return None


def _how(journey: Leg | Route) -> str:
    """Return the mode of a journey in words."""
    return str(journey.mode or "by a mode that is not said")


def _figures(journey: Leg | Route) -> str:
    """Return time and distance of a journey in words."""
    parts = []
    if journey.duration_s is not None:
        parts.append(format_duration(journey.duration_s))
    if journey.distance_m is not None:
        parts.append(format_distance(journey.distance_m))
    return ", ".join(parts)


def _travel(journey: Leg | Route, mode: TravelMode) -> Travel:
    """Return the figures of a journey."""
    return Travel(
        origin=journey.origin,
        destination=journey.destination,
        mode=journey.mode or mode,
        duration_s=journey.duration_s,
        distance_m=journey.distance_m,
        text=_figures(journey),
    )


def _route(route: Route) -> RouteFacts:
    """Return one way to go with its steps."""
    return RouteFacts(
        name=route.name,
        mode=route.mode,
        duration_s=route.duration_s,
        distance_m=route.distance_m,
        steps=tuple(
            RouteStep(
                instruction=step.instruction,
                notes=step.notes or None,
                duration_s=step.duration_s,
                distance_m=step.distance_m,
            )
            for step in route.steps
        ),
    )


TOOLS = (_place_search, _place_details, _travel_time, _directions)
