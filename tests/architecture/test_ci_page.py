"""The page on continuous integration shows valid files, and every input and option."""

from __future__ import annotations

import re
from typing import Any

import pytest

from geoeval import pytest_plugin
from tests.architecture.documents import ROOT, blocks, rows
from tests.schemas import GITHUB_WORKFLOW, GITLAB_CI, PRE_COMMIT, assert_valid

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (dependency group test)")


def yaml_documents() -> list[Any]:
    """Return the parsed YAML blocks of the page, with the key "on" as a string."""
    bodies = [block.body for block in blocks("yaml") if block.file == "docs/ci.md"]
    return [yaml.safe_load(re.sub("^on:", '"on":', body, flags=re.MULTILINE)) for body in bodies]


def action() -> dict[str, Any]:
    """Return the parsed ``action.yml``."""
    read = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def test_shown_files_match_their_schemas() -> None:
    kinds = []
    for document in yaml_documents():
        kind = (
            GITHUB_WORKFLOW
            if "jobs" in document
            else PRE_COMMIT
            if "repos" in document
            else GITLAB_CI
        )
        assert_valid(document, kind)
        kinds.append(kind)
    assert set(kinds) == {GITHUB_WORKFLOW, PRE_COMMIT, GITLAB_CI}


def test_page_lists_and_uses_existing_inputs() -> None:
    """The table lists all inputs, and the workflows use no others."""
    inputs = action()["inputs"].keys()
    listed = rows("ci.md", "GitHub").keys()
    assert listed == inputs
    steps = [
        step
        for document in yaml_documents()
        for job in document.get("jobs", {}).values()
        for step in job["steps"]
        if "geoeval" in step["uses"]
    ]
    assert len(steps) == 2
    assert all(step["with"].keys() <= inputs for step in steps)


def test_page_uses_existing_hook_ids() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (used,) = [each["repos"][0]["hooks"] for each in yaml_documents() if "repos" in each]
    assert {hook["id"] for hook in used} == {hook["id"] for hook in hooks}


def test_page_lists_the_pytest_options() -> None:
    parser = pytest.Parser(_ispytest=True)
    pytest_plugin.pytest_addoption(parser)
    (group,) = [each for each in parser._groups if each.name == "geoeval"]
    declared = {name for option in group.options for name in option.names()}
    assert rows("ci.md", "Among tests").keys() == declared
