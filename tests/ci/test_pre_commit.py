"""pre-commit installs the hook from one repository and runs it in another."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.ci.scratch import HOOKS, ROOT, commit, copy_of_project, offline, run, write_records

pytestmark = pytest.mark.slow

CONFIG = """repos:
  - repo: {repo}
    rev: {rev}
    hooks:
      - id: geoeval-verify
        files: ^data/
        args: [--min-coverage, "0.5"]
"""


@pytest.fixture(autouse=True)
def _needs_pre_commit() -> None:
    """Skip if pre-commit is not installed."""
    if find_spec("pre_commit") is None:
        pytest.skip("pre-commit is not installed (dependency group test)")


def test_hook_definition_is_valid(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / HOOKS))
    run(*command, cwd=tmp_path, env=offline(PRE_COMMIT_HOME=str(tmp_path / "home")))


def test_hook_blocks_commits_of_wrong_labels(tmp_path: Path) -> None:
    """The output has the proof; right labels and other files pass."""
    hooks = copy_of_project(tmp_path / "hooks")
    rev = commit(hooks)
    work = tmp_path / "work"
    data = write_records(work / "data" / "set.json", 0, 1)
    (work / "package.json").write_text('{"name": "other"}', encoding="utf-8")
    config = work / ".pre-commit-config.yaml"
    config.write_text(CONFIG.format(repo=hooks, rev=rev), encoding="utf-8")
    commit(work)
    env = offline(PRE_COMMIT_HOME=str(tmp_path / "home"), PRE_COMMIT_COLOR="never")
    check = (sys.executable, "-m", "pre_commit", "run", "--all-files")
    failed = run(*check, cwd=work, env=env, code=1).stdout
    assert "geoeval verify" in failed
    assert "- exit code: 1" in failed
    assert "data/set.json:1:" in failed
    assert "[q2] the label says 'South'" in failed
    assert "package.json" not in failed
    write_records(data, 0, 0)
    run("git", "add", "data", cwd=work)
    passed = run(*check, cwd=work, env=env).stdout
    assert passed.rstrip().endswith("Passed")
