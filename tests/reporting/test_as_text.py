"""The report for people: order, lines of a finding, the last line."""

from __future__ import annotations

from dataclasses import replace

from geoeval.reporting.formats import render_report
from geoeval.reporting.view import ReportFormat, View
from geoeval.verification.model import DatasetFinding, Report
from tests.reporting.conftest import finding, item

SUMMARY = (
    "6 questions: 1 supported, 2 contradicted, 1 ambiguous, "
    "1 not checkable (1 no coordinates), 1 unusable"
)


def text(report: Report, **choices: bool) -> list[str]:
    """Return the lines of the text format."""
    return list(render_report(report, ReportFormat.TEXT, View(**choices)))


def test_finding_shows_place_label_answer_and_proof(report: Report) -> None:
    """One finding reads like a compiler's message with its evidence below."""
    lines = text(report)
    start = next(i for i, line in enumerate(lines) if line.startswith("set.json:10:3:"))
    head, *rest = lines[start : start + 8]
    assert head.startswith("set.json:10:3: GEO301 ")
    assert head.endswith(' [5] the label says "205 km", the distance is 181.5 km')
    assert rest == [
        "    question  How far is the mill from the pier?",
        '    label     1 "205 km"',
        '    answer    0 "180 km" (computed 181.500 km ± 50 m, ahead by 22.000 km)',
        "    evidence  Mill at 1.0, 2.0",
        "              Pier at 2.0, 3.0",
        "    help: check the label",
        "",
    ]


def test_worst_findings_come_first(report: Report) -> None:
    """Errors before warnings, wide margins before narrow ones, those before none."""
    places = [line.split()[0] for line in text(report) if line.startswith("set.json")]
    assert places == ["set.json:10:3:", "set.json:2:3:", "set.json:40:3:", "set.json:20:3:"]


def test_undetermined_items_are_listed_only_on_request(report: Report) -> None:
    """What could not be checked stands in the summary, and in the list if verbose."""
    assert not any("not checkable [" in line or "GEO901" in line for line in text(report))
    assert any("GEO901" in line for line in text(report, verbose=True))


def test_last_line_tells_the_coverage(report: Report) -> None:
    """Every question is counted, the unusable one too."""
    assert text(report)[-1] == SUMMARY


def test_shared_cause_is_told_with_its_ids(report: Report) -> None:
    """A cause of several records is one line; long lists of ids are cut."""
    (line,) = [line for line in text(report) if "records" in line]
    assert line.endswith(": other option fits in 2 records (40%): 7, 5")
    many = DatasetFinding(
        code="GEO301", cause="unit_confusion", count=20, share=1.0, ids=tuple(range(20))
    )
    assert any(
        "10, 11 and 8 more" in line for line in text(Report(items=(), dataset_findings=(many,)))
    )


def test_long_evidence_is_cut_unless_verbose() -> None:
    """Twelve lines are shown, the last of which counts the rest."""
    long = Report(items=(), findings=(finding(1, evidence=tuple(map(str, range(30)))),))
    lines = text(long)
    assert "              10" in lines
    assert "              and 19 more lines (--verbose shows them)" in lines
    assert "              29" in text(long, verbose=True)


def test_statistics_count_findings_by_rule(report: Report) -> None:
    """Findings are counted in place of being listed."""
    lines = text(report, statistics=True)
    assert [line.split()[:2] for line in lines[:2]] == [["2", "GEO301"], ["1", "GEO103"]]
    assert lines[-2:] == ["", SUMMARY]
    assert not any(line.startswith("set.json") for line in lines)
    clean = Report(items=(item(1, verdict="supported", findings=()),))
    assert len(text(clean, statistics=True)) == 1


def test_colours_are_painted_only_on_request(report: Report) -> None:
    """A clean report ends in green, any other in red."""
    assert "\x1b[" not in "".join(text(report))
    painted = text(report, colour=True)
    assert "\x1b[31mGEO301" in "".join(painted)
    assert painted[-1].startswith("\x1b[31m")
    clean = Report(items=(item(1, verdict="supported", findings=()),))
    assert text(clean, colour=True)[-1].startswith("\x1b[32m")


def test_finding_without_an_id_has_no_brackets() -> None:
    """A fault of a whole file names the file only."""
    lines = text(Report(items=(), findings=(finding(1, id=None, message="no file"),)))
    assert lines[0].startswith("set.json:1:3: GEO301")
    assert "[" not in lines[0]


def test_unreadable_places_are_counted_apart(report: Report) -> None:
    """A file fault is no question, but it is told."""
    fault = replace(report.errors[0], code="GEO101", id=None)
    line = text(Report(items=(), errors=(fault,)))[-2]
    assert line.startswith("0 questions: ")
    assert line.endswith("; 1 file fault")
