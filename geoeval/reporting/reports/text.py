"""Render a verification or solutions as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.datasets.records import LoadIssue
from geoeval.query.describe import describe
from geoeval.query.values import CannotSolve
from geoeval.reporting import wording
from geoeval.reporting.reasons import describe_obstacles, suggest_commands
from geoeval.reporting.reports.findings import (
    UNKNOWN_CAUSES,
    Shown,
    described_parts,
    shown_evidence,
    title_of_rule,
    worst_first,
)
from geoeval.reporting.safe import Paint, cut_line, safe_line
from geoeval.reporting.summary import (
    Solution,
    Solutions,
    Summary,
    summarise_report,
    summarise_solutions,
)
from geoeval.reporting.view import View
from geoeval.understanding.understand import RULES as BY_RULES
from geoeval.verification.answer import BY_RECORD
from geoeval.verification.model import DatasetFinding, Finding, Report
from geoeval.verification.rules import RULES
from geoeval.verification.weighing import READINGS_DIFFER

_SEVERITY_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
_STATUS_COLOURS = {"answered": "green", "unanswerable": "yellow"}
_SHOWN_IDS = 12
_QUESTION_WIDTH = 400


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of a verification, the worst findings first and the summary last.

    The same help is shown once, at the first finding to which it applies.
    """
    paint = Paint(view.colour)
    summary = summarise_report(report)
    yield from (
        _count_lines(summary, paint) if view.statistics else _list_findings(report, view, paint)
    )
    yield from (paint("yellow", f"stale: {wording.describe_stale(one)}") for one in report.stale)
    if summary.accepted:
        yield f"baseline: {wording.format_accepted(summary)}"
    clean = not (summary.by_severity.get("error") or summary.unreadable) and summary.checked
    counts = wording.format_summary(summary, with_reasons=False)
    yield paint("green" if clean else "red", counts)
    yield from describe_obstacles(summary, asked_model=report.model is not None)
    if view.arguments is not None:
        yield from suggest_commands(report, view.arguments, verbose=view.verbose)
    if report.model is not None:
        yield wording.format_model_usage(report.model)
    yield from _failure_lines(view, paint)


def _count_lines(summary: Summary, paint: Paint) -> Iterator[str]:
    yield from (
        f"{n:>6}  {paint('bold', title_of_rule(code))}" for code, n in summary.by_code.items()
    )
    if summary.by_code:
        yield ""


def _list_findings(report: Report, view: View, paint: Paint) -> Iterator[str]:
    helped: set[str | None] = {None, ""}
    for shown in worst_first(report, info=view.lists_info):
        yield from _finding_lines(shown, paint, verbose=view.verbose)
        if shown.finding.help not in helped:
            yield f"    {paint('cyan', 'help:')} {safe_line(shown.finding.help)}"
            helped.add(shown.finding.help)
        yield ""
    shared = list(_shared_lines(report, paint))
    yield from (*shared, "") if shared else ()


def _shared_lines(report: Report, paint: Paint) -> Iterator[str]:
    for one in report.dataset_findings:
        if one.accepted is None:
            yield _dataset_finding_line(one, paint)


def _failure_lines(view: View, paint: Paint) -> Iterator[str]:
    yield from (paint("red", f"failed: {safe_line(reason)}") for reason in view.failed)


def render_concise(report: Report, view: View) -> Iterator[str]:
    """Yield a line for each finding, the worst first, and then the summary."""
    paint = Paint(view.colour)
    for finding, _ in worst_first(report, info=view.lists_info):
        yield _finding_line(finding, _SEVERITY_COLOURS[finding.severity], paint)
    yield from _shared_lines(report, paint)
    yield wording.format_summary(summarise_report(report))
    yield from _failure_lines(view, paint)


def render_solutions(solutions: Solutions, view: View) -> Iterator[str]:
    """Yield the lines of solutions: faults in the files, answers with steps, and counts."""
    paint = Paint(view.colour)
    for issue in solutions.errors:
        yield _finding_line(issue, "red" if issue.fatal else "yellow", paint)
    if solutions.errors:
        yield ""
    for solution in solutions.items:
        yield from _solution_lines(solution, paint)
        yield ""
    yield wording.format_solve_summary(summarise_solutions(solutions))
    if solutions.model is not None:
        yield wording.format_model_usage(solutions.model)


def _finding_headline(found: Finding | LoadIssue, colour: str, paint: Paint) -> str:
    place = paint("bold", f"{safe_line(str(found.span))}:")
    title = paint(colour, title_of_rule(found.code))
    return f"{place} {title}{wording.in_brackets(found.id)} {safe_line(found.message)}"


def _finding_line(found: Finding | LoadIssue, colour: str, paint: Paint) -> str:
    """Return a finding on one line, with its field."""
    line, field = _finding_headline(found, colour, paint), wording.describe_field(found)
    return line if field is None else f"{line} ({field})"


def _finding_lines(shown: Shown, paint: Paint, *, verbose: bool) -> Iterator[str]:
    finding, _ = shown
    yield _finding_headline(finding, _SEVERITY_COLOURS[finding.severity], paint)
    yield from (f"    {name:<9} {text}" for name, text in described_parts(shown, verbose=verbose))
    if finding.cause is not None and finding.cause not in UNKNOWN_CAUSES:
        yield f"    cause     {wording.in_words(finding.cause)}"
    for number, line in enumerate(shown_evidence(finding, verbose=verbose)):
        yield f"    {'' if number else 'evidence':<9} {safe_line(line)}"


def _dataset_finding_line(finding: DatasetFinding, paint: Paint) -> str:
    ids = ", ".join(cut_line(str(one), 40) for one in finding.ids[:_SHOWN_IDS])
    hidden = len(finding.ids) - _SHOWN_IDS
    listed = f"{ids} and {hidden} more" if hidden > 0 else ids
    severity = finding.severity or RULES[finding.code].severity
    title = paint(_SEVERITY_COLOURS[severity], title_of_rule(finding.code))
    return f"{title}: {wording.describe_shared(finding)}: {listed}"


def _solution_lines(solution: Solution, paint: Paint) -> Iterator[str]:
    answer = solution.answer
    colour = _STATUS_COLOURS.get(answer.status, "cyan")
    status, text = wording.format_status(answer, solution.question.options)
    question = cut_line(solution.question.text, _QUESTION_WIDTH)
    yield f"{wording.in_brackets(answer.id).lstrip()} {question}"
    yield f"    {paint(colour, status)}: {text}"
    if answer.query is not None and answer.reason != READINGS_DIFFER:
        usual = answer.understood_by in {None, BY_RULES.name, BY_RECORD}
        by = "" if usual else f", understood by {safe_line(str(answer.understood_by))}"
        likely = "" if answer.probability is None else f", probability {answer.probability:.2f}"
        yield f"    read as: {safe_line(describe(answer.query))}{by}{likely}"
    for kind, line in wording.describe_basis(answer.basis, solution.question.options):
        yield f"    {kind}: {line}"
    outcome = answer.outcome
    if outcome is None or isinstance(outcome, CannotSolve):
        return
    yield from (f"    - {safe_line(step)}" for step in outcome.steps)
    for fact in outcome.facts:
        line = "" if fact.line is None else f" (line {fact.line} of the context)"
        yield f"    fact: {safe_line(fact.text)}{line}"
    yield from (f"    by convention: {name} = {how}" for name, how in outcome.conventions)
