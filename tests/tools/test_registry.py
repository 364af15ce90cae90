"""Named sets of tools."""

from __future__ import annotations

import pytest

from geoeval.errors import UsageError
from geoeval.tools.providers.export import tokens_of
from geoeval.tools.registry import DEFAULT, FAMILIES, TOOLS, TOOLSETS, tools_named, toolset


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
