"""All tools, by name: the one source of every export."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.families import path, sphere, units
from geoeval.tools.families.hours import open_times, opening_hours
from geoeval.tools.families.maps import find_places, map_service, nearby_search
from geoeval.tools.families.nearby import around
from geoeval.tools.families.queries import kind_tools, questions, solve_query
from geoeval.tools.families.trips import latest, plan, schedule
from geoeval.tools.tool import Tool

FAMILIES: Mapping[str, tuple[Tool, ...]] = {
    "map": (*map_service.TOOLS, *nearby_search.TOOLS, *find_places.TOOLS),
    "sphere": (*sphere.TOOLS, *path.TOOLS),
    "nearby": around.TOOLS,
    "hours": (*open_times.TOOLS, *opening_hours.TOOLS),
    "trips": (*plan.TOOLS, *schedule.TOOLS, *latest.TOOLS),
    "units": units.TOOLS,
    "questions": questions.TOOLS,
    "queries": (*solve_query.TOOLS, *kind_tools.TOOLS),
}
"""The tools by what they are about."""

TOOLS: Mapping[str, Tool] = {each.name: each for family in FAMILIES.values() for each in family}
"""The tools by name."""
