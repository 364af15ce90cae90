"""A verification for people at a terminal: place, code, question, label against answer, proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.reporting.ansi import Paint
from geoeval.reporting.names import titled
from geoeval.reporting.order import Shown, shown_evidence, worst_first
from geoeval.reporting.proof import particulars
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.summary import Summary, summarise
from geoeval.reporting.view import View
from geoeval.reporting.wording import (
    say_accepted,
    say_model,
    say_shared,
    say_stale,
    say_summary,
)
from geoeval.verification.model import DatasetFinding, Report
from geoeval.verification.rules import RULES

_SEVERITY_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
_SHOWN_IDS = 12
_SAID_ALREADY = ("other_option_fits", "no_option_fits", "value_differs")


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of a verification, the worst findings first and the summary last."""
    paint = Paint(view.colour)
    summary = summarise(report)
    if view.statistics:
        yield from _statistics(summary, paint)
    else:
        for shown in worst_first(report, verbose=view.verbose):
            yield from _finding(shown, paint, verbose=view.verbose)
            yield ""
        shared = [one for one in report.dataset_findings if one.accepted is None]
        yield from (_dataset_finding(finding, paint) for finding in shared)
        if shared:
            yield ""
    yield from (paint("yellow", f"stale: {say_stale(one)}") for one in report.stale)
    if summary.accepted:
        yield f"baseline: {say_accepted(summary)}"
    yield _closing(summary, paint)
    if report.model is not None:
        yield say_model(report.model)
    yield from (paint("red", f"failed: {plain(reason)}") for reason in view.failed)


def _finding(shown: Shown, paint: Paint, *, verbose: bool) -> Iterator[str]:
    """Yield the lines of one finding."""
    finding, item = shown
    place = f"{plain(finding.span.file)}:{finding.span.line}:{finding.span.column}:"
    title = paint(_SEVERITY_COLOURS[finding.severity], titled(finding.code))
    who = "" if finding.id is None else f" [{cut(str(finding.id), 80)}]"
    yield f"{paint('bold', place)} {title}{who} {plain(finding.message)}"
    if item is not None:
        yield from (f"    {name:<9} {text}" for name, text in particulars(item))
    if finding.cause is not None and finding.cause not in _SAID_ALREADY:
        yield f"    cause     {finding.cause.replace('_', ' ')}"
    yield from _listed("evidence", shown_evidence(finding, verbose=verbose))
    if finding.help:
        yield f"    {paint('cyan', 'help:')} {plain(finding.help)}"


def _listed(head: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield lines of which the first stands behind a head."""
    for index, line in enumerate(lines):
        yield f"    {head if index == 0 else '':<9} {plain(line)}"


def _dataset_finding(finding: DatasetFinding, paint: Paint) -> str:
    """Return the line of a cause that several records share."""
    ids = ", ".join(cut(str(one), 40) for one in finding.ids[:_SHOWN_IDS])
    more = len(finding.ids) - _SHOWN_IDS
    listed = f"{ids} and {more} more" if more > 0 else ids
    severity = finding.severity or RULES[finding.code].severity
    title = paint(_SEVERITY_COLOURS[severity], titled(finding.code))
    return f"{title}: {say_shared(finding)}: {listed}"


def _statistics(summary: Summary, paint: Paint) -> Iterator[str]:
    """Yield a line per rule with the number of its findings."""
    for code, number in summary.by_code.items():
        yield f"{number:>6}  {paint('bold', titled(code))}"
    if summary.by_code:
        yield ""


def _closing(summary: Summary, paint: Paint) -> str:
    """Return the last line, coloured by what it says."""
    clean = not (summary.by_severity.get("error") or summary.unreadable) and summary.checked
    return paint("green" if clean else "red", say_summary(summary))
