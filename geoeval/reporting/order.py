"""The order in which people read findings: the worst first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from geoeval.verification.model import Finding, Item, Report, Severity

_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}
_SHOWN_EVIDENCE = 12


class Shown(NamedTuple):
    """A finding with its question, None where it is about a file or a bad record."""

    finding: Finding
    item: Item | None


def worst_first(report: Report, *, verbose: bool = False, accepted: bool = False) -> list[Shown]:
    """Return the findings to show: by severity, then by margin, then by place.

    Parameters
    ----------
    report
        The outcome of a run.
    verbose
        Whether to show findings of severity "info" too: what could not be checked, and why.
    accepted
        Whether to show those too that a baseline accepts.

    Returns
    -------
    list of Shown
        The widest margin first; without one, by file, line and column.

    Examples
    --------
    >>> worst_first(Report(items=()))
    []
    """
    shown = [Shown(finding, None) for finding in report.findings]
    shown += [Shown(finding, item) for item in report.items for finding in item.findings]
    return by_badness(
        one
        for one in shown
        if (verbose or one.finding.severity != "info")
        and (accepted or one.finding.accepted is None)
    )


def by_badness(shown: Iterable[Shown]) -> list[Shown]:
    """Return findings in the order in which people read them."""
    return sorted(shown, key=_badness)


def shown_evidence(finding: Finding, *, verbose: bool = False) -> tuple[str, ...]:
    """Return the lines of evidence to show: all of them, or the first ones and their number.

    Parameters
    ----------
    finding
        The finding.
    verbose
        Whether to show all.

    Returns
    -------
    tuple of str
        At most 12 lines unless ``verbose``.

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> found = Finding(code="GEO305", severity="error", message="", help="",
    ...                 span=Span(file="x"), evidence=("a",) * 40)
    >>> shown_evidence(found)[-1]
    'and 29 more lines (--verbose shows them)'
    """
    more = len(finding.evidence) - _SHOWN_EVIDENCE
    if verbose or more <= 0:
        return finding.evidence
    note = f"and {more + 1} more lines (--verbose shows them)"
    return (*finding.evidence[: _SHOWN_EVIDENCE - 1], note)


def _badness(shown: Shown) -> tuple[int, bool, float, str, int, int]:
    finding = shown.finding
    span = finding.span
    margin = finding.margin
    rank = _RANK[finding.severity]
    return rank, margin is None, -(margin or 0.0), span.file, span.line, span.column
