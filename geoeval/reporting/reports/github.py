"""Render a verification as workflow commands, which GitHub shows in a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.reporting import wording
from geoeval.reporting.reports.findings import Shown, proof_lines, title_of_rule, worst_first
from geoeval.reporting.safe import safe_line
from geoeval.reporting.summary import summarise_report
from geoeval.reporting.view import View
from geoeval.verification.model import Report, Severity
from geoeval.verification.rules import RULES

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield a command for each finding, the worst first, and a notice with the summary."""
    for shown in worst_first(report, info=view.lists_info):
        yield _workflow_command(shown, verbose=view.verbose)
    for one in report.dataset_findings:
        if one.accepted is None:
            command = _COMMANDS[one.severity or RULES[one.code].severity]
            title, message = (
                _escape_property(title_of_rule(one.code)),
                _escape_data(wording.describe_shared(one)),
            )
            yield f"::{command} title={title}::{message}"
    summary = summarise_report(report)
    notices = [f"stale: {wording.describe_stale(one)}" for one in report.stale]
    if summary.accepted:
        notices.append(wording.format_accepted(summary))
    notices.append(wording.format_summary(summary))
    yield from (f"::notice title=geoeval::{_escape_data(text)}" for text in notices)
    yield from (f"::error title=geoeval::failed: {_escape_data(reason)}" for reason in view.failed)


def _workflow_command(shown: Shown, *, verbose: bool) -> str:
    finding = shown.finding
    span = finding.span
    properties = (
        f"file={_escape_property(span.file)},line={span.line},col={span.column},"
        f"title={_escape_property(title_of_rule(finding.code))}"
    )
    message = f"{wording.in_brackets(finding.id)} {finding.message}".strip()
    lines = [message, *proof_lines(shown, verbose=verbose)]
    return f"::{_COMMANDS[finding.severity]} {properties}::{'%0A'.join(map(_escape_data, lines))}"


def _escape_data(text: str) -> str:
    return safe_line(text).replace("%", "%25")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
