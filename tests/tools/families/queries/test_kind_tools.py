"""One tool for each kind of query."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from geoeval.query.base import Model
from geoeval.query.kinds import Query, Unanswerable

from geoeval.llm.plain_schema import plain_schema
from geoeval.query.schema import schema_text
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Derivation
from geoeval.tools.dispatch import dispatch
from geoeval.tools.families.queries.kind_tools import TOOLS, Filled
from geoeval.tools.families.queries.outcome import value_shape
from geoeval.tools.registry import FAMILIES
from geoeval.tools.registry import TOOLS as REGISTERED
from geoeval.tools.tool import Tool
from geoeval.verification.describe import describe
from tests.tools.families.queries.calls import content, fault
from tests.tools.families.queries.town import town

KINDS: tuple[type[Model], ...] = get_args(get_args(Query)[0])


def kind_of(tool: Tool) -> str:
    """Return the kind that a tool asks."""
    kind = tool.parameters.model_fields["kind"].default
    assert isinstance(kind, str)
    return kind


def test_every_kind_that_can_be_answered_has_one_tool() -> None:
    """A kind that joins the union joins the tools; one of them is written by hand."""
    kinds = [kind.model_fields["kind"].default for kind in KINDS if kind is not Unanswerable]
    assert [*map(kind_of, TOOLS), "latest_departure"] == sorted(
        kinds, key=lambda kind: kind == "latest_departure"
    )
    assert REGISTERED["latest_departure"] not in TOOLS


def test_no_tool_hides_another() -> None:
    """Every tool of every family is found under its name."""
    assert len(REGISTERED) == sum(map(len, FAMILIES.values()))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_an_example_gives_what_solve_gives(tool: Tool) -> None:
    """Every example is answered, with the value and the steps of the same query solved."""
    world = town()
    outcome = solve(parse_query({"kind": kind_of(tool), **tool.example}), world)
    assert isinstance(outcome, Derivation)
    result = dispatch({tool.name: tool}, tool.name, tool.example, world)
    assert result.failure is None
    assert result.content["value"] == value_shape(outcome.value)
    assert result.content["text"] == describe(outcome.value)
    assert result.content["steps"] == list(outcome.steps)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_takes_the_members_of_its_kind(tool: Tool) -> None:
    """The kind itself is the name of the tool, and no argument."""
    assert issubclass(tool.parameters, Filled)
    shown = tool.schema["properties"]
    assert isinstance(shown, dict)
    assert list(shown) == [name for name in tool.parameters.asked.model_fields if name != "kind"]


def test_filters_joined_by_or_are_taken_though_the_schema_leaves_them_out() -> None:
    """They would double the schema, and several calls do the same."""
    assert "AnyFilter" not in json.dumps(REGISTERED["count_places"].schema)
    either = [{"filter": "name", "contains": word} for word in ("ox", "pier")]
    near = {"category": "restaurant", "anchor": "Town Hall"}
    found = content("count_places", **near, filters=[{"filter": "any", "of": either}])
    assert found["text"] == "2"


def test_the_published_schema_has_all_filters() -> None:
    """What the tools leave out is theirs alone."""
    assert "AnyFilter" in schema_text()


def test_no_schema_is_large() -> None:
    """In its plain form the largest is that of two places picked, at most 9 kB."""
    sizes = {tool.name: len(json.dumps(plain_schema(tool.schema))) for tool in TOOLS}
    assert max(sizes, key=lambda name: sizes[name]) == "attribute_of_picked"
    assert sizes["attribute_of_picked"] < 9_500
    assert sum(sizes.values()) < 115_000


def test_a_plan_that_breaks_is_a_result() -> None:
    """It says what breaks first, and is no failure."""
    stops = [{"place": "City Museum", "visit_min": 60}]
    trip = {"origin": "Town Hall", "depart": "16:30", "day": "monday", "mode": "walking"}
    found = content("best_order", **trip, stops=stops)
    broken = "stays at City Museum until 5:35 PM, it closes at 5:00 PM"
    assert (found["feasible"], found["first_broken"]) == (False, broken)
    assert "value" not in found
    assert found["steps"]


def test_the_kind_may_be_said_and_no_other() -> None:
    """A caller that knows the query may give it whole."""
    place = {"place": "City Museum", "attribute": "rating"}
    assert content("attribute_of", kind="attribute_of", **place)["text"] == "4.6"
    assert fault("attribute_of", kind="nearest", **place).argument == "kind"
