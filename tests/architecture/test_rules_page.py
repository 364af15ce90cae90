"""The committed pages of rules and of reasons equal the generated ones."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import cast

import pytest

from tests.architecture.documents import ROOT


@pytest.mark.parametrize("name", ["rules", "reasons"])
def test_page_equals_the_generated_page(name: str) -> None:
    """After changing a rule or a reason, run ``make rules``."""
    written = runpy.run_path(str(ROOT / "docs" / "rules_page.py"))
    page = cast("Callable[[], str]", written[f"{name}_page"])
    assert (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") == page()
