"""``geoeval rule``: explanations of rules."""

from __future__ import annotations

import json

import pytest

from geoeval.verification.rules import RULES
from tests.cli.conftest import Run


@pytest.mark.parametrize("code", sorted(RULES))
def test_rules_are_explained_in_four_parts(run: Run, code: str) -> None:
    lines = run("rule", code.lower()).out.splitlines()
    assert lines[0].startswith(f"{code} {RULES[code].name} (")
    for heading in ("What it does", "Why is this bad?", "Example", "What to do"):
        assert lines[lines.index(heading) + 1].startswith("  ")
    assert max(map(len, lines)) <= 100


def test_example_is_a_diff_in_the_usual_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colours it can be copied."""
    example = RULES["GEO105"].example
    assert "\n".join(f"  {line}" for line in example.splitlines()) in run("rule", "GEO105").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = run("rule", "GEO105").out
    assert '\x1b[31m-     "correct": 2\x1b[0m' in painted
    assert '\x1b[32m+     "correct": 1\x1b[0m' in painted


def test_rule_can_be_printed_as_json(run: Run) -> None:
    shape = json.loads(run("rule", "GEO301", "--format", "json").out)
    assert list(shape) == ["code", "name", "severity", "what", "why", "example", "fix"]


def test_unknown_rule_exits_with_2(run: Run) -> None:
    """The message says how to list the codes."""
    result = run("rule", "GEO999")
    assert result.code == 2
    assert "got 'GEO999'; geoeval rule lists them" in result.err


def test_rules_are_listed(run: Run) -> None:
    """The text has one line per rule, and the JSON has the same rules."""
    assert len(run("rule").out.splitlines()) == len(RULES)
    shape = json.loads(run("rule", "--format", "json").out)
    assert [each["code"] for each in shape["rules"]] == list(RULES)
