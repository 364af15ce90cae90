"""Writes the pages of rules and of reasons, ``docs/rules.md`` and ``docs/reasons.md``.

The rules are their own source, and reasons have theirs in ``docs/examples/reasons.toml``:
``make rules``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from geoeval.reporting.reasons import OBSTACLES, Obstacle
from geoeval.verification.rules import RULES, Rule

DOCS = Path(__file__).parent
RULES_HEAD = """# Rules

Every finding has the code of a rule. `geoeval rule CODE` prints the text below for one rule, and
`geoeval rule` lists all codes. Codes are never reused. In an example, `-` begins the lines with the
fault and `+` the lines that replace them. `make rules` writes this page.
"""
REASONS_HEAD = """# Why a label was not checked

`geoeval verify` answers each question without its label. If it has no certain answer, or cannot be
sure that the label is wrong, the [verdict](concepts/verdicts.md) is `undetermined`: such a question
is neither right nor wrong, and does not count as checked. The summary gives the reasons below with
the number of questions, and `-v` the details of each question. In an example, `-` begins the lines
of a question that is not checked, and `+` the lines that replace them so that it is.

In JSON, `not_checked` has the same words, and in `reasons` the identifiers or their beginnings in
the second column. `make rules` writes this page.
"""
_CODE = re.compile(r"geoeval formalize|--[a-z]+(?: [A-Z]+\b| [a-z]+=NAME)?|(?<!\S)-v\b")


def rules_page() -> str:
    """Return the page of rules: an overview, then each rule."""
    return "\n".join(_rule_lines()) + "\n"


def reasons_page() -> str:
    """Return the page of reasons: an overview, then each reason."""
    return "\n".join(_reason_lines()) + "\n"


def _rule_lines() -> Iterator[str]:
    yield RULES_HEAD
    yield "| code | name | severity |"
    yield "|---|---|---|"
    for rule in RULES.values():
        yield f"| [{rule.code}](#{rule.code.lower()}-{rule.name}) | {rule.name} | {rule.severity} |"
    for rule in RULES.values():
        yield from _rule_section(rule)


def _rule_section(rule: Rule) -> Iterator[str]:
    """Yield the section of one rule."""
    yield f"\n## {rule.code} {rule.name}\n"
    yield f"Severity: {rule.severity}\n"
    yield f"{rule.what}\n"
    yield f"**Why is this bad?** {rule.why}\n"
    yield from _example_lines(rule.example)
    yield f"**What to do.** {rule.fix}"


def _reason_lines() -> Iterator[str]:
    explanations = tomllib.loads((DOCS / "examples" / "reasons.toml").read_text(encoding="utf-8"))
    yield REASONS_HEAD
    yield "| reason | identifiers |"
    yield "|---|---|"
    for one in OBSTACLES:
        identifiers = ", ".join(f"`{reason}`" for reason in one.reasons)
        yield f"| [{one.words}](#{one.words.replace(' ', '-')}) | {identifiers} |"
    for one in OBSTACLES:
        yield from _reason_section(one, explanations[one.words])


def _reason_section(obstacle: Obstacle, explanation: dict[str, str]) -> Iterator[str]:
    """Yield the section of one reason; one that no file alone can show has no example."""
    yield f"\n## {_capitalise(obstacle.words)}\n"
    yield f"{explanation['when'].strip()}\n"
    if "example" in explanation:
        yield from _example_lines(explanation["example"].rstrip())
    advice = _CODE.sub(r"`\g<0>`", obstacle.help)
    yield f"**What to do.** {_capitalise(advice)}."


def _example_lines(diff: str) -> Iterator[str]:
    yield f"**Example**\n\n```diff\n{diff}\n```\n"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


if __name__ == "__main__":
    (DOCS / "rules.md").write_text(rules_page(), encoding="utf-8")
    (DOCS / "reasons.md").write_text(reasons_page(), encoding="utf-8")
