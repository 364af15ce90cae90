"""Named sets of tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from geoeval.errors import UsageError
from geoeval.tools.mcp.server import ToolServer
from geoeval.tools.providers.export import export_tools, tokens_of
from geoeval.tools.providers.langchain import as_structured_tools
from geoeval.tools.registry import DEFAULT, FAMILIES, TOOLS, TOOLSETS, tools_named, toolset
from geoeval.tools.session import ToolSession
from geoeval.world.model import World


def test_default_set_is_small() -> None:
    """It has at most 12 different registered tools and 3,000 tokens."""
    chosen = toolset(DEFAULT)
    assert 0 < len(chosen) <= 12
    assert sum(map(tokens_of, chosen)) <= 3000
    assert len(TOOLS) <= 30
    assert len({each.name for each in chosen}) == len(chosen)
    assert all(TOOLS[each.name] is each for each in chosen)


def test_default_set_contains_the_tools_of_the_paper() -> None:
    names = {each.name for each in toolset(DEFAULT)}
    paper = {"PlaceSearch", "PlaceDetails", "NearbySearch", "TravelTime", "Directions"}
    assert paper | {"haversine", "bearing_cardinal"} <= names


def test_families_are_sets_and_all_has_every_tool() -> None:
    assert set(TOOLSETS) == {"default", "all", *FAMILIES}
    assert len(TOOLSETS) == 2 + len(FAMILIES)
    assert toolset("all") == tuple(each for family in FAMILIES for each in toolset(family))
    assert len(toolset("all")) == len(TOOLS)


def test_unknown_set_suggests_the_nearest() -> None:
    """Without a similar name all names are listed."""
    with pytest.raises(UsageError, match=r"got 'defualt'; did you mean default"):
        toolset("defualt")
    with pytest.raises(UsageError, match="got 'zzz'; known names are default, all, map"):
        toolset("zzz")


def test_unknown_tool_suggests_the_nearest() -> None:
    """At most three names are suggested."""
    with pytest.raises(
        UsageError, match=r"a tool, got 'haversin'; did you mean haversine\b"
    ) as caught:
        tools_named(["is_open", "haversin"])
    assert str(caught.value).count(" or ") <= 2


def test_sets_and_tools_can_be_joined_by_commas() -> None:
    """Each tool is there once."""
    names = [each.name for each in toolset("is_open, points,haversine")]
    assert names == ["is_open", *(each.name for each in FAMILIES["points"])]
    with pytest.raises(UsageError, match="a toolset or tool, got 'is_opn'; did you mean is_open"):
        toolset("points,is_opn")
    with pytest.raises(UsageError, match="got ''; known names are default, all"):
        toolset("points,")


def test_names_must_be_a_list() -> None:
    with pytest.raises(
        UsageError, match=r"got 'haversine' as one text; write \['haversine'\], or toolset"
    ):
        tools_named("haversine")


@pytest.mark.parametrize(
    "take",
    [
        lambda given: export_tools("openai", given),
        lambda given: ToolSession(tools=given),
        lambda given: ToolServer(World(), given),
        lambda given: as_structured_tools(ToolSession(), given),
    ],
)
@pytest.mark.parametrize(
    ("given", "got"),
    [
        (["haversine"], "'haversine'"),
        ("default", "'default'"),
        (TOOLS["haversine"], "only the tool haversine"),
        (5, "5"),
    ],
)
def test_whatever_takes_tools_needs_a_list_of_them(
    take: Callable[[object], Any], given: object, got: str
) -> None:
    """The message shows both functions that return one."""
    with pytest.raises(
        UsageError,
        match=rf"tools, such as toolset\('default'\) or tools_named\(\['.*'\]\), got {got}$",
    ):
        take(given)
