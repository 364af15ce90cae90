"""Filters refuse what would drop a part of them without a word."""

from __future__ import annotations

import pytest

from geoeval.calculators.nearby.filters import kind, rating
from geoeval.errors import UsageError


def test_and_or_and_not_are_refused() -> None:
    """Python's own words choose one side, so the other would not count."""
    cafe, good = kind("cafe"), rating(at_least=4)
    for joined in (lambda: cafe and good, lambda: cafe or good, lambda: not cafe):
        with pytest.raises(UsageError, match=r"expected filters joined by '&', '\|' and '~', got"):
            joined()
