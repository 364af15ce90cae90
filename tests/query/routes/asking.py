"""Short builders of queries about routes; fields not used by the figure select the routes."""

from __future__ import annotations

from typing import Literal

from geoeval.query.algebra import (
    Best,
    CheckRoutes,
    Count,
    Listing,
    RouteFigure,
    Routes,
    Side,
    StepFact,
    Value,
)
from geoeval.query.filter_kinds import Filter, Manoeuvre, NotFilter, RouteHas, Total

StepName = Literal["next", "before", "onto", "number", "exit", "roundabout", "landmark", "side"]


def figure(
    measure: Total | Manoeuvre,
    *,
    road: str | None = None,
    noted: Literal["toll_road", "restricted", "ferry"] | None = None,
    before: str | None = None,
    after: str | None = None,
    **routes: object,
) -> Value:
    """Ask for a figure of a route."""
    selection = Routes.model_validate(routes)
    return Value(
        figure=RouteFigure(
            measure=measure, road=road, noted=noted, before=before, after=after, route=selection
        )
    )


def figure_of_best(measure: Total | Manoeuvre, best: Best) -> Value:
    """Ask for a figure of the best route."""
    return Value(figure=RouteFigure(measure=measure, route=best))


def step(
    name: StepName,
    *,
    road: str | None = None,
    number: int | None = None,
    landmark: str | None = None,
    manoeuvre: Manoeuvre | None = None,
    side: Side | None = None,
    **routes: object,
) -> Value:
    """Ask for a detail of a step of a route."""
    return Value(
        figure=StepFact(
            step=name,
            road=road,
            number=number,
            landmark=landmark,
            manoeuvre=manoeuvre,
            side=side,
            route=Routes.model_validate(routes),
        )
    )


def best(
    measure: Total | Manoeuvre, *, most: bool = False, rank: int = 1, **routes: object
) -> Best:
    """Ask for the route with the least, or greatest, figure."""
    selection = Routes.model_validate(routes)
    return Best(figure=RouteFigure(measure=measure), among=selection, most=most, rank=rank)


def which(*filters: Filter, **routes: object) -> Listing:
    """Ask for any route that passes some filters."""
    return Listing(of=Routes.model_validate({"filters": filters, **routes}), wanted="any")


def how_many(*filters: Filter, **routes: object) -> Count:
    """Ask for the number of routes that pass some filters."""
    return Count(of=Routes.model_validate({"filters": filters, **routes}))


def whether(passes: Filter, **routes: object) -> CheckRoutes:
    """Ask whether the selected routes pass a filter."""
    return CheckRoutes(routes=Routes.model_validate(routes), passes=passes)


def has(**fields: object) -> RouteHas:
    """Build the filter for routes that have something."""
    return RouteHas.model_validate(fields)


def lacks(**fields: object) -> NotFilter:
    """Build the filter for routes that do not have something."""
    return NotFilter(of=has(**fields))
