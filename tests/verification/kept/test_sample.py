"""The sample dataset, verified with kept queries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset, sample_path
from geoeval.verification.kept.entries import query_lines
from geoeval.verification.kept.matching import formalize
from geoeval.verification.run import verify_dataset
from geoeval.verification.weighing import (
    READINGS_DIFFER,
)


def test_kept_queries_give_the_verdicts_of_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every verdict and cause is the same, and no question is read again."""
    kept = tmp_path / "sample.queries.jsonl"
    found = formalize(load_dataset(sample_path(), labels=False).records)
    kept.write_text("\n".join(query_lines(found.all)), encoding="utf-8")
    by_rules = verify_dataset(sample_path())
    # The attribute of this name is a function that hides the module.
    rules = sys.modules["geoeval.understanding.understand"]
    monkeypatch.setattr(rules, "find_readings", None)
    by_queries = verify_dataset(sample_path(), queries=kept)
    pairs = zip(by_rules.items, by_queries.items, strict=True)
    for expected, other in pairs:
        if expected.reason == READINGS_DIFFER:  # a text has several readings, a query has one
            continue
        causes = [[finding.cause for finding in item.findings] for item in (expected, other)]
        assert (expected.verdict, causes[0]) == (other.verdict, causes[1])
        unread = expected.answer.query is None
        assert other.reason == ("no_query" if unread else expected.reason)
