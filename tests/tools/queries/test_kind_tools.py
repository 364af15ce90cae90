"""One tool for each kind of query."""

from __future__ import annotations

from typing import get_args

import pytest

from geoeval.query.base import Model
from geoeval.query.kinds import Query, Unanswerable
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Derivation
from geoeval.tools.dispatch import dispatch
from geoeval.tools.queries.kind_tools import TOOLS, Filled
from geoeval.tools.queries.outcome import value_shape
from geoeval.tools.registry import FAMILIES
from geoeval.tools.registry import TOOLS as REGISTERED
from geoeval.tools.tool import Tool
from geoeval.verification.describe import describe
from tests.tools.queries.town import town

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
