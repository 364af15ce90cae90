"""The example of each reason: its question is not checked before the change, and is after it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from geoeval.datasets.load import load_datasets
from geoeval.reporting.reasons import OBSTACLES, count_obstacles
from geoeval.reporting.summary import summarise_report
from geoeval.verification.model import Report
from geoeval.verification.run import verify_datasets
from tests.architecture.documents import ROOT
from tests.diffs import file_name, split_diff

EXPLAINED = tomllib.loads((ROOT / "docs/examples/reasons.toml").read_text(encoding="utf-8"))
EXAMPLES = {words: one["example"] for words, one in EXPLAINED.items() if "example" in one}
WITHOUT_EXAMPLE = {
    "model failed", "budget reached", "only a picture", "no kept query", "best plan not proven",
}  # fmt: skip
"""Reasons that need a model, a picture, a file of queries or a long search."""


def verify_text(text: str, folder: Path) -> Report:
    """Verify a file of records."""
    path = folder / file_name(text)
    path.write_text(text, encoding="utf-8")
    return verify_datasets(load_datasets(str(path)))


@pytest.mark.parametrize("words", EXAMPLES)
def test_example_of_a_reason_is_checked_after_its_change(words: str, tmp_path: Path) -> None:
    before, after = (verify_text(text, tmp_path) for text in split_diff(EXAMPLES[words].rstrip()))
    counted = count_obstacles(summarise_report(before))
    assert [(one.obstacle.words, one.count) for one in counted] == [(words, 1)]
    assert [item.verdict for item in after.items] == ["supported"]


def test_every_reason_is_explained() -> None:
    """In the order of the page, and with an example if a file of records can show it."""
    assert list(EXPLAINED) == [one.words for one in OBSTACLES]
    assert {*EXPLAINED} - {*EXAMPLES} == WITHOUT_EXAMPLE
