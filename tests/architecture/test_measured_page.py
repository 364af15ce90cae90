"""The page of measurements names commands that exist."""

from __future__ import annotations

import re

from benchmarks.run import SECTIONS
from tests.architecture.documents import ROOT


def test_page_lists_each_benchmark_section_once() -> None:
    """The section that measures the code itself has no row."""
    text = (ROOT / "docs/measured.md").read_text(encoding="utf-8")
    table = text.partition("## By benchmarks")[2].partition("## By other commands")[0]
    named = re.findall(r"^\|[^|]+\|[^|]+\| ([^|]+) \|[^|]+\|$", table, re.MULTILINE)[1:]
    sections = [name for cell in named for name in cell.split("; ") if not name.startswith("-")]
    assert sections == [title for title, _ in SECTIONS if title != "Switches between modules"]
