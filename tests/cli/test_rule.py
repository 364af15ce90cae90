"""``geoeval rule``."""

from __future__ import annotations

import json

import pytest

from geoeval.verification.rules import RULES
from tests.cli.conftest import Run


@pytest.mark.parametrize("code", sorted(RULES))
def test_every_rule_is_explained(run: Run, code: str) -> None:
    """The page has four parts, none of them empty."""
    lines = run("rule", code.lower()).out.splitlines()
    assert lines[0].startswith(f"{code} {RULES[code].name} (")
    for heading in ("What it does", "Why is this bad?", "Example", "What to do"):
        assert lines[lines.index(heading) + 1].startswith("  ")
    assert max(map(len, lines)) <= 100


def test_rule_has_a_json_form(run: Run) -> None:
    """The fields are those of the rule."""
    shape = json.loads(run("rule", "GEO301", "--format", "json").out)
    assert list(shape) == ["code", "name", "severity", "what", "why", "example", "fix"]


def test_unknown_rule_gives_2(run: Run) -> None:
    """The message says where the codes are listed."""
    result = run("rule", "GEO999")
    assert result.code == 2
    assert "got 'GEO999'; geoeval rule lists them" in result.err


def test_rules_are_listed(run: Run) -> None:
    """One line per rule, and the same as JSON."""
    assert len(run("rule").out.splitlines()) == len(RULES)
    shape = json.loads(run("rule", "--format", "json").out)
    assert [one["code"] for one in shape["rules"]] == list(RULES)
