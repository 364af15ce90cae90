"""Writes the page of rules from the rules themselves when the documentation is built."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from geoeval.verification.rules import RULES, Rule

HEAD = """# Rules

Every finding carries the code of a rule. `geoeval rule CODE` prints the same text as this page,
`geoeval rules` lists the codes. Codes are never reused.
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page ``rules.md``."""
    files.append(File.generated(config, "rules.md", content="\n".join(page())))
    return files


def page() -> Iterator[str]:
    """Yield the page of rules: an overview, then each rule."""
    yield HEAD
    yield "| code | name | severity |"
    yield "|---|---|---|"
    for rule in RULES.values():
        yield f"| [{rule.code}](#{rule.code.lower()}) | {rule.name} | {rule.severity} |"
    for rule in RULES.values():
        yield from section(rule)


def section(rule: Rule) -> Iterator[str]:
    """Yield the section of one rule."""
    yield f"\n## {rule.code} {rule.name} {{ #{rule.code.lower()} }}\n"
    yield f"Severity: {rule.severity}\n"
    yield f"{rule.what}\n"
    yield f"**Why is this bad?** {rule.why}\n"
    yield f"**Example**\n\n```text\n{rule.example}\n```\n"
    yield f"**What to do.** {rule.fix}\n"
