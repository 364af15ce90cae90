"""Fingerprints of findings stay the same when the rest of the dataset changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from geoeval.datasets.load import load_dataset, parse_dataset
from geoeval.verification.findings import finding_fingerprint
from geoeval.verification.model import Report
from geoeval.verification.run import verify_datasets
from tests.cli.conftest import CONTEXT, question

OTHER = CONTEXT.replace("Quay", "Lane")


def verified(*records: object, name: str = "set.json", indent: int | None = None) -> Report:
    """Return the report of some records as one file."""
    return verify_datasets([parse_dataset(json.dumps(records, indent=indent), name)])


def fingerprints(report: Report) -> list[str]:
    """Return the fingerprints of a report, sorted."""
    found = [finding.fingerprint for finding in report.findings]
    found += [finding.fingerprint for item in report.items for finding in item.findings]
    found += [one.fingerprint for one in report.dataset_findings]
    return sorted(found)


def faulty_records() -> list[dict[str, object]]:
    """Return records with faults in labels, contexts, fields and ids."""
    unread_line = CONTEXT + "%% no such line\n"
    return [
        question(1, correct=1),
        question(2, correct=1, context=OTHER),
        question(3, context=unread_line),
        question(4, context=unread_line),
        question(5, answer={"type": "mcq", "options": ["North", "North"], "correct": 0}),
        question(5),
        {"id": 6},
    ]


def test_fingerprints_ignore_order_and_lines() -> None:
    """Records that share a fault of their context may move as well."""
    records = faulty_records()
    found = fingerprints(verified(*records))
    assert len(found) > 7
    assert fingerprints(verified(*reversed(records), indent=4)) == found


def test_fingerprints_ignore_files_and_neighbours(tmp_path: Path) -> None:
    """A file may move, or be read along with another that has the same ids."""
    alone = fingerprints(verified(*faulty_records()))
    path = tmp_path / "deep" / "set.json"
    path.parent.mkdir()
    path.write_text(json.dumps(faulty_records()), encoding="utf-8")
    moved = load_dataset(path)
    assert fingerprints(verify_datasets([moved])) == alone
    names: Sequence[str] = ("other.json", "elsewhere/set.json")
    for name in names:
        other = parse_dataset(json.dumps([question(n, question="Where to?") for n in (1, 2)]), name)
        assert set(alone) <= set(fingerprints(verify_datasets([moved, other])))


def test_fingerprints_depend_on_question_and_code() -> None:
    """Case and spacing of the question do not count."""
    assert finding_fingerprint("GEO301", 7, "How far?") == finding_fingerprint(
        "GEO301", "7", "how\nFAR ?"
    )
    assert finding_fingerprint("GEO301", 7, "How far?") != finding_fingerprint(
        "GEO301", 7, "How near?"
    )
    assert finding_fingerprint("GEO301", 7, "How far?") != finding_fingerprint(
        "GEO302", 7, "How far?"
    )


def test_findings_have_distinct_fingerprints() -> None:
    """Faults of one code differ by their path, equal records by their number."""
    bad = question(1, question=5, context=5)
    found = verified(bad, question(2, correct=1), question(2, correct=1), {}, {})
    assert len(fingerprints(found)) == len(set(fingerprints(found)))
    codes = [finding.code for finding in found.findings]
    assert codes.count("GEO104") == 2
    assert len(fingerprints(verified(*faulty_records(), *faulty_records()))) == len(
        set(fingerprints(verified(*faulty_records(), *faulty_records())))
    )


def test_row_numbers_do_not_affect_fingerprints() -> None:
    """Without ids a question is identified by its text, so rows may move."""
    rows = [
        {
            "question": f"In which direction does the {there} lie, seen from the {here}?",
            "options": ["North", "South"],
            "answer": wrong,
            "context": CONTEXT,
        }
        for here, there, wrong in (
            ("Old Mill", "Stone Pier", "South"),
            ("Stone Pier", "Old Mill", "North"),
        )
    ]
    report = verified(*rows)
    assert [item.verdict for item in report.items] == ["contradicted", "contradicted"]
    assert [item.id for item in report.items] == [1, 2]
    assert fingerprints(verified(*reversed(rows))) == fingerprints(report)


def test_lone_surrogates_are_distinguished() -> None:
    """They have no encoding, but still differ."""
    assert finding_fingerprint("GEO301", "\ud800", "") != finding_fingerprint(
        "GEO301", "\ud801", ""
    )
