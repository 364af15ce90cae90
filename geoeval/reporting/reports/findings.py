"""Sort findings for reports, and render their titles, questions and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from geoeval.reporting.safe import cut_line
from geoeval.reporting.wording import describe_basis, describe_field, format_answer, format_label
from geoeval.verification.model import Cause, Finding, Item, Report
from geoeval.verification.rules import RULES

SEVERITIES = ("error", "warning", "info")
UNKNOWN_CAUSES: tuple[Cause, ...] = ("no_option_fits", "value_differs", "other_option_fits")
"""Causes that state the fault, but not how it came about."""

_MAX_EVIDENCE_LINES = 12
_QUESTION_WIDTH = 200


class Shown(NamedTuple):
    """A finding with the item of its question, None if it is about a file or a bad record."""

    finding: Finding
    item: Item | None


def worst_first(report: Report, *, info: bool = False, accepted: bool = False) -> list[Shown]:
    """Return the findings to show, sorted by severity, then by decreasing margin and position.

    ``info`` includes findings of that severity, about what could not be checked, and
    ``accepted`` includes findings that a baseline accepts.
    """
    shown = [Shown(finding, None) for finding in report.findings]
    shown += [Shown(finding, item) for item in report.items for finding in item.findings]
    return sort_findings(
        one
        for one in shown
        if (info or one.finding.severity != "info") and (accepted or one.finding.accepted is None)
    )


def sort_findings(shown: Iterable[Shown]) -> list[Shown]:
    """Return findings sorted by severity, decreasing margin and position."""
    return sorted(shown, key=_sort_key)


def title_of_rule(code: str) -> str:
    """Return a code with the name of its rule, or the code alone if it has no rule."""
    rule = RULES.get(code)
    return f"{code} {rule.name}" if rule is not None else code


def described_parts(shown: Shown, *, verbose: bool) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the question, the label, the answer and the field at fault."""
    if shown.item is not None:
        yield from question_and_answer(shown.item, verbose=verbose)
    if (field := describe_field(shown.finding)) is not None:
        yield "field", field


def question_and_answer(item: Item, *, verbose: bool) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the question, a label, the answer and, if verbose, its basis."""
    yield "question", cut_line(item.question, _QUESTION_WIDTH)
    if (label := format_label(item)) is not None:
        yield "label", label
    yield "answer", format_answer(item.answer, item.options)
    if verbose:
        yield from describe_basis(item.answer.basis, item.options)


def shown_evidence(finding: Finding, *, verbose: bool = False) -> tuple[str, ...]:
    """Return the evidence; unless verbose, at most 12 lines, the last of which counts the rest."""
    hidden = len(finding.evidence) - _MAX_EVIDENCE_LINES
    if verbose or hidden <= 0:
        return finding.evidence
    note = f"and {hidden + 1} more lines (--verbose shows them)"
    return (*finding.evidence[: _MAX_EVIDENCE_LINES - 1], note)


def proof_lines(shown: Shown, *, verbose: bool = False) -> Iterator[str]:
    """Yield the proof of a finding: label, answer and field, the evidence, and what to do."""
    finding, _ = shown
    for name, text in described_parts(shown, verbose=verbose):
        if name != "question":
            yield f"{name}: {text}"
    yield from shown_evidence(finding, verbose=verbose)
    if finding.help:
        yield f"help: {finding.help}"


def _sort_key(shown: Shown) -> tuple[int, bool, float, str, int, int]:
    finding = shown.finding
    span, margin = finding.span, finding.margin
    rank = SEVERITIES.index(finding.severity)
    return rank, margin is None, -(margin or 0.0), span.file, span.line, span.column
