"""Writes the page of rules, ``docs/rules.md``, from the rules themselves: ``make rules``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from geoeval.verification.rules import RULES, Rule

PAGE = Path(__file__).with_name("rules.md")
HEAD = """# Rules

Every finding has the code of a rule. `geoeval rule CODE` prints the text below for one rule, and
`geoeval rule` lists all codes. Codes are never reused. In an example, `-` begins the lines with the
fault and `+` the lines that replace them. `make rules` writes this page.
"""


def page() -> str:
    """Return the page of rules: an overview, then each rule."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield HEAD
    yield "| code | name | severity |"
    yield "|---|---|---|"
    for rule in RULES.values():
        yield f"| [{rule.code}](#{rule.code.lower()}-{rule.name}) | {rule.name} | {rule.severity} |"
    for rule in RULES.values():
        yield from _section(rule)


def _section(rule: Rule) -> Iterator[str]:
    """Yield the section of one rule."""
    yield f"\n## {rule.code} {rule.name}\n"
    yield f"Severity: {rule.severity}\n"
    yield f"{rule.what}\n"
    yield f"**Why is this bad?** {rule.why}\n"
    yield f"**Example**\n\n```diff\n{rule.example}\n```\n"
    yield f"**What to do.** {rule.fix}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
