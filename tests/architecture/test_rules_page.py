"""The committed page of rules equals the page generated from the rules."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import cast

from tests.architecture.documents import ROOT


def test_rules_page_equals_the_generated_page() -> None:
    """After changing a rule, run ``make rules``."""
    page = cast("Callable[[], str]", runpy.run_path(str(ROOT / "docs" / "rules_page.py"))["page"])
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == page()
