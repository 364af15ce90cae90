"""The sample dataset, proved by kept queries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset, sample_path
from geoeval.verification.answer import READINGS_DIFFER
from geoeval.verification.kept.entries import query_lines
from geoeval.verification.kept.matching import formalize
from geoeval.verification.run import verify_dataset


def test_kept_queries_prove_what_rules_prove(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every verdict and cause is the same, and no question is understood again."""
    kept = tmp_path / "sample.queries.jsonl"
    found = formalize(load_dataset(sample_path(), labels=False).records)
    kept.write_text("\n".join(query_lines(found.all)), encoding="utf-8")
    by_rules = verify_dataset(sample_path())
    # The module, which the function of its name hides.
    rules = sys.modules["geoeval.understanding.understand"]
    monkeypatch.setattr(rules, "find_readings", None)
    by_queries = verify_dataset(sample_path(), queries=kept)
    pairs = zip(by_rules.items, by_queries.items, strict=True)
    for one, other in pairs:
        if one.reason == READINGS_DIFFER:  # the text may also be read otherwise; a query may not
            continue
        causes = [[finding.cause for finding in item.findings] for item in (one, other)]
        assert (one.verdict, causes[0]) == (other.verdict, causes[1])
        lost = one.answer.query is None
        assert other.reason == ("no_query" if lost else one.reason)
