"""All tools, by name: the one source of every export."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.families import (
    hours,
    map_service,
    nearby,
    nearby_search,
    opening_hours,
    path,
    sphere,
    trip_latest,
    trip_plan,
    trip_schedule,
    units,
)
from geoeval.tools.queries import kind_tools, place_search, questions, solve_query
from geoeval.tools.tool import Tool

FAMILIES: Mapping[str, tuple[Tool, ...]] = {
    "map": (*map_service.TOOLS, *nearby_search.TOOLS, *place_search.TOOLS),
    "sphere": (*sphere.TOOLS, *path.TOOLS),
    "nearby": nearby.TOOLS,
    "hours": (*hours.TOOLS, *opening_hours.TOOLS),
    "trips": (*trip_plan.TOOLS, *trip_schedule.TOOLS, *trip_latest.TOOLS),
    "units": units.TOOLS,
    "questions": questions.TOOLS,
    "queries": (*solve_query.TOOLS, *kind_tools.TOOLS),
}
"""The tools by what they are about."""

TOOLS: Mapping[str, Tool] = {each.name: each for family in FAMILIES.values() for each in family}
"""The tools by name."""
