"""Scratch repositories, and an environment in which pip installs without a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.conftest import question

ROOT = Path(__file__).parents[2]
PARTS = ("geoeval", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "action.yml")
HOOKS = ".pre-commit-hooks.yaml"
RECORDER = """#!/bin/bash
printf '%s\\0' "$@" > "$(dirname "$0")/arguments"
for argument in "$@"; do
  case "$argument" in --also=markdown=*) cp "$(dirname "$0")/page" "${argument##*=}" ;; esac
done 2>/dev/null
echo "::error::from a dataset"
"""


def run(
    *command: str, cwd: Path, env: Mapping[str, str] | None = None, code: int | None = 0
) -> subprocess.CompletedProcess[str]:
    """Run a command and check its exit code, unless ``code`` is None."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=None if env is None else dict(env),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert code is None or done.returncode == code, f"{done.stdout}\n{done.stderr}"
    return done


def commit(folder: Path) -> str:
    """Make a folder a repository, commit all its files, and return the commit."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    run("git", "init", "--quiet", "--initial-branch=main", ".", cwd=folder)
    run("git", "add", "--all", ".", cwd=folder)
    author = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    run("git", *author, "commit", "--quiet", "--message=All", cwd=folder)
    return run("git", "rev-parse", "HEAD", cwd=folder).stdout.strip()


def copy_of_project(folder: Path) -> Path:
    """Return a folder with the files needed to install the project."""
    folder.mkdir()
    for part in (*PARTS, HOOKS):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)
    return folder


def offline(**more: str) -> dict[str, str]:
    """Return an environment in which pip builds and installs without a network.

    The packages of this interpreter are visible to the new environment, so dependencies are really
    resolved and already met. Editable installs are not visible.
    """
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed (dependency group test)")
    hidden = ("GIT_", "PRE_COMMIT", "PIP_", "COV_", "PYTEST", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return kept | {
        "PYTHONPATH": os.pathsep.join(
            dict.fromkeys(map(sysconfig.get_path, ("purelib", "platlib")))
        ),
        "PIP_NO_INDEX": "1",
        "PIP_NO_COMPILE": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        **more,
    }


def recorder(folder: Path) -> Path:
    """Create a ``geoeval`` program that records its arguments; return its folder."""
    folder.mkdir()
    script = folder / "geoeval"
    script.write_text(RECORDER, encoding="utf-8")
    script.chmod(0o755)
    return folder


def recorded_arguments(folder: Path) -> list[str]:
    """Return the arguments of the last call of the program of ``recorder``."""
    return (folder / "arguments").read_text(encoding="utf-8").split("\0")[:-1]


def write_records(path: Path, *correct: int) -> Path:
    """Write questions with the given labels: 0 is right and 1 is wrong."""
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [question(f"q{number}", label) for number, label in enumerate(correct, start=1)]
    path.write_text(json.dumps(records), encoding="utf-8")
    return path
