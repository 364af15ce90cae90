"""``geoeval tools``: lists of tools, their pages and their schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.reporting.view import ToolFormat
from geoeval.tools.providers.export import export_tools
from geoeval.tools.providers.formats import FORMATS, Format
from geoeval.tools.registry import FAMILIES, TOOLS, TOOLSETS, tools_named, toolset
from tests.cli.conftest import Run


@pytest.mark.parametrize("name", ["all", "default", "points", "points,is_open"])
def test_toolset_is_a_table_with_token_totals(run: Run, name: str) -> None:
    """The total is compared with that of all tools."""
    lines = run("tools", "--toolset", name).out.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].split() == ["Toolset", name, "tokens"]
    table = [line.split() for line in lines[1 : lines.index("")]]
    rows = [words for words in table if words[0] in TOOLS and words[1].isdigit()]
    costs = {words[0]: int(words[1]) for words in rows}
    assert list(costs) == [each.name for each in toolset(name)]
    total = lines[lines.index("") + 1]
    assert f"{len(costs)} tools, about {sum(costs.values()):,} tokens (estimated, ±" in total
    assert ("; all: " in total) == (name != "all")


def test_default_set_is_shown_without_arguments(run: Run) -> None:
    """The names of the other sets follow."""
    out = run("tools").out
    assert out == run("tools", "--toolset", "default").out
    for name, tools in TOOLSETS.items():
        assert f"{name} ({len(tools)})" in " ".join(out.split())


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_tool_page_names_arguments_and_result(run: Run, name: str) -> None:
    """It ends with a call that can be copied."""
    out = run("tools", name).out
    lines = out.splitlines()
    tool = TOOLS[name]
    family = next(key for key, tools in FAMILIES.items() if tool in tools)
    assert lines[0].startswith(f"{name} (family {family}, about ")
    described = lines[lines.index("Arguments") : lines.index("Example")]
    members = {line.split()[0] for line in described if line.startswith("  ")}
    arguments, result = tool.schema["properties"], tool.result_schema["properties"]
    assert isinstance(arguments, dict)
    assert isinstance(result, dict)
    assert {*arguments, *result} <= members
    assert f"  geoeval call {name} '{{" in out


def test_several_tools_are_printed_in_order(run: Run) -> None:
    """Each tool is printed once."""
    out = run("tools", "haversine", "is_open", "haversine").out
    assert out == run("tools", "haversine").out + "\n" + run("tools", "is_open").out


def test_schemas_can_be_written_to_a_file(run: Run, tmp_path: Path) -> None:
    """They are of some tools or of a set."""
    path = tmp_path / "tools.json"
    assert run("tools", "is_open", "--format", "json-schema", "-o", str(path)).out == ""
    (only,) = json.loads(path.read_text(encoding="utf-8"))
    assert only["title"] == "is_open"
    shown = json.loads(run("tools", "--toolset", "map", "--format", "anthropic").out)
    assert [each["name"] for each in shown] == [each.name for each in toolset("map")]


@pytest.mark.parametrize("name", FORMATS)
def test_formats_equal_the_exported_definitions(run: Run, name: Format) -> None:
    shown = json.loads(run("tools", "haversine", "is_open", "--format", name).out)
    assert shown == export_tools(name, tools_named(["haversine", "is_open"]))


def test_every_export_format_is_offered() -> None:
    assert {each.value for each in ToolFormat} == {"text", *FORMATS}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--toolset", "pionts"], "got 'pionts'; did you mean points"),
        (["haversin"], "got 'haversin'; did you mean haversine"),
        (["is_open", "--toolset", "all"], "names of tools or --toolset, got both"),
        (["--format", "yaml"], "'yaml' is not one of"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, arguments: list[str], complaint: str) -> None:
    """Standard output is empty."""
    result = run("tools", *arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
