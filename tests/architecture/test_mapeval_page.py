"""The pages on MapEval show measured figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.accuracy import right_by_category
from benchmarks.figures import NotMeasuredError
from geoeval import verify_dataset

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "concepts" / "mapeval.md"
ORDER = ("poi", "nearby", "routing", "trip", "unanswerable")


def row(name: str) -> list[float]:
    """Return the figures in a row of the table."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^\| {name}[^|]*\|(.*)\|$", text, re.MULTILINE)
    assert found is not None
    return [float(cell) for cell in found[1].split("|")]


def test_row_of_geoeval_equals_the_measurement() -> None:
    """The figures are those of the development half; none is below that of humans."""
    try:
        measured = right_by_category()
    except NotMeasuredError as absent:
        pytest.skip(str(absent))
    shares = [100 * sum(measured[name]) / len(measured[name]) for name in ORDER]
    answers = [right for name in ORDER for right in measured[name]]
    shares.append(100 * sum(answers) / len(answers))
    assert row("geoeval") == [round(share, 2) for share in shares]
    assert all(ours >= theirs for ours, theirs in zip(row("geoeval"), row("Humans"), strict=True))


def test_corrected_records_equal_the_findings(data_dir: Path) -> None:
    """The page lists exactly the records that have a finding, with its code."""
    text = (DOCS / "mapeval-corrected.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([\d, ]+) \| (GEO\d+) \|", text, re.MULTILINE)
    on_page = {(int(each), code) for ids, code in listed for each in ids.split(", ")}
    report = verify_dataset(data_dir / "mapeval/dev.json")
    findings = [*report.findings, *(each for item in report.items for each in item.findings)]
    found = {(finding.id, finding.code) for finding in findings}
    found |= {(record, each.code) for each in report.dataset_findings for record in each.ids}
    assert on_page == found
    proven = sum(item.verdict == "supported" for item in report.items)
    assert f"| label proven by `geoeval verify` | {proven} |" in text
