"""The text format: ordered findings, answers step by step, and unexplained words."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.reporting.formats import render_report, render_solutions, render_unexplained
from geoeval.reporting.reasons import UNUSABLE, obstacle_of
from geoeval.reporting.summary import Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.verification.model import Answer, DatasetFinding, Report
from tests.reporting.conftest import finding, item

SUMMARY = (
    "6 questions: 1 supported, 2 contradicted, 1 ambiguous, 1 not checkable, 1 unusable",
    "not checked, and what would help:",
    f"     1  no coordinates: {obstacle_of('no_coordinates').help}",
    f"     1  record unusable: {UNUSABLE.help}",
)


def text(report: Report, **choices: bool) -> list[str]:
    """Return the lines of the text format."""
    return list(render_report(report, ReportFormat.TEXT, View(**choices)))


def test_findings_show_place_label_answer_and_evidence(report: Report) -> None:
    """A finding resembles a compiler message."""
    lines = text(report)
    start = next(i for i, line in enumerate(lines) if line.startswith("set.json:10:3:"))
    head, *rest = lines[start : start + 9]
    assert head.startswith("set.json:10:3: GEO301 ")
    assert head.endswith(' [5] the label says "205 km", the distance is 181.5 km')
    assert rest == [
        "    question  How far is the mill from the pier?",
        '    label     1 "205 km"',
        '    answer    0 "180 km" (computed 181.500 km ± 50 m, margin 22.000 km)',
        "    field     answer.correct of record 5 is 1; write 0",
        "    evidence  Mill at 1.0, 2.0",
        "              Pier at 2.0, 3.0",
        "    help: check the label",
        "",
    ]


def test_worst_findings_come_first(report: Report) -> None:
    """Errors precede warnings, and wide margins precede narrow or missing ones."""
    places = [line.split()[0] for line in text(report) if line.startswith("set.json")]
    assert places == ["set.json:10:3:", "set.json:2:3:", "set.json:40:3:", "set.json:20:3:"]


def test_undetermined_items_are_listed_on_request(report: Report) -> None:
    """They are always in the summary, and in the list if verbose."""
    assert not any("not checkable [" in line or "GEO901" in line for line in text(report))
    assert any("GEO901" in line for line in text(report, verbose=True))


def test_last_lines_state_the_coverage_and_the_obstacles(report: Report) -> None:
    """Every question is counted, including an unusable one."""
    assert tuple(text(report)[-4:]) == SUMMARY


def test_shared_causes_list_their_ids(report: Report) -> None:
    """Each is one line, and long lists are cut."""
    (line,) = [line for line in text(report) if "in 2 records" in line]
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
    """The findings themselves are not listed."""
    lines = text(report, statistics=True)
    assert [line.split()[:2] for line in lines[:2]] == [["2", "GEO301"], ["1", "GEO103"]]
    assert lines[-5:] == ["", *SUMMARY]
    assert not any(line.startswith("set.json") for line in lines)
    clean = Report(items=(item(1, verdict="supported", findings=()),))
    assert len(text(clean, statistics=True)) == 1


def test_colours_are_used_on_request(report: Report) -> None:
    """A clean report ends in green, any other in red."""
    assert "\x1b[" not in "".join(text(report))
    painted = text(report, colour=True)
    assert "\x1b[31mGEO301" in "".join(painted)
    assert painted[-4].startswith("\x1b[31m")
    clean = Report(items=(item(1, verdict="supported", findings=()),))
    assert text(clean, colour=True)[-1].startswith("\x1b[32m")


def test_findings_without_an_id_have_no_brackets() -> None:
    """A fault of a whole file names only the file."""
    lines = text(Report(items=(), findings=(finding(1, id=None, message="no file"),)))
    assert lines[0].startswith("set.json:1:3: GEO301")
    assert "[" not in lines[0]


def test_unreadable_files_are_counted_separately(report: Report) -> None:
    """A file is not a question, but is reported."""
    fault = replace(report.errors[0], code="GEO101", id=None)
    line = text(Report(items=(), errors=(fault,)))[-2]
    assert line.startswith("0 questions: ")
    assert line.endswith("; 1 file error")


def test_answers_are_shown_with_their_steps(solutions: Solutions) -> None:
    """Question, option, query, steps, facts with their lines, and conventions."""
    lines = list(render_solutions(solutions, SolveFormat.TEXT, View()))
    assert lines[0].startswith("set.json:40:3: GEO103 ")
    assert lines[0].endswith(' [8] expected a "question", got none')
    assert lines[2:10] == [
        "[7] How far?",
        '    answered: 0 "180 km" (computed 181.500 km ± 50 m, margin 22.000 km)',
        "    read as: the straight-line distance between Mill and Pier",
        "    - the great circle from Mill to Pier is 181.5 km",
        "    fact: Mill at 1.0, 2.0 (line 3 of the context)",
        "    fact: Pier at 2.0, 3.0",
        "    by convention: nearest = list",
        "",
    ]
    assert "    not understood: words unexplained: scenic, quiet" in lines
    assert lines[-1] == (
        "4 questions: 1 answered, 0 unanswerable, 1 undetermined (1 no coordinates), "
        "1 not understood (1 words unexplained), 1 unusable"
    )


def test_unanswerable_is_stated_once(solutions: Solutions) -> None:
    """The status comes before the reason, which does not repeat it."""
    answer = Answer(
        id=1, status="unanswerable", answer=-1, reason="unknown_place", detail="no such place"
    )
    lines = render_solutions(
        Solutions(items=(replace(solutions.items[0], answer=answer),)), SolveFormat.TEXT, View()
    )
    assert "    unanswerable: unknown place: no such place" in list(lines)


def test_empty_sections_leave_no_gap() -> None:
    """Without questions and faults only the counts remain."""
    assert list(render_solutions(Solutions(), SolveFormat.TEXT, View())) == [
        "0 questions: 0 answered, 0 unanswerable, 0 undetermined, 0 not understood"
    ]


def test_small_faults_lose_no_question(solutions: Solutions) -> None:
    """An issue that is not fatal leaves its question among those solved."""
    small = replace(solutions.errors[0], code="GEO107", fatal=False)
    lines = list(
        render_solutions(Solutions(items=(), errors=(small,)), SolveFormat.TEXT, View(colour=True))
    )
    assert "\x1b[33mGEO107" in lines[0]
    assert lines[-1].startswith("0 questions: ")
    assert "unusable" not in lines[-1]


def test_unexplained_words_are_counted_once_per_question(solutions: Solutions) -> None:
    """The most frequent word is first, and machine-readable formats have the ids."""
    doubled = Solutions(items=(*solutions.items, solutions.items[2]))
    assert list(render_unexplained(doubled, SolveFormat.TEXT)) == [
        "     2  quiet",
        "     2  scenic",
    ]
    whole = json.loads("".join(render_unexplained(solutions, SolveFormat.JSON)))
    assert whole["words"][0] == {"word": "quiet", "count": 1, "ids": [9]}
    first = json.loads(next(render_unexplained(solutions, SolveFormat.JSONL)))
    assert first == {"type": "word", "word": "quiet", "count": 1, "ids": [9]}
