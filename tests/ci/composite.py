"""A small runner for composite actions: expressions, inputs, outputs and script steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.ci.scratch import run

EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


@dataclass
class Runner:
    """Runs the steps of an action in a workspace, as a job would."""

    action: Path
    workspace: Path
    temp: Path
    base: Mapping[str, str]
    steps: dict[str, dict[str, str]] = field(default_factory=dict)
    log: str = ""

    def definition(self) -> dict[str, Any]:
        """Return the parsed ``action.yml``."""
        yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
        read = yaml.safe_load((self.action / "action.yml").read_text(encoding="utf-8"))
        assert isinstance(read, dict)
        return read

    @property
    def summary(self) -> str:
        """The text of the job summary."""
        path = self.temp / "summary"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def run(self, *only: str, **inputs: str) -> int:
        """Run the script steps, or those with the given ids; return the last exit code.

        Inputs are named with underscores. Steps that use another action do not run: their outputs
        have to be in ``steps``.
        """
        action = self.definition()
        given = {name.replace("_", "-"): text for name, text in inputs.items()}
        assert given.keys() <= action["inputs"].keys()
        defaults = {name: entry.get("default") for name, entry in action["inputs"].items()}
        values = {f"inputs.{name}": given.get(name, text) for name, text in defaults.items()}
        status = 0
        for step in action["runs"]["steps"]:
            if "run" not in step or (only and step["id"] not in only):
                continue
            status = self._run_script(step, values)
            if status:
                break
        return status

    def _run_script(self, step: dict[str, Any], values: Mapping[str, str | None]) -> int:
        """Run the script of a step and store its outputs."""
        output = self.temp / f"output-{step['id']}"
        output.write_text("", encoding="utf-8")
        script = self.temp / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        given = {name: self._expand(text, values) for name, text in step["env"].items()}
        assert step["shell"] == "bash"
        env = {
            **self.base,
            **given,
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary"),
        }
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", str(script))
        done = run(*command, cwd=self.workspace, env=env, code=None)
        self.log += done.stdout + done.stderr
        lines = output.read_text(encoding="utf-8").splitlines()
        self.steps[step["id"]] = dict(line.split("=", 1) for line in lines)
        return done.returncode

    def _expand(self, text: str, values: Mapping[str, str | None]) -> str:
        """Return a text with its expressions replaced by their values."""

        def value_of(found: re.Match[str]) -> str:
            name = found[1]
            if name == "github.action_path":
                return str(self.action)
            if name.startswith("steps."):
                _, step, _, output = name.split(".")
                return self.steps[step][output]
            value = values[name]
            assert value is not None, f"the required {name} is not given"
            return value

        return EXPRESSION.sub(value_of, text)
