"""Findings as people read them: the worst first, each with its title, question and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from geoeval.reporting.safe import cut_line
from geoeval.reporting.wording import say_answer, say_label
from geoeval.verification.model import Cause, Finding, Item, Report
from geoeval.verification.rules import RULES

SEVERITIES = ("error", "warning", "info")
UNKNOWN_CAUSES: tuple[Cause, ...] = ("no_option_fits", "value_differs", "other_option_fits")
"""They say what is wrong, and not how it came about."""

_SHOWN_EVIDENCE = 12
_QUESTION_WIDTH = 200


class Shown(NamedTuple):
    """A finding with its question, None where it is about a file or a bad record."""

    finding: Finding
    item: Item | None


def worst_first(report: Report, *, verbose: bool = False, accepted: bool = False) -> list[Shown]:
    """Return the findings to show: by severity, then the widest margin, then by place.

    ``verbose`` shows those of severity "info" too: what could not be checked, and why;
    ``accepted`` those that a baseline accepts.
    """
    shown = [Shown(finding, None) for finding in report.findings]
    shown += [Shown(finding, item) for item in report.items for finding in item.findings]
    return sort_findings(
        one
        for one in shown
        if (verbose or one.finding.severity != "info")
        and (accepted or one.finding.accepted is None)
    )


def sort_findings(shown: Iterable[Shown]) -> list[Shown]:
    """Return findings by severity, margin and place."""
    return sorted(shown, key=_sort_key)


def title_of_rule(code: str) -> str:
    """Return a code with the name of its rule; a code without a rule is returned alone."""
    rule = RULES.get(code)
    return f"{code} {rule.name}" if rule is not None else code


def question_and_answer(item: Item) -> Iterator[tuple[str, str]]:
    """Yield the question of an item, its label if it has one, and our answer, each named."""
    yield "question", cut_line(item.question, _QUESTION_WIDTH)
    if (label := say_label(item)) is not None:
        yield "label", label
    yield "answer", say_answer(item.answer, item.options)


def shown_evidence(finding: Finding, *, verbose: bool = False) -> tuple[str, ...]:
    """Return the evidence: at most 12 lines, the last of which counts the rest, unless verbose."""
    more = len(finding.evidence) - _SHOWN_EVIDENCE
    if verbose or more <= 0:
        return finding.evidence
    note = f"and {more + 1} more lines (--verbose shows them)"
    return (*finding.evidence[: _SHOWN_EVIDENCE - 1], note)


def proof_lines(shown: Shown, *, verbose: bool = False) -> Iterator[str]:
    """Yield what supports a finding: label and answer, the evidence, and what to do."""
    finding, item = shown
    if item is not None:
        _, *rest = question_and_answer(item)
        yield from (f"{name}: {text}" for name, text in rest)
    yield from shown_evidence(finding, verbose=verbose)
    if finding.help:
        yield f"help: {finding.help}"


def _sort_key(shown: Shown) -> tuple[int, bool, float, str, int, int]:
    finding = shown.finding
    span, margin = finding.span, finding.margin
    rank = SEVERITIES.index(finding.severity)
    return rank, margin is None, -(margin or 0.0), span.file, span.line, span.column
