"""The page on continuous integration shows files that are valid, and every input and option."""

from __future__ import annotations

import re
from typing import Any

import pytest

from geoeval import pytest_plugin
from tests.architecture.documents import ROOT, blocks, rows
from tests.schemas import GITHUB_WORKFLOW, GITLAB_CI, PRE_COMMIT, assert_valid

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (dependency group test)")


def shown() -> list[Any]:
    """Return the YAML blocks of the page, read; the word "on" is a word there."""
    bodies = [block.body for block in blocks("yaml") if block.file == "docs/ci.md"]
    return [yaml.safe_load(re.sub("^on:", '"on":', body, flags=re.MULTILINE)) for body in bodies]


def action() -> dict[str, Any]:
    """Return the action."""
    read = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def test_files_are_valid() -> None:
    """By the published schema of each kind."""
    kinds = []
    for one in shown():
        wanted = GITHUB_WORKFLOW if "jobs" in one else PRE_COMMIT if "repos" in one else GITLAB_CI
        assert_valid(one, wanted)
        kinds.append(wanted)
    assert set(kinds) == {GITHUB_WORKFLOW, PRE_COMMIT, GITLAB_CI}


def test_page_uses_inputs_that_are_there() -> None:
    """All of them stand in the table, and the workflows use no others."""
    inputs = action()["inputs"].keys()
    listed = rows("ci.md", "GitHub").keys()
    assert listed == inputs
    steps = [
        step
        for one in shown()
        for job in one.get("jobs", {}).values()
        for step in job["steps"]
        if "geoeval" in step["uses"]
    ]
    assert len(steps) == 2
    assert all(step["with"].keys() <= inputs for step in steps)


def test_page_uses_hooks_that_are_there() -> None:
    """The id is that of the hook."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (used,) = [one["repos"][0]["hooks"] for one in shown() if "repos" in one]
    assert {one["id"] for one in used} == {one["id"] for one in hooks}


def test_page_lists_the_options_of_pytest() -> None:
    """As the plugin declares them."""
    parser = pytest.Parser(_ispytest=True)
    pytest_plugin.pytest_addoption(parser)
    (group,) = [one for one in parser._groups if one.name == "geoeval"]
    declared = {name for option in group.options for name in option.names()}
    assert rows("ci.md", "Among tests").keys() == declared
