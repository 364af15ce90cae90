"""The page of rules in the repository is the one that the rules make."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import cast

from tests.architecture.documents import ROOT


def test_page_equals_the_rules() -> None:
    """Run ``make rules`` after changing a rule."""
    page = cast("Callable[[], str]", runpy.run_path(str(ROOT / "docs" / "rules_page.py"))["page"])
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == page()
