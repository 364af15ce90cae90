"""The query algebra: build queries, read them from JSON, and describe them in words."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.query.algebra import (
        Check,
        CheckRoutes,
        CheckTrip,
        Compare,
        Count,
        Days,
        Difference,
        Listing,
        Query,
        Unanswerable,
        Value,
    )
    from geoeval.query.describe import describe
    from geoeval.query.figures import (
        Best,
        Detour,
        DirectionOf,
        Distance,
        Fact,
        Hours,
        Places,
        RouteFigure,
        Routes,
        StepFact,
        Sum,
        Travel,
        TravelLeg,
    )
    from geoeval.query.filter_kinds import (
        AddressFilter,
        AnyFilter,
        AreaFilter,
        CompareFilter,
        DirectionFilter,
        FeatureFilter,
        FigureFilter,
        Filter,
        HoursFilter,
        NameFilter,
        NotFilter,
        OpenFilter,
        RouteHas,
    )
    from geoeval.query.parts import (
        CityStay,
        DatedEvent,
        Meeting,
        MeetingPlan,
        Modes,
        OfferedMode,
        OfferedOrder,
        OfferedSchedule,
        Omissions,
        Orders,
        Pair,
        Pairs,
        Quality,
        ScheduledVisit,
        Schedules,
        StayPlan,
        Toward,
        Trip,
        TripFigure,
        TripStop,
    )
    from geoeval.query.schema import query_schema
    from geoeval.query.solve import parse_query

__all__ = [
    "AddressFilter", "AnyFilter", "AreaFilter", "Best", "Check", "CheckRoutes", "CheckTrip",
    "CityStay", "Compare", "CompareFilter", "Count", "DatedEvent", "Days", "Detour", "Difference",
    "DirectionFilter", "DirectionOf", "Distance", "Fact", "FeatureFilter", "FigureFilter", "Filter",
    "Hours", "HoursFilter", "Listing", "Meeting", "MeetingPlan", "Modes", "NameFilter", "NotFilter",
    "OfferedMode", "OfferedOrder", "OfferedSchedule", "Omissions", "OpenFilter", "Orders", "Pair",
    "Pairs", "Places", "Quality", "Query", "RouteFigure", "RouteHas", "Routes", "ScheduledVisit",
    "Schedules", "StayPlan", "StepFact", "Sum", "Toward", "Travel", "TravelLeg", "Trip",
    "TripFigure", "TripStop", "Unanswerable", "Value", "describe", "parse_query", "query_schema",
]  # fmt: skip

_ELSEWHERE = {
    "figures": (
        "Best Detour DirectionOf Distance Fact Hours Places RouteFigure Routes StepFact Sum Travel "
        "TravelLeg"
    ),
    "filter_kinds": (
        "AddressFilter AnyFilter AreaFilter CompareFilter DirectionFilter FeatureFilter "
        "FigureFilter Filter HoursFilter NameFilter NotFilter OpenFilter RouteHas"
    ),
    "parts": (
        "CityStay DatedEvent Meeting MeetingPlan Modes OfferedMode OfferedOrder OfferedSchedule "
        "Omissions Orders Pair Pairs Quality ScheduledVisit Schedules StayPlan Toward Trip "
        "TripFigure TripStop"
    ),
    "describe": "describe",
    "schema": "query_schema",
    "solve": "parse_query",
}
_HOMES = dict.fromkeys(__all__, "algebra") | {
    name: home for home, names in _ELSEWHERE.items() for name in names.split()
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)
