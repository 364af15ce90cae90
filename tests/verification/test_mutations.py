"""Labels changed at random are found out, and those confirmed by hand are left alone."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.mutations import CHANGES, changed_verdicts
from geoeval.verification.run import verify_dataset


def test_changed_labels_are_contradicted(data_dir: Path) -> None:
    """At least 97 in 100 changed labels of answered questions are contradicted."""
    found = changed_verdicts(data_dir / "mapeval" / "dev.json")
    verdicts = found["answered"]
    assert verdicts.total() > CHANGES * 0.8
    assert verdicts["contradicted"] / verdicts.total() >= 0.97, verdicts


def test_confirmed_labels_are_not_contradicted(data_dir: Path) -> None:
    """No label that was confirmed by hand is contradicted."""
    lines = (data_dir / "mapeval" / "dev_gold.jsonl").read_text(encoding="utf-8").splitlines()
    confirmed = {row["id"] for row in map(json.loads, lines) if row["verdict"] == "confirmed"}
    assert len(confirmed) > 140
    items = verify_dataset(data_dir / "mapeval" / "dev.json").items
    wrong = [item.id for item in items if item.verdict == "contradicted" and item.id in confirmed]
    assert wrong == []
