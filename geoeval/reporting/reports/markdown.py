"""Render a verification as Markdown, for a pull request or an issue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from geoeval.reporting.reports.findings import (
    Shown,
    described_parts,
    shown_evidence,
    title_of_rule,
    worst_first,
)
from geoeval.reporting.safe import safe_line
from geoeval.reporting.summary import summarise_report
from geoeval.reporting.view import View
from geoeval.reporting.wording import (
    describe_shared,
    describe_stale,
    format_accepted,
    format_summary,
    in_brackets,
)
from geoeval.verification.model import Report

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_SPECIAL = re.compile(r"""[&<>"\\`*_{}\[\]|~$@#]|://|\bwww\.""")


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield a heading, the summary, the counts by rule, and each finding with its proof."""
    summary = summarise_report(report)
    yield from ("## geoeval", "", escape_markdown(format_summary(summary)))
    for reason in view.failed:
        yield from ("", f"**Failed**: {escape_markdown(reason)}")
    if summary.accepted:
        yield from ("", f"Baseline: {escape_markdown(format_accepted(summary))}")
    yield from _section_lines(
        f"- stale: {escape_markdown(describe_stale(one))}" for one in report.stale
    )
    counts = (
        f"| {n} | {escape_markdown(title_of_rule(code))} |" for code, n in summary.by_code.items()
    )
    yield from _section_lines(counts, "| findings | rule |", "|---:|---|")
    if view.statistics:
        return
    for shown in worst_first(report, info=view.lists_info):
        yield from ("", *_finding_lines(shown, verbose=view.verbose))
    yield from _section_lines(
        f"- **{escape_markdown(title_of_rule(one.code))}**: {escape_markdown(describe_shared(one))}"
        for one in report.dataset_findings
        if one.accepted is None
    )


def _section_lines(lines: Iterable[str], *head: str) -> Iterator[str]:
    """Yield an empty line, the head and the lines, or nothing if there are no lines."""
    listed = list(lines)
    return iter(("", *head, *listed) if listed else ())


def escape_markdown(text: str) -> str:
    r"""Return a text on one line with Markdown and HTML escaped.

    Mentions, issue numbers and web addresses do not become links.
    """
    return _SPECIAL.sub(_escape_character, safe_line(text))


def _escape_character(found: re.Match[str]) -> str:
    special = found.group()
    if special in _ENTITIES:
        return _ENTITIES[special]
    if special in "@#":
        return f"{special}<!-- -->"
    if len(special) > 1:
        return special.replace("://", "&#58;//").replace(".", "&#46;")
    return f"\\{special}"


def _finding_lines(shown: Shown, *, verbose: bool) -> Iterator[str]:
    finding, _ = shown
    yield f"### {escape_markdown(title_of_rule(finding.code) + in_brackets(finding.id))}"
    yield ""
    yield f"{escape_markdown(str(finding.span))}: {escape_markdown(finding.message)}"
    yield ""
    yield from (
        f"- {name}: {escape_markdown(text)}"
        for name, text in described_parts(shown, verbose=verbose)
    )
    yield from (f"- {escape_markdown(line)}" for line in shown_evidence(finding, verbose=verbose))
    if finding.help:
        yield f"- help: {escape_markdown(finding.help)}"
