"""Every calculator is reachable as a tool, or there is a reason why it is not."""

from __future__ import annotations

import pytest

import geoeval
from geoeval import NearbyIndex, WeeklyHours, sphere
from geoeval.tools.registry import FAMILIES, TOOLS

OF_ITS_NAME = {
    "agree",
    "bearing_cardinal",
    "cardinal",
    "cross_track_distance",
    "destination",
    "detour",
    "final_bearing",
    "format_clock",
    "format_distance",
    "format_duration",
    "geodesic",
    "haversine",
    "initial_bearing",
    "is_directly",
    "midpoint",
    "pairwise_distances",
    "parse_clock",
    "parse_distance",
    "parse_duration",
    "path_length",
    "plan_trip",
    "relative_side",
    "rhumb_bearing",
    "tolerance",
}
NO_CALCULATOR = {
    "EARTH_RADIUS_M": "a constant, told in the description of haversine",
    "Compass": "a type: the tools take and return its points in words",
    "Conventions": "a type: the tools keep to the documented defaults",
    "Derivation": "a type: the tools return the same in JSON",
    "Leg": "a type: a part of a world",
    "NearbyIndex": "a type: its methods are below",
    "Place": "a type: a part of a world",
    "Question": "a type: the tools take its text and options",
    "Route": "a type: a part of a world",
    "WeeklyHours": "a type: its methods are below",
    "World": "a type: every tool is called over one",
    "ask": "the tool answer_question, over a world",
    "load_dataset": "reads files, which a model has no part in",
    "read_context": "reads the world that the tools are called over",
    "solve": "no calculator but the algebra of queries",
    "understand": "no calculator but the reading of questions",
    "verify_dataset": "checks whole data sets, which a model has no part in",
    "world_from_json": "reads the world that the tools are called over",
    "world_to_json": "writes the world that the tools are called over",
}
OF_HOURS = {
    "parse": "opening_hours",
    "parse_lines": "opening_hours",
    "from_osm": "opening_hours",
    "from_google": "opening_hours",
    "from_schema_org": "opening_hours",
    "lines": "opening_hours",
    "to_osm": "opening_hours",
    "days": "opening_hours",
    "seasons": "opening_hours",
    "dates": "opening_hours",
    "zone": "opening_hours",
    "usual_days": "windows",
    "day": "windows",
    "intervals_on": "windows",
    "opens_on": "windows",
    "windows": "windows",
    "windows_on": "windows",
    "is_open": "is_open",
    "is_open_on": "is_open",
    "closes_at": "is_open",
    "closes_on": "is_open",
    "next_change": "next_change",
    "intervals": "open_minutes",
    "open_minutes": "open_minutes",
}
NO_TOOL_OF_HOURS = {
    "valid": "hours outside it are unknown, which every tool says",
    "without_dates": "a step on the way to other calls",
    "text": "the place's details tell the hours so, and opening_hours in a shorter form",
    "to_google": "a format for files",
    "to_google_week": "a format for files",
    "to_schema_org": "a format for files",
}
OF_INDEX = {
    "count": "count_places_within",
    "count_where": "count_places_within",
    "within": "places_within",
    "nearest": "nearest_places",
    "rank_by": "rank_places",
}
NO_TOOL_OF_INDEX = {
    "points": "what the caller gave",
    "columns": "what the caller gave",
    "column": "what the caller gave",
    "from_geodataframe": "a table of Python",
    "to_geodataframe": "a table of Python",
}


def _public(kind: type) -> set[str]:
    """Return the public members of a type, fields without a default included."""
    fields = getattr(kind, "__dataclass_fields__", ())
    return {name for name in (*dir(kind), *fields) if not name.startswith("_")}


def test_every_public_name_has_a_tool_or_a_reason() -> None:
    """A new calculator of geoeval has to become a tool of its name, or be given a reason here."""
    assert OF_ITS_NAME | NO_CALCULATOR.keys() == {*geoeval.__all__, *sphere.__all__}
    assert not OF_ITS_NAME & NO_CALCULATOR.keys()
    assert set(TOOLS) >= OF_ITS_NAME


@pytest.mark.parametrize(
    ("kind", "tools", "reasons"),
    [(WeeklyHours, OF_HOURS, NO_TOOL_OF_HOURS), (NearbyIndex, OF_INDEX, NO_TOOL_OF_INDEX)],
)
def test_every_method_has_a_tool_or_a_reason(
    kind: type, tools: dict[str, str], reasons: dict[str, str]
) -> None:
    """A new method has to be reached by a tool, or be given a reason here."""
    assert tools.keys() | reasons.keys() == _public(kind)
    assert not tools.keys() & reasons.keys()
    assert set(tools.values()) <= set(TOOLS)


def test_every_calculator_tool_is_of_one_family() -> None:
    """No tool is registered twice, and none is shadowed by another of its name."""
    names = [each.name for family in FAMILIES.values() for each in family]
    assert len(names) == len(set(names)) == len(TOOLS)
