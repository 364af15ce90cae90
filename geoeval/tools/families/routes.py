"""Tools for routes: list them, get a figure or a step of a route, and add up travel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from geoeval.query.algebra import RouteFigure, Routes, StepFact, Travel, TravelLeg, Value
from geoeval.query.filter_kinds import Filter, Manoeuvre, Total
from geoeval.query.parts import Model, PlaceName
from geoeval.query.routes.choice import evaluate_on_route, passing_routes
from geoeval.query.trace import Blocked, Trace
from geoeval.tools.families.lookups import Limit, RouteFacts, route_facts, with_totals
from geoeval.tools.families.output import QueryAnswer, answer_query_tool, new_trace
from geoeval.tools.families.places import RouteCondition, route_filter
from geoeval.tools.tool import PlacedResult, tool
from geoeval.world.model import Route, TravelMode, World

_ENDS = {"origin": "Town Hall", "destination": "Harbour Lighthouse", "mode": "driving"}
_MAX_CHARACTERS = 200

Mode = TravelMode | None
Name = Annotated[str, Field(max_length=_MAX_CHARACTERS)]
Via = Annotated[Name | None, Field(description="Name of the route, if there are several")]
Sort = Literal["listed", "time", "distance"]


class ListedRoutes(PlacedResult):
    """Routes that pass every condition, without their steps."""

    count: int
    routes: tuple[RouteFacts, ...]
    not_shown: Annotated[int | None, Field(description="How many more there are")] = None
    undecided: tuple[str, ...] | None = Field(
        None, description="Routes that may meet the conditions but have missing facts; not counted"
    )
    sorted_by: Literal["time", "distance", "unsorted"] = Field(
        description="unsorted: as the map lists them"
    )


class Leg(Model):
    """One leg of a journey."""

    origin: PlaceName
    destination: PlaceName
    mode: Mode = None


class _RouteAsked(Model):
    """Arguments that mean a route, or all routes between two places."""

    origin: PlaceName
    destination: PlaceName
    mode: Mode = None
    via: Via = None

    @property
    def routes(self) -> Routes:
        """The routes that the arguments mean."""
        return Routes(**{name: getattr(self, name) for name in _RouteAsked.model_fields})

    @property
    def others(self) -> dict[str, Any]:
        """The other arguments."""
        return {name: value for name, value in self if name not in _RouteAsked.model_fields}


class _ListAsked(_RouteAsked):
    """List and count the routes between two places that pass every condition, without steps.

    Times in seconds, lengths in metres. With sort=time the first is the fastest.
    """

    filters: tuple[RouteCondition, ...] = Field((), description="All must be met")
    sort: Sort = "listed"
    limit: Limit = 20


@tool(name="find_routes", example={**_ENDS, "filters": [{"fact": "toll_road", "is": "not"}]})
def _find_routes(given: _ListAsked, world: World) -> ListedRoutes:
    trace, sort, limit = new_trace(world), given.sort, given.limit
    wanted = [route_filter(each, f"filters[{index}]") for index, each in enumerate(given.filters)]
    found, undecided = _passing_routes(passing_routes(given.routes, trace), wanted, trace)
    found.sort(key=lambda route: _sort_key(route, sort))
    is_unsorted = all(_sort_key(route, sort)[0] for route in found)
    return ListedRoutes(
        count=len(found),
        routes=tuple(route_facts(route, with_steps=False) for route in found[:limit]),
        not_shown=max(len(found) - limit, 0) or None,
        undecided=tuple(route.name for route in undecided) or None,
        sorted_by="unsorted" if sort == "listed" or is_unsorted else sort,
    )


def _passing_routes(
    routes: Sequence[Route], wanted: Sequence[Filter], trace: Trace
) -> tuple[list[Route], list[Route]]:
    states = [(route, _route_state(route, wanted, trace)) for route in routes]
    undecided = [(route, state) for route, state in states if isinstance(state, Blocked)]
    if len(undecided) == len(routes):
        raise undecided[0][1]
    return [route for route, state in states if state is True], [route for route, _ in undecided]


def _route_state(route: Route, wanted: Sequence[Filter], trace: Trace) -> bool | Blocked:
    results = [evaluate_on_route(route, each, trace) for each in wanted]
    return False not in results and next(
        (each for each in results if isinstance(each, Blocked)), True
    )


def _sort_key(route: Route, sort: Sort) -> tuple[bool, float]:
    whole = with_totals(route)
    figure = {"listed": None, "time": whole.duration_s, "distance": whole.distance_m}[sort]
    return figure is None, figure or 0.0


class _FigureAsked(_RouteAsked):
    """Return the time (s) or length (m) of a route, or how often a manoeuvre occurs on it."""

    measure: Total | Manoeuvre
    road: Name | None = Field(None, description="Time or length on this road only")
    noted: Literal["toll_road", "restricted", "ferry"] | None = Field(
        None, description="Time or length on such roads only"
    )
    before: Name | None = Field(None, description="Count only before this road")
    after: Name | None = Field(None, description="Count only after this road")


@tool(name="route_figure", example={**_ENDS, "via": "Bay Hwy", "measure": "left_turn"})
def _route_figure(given: _FigureAsked, world: World) -> QueryAnswer:
    return answer_query_tool(Value(figure=RouteFigure(route=given.routes, **given.others)), world)


class _StepAsked(_RouteAsked):
    """Return what a step of a route says."""

    step: Literal["next", "before", "onto", "number", "exit", "roundabout", "landmark", "side"] = (
        Field(
            description="next, before, onto: a road; number: that step, -1 the last; exit, "
            "roundabout: which exit; landmark: passed at a road or manoeuvre; side: of a landmark "
            "or the destination"
        )
    )
    road: Name | None = None
    number: int | None = None
    landmark: Name | None = None
    manoeuvre: Manoeuvre | None = None
    side: Literal["left", "right"] | None = None


@tool(name="route_step", example={**_ENDS, "via": "Bay Hwy", "step": "next", "road": "Bay Hwy"})
def _route_step(given: _StepAsked, world: World) -> QueryAnswer:
    return answer_query_tool(Value(figure=StepFact(route=given.routes, **given.others)), world)


@tool(
    name="travel_total",
    example={
        "legs": [
            {"origin": "Town Hall", "destination": "City Museum", "mode": "walking"},
            {"origin": "City Museum", "destination": "Old Mill", "mode": "walking"},
        ]
    },
)
def _travel_total(
    world: World,
    legs: Annotated[tuple[Leg, ...], Field(min_length=1, max_length=40)],
    measure: Total = "time",
) -> QueryAnswer:
    """Add up the travel times (s) or distances (m) of several legs."""
    travelled = tuple(TravelLeg.model_validate(dict(leg)) for leg in legs)
    return answer_query_tool(Value(figure=Travel(legs=travelled, measure=measure)), world)


TOOLS = (_find_routes, _route_figure, _route_step, _travel_total)
