"""The shipped queries: reviewed readings of the published benchmark."""

from __future__ import annotations

import json
from pathlib import Path

from geoeval.verification.kept.entries import SETS
from geoeval.verification.run import verify_dataset

# Confirmed labels that do not follow under our conventions: no rating decides which place is good,
# the text asks nothing, and a deadline is an appointment.
UNPROVED = {135, 240, 324, 496}


def test_shipped_set_contains_no_questions() -> None:
    """It holds ids, fingerprints, queries, sentences and remarks of reviewers."""
    lines = (SETS / "mapeval.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    fields = {"id", "fingerprint", "sentence", "query", "reason", "by", "reviewed", "remark"}
    assert {field for entry in entries for field in entry} <= fields | {"conventions"}
    assert [entry["id"] for entry in entries if not entry["reviewed"]] == []
    assert len({entry["id"] for entry in entries}) == len(entries)


def test_shipped_queries_agree_with_the_audit(data_dir: Path) -> None:
    """Every confirmed label of the development half follows, and no label is contradicted."""
    lines = (data_dir / "mapeval" / "dev_gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = {row["id"]: row["verdict"] for row in map(json.loads, lines)}
    report = verify_dataset(data_dir / "mapeval" / "dev.json", queries="mapeval")
    kept = [item for item in report.items if item.reason != "no_query"]
    unproved = {i.id for i in kept if gold[i.id] == "confirmed" and i.verdict != "supported"}
    assert unproved <= UNPROVED
    assert [i.id for i in kept if i.verdict == "contradicted" and gold[i.id] == "confirmed"] == []
