"""The page on MapEval shows what is measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.accuracy import right_by_category
from benchmarks.figures import NotMeasuredError

PAGE = Path(__file__).parents[2] / "docs" / "concepts" / "mapeval.md"
ORDER = ("poi", "nearby", "routing", "trip", "unanswerable")


def row(name: str) -> list[float]:
    """Return the figures of a row of the table."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^\| {name}[^|]*\|(.*)\|$", text, re.MULTILINE)
    assert found is not None
    return [float(cell) for cell in found[1].split("|")]


def test_the_row_of_geoeval_is_measured() -> None:
    """The figures of the development half are those that come out, and none is below humans."""
    try:
        measured = right_by_category()
    except NotMeasuredError as absent:
        pytest.skip(str(absent))
    shares = [100 * sum(measured[name]) / len(measured[name]) for name in ORDER]
    answers = [right for name in ORDER for right in measured[name]]
    shares.append(100 * sum(answers) / len(answers))
    assert row("geoeval") == [round(share, 2) for share in shares]
    assert all(ours >= theirs for ours, theirs in zip(row("geoeval"), row("Humans"), strict=True))
