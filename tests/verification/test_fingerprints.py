"""What identifies a finding stays the same when the dataset around it changes."""

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


def prints(report: Report) -> list[str]:
    """Return the fingerprints of a report, sorted."""
    found = [finding.fingerprint for finding in report.findings]
    found += [finding.fingerprint for item in report.items for finding in item.findings]
    found += [one.fingerprint for one in report.dataset_findings]
    return sorted(found)


def several() -> list[dict[str, object]]:
    """Return records with faults of each kind: labels, contexts, fields, ids."""
    strange = CONTEXT + "%% no such line\n"
    return [
        question(1, correct=1),
        question(2, correct=1, context=OTHER),
        question(3, context=strange),
        question(4, context=strange),
        question(5, answer={"type": "mcq", "options": ["North", "North"], "correct": 0}),
        question(5),
        {"id": 6},
    ]


def test_neither_order_nor_lines_matter() -> None:
    """Records may move, also those that share a fault of their context."""
    records = several()
    found = prints(verified(*records))
    assert len(found) > 7
    assert prints(verified(*reversed(records), indent=4)) == found


def test_neither_file_nor_neighbours_matter(tmp_path: Path) -> None:
    """A file may move, and be read along with one that has the same ids."""
    alone = prints(verified(*several()))
    path = tmp_path / "deep" / "set.json"
    path.parent.mkdir()
    path.write_text(json.dumps(several()), encoding="utf-8")
    moved = load_dataset(path)
    assert prints(verify_datasets([moved])) == alone
    names: Sequence[str] = ("other.json", "elsewhere/set.json")
    for name in names:
        other = parse_dataset(json.dumps([question(n, question="Where to?") for n in (1, 2)]), name)
        assert set(alone) <= set(prints(verify_datasets([moved, other])))


def test_question_and_code_matter_but_not_its_spelling() -> None:
    """Another question under an old id is another finding; case and spacing are not."""
    assert finding_fingerprint("GEO301", 7, "How far?") == finding_fingerprint(
        "GEO301", "7", "how\nFAR ?"
    )
    assert finding_fingerprint("GEO301", 7, "How far?") != finding_fingerprint(
        "GEO301", 7, "How near?"
    )
    assert finding_fingerprint("GEO301", 7, "How far?") != finding_fingerprint(
        "GEO302", 7, "How far?"
    )


def test_no_two_findings_are_alike() -> None:
    """Faults of one code in one record differ by their path, equal records by their number."""
    bad = question(1, question=5, context=5)
    found = verified(bad, question(2, correct=1), question(2, correct=1), {}, {})
    assert len(prints(found)) == len(set(prints(found)))
    codes = [finding.code for finding in found.findings]
    assert codes.count("GEO104") == 2
    assert len(prints(verified(*several(), *several()))) == len(
        set(prints(verified(*several(), *several())))
    )


def test_row_that_stands_for_an_id_does_not_matter() -> None:
    """Where a file holds no ids, a question is known by its text, and may move."""
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
    assert prints(verified(*reversed(rows))) == prints(report)


def test_lone_surrogates_are_no_obstacle() -> None:
    """What no encoding holds can still be told apart."""
    assert finding_fingerprint("GEO301", "\ud800", "") != finding_fingerprint(
        "GEO301", "\ud801", ""
    )
