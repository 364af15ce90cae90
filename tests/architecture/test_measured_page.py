"""The page on what is measured names commands that exist."""

from __future__ import annotations

import re

from benchmarks.run import SECTIONS
from tests.architecture.documents import ROOT


def test_every_section_is_named_once() -> None:
    """Each section of the benchmarks has its row, but the one that measures the code itself."""
    text = (ROOT / "docs/measured.md").read_text(encoding="utf-8")
    table = text.partition("## By benchmarks")[2].partition("## By other commands")[0]
    named = re.findall(r"^\|[^|]+\|[^|]+\| ([^|]+) \|[^|]+\|$", table, re.MULTILINE)[1:]
    sections = [name for cell in named for name in cell.split("; ") if not name.startswith("-")]
    assert sections == [title for title, _ in SECTIONS if title != "Switches between modules"]
