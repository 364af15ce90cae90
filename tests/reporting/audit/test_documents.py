"""Audits as Markdown and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.reporting.audit.chapters import MAX_FULL, SAMPLES
from geoeval.reporting.formats import render_report
from geoeval.reporting.view import ReportFormat, View
from geoeval.verification.model import Report

VIEW = View(title="Audit of *stars*", date="1 May 2030", failed=("too little",))


def render(report: Report, output: ReportFormat) -> str:
    """Return an audit as a text."""
    return "\n".join(render_report(report, output, VIEW))


def test_markdown_has_every_part(sample: Report) -> None:
    """Head, verdicts, causes, findings with their derivation, the rest, and conventions."""
    text = render(sample, ReportFormat.AUDIT_MD)
    wrong = sum(item.verdict == "contradicted" for item in sample.items)
    for part in (
        "# Audit of \\*stars\\*\n",
        "- 1 May 2030\n",
        f"SHA-256 `{sample.sources[0].sha256}`",
        "**Failed**: too little",
        f"| contradicted | {wrong} |",
        "## Distance measured on the Web Mercator plane",
        "- read as: the straight-line distance between",
        "3.5 km great-circle",
        "## Supported",
        "## Conventions",
        "| return\\_leg = unless\\_asked | The return leg counts only if the question asks ",
    ):
        assert part in text


def test_markdown_lists_findings_not_shown_in_full(sample: Report) -> None:
    """It states how many there are."""
    (item,) = (one for one in sample.items if one.id == 17)
    many = tuple(replace(item, id=number) for number in range(MAX_FULL + 1))
    text = render(Report(items=many), ReportFormat.AUDIT_MD)
    assert f"{SAMPLES} of {MAX_FULL + 1} findings are shown in full; all:" in text
    assert text.count("| 17 |") == MAX_FULL + 1


def test_markdown_shows_files_and_unanswered_questions(report: Report) -> None:
    """Nothing is omitted for lack of a derivation or an id."""
    unidentified = replace(report.findings[0], id=None)
    text = render(replace(report, findings=(unidentified,)), ReportFormat.AUDIT_MD)
    assert "GEO103" in text
    assert "| b | no coordinates |" in text


def test_hostile_text_stays_text(hostile: Report) -> None:
    """Neither format lets the text become markup."""
    for output in (ReportFormat.AUDIT_MD, ReportFormat.AUDIT_JSON):
        text = render(hostile, output)
        assert "<img" not in text
        assert "\x1b" not in text


def test_json_has_every_record_with_its_derivation(sample: Report) -> None:
    """Findings are listed by cause as well."""
    shape = json.loads(render(sample, ReportFormat.AUDIT_JSON))
    assert len(shape["items"]) == len(sample.items)
    (item,) = (one for one in shape["items"] if one["id"] == 17)
    assert item["value"]["unit"] == "m"
    assert item["derivation"]["steps"]
    assert item["query"]["figure"]["kind"] == "distance"
    assert any("55.9822" in line["text"] for line in item["cited"])
    causes = {cause["cause"]: cause for cause in shape["causes"]}
    assert [one["id"] for one in causes["web_mercator_distance"]["findings"]] == [17]
    assert (shape["title"], shape["date"]) == (VIEW.title, VIEW.date)
    assert shape["conventions"]["nearest"] == "list"
