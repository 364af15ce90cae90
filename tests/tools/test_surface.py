"""The public names of the tools: lazy, typed, listed and documented alike."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from geoeval import tools

PAGE = Path(tools.__file__).parents[2] / "docs" / "api.md"


@pytest.mark.parametrize("name", tools.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    """A name in ``__all__`` can be loaded, says what it is, and stands in the reference."""
    assert getattr(tools, name).__doc__
    assert f"::: geoeval.tools.{name}\n" in PAGE.read_text(encoding="utf-8")


def test_the_lists_of_names_agree() -> None:
    """What is typed, what is listed and what ``dir`` shows are the same names."""
    tree = ast.parse(Path(tools.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("geoeval.")
        for alias in node.names
    }
    assert typed == set(tools.__all__) == set(tools._HOMES)
    assert dir(tools) == sorted(tools.__all__)


def test_no_library_of_a_provider_is_loaded() -> None:
    """Definitions, calls and messages need none of the providers' libraries."""
    code = (
        "import sys; from geoeval.tools import answer_calls, call_tool, export_tools\n"
        "export_tools('openai'); call_tool({'type': 'tool_use', 'id': '1', 'name': 'x'})\n"
        "print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded.isdisjoint({"anthropic", "google", "langchain_core", "mcp", "ollama", "openai"})


def test_other_names_are_unknown() -> None:
    """A misspelt name is an ``AttributeError`` as everywhere."""
    with pytest.raises(
        AttributeError, match=r"module 'geoeval\.tools' has no attribute 'cal_tool'"
    ):
        tools.cal_tool  # noqa: B018 - the access is what is tested
